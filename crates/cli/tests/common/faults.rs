//! Long lists of puzzles with planted faults, for tests of commands that must find all of them.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};

use quadrille_cover::random::{Stream, shuffle};
use quadrille_sudoku::canonical::Transform;
use quadrille_sudoku::format::write;
use quadrille_sudoku::{Grid, Order};

use super::puzzles::solves;

/// Minimal puzzles with one solution, puzzles with several, and puzzles without a solution although no givens clash;
/// their manifests describe how they were made.
const UNIQUE: &str = include_str!("../../../../datasets/generated-9x9.txt");
const MULTIPLE: &str = include_str!("../../../../datasets/multiple.txt");
const NONE: &str = include_str!("../../../../datasets/none.txt");

/// The faults that a line can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    SecondSolution,
    NoSolution,
    /// Two equal digits in one row.
    Clash,
    /// Some cells are missing at the end.
    CutShort,
    /// A character that is not a digit, at this column.
    Foreign(usize),
}

/// Writes puzzles, one on each line, and returns the lines with faults. Each puzzle is one of the corpus after a
/// random symmetry, so equal puzzles are very unlikely.
pub fn plant(
    out: &mut impl Write,
    puzzles: usize,
    faults: usize,
    seed: u64,
) -> BTreeMap<usize, Fault> {
    let mut stream = Stream::new(seed, 0);
    let mut lines: Vec<usize> = (1..=puzzles).collect();
    shuffle(&mut lines, &mut stream);
    let mut planted = BTreeMap::new();
    for (i, &line) in lines[..faults].iter().enumerate() {
        let fault = match i % 5 {
            0 => Fault::SecondSolution,
            1 => Fault::NoSolution,
            2 => Fault::Clash,
            3 => Fault::CutShort,
            _ => Fault::Foreign(1 + stream.below(81)),
        };
        planted.insert(line, fault);
    }
    for line in 1..=puzzles {
        let mut text = faulty(planted.get(&line).copied(), &mut stream);
        text.push(b'\n');
        out.write_all(&text).expect("it can be written");
    }
    planted
}

/// A line with this fault, or without a fault.
fn faulty(fault: Option<Fault>, stream: &mut Stream) -> Vec<u8> {
    let from = match fault {
        Some(Fault::SecondSolution) => MULTIPLE,
        Some(Fault::NoSolution) => NONE,
        _ => UNIQUE,
    };
    let mut line = puzzle(from, stream).into_bytes();
    match fault {
        Some(Fault::Clash) => {
            let filled: Vec<usize> = (0..81).filter(|&cell| line[cell] != b'.').collect();
            let given = filled[stream.below(filled.len())];
            let other = given / 9 * 9 + (given % 9 + 1 + stream.below(8)) % 9;
            line[other] = line[given];
        }
        // A line of 16 cells would be a 4x4 puzzle.
        Some(Fault::CutShort) => {
            let lengths = [1 + stream.below(15), 17 + stream.below(64)];
            line.truncate(lengths[stream.below(2)]);
        }
        Some(Fault::Foreign(column)) => {
            let foreign: [&[u8]; 7] = [b"x", b"*", b"?", "é".as_bytes(), b"\0", b"\x1b", b"\xff"];
            line.splice(column - 1..column, foreign[stream.below(7)].iter().copied());
        }
        _ => {}
    }
    line
}

/// A line of a corpus after a random symmetry.
fn puzzle(corpus: &str, stream: &mut Stream) -> String {
    let line = &corpus.as_bytes()[stream.below(corpus.len() / 82) * 82..][..81];
    let digits = line.iter().map(|&symbol| symbol.saturating_sub(b'0')).collect();
    let grid = Grid::from_cells(digits).expect("81 cells a line");
    write::line(&Transform::random(Order::NINE, stream).apply(&grid))
}

/// Compares the verdicts and the standard error of `check` with the planted faults. `text` is the checked list.
///
/// # Errors
/// The first wrong verdict.
pub fn hold_against(
    planted: &BTreeMap<usize, Fault>,
    text: &[u8],
    verdicts: impl BufRead,
    said: &str,
) -> Result<(), String> {
    let mut puzzles = text.split_inclusive(|&byte| byte == b'\n');
    let mut errors = said.lines().filter_map(|line| line.strip_prefix("error: "));
    let mut count = 0;
    for (number, verdict) in (1..).zip(verdicts.lines()) {
        let verdict = verdict.map_err(|error| error.to_string())?;
        let puzzle = puzzles.next().ok_or("more verdicts than puzzles")?;
        let named = verdict.strip_prefix(&format!("{number}: "));
        let mut right = |start: String| {
            let error = errors.next().and_then(|error| error.split_once(':'));
            error.is_some_and(|(_, error)| error.starts_with(&start)) && named == Some("invalid")
        };
        let as_it_should = match planted.get(&number) {
            None => named == Some("unique"),
            Some(Fault::SecondSolution) => named.is_some_and(|named| shows_two(puzzle, named)),
            Some(Fault::NoSolution) => named == Some("none"),
            Some(Fault::Clash) => named.is_some_and(|named| named.starts_with("none (digit ")),
            Some(Fault::CutShort) => right(format!("{number}:")),
            Some(Fault::Foreign(column)) => right(format!("{number}:{column}: found ")),
        };
        if !as_it_should {
            return Err(format!("line {number}, {:?}: {verdict}", planted.get(&number)));
        }
        count = number;
    }
    match (puzzles.next(), errors.next()) {
        (Some(_), _) => Err(format!("no verdict after line {count}")),
        (_, Some(error)) => Err(format!("an error too many: {error}")),
        (None, None) => Ok(()),
    }
}

/// Whether a verdict shows two different solutions of a puzzle.
fn shows_two(puzzle: &[u8], verdict: &str) -> bool {
    let inner = verdict.strip_prefix("multiple (two solutions: ").and_then(|v| v.strip_suffix(')'));
    let Some((first, second)) = inner.and_then(|inner| inner.split_once(", ")) else {
        return false;
    };
    let puzzle = String::from_utf8_lossy(puzzle);
    first != second && [first, second].iter().all(|solution| solves(solution, puzzle.trim_end()))
}
