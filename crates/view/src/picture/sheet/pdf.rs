//! A sheet as PDF: the drawing of each page, which is SVG, as commands of PDF.
//!
//! Only what the drawings of grids are made of is known here: groups, rectangles, circles, paths of straight lines, text around a middle, and styles
//! by class. Letters are of Helvetica, which each viewer of PDF has, so that no font lies in the file.

use std::collections::HashMap;

use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use svg::Node;
use thiserror::Error;

use super::width::width;
use super::{Entry, PAGE, Sheet, style};

/// Points of PDF in a millimetre.
const POINTS: f64 = 72.0 / 25.4;
/// A quarter of a circle as a cubic curve: the distance of the inner points from the corners, in radii.
const QUARTER: f32 = 0.552_285;
const REGULAR: Name<'static> = Name(b"F1");
const BOLD: Name<'static> = Name(b"F2");

/// The size of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// 210 by 297 mm.
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// Width and height in millimetres.
    fn size(self) -> (f64, f64) {
        match self {
            Self::A4 => (210.0, 297.0),
            Self::Letter => (215.9, 279.4),
        }
    }
}

/// A text that cannot be written in a PDF.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "found `{0}` in \"{1}\"; expected letters of Western Europe, because a PDF is written in Helvetica; write HTML or SVG, or another title or name"
)]
pub struct NoLetter(char, String);

impl Sheet {
    /// The sheet as a PDF, the same for the same puzzles on every machine.
    ///
    /// # Errors
    /// A title or a name has a letter that Helvetica lacks.
    ///
    /// # Panics
    /// If there are more than a thousand million pages.
    pub fn pdf(&self, entries: &[Entry], paper: Paper) -> Result<Vec<u8>, NoLetter> {
        let (pages, style) = (self.pages(entries), style());
        let styles = styles(&style);
        let mut pdf = Pdf::new();
        let (catalog, tree, info) = (Ref::new(1), Ref::new(2), Ref::new(3));
        let fonts = [(REGULAR, Ref::new(4), "Helvetica"), (BOLD, Ref::new(5), "Helvetica-Bold")];
        let number = |page: usize| i32::try_from(6 + 2 * page).expect("pages fit in memory");
        let page_id = |page| Ref::new(number(page));
        let count = i32::try_from(pages.len()).expect("pages fit in memory");
        pdf.catalog(catalog).pages(tree);
        pdf.pages(tree).kids((0..pages.len()).map(page_id)).count(count);
        pdf.document_info(info).title(TextStr(&self.title)).producer(TextStr("Quadrille"));
        for (_, id, name) in fonts {
            let mut font = pdf.type1_font(id);
            font.base_font(Name(name.as_bytes())).encoding_predefined(Name(b"WinAnsiEncoding"));
        }
        let (wide, high) = paper.size();
        for (i, page) in pages.iter().enumerate() {
            let (id, content_id) = (page_id(i), Ref::new(number(i) + 1));
            let mut written = pdf.page(id);
            let [x, y] = [wide, high].map(|length| points(length * POINTS));
            written.media_box(Rect::new(0.0, 0.0, x, y)).parent(tree).contents(content_id);
            let mut resources = written.resources();
            let mut dictionary = resources.fonts();
            for (name, id, _) in fonts {
                dictionary.pair(name, id);
            }
            dictionary.finish();
            resources.finish();
            written.finish();
            let mut drawing = Drawing { content: Content::new(), styles: &styles };
            // From millimetres down from the top of the drawing to points up from the bottom of the paper.
            let corner = [(wide - PAGE.0) / 2.0, high - (high - PAGE.1) / 2.0];
            let [left, top] = corner.map(|length| points(length * POINTS));
            let scale = points(POINTS);
            drawing.content.transform([scale, 0.0, 0.0, -scale, left, top]);
            drawing.draw(&page.drawing, &Look::default())?;
            pdf.stream(content_id, &drawing.content.finish());
        }
        Ok(pdf.finish())
    }
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
    fill: Option<[f32; 3]>,
    stroke: Option<[f32; 3]>,
    stroke_width: f32,
    dashes: Vec<f32>,
    cap: LineCapStyle,
    bold: bool,
    font_size: f64,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            fill: Some([0.0; 3]),
            stroke: None,
            stroke_width: 1.0,
            dashes: Vec::new(),
            cap: LineCapStyle::ButtCap,
            bold: false,
            font_size: 16.0,
        }
    }
}

