//! The errors in the text of a puzzle, with their places.

use thiserror::Error;

use super::alphabet::{Alphabet, Symbols, is_number};
use crate::grid::Order;

/// Upper bound on the length of a line, in bytes. An 81x81 grid on one line takes up to 20 000.
pub(super) const MAX_LINE: usize = 1 << 20;

/// An error in the text of a puzzle, with its place: `7:3: found X; expected Y`.
#[derive(Debug, Error)]
#[error("{line}:{column}: {what}")]
pub struct ReadError {
    /// The line of the error, from 1.
    pub line: usize,
    /// The column of the error, in characters from 1.
    pub column: usize,
    pub(super) what: String,
    /// Whether the source has failed, so that reading cannot continue.
    pub(super) is_fatal: bool,
}

impl ReadError {
    pub(crate) fn new(line: usize, column: usize, what: impl Into<String>) -> Self {
        Self { line, column, what: what.into(), is_fatal: false }
    }

    /// What is wrong, without the place.
    pub fn what(&self) -> String {
        self.what.clone()
    }
}

/// What is wrong with a puzzle of another size than the one asked for.
pub fn other_size(found: Order, expected: Order) -> String {
    let (found, expected) = (found.side(), expected.side());
    format!(
        "found a {found}x{found} grid; expected {expected}x{expected}, the size asked for; give the size found, or no size"
    )
}

/// What is wrong with the text of a cell that stands for no digit of this alphabet.
pub(super) fn no_digit(cell: &str, alphabet: Alphabet) -> String {
    match cell.parse::<u64>() {
        Ok(digit) if is_number(cell) && alphabet.symbols != Symbols::Letters => {
            let side = alphabet.order.side();
            let hint = run_on(digit, side);
            format!(
                "found {digit} in a {side}x{side} grid; expected 1 to {side}, or 0 for an empty cell{hint}"
            )
        }
        _ => {
            let found = excerpt(cell);
            format!("found `{found}`; expected {alphabet}{}", hint(&found, alphabet))
        }
    }
}

/// A hint, if there is one, on what to do about a text that stands for no digit.
fn hint(found: &str, expected: Alphabet) -> &'static str {
    let all = |test: fn(char) -> bool| found.chars().all(test);
    match expected.symbols {
        Symbols::Letters if expected.order.n() > 3 && all(|c| c.is_ascii_digit()) => {
            "; digits stand for themselves only when separated by blanks"
        }
        Symbols::Digits if all(|c| c.is_ascii_alphabetic()) => {
            "; for letters use the format `letters`"
        }
        Symbols::Digits | Symbols::Letters if all(char::is_whitespace) => {
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

/// What is wrong with a line of a length, with the numbers of cells that a puzzle on one line and a row could have:
/// `16 or 81 for a puzzle, or 4 or 9 for a row`.
pub(super) fn wrong_length(found: usize, puzzles: &[usize], rows: &[usize]) -> String {
    let part = |list: &[usize], what: &str| match list {
        [] => String::new(),
        [one] => format!("{one} for a {what}"),
        [most @ .., last] => {
            let most: Vec<_> = most.iter().map(usize::to_string).collect();
            format!("{} or {last} for a {what}", most.join(", "))
        }
    };
    let comma = if puzzles.is_empty() || rows.is_empty() { "" } else { ", or " };
    let expected = part(puzzles, "puzzle") + comma + &part(rows, "row");
    let side = found.isqrt();
    let hint = if puzzles.len() > 1 && side * side == found && side > 4 {
        format!(
            "; a grid of {side} rows needs its boxes: `--rules {side}`, or `--rules RxC` for boxes of R rows and C columns"
        )
    } else {
        String::new()
    };
    format!("found a line of length {found}; expected {expected}{hint}")
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
