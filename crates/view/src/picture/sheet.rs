//! A sheet to print: pages of puzzles, each with its number and level, then pages with the solutions.
//!
//! The sheet is a single self-contained HTML file. A page fits on A4 and on Letter: it is at most as wide as A4 and at most as long
//! as Letter.

use std::fmt;

use quadrille_cover::{Budget, CancelToken};
use quadrille_sudoku::rules::{Rules, make};
use quadrille_sudoku::{Engine, Grid, Level, Puzzle, Uniqueness, rate};
use svg::Node;
use svg::node::element::{Element, SVG};

use super::grid::Board;
use super::{STYLE as GRID_STYLE, ground, said};

/// Width and height that fit on A4 and on Letter with a margin of 12 mm, in millimetres.
const PAGE: (f64, f64) = (186.0, 252.0);
/// Height of the heading of a page, in millimetres.
const HEADING: f64 = 14.0;
/// Height of the line under a board, in millimetres.
const NOTE: f64 = 9.0;
/// Distance between two boards side by side, in millimetres.
const GAP: f64 = 8.0;
/// Limit of tests for the search that decides whether a puzzle has one solution.
const PATIENCE: u64 = 100_000;
/// Room around a grid in pixels, because half of the width of its outer lines lies outside the grid.
const EDGE: f64 = 2.0;

