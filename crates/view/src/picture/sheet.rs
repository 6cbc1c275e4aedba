//! A sheet to print: pages of puzzles, each with its number and a caption, then pages with the solutions.
//!
//! Each page is an SVG drawing in millimetres, which fits on A4 and on Letter. A sheet is these drawings one by one, an HTML file of all, or a
//! [PDF](pdf).

mod entry;
pub mod pdf;

use std::fmt::Write;

use svg::node::element::{Group, Rectangle, SVG, Style};
use svg::{Document, Node};

pub use self::entry::Entry;
use super::grid::Board;
use super::width::width;
use super::{STYLE as GRID_STYLE, ground, said, short, text_at, titled};

/// Width and height that fit on A4 and on Letter with a margin of 12 mm, in millimetres.
const PAGE: (f64, f64) = (186.0, 252.0);
/// Height of the heading of a page, in millimetres.
const HEADING: f64 = 14.0;
/// Distance between two boards side by side, in millimetres.
const GAP: f64 = 8.0;
/// Room around a grid in pixels, because half of the width of its outer lines lies outside the grid.
const EDGE: f64 = 2.0;
/// Sizes of the letters of a heading and of a caption, in millimetres, and in large print.
const LETTERS: [(f64, f64); 2] = [(5.5, 3.4), (9.0, 6.5)];

