//! Drawings, which are SVG, as pages of a PDF.
//!
//! Only what the drawings of grids and charts are made of is known here: groups, rectangles, circles, paths of straight lines, text, and styles by
//! class or attribute. Letters are of Helvetica, which each viewer of PDF has, so that no font lies in the file.

use std::collections::{BTreeSet, HashMap};

use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::writers::ExtGraphicsState;
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use svg::Node;
use thiserror::Error;

use super::width::width;

/// A quarter of a circle as a cubic curve: the distance of the inner points from the corners, in radii.
const QUARTER: f32 = 0.552_285;
const REGULAR: Name<'static> = Name(b"F1");
const BOLD: Name<'static> = Name(b"F2");

/// A text that cannot be written in a PDF.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "found `{0}` in \"{1}\"; expected letters of Western Europe, because a PDF is written in Helvetica; write SVG, or another title or name"
)]
pub struct NoLetter(char, String);

/// A page: its size in points, the matrix from the places of the drawing to points up from the bottom of the page, and the drawing.
pub(crate) struct Page<'d> {
    pub size: [f64; 2],
    pub matrix: [f64; 6],
    pub drawing: &'d dyn Node,
}

/// A PDF of some pages, the same for the same drawings on every machine. `style` holds the style of the classes in the drawings.
///
/// # Errors
/// A text has a letter that Helvetica lacks.
///
/// # Panics
/// If there are more than a thousand million pages.
pub(crate) fn document(title: &str, pages: &[Page<'_>], style: &str) -> Result<Vec<u8>, NoLetter> {
    let styles = styles(style);
    let mut pdf = Pdf::new();
    let (catalog, tree, info) = (Ref::new(1), Ref::new(2), Ref::new(3));
    let fonts = [(REGULAR, Ref::new(4), "Helvetica"), (BOLD, Ref::new(5), "Helvetica-Bold")];
    let number = |page: usize| i32::try_from(6 + 2 * page).expect("pages fit in memory");
    let page_id = |page| Ref::new(number(page));
    let count = i32::try_from(pages.len()).expect("pages fit in memory");
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree).kids((0..pages.len()).map(page_id)).count(count);
    pdf.document_info(info).title(TextStr(title)).producer(TextStr("Quadrille"));
    for (_, id, name) in fonts {
        let mut font = pdf.type1_font(id);
        font.base_font(Name(name.as_bytes())).encoding_predefined(Name(b"WinAnsiEncoding"));
    }
    for (i, page) in pages.iter().enumerate() {
        let (id, content_id) = (page_id(i), Ref::new(number(i) + 1));
        let mut drawing =
            Drawing { content: Content::new(), styles: &styles, shades: BTreeSet::new() };
        drawing.content.transform(page.matrix.map(points));
        drawing.draw(page.drawing, &Look::default())?;
        let mut written = pdf.page(id);
        let [x, y] = page.size.map(points);
        written.media_box(Rect::new(0.0, 0.0, x, y)).parent(tree).contents(content_id);
        let mut resources = written.resources();
        let mut dictionary = resources.fonts();
        for (name, id, _) in fonts {
            dictionary.pair(name, id);
        }
        dictionary.finish();
        let mut states = resources.ext_g_states();
        for &percent in &drawing.shades {
            let mut state = states.insert(Name(&shade(percent))).start::<ExtGraphicsState<'_>>();
            state.non_stroking_alpha(f32::from(percent) / 100.0);
        }
        states.finish();
        resources.finish();
        written.finish();
        pdf.stream(content_id, &drawing.content.finish());
    }
    Ok(pdf.finish())
}

/// The name of a state in which shapes are filled to this percentage only.
fn shade(percent: u8) -> Vec<u8> {
    format!("A{percent}").into_bytes()
}

/// The declarations of each class of a style, without those for screens.
fn styles(style: &str) -> HashMap<&str, Vec<(&str, &str)>> {
    let mut styles: HashMap<&str, Vec<(&str, &str)>> = HashMap::new();
    let mut for_screens = false;
    for line in style.lines().map(str::trim) {
        match line {
            _ if line.starts_with("@media") => for_screens = true,
            "}" => for_screens = false,
            _ if for_screens => {}
            _ => {
                let Some((classes, body)) = line.split_once('{') else { continue };
                let declared = body.trim_end_matches('}').split(';');
                let declared = declared.filter_map(|one| one.split_once(':'));
                let declared: Vec<_> = declared.map(|(a, b)| (a.trim(), b.trim())).collect();
                for class in classes.split(',') {
                    let class = class.trim().trim_start_matches('.');
                    styles.entry(class).or_default().extend(&declared);
                }
            }
        }
    }
    styles
}

