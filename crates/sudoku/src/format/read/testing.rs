//! What the tests of reading share.

use super::Reader;
use crate::format::InputFormat;
use crate::format::write::line;
use crate::grid::Order;

/// A puzzle that is not a row of itself.
pub(super) const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The puzzles of a text as `line:cells`, the cells up to the last given; or the errors.
pub(super) fn read(
    text: impl AsRef<[u8]>,
    format: InputFormat,
    n: impl Into<Option<usize>>,
) -> Vec<String> {
    let size = n.into().map(|n| Order::new(n).unwrap());
    Reader::new(text.as_ref(), format, size)
        .map(|found| match found {
            Ok(found) => {
                let cells = line(found.puzzle.givens());
                format!("{}:{}", found.line, cells.trim_end_matches(['.', ' ']))
            }
            Err(error) => error.to_string(),
        })
        .collect()
}

/// The puzzles of a text of any format as `line:side`; or the errors.
pub(super) fn sizes(text: impl AsRef<[u8]>, n: impl Into<Option<usize>>) -> Vec<String> {
    let size = n.into().map(|n| Order::new(n).unwrap());
    Reader::new(text.as_ref(), InputFormat::Auto, size)
        .map(|found| match found {
            Ok(found) => format!("{}:{}", found.line, found.puzzle.order().side()),
            Err(error) => error.to_string(),
        })
        .collect()
}

/// What a message says was found: all before what was expected.
pub(super) fn found(message: &str) -> &str {
    message.split("; expected").next().unwrap()
}

/// A puzzle with one row a line.
pub(super) fn rows(puzzle: &str) -> String {
    let side = Order::from_cells(puzzle.len()).unwrap().side();
    puzzle.as_bytes().chunks(side).map(|row| String::from_utf8_lossy(row) + "\n").collect()
}

/// So many lines of that text.
pub(super) fn lines(count: usize, text: &str) -> String {
    format!("{text}\n").repeat(count)
}

/// So many lines of that many numbers, all of them empty but the first.
pub(super) fn numbers(count: usize, first: usize, length: usize) -> String {
    lines(count, &format!("{first}{}", " .".repeat(length - 1)))
}
