//! The errors in the text of a puzzle, with their places.

use std::io;

use thiserror::Error;

use super::alphabet::{Alphabet, is_number};
use crate::grid::Order;

/// Upper bound on the length of a line, in bytes. An 81x81 grid on one line takes up to 20 000.
pub(super) const MAX_LINE: usize = 1 << 20;

/// An error in the text of a puzzle, with its place: `7:3: found X; expected Y`.
#[derive(Debug, Error)]
#[error("{line}:{column}: {kind}")]
pub struct ReadError {
    /// The line of the error, from 1.
    pub line: usize,
    /// The column of the error, in characters from 1.
    pub column: usize,
    pub(crate) kind: ReadErrorKind,
}

impl ReadError {
    /// What is wrong, without the place.
    pub fn what(&self) -> String {
        self.kind.to_string()
    }

    /// Whether the source has failed, so that reading cannot continue.
    pub(super) fn is_fatal(&self) -> bool {
        matches!(self.kind, ReadErrorKind::Io(_))
    }
}

/// What is wrong with the text of a puzzle.
#[derive(Debug, Error)]
pub(crate) enum ReadErrorKind {
    #[error("found a source that cannot be read further ({0}); expected a file or stream of text")]
    Io(io::Error),
    #[error("found byte 0x{0:02x}, which is not UTF-8; expected a text file in UTF-8")]
    NotUtf8(u8),
    #[error(
        "found a line of more than {MAX_LINE} bytes; expected one puzzle or one row a line; end each \
         with a newline"
    )]
    LineTooLong,
    #[error("found `{found}`; expected {expected}{}", hint(found, *expected))]
    Foreign { found: String, expected: Alphabet },
    #[error("found `{0}`; expected cells (digits, letters, numbers, `.`), or `#` and a comment")]
    NoCell(String),
    #[error("found {digit} in a {side}x{side} grid; expected 1 to {side}, or 0 for an empty cell{}", run_on(*digit, *side))]
    DigitTooLarge { digit: u64, side: usize },
    #[error("found a line of length {found}; expected {}", lengths(puzzles, rows))]
    WrongLength {
        found: usize,
        /// The numbers of cells that a puzzle on one line could have here.
        puzzles: Vec<usize>,
        /// The numbers of cells that a row could have here.
        rows: Vec<usize>,
    },
    #[error(
        "found cells run together; expected numbers separated by blanks, because letters are too few \
         for {0}x{0}"
    )]
    RunTogether(usize),
    #[error(
        "found a grid that ends after {found} of its rows; expected {side} rows before a blank \
         line or the end"
    )]
    WrongRowCount { found: usize, side: usize },
    #[error(
        "found a {0}x{0} grid; expected {1}x{1}, the size asked for; give the size found, or no size",
        found.side(),
        expected.side()
    )]
    SizeMismatch { found: Order, expected: Order },
    /// A list of triples that may be counted from 0 or from 1.
    #[error(
        "found rows and columns from 1 to {last}; expected a 0 or a {0} among them, which says from where they are counted; \
         give `--format triples` if it is from 0, or the grid as rows",
        last + 1
    )]
    FromZeroOrOne {
        /// The largest row or column that both allow.
        last: usize,
    },
    /// Lines that are a grid each, or one grid together.
    #[error(
        "found {large} lines of {large} cells, which may be {large} grids of {small}x{small} or one of {large}x{large}; \
         expected a value above {small} that says so; give the size: `--size {small}` or `--size {large}`"
    )]
    SmallOrLarge {
        /// Rows of the grid that each line may be.
        small: usize,
        /// Rows of the grid that all lines may be.
        large: usize,
    },
    #[error(
        "found `{found}` in a grid of candidates; expected the candidates of a cell, each digit once and in order; for a \
         grid of numbers give `--format numbers`"
    )]
    NotCandidates { found: String },
    #[error(
        "found a row of {found} characters in a grid whose other rows have {expected}; expected {expected}; a digit may be \
         missing or too many: compare the columns"
    )]
    OtherWidth { found: usize, expected: usize },
    #[error(
        "found empty cells as `{found}` and, in another line of the grid, as `{before}`; expected one sign for all"
    )]
    OtherSign { found: char, before: char },
    #[error(
        "found empty cells as `.` and as `0`, and no {side}; expected one of both, or {0} if numbers are counted from 0; \
         write all empty cells as `.`",
        side - 1
    )]
    DotsAndZeros { side: usize },
    #[error("found {0} word(s); expected three integers: row, column and digit")]
    NotThree(usize),
    #[error("found `{0}`; expected three integers: row, column and digit")]
    NotInteger(String),
    #[error(
        "found {what} {found}; expected 0 to {last}; give the size if the grid is not {0}x{0}",
        last + 1
    )]
    Outside {
        /// `row` or `column`.
        what: &'static str,
        found: i64,
        last: usize,
    },
    #[error("found digit {found}; expected 1 to {side}; leave empty cells out")]
    NoDigit { found: i64, side: usize },
    /// A field of a table that holds one triple and nothing else.
    #[error(
        "found three numbers; expected a puzzle; a list of givens as row, column and digit has a line for each given"
    )]
    LoneTriple,
    #[error(
        "found digit {found} for row {row} column {column}; expected {before}, as given before; \
         give each cell once"
    )]
    GivenTwice {
        /// Row of the cell, from 0.
        row: usize,
        /// Column of the cell, from 0.
        column: usize,
        before: u8,
        found: i64,
    },
    #[error("found `{found}`; expected `{expected}`, or `.` or `0` if {digit} is no candidate")]
    NotInPlace { found: String, expected: char, digit: usize },
    #[error(
        "found `{0}`; expected a deleted candidate as three digits: digit, row and column, each from 1 to \
         the size of the grid"
    )]
    NotDeleted(String),
    #[error("found more than {0} cells; expected one grid only; give the size if it is larger")]
    TooManyCells(usize),
    #[error("found size {0}, too large for a stream; expected 4, 9, 16 or 25; use numbers instead")]
    StreamTooLarge(usize),
    /// What does not fit the rules of a grid, in words.
    #[error("{0}")]
    Rules(String),
    #[error("found no puzzle; expected one")]
    NoPuzzle,
    #[error("found a second puzzle; expected one only")]
    SecondPuzzle,
}

