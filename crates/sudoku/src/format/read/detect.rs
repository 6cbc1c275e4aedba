//! Detects the size of a puzzle, and whether it stands on one line or has one row on each line, from
//! its first line, with the lines after it where the first line is ambiguous.
//!
//! A line of 9 cells is a row of a 9x9 grid; a line of 81 cells is a grid. Two lengths are ambiguous:
//! 16 cells, and 81 cells that are not run together, are a small grid or a row of a large one. Such a
//! line is a row if it begins as many lines of its length as the large grid has rows, and one of these
//! lines holds a value that the small grid does not have.

use std::io::BufRead;

use super::alphabet::{Alphabet, Symbols, letter_digit};
use super::characters::{DIGIT, Kinds, LATE, LETTER, kinds};
use super::error::{ReadError, other_size};
use super::layout::order_of_candidates;
use super::pencilmarks::is_set;
use super::rows::{Item, Row};
use super::split::Setting;
use super::{Reader, Rest};
use crate::format::InputFormat;
use crate::grid::{Candidates, Grid, Order};

/// The layout of a grid in the source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) order: Order,
    /// The number of lines: 1, or one for each row.
    pub(super) lines: usize,
}

/// The grids that a line fits by its length.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fit {
    /// The order of the grid if the line is a whole grid.
    pub(super) whole: Option<Order>,
    /// The order of the grid if the line is one row.
    pub(super) row: Option<Order>,
}

impl Fit {
    pub(super) fn new(length: usize, setting: Setting, format: InputFormat) -> Self {
        if setting.pencilled || format == InputFormat::Pencilmarks {
            return Self { whole: order_of_candidates(length), row: None };
        }
        // Cells that are run together are digits or letters, which suffice only up to 25x25.
        let is_written = |order: &Order| setting.apart || order.n() <= 5;
        let may_be_whole = format != InputFormat::Grid && !setting.barred;
        let may_be_row = format != InputFormat::Line;
        Self {
            whole: Order::from_cells(length).filter(is_written).filter(|_| may_be_whole),
            row: Order::from_side(length).filter(is_written).filter(|_| may_be_row),
        }
    }
}

/// What the cells of some lines are, beside empty ones.
#[derive(Clone, Copy, Debug, Default)]
struct Cells {
    /// What cells of one character may be.
    kinds: Kinds,
    has_candidates: bool,
    repeats: bool,
    /// The greatest value, with 1 for `a`.
    most: u8,
}

impl Cells {
    fn of(row: &Row) -> Self {
        let (mut found, mut seen) = (Self::default(), 0u128);
        for (cell, value) in row.cells().zip(row.values()) {
            match cell.as_bytes() {
                [byte] => found.kinds |= kinds(*byte),
                _ => found.has_candidates |= row.setting.barred && is_set(cell, row.len()),
            }
            let bit = if (1..128).contains(&value) { 1 << value } else { 0 };
            found.repeats |= seen & bit != 0;
            seen |= bit;
            found.most = found.most.max(value);
        }
        found
    }

    fn has(self, kinds: Kinds) -> bool {
        self.kinds & kinds != 0
    }

    fn with(self, other: Self) -> Self {
        Self {
            kinds: self.kinds | other.kinds,
            has_candidates: self.has_candidates || other.has_candidates,
            repeats: self.repeats || other.repeats,
            most: self.most.max(other.most),
        }
    }
}

