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
    /// What is wrong there.
    pub kind: ReadErrorKind,
}

impl ReadError {
    /// Whether the source has failed, so that reading cannot continue.
    pub(super) fn is_fatal(&self) -> bool {
        matches!(self.kind, ReadErrorKind::Io(_))
    }
}

/// What is wrong with the text of a puzzle.
#[derive(Debug, Error)]
pub enum ReadErrorKind {
    /// The source failed, and reading has ended.
    #[error("found a source that cannot be read further ({0}); expected a file or stream of text")]
    Io(io::Error),
    /// A byte that is not UTF-8.
    #[error("found byte 0x{0:02x}, which is not UTF-8; expected a text file in UTF-8")]
    NotUtf8(u8),
    /// A line of more than 1 MiB.
    #[error(
        "found a line of more than {MAX_LINE} bytes; expected one puzzle or one row a line; end each \
         with a newline"
    )]
    LineTooLong,
    /// A text that stands for no digit of this grid.
    #[error("found `{found}`; expected {expected}{}", hint(found, *expected))]
    Foreign {
        /// The text found, shortened if it is long.
        found: String,
        /// The alphabet in which this grid is written.
        expected: Alphabet,
    },
    /// A text that cannot be a cell of any grid.
    #[error("found `{0}`; expected cells (digits, letters, numbers, `.`), or `#` and a comment")]
    NoCell(String),
    /// A digit that is too large for the grid.
    #[error("found {digit} in a {side}x{side} grid; expected 1 to {side}, or 0 for an empty cell{}", run_on(*digit, *side))]
    DigitTooLarge {
        /// The digit found.
        digit: u64,
        /// The greatest digit of the grid.
        side: usize,
    },
    /// A line whose length fits neither a puzzle nor a row.
    #[error("found a line of length {found}; expected {}", lengths(puzzles, rows))]
    WrongLength {
        /// The number of cells in the line.
        found: usize,
        /// The numbers of cells that a puzzle on one line could have here.
        puzzles: Vec<usize>,
        /// The numbers of cells that a row could have here.
        rows: Vec<usize>,
    },
    /// Cells run together in a grid with more digits than there are letters.
    #[error(
        "found cells run together; expected numbers separated by blanks, because letters are too few \
         for {0}x{0}"
    )]
    RunTogether(usize),
    /// A grid that ends before its last row.
    #[error(
        "found a grid that ends after {found} of its rows; expected {side} rows before a blank \
         line or the end"
    )]
    WrongRowCount {
        /// The number of rows found.
        found: usize,
        /// The number of rows expected.
        side: usize,
    },
    /// A puzzle of another size than the one asked for.
    #[error(
        "found a {0}x{0} grid; expected {1}x{1}, the size asked for; give the size found, or no size",
        found.side(),
        expected.side()
    )]
    SizeMismatch {
        /// The order of the grid found.
        found: Order,
        /// The order asked for.
        expected: Order,
    },
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
    /// A cell of a grid of candidates that is no set of digits in ascending order.
    #[error(
        "found `{found}` in a grid of candidates; expected the candidates of a cell, each digit once and in order; for a \
         grid of numbers give `--format numbers`"
    )]
    NotCandidates {
        /// The text found.
        found: String,
    },
    /// A row whose cells are not aligned with those of all other rows.
    #[error(
        "found a row of {found} characters in a grid whose other rows have {expected}; expected {expected}; a digit may be \
         missing or too many: compare the columns"
    )]
    OtherWidth {
        /// Characters of the row.
        found: usize,
        /// Characters of each other row.
        expected: usize,
    },
    /// Lines of a grid that write their empty cells by different signs.
    #[error(
        "found empty cells as `{found}` and, in another line of the grid, as `{before}`; expected one sign for all"
    )]
    OtherSign {
        /// The sign of this line.
        found: char,
        /// The sign of an earlier line.
        before: char,
    },
    /// Numbers of a grid that may begin with 0 or with 1.
    #[error(
        "found empty cells as `.` and as `0`, and no {side}; expected one of both, or {0} if numbers are counted from 0; \
         write all empty cells as `.`",
        side - 1
    )]
    DotsAndZeros {
        /// The greatest digit of the grid.
        side: usize,
    },
    /// A line of triples with too few or too many words.
    #[error("found {0} word(s); expected three integers: row, column and digit")]
    NotThree(usize),
    /// A word in a line of triples that is not an integer.
    #[error("found `{0}`; expected three integers: row, column and digit")]
    NotInteger(String),
    /// A row or a column in a line of triples that is outside the grid.
    #[error(
        "found {what} {found}; expected 0 to {last}; give the size if the grid is not {0}x{0}",
        last + 1
    )]
    Outside {
        /// `row` or `column`.
        what: &'static str,
        /// The number found.
        found: i64,
        /// The number of the last row or column.
        last: usize,
    },
    /// A digit in a line of triples that is less than 1, or too large for the grid.
    #[error("found digit {found}; expected 1 to {side}; leave empty cells out")]
    NoDigit {
        /// The number found.
        found: i64,
        /// The greatest digit of the grid to be read.
        side: usize,
    },
    /// A field of a table that holds one triple and nothing else.
    #[error(
        "found three numbers; expected a puzzle; a list of givens as row, column and digit has a line for each given"
    )]
    LoneTriple,
    /// A cell in a line of triples that an earlier line gave another digit.
    #[error(
        "found digit {found} for row {row} column {column}; expected {before}, as given before; \
         give each cell once"
    )]
    GivenTwice {
        /// Row of the cell, from 0.
        row: usize,
        /// Column of the cell, from 0.
        column: usize,
        /// The digit of the earlier line.
        before: u8,
        /// The digit of this line.
        found: i64,
    },
    /// A symbol in a grid of candidates that is not that of the digit whose place it takes.
    #[error("found `{found}`; expected `{expected}`, or `.` or `0` if {digit} is no candidate")]
    NotInPlace {
        /// The text found.
        found: String,
        /// The symbol of the digit.
        expected: char,
        /// The digit.
        digit: usize,
    },
    /// A word among the deleted candidates of a line of a library that names no candidate.
    #[error(
        "found `{0}`; expected a deleted candidate as three digits: digit, row and column, each from 1 to \
         the size of the grid"
    )]
    NotDeleted(String),
    /// A stream with more cells than the grid has.
    #[error("found more than {0} cells; expected one grid only; give the size if it is larger")]
    TooManyCells(usize),
    /// A stream of a size for which there are no one-character symbols.
    #[error("found size {0}, too large for a stream; expected 4, 9, 16 or 25; use numbers instead")]
    StreamTooLarge(usize),
    /// What does not fit the rules of a grid, in words.
    #[error("{0}")]
    Rules(String),
    /// No puzzle where exactly one is expected.
    #[error("found no puzzle; expected one")]
    NoPuzzle,
    /// A second puzzle where exactly one is expected.
    #[error("found a second puzzle; expected one only")]
    SecondPuzzle,
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
