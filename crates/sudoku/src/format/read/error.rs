//! What can be wrong with the text of a puzzle, and where.

use std::io;

use thiserror::Error;

use super::alphabet::Alphabet;
use super::lines::MAX_LINE;
use super::triples::TripleError;
use crate::grid::Order;

/// Why there is no puzzle, and where: `7:3: found X; expected Y`.
#[derive(Debug, Error)]
#[error("{line}:{column}: {kind}")]
pub struct ReadError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub kind: ReadErrorKind,
}

impl ReadError {
    /// Whether nothing can be read any more.
    pub(super) fn is_fatal(&self) -> bool {
        matches!(self.kind, ReadErrorKind::Io(_))
    }
}

/// What can be wrong with a puzzle's text.
#[derive(Debug, Error)]
pub enum ReadErrorKind {
    /// The source failed. Nothing is read after this.
    #[error("found a source that cannot be read on ({0}); expected a file or stream of text")]
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
    /// Something that cannot stand in a cell of this grid.
    #[error("found `{found}`; expected {expected}{}", hint(found, *expected))]
    Foreign {
        /// What was found, shortened if it is long.
        found: String,
        /// How the cells of this grid are written.
        expected: Alphabet,
    },
    /// Something that cannot stand in a cell of any grid.
    #[error("found `{0}`; expected cells (digits, letters, numbers, `.`), or `#` and a comment")]
    NoCell(String),
    /// A digit that the grid is too small for.
    #[error("found {digit} in a {side}x{side} grid; expected 1 to {side}, or 0 for an empty cell")]
    DigitTooLarge {
        /// The digit.
        digit: u64,
        /// The greatest there is.
        side: usize,
    },
    /// A line that is neither a puzzle nor a row.
    #[error("found a line of length {found}; expected {}", lengths(puzzles, rows))]
    WrongLength {
        /// Its cells.
        found: usize,
        /// How many cells a puzzle on one line could have here.
        puzzles: Vec<usize>,
        /// How many cells a row could have here.
        rows: Vec<usize>,
    },
    /// Symbols run together for a grid that has too many digits for them.
    #[error(
        "found cells run together; expected numbers separated by blanks, as letters are too few \
         for {0}x{0}"
    )]
    RunTogether(usize),
    /// A grid that ends too soon.
    #[error(
        "found a grid that ends after {found} of its rows; expected {side} rows before a blank \
         line or the end"
    )]
    WrongRowCount {
        /// Its rows.
        found: usize,
        /// Those it should have.
        side: usize,
    },
    /// A puzzle of another size than the one asked for.
    #[error(
        "found a {0}x{0} grid; expected {1}x{1}, the size asked for; name its own size or none",
        found.side(),
        expected.side()
    )]
    SizeMismatch {
        /// Its size.
        found: Order,
        /// The size asked for.
        expected: Order,
    },
    /// A line that does not name a given.
    #[error(transparent)]
    Triple(#[from] TripleError),
    /// A stream that goes on after its last cell.
    #[error("found more than {0} cells; expected one grid only; name the size if it is another")]
    TooManyCells(usize),
    /// A stream of a size that has no symbols.
    #[error("found size {0}, too large for a stream; expected 4, 9, 16 or 25; use numbers instead")]
    StreamTooLarge(usize),
    /// No puzzle where there should be one.
    #[error("found no puzzle; expected one")]
    NoPuzzle,
    /// A second puzzle where there should be one.
    #[error("found a second puzzle; expected one only")]
    SecondPuzzle,
}

/// What to do about a foreign symbol.
fn hint(found: &str, expected: Alphabet) -> &'static str {
    let all = |test: fn(char) -> bool| found.chars().all(test);
    match expected {
        Alphabet::Letters(order) if order.n() > 3 && all(|c| c.is_ascii_digit()) => {
            "; digits stand for themselves only when separated by blanks"
        }
        Alphabet::Digits(_) if all(|c| c.is_ascii_alphabetic()) => {
            "; for letters name the format `letters`"
        }
        Alphabet::Digits(_) | Alphabet::Letters(_) if all(char::is_whitespace) => {
            "; for cells separated by blanks name the format `numbers`"
        }
        _ => "",
    }
}

/// `16 or 81 for a puzzle, or 4 or 9 for a row`.
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

/// A piece of the source as a message shows it: in one line, short, and harmless on a terminal.
pub(super) fn excerpt(text: &str) -> String {
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
    fn lengths_read_as_a_sentence() {
        assert_eq!(lengths(&[81], &[]), "81 for a puzzle");
        assert_eq!(lengths(&[], &[9]), "9 for a row");
        assert_eq!(
            lengths(&[16, 81, 256], &[4, 9]),
            "16, 81 or 256 for a puzzle, or 4 or 9 for a row"
        );
    }

    #[test]
    fn excerpts_are_short_and_harmless() {
        assert_eq!(excerpt("x'\"é"), "x'\"é");
        assert_eq!(excerpt("\u{1b}[31m\t"), "\\u{1b}[31m\\t");
        assert_eq!(excerpt(&"9".repeat(21)), "9".repeat(20) + "...");
    }
}