impl Row {
    /// The values of the cells, with 1 for `a`; 0 for what has none.
    fn values(&self) -> impl Iterator<Item = u8> {
        self.cells().map(|cell| match cell.as_bytes() {
            &[letter] if letter.is_ascii_alphabetic() => letter_digit(letter).unwrap_or(0),
            _ => cell.parse().unwrap_or(0),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writing {
    Givens(Alphabet),
    Candidates,
}

impl<R: BufRead> Reader<R> {
    /// The shape of the puzzle that begins with this line.
    pub(super) fn shape(&mut self, first: &Row) -> Result<Shape, ReadError> {
        let whole = |order| Shape { order, lines: 1 };
        let rows = |order: Order| Shape { order, lines: order.side() };
        let fit = Fit::new(first.len(), first.setting, self.rows.format);
        let shape = match (fit.whole, fit.row) {
            (None, None) => return Err(self.unfit_line(first)),
            (Some(order), None) => whole(order),
            (None, Some(order)) => rows(order),
            (Some(small), Some(large)) if self.is_row(first, small, large)? => rows(large),
            (Some(small), Some(_)) => whole(small),
        };
        match self.rows.size {
            Some(expected) if expected != shape.order => {
                self.skip_grid(shape.order, shape.lines - 1);
                Err(first.error(other_size(shape.order, expected)))
            }
            _ => Ok(shape),
        }
    }

    /// How the cells of the grid with this first line are written, by all of its lines.
    pub(super) fn writing(&mut self, first: &Row, shape: Shape) -> Writing {
        let (order, apart) = (shape.order, first.setting.apart);
        let small = if apart { Symbols::Numbers } else { Symbols::Digits };
        let may_be_candidates = first.setting.barred && apart && order.n() <= Candidates::LARGEST;
        let has_symbols = matches!(order.n(), 4 | 5);
        if self.rows.format == InputFormat::Letters {
            return Writing::Givens(Symbols::Letters.of(order));
        }
        if !has_symbols && !may_be_candidates {
            return Writing::Givens(small.of(order));
        }
        let mut cells = Cells::of(first);
        let (mut left, mut index) = (shape.lines - 1, 0);
        while left > 0 {
            match self.rows.peek(index) {
                Some(Item::Row(row)) if row.len() == first.len() => {
                    cells = cells.with(Cells::of(row));
                    left -= 1;
                }
                Some(Item::Gap) if index < shape.lines + order.n() => {}
                _ => break,
            }
            index += 1;
        }
        let symbols = match (cells.has(LETTER), cells.has(DIGIT)) {
            _ if cells.has_candidates && may_be_candidates => return Writing::Candidates,
            _ if !has_symbols => small,
            (false, _) if apart => small,
            (_, true) => Symbols::Mixed,
            (_, false) => Symbols::Letters,
        };
        Writing::Givens(symbols.of(order))
    }

    /// Whether a line that could be a small grid is a row of a large one.
    fn is_row(&mut self, first: &Row, small: Order, large: Order) -> Result<bool, ReadError> {
        if let Some(size) = self.rows.size.filter(|&size| size == small || size == large) {
            return Ok(size == large);
        }
        if first.line <= self.singles_until {
            return Ok(false);
        }
        let is_new = self.singles_until == 0 || first.line != self.singles_until + 1;
        let mut lines = vec![Cells::of(first)];
        let (mut last, mut values) = (first.line, first.values().collect::<Vec<u8>>());
        // Values that repeat in a line are those of a small grid.
        let is_small = |line: &Cells| {
            line.repeats && usize::from(line.most) <= small.side() && !line.has(LETTER)
        };
        while lines.len() < large.side() && !lines.last().is_some_and(is_small) {
            let next = self.rows.peek_row(lines.len() - 1);
            let is_like = |row: &&Row| (row.len(), row.setting) == (first.len(), first.setting);
            let Some(row) = next.filter(is_like) else { break };
            lines.push(Cells::of(row));
            values.extend(row.values());
            last = row.line;
        }
        // The bands of a large grid may have a blank line between them.
        if lines.len() == large.n() && self.bands_follow(large, lines.len() - 1) {
            let (n, mut below) = (large.n(), Vec::new());
            for index in (n..large.side() + n - 1).filter(|index| (index + 2) % (n + 1) != 0) {
                below.extend(self.rows.peek_row(index).map(Cells::of));
            }
            let is_above = |line: &Cells| usize::from(line.most) > small.side() || line.has(LETTER);
            if lines.iter().chain(&below).any(is_above) {
                lines.extend(below);
            }
        }
        let cells = lines.iter().copied().fold(Cells::default(), Cells::with);
        // Cells of a large grid that are run together are letters, or letters after digits.
        let is_mixed = !first.setting.apart && cells.has(DIGIT);
        let is_large = |line: &&Cells| {
            if is_mixed { line.has(LETTER) } else { usize::from(line.most) > small.side() }
        };
        let large_lines = lines.iter().filter(is_large).count();
        let is_odd = lines.last().is_some_and(is_small)
            || is_mixed && cells.has(LATE) && 2 * large_lines <= lines.len();
        let enough = lines.len() == large.side() && !is_odd;
        // If there are too few lines, and none of them can be a small grid, they are a large grid cut
        // short. A single line of numbers, or of letters after digits, is more likely a small grid with a wrong cell.
        let cut_short = !is_odd
            && large_lines == lines.len()
            && (lines.len() > 1 || !first.setting.apart && !is_mixed);
        let is_row = enough && large_lines > 0 || cut_short;
        if !is_row {
            self.singles_until = last;
            let ends = |item: Option<&Item>| matches!(item, None | Some(Item::Gap));
            if enough
                && is_new
                && ends(self.rows.peek(lines.len() - 1))
                && Grid::from_cells(values).is_some_and(|grid| grid.clash().is_none())
            {
                self.rest = Some(Rest::Rows(large, large.side() - 1));
                let (small, large) = (small.side(), large.side());
                return Err(first.error(format!(
                    "found {large} lines of {large} cells, which may be {large} grids of {small}x{small} or one of {large}x{large}; \
                     expected a value above {small} that says so; give the size: `--size {small}` or `--size {large}`"
                )));
            }
        }
        Ok(is_row)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{found, lines, numbers, read, sizes};
    use super::*;

    /// The results for puzzles of one size, one on each of these lines.
    fn singles(lines: std::ops::RangeInclusive<usize>, side: usize) -> Vec<String> {
        lines.map(|line| format!("{line}:{side}")).collect()
    }

    #[test]
    fn formats_may_follow_each_other() {
        let text = lines(1, &".".repeat(81))
            + &lines(9, ".........")
            + &numbers(9, 9, 9)
            + &lines(4, "| 1 | . | . | 2 |")
            + "0 5 1\n8 8 9\n\n"
            + &lines(16, "abcdefghijklmnop")
            + &lines(1, &".".repeat(625))
            + &numbers(1, 36, 1296)
            + &numbers(49, 49, 49);
        let expected = ["1:9", "2:9", "11:9", "20:4", "24:9", "27:16", "43:25", "44:36", "45:49"];
        assert_eq!(sizes(text, None), expected);
    }

    #[test]
    fn sixteen_and_eighty_one_numbers_are_rows_if_enough_lines_and_a_value_say_so() {
        assert_eq!(sizes(numbers(15, 4, 16) + &numbers(1, 5, 16), None), ["1:16"]);
        assert_eq!(sizes(numbers(80, 9, 81) + &numbers(1, 10, 81), None), ["1:81"]);
        assert_eq!(sizes(numbers(40, 4, 16), None), singles(1..=40, 4));
        assert_eq!(sizes(numbers(100, 9, 81), None), singles(1..=100, 9));
    }

    #[test]
    fn a_size_or_a_format_says_so_too() {
        assert_eq!(sizes(numbers(32, 4, 16), 4), ["1:16", "17:16"]);
        assert_eq!(sizes(numbers(81, 9, 81), 9), ["1:81"]);
        assert_eq!(sizes(lines(16, &".".repeat(16)), 4), ["1:16"]);
        let small = sizes(numbers(15, 4, 16) + &numbers(1, 5, 16), 2);
        assert_eq!(small[..15], singles(1..=15, 4));
        assert_eq!(found(&small[15]), "16:1: found 5 in a 4x4 grid");
        let symbols = lines(1, "a...............") + &lines(15, &".".repeat(16));
        assert_eq!(read(&symbols, InputFormat::Grid, None), ["1:a"]);
        assert_eq!(read(&symbols, InputFormat::Line, None).len(), 16);
    }

    #[test]
    fn too_few_lines_are_a_grid_cut_short_only_if_none_can_be_a_puzzle() {
        let cut_short = sizes(numbers(15, 16, 16), None);
        assert_eq!(cut_short.len(), 1);
        assert_eq!(found(&cut_short[0]), "1:1: found a grid that ends after 15 of its rows");
        let typo = sizes(numbers(1, 7, 16) + &numbers(5, 4, 16), None);
        assert_eq!(found(&typo[0]), "1:1: found 7 in a 4x4 grid");
        assert_eq!(typo[1..], singles(2..=6, 4));
        assert_eq!(found(&sizes(numbers(1, 7, 16), None)[0]), "1:1: found 7 in a 4x4 grid");
    }

    #[test]
    fn sixteen_symbols_are_a_row_if_they_are_letters() {
        let row = sizes("...e............", None);
        assert_eq!(found(&row[0]), "1:1: found a grid that ends after 1 of its rows");
        let late = lines(15, &".".repeat(16)) + &lines(1, "...............p");
        assert_eq!(sizes(late, None), ["1:16"]);
        assert_eq!(sizes(lines(20, &".".repeat(16)), None), singles(1..=20, 4));
        // A row of letters cannot hold a digit, so these lines are small grids.
        let typo = sizes(lines(15, "1...............") + &lines(1, "...............p"), None);
        assert_eq!(typo[..15], singles(1..=15, 4));
        let small = sizes("abcd............", None);
        assert!(small[0].ends_with("for letters use the format `letters`"), "{small:?}");
    }

    #[test]
    fn a_puzzle_of_another_size_is_one_error() {
        let mismatch = |line: usize, side: usize| {
            let expected = "expected 9x9, the size asked for; give the size found, or no size";
            format!("{line}:1: found a {side}x{side} grid; {expected}")
        };
        let text = lines(1, &".".repeat(16)) + &lines(4, "1234") + &lines(1, &".".repeat(81));
        assert_eq!(sizes(text, 3), [mismatch(1, 4), mismatch(2, 4), "6:9".into()]);
        assert_eq!(sizes(numbers(16, 16, 16), 3), [mismatch(1, 16)]);
    }
}