impl Look {
    /// The look with a declaration of a style.
    fn set(&mut self, name: &str, value: &str) {
        match name {
            "fill" => self.fill = colour(value),
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
        if let Some(class) = attributes.get("class") {
            for (name, value) in self.styles.get(&**class).into_iter().flatten() {
                look.set(name, value);
            }
        }
        if let Some(size) = attributes.get("font-size") {
            look.set("font-size", size);
        }
        let number = |name: &str| attributes.get(name).and_then(|value| value.parse().ok());
        let at = |name: &str| number(name).map_or(0.0, points);
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
                let transform = attributes.get("transform");
                if let Some(transform) = transform {
                    let [x, y, scale] = numbers(transform);
                    let scale = if transform.contains("scale") { scale } else { 1.0 };
                    self.content.save_state().transform([scale, 0.0, 0.0, scale, x, y]);
                }
                for child in children {
                    self.draw(&**child, &look)?;
                }
                if transform.is_some() {
                    self.content.restore_state();
                }
            }
        }
        Ok(())
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

    /// A path of the steps `M`, `L`, `H` and `V`, all of them to places and not by distances.
    fn path(&mut self, steps: &str) {
        let mut at = [0.0, 0.0];
        let is_step = |c: char| "MLHV".contains(c);
        for (start, step) in steps.match_indices(is_step) {
            let rest = &steps[start + 1..];
            let [a, b] = numbers(&rest[..rest.find(is_step).unwrap_or(rest.len())]);
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

    /// Text around a middle.
    fn text(&mut self, text: &str, [x, y]: [f64; 2], look: &Look) -> Result<(), NoLetter> {
        let letters = text.chars().map(|c| letter(c).ok_or(c)).collect::<Result<Vec<u8>, char>>();
        let letters = letters.map_err(|c| NoLetter(c, text.to_owned()))?;
        let left = points(x - width(text, look.bold) * look.font_size / 2.0);
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
    use super::super::super::testing::{P1, puzzle};
    use super::*;

    #[test]
    fn styles_for_paper_are_read() {
        let style = style();
        let styles = styles(&style);
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
    fn a_pdf_has_a_page_for_each_drawing_and_the_digits_of_the_puzzle() {
        let entries = vec![Entry::new(&puzzle(P1), None); 7];
        let sheet = Sheet::new("Zw\u{f6}lf (12)");
        for (paper, size) in
            [(Paper::A4, "[0 0 595.2756 841.8898]"), (Paper::Letter, "[0 0 612 792]")]
        {
            let pdf = sheet.pdf(&entries, paper).unwrap();
            assert!(pdf.starts_with(b"%PDF-1.") && pdf.ends_with(b"%%EOF"));
            let text = String::from_utf8_lossy(&pdf);
            assert_eq!(
                text.matches("/Type /Page\n").count(),
                3,
                "two of puzzles, one of solutions"
            );
            assert!(text.contains(size), "{text}");
            // Each given, once as a puzzle and once as a solution that is not known, and 17 lines of text.
            assert_eq!(text.matches(" Tj").count(), 2 * 7 * 23 + 3 + 14);
        }
        assert_eq!(sheet.pdf(&entries, Paper::A4), sheet.pdf(&entries, Paper::A4));
        let refused = Sheet::new("\u{421}\u{443}\u{434}").pdf(&entries, Paper::A4).unwrap_err();
        assert!(
            refused
                .to_string()
                .starts_with("found `\u{421}` in \"\u{421}\u{443}\u{434}: puzzles\"; expected")
        );
    }

    #[test]
    fn letters_outside_of_ascii_have_their_bytes() {
        let bytes = ['A', '\u{b7}', '\u{20ac}', '\u{2013}', '\u{178}', '\u{416}'].map(letter);
        assert_eq!(bytes, [Some(65), Some(0xb7), Some(0x80), Some(0x96), Some(0x9f), None]);
    }
}
