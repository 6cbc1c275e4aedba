//! Grids of candidates, in a frame or on one line. In a frame each cell is the set of its candidates, `13567`; a `=` before it says
//! that the cell is closed, and `-` that it has no candidate. On one line: for each cell a group with a place for each digit, 64 or 729 characters, and 4096
//! or 15625 for 16x16 and 25x25.
//!
//! The place of a digit holds the digit if it is a candidate of the cell, and `.` or `0` if it is not:
//!
//! ```text
//! 12.. 1234 ...4 .... ...      (a 4x4 grid without the blanks: 1 or 2, any digit, 4, no candidate)
//! ```
//!
//! A cell with one candidate is read as a given. A line whose empty cells have all digits is an ordinary puzzle.

use std::io::BufRead;

use super::alphabet::{Alphabet, Symbols};
use super::error::{ReadError, excerpt};
use super::rows::Row;
use super::{Found, Reader};
use crate::grid::{Candidates, Grid, Order, Puzzle};

impl<R: BufRead> Reader<R> {
    pub(super) fn pencilmarks(&mut self, row: Row, order: Order) -> Result<Found, ReadError> {
        let line = row.line;
        let puzzle = read(&row, order)?;
        self.rows.recycle(row);
        Ok(Found::new(puzzle, line))
    }
}

/// Whether a cell in a frame, in a row of `side` cells, shows that the frame holds candidates: several digits in ascending order,
/// such as `138`, or a closed cell, such as `=5`.
pub(super) fn is_set(cell: &str, side: usize) -> bool {
    let is_ascending = || cell.bytes().is_sorted_by(|before, after| before < after);
    let is_symbol = |byte: u8| match side {
        ..10 => matches!(byte, b'1'..=b'9'),
        _ => byte.is_ascii_alphabetic(),
    };
    match cell.as_bytes() {
        [b'=', _] => true,
        [_, _, ..] => cell.bytes().all(is_symbol) && is_ascending(),
        _ => false,
    }
}

/// The candidates of a cell in a frame, bit d - 1 for digit d; `None` if they are not digits in ascending order.
pub(super) fn mask(cell: &str, order: Order) -> Option<u32> {
    let alphabet = symbols(order);
    let set = cell.strip_prefix('=').filter(|set| set.len() == 1).unwrap_or(cell);
    let mut mask = 0;
    for at in 0..if set == "-" { 0 } else { set.len() } {
        let digit = alphabet.digit(set.get(at..=at)?).filter(|&digit| digit > 0)?;
        let bit = 1 << (digit - 1);
        if mask >= bit {
            return None;
        }
        mask |= bit;
    }
    (!set.is_empty()).then_some(mask)
}

/// Grids of candidates have one symbol for each digit: letters where digits would take two.
fn symbols(order: Order) -> Alphabet {
    match order.n() {
        ..=3 => Symbols::Digits.of(order),
        _ => Symbols::Letters.of(order),
    }
}

fn read(row: &Row, order: Order) -> Result<Puzzle, ReadError> {
    let side = order.side();
    let alphabet = symbols(order);
    let mut masks = vec![0; order.cells()];
    for (place, symbol) in row.cells().enumerate() {
        let (cell, index) = (place / side, place % side);
        match alphabet.digit(symbol) {
            Some(0) => {}
            Some(digit) if usize::from(digit) == index + 1 => masks[cell] |= 1 << index,
            _ => {
                let (found, digit) = (excerpt(symbol), index + 1);
                let first = if alphabet.symbols == Symbols::Letters { b'a' } else { b'1' };
                let expected = char::from(first + index as u8);
                let what = format!(
                    "found `{found}`; expected `{expected}`, or `.` or `0` if {digit} is no candidate"
                );
                return Err(row.error_at(place, what));
            }
        }
    }
    let candidates = Candidates::from_masks(masks).expect("a mask for each cell of the grid");
    Ok(Puzzle::restricted(&Grid::empty(order), candidates).expect("both have this order"))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EASY, found, read};
    use super::super::{Reader, read_one};
    use crate::format::InputFormat::{Auto, Line, Pencilmarks};
    use crate::grid::Puzzle;

    fn groups(puzzle: &str) -> String {
        let group = |c: char| match c {
            '.' => "123456789".to_owned(),
            c => "123456789".chars().map(|digit| if digit == c { c } else { '0' }).collect(),
        };
        puzzle.chars().map(group).collect()
    }

    #[test]
    fn an_ordinary_puzzle_may_be_written_as_candidates() {
        let text = groups(EASY) + "\n# next\n" + EASY + "\n" + &groups(EASY) + " 7.1 name\n";
        let expected = [1, 3, 4].map(|line| format!("{line}:{EASY}"));
        assert_eq!(read(&text, Auto, None), expected);
        assert_eq!(read(groups(EASY), Pencilmarks, 3), expected[..1]);
    }

    #[test]
    fn candidates_are_kept() {
        let text = groups(EASY).replacen("123456789", "1...56..9", 1);
        let puzzle = read_one(&text, Auto, None).unwrap();
        let candidates = puzzle.candidates().expect("a cell is restricted");
        assert_eq!((candidates.mask(2), candidates.mask(0)), (0b1_0011_0001, 0b1_0000));
        assert_eq!(puzzle.givens(), EASY.parse::<Puzzle>().unwrap().givens());
        let four = "12..1234...4....".to_owned() + &"1234".repeat(12);
        let puzzle: Puzzle = four.parse().unwrap();
        assert_eq!(puzzle.contradiction().unwrap().to_string(), "row 1 column 4 has no candidate");
        let letters = "abcd............".repeat(256);
        let sixteen = read_one(&letters, Auto, None).unwrap();
        assert!(sixteen.allows(255, 4) && !sixteen.allows(0, 5));
    }

    #[test]
    fn a_digit_in_the_place_of_another_is_pointed_at() {
        let text = groups(EASY).replacen("123456789", "1224.....", 1);
        let expected = "1:21: found `2`; expected `3`, or `.` or `0` if 3 is no candidate";
        for format in [Auto, Pencilmarks] {
            assert_eq!(read(&text, format, None), [expected]);
        }
        assert_eq!(found(&read("12x4".repeat(16), Pencilmarks, None)[0]), "1:3: found `x`");
        assert_eq!(
            found(&read("abcd".repeat(16), Auto, None)[0]),
            "1:1: found a line of length 64"
        );
    }

    #[test]
    fn other_lengths_are_refused() {
        let length = |text: &str, format, n: Option<usize>| read(text, format, n).swap_remove(0);
        let short = groups(EASY)[1..].to_owned();
        assert_eq!(
            length(&short, Pencilmarks, None),
            "1:1: found a line of length 728; expected 64, 729, 4096 or 15625 for a puzzle"
        );
        let nine = "1:1: found a line of length 728; expected 729 for a puzzle";
        assert_eq!(length(&short, Pencilmarks, Some(3)), nine);
        assert_eq!(found(&length(EASY, Pencilmarks, None)), "1:1: found a line of length 81");
        assert_eq!(found(&length(&groups(EASY), Line, None)), "1:1: found a line of length 729");
        let mismatch = length(&groups(EASY), Auto, Some(2));
        assert_eq!(found(&mismatch), "1:1: found a 9x9 grid");
        let two = Reader::new("1234".repeat(16).as_bytes(), Auto, None).collect::<Vec<_>>();
        assert_eq!(two.len(), 1);
    }
}