/// How shapes and letters look.
#[derive(Clone, Debug)]
struct Look {
    /// How far shapes are filled, in percent.
    shade: u8,
    fill: Option<[f32; 3]>,
    stroke: Option<[f32; 3]>,
    stroke_width: f32,
    dashes: Vec<f32>,
    cap: LineCapStyle,
    bold: bool,
    font_size: f64,
    /// The share of a text that stands left of its place.
    before: f64,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            shade: 100,
            fill: Some([0.0; 3]),
            stroke: None,
            stroke_width: 1.0,
            dashes: Vec::new(),
            cap: LineCapStyle::ButtCap,
            bold: false,
            font_size: 16.0,
            before: 0.0,
        }
    }
}

impl Look {
    /// The look with a declaration of a style.
    fn set(&mut self, name: &str, value: &str) {
        match name {
            "fill" => self.fill = colour(value),
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a share from 0 to 1"
            )]
            "fill-opacity" => {
                self.shade =
                    (100.0 * value.parse().unwrap_or(1.0_f64).clamp(0.0, 1.0)).round() as u8;
            }
            "stroke" => self.stroke = colour(value),
            "stroke-width" => self.stroke_width = value.parse().unwrap_or(1.0),
            "stroke-dasharray" => {
                self.dashes = value.split(' ').filter_map(|dash| dash.parse().ok()).collect();
            }
            "stroke-linecap" => {
                self.cap = match value {
                    "square" => LineCapStyle::ProjectingSquareCap,
                    "round" => LineCapStyle::RoundCap,
                    _ => LineCapStyle::ButtCap,
                }
            }
            "text-anchor" => {
                self.before = match value {
                    "middle" => 0.5,
                    "end" => 1.0,
                    _ => 0.0,
                }
            }
            "font-weight" => self.bold = value == "bold",
            "font-size" => self.font_size = value.parse().unwrap_or(self.font_size),
            _ => {}
        }
    }
}

/// A colour such as `#1c2128`; `None` for `none`.
fn colour(text: &str) -> Option<[f32; 3]> {
    let digits = u32::from_str_radix(text.strip_prefix('#')?, 16).ok()?;
    Some([16, 8, 0].map(|shift| (digits >> shift & 0xFF) as f32 / 255.0))
}

struct Drawing<'a> {
    content: Content,
    /// Each of [`Look::shade`] that was used, if it is below 100.
    shades: BTreeSet<u8>,
    styles: &'a HashMap<&'a str, Vec<(&'a str, &'a str)>>,
}

