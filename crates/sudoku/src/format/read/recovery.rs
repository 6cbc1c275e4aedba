//! Recovery after an error in a puzzle. Skips the lines that follow and belong to the same puzzle, so that
//! one bad puzzle is one error, and finds what an unusable line should have been.

use std::io::BufRead;

use super::Reader;
use super::detect::Fit;
use super::error::{ReadError, excerpt, wrong_length};
use super::layout::{candidates_length, is_cell};
use super::rows::{Item, Row};
use super::triples::is_triple;
use crate::format::InputFormat;
use crate::grid::Order;

/// The length of a row in the largest Sudoku in print whose side is not a square, 12x12. A line of a length
/// that fits no grid is taken for a row up to this length, and for a puzzle beyond it.
const LARGEST_OTHER: usize = 12;

impl<R: BufRead> Reader<R> {
    /// The error of a line whose length fits no grid. Skips the lines of the same puzzle.
    pub(super) fn unfit_line(&mut self, line: &Row) -> ReadError {
        let foreign = line.cells().enumerate().find(|(_, cell)| !is_cell(cell));
        let grid = self.skip_below(foreign.is_none().then_some(line.len()));
        let may_be_row = self.rows.format != InputFormat::Line && line.len() <= LARGEST_OTHER;
        if grid.is_none() && may_be_row {
            while self.rows.peek_row(0).is_some_and(|row| row.len() == line.len()) {
                self.rows.skip();
            }
        }
        match foreign {
            Some((i, cell)) => {
                let found = excerpt(cell);
                let what = format!(
                    "found `{found}`; expected cells (digits, letters, numbers, `.`), or `#` and a comment"
                );
                line.error_at(i, what)
            }
            None => line.error(self.wrong_length(line, grid)),
        }
    }

    /// Skips the lines that belong to the same puzzle as an unusable line above them: the rest of a
    /// list of triples, or the rest of a grid, whose order is returned. `length` is the number of
    /// cells in the unusable line, as in `grid_below`.
    pub(super) fn skip_below(&mut self, length: Option<usize>) -> Option<Order> {
        let format = self.rows.format;
        let is_list = format == InputFormat::Triples
            || format == InputFormat::Auto && self.rows.peek_row(0).is_some_and(is_triple);
        if is_list {
            self.rows.skip_block();
            return None;
        }
        let order = self.grid_below(length)?;
        self.skip_grid(order, order.side() - 1);
        Some(order)
    }

    /// The order of the grid that an unusable line belongs to, if the lines below are rows of one length,
    /// but not exactly as many as a whole grid has. A line with half as many cells as the grid, or more, is
    /// a puzzle of its own. If `length` is `None`, the line is not made of cells and may be a heading, so
    /// it belongs to the grid only if rows are missing.
    fn grid_below(&mut self, length: Option<usize>) -> Option<Order> {
        let format = self.rows.format;
        let next = self.rows.peek_row(0)?;
        let fit = Fit::new(next.len(), next.setting, format);
        let Fit { whole: None, row: Some(order) } = fit else { return None };
        let side = order.side();
        let is_row = |row: &Row| row.len() == side;
        let rows = (0..=side).take_while(|&i| self.rows.peek_row(i).is_some_and(is_row)).count();
        let belongs = match length {
            None => rows < side,
            Some(length) if rows < side => 2 * length < order.cells(),
            Some(length) => rows > side && length < 2 * side,
        };
        belongs.then_some(order)
    }

    /// Skips the rest of a grid, at most `rows` rows.
    pub(super) fn skip_grid(&mut self, order: Order, rows: usize) {
        let mut left = rows;
        while left > 0 && !self.ends_grid(order) && self.rows.skip() {
            left -= 1;
        }
    }

    /// Whether the next line cannot be a row of a grid that has begun, because it is blank, the end of the
    /// source, or a puzzle of its own.
    pub(super) fn ends_grid(&mut self, order: Order) -> bool {
        let format = self.rows.format;
        match self.rows.peek(0) {
            None | Some(Item::Gap) => true,
            Some(Item::Bad(_)) => false,
            Some(Item::Row(row)) => {
                let fit = Fit::new(row.len(), row.setting, format);
                fit.whole.is_some() && row.len() >= 2 * order.side()
            }
        }
    }

