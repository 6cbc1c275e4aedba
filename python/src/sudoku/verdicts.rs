//! `check`: how many solutions puzzles have, and whether given answers are right.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyString;
use quadrille_cover::CancelToken;
use quadrille_service::puzzle::solve as service;
use quadrille_sudoku::engine::lanes::Cells;
use quadrille_sudoku::{Grid, Puzzle, Uniqueness};
use quadrille_tables::{Answer, Given};

use super::blocks::{self, with_lanes};
use super::boards::{Boards, Invalid, expect_as_many};
use super::ruled;
use super::text::nine;
use crate::errors::input;
use crate::interruptible::{interruptible, jobs};
use crate::numbers;

/// Letters of the longest verdict, with answers and without.
const WITH_ANSWERS: usize = 14;
const WITHOUT: usize = 8;

/// A verdict as an element of a numpy array of texts.
fn letters<const WIDTH: usize>(verdict: &'static str) -> [u32; WIDTH] {
    let mut letters = [0; WIDTH];
    for (letter, byte) in letters.iter_mut().zip(verdict.bytes()) {
        *letter = byte.into();
    }
    letters
}

/// The verdict on a puzzle that cannot be read, and on an answer given for it.
const INVALID: &str = "invalid";

fn verdict(uniqueness: Uniqueness) -> &'static str {
    Answer::from(uniqueness).name()
}

/// The verdict on a filled grid that is given as the answer.
fn judge(puzzle: &Puzzle, answer: &Grid, uniqueness: Uniqueness) -> &'static str {
    Given::judge(puzzle, answer, uniqueness.into()).name()
}

/// [`judge`] for 9x9 grids.
fn judge_cells(puzzle: &Cells, answer: &Cells, uniqueness: Uniqueness) -> &'static str {
    Given::judge_cells(puzzle, answer, uniqueness.into()).name()
}

/// How many solutions the puzzles of a block have.
fn found(cells: &[Cells], cancel: &CancelToken) -> Vec<Uniqueness> {
    let mut found = Vec::with_capacity(cells.len());
    with_lanes(|lanes| lanes.check_batch_within(cells, cancel, &mut found));
    found
}

/// An array of texts, made from the letters of each; numpy views them as they are.
fn array<'py>(py: Python<'py>, letters: Vec<u32>, width: usize) -> PyResult<Bound<'py, PyAny>> {
    PyArray1::from_vec(py, letters).call_method1("view", (format!("U{width}"),))
}

