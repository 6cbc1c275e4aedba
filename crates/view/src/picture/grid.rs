//! Sudoku grids: givens are tinted, lines between regions are thick, and found digits have another colour. If
//! candidates are drawn, they are small numbers in the empty cells.
//!
//! Digits are written as numbers in every size. The candidates of an empty cell stand in rows, of n each in a grid of n x n boxes, each in a place
//! of its own, so that a candidate can be recognised by its place.
//!
//! Source: system A, "Résolution du Sudoku", a C/SDL program, which draws the grid before and after solving, with filled cells
//! tinted and a thick line after every third row and column.

use quadrille_sudoku::rules::Rules;
use quadrille_sudoku::{Grid, Puzzle};
use svg::Node;
use svg::node::element::{Group, Rectangle};

use super::ground::{self, Ground};
use super::{CAPTION, CELL, HALF_A_LETTER, MARGIN, paper, short, text_at};

/// Width and height of the place of one candidate, in pixels. A cell with candidates is at least n of these wide.
const MARK: f64 = 14.0;
/// Distance between the candidates and the lines of their cell, in pixels.
const PADDING: f64 = 2.0;

/// Style that keeps a picture from being wider than its window.
const STYLE: &str = "
svg { max-width: 100%; height: auto; }
.caption { font-size: 15px; }
";

/// A grid to draw.
#[derive(Clone, Debug)]
pub struct Board {
    ground: Ground,
    givens: Vec<u8>,
    digits: Vec<u8>,
    /// For each cell a mask of its candidates (bit d - 1 for digit d), if candidates are drawn.
    candidates: Option<Vec<u128>>,
    caption: String,
    is_large: bool,
}

impl Board {
    /// A puzzle with its givens.
    pub fn puzzle(puzzle: &Puzzle) -> Self {
        Self::filled(puzzle, puzzle.givens())
    }

    /// A puzzle that is completely or partly filled in.
    ///
    /// # Panics
    /// If the grid has another size than the puzzle.
    pub fn filled(puzzle: &Puzzle, grid: &Grid) -> Self {
        assert_eq!(puzzle.order(), grid.order(), "a puzzle is filled with a grid of its size");
        let [givens, digits] = [puzzle.givens(), grid].map(|grid| grid.cells().to_vec());
        let ground = Ground::ordinary(puzzle.order());
        Self { ground, givens, digits, candidates: None, caption: String::new(), is_large: false }
    }

    /// A puzzle under rules, as far as it is filled in; 0 is an empty cell.
    ///
    /// # Panics
    /// If there are more or fewer digits than cells.
    pub fn ruled(rules: &Rules, givens: &[u8], digits: &[u8]) -> Self {
        let are_all = [givens, digits].iter().all(|digits| digits.len() == rules.cells());
        assert!(are_all, "there is a digit for each cell");
        let [givens, digits] = [givens, digits].map(<[u8]>::to_vec);
        let ground = Ground::of(rules);
        Self { ground, givens, digits, candidates: None, caption: String::new(), is_large: false }
    }

    /// Adds the candidates of empty cells: bit d - 1 of `candidates(cell)` stands for digit d. `candidates` is not called for filled
    /// cells.
    #[must_use]
    pub fn with_candidates(self, candidates: impl Fn(usize) -> u128) -> Self {
        let cells = self.digits.iter().enumerate();
        let masks = cells.map(|(cell, &digit)| if digit == 0 { candidates(cell) } else { 0 });
        Self { candidates: Some(masks.collect()), ..self }
    }

    /// The same board with digits that fill their cells.
    #[must_use]
    pub(super) fn in_large_print(self) -> Self {
        Self { is_large: true, ..self }
    }

    /// Adds a caption.
    #[must_use]
    pub fn captioned(self, caption: impl Into<String>) -> Self {
        Self { caption: caption.into(), ..self }
    }

    pub(super) fn rows(&self) -> usize {
        self.ground.rows
    }

    /// The side of a cell in pixels.
    fn cell(&self) -> f64 {
        let marks = MARK * self.ground.marks() as f64 + 2.0 * PADDING;
        if self.candidates.is_some() { CELL.max(marks) } else { CELL }
    }

    /// The side of the grid in pixels.
    pub(super) fn side(&self) -> f64 {
        self.cell() * self.rows() as f64
    }