const STYLE: &str = "
@page { margin: 12mm; }
* { box-sizing: border-box; }
body { margin: 0 auto; width: 186mm; font-family: Helvetica, Arial, sans-serif;
background: #ffffff; color: #1c2128; }
.page { height: 252mm; break-after: page; break-inside: avoid; overflow: hidden; }
.page:last-child { break-after: auto; }
h1 { margin: 0; height: 14mm; font-size: 5.5mm; line-height: 8mm; text-align: center;
white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.boards { display: flex; flex-wrap: wrap; gap: 0 8mm; margin: 0 auto; }
figure { margin: 0; break-inside: avoid; }
figcaption { height: 9mm; padding-top: 1.5mm; font-size: 3.4mm; text-align: center;
white-space: nowrap; }
@media screen { .page { margin: 8mm 0; } }
@media screen and (prefers-color-scheme: dark) {
body { background: #0f141a; color: #f0f4f8; }
}
";

/// A puzzle of a sheet.
#[derive(Clone, Debug)]
pub struct Entry {
    puzzle: Board,
    solved: Option<Board>,
    clues: usize,
    /// What the line under the puzzle says about its rules, its level and its solutions.
    about: String,
}

/// What the line under a puzzle says about its level and its solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// The puzzle has one solution and this level.
    Level(Level),
    /// The proof that the puzzle has one solution was given up at the limit of tests.
    Unproven(Level),
    /// The puzzle has one solution, but no level, because it restricts candidates.
    OneSolution,
    /// Whether the puzzle has one solution is not known, and it has no level, because it restricts candidates.
    Unknown,
    NoSolution,
    SeveralSolutions,
}

impl Standing {
    fn of(puzzle: &Puzzle) -> Self {
        let level = rate::level(puzzle);
        // Below level 5 the rating has searched to the end, which proves that there is one solution. At level 5 it
        // stopped after a few forks.
        if let Some(level) = level.filter(|level| level.number() < 5) {
            return Self::Level(level);
        }
        let budget = Budget { tests: Some(PATIENCE), ..Budget::default() };
        match (Engine::Masks.uniqueness(puzzle, &budget), level) {
            (Some(Uniqueness::None), _) => Self::NoSolution,
            (Some(Uniqueness::Unique), None) if puzzle.candidates().is_some() => Self::OneSolution,
            (None, None) if puzzle.candidates().is_some() => Self::Unknown,
            (Some(Uniqueness::Multiple), _) | (_, None) => Self::SeveralSolutions,
            (Some(Uniqueness::Unique), Some(level)) => Self::Level(level),
            (None, Some(level)) => Self::Unproven(level),
        }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => write!(f, "level {level}"),
            Self::Unproven(level) => write!(f, "level {level}, uniqueness not proven"),
            Self::OneSolution => f.write_str("one solution, candidates restricted"),
            Self::Unknown => f.write_str("candidates restricted, uniqueness not proven"),
            Self::NoSolution => f.write_str("no solution"),
            Self::SeveralSolutions => f.write_str("several solutions"),
        }
    }
}

impl Entry {
    /// A puzzle with a solution, if one is known. This computes its [level](rate::level), and whether it has one solution, as far as
    /// 100000 tests of `masks` can show it.
    ///
    /// # Panics
    /// If the solution has another size than the puzzle.
    pub fn new(puzzle: &Puzzle, solution: Option<&Grid>) -> Self {
        let solved = solution.map(|grid| Board::filled(puzzle, grid));
        let about = Standing::of(puzzle).to_string();
        Self { puzzle: Board::puzzle(puzzle), solved, clues: puzzle.clues(), about }
    }

    /// A puzzle under rules with a solution, if one is known. This computes whether the puzzle has one solution, as far as
    /// 200000 nodes can show it.
    ///
    /// # Panics
    /// If there are more or fewer digits than cells.
    pub fn ruled(rules: &Rules, givens: &[u8], solution: Option<&[u8]>) -> Self {
        let standing = match make::uniqueness(rules, givens, &CancelToken::new()) {
            Some(Uniqueness::Unique) => "one solution",
            Some(Uniqueness::None) => "no solution",
            Some(Uniqueness::Multiple) => "several solutions",
            None => "uniqueness not proven",
        };
        Self {
            puzzle: Board::ruled(rules, givens, givens),
            solved: solution.map(|digits| Board::ruled(rules, givens, digits)),
            clues: givens.iter().filter(|&&digit| digit > 0).count(),
            about: format!("{} \u{b7} {standing}", rules.title()),
        }
    }

    /// The number of rows of the puzzle.
    pub fn rows(&self) -> usize {
        self.puzzle.rows()
    }

    fn note(&self, number: usize) -> String {
        format!("{number} \u{b7} {} \u{b7} {} clues", self.about, self.clues)
    }
}

/// Default number of puzzles on a page, by their number of rows: few enough that they can be solved with a pencil.
pub fn puzzles_a_page(rows: usize) -> usize {
    match rows {
        ..=9 => 6,
        10..=16 => 2,
        _ => 1,
    }
}

/// A sheet with `per_page` puzzles on a page, then their solutions, twice as many on a page.
///
/// # Panics
/// If `per_page` is 0.
pub fn html(title: &str, entries: &[Entry], per_page: usize) -> String {
    let mut body = Element::new("body");
    for page in pages(title, "puzzles", entries, per_page, |number, entry| {
        (entry.puzzle.clone(), entry.note(number))
    }) {
        body.append(page);
    }
    for page in
        pages(title, "solutions", entries, 2 * per_page, |number, entry| match &entry.solved {
            Some(solved) => (solved.clone(), number.to_string()),
            None => (entry.puzzle.clone(), format!("{number} \u{b7} not solved")),
        })
    {
        body.append(page);
    }
    let mut html = Element::new("html");
    html.assign("lang", "en");
    html.append(head(title));
    html.append(body);
    format!("<!DOCTYPE html>\n{html}\n")
}

fn head(title: &str) -> Element {
    let mut charset = Element::new("meta");
    charset.assign("charset", "utf-8");
    let mut head = Element::new("head");
    head.append(charset);
    head.append(said("title", title));
    let style = [STYLE.trim_start(), GRID_STYLE.trim(), ground::STYLE.trim_end()].concat();
    head.append(said("style", style));
    head
}

/// Pages of boards, each board with a line under it.
fn pages(
    title: &str,
    what: &str,
    entries: &[Entry],
    per_page: usize,
    board: impl Fn(usize, &Entry) -> (Board, String),
) -> Vec<Element> {
    let places = Places::new(per_page);
    let numbered = (1..).zip(entries).collect::<Vec<_>>();
    let page = |entries: &[(usize, &Entry)]| {
        let mut boards = Element::new("div");
        boards.assign("class", "boards");
        boards.assign("style", format!("width:{:.1}mm", places.width()));
        for &(number, entry) in entries {
            let (board, note) = board(number, entry);
            boards.append(figure(&board, &note, places.side));
        }
        let mut page = Element::new("section");
        page.assign("class", format!("page {what}"));
        page.append(said("h1", format!("{title}: {what}")));
        page.append(boards);
        page
    };
    numbered.chunks(per_page).map(page).collect()
}

/// The layout of the boards of a page.
#[derive(Clone, Copy, Debug)]
struct Places {
    /// Side of a board, in millimetres.
    side: f64,
    columns: usize,
}

impl Places {
    /// The layout for `boards` boards, with the number of columns that makes the boards largest.
    fn new(boards: usize) -> Self {
        let in_columns = |columns| {
            let rows = boards.div_ceil(columns) as f64;
            let wide = (PAGE.0 + GAP) / columns as f64 - GAP;
            let high = (PAGE.1 - HEADING) / rows - NOTE;
            // Rounded down, so that a page never overflows.
            Self { side: (wide.min(high) * 10.0).floor() / 10.0, columns }
        };
        let all = (1..=boards).map(in_columns);
        all.max_by(|a, b| a.side.total_cmp(&b.side)).expect("a page has at least one board")
    }

    /// The width of all columns with the gaps between them, in millimetres.
    fn width(self) -> f64 {
        (self.side + GAP) * self.columns as f64 - GAP
    }
}

fn figure(board: &Board, note: &str, millimetres: f64) -> Element {
    let side = board.side() + 2.0 * EDGE;
    let svg = SVG::new()
        .set("viewBox", (-EDGE, -EDGE, side, side))
        .set("width", format!("{millimetres}mm"))
        .set("height", format!("{millimetres}mm"))
        .set("role", "img")
        .add(board.draw());
    let mut figure = Element::new("figure");
    figure.append(svg);
    figure.append(said("figcaption", note));
    figure
}

#[cfg(test)]
mod tests {
    use quadrille_cover::random::Stream;
    use quadrille_sudoku::rules::Spec;

    use super::super::testing::*;
    use super::*;

    fn entry(text: &str) -> Entry {
        let puzzle = puzzle(text);
        let solution = Engine::Masks.first(&puzzle);
        Entry::new(&puzzle, solution.as_ref())
    }

    #[test]
    fn puzzles_come_first_and_their_solutions_after() {
        let p4 =
            "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
        let entries: Vec<Entry> = [P1, p4].into_iter().cycle().take(13).map(entry).collect();
        let text = html("a & b", &entries, 6);
        let sheet = parse(&text);
        let boards = |class| {
            let pages = of_class(&sheet, class).into_iter();
            let count = |page: roxmltree::Node<'_, '_>| {
                page.descendants().filter(|node| node.has_tag_name("figure")).count()
            };
            pages.map(count).collect::<Vec<_>>()
        };
        assert_eq!(boards("puzzles"), [6, 6, 1]);
        assert_eq!(boards("solutions"), [12, 1]);
        let notes: Vec<_> = sheet
            .descendants()
            .filter(|node| node.has_tag_name("figcaption"))
            .filter_map(|node| node.text())
            .collect();
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
        assert!(text.contains("<h1>a &amp; b: puzzles</h1>"));
    }

    #[test]
    fn what_is_not_one_solution_is_said() {
        let none = entry("..2.41....32..4.");
        let several = entry(P2);
        assert!(none.note(1).contains("no solution"));
        assert!(several.note(2).contains("several solutions"));
        let text = html("", &[none, several], 2);
        assert!(text.contains("1 \u{b7} not solved"));
        let clash = Entry::new(&puzzle("1.34341221434322"), None);
        assert!(clash.note(3).contains("no solution"));
    }

    #[test]
    fn a_puzzle_under_rules_says_them_and_how_many_solutions_it_has() {
        let rules = "4+x".parse::<Spec>().and_then(|spec| spec.rules(None)).unwrap();
        let grid = make::grid(&rules, &mut Stream::new(1, 0), &CancelToken::new()).unwrap();
        let entry = Entry::ruled(&rules, &grid, Some(&grid));
        assert_eq!(entry.note(1), "1 \u{b7} 4+x \u{b7} one solution \u{b7} 16 clues");
        let entry = Entry::ruled(&rules, &[0; 16], None);
        assert_eq!(entry.note(2), "2 \u{b7} 4+x \u{b7} several solutions \u{b7} 0 clues");
        assert_eq!((entry.rows(), puzzles_a_page(4), puzzles_a_page(21)), (4, 6, 1));
    }

    #[test]
    fn any_number_of_boards_fits_on_the_page() {
        for boards in 1..=60 {
            let places = Places::new(boards);
            let rows = boards.div_ceil(places.columns) as f64;
            assert!(places.side > 15.0, "{boards}: {places:?}");
            assert!(places.width() <= PAGE.0 + 1e-9, "{boards}: {places:?}");
            assert!(HEADING + rows * (places.side + NOTE) <= PAGE.1 + 1e-9, "{boards}: {places:?}");
        }
        assert_eq!((Places::new(6).columns, Places::new(12).columns), (2, 3));
    }

    #[test]
    fn a_sheet_needs_nothing_beside_it() {
        let text = html("", &[entry(P1)], 1);
        let outside =
            |text: &str| text.contains("src=") || text.contains("href=") || text.contains("url(");
        assert!(!outside(&text));
        assert_eq!(text.matches("<style>").count(), 1);
    }
}
