//! The alphabets in which the digits of cells are written.

use std::fmt;

use crate::grid::Order;

/// How the cells of a grid are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alphabet {
    /// One decimal digit for each cell; `.` or `0` for an empty cell. Up to 9x9.
    Digits(Order),
    /// One letter for each cell, in either case, with `a` for 1; `.`, `0` or a backquote (the
    /// character before `a` in ASCII) for an empty cell. Up to 25x25.
    Letters(Order),
    /// One character for each cell, the digits from 1 to 9 and then letters in either case, with `a` for 10; `.` or `0` for an
    /// empty cell. 16x16 and 25x25.
    Mixed(Order),
    /// One number for each cell, separated from the next one; `.` or `0` for an empty cell.
    Numbers(Order),
}

impl Alphabet {
    pub(super) fn order(self) -> Order {
        match self {
            Self::Digits(order)
            | Self::Letters(order)
            | Self::Mixed(order)
            | Self::Numbers(order) => order,
        }
    }

    /// The digit that the text of a cell stands for, 0 if the cell is empty; `None` if the text
    /// stands for no digit of the grid. An empty text, a blank between bars, is an empty cell.
    #[inline]
    pub(super) fn digit(self, cell: &str) -> Option<u8> {
        let digit = match (self, cell.as_bytes()) {
            (_, []) | (Self::Numbers(_), b".") => 0,
            (Self::Letters(_), &[symbol]) => LETTERS[usize::from(symbol)],
            (Self::Mixed(_), &[symbol]) if symbol.is_ascii_alphabetic() => {
                LETTERS[usize::from(symbol)] + 9
            }
            (Self::Digits(_) | Self::Mixed(_), &[symbol]) => DIGITS[usize::from(symbol)],
            (Self::Numbers(_), _) if is_number(cell) => cell.parse().ok()?,
            _ => return None,
        };
        (usize::from(digit) <= self.order().side()).then_some(digit)
    }
}

pub(super) fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The digit that a letter stands for, 1 for `a`, in either case.
pub(super) fn letter_digit(letter: u8) -> Option<u8> {
    letter.is_ascii_alphabetic().then(|| LETTERS[usize::from(letter)])
}

/// Marks a byte that stands for no digit; greater than every digit.
const NONE: u8 = u8::MAX;

/// The digit that each byte stands for in a grid of digits. A table makes long lists of puzzles fast,
/// because branches on whether a cell is empty would often be mispredicted.
const DIGITS: [u8; 256] = {
    let mut table = [NONE; 256];
    table[b'.' as usize] = 0;
    let mut digit = 0;
    while digit < 10 {
        table[(b'0' + digit) as usize] = digit;
        digit += 1;
    }
    table
};

/// The digit that each byte stands for in a grid of letters.
const LETTERS: [u8; 256] = {
    let mut table = [NONE; 256];
    table[b'.' as usize] = 0;
    table[b'0' as usize] = 0;
    table[b'`' as usize] = 0;
    let mut digit = 1;
    while digit <= 26 {
        table[(b'a' - 1 + digit) as usize] = digit;
        table[(b'A' - 1 + digit) as usize] = digit;
        digit += 1;
    }
    table
};

impl fmt::Display for Alphabet {
    /// What a cell may hold, in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.order().side();
        match self {
            Self::Digits(_) => write!(f, "a digit from 1 to {side}, or `.` or `0` if empty"),
            Self::Letters(_) => {
                let last = (b'a' + side as u8 - 1) as char;
                write!(f, "a letter from a to {last}, or `.`, `0` or a backquote if empty")
            }
            Self::Mixed(_) => {
                let last = (b'a' + side as u8 - 10) as char;
                write!(
                    f,
                    "a digit from 1 to 9 or a letter from a to {last}, or `.` or `0` if empty"
                )
            }
            Self::Numbers(_) => write!(f, "a number from 1 to {side}, or `.` or `0` if empty"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::error::ReadErrorKind;
    use super::*;

    fn four() -> Order {
        Order::new(2).unwrap()
    }

    fn sixteen() -> Order {
        Order::new(4).unwrap()
    }

    /// The digit of a cell, or the error message.
    fn read(alphabet: Alphabet, cell: &str) -> Result<u8, String> {
        alphabet.digit(cell).ok_or_else(|| ReadErrorKind::of_cell(cell, alphabet).to_string())
    }

    fn error(alphabet: Alphabet, cell: &str) -> String {
        read(alphabet, cell).unwrap_err()
    }

    #[test]
    fn empty_cells() {
        let (digits, letters) = (Alphabet::Digits(Order::NINE), Alphabet::Letters(sixteen()));
        for cell in ["", ".", "0"] {
            assert_eq!(read(digits, cell), Ok(0));
            assert_eq!(read(letters, cell), Ok(0));
            assert_eq!(read(Alphabet::Numbers(Order::NINE), cell), Ok(0));
        }
        assert_eq!(read(letters, "`"), Ok(0));
        assert!(read(digits, "`").is_err());
    }

    #[test]
    fn digits() {
        assert_eq!(read(Alphabet::Digits(Order::NINE), "9"), Ok(9));
        let expected = "found 7 in a 4x4 grid; expected 1 to 4, or 0 for an empty cell";
        assert_eq!(error(Alphabet::Digits(four()), "7"), expected);
        let expected = "found `b`; expected a digit from 1 to 4, or `.` or `0` if empty; \
                        for letters use the format `letters`";
        assert_eq!(error(Alphabet::Digits(four()), "b"), expected);
        assert!(error(Alphabet::Digits(four()), "é").starts_with("found `é`; expected a digit"));
        let hint = "if empty; for cells separated by blanks use the format `numbers`";
        assert!(error(Alphabet::Digits(four()), " ").ends_with(hint));
    }

    #[test]
    fn letters() {
        assert_eq!(read(Alphabet::Letters(sixteen()), "a"), Ok(1));
        assert_eq!(read(Alphabet::Letters(sixteen()), "P"), Ok(16));
        let expected = "found `q`; expected a letter from a to p, or `.`, `0` or a backquote if \
                        empty";
        assert_eq!(error(Alphabet::Letters(sixteen()), "q"), expected);
        let hint = "; digits stand for themselves only when separated by blanks";
        assert!(error(Alphabet::Letters(sixteen()), "7").ends_with(hint));
        assert!(error(Alphabet::Letters(four()), "7").ends_with("backquote if empty"));
    }

    #[test]
    fn numbers() {
        assert_eq!(read(Alphabet::Numbers(sixteen()), "16"), Ok(16));
        assert_eq!(read(Alphabet::Numbers(sixteen()), "03"), Ok(3));
        let expected = "found 17 in a 16x16 grid; expected 1 to 16, or 0 for an empty cell";
        assert_eq!(error(Alphabet::Numbers(sixteen()), "17"), expected);
        let expected = "found `-3`; expected a number from 1 to 16, or `.` or `0` if empty";
        assert_eq!(error(Alphabet::Numbers(sixteen()), "-3"), expected);
        let huge = error(Alphabet::Numbers(sixteen()), &"9".repeat(50));
        assert!(huge.starts_with("found `99999999999999999999...`; expected a number"));
    }
}
