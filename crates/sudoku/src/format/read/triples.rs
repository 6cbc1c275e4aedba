//! The format with one given on each line, as `row column digit`, rows and columns from 0.

use std::io::BufRead;

use super::error::{ReadError, excerpt};
use super::rows::{Item, Row};
use super::{Found, Reader, Rest};
use crate::format::InputFormat;
use crate::grid::{Grid, Order, Puzzle};

pub(super) fn is_triple(row: &Row) -> bool {
    let is_integer = |cell: &str| cell.parse::<i64>().is_ok();
    row.setting.apart && !row.setting.barred && row.len() == 3 && row.cells().all(is_integer)
}

impl<R: BufRead> Reader<R> {
    /// The puzzle whose first given is `first`. It ends at a blank line or at the end of the source.
    ///
    /// Rows and columns are counted from 0. Where the format is not named, they may be counted from 1 instead, if the list has a row or a
    /// column that says so, or if its digits clash otherwise.
    pub(super) fn triples(&mut self, first: Row) -> Result<Found, ReadError> {
        let line = first.line;
        let order = self.rows.size.unwrap_or(Order::NINE);
        let from_one = self.rows.format != InputFormat::Triples;
        let mut lists = [Ok(Grid::empty(order)), Ok(Grid::empty(order))];
        let width = first.width();
        let (mut is_aligned, mut most) = (true, 0);
        let mut item = Some(Item::Row(first));
        while let Some(Item::Row(row)) = item {
            is_aligned &= row.width() == width;
            most = row.cells().filter_map(|cell| cell.parse().ok()).fold(most, i64::max);
            for (from, list) in (0..).zip(&mut lists) {
                if let Ok(givens) = list
                    && let Err(error) = give(&row, from, givens)
                {
                    *list = Err(error);
                }
            }
            self.rows.recycle(row);
            let goes_on = lists[0].is_ok() || from_one && lists[1].is_ok();
            item = if goes_on { self.rows.next() } else { None };
        }
        if let Some(Item::Bad(error)) = item {
            self.rest = Some(Rest::List);
            return Err(error);
        }
        let clashes =
            |list: &Result<Grid, _>| list.as_ref().is_ok_and(|list| list.clash().is_some());
        let [zero, one] = [clashes(&lists[0]), clashes(&lists[1])];
        let givens = match lists {
            [Err(_), Ok(givens)] if from_one => givens,
            [Ok(_), Ok(givens)] if from_one && zero && !one => givens,
            [Ok(_), Ok(_)] if from_one && zero == one => {
                let side = order.side();
                let what = format!(
                    "found rows and columns from 1 to {}; expected a 0 or a {side} among them, which says from where they are counted; \
                     give `--format triples` if it is from 0, or the grid as rows",
                    side - 1
                );
                return Err(ReadError::new(line, 1, what));
            }
            [Ok(givens), _] => givens,
            [Err(error), _] => {
                self.rest = Some(Rest::List);
                return Err(error);
            }
        };
        let refused = |what: &str| Err(ReadError::new(line, 1, what));
        if from_one && !is_aligned {
            return refused(
                "found three numbers in each line, at other columns; expected rows of a grid with `.` for empty cells, or a list of givens with one \
                 blank between numbers",
            );
        }
        if from_one && most <= 4 && self.rows.size.is_none() && self.last.is_none() {
            return refused(
                "found no number above 4 in a list of givens, which may be of a 4x4 or of a 9x9 grid; expected a size: give `--size 4` or `--size 9`",
            );
        }
        if from_one && givens.clash().is_some() {
            return refused(
                "found givens that clash; expected a row, a column and a digit in each line; give `--format triples` if they are in this order, \
                 counted from 0",
            );
        }
        Ok(Found::new(Puzzle::new(givens), line))
    }
}

const EXPECTED: &str = "expected three integers: row, column and digit";