/// Whether each puzzle has one solution: `"unique"`, `"multiple"` or `"none"`. With `answers`, whether each answer is the
/// solution of its puzzle: `"right"`, `"wrong"`, `"one of several"`, or `"missing"` for `None`, NaN and an empty text in a list.
///
/// `puzzles` is a str, bytes or a `Grid`, a list of these, or an array of integers of the shape (81,), (9, 9), (n, 81) or (n, 9, 9), or the same of
/// another size, such as (n, 256) or (n, 16, 16), where 0 and a masked cell are empty cells; `answers` is alike. One puzzle gives a str, many give an
/// array of them. Arrays of 9x9 puzzles of dtype uint8 in C order are not copied.
///
/// - `rules`: other rules than those of an ordinary Sudoku, such as `"2x3"`, `"x+hyper"` or a file with regions, as `--rules` of the command line takes
///   them; `"file"` for texts that say their rules.
/// - `jobs`: the number of threads [default: one for each core].
/// - `invalid`: `"raise"` raises `InputError` for a row that cannot be read; `"keep"` gives such a puzzle the verdict `"invalid"`, and such an
///   answer the verdict `"wrong"`.
///
/// >>> import quadrille
/// >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> quadrille.check([puzzle, "55" + "." * 79, "." * 81]).tolist()
/// ['unique', 'none', 'multiple']
/// >>> quadrille.check(puzzle, quadrille.solve(puzzle))
/// 'right'
/// >>> quadrille.check([puzzle, puzzle], [quadrille.solve(puzzle), None]).tolist()
/// ['right', 'missing']
#[pyfunction]
#[pyo3(signature = (puzzles, answers=None, *, rules=None, jobs=None, invalid="raise"))]
pub fn check<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    answers: Option<&Bound<'py, PyAny>>,
    rules: Option<&str>,
    #[pyo3(from_py_with = numbers::jobs)] jobs: Option<usize>,
    invalid: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let invalid = match invalid {
        "raise" => Invalid::Raise,
        "keep" => Invalid::Keep,
        other => {
            return Err(input(format!(
                "invalid: found \"{other}\"; expected \"raise\" or \"keep\""
            )));
        }
    };
    let jobs = self::jobs(jobs)?;
    if let Some(rules) = rules {
        let keeps_invalid = invalid == Invalid::Keep;
        let (is_one, words) = ruled::check(py, puzzles, answers, rules, jobs, keeps_invalid)?;
        return match is_one {
            true => Ok(text(py, words[0])),
            false => array(
                py,
                words.into_iter().flat_map(letters::<WITH_ANSWERS>).collect(),
                WITH_ANSWERS,
            ),
        };
    }
    let boards = Boards::read("puzzles", puzzles, invalid)?;
    let answers = answers.map(|answers| Boards::read_answers(answers, invalid)).transpose()?;
    if let Some(puzzle) = boards.other() {
        return match boards.bad.is_empty() {
            true => other(py, puzzle, answers.as_ref()),
            false => Ok(text(py, INVALID)),
        };
    }
    let is_mixed =
        boards.mixed().is_some() || answers.as_ref().is_some_and(|all| all.mixed().is_some());
    if is_mixed && !boards.shape.is_one() {
        let (verdicts, judged) = table(py, &boards, answers.as_ref(), jobs)?;
        let words = judged.unwrap_or(verdicts);
        let letters: Vec<_> = words.into_iter().flat_map(letters::<WITH_ANSWERS>).collect();
        return array(py, letters, WITH_ANSWERS);
    }
    if let Some(answers) = &answers {
        return judged(py, &boards, answers, jobs);
    }
    if let Some(puzzle) = boards.only()? {
        if !boards.bad.is_empty() {
            return Ok(text(py, INVALID));
        }
        // A thread would take longer to start than one puzzle takes to check.
        let verdict = found(&[nine(&puzzle)], &CancelToken::new())[0];
        return Ok(text(py, self::verdict(verdict)));
    }
    // Pages of zeros are allocated when a thread writes to them, not before.
    let mut all = vec![0; boards.cells()?.len() * WITHOUT];
    boards.each(py, all.as_chunks_mut().0, jobs, |_, cells, places, cancel| {
        for (place, found) in places.iter_mut().zip(found(cells, cancel)) {
            *place = letters::<WITHOUT>(verdict(found));
        }
    })?;
    for (bad, _) in &boards.bad {
        all.as_chunks_mut::<WITHOUT>().0[*bad] = letters(INVALID);
    }
    array(py, all, WITHOUT)
}

/// The columns of a table, as `check_frame` adds them: the verdicts, with answers the judgements on them, and why rows are invalid.
type Columns = (Vec<&'static str>, Option<Vec<&'static str>>, Vec<Option<String>>);

/// The columns that `check_frame` adds.
#[pyfunction]
pub fn _check_columns(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    answers: Option<&Bound<'_, PyAny>>,
    jobs: Option<usize>,
) -> PyResult<Columns> {
    let jobs = self::jobs(jobs)?;
    let boards = Boards::read("puzzles", puzzles, Invalid::Keep)?;
    let answers =
        answers.map(|answers| Boards::read_answers(answers, Invalid::Keep)).transpose()?;
    let (verdicts, judged) = table(py, &boards, answers.as_ref(), jobs)?;
    let mut reasons = vec![None; verdicts.len()];
    for (row, why) in &boards.bad {
        reasons[*row] = Some(why.clone());
    }
    Ok((verdicts, judged, reasons))
}

