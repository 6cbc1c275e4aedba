//! `check`: how many solutions puzzles have, and whether given answers are right.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyString;
use quadrille_cover::CancelToken;
use quadrille_service::puzzle::solve as service;
use quadrille_sudoku::Uniqueness;
use quadrille_sudoku::engine::lanes::Cells;
use quadrille_tables::{Answer, Given};

use super::blocks::{self, with_lanes};
use super::boards::{Boards, Invalid, expect_as_many};
use super::ruled;
use super::text::{nine, puzzle_of};
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

/// The word for a row: what its answer is, or its verdict if there are no answers, or if its puzzle cannot be read.
fn word(verdict: Answer, given: Option<Given>) -> &'static str {
    given.filter(|_| verdict != Answer::Invalid).map_or(verdict.name(), Given::name)
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
    if boards.shape.is_one() {
        return Ok(text(py, one(py, &boards, answers.as_ref())?));
    }
    let (boards, answers) = (&boards, answers.as_ref());
    // Pages of zeros are allocated when a thread writes to them, not before.
    if answers.is_none() && boards.mixed().is_none() {
        let words = rows(py, boards, None, jobs, |verdict, _| letters::<WITHOUT>(verdict.name()))?;
        return array(py, words.into_flattened(), WITHOUT);
    }
    let of_row = |verdict, given| letters::<WITH_ANSWERS>(word(verdict, given));
    let words = rows(py, boards, answers, jobs, of_row)?;
    array(py, words.into_flattened(), WITH_ANSWERS)
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
    let of_row = |verdict: Answer, given| (verdict.name(), word(verdict, given));
    let (verdicts, judged): (Vec<_>, Vec<_>) =
        rows(py, &boards, answers.as_ref(), jobs, of_row)?.into_iter().unzip();
    let mut reasons = vec![None; verdicts.len()];
    for (row, why) in &boards.bad {
        reasons[*row] = Some(why.clone());
    }
    Ok((verdicts, answers.map(|_| judged), reasons))
}

/// What `made` makes of each row, from the verdict on its puzzle and, with answers, from what its answer is.
fn rows<T: Clone + Default + Send>(
    py: Python<'_>,
    boards: &Boards<'_>,
    answers: Option<&Boards<'_>>,
    jobs: usize,
    made: impl Fn(Answer, Option<Given>) -> T + Sync + Send,
) -> PyResult<Vec<T>> {
    if let Some(answers) = answers {
        answers.refuse_large_digits()?;
        expect_as_many(answers.len()?, boards.len()?)?;
    }
    // An answer that cannot be read stands for an empty grid, which is wrong.
    let missing = answers.map_or(&[][..], |answers| &answers.missing);
    let is_missing = |row: usize| missing.binary_search(&row).is_ok();
    let mut all = vec![T::default(); boards.len()?];
    if boards.mixed().is_none() && answers.is_none_or(|answers| answers.mixed().is_none()) {
        let given = answers.map(Boards::cells).transpose()?;
        boards.each(py, &mut all, jobs, |first, cells, places, cancel| {
            let found = found(cells, cancel).into_iter().zip(cells);
            for (row, (place, (found, cells))) in (first..).zip(places.iter_mut().zip(found)) {
                let verdict = found.into();
                let given = given.map(|given| match is_missing(row) {
                    true => Given::Missing,
                    false => Given::judge_cells(cells, &given[row], verdict),
                });
                *place = made(verdict, given);
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
                let verdict = found.into();
                let given = given.as_ref().map(|given| match &given[row] {
                    _ if is_missing(row) => Given::Missing,
                    other if other.order() != puzzle.order() => Given::Wrong,
                    answer => Given::judge(puzzle, answer.givens(), verdict),
                });
                *place = made(verdict, given);
                true
            });
        })?;
    }
    for (row, _) in &boards.bad {
        all[*row] = made(Answer::Invalid, None);
    }
    Ok(all)
}

/// The word for the only puzzle.
fn one(
    py: Python<'_>,
    boards: &Boards<'_>,
    answers: Option<&Boards<'_>>,
) -> PyResult<&'static str> {
    let puzzle = boards.only()?.expect("one puzzle was given");
    let side = puzzle.order().side();
    let is_other = boards.other().is_some();
    let answer = match answers {
        None => None,
        Some(answers) if is_other => {
            let answer = answers.only()?.filter(|answer| answer.order() == puzzle.order());
            Some(answer.ok_or_else(|| {
                input(format!(
                    "answers: found another size or number than that of the puzzle; expected one grid of {side}x{side}"
                ))
            })?)
        }
        Some(answers) => {
            answers.refuse_large_digits()?;
            expect_as_many(answers.cells()?.len(), 1)?;
            answers.cells()?.first().map(puzzle_of)
        }
    };
    if !boards.bad.is_empty() {
        return Ok(Answer::Invalid.name());
    }
    if answers.is_some_and(|answers| !answers.missing.is_empty()) {
        return Ok(Given::Missing.name());
    }
    let verdict = if is_other {
        let ended = interruptible(py, None, |cancel| service::uniqueness(&puzzle, cancel))?;
        ended.value.expect("only a cancelled search is undecided").into()
    } else {
        // A thread would take longer to start than one puzzle takes to check.
        found(&[nine(&puzzle)], &CancelToken::new())[0].into()
    };
    Ok(word(verdict, answer.map(|answer| Given::judge(&puzzle, answer.givens(), verdict))))
}

fn text<'py>(py: Python<'py>, verdict: &str) -> Bound<'py, PyAny> {
    PyString::new(py, verdict).into_any()
}
