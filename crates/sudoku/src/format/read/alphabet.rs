//! The alphabets in which the digits of cells are written.

use std::fmt;

use crate::grid::Order;

/// How the cells of a grid of an order are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alphabet {
    pub(super) symbols: Symbols,
    pub(super) order: Order,
}

/// What stands for the digits of a grid, and for its empty cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbols {
    /// One decimal digit for each cell; `.` or `0` for an empty cell. Up to 9x9.
    Digits,
    /// One letter for each cell, in either case, with `a` for 1; `.`, `0` or a backquote (the
    /// character before `a` in ASCII) for an empty cell. Up to 25x25.
    Letters,
    /// One character for each cell, the digits from 1 to 9 and then letters in either case, with `a` for 10; `.` or `0` for an
    /// empty cell. 16x16 and 25x25.
    Mixed,
    /// One number for each cell, separated from the next one; `.` or `0` for an empty cell.
    Numbers,
}

impl Symbols {
    pub(super) fn of(self, order: Order) -> Alphabet {
        Alphabet { symbols: self, order }
    }
}

impl Alphabet {
    /// The digit that the text of a cell stands for, 0 if the cell is empty; `None` if the text
    /// stands for no digit of the grid. An empty text, a blank between bars, is an empty cell.
    #[inline]
    pub(super) fn digit(self, cell: &str) -> Option<u8> {
        let digit = match (self.symbols, cell.as_bytes()) {
            (_, []) | (Symbols::Numbers, b".") => 0,
            (Symbols::Letters, &[symbol]) => LETTERS[usize::from(symbol)],
            (Symbols::Mixed, &[symbol]) if symbol.is_ascii_alphabetic() => {
                LETTERS[usize::from(symbol)] + 9
            }
            (Symbols::Digits | Symbols::Mixed, &[symbol]) => DIGITS[usize::from(symbol)],
            (Symbols::Numbers, _) if is_number(cell) => cell.parse().ok()?,
            _ => return None,
        };
        (usize::from(digit) <= self.order.side()).then_some(digit)
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
        let side = self.order.side();
        let letter = |digit: usize| char::from(b'a' + digit as u8 - 1);
        match self.symbols {
            Symbols::Digits => write!(f, "a digit from 1 to {side}")?,
            Symbols::Letters => write!(f, "a letter from a to {}", letter(side))?,
            Symbols::Mixed => {
                write!(f, "a digit from 1 to 9 or a letter from a to {}", letter(side - 9))?;
            }
            Symbols::Numbers => write!(f, "a number from 1 to {side}")?,
        }
        f.write_str(match self.symbols {
            Symbols::Letters => ", or `.`, `0` or a backquote if empty",
            _ => ", or `.` or `0` if empty",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::error::no_digit;
    use super::*;

    #[test]
    fn cells_stand_for_digits_or_say_what_was_expected() {
        let [four, sixteen] = [2, 4].map(|n| Order::new(n).unwrap());
        let digits = Symbols::Digits.of(Order::NINE);
        let (small, letters) = (Symbols::Digits.of(four), Symbols::Letters.of(sixteen));
        let numbers = Symbols::Numbers.of(sixteen);
        for cell in ["", ".", "0"] {
            assert_eq!([digits, letters, numbers].map(|all| all.digit(cell)), [Some(0); 3]);
        }
        assert_eq!((letters.digit("`"), digits.digit("`")), (Some(0), None));
        assert_eq!(
            (digits.digit("9"), numbers.digit("16"), numbers.digit("03")),
            (Some(9), Some(16), Some(3))
        );
        assert_eq!((letters.digit("a"), letters.digit("P")), (Some(1), Some(16)));
        for (alphabet, cell, expected) in [
            (small, "7", "found 7 in a 4x4 grid; expected 1 to 4, or 0 for an empty cell"),
            (
                small,
                "b",
                "found `b`; expected a digit from 1 to 4, or `.` or `0` if empty; for letters use the format `letters`",
            ),
            (small, "é", "found `é`; expected a digit from 1 to 4, or `.` or `0` if empty"),
            (
                small,
                " ",
                "found ` `; expected a digit from 1 to 4, or `.` or `0` if empty; for cells separated by blanks use the format `numbers`",
            ),
            (
                letters,
                "q",
                "found `q`; expected a letter from a to p, or `.`, `0` or a backquote if empty",
            ),
            (
                letters,
                "7",
                "found `7`; expected a letter from a to p, or `.`, `0` or a backquote if empty; digits stand for themselves only \
                 when separated by blanks",
            ),
            (
                Symbols::Letters.of(four),
                "7",
                "found `7`; expected a letter from a to d, or `.`, `0` or a backquote if empty",
            ),
            (numbers, "17", "found 17 in a 16x16 grid; expected 1 to 16, or 0 for an empty cell"),
            (numbers, "-3", "found `-3`; expected a number from 1 to 16, or `.` or `0` if empty"),
            (
                numbers,
                &"9".repeat(50),
                "found `99999999999999999999...`; expected a number from 1 to 16, or `.` or `0` if empty",
            ),
        ] {
            assert_eq!((alphabet.digit(cell), &*no_digit(cell, alphabet)), (None, expected));
        }
    }
}