/// Style of the text of a page.
const TEXT_STYLE: &str = "
.heading { fill: #1c2128; font-weight: bold; }
.note { fill: #1c2128; }
@media screen and (prefers-color-scheme: dark) {
.heading, .note { fill: #f0f4f8; }
}
";

/// Style of the HTML file around the pages.
const HTML_STYLE: &str = "
@page { margin: 12mm; }
body { margin: 0 auto; width: 186mm; background: #ffffff; }
.page { break-after: page; break-inside: avoid; overflow: hidden; }
.page:last-child { break-after: auto; }
.page svg { display: block; }
@media screen { .page { margin: 8mm 0; } }
@media screen and (prefers-color-scheme: dark) { body { background: #0f141a; } }
";

/// How a sheet looks.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The beginning of the heading of each page.
    pub title: String,
    /// The number of puzzles on a page; `None` for as many as can be solved with a pencil. There are twice as many solutions on a page.
    pub per_page: Option<usize>,
    /// What stands under a puzzle beside its number.
    pub captions: Vec<Caption>,
    /// Whether the solutions follow the puzzles.
    pub solutions: bool,
    /// Whether digits and captions are large, and a page has one puzzle unless `per_page` says otherwise.
    pub large: bool,
}

/// A part of the line under a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caption {
    /// What the file calls the puzzle.
    Name,
    /// The rules, if they are not those of the ordinary Sudoku.
    Rules,
    /// How difficult the puzzle is for a human player, in words such as `hard`.
    Difficulty,
    /// The rating of the hardest technique that a human player needs.
    Rating,
    /// The level of the puzzle for a search, or how many solutions it has.
    Level,
    /// The number of clues.
    Clues,
}

impl Caption {
    /// The parts by their names, and what each is.
    pub const ALL: [(&'static str, Self, &'static str); 6] = [
        ("name", Self::Name, "what the file calls the puzzle"),
        ("rules", Self::Rules, "the rules, if they are not the usual ones"),
        ("difficulty", Self::Difficulty, "easy, medium, hard, very hard or extreme"),
        ("rating", Self::Rating, "the rating for a human player"),
        ("level", Self::Level, "the level for a search"),
        ("clues", Self::Clues, "the number of clues"),
    ];
    /// The parts of a sheet that says nothing of captions.
    pub const USUAL: [Self; 3] = [Self::Rules, Self::Level, Self::Clues];

    /// Whether the part needs a rating, which takes time.
    pub fn needs_rating(self) -> bool {
        matches!(self, Self::Difficulty | Self::Rating)
    }
}

/// A page of a sheet.
struct Page {
    drawing: Group,
    title: String,
    /// The class of the page in HTML.
    what: &'static str,
}

impl Sheet {
    /// A sheet with this title, the usual captions, and solutions.
    pub fn new(title: impl Into<String>) -> Self {
        let captions = Caption::USUAL.to_vec();
        Self { title: title.into(), per_page: None, captions, solutions: true, large: false }
    }

    /// The sheet as one HTML file that needs nothing beside it.
    pub fn html(&self, entries: &[Entry]) -> String {
        let mut html = String::from(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n",
        );
        let style = said("style", format!("{}{}", style(), HTML_STYLE.trim_start()));
        _ = write!(html, "{}\n{style}\n</head>\n<body>\n", said("title", &*self.title));
        for page in self.pages(entries) {
            let svg = page.svg(None);
            _ = writeln!(html, "<section class=\"page {}\">\n{svg}\n</section>", page.what);
        }
        html + "</body>\n</html>\n"
    }

    /// The pages as SVG documents.
    pub fn svg(&self, entries: &[Entry]) -> Vec<String> {
        let style = style();
        self.pages(entries).iter().map(|page| format!("{}\n", page.svg(Some(&style)))).collect()
    }

    /// The number of puzzles on a page.
    fn puzzles_a_page(&self, entries: &[Entry]) -> usize {
        let fitting = entries.iter().map(|entry| match entry.rows() {
            _ if self.large => 1,
            ..=9 => 6,
            10..=16 => 2,
            _ => 1,
        });
        let fitting = fitting.min().map(|most| most.min(entries.len()));
        self.per_page.or(fitting).unwrap_or(1).max(1)
    }

    fn pages(&self, entries: &[Entry]) -> Vec<Page> {
        let per_page = self.puzzles_a_page(entries);
        let mut pages = self.pages_of("puzzles", entries, per_page, |number, entry| {
            (entry.puzzle.clone(), entry.note(number, &self.captions))
        });
        if self.solutions {
            pages.extend(self.pages_of("solutions", entries, 2 * per_page, |number, entry| {
                match &entry.solved {
                    Some(solved) => (solved.clone(), number.to_string()),
                    None => (entry.puzzle.clone(), format!("{number} \u{b7} not solved")),
                }
            }));
        }
        pages
    }

    fn pages_of(
        &self,
        what: &'static str,
        entries: &[Entry],
        per_page: usize,
        board: impl Fn(usize, &Entry) -> (Board, String),
    ) -> Vec<Page> {
        let (heading, caption) = LETTERS[usize::from(self.large)];
        let places = Places::new(per_page, note_height(caption));
        let numbered = (1..).zip(entries).collect::<Vec<_>>();
        let page = |entries: &[(usize, &Entry)]| {
            let title = format!("{}: {what}", self.title);
            let mut drawing = Group::new();
            drawing.append(line(&title, (PAGE.0 / 2.0, 8.0), heading, PAGE.0, "heading"));
            for (place, &(number, entry)) in entries.iter().enumerate() {
                let (board, note) = board(number, entry);
                let board = if self.large { board.in_large_print() } else { board };
                let (x, y) = places.corner(place);
                let scale = places.side / (board.side() + 2.0 * EDGE);
                let edge = EDGE * scale;
                let moved =
                    format!("translate({} {}) scale({scale:.5})", short(x + edge), short(y + edge));
                drawing.append(board.draw().set("transform", moved));
                let at = (x + places.side / 2.0, y + places.side + 1.4 * caption);
                drawing.append(line(&note, at, caption, places.side + GAP / 2.0, "note"));
            }
            Page { drawing, title, what }
        };
        numbered.chunks(per_page).map(page).collect()
    }
}

impl Page {
    fn svg(&self, style: Option<&str>) -> SVG {
        let mut page = Document::new()
            .set("viewBox", (0, 0, PAGE.0, PAGE.1))
            .set("width", format!("{}mm", PAGE.0))
            .set("height", format!("{}mm", PAGE.1))
            .set("role", "img")
            .add(titled(&self.title));
        if let Some(style) = style {
            // Alone the page needs paper of its own, which is dark on a dark screen.
            let paper = Rectangle::new().set("class", "paper");
            let paper = paper.set("width", PAGE.0).set("height", PAGE.1);
            page = page.add(Style::new(style)).add(paper);
        }
        page.add(self.drawing.clone())
    }
}

/// The style of the drawing of a page.
fn style() -> String {
    [GRID_STYLE.trim_start(), ground::STYLE.trim_start(), TEXT_STYLE.trim_start()].concat()
}

/// A line of text around a middle, with smaller letters if it is wider than there is room.
fn line(text: &str, (x, y): (f64, f64), size: f64, room: f64, class: &str) -> Group {
    let wide = width(text, class == "heading") * size;
    let size = if wide > room { size * room / wide } else { size };
    let group = Group::new().set("class", class).set("font-size", short(size));
    group.add(text_at(x, y, text))
}

/// The height of the line under a board, for letters of this size.
fn note_height(letters: f64) -> f64 {
    2.6 * letters
}

/// The layout of the boards of a page.
#[derive(Clone, Copy, Debug)]
struct Places {
    /// Side of a board, in millimetres.
    side: f64,
    /// Height of the line under a board.
    note: f64,
    columns: usize,
}

impl Places {
    /// The layout for `boards` boards, with the number of columns that makes the boards largest.
    fn new(boards: usize, note: f64) -> Self {
        let in_columns = |columns| {
            let rows = boards.div_ceil(columns) as f64;
            let wide = (PAGE.0 + GAP) / columns as f64 - GAP;
            let high = (PAGE.1 - HEADING) / rows - note;
            // Rounded down, so that a page never overflows.
            Self { side: (wide.min(high) * 10.0).floor() / 10.0, note, columns }
        };
        let all = (1..=boards).map(in_columns);
        all.max_by(|a, b| a.side.total_cmp(&b.side)).expect("a page has at least one board")
    }

    /// The width of all columns with the gaps between them, in millimetres.
    fn width(self) -> f64 {
        (self.side + GAP) * self.columns as f64 - GAP
    }

    /// The upper left corner of a board, in millimetres.
    fn corner(self, place: usize) -> (f64, f64) {
        let (row, column) = (place / self.columns, place % self.columns);
        let left = (PAGE.0 - self.width()) / 2.0;
        (left + column as f64 * (self.side + GAP), HEADING + row as f64 * (self.side + self.note))
    }
}

#[cfg(test)]
mod tests {
    use quadrille_cover::CancelToken;
    use quadrille_cover::random::Stream;
    use quadrille_sudoku::Engine;
    use quadrille_sudoku::engine::human;
    use quadrille_sudoku::rules::{Spec, make};

    use super::super::testing::*;
    use super::*;

    fn entry(text: &str) -> Entry {
        let puzzle = puzzle(text);
        let solution = Engine::Masks.first(&puzzle);
        Entry::new(&puzzle, solution.as_ref())
    }

    #[test]
    fn puzzles_come_first_and_their_solutions_after() {
        let entries: Vec<Entry> = [P1, P4].into_iter().cycle().take(13).map(entry).collect();
        let text = Sheet::new("a & b").html(&entries);
        let sheet = parse(&text);
        let boards = |class| {
            let pages = of_class(&sheet, class).into_iter();
            let count = |page: roxmltree::Node<'_, '_>| {
                page.descendants().filter(|node| node.attribute("class") == Some("note")).count()
            };
            pages.map(count).collect::<Vec<_>>()
        };
        assert_eq!(boards("puzzles"), [6, 6, 1]);
        assert_eq!(boards("solutions"), [12, 1]);
        let notes = texts(&sheet, "note");
        assert_eq!(
            notes[..2],
            ["1 \u{b7} level 5 \u{b7} 23 clues", "2 \u{b7} level 1 \u{b7} 30 clues"]
        );
        assert_eq!(notes[13..15], ["1", "2"]);
        let found = texts(&sheet, "found");
        assert_eq!(
            found.len(),
            7 * (81 - 23) + 6 * (81 - 30),
            "found digits are on the pages of solutions only"
        );
        assert_eq!(texts(&sheet, "heading")[0], "a & b: puzzles");
    }

    #[test]
    fn what_is_not_one_solution_is_said() {
        let none = entry("..2.41....32..4.");
        let several = entry(P2);
        let usual = Caption::USUAL;
        assert!(none.note(1, &usual).contains("no solution"));
        assert!(several.note(2, &usual).contains("several solutions"));
        assert_eq!(several.note(2, &[Caption::Name]), "2 \u{b7} several solutions", "always");
        let text = Sheet::new("").html(&[none, several]);
        assert!(text.contains("1 \u{b7} not solved"));
        let clash = Entry::new(&puzzle("1.34341221434322"), None);
        assert!(clash.note(3, &usual).contains("no solution"));
    }

    #[test]
    fn a_puzzle_under_rules_says_them_and_how_many_solutions_it_has() {
        let rules = "4+x".parse::<Spec>().and_then(|spec| spec.rules(None)).unwrap();
        let grid = make::grid(&rules, &mut Stream::new(1, 0), &CancelToken::new()).unwrap();
        let entry = Entry::ruled(&rules, &grid, Some(&grid));
        let usual = Caption::USUAL;
        assert_eq!(entry.note(1, &usual), "1 \u{b7} 4+x \u{b7} one solution \u{b7} 16 clues");
        let entry = Entry::ruled(&rules, &[0; 16], None);
        assert_eq!(entry.note(2, &usual), "2 \u{b7} 4+x \u{b7} several solutions \u{b7} 0 clues");
        let sheet = Sheet::new("");
        assert_eq!(sheet.puzzles_a_page(&vec![entry.clone(); 7]), 6);
        assert_eq!(sheet.puzzles_a_page(std::slice::from_ref(&entry)), 1, "there is one");
        assert_eq!(Sheet { large: true, ..sheet.clone() }.puzzles_a_page(&[entry]), 1);
        let samurai = "samurai".parse::<Spec>().and_then(|spec| spec.rules(None)).unwrap();
        let entry = Entry::ruled(&samurai, &vec![0; samurai.cells()], None);
        assert_eq!(sheet.puzzles_a_page(&[entry.clone(), entry]), 1);
    }

    #[test]
    fn captions_say_what_is_asked_for() {
        let p4 = puzzle(P4);
        let entry = Entry::new(&p4, None).named(Some("morning".to_owned()));
        let entry = entry.rated(Some(human::rate(&p4)));
        let parts = |captions: &[Caption]| entry.note(3, captions).replace(" \u{b7} ", ",");
        assert_eq!(
            parts(&Caption::ALL.map(|(_, caption, _)| caption)),
            "3,morning,easy,1.2,level 1,30 clues"
        );
        assert_eq!(parts(&[Caption::Rating, Caption::Name]), "3,1.2,morning");
        assert_eq!(parts(&[]), "3");
        let sheet = Sheet { captions: vec![Caption::Name], solutions: false, ..Sheet::new("t") };
        let pages = sheet.svg(&[entry.clone(), entry]);
        assert_eq!(pages.len(), 1);
        assert_eq!(texts(&parse(&pages[0]), "note"), ["1 \u{b7} morning", "2 \u{b7} morning"]);
    }

    #[test]
    fn any_number_of_boards_fits_on_the_page() {
        for boards in 1..=60 {
            let note = note_height(LETTERS[0].1);
            let places = Places::new(boards, note);
            let rows = boards.div_ceil(places.columns) as f64;
            assert!(places.side > 15.0, "{boards}: {places:?}");
            assert!(places.width() <= PAGE.0 + 1e-9, "{boards}: {places:?}");
            assert!(HEADING + rows * (places.side + note) <= PAGE.1 + 1e-9, "{boards}: {places:?}");
        }
        assert_eq!([6, 12].map(|boards| Places::new(boards, 9.0).columns), [2, 3]);
    }

    #[test]
    fn a_sheet_needs_nothing_beside_it() {
        let text = Sheet::new("").html(&[entry(P1)]);
        let outside =
            |text: &str| text.contains("src=") || text.contains("href=") || text.contains("url(");
        assert!(!outside(&text));
        assert_eq!(text.matches("<style>").count(), 1);
    }
}
