//! Pictures: grids, candidates, search trees and sheets of puzzles.
//!
//! | module | what it draws |
//! |---|---|
//! | [`grid`] | grids side by side, as system A draws them before and after: SVG |
//! | [`figure`] | solutions of exact cover problems on their boards: SVG, and lines for the terminal |
//! | [`tree`] | the tree an engine searched, from the steps it told: SVG |
//! | [`sheet`] | puzzles to print, with their solutions: HTML |
//!
//! Every picture is one text that needs nothing beside it: its style lies within, for light and
//! dark screens and for paper. One puzzle makes the same text everywhere. What tells things
//! apart by colour does so by weight or shape as well.

pub mod figure;
pub mod grid;
pub mod sheet;
#[cfg(test)]
mod testing;
pub mod tree;

use svg::node::Text;
use svg::node::element::{Element, Rectangle, SVG, Style};
use svg::{Document, Node};

/// Colours of grids and of what stands around them. Dark ones are for screens alone: paper is
/// white. Plain classes, as not every program that shows SVG knows variables.
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

/// An empty sheet of paper with its style, of a width and height in pixels, which it can be
/// scaled from.
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

/// What a reader of the screen reads out, and a pointer shows.
fn titled(title: &str) -> Element {
    said("title", title)
}

/// An element that holds text, which is escaped.
fn said(name: &str, text: impl Into<String>) -> Element {
    let mut element = Element::new(name);
    element.append(Text::new(text));
    element
}

/// A line of text at a place: the middle of its foot, unless its style has another anchor.
fn text_at(x: f64, y: f64, text: impl Into<String>) -> Element {
    let mut element = said("text", text);
    element.assign("x", short(x));
    element.assign("y", short(y));
    element
}

/// A length to a hundredth, which is finer than anybody sees.
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
