//! Pictures: grids, candidates, search trees and sheets of puzzles.
//!
//! | module | what it draws |
//! |---|---|
//! | [`grid`] | Sudoku grids side by side, such as a puzzle and its solution, also under other rules: SVG |
//! | [`figure`] | solutions of exact cover problems on their boards: SVG, or text for the terminal |
//! | [`figure::heat`] | in how many solutions each place of a board is taken by what: SVG, or text for the terminal |
//! | [`tree`] | the search tree of an engine, built from the steps that the engine reports: SVG |
//! | `plot` | curves and points between two axes: SVG |
//! | [`sheet`] | puzzles to print, with their solutions: HTML, SVG |
//! | `pdf` | the drawings of `plot` and `sheet` as PDF |
//!
//! Every picture is a single self-contained text, with styles for light screens, dark screens and paper. The same
//! puzzle always makes the same text. Colour is never the only difference: weight or shape differs as well.

pub mod figure;
pub mod grid;
mod ground;
pub(crate) mod pdf;
pub(crate) mod plot;
pub mod sheet;
#[cfg(test)]
pub(crate) mod testing;
pub mod tree;
mod width;

use svg::node::Text;
use svg::node::element::{Element, Rectangle, SVG, Style};
use svg::{Document, Node};

/// Margin around and between drawings, in pixels.
const MARGIN: f64 = 20.0;
/// Side of a cell, in pixels. A cell in which candidates are drawn is larger if the candidates need more room.
const CELL: f64 = 36.0;
/// Height of a caption under a grid or board, in pixels.
const CAPTION: f64 = 30.0;
/// Distance from the middle of a letter or digit down to its baseline, as a fraction of the font size.
const HALF_A_LETTER: f64 = 0.36;

/// Colours of grids and of the text around them. Dark colours apply to screens only, because paper is white. The styles
/// use plain classes, because not every program that shows SVG supports CSS variables.
const STYLE: &str = "
svg { font-family: Helvetica, Arial, sans-serif; }
text { text-anchor: middle; }
.paper { fill: #ffffff; }
.tint { fill: #dbe7f5; }
.thin, .thick { fill: none; stroke: #8b96a3; stroke-width: 1; }
.thick { stroke: #1c2128; stroke-width: 3; stroke-linecap: square; }
.given { fill: #1c2128; font-weight: bold; }
.found { fill: #0a5cb8; }
.candidates, .caption { fill: #55606c; }
@media screen and (prefers-color-scheme: dark) {
.paper { fill: #0f141a; }
.tint { fill: #2a3a4d; }
.thin { stroke: #566270; }
.thick { stroke: #c3ccd6; }
.given { fill: #f0f4f8; }
.found { fill: #79b8ff; }
.candidates, .caption { fill: #a3afbc; }
}
";

/// An empty document with its style. Width and height are in pixels; the drawing can be scaled.
fn paper(width: f64, height: f64, title: &str, more_style: &str) -> SVG {
    let (width, height) = (width.ceil(), height.ceil());
    let paper = Rectangle::new().set("class", "paper").set("width", width).set("height", height);
    Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("role", "img")
        .add(titled(title))
        .add(Style::new(format!("{}{}", STYLE.trim_start(), more_style.trim())))
        .add(paper)
}

/// The title, which a screen reader reads aloud and a browser shows on hovering.
fn titled(title: &str) -> Element {
    said("title", title)
}

/// An element that contains text, which is escaped.
fn said(name: &str, text: impl Into<String>) -> Element {
    let mut element = Element::new(name);
    element.append(Text::new(text));
    element
}

/// A line of text. `x` and `y` are the middle of its baseline, unless the style of the text sets another anchor.
fn text_at(x: f64, y: f64, text: impl Into<String>) -> Element {
    let mut element = said("text", text);
    element.assign("x", short(x));
    element.assign("y", short(y));
    element
}

/// A length in pixels, rounded to two decimals, because finer differences cannot be seen.
fn short(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        let title = "<a> & \"b\" \u{2260} 'c'";
        let text = paper(1.0, 1.0, title, "").add(text_at(0.0, 0.0, title)).to_string();
        let picture = testing::parse(&text);
        for name in ["title", "text"] {
            let element = picture.descendants().find(|node| node.has_tag_name(name));
            assert_eq!(element.and_then(|node| node.text()), Some(title));
        }
    }
}