/// The verdicts on puzzles of any sizes, and with answers the judgements on them.
fn table(
    py: Python<'_>,
    boards: &Boards<'_>,
    answers: Option<&Boards<'_>>,
    jobs: usize,
) -> PyResult<(Vec<&'static str>, Option<Vec<&'static str>>)> {
    let rows = boards.len()?;
    if let Some(answers) = answers {
        expect_as_many(answers.len()?, rows)?;
        answers.refuse_large_digits()?;
    }
    // Of each row the verdict, and the judgement on its answer.
    let mut all = vec![(Answer::None.name(), Given::Wrong.name()); rows];
    let is_plain = boards.mixed().is_none() && answers.is_none_or(|all| all.mixed().is_none());
    if is_plain {
        let given = answers.map(Boards::cells).transpose()?;
        boards.each(py, &mut all, jobs, |first, cells, places, cancel| {
            let found = found(cells, cancel).into_iter().zip(cells);
            for (row, (place, (found, cells))) in (first..).zip(places.iter_mut().zip(found)) {
                place.0 = verdict(found);
                if let Some(given) = given {
                    place.1 = judge_cells(cells, &given[row], found);
                }
            }
        })?;
    } else {
        let puzzles = boards.puzzles()?;
        let given = answers.map(Boards::puzzles).transpose()?;
        let places = all.iter_mut();
        interruptible(py, None, |cancel| {
            blocks::numbered(places, jobs, cancel, |row, place| {
                let puzzle = &puzzles[row];
                let Some(found) = service::uniqueness(puzzle, cancel) else { return false };
                place.0 = verdict(found);
                if let Some(answer) = given.as_ref().map(|given| &given[row])
                    && answer.order() == puzzle.order()
                {
                    place.1 = judge(puzzle, answer.givens(), found);
                }
                true
            });
        })?;
    }
    let (mut verdicts, judged): (Vec<_>, Vec<_>) = all.into_iter().unzip();
    let mut judged = answers.map(|_| judged);
    if let (Some(answers), Some(judged)) = (answers, &mut judged) {
        for &row in &answers.missing {
            judged[row] = Given::Missing.name();
        }
    }
    for (row, _) in &boards.bad {
        verdicts[*row] = INVALID;
        if let Some(judged) = &mut judged {
            judged[*row] = INVALID;
        }
    }
    Ok((verdicts, judged))
}

fn judged<'py>(
    py: Python<'py>,
    boards: &Boards<'py>,
    answers: &Boards<'py>,
    jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    answers.refuse_large_digits()?;
    let (cells, given) = (boards.cells()?, answers.cells()?);
    expect_as_many(given.len(), cells.len())?;
    if boards.only()?.is_some() {
        if !boards.bad.is_empty() {
            return Ok(text(py, INVALID));
        }
        if !answers.missing.is_empty() {
            return Ok(text(py, Given::Missing.name()));
        }
        let verdict = found(cells, &CancelToken::new())[0];
        return Ok(text(py, judge_cells(&cells[0], &given[0], verdict)));
    }
    let mut all = vec![0; cells.len() * WITH_ANSWERS];
    boards.each(py, all.as_chunks_mut().0, jobs, |first, cells, places, cancel| {
        let found = found(cells, cancel);
        for (((place, found), cells), answer) in
            places.iter_mut().zip(found).zip(cells).zip(&given[first..])
        {
            *place = letters::<WITH_ANSWERS>(judge_cells(cells, answer, found));
        }
    })?;
    let places = all.as_chunks_mut::<WITH_ANSWERS>().0;
    // An answer that cannot be read stands for an empty grid, which is wrong.
    for &row in &answers.missing {
        places[row] = letters(Given::Missing.name());
    }
    for (row, _) in &boards.bad {
        places[*row] = letters(INVALID);
    }
    array(py, all, WITH_ANSWERS)
}

fn text<'py>(py: Python<'py>, verdict: &str) -> Bound<'py, PyAny> {
    PyString::new(py, verdict).into_any()
}

/// The verdict on one puzzle of another size than 9x9.
fn other<'py>(
    py: Python<'py>,
    puzzle: &Puzzle,
    answers: Option<&Boards<'py>>,
) -> PyResult<Bound<'py, PyAny>> {
    let answer = answers.map(Boards::only).transpose()?.flatten();
    if answers.is_some() && answer.as_ref().is_none_or(|answer| answer.order() != puzzle.order()) {
        let side = puzzle.order().side();
        return Err(input(format!(
            "answers: found another size or number than that of the puzzle; expected one grid of {side}x{side}"
        )));
    }
    let ended = interruptible(py, None, |cancel| service::uniqueness(puzzle, cancel))?;
    let uniqueness = ended.value.expect("only a cancelled search is undecided");
    let verdict = match answer {
        Some(answer) => judge(puzzle, answer.givens(), uniqueness),
        None => self::verdict(uniqueness),
    };
    Ok(text(py, verdict))
}
