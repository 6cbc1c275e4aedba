//! Tests the reader of puzzles, in every format and size: it never panics, it ends, its errors point into the source,
//! reading many puzzles at once gives the same ones, and a parsed puzzle is the same after writing and reading back.
//!
//! The first byte selects the format, and the second the size.

use std::io::BufReader;

use quadrille_sudoku::format::InputFormat::{self, Auto, Grid, Line, Numbers};
use quadrille_sudoku::format::read::{Found, ReadError, Reader, read_one};
use quadrille_sudoku::format::write::{self, decorated, line, plain};
use quadrille_sudoku::{Order, Puzzle};

/// Reads the bytes after the first two as a source of puzzles.
pub fn run(bytes: &[u8]) -> bool {
    let &[format, size, ref source @ ..] = bytes else { return false };
    let format = InputFormat::ALL[usize::from(format) % InputFormat::ALL.len()];
    // An order from 2 to 9, or a size to be detected.
    let size = Order::new(usize::from(size % 16)).filter(|order| order.n() < 10);
    let lines = lines(source);
    // A line may be a list of puzzles, and one of XML have several, each in an attribute.
    let may_have_several = format == Auto;
    let most = if may_have_several { source.len() } else { lines.len() };
    let mut reader = Reader::new(source, format, size);
    let mut last = 0;
    for found in reader.by_ref().take(most + 1) {
        let at = match &found {
            Ok(found) => {
                comes_back(&found.puzzle);
                found.line
            }
            Err(error) => {
                points_into(error, &lines);
                error.line
            }
        };
        let is_next = at > last || may_have_several && at == last;
        assert!(
            is_next,
            "a line is in one puzzle or error at most, unless it is a list: {found:?}"
        );
        last = at;
    }
    assert!(reader.next().is_none(), "more puzzles and errors than there may be");
    if matches!(format, Auto | Line) {
        let whole = told(Reader::new(source, format, size), usize::MAX);
        let capacity = 1 + source.len() % 97;
        let in_pieces = Reader::new(BufReader::with_capacity(capacity, source), format, size);
        assert_eq!(told(in_pieces, 1 + source.len() % 5), whole);
    }
    true
}

/// The lines of a source; each ends with `\n`, `\r\n` or `\r`.
fn lines(mut source: &[u8]) -> Vec<&[u8]> {
    let mut lines = Vec::new();
    while let Some(end) = source.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
        lines.push(&source[..end]);
        source = &source[end + if source[end..].starts_with(b"\r\n") { 2 } else { 1 }..];
    }
    lines.push(source);
    lines
}

/// All puzzles and errors of a source, read in runs of at most `most` puzzles, or one by one where the reader has no
/// run.
fn told(mut reader: Reader<impl std::io::BufRead>, most: usize) -> Vec<Result<Found, String>> {
    let words = |found: Result<Found, ReadError>| found.map_err(|error| error.to_string());
    let mut told = Vec::new();
    if most == usize::MAX {
        return reader.map(words).collect();
    }
    loop {
        match reader.next_run(most) {
            Some(run) => {
                let run = run.expect("bytes do not fail");
                told.extend((0..run.len()).map(|place| Ok(run.puzzle(place))));
            }
            None => match reader.next() {
                Some(found) => told.push(words(found)),
                None => return told,
            },
        }
    }
}

fn points_into(error: &ReadError, lines: &[&[u8]]) {
    let message = error.to_string();
    assert!(!message.contains(char::is_control), "{message:?}");
    assert!((1..=lines.len()).contains(&error.line), "{} lines: {message}", lines.len());
    let columns = String::from_utf8_lossy(lines[error.line - 1]).chars().count() + 1;
    assert!((1..=columns).contains(&error.column), "{columns} columns: {message}");
}

/// Checks that the puzzle is the same after writing it in each output format and reading it back.
fn comes_back(puzzle: &Puzzle) {
    let grid = puzzle.givens();
    let order = grid.order();
    if puzzle.candidates().is_some() {
        let text = write::puzzle(puzzle);
        let again = read_one(&text, Auto, Some(order));
        assert_eq!(again.as_ref().ok(), Some(puzzle), "{text}{:?}", again.as_ref().err());
        return;
    }
    let [rows, whole] = if order.n() <= 5 { [Grid, Line] } else { [Numbers; 2] };
    for (text, format) in [(plain(grid), rows), (line(grid), whole), (decorated(grid), Grid)] {
        let again = read_one(&text, format, Some(order));
        assert_eq!(again.as_ref().ok(), Some(puzzle), "{text}{:?}", again.as_ref().err());
        let guessed = read_one(&text, Auto, Some(order));
        assert_eq!(guessed.as_ref().ok(), Some(puzzle), "{text}{:?}", guessed.as_ref().err());
    }
}
