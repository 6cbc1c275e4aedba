//! The lines of the protocol that `docs/PROTOCOL.md` describes: pure functions that read and write them.
//!
//! Any bytes may come from an engine. A line either has a meaning or is a [`Misfit`], which says what was found and
//! what was expected.

mod batch;
mod hello;

use quadrille_cover::is_control;
use quadrille_results::Verdict;
pub(super) use quadrille_results::digits as number;
use quadrille_sudoku::Order;
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use self::batch::{Question, longest_answer, write_batch};
pub(super) use self::hello::{COUNTERS, LONGEST_OF_HELLO, PROOFS};
pub use self::hello::{Greeting, Hello};
use crate::corpus::Body;
use crate::engine::searched::Judgement;

/// The newest version of the protocol.
pub(super) const VERSION: u32 = 3;
/// The oldest version that is understood. It has no task `count`; its task `all` is to count.
pub(super) const OLDEST: u32 = 2;

/// A line that has no meaning in its place: the beginning of the line, and what was expected instead.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("found {0}; expected {1}")]
pub struct Misfit(String, String);

impl Misfit {
    pub(super) fn new(found: &[u8], expected: impl Into<String>) -> Self {
        Self(excerpt(found), expected.into())
    }

    /// The failure of an engine that wrote the line after its last answer.
    pub(super) fn extra(&self) -> Judgement {
        Judgement::new(Verdict::Crash, format!("wrote more than it was asked for: {self}"))
    }
}

impl From<Misfit> for Judgement {
    fn from(misfit: Misfit) -> Self {
        Self::new(Verdict::Crash, format!("wrote a line that is no answer: {misfit}"))
    }
}

/// Characters of a line that a message shows.
const SHOWN: usize = 60;

/// The beginning of some bytes, between backquotes, without control characters, which could control a terminal.
pub(super) fn excerpt(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "an empty line".to_owned();
    }
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * SHOWN)]);
    let mut shown: String = text.chars().take(SHOWN).map(printable).collect();
    if text.chars().count() > SHOWN {
        shown.push_str("...");
    }
    format!("`{shown}`")
}

/// The character, or U+FFFD for a control character, which a terminal may take for a command.
pub(super) fn printable(character: char) -> char {
    if is_control(character) { char::REPLACEMENT_CHARACTER } else { character }
}

/// A line as text, without a carriage return at its end.
pub(super) fn text(line: &[u8]) -> Result<&str, Misfit> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    std::str::from_utf8(line).map_err(|_| Misfit::new(line, "UTF-8"))
}

/// The instances that an engine accepts: `sudoku` of any size, `sudoku:9` of one, or `cover`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Kind {
    /// Sudokus, of one size or of any.
    Sudoku(Option<Order>),
    /// Exact cover problems.
    Cover,
}

impl Kind {
    /// Whether an instance is of this kind.
    pub fn includes(self, body: &Body) -> bool {
        match (self, body) {
            (Self::Sudoku(order), Body::Sudoku(puzzle)) => {
                // The protocol has no form for candidates.
                order.is_none_or(|order| order == puzzle.order()) && puzzle.candidates().is_none()
            }
            (Self::Cover, Body::Cover(_)) => true,
            _ => false,
        }
    }
}

impl TryFrom<String> for Kind {
    type Error = Misfit;

    fn try_from(word: String) -> Result<Self, Misfit> {
        let expected = "`sudoku`, `cover`, or `sudoku:` and the number of rows, which is 4, 9, 16, 25, 36, 49, 64 or 81";
        let misfit = || Misfit::new(word.as_bytes(), expected);
        match &*word {
            "sudoku" => Ok(Self::Sudoku(None)),
            "cover" => Ok(Self::Cover),
            word => {
                let order =
                    word.strip_prefix("sudoku:").and_then(number).and_then(Order::from_side);
                order.map(|order| Self::Sudoku(Some(order))).ok_or_else(misfit)
            }
        }
    }
}

impl From<Kind> for String {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Sudoku(None) => "sudoku".to_owned(),
            Kind::Sudoku(Some(order)) => format!("sudoku:{}", order.side()),
            Kind::Cover => "cover".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_written_as_they_are_read() {
        for word in ["sudoku", "cover", "sudoku:4", "sudoku:9", "sudoku:81"] {
            assert_eq!(String::from(Kind::try_from(word.to_owned()).unwrap()), word);
        }
        for word in ["", "sudoku:", "sudoku:10", "sudoku:+9", "Sudoku", "cover:9", "sudoku:9x9"] {
            assert!(Kind::try_from(word.to_owned()).is_err(), "{word}");
        }
    }

    #[test]
    fn excerpts_are_short_and_harmless() {
        assert_eq!(excerpt(b""), "an empty line");
        assert_eq!(excerpt(b"\x1b[31mred"), "`\u{fffd}[31mred`");
        assert_eq!(excerpt("é".repeat(60).as_bytes()), format!("`{}`", "é".repeat(60)));
        assert_eq!(excerpt("é".repeat(61).as_bytes()), format!("`{}...`", "é".repeat(60)));
        assert!(excerpt(&vec![0xff; 100_000]).chars().count() < 70);
    }
}
