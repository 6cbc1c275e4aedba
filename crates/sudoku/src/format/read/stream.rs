//! The format in which the whole source is one grid. Line breaks have no meaning, and cells that are
//! missing at the end are empty.

use std::io::BufRead;

use super::alphabet::Symbols;
use super::error::{ReadError, no_digit};
use super::{Found, Reader};
use crate::grid::{Grid, Order, Puzzle};

impl<R: BufRead> Reader<R> {
    /// The one puzzle of a stream; `None` from the second call on.
    pub(super) fn stream(&mut self) -> Option<Result<Found, ReadError>> {
        let first = !std::mem::replace(&mut self.finished, true);
        first.then(|| self.read_stream())
    }

    /// Reads the puzzle. A blank is an empty cell, except before a comment and after the last cell.
    fn read_stream(&mut self) -> Result<Found, ReadError> {
        let order = self.rows.size.unwrap_or(Order::NINE);
        let alphabet = match order.n() {
            2..=3 => Symbols::Digits.of(order),
            4..=5 => Symbols::Letters.of(order),
            _ => {
                let what = format!(
                    "found size {}, too large for a stream; expected 4, 9, 16 or 25; use numbers instead",
                    order.side()
                );
                return Err(ReadError::new(1, 1, what));
            }
        };
        let mut givens = Grid::empty(order);
        let mut cell = 0;
        let mut first_line = None;
        let (mut text, mut utf8) = (String::new(), [0; 4]);
        while let Some(line) = self.rows.lines.next_into(&mut text) {
            let line = line?;
            for (i, c) in text.chars().enumerate() {
                let error = |what| Err(ReadError::new(line, i + 1, what));
                let symbol = if c == ' ' { "" } else { c.encode_utf8(&mut utf8) };
                let Some(digit) = alphabet.digit(symbol) else {
                    return error(no_digit(symbol, alphabet));
                };
                if cell == order.cells() && c == ' ' {
                    continue;
                }
                if cell == order.cells() {
                    return error(format!(
                        "found more than {cell} cells; expected one grid only; give the size if it is larger"
                    ));
                }
                givens.set(cell, digit);
                cell += 1;
                first_line.get_or_insert(line);
            }
        }
        Ok(Found::new(Puzzle::new(givens), first_line.unwrap_or(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use crate::format::InputFormat;

    fn read(text: &str, n: impl Into<Option<usize>>) -> Vec<String> {
        testing::read(text, InputFormat::Stream, n)
    }

    #[test]
    fn cells_run_on_and_may_stop_short() {
        assert_eq!(read("", None), ["1:"], "the empty grid");
        assert_eq!(read("\n# c\n53..7\r\n\n  60 8 # c\n\n", None), ["3:53..7..6..8"]);
        assert_eq!(read("`b.p", 4), ["1:.b.p"]);
        assert_eq!(read("12343412 2 43 21", 2), ["1:12343412.2.43.21"]);
        assert_eq!(testing::found(&read("....\n.....  \t", None)[0]), "2:8: found `\\t`");
    }

    #[test]
    fn too_many_cells() {
        let full = "1...............";
        assert_eq!(read(&format!("{full}  \n  \n"), 2), ["1:1"], "blanks are nothing");
        let expected = "2:2: found more than 16 cells; expected one grid only; \
                        give the size if it is larger";
        assert_eq!(read(&format!("{full}\n .\n"), 2), [expected]);
    }

    #[test]
    fn says_where_and_what_and_ends() {
        assert!(read("12\n 3x", None)[0].starts_with("2:3: found `x`; expected a digit"));
        assert!(read("12\n 5.", 2)[0].starts_with("2:2: found 5 in a 4x4 grid"));
        let expected = "1:1: found size 36, too large for a stream; expected 4, 9, 16 or 25; \
                        use numbers instead";
        assert_eq!(read("1", 6), [expected]);
    }
}