    /// Whether the lines after the first band of a grid are its other bands, each after a blank line, and then a blank line or the end. With
    /// less than that, a grid that was cut short would be joined to the next one. Of the first band, this number of rows is not taken yet.
    pub(super) fn bands_follow(&mut self, order: Order, left: usize) -> bool {
        let (n, side) = (order.n(), order.side());
        (1..n).all(|band| {
            let gap = left + (band - 1) * (n + 1);
            matches!(self.rows.peek(gap), Some(Item::Gap))
                && (1..=n)
                    .all(|row| self.rows.peek_row(gap + row).is_some_and(|row| row.len() == side))
        }) && matches!(self.rows.peek(left + (n - 1) * (n + 1)), None | Some(Item::Gap))
    }

    /// The error of a line of a wrong length, with the lengths expected. If the line belongs to a grid, the length of
    /// the grid's rows is expected. Otherwise a puzzle or row of the size asked for is expected. If no size was asked
    /// for, the size is that of the puzzle before, or any size if a line like this cannot have that one.
    fn wrong_length(&self, line: &Row, grid: Option<Order>) -> String {
        let found = line.len();
        if let Some(order) = grid {
            return wrong_length(found, &[], &[order.side()]);
        }
        let fit = |length| Fit::new(length, line.setting, self.rows.format);
        let is_whole = |length: &usize| fit(*length).whole.is_some();
        let is_row = |length: &usize| fit(*length).row.is_some();
        let whole_length = match self.rows.format {
            InputFormat::Pencilmarks => candidates_length,
            _ => Order::cells,
        };
        let is_possible = |order: &Order| is_whole(&whole_length(*order)) || is_row(&order.side());
        if let Some(size) = self.rows.size.filter(|size| !is_possible(size)) {
            let side = size.side();
            return format!(
                "found cells run together; expected numbers separated by blanks, because letters are too few for {side}x{side}"
            );
        }
        let likely = self.rows.size.or(self.last.filter(is_possible));
        let orders = || Order::all().filter(|&order| likely.is_none_or(|likely| likely == order));
        let puzzles: Vec<_> = orders().map(whole_length).filter(is_whole).collect();
        let rows: Vec<_> = orders().map(Order::side).filter(is_row).collect();
        wrong_length(found, &puzzles, &rows)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};

    use super::super::testing::{Broken, EASY, found, lines, numbers, read, rows, sizes};
    use super::*;
    use InputFormat::{Auto, Grid, Line, Triples};

    #[test]
    fn a_wrong_length_names_the_likely_ones() {
        let length = |text: &str, n: Option<usize>| sizes(text, n).pop().unwrap();
        let eighty = ".".repeat(80);
        assert_eq!(
            length(&eighty, None),
            "1:1: found a line of length 80; expected 16, 81, 256 or 625 for a puzzle, \
             or 4, 9, 16 or 25 for a row"
        );
        let eight = length(&".".repeat(64), None);
        assert!(eight.contains("; a grid of 8 rows needs its boxes: `--rules 8`, or"), "{eight}");
        let nine = "found a line of length 80; expected 81 for a puzzle, or 9 for a row";
        assert_eq!(length(&eighty, Some(3)), format!("1:1: {nine}"));
        assert_eq!(length(&format!("{eighty}.\n{eighty}"), None), format!("2:1: {nine}"));
        let expected =
            "1:1: found a line of length 80; expected 1296 for a puzzle, or 36 for a row";
        assert_eq!(length(&numbers(1, 1, 80), Some(6)), expected);
        let expected = "1:1: found cells run together; expected numbers separated by blanks, \
                        because letters are too few for 36x36";
        assert_eq!(length(&eighty, Some(6)), expected);
        let expected =
            "1:3: found a line of length 5; expected 4, 9, 16, 25, 36, 49, 64 or 81 for a row";
        assert_eq!(length("| 1 | 2 | 3 | 4 | 5 |", None), expected);
    }

    #[test]
    fn what_is_no_cell_is_named_before_a_wrong_length() {
        let puzzle = ".".repeat(81);
        let found = sizes(format!("{puzzle}:1:{puzzle}\n7 A1\n{puzzle}"), None);
        let expected = "expected cells (digits, letters, numbers, `.`), or `#` and a comment";
        assert!(found[0].starts_with("1:1: found 2 puzzles in a line"), "{}", found[0]);
        assert_eq!(found[1..], [format!("2:3: found `A1`; {expected}"), "3:9".into()]);
    }

    #[test]
    fn a_bad_line_among_puzzles_is_one_error() {
        let text = format!("{EASY}\n{}\n{EASY}x\n{EASY}\n", &EASY[1..]);
        let wrong = |line, length| {
            format!("{line}:1: found a line of length {length}; expected 81 for a puzzle")
        };
        let expected = [format!("1:{EASY}"), wrong(2, 80), wrong(3, 82), format!("4:{EASY}")];
        assert_eq!(read(&text, Line, None), expected);
        let found = read(&text, Auto, None);
        assert_eq!(found[1..3], [wrong(2, 80), wrong(3, 82)].map(|text| text + ", or 9 for a row"));
        assert_eq!(read(lines(5, ".."), Line, None).len(), 5);
        assert_eq!(sizes(lines(5, &".".repeat(15)), None).len(), 5);
    }