    /// The grid without its caption, with its upper left corner at the origin.
    pub(super) fn draw(&self) -> Group {
        let (side, ground) = (self.cell(), &self.ground);
        let mut group = Group::new();
        if let Some(shades) = ground.shades(side) {
            group.append(shades);
        }
        group.append(self.tints());
        if let Some(outlines) = ground.outlines(side) {
            group.append(outlines);
        }
        let mut group = group.add(ground.lines(side, false)).add(ground.lines(side, true));
        if let Some(signs) = ground.signs(side) {
            group.append(signs);
        }
        let group = group.add(self.digits(true)).add(self.digits(false));
        match &self.candidates {
            Some(masks) => group.add(self.marks(masks)),
            None => group,
        }
    }

    /// A tinted square under each given.
    fn tints(&self) -> Group {
        let side = self.cell();
        self.filled_cells(true).fold(Group::new().set("class", "tint"), |group, cell| {
            let (x, y) = self.corner(cell);
            let square = Rectangle::new().set("x", x).set("y", y);
            group.add(square.set("width", side).set("height", side))
        })
    }

    /// The given digits; if `given` is false, the found digits.
    fn digits(&self, given: bool) -> Group {
        // Numbers of two figures need a smaller font, because two figures are about as wide as one is high.
        let share = if self.ground.digits < 10 { 0.62 } else { 0.5 };
        let size = self.cell() * if self.is_large { 1.3 * share } else { share };
        let group = Group::new().set("class", if given { "given" } else { "found" });
        let half = self.cell() / 2.0;
        self.filled_cells(given).fold(group.set("font-size", short(size)), |group, cell| {
            let (x, y) = self.corner(cell);
            let foot = y + half + HALF_A_LETTER * size;
            group.add(text_at(x + half, foot, self.digits[cell].to_string()))
        })
    }

    /// The candidates of the empty cells.
    fn marks(&self, masks: &[u128]) -> Group {
        let (n, side) = (self.ground.marks(), self.ground.digits);
        let place = (self.cell() - 2.0 * PADDING) / n as f64;
        let size = place * if side < 10 { 0.72 } else { 0.62 };
        let mut group = Group::new().set("class", "candidates").set("font-size", short(size));
        for (cell, &mask) in masks.iter().enumerate() {
            let (x, y) = self.corner(cell);
            for bit in (0..side).filter(|bit| mask >> bit & 1 == 1) {
                let centre = |i: usize| PADDING + (i as f64 + 0.5) * place;
                let foot = y + centre(bit / n) + HALF_A_LETTER * size;
                group = group.add(text_at(x + centre(bit % n), foot, (bit + 1).to_string()));
            }
        }
        group
    }

    /// The cells whose digit was given; if `given` is false, those whose digit was found.
    fn filled_cells(&self, given: bool) -> impl Iterator<Item = usize> {
        let cells = self.digits.iter().zip(&self.givens).enumerate();
        cells.filter(move |&(_, (&digit, &was))| digit > 0 && (was > 0) == given).map(|(i, _)| i)
    }

    /// The upper left corner of a cell.
    fn corner(&self, cell: usize) -> (f64, f64) {
        let (row, column) = self.ground.place(cell);
        (column as f64 * self.cell(), row as f64 * self.cell())
    }
}

/// The boards side by side, as an SVG document.
pub fn picture(title: &str, boards: &[Board]) -> String {
    let width = boards.iter().map(|board| board.side() + MARGIN).sum::<f64>() + MARGIN;
    let tallest = boards.iter().map(Board::side).fold(0.0, f64::max);
    let captions = boards.iter().any(|board| !board.caption.is_empty());
    let below = if captions { CAPTION } else { 0.0 };
    let style = format!("{}{}", STYLE.trim_end(), ground::STYLE);
    let mut picture = paper(width, tallest + 2.0 * MARGIN + below, title, &style);
    let mut left = MARGIN;
    for board in boards {
        let moved = format!("translate({left} {MARGIN})");
        picture = picture.add(board.draw().set("transform", moved));
        if !board.caption.is_empty() {
            let foot = MARGIN + board.side() + CAPTION;
            let mut caption = text_at(left + board.side() / 2.0, foot, &board.caption);
            caption.assign("class", "caption");
            picture = picture.add(caption);
        }
        left += board.side() + MARGIN;
    }
    format!("{picture}\n")
}

#[cfg(test)]
mod tests {
    use quadrille_sudoku::Order;
    use quadrille_sudoku::engine::singles::Closing;

    use super::super::testing::*;
    use super::*;

    fn digits(grid: &Grid, of: impl Fn(usize) -> bool) -> Vec<String> {
        let cells = grid.cells().iter().enumerate();
        cells.filter(|&(cell, &d)| d > 0 && of(cell)).map(|(_, d)| d.to_string()).collect()
    }

