//! `check`: how many solutions puzzles have, and whether given answers are right.

use numpy::{PyArray1, PyFixedUnicode};
use pyo3::prelude::*;
use pyo3::types::PyString;
use quadrille_cover::CancelToken;
use quadrille_sudoku::engine::lanes::{Cells, Lanes};
use quadrille_sudoku::{Engine, Grid, Puzzle, Uniqueness};

use super::blocks::{each, with_lanes};
use super::boards::{Boards, Invalid, puzzle_of};
use crate::cover::budget;
use crate::errors::input;
use crate::interruptible::{interruptible, jobs};

type Verdict = PyFixedUnicode<14>;

const fn verdict(name: &str) -> Verdict {
    let (mut letters, bytes, mut at) = ([0; 14], name.as_bytes(), 0);
    while at < bytes.len() {
        letters[at] = bytes[at] as u32;
        at += 1;
    }
    PyFixedUnicode(letters)
}

const UNIQUE: Verdict = verdict("unique");
const MULTIPLE: Verdict = verdict("multiple");
const NONE: Verdict = verdict("none");
const RIGHT: Verdict = verdict("right");
const WRONG: Verdict = verdict("wrong");
const ONE_OF_SEVERAL: Verdict = verdict("one of several");
const INVALID: Verdict = verdict("invalid");

fn of(uniqueness: Uniqueness) -> Verdict {
    match uniqueness {
        Uniqueness::Unique => UNIQUE,
        Uniqueness::Multiple => MULTIPLE,
        Uniqueness::None => NONE,
    }
}

/// Whether a filled grid is the one solution of a puzzle.
fn judge(puzzle: &Puzzle, answer: &Grid, uniqueness: Uniqueness) -> Verdict {
    match uniqueness {
        _ if !puzzle.is_solved_by(answer) => WRONG,
        Uniqueness::Unique => RIGHT,
        Uniqueness::Multiple => ONE_OF_SEVERAL,
        Uniqueness::None => WRONG,
    }
}

fn check_block(lanes: &mut Lanes, cells: &[Cells], cancel: &CancelToken, verdicts: &mut [Verdict]) {
    let mut found = Vec::with_capacity(cells.len());
    lanes.check_batch_within(cells, cancel, &mut found);
    for (verdict, found) in verdicts.iter_mut().zip(found) {
        *verdict = of(found);
    }
}

/// Judges the answers of a block.
fn judge_block(cells: &[Cells], answers: &[Cells], verdicts: &mut [Verdict], cancel: &CancelToken) {
    let mut found = Vec::with_capacity(cells.len());
    with_lanes(|lanes| lanes.check_batch_within(cells, cancel, &mut found));
    for (((verdict, found), cells), answer) in verdicts.iter_mut().zip(found).zip(cells).zip(answers) {
        *verdict = judge(&puzzle_of(cells), puzzle_of(answer).givens(), found);
    }
}

/// Whether each puzzle has one solution: `"unique"`, `"multiple"` or `"none"`. With `answers`, whether each answer is the
/// solution of its puzzle: `"right"`, `"wrong"` or `"one of several"`.
///
/// `puzzles` is a str, bytes or a `Grid`, a list of these, or an array of integers of the shape (81,), (9, 9), (n, 81) or (n, 9, 9), where 0 is
/// an empty cell; `answers` is alike. One puzzle gives a str, many give an array of them. Arrays of dtype uint8 in C order are not copied.
///
/// - `jobs`: the number of threads [default: one for each core].
/// - `invalid`: `"raise"` raises `InputError` for a row that cannot be read; `"keep"` gives it the verdict `"invalid"`.
///
/// >>> import quadrille
/// >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> quadrille.check([puzzle, "55" + "." * 79, "." * 81]).tolist()
/// ['unique', 'none', 'multiple']
/// >>> quadrille.check(puzzle, quadrille.solve(puzzle))
/// 'right'
#[pyfunction]
#[pyo3(signature = (puzzles, answers=None, *, jobs=None, invalid="raise"))]
pub fn check<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    answers: Option<&Bound<'py, PyAny>>,
    jobs: Option<usize>,
    invalid: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let invalid = match invalid {
        "raise" => Invalid::Raise,
        "keep" => Invalid::Keep,
        other => return Err(input(format!("invalid: found \"{other}\"; expected \"raise\" or \"keep\""))),
    };
    let jobs = self::jobs(jobs)?;
    let boards = Boards::read("puzzles", puzzles, invalid)?;
    let answers = answers.map(|answers| Boards::read("answers", answers, invalid)).transpose()?;
    if let Some(puzzle) = boards.other() {
        return other(py, puzzle, answers.as_ref());
    }
    let cells = boards.cells()?;
    let given = answers.as_ref().map(Boards::cells).transpose()?;
    if let Some(given) = given.filter(|given| given.len() != cells.len()) {
        return Err(input(format!("answers: found {} answers for {} puzzles; expected as many answers as puzzles", given.len(), cells.len())));
    }
    let mut verdicts = vec![PyFixedUnicode([0; 14]); cells.len()];
    match given {
        // A thread would take longer to start than one puzzle takes to check.
        None if cells.len() == 1 => with_lanes(|lanes| check_block(lanes, cells, &CancelToken::new(), &mut verdicts)),
        Some(given) if cells.len() == 1 => judge_block(cells, given, &mut verdicts, &CancelToken::new()),
        None => {
            let verdicts = &mut *verdicts;
            interruptible(py, None, move |cancel| {
                each(cells, verdicts, jobs, cancel, |_, cells, verdicts| {
                    with_lanes(|lanes| check_block(lanes, cells, cancel, verdicts));
                });
            })?;
        }
        Some(given) => {
            let verdicts = &mut *verdicts;
            interruptible(py, None, move |cancel| {
                each(cells, verdicts, jobs, cancel, |first, cells, verdicts| {
                    judge_block(cells, &given[first..first + cells.len()], verdicts, cancel);
                });
            })?;
        }
    }
    for &bad in boards.bad.iter().chain(answers.iter().flat_map(|answers| &answers.bad)) {
        verdicts[bad] = INVALID;
    }
    Ok(if boards.shape.is_one() { text(py, &verdicts[0]) } else { PyArray1::from_vec(py, verdicts).into_any() })
}

fn text<'py>(py: Python<'py>, verdict: &Verdict) -> Bound<'py, PyAny> {
    PyString::new(py, verdict.to_string().trim_end_matches('\0')).into_any()
}

/// The verdict on one puzzle of another size than 9x9.
fn other<'py>(py: Python<'py>, puzzle: &Puzzle, answers: Option<&Boards<'py>>) -> PyResult<Bound<'py, PyAny>> {
    let answer = answers.map(Boards::only).transpose()?.flatten();
    if answers.is_some() && answer.as_ref().is_none_or(|answer| answer.order() != puzzle.order()) {
        let side = puzzle.order().side();
        return Err(input(format!("answers: found another size or number than that of the puzzle; expected one grid of {side}x{side}")));
    }
    let ended = interruptible(py, None, |cancel| Engine::Large.uniqueness(puzzle, &budget(cancel)))?;
    let uniqueness = ended.value.expect("only a cancelled search is undecided");
    Ok(text(py, &answer.map_or_else(|| of(uniqueness), |answer| judge(puzzle, answer.givens(), uniqueness))))
}