    #[test]
    fn a_bad_row_takes_its_grid_along() {
        let grid = rows(EASY);
        for (line, row) in [(1, "53..7...."), (2, "6..195..."), (9, "....8..79")] {
            for bad in ["6..1x5...", "6..19", "6..195....", "6..195..\u{7}"] {
                let text = grid.replacen(row, bad, 1) + "\n" + &grid + &grid;
                let found = read(&text, Auto, None);
                assert!(found[0].starts_with(&format!("{line}:")), "{found:?}");
                assert_eq!(found[1..], [format!("11:{EASY}"), format!("20:{EASY}")]);
            }
        }
        let row = |line| format!("{line}:1: found a line of length 5; expected 9 for a row");
        let text = grid.replacen("6..195...", "6..19", 1) + &grid;
        assert_eq!(read(&text, Auto, None), [row(2), format!("10:{EASY}")], "no blank line");
        let text = grid.replacen("53..7....", "53..7", 1) + &grid;
        assert_eq!(read(&text, Auto, None), [row(1), format!("10:{EASY}")], "no blank line");
        let found = sizes("12..\n3\n\n12..\n..12\n..21\n21..", None);
        assert_eq!(found[1..], ["4:4"], "no further than a blank line");
    }

    #[test]
    fn what_is_not_part_of_a_grid_is_not_taken_along() {
        let heading = sizes(lines(1, "7 A1") + &lines(9, "........."), None);
        assert_eq!(heading[1..], ["2:9"]);
        let long = sizes(lines(1, &".".repeat(80)) + &lines(9, "........."), None);
        assert_eq!(long[1..], ["2:9"]);
        let cut_short = sizes(lines(1, &".".repeat(80)) + &lines(5, "........."), None);
        assert_eq!(found(&cut_short[1]), "2:1: found a grid that ends after 5 of its rows");
        let six = sizes(lines(6, "......") + &lines(4, "1234"), None);
        assert_eq!(six[1..], ["7:4"], "one error for a 6x6 grid");
    }

    #[test]
    fn a_grid_cut_short_is_one_error() {
        let seven = rows(EASY).lines().take(7).collect::<Vec<_>>().join("\n");
        let expected = "2:1: found a grid that ends after 7 of its rows; expected 9 rows before \
                        a blank line or the end";
        for format in [Auto, Grid] {
            for end in ["", "\n", "\n\n", "\n# end"] {
                assert_eq!(read(format!("\n{seven}{end}"), format, None), [expected]);
            }
        }
        for between in ["\n", "\n\n"] {
            let found = read(format!("\n{seven}{between}{EASY}"), Auto, None);
            assert_eq!(found, [expected, &format!("{}:{EASY}", 8 + between.len())]);
        }
    }

    #[test]
    fn an_unreadable_line_takes_its_puzzle_along() {
        let spoil = |text: &str, line: usize| {
            let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
            [&text.as_bytes()[..=start], b"\xff", &text.as_bytes()[start + 1..]].concat()
        };
        let triples = "0 0 7\n1 1 8\n2 2 9\n";
        for line in 1..=3 {
            let error = format!("{line}:2: found byte 0xff, which is not UTF-8");
            let text = [&spoil(&rows(EASY), line), EASY.as_bytes()].concat();
            let puzzles = read(text, Auto, None);
            assert_eq!((found(&puzzles[0]), &*puzzles[1]), (&*error, &*format!("10:{EASY}")));
            for format in [Auto, Triples] {
                let text = [&spoil(triples, line), &b"\n0 0 7"[..]].concat();
                let puzzles = read(text, format, None);
                assert_eq!((found(&puzzles[0]), &*puzzles[1]), (&*error, "5:7"));
            }
        }
    }

    #[test]
    fn a_source_that_fails_loses_the_puzzle_but_not_the_error() {
        for (text, errors) in
            [("", 1), ("12..\n", 1), ("12..\n1x\n", 2), ("0 0 1\n", 1), ("?\n", 2)]
        {
            let source = BufReader::new(text.as_bytes().chain(Broken));
            let found: Vec<_> = Reader::new(source, Auto, None).map(Result::unwrap_err).collect();
            assert_eq!(found.len(), errors, "{found:?}");
            assert!(found.last().unwrap().is_fatal);
        }
    }
}