    #[test]
    fn grids_of_every_order_show_their_givens_lines_and_digits() {
        for order in Order::all() {
            let (puzzle, solution) = (sparse(order), full(order));
            let (n, side) = (order.n(), order.side());
            let given = |cell| puzzle.givens().digit(cell) > 0;
            let text = picture("", &[Board::filled(&puzzle, &solution)]);
            let drawn = parse(&text);
            assert_eq!(under(&drawn, "tint", "rect").len(), puzzle.clues());
            assert_eq!(texts(&drawn, "given"), digits(&solution, given));
            assert_eq!(texts(&drawn, "found"), digits(&solution, |cell| !given(cell)));
            assert!(of_class(&drawn, "candidates").is_empty());
            for (class, lines) in [("thick", n + 1), ("thin", side - n)] {
                let path = of_class(&drawn, class)[0].attribute("d").expect("a path");
                let all = [path.matches('H').count(), path.matches('V').count()];
                assert_eq!(all, [lines; 2], "{class} lines in {side}x{side}");
            }
        }
    }

    #[test]
    fn a_digit_stands_in_the_middle_of_its_tinted_cell_and_fits() {
        for order in Order::all() {
            let text = picture("", &[Board::puzzle(&sparse(order))]);
            let drawn = parse(&text);
            let size = number(of_class(&drawn, "given")[0], "font-size");
            let longest = if order.side() < 10 { 1.0 } else { 2.0 };
            // A digit in Helvetica is 0.556 of the font size wide and 0.72 high.
            assert!(longest * 0.556 * size < 0.8 * CELL, "{order:?}");
            let cells = under(&drawn, "tint", "rect").into_iter();
            for (cell, digit) in cells.zip(under(&drawn, "given", "text")) {
                let of = |attribute| number(digit, attribute) - number(cell, attribute);
                assert!((of("x") - CELL / 2.0).abs() < 0.01);
                assert!((of("y") - 0.36 * size - CELL / 2.0).abs() < 0.01);
            }
        }
    }

    #[test]
    fn candidates_are_those_of_the_cell_in_rows_of_n() {
        for order in Order::all() {
            let puzzle = sparse(order);
            let closing = Closing::new(&puzzle);
            let board = Board::puzzle(&puzzle).with_candidates(|cell| closing.candidates(cell));
            let text = picture("", std::slice::from_ref(&board));
            let drawn = parse(&text);
            let mut marks = under(&drawn, "candidates", "text").into_iter();
            for (cell, digit) in
                (0..order.cells()).flat_map(|c| (1..=order.side()).map(move |d| (c, d)))
            {
                if puzzle.givens().digit(cell) > 0
                    || closing.candidates(cell) >> (digit - 1) & 1 == 0
                {
                    continue;
                }
                let mark = marks.next().expect("a mark for each candidate");
                assert_eq!(mark.text(), Some(&*digit.to_string()));
                // Position within the cell: the middle of the mark, a little above its baseline.
                let (x, y) = board.corner(cell);
                let across = (number(mark, "x") - x) / board.cell();
                let down = (number(mark, "y") - y) / board.cell() - 0.25 / order.n() as f64;
                let expected = |i: usize| (i as f64 + 0.5) / order.n() as f64;
                let off = 0.5 / order.n() as f64;
                assert!((across - expected((digit - 1) % order.n())).abs() < off, "{order:?}");
                assert!((down - expected((digit - 1) / order.n())).abs() < off, "{order:?}");
            }
            assert!(marks.next().is_none());
        }
    }

    #[test]
    fn boards_stand_beside_each_other_within_the_paper() {
        let puzzle = puzzle(P1);
        let boards = ["one", "two", "three"].map(|name| Board::puzzle(&puzzle).captioned(name));
        let text = picture("a title", &boards);
        let drawn = parse(&text);
        let captions = of_class(&drawn, "caption");
        assert_eq!(
            captions.iter().filter_map(roxmltree::Node::text).collect::<Vec<_>>(),
            ["one", "two", "three"]
        );
        let (width, height) =
            (number(drawn.root_element(), "width"), number(drawn.root_element(), "height"));
        assert_eq!(
            drawn.root_element().attribute("viewBox"),
            Some(&*format!("0 0 {width} {height}"))
        );
        assert!((width - 3.0 * (9.0 * CELL + MARGIN) - MARGIN).abs() < 1.0);
        for caption in captions {
            assert!(number(caption, "x") < width && number(caption, "y") < height);
        }
    }
}
