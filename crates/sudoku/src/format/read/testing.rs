//! Helpers for the tests of the reader.

use std::io::BufRead;

use super::{Found, Reader};
use crate::format::InputFormat;
use crate::format::write::line;
use crate::grid::Order;

/// The puzzles and errors of a source, read in runs of up to `most` where possible.
pub(in crate::format) fn in_runs<R: BufRead>(
    mut reader: Reader<R>,
    most: usize,
) -> Vec<Result<Found, String>> {
    let mut all = Vec::new();
    loop {
        match reader.next_run(most) {
            Some(Ok(run)) => {
                assert!((1..=most).contains(&run.len()));
                all.extend((0..run.len()).map(|place| Ok(run.puzzle(place))));
            }
            Some(Err(error)) => all.push(Err(error.to_string())),
            None => match reader.next() {
                Some(found) => all.push(found.map_err(|error| error.to_string())),
                None => return all,
            },
        }
    }
}

pub(in crate::format) fn one_by_one<R: BufRead>(reader: Reader<R>) -> Vec<Result<Found, String>> {
    reader.map(|found| found.map_err(|error| error.to_string())).collect()
}

pub(super) struct Broken;

impl std::io::Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Err(std::io::Error::other("a wire came loose"))
    }
}

pub(super) const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The puzzles of a text as `line:cells`, with the cells up to the last given, and its errors.
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

/// The puzzles of a text, in the format detected, as `line:side`, and its errors.
pub(super) fn sizes(text: impl AsRef<[u8]>, n: impl Into<Option<usize>>) -> Vec<String> {
    let size = n.into().map(|n| Order::new(n).unwrap());
    Reader::new(text.as_ref(), InputFormat::Auto, size)
        .map(|found| match found {
            Ok(found) => format!("{}:{}", found.line, found.puzzle.order().side()),
            Err(error) => error.to_string(),
        })
        .collect()
}

/// The part of an error message that says what was found, without what was expected.
pub(super) fn found(message: &str) -> &str {
    message.split("; expected").next().unwrap()
}

pub(super) fn rows(puzzle: &str) -> String {
    let side = Order::from_cells(puzzle.len()).unwrap().side();
    puzzle.as_bytes().chunks(side).map(|row| String::from_utf8_lossy(row) + "\n").collect()
}

pub(super) fn lines(count: usize, text: &str) -> String {
    format!("{text}\n").repeat(count)
}

/// `count` lines of `length` numbers, of which all but the `first` one are empty cells.
pub(super) fn numbers(count: usize, first: usize, length: usize) -> String {
    lines(count, &format!("{first}{}", " .".repeat(length - 1)))
}