impl Drawing<'_> {
    /// Draws an element that looks as its own attributes and `outer` say.
    fn draw(&mut self, node: &dyn Node, outer: &Look) -> Result<(), NoLetter> {
        let (Some(attributes), Some(children)) = (node.get_attributes(), node.get_children())
        else {
            return Ok(());
        };
        let mut look = outer.clone();
        for (name, value) in attributes {
            look.set(name, value);
        }
        let class = attributes.get("class").map_or("", |class| &**class);
        for of in [node.get_name(), class] {
            for (name, value) in self.styles.get(of).into_iter().flatten() {
                look.set(name, value);
            }
        }
        let transform = attributes.get("transform");
        if let Some(transform) = transform {
            self.content.save_state();
            self.transform(transform);
        }
        let number = |name: &str| attributes.get(name).and_then(|value| value.parse().ok());
        let at = |name: &str| number(name).map_or(0.0, points);
        let is_shaded = look.shade < 100 && matches!(node.get_name(), "rect" | "circle" | "path");
        if is_shaded {
            self.shades.insert(look.shade);
            self.content.save_state().set_parameters(Name(&shade(look.shade)));
        }
        match node.get_name() {
            "rect" => {
                self.content.rect(at("x"), at("y"), at("width"), at("height"));
                self.paint(&look);
            }
            "circle" => self.circle([at("cx"), at("cy")], at("r"), &look),
            "path" => {
                self.path(attributes.get("d").map_or("", |d| &**d));
                self.paint(&look);
            }
            "text" => {
                let text: String =
                    children.iter().map(|text| unescaped(&text.to_string())).collect();
                let [x, y] = ["x", "y"].map(|name| number(name).unwrap_or(0.0));
                self.text(&text, [x, y], &look)?;
            }
            _ => {
                for child in children {
                    self.draw(&**child, &look)?;
                }
            }
        }
        for _ in 0..usize::from(is_shaded) + usize::from(transform.is_some()) {
            self.content.restore_state();
        }
        Ok(())
    }

    /// Moves, scales and turns what is drawn from now on.
    fn transform(&mut self, steps: &str) {
        for (name, values) in steps.split(')').filter_map(|step| step.split_once('(')) {
            let [a, b] = numbers(values);
            let (sine, cosine) = a.to_radians().sin_cos();
            self.content.transform(match name.trim() {
                "rotate" => [cosine, sine, -sine, cosine, 0.0, 0.0],
                "scale" => [a, 0.0, 0.0, a, 0.0, 0.0],
                _ => [1.0, 0.0, 0.0, 1.0, a, b],
            });
        }
    }

    /// Fills or strokes the path that was begun.
    fn paint(&mut self, look: &Look) {
        let content = &mut self.content;
        if let Some([r, g, b]) = look.fill {
            content.set_fill_rgb(r, g, b).fill_nonzero();
        } else if let Some([r, g, b]) = look.stroke {
            content.set_stroke_rgb(r, g, b).set_line_width(look.stroke_width);
            content.set_line_cap(look.cap).set_line_join(LineJoinStyle::RoundJoin);
            content.set_dash_pattern(look.dashes.iter().copied(), 0.0).stroke();
        } else {
            content.end_path();
        }
    }

    /// A path of the steps `M`, `L`, `H`, `V` and `Z`, all of them to places and not by distances.
    fn path(&mut self, steps: &str) {
        let mut at = [0.0, 0.0];
        let is_step = |c: char| "MLHVZ".contains(c);
        for (start, step) in steps.match_indices(is_step) {
            let rest = &steps[start + 1..];
            let [a, b] = numbers(&rest[..rest.find(is_step).unwrap_or(rest.len())]);
            if step == "Z" {
                self.content.close_path();
                continue;
            }
            at = match step {
                "H" => [a, at[1]],
                "V" => [at[0], a],
                _ => [a, b],
            };
            match step {
                "M" => self.content.move_to(at[0], at[1]),
                _ => self.content.line_to(at[0], at[1]),
            };
        }
    }

    fn circle(&mut self, [x, y]: [f32; 2], radius: f32, look: &Look) {
        let inner = QUARTER * radius;
        self.content.move_to(x + radius, y);
        for (right, down) in [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0_f32)] {
            // From the point in this direction a quarter of a turn further.
            let (to_right, to_down) = (-down, right);
            let place = |along: f32, across: f32| {
                (x + along * right + across * to_right, y + along * down + across * to_down)
            };
            let ((a, b), (c, d), (e, f)) =
                (place(radius, inner), place(inner, radius), place(0.0, radius));
            self.content.cubic_to(a, b, c, d, e, f);
        }
        self.paint(look);
    }

    /// Text at a place of its baseline.
    fn text(&mut self, text: &str, [x, y]: [f64; 2], look: &Look) -> Result<(), NoLetter> {
        let letters = text.chars().map(|c| letter(c).ok_or(c)).collect::<Result<Vec<u8>, char>>();
        let letters = letters.map_err(|c| NoLetter(c, text.to_owned()))?;
        let left = points(x - width(text, look.bold) * look.font_size * look.before);
        let [r, g, b] = look.fill.unwrap_or_default();
        let font = if look.bold { BOLD } else { REGULAR };
        let content = &mut self.content;
        content.set_fill_rgb(r, g, b).begin_text().set_font(font, points(look.font_size));
        // The page runs down, and letters stand up.
        content.set_text_matrix([1.0, 0.0, 0.0, -1.0, left, points(y)]);
        content.show(Str(&letters)).end_text();
        Ok(())
    }
}

/// The byte of a letter in the encoding of Windows 1252; `None` if it has none.
fn letter(c: char) -> Option<u8> {
    const FROM_80: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";
    match c {
        ' '..='~' | '\u{a0}'..='\u{ff}' => u8::try_from(u32::from(c)).ok(),
        _ => FROM_80.chars().zip(0x80..).find(|&(known, _)| known == c).map(|(_, byte)| byte),
    }
}

/// The text of a node as it was before it was escaped for XML.
fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// The first numbers of a text; 0 for each that is missing.
fn numbers<const N: usize>(text: &str) -> [f32; N] {
    let parts = text.split(|c: char| !(c.is_ascii_digit() || ".-".contains(c)));
    let mut numbers = parts.filter_map(|part| part.parse().ok());
    [(); N].map(|()| numbers.next().unwrap_or(0.0))
}

/// A length as PDF has it.
#[expect(clippy::cast_possible_truncation, reason = "a millionth of a millimetre is not seen")]
fn points(length: f64) -> f32 {
    length as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_for_paper_are_read() {
        let styles = styles(super::super::STYLE);
        let mut look = Look::default();
        for (name, value) in &styles["thick"] {
            look.set(name, value);
        }
        assert_eq!((look.fill, look.stroke_width), (None, 3.0));
        assert_eq!(look.stroke, colour("#1c2128"));
        assert!(styles["given"].contains(&("font-weight", "bold")));
        assert!(styles["paper"].contains(&("fill", "#ffffff")), "{:?}", styles["paper"]);
    }

    #[test]
    fn letters_outside_of_ascii_have_their_bytes() {
        let bytes = ['A', '\u{b7}', '\u{20ac}', '\u{2013}', '\u{178}', '\u{416}'].map(letter);
        assert_eq!(bytes, [Some(65), Some(0xb7), Some(0x80), Some(0x96), Some(0x9f), None]);
    }
}