/// Enters the given of one line into the grid. Rows and columns are counted from `from`.
fn give(line: &Row, from: i64, givens: &mut Grid) -> Result<(), ReadError> {
    let side = givens.order().side();
    let mut numbers = [0i64; 3];
    if line.len() != numbers.len() {
        return Err(line.error(format!("found {} word(s); {EXPECTED}", line.len())));
    }
    for (i, (number, word)) in numbers.iter_mut().zip(line.cells()).enumerate() {
        let wrong = |_| line.error_at(i, format!("found `{}`; {EXPECTED}", excerpt(word)));
        *number = word.parse().map_err(wrong)?;
    }
    let index = |i: usize, what| {
        let found = numbers[i];
        let index = found.checked_sub(from).and_then(|index| usize::try_from(index).ok());
        let outside = || {
            format!(
                "found {what} {found}; expected 0 to {}; give the size if the grid is not {side}x{side}",
                side - 1
            )
        };
        index.filter(|&index| index < side).ok_or_else(|| line.error_at(i, outside()))
    };
    let (row, column, found) = (index(0, "row")?, index(1, "column")?, numbers[2]);
    let Some(digit) =
        u8::try_from(found).ok().filter(|digit| (1..=side).contains(&(*digit).into()))
    else {
        let what = format!("found digit {found}; expected 1 to {side}; leave empty cells out");
        return Err(line.error_at(2, what));
    };
    let cell = row * side + column;
    let before = givens.digit(cell);
    if before > 0 && before != digit {
        let what = format!(
            "found digit {found} for row {row} column {column}; expected {before}, as given before; give each cell once"
        );
        return Err(line.error_at(2, what));
    }
    givens.set(cell, digit);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::testing::read;
    use crate::format::InputFormat::{Auto, Triples};

    fn error(text: &str) -> String {
        read(text, Triples, None).swap_remove(0)
    }

    #[test]
    fn a_blank_line_or_the_end_ends_a_puzzle() {
        let text = "\n0 2 1\n# on\n0,0,8 # the same\r\n 1 1 9\n0 2 1\n\n\n0 1 2\nTests 3\n";
        for format in [Auto, Triples] {
            assert_eq!(read(text, format, None), ["2:8.1.......9", "9:.2"]);
        }
        assert_eq!(read("0 15 16", Auto, 4), ["1:...............p"]);
        assert_eq!(read("", Triples, None), [""; 0]);
    }

    #[test]
    fn says_where_and_what() {
        let three = "expected three integers: row, column and digit";
        assert_eq!(error("0 5 1\n  0 5"), format!("2:3: found 2 word(s); {three}"));
        assert_eq!(error("53..7...."), format!("1:1: found 1 word(s); {three}"));
        assert_eq!(error("0 5 1\n\t0 x 1"), format!("2:4: found `x`; {three}"));
        let size = "give the size if the grid is not 9x9";
        assert_eq!(error("9 5 1"), format!("1:1: found row 9; expected 0 to 8; {size}"));
        assert_eq!(error("0 -1 1"), format!("1:3: found column -1; expected 0 to 8; {size}"));
        let digit = "expected 1 to 9; leave empty cells out";
        assert_eq!(error("0 1 0"), format!("1:5: found digit 0; {digit}"));
        assert_eq!(error("0 1 256"), format!("1:5: found digit 256; {digit}"));
        let twice = "2:5: found digit 5 for row 0 column 1; expected 3, as given before; \
                     give each cell once";
        assert_eq!(error("0 1 3\n0 1 5"), twice);
    }

    #[test]
    fn rows_and_columns_may_be_counted_from_one_if_the_list_says_so() {
        assert_eq!(
            read("9 1 4\n1 9 7", Auto, None),
            ["1:........7".to_owned() + &".".repeat(63) + "4"]
        );
        let clash = read("1 3 5\n3 4 5\n", Auto, None);
        assert!(clash[0].starts_with("1:1: found rows and columns from 1 to 8"), "{clash:?}");
        let apart = read("3 3 5\n5 5 5\n", Auto, None);
        assert_eq!(apart[0].matches('5').count(), 2, "{apart:?}");
        assert_eq!(
            apart[0].find('5'),
            Some(2 + 2 * 9 + 2),
            "counted from 0, both are in the box in the middle"
        );
        assert_eq!(read("1 1 5\n", Triples, None), ["1:..........5"]);
        assert_eq!(
            error("9 1 4\n"),
            "1:1: found row 9; expected 0 to 8; give the size if the grid is not 9x9"
        );
    }

    /// Lists in another order clash, and columns of a grid with blanks for empty cells are no triples.
    #[test]
    fn lists_that_may_be_something_else_are_refused() {
        for (text, words) in [
            ("1 2 3\n0 0 4\n", "give `--size 4` or `--size 9`"),
            ("7 1 1\n9 1 1\n", "found givens that clash"),
            (
                "   9  2              6\n   5     2           7\n      1           9     3\n",
                "at other columns",
            ),
        ] {
            let found = read(text, Auto, None);
            assert!(found.len() == 1 && found[0].contains(words), "{found:?}");
        }
        assert_eq!(read("1 2 3\n0 0 4\n", Auto, 2), ["1:4.....3"]);
        assert_eq!(read("0 0 9\n\n1 2 3\n", Auto, None).len(), 2);
        assert_eq!(read("10  0  9\n 1  2  3\n", Auto, 4).len(), 1);
    }

    #[test]
    fn one_bad_list_is_one_error() {
        let found = read("0 1 3\nx\n\u{7}\n0 1 4\n\n0 0 7", Auto, None);
        assert_eq!((found.len(), &*found[1]), (2, "6:7"));
    }
}