/// What is wrong with a puzzle of another size than the one asked for.
pub fn other_size(found: Order, expected: Order) -> String {
    ReadErrorKind::SizeMismatch { found, expected }.to_string()
}

impl ReadErrorKind {
    /// What is wrong with the text of a cell that stands for no digit of this alphabet.
    pub(super) fn of_cell(cell: &str, alphabet: Alphabet) -> Self {
        match cell.parse() {
            Ok(digit) if is_number(cell) && !matches!(alphabet, Alphabet::Letters(_)) => {
                Self::DigitTooLarge { digit, side: alphabet.order().side() }
            }
            _ => Self::Foreign { found: excerpt(cell), expected: alphabet },
        }
    }
}

/// A hint, if there is one, on what to do about a text that stands for no digit.
fn hint(found: &str, expected: Alphabet) -> &'static str {
    let all = |test: fn(char) -> bool| found.chars().all(test);
    match expected {
        Alphabet::Letters(order) if order.n() > 3 && all(|c| c.is_ascii_digit()) => {
            "; digits stand for themselves only when separated by blanks"
        }
        Alphabet::Digits(_) if all(|c| c.is_ascii_alphabetic()) => {
            "; for letters use the format `letters`"
        }
        Alphabet::Digits(_) | Alphabet::Letters(_) if all(char::is_whitespace) => {
            "; for cells separated by blanks use the format `numbers`"
        }
        _ => "",
    }
}

/// A hint on the nearest layouts where a number is several digits of a small grid.
fn run_on(digit: u64, side: usize) -> &'static str {
    if side > 9 || digit < 10 {
        return "";
    }
    "; the line is read as numbers with blanks between; candidates such as 137 need a frame, and cells run together groups of the same length"
}

/// The expected lengths in words: `16 or 81 for a puzzle, or 4 or 9 for a row`.
fn lengths(puzzles: &[usize], rows: &[usize]) -> String {
    let part = |list: &[usize], what: &str| match list {
        [] => String::new(),
        [one] => format!("{one} for a {what}"),
        [most @ .., last] => {
            let most: Vec<_> = most.iter().map(usize::to_string).collect();
            format!("{} or {last} for a {what}", most.join(", "))
        }
    };
    let comma = if puzzles.is_empty() || rows.is_empty() { "" } else { ", or " };
    part(puzzles, "puzzle") + comma + &part(rows, "row")
}

/// A piece of the source for an error message: shortened, and with control characters escaped.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 20;
    let mut excerpt = String::new();
    for c in text.chars().take(LONGEST) {
        if c == ' ' || c.is_ascii_graphic() || c.is_alphanumeric() {
            excerpt.push(c);
        } else {
            excerpt.extend(c.escape_debug());
        }
    }
    if text.chars().nth(LONGEST).is_some() {
        excerpt.push_str("...");
    }
    excerpt
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_are_short_and_harmless() {
        assert_eq!(excerpt("x'\"é"), "x'\"é");
        assert_eq!(excerpt("\u{1b}[31m\t"), "\\u{1b}[31m\\t");
        assert_eq!(excerpt(&"9".repeat(21)), "9".repeat(20) + "...");
    }
}
