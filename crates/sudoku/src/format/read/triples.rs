//! The format with one given on each line, as `row column digit`, rows and columns from 0.

use std::io::BufRead;

use super::error::{ReadError, ReadErrorKind, excerpt};
use super::rows::{Item, Row};
use super::{Found, Reader, Rest};
use crate::grid::{Grid, Order, Puzzle};

/// Whether a line is three integers.
pub(super) fn is_triple(row: &Row) -> bool {
    let is_integer = |cell: &str| cell.parse::<i64>().is_ok();
    row.setting.apart && !row.setting.barred && row.len() == 3 && row.cells().all(is_integer)
}

impl<R: BufRead> Reader<R> {
    /// The puzzle whose first given is `first`. It ends at a blank line or at the end of the source.
    pub(super) fn triples(&mut self, first: Row) -> Result<Found, ReadError> {
        let line = first.line;
        let mut givens = Grid::empty(self.rows.size.unwrap_or(Order::NINE));
        let mut item = Some(Item::Row(first));
        while let Some(Item::Row(row)) = item {
            if let Err(error) = give(&row, &mut givens) {
                self.rest = Some(Rest::List);
                return Err(error);
            }
            self.rows.recycle(row);
            item = self.rows.next();
        }
        if let Some(Item::Bad(error)) = item {
            self.rest = Some(Rest::List);
            return Err(error);
        }
        Ok(Found { puzzle: Puzzle::new(givens), line })
    }
}

/// Enters the given of one line into the grid.
fn give(line: &Row, givens: &mut Grid) -> Result<(), ReadError> {
    let side = givens.order().side();
    let mut numbers = [0i64; 3];
    if line.len() != numbers.len() {
        return Err(line.error(ReadErrorKind::NotThree(line.len())));
    }
    for (i, (number, word)) in numbers.iter_mut().zip(line.cells()).enumerate() {
        *number =
            word.parse().map_err(|_| line.error_at(i, ReadErrorKind::NotInteger(excerpt(word))))?;
    }
    let index = |i: usize, what| {
        let outside = ReadErrorKind::Outside { what, found: numbers[i], last: side - 1 };
        let index = usize::try_from(numbers[i]).ok().filter(|&index| index < side);
        index.ok_or_else(|| line.error_at(i, outside))
    };
    let (row, column, found) = (index(0, "row")?, index(1, "column")?, numbers[2]);
    let Some(digit) =
        u8::try_from(found).ok().filter(|digit| (1..=side).contains(&(*digit).into()))
    else {
        return Err(line.error_at(2, ReadErrorKind::NoDigit { found, side }));
    };
    let cell = row * side + column;
    let before = givens.digit(cell);
    if before > 0 && before != digit {
        return Err(line.error_at(2, ReadErrorKind::GivenTwice { row, column, before, found }));
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
    fn one_bad_list_is_one_error() {
        let found = read("0 1 3\nx\n\u{7}\n0 1 4\n\n0 0 1", Auto, None);
        assert_eq!((found.len(), &*found[1]), (2, "6:1"));
    }
}
