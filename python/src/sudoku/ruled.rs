//! Puzzles under rules of a grid, as `rules=` names them: the questions of the command line, by the same requests.

mod read;

use std::sync::Mutex;

use numpy::{PyArray1, PyArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use quadrille_cover::{Budget, CancelToken, Counters};
use quadrille_service::problem::engine;
use quadrille_service::puzzle::check::Request;
use quadrille_service::puzzle::ruled::{self as service, Wanted};
use quadrille_sudoku::rules::make::{self, Failure};
use quadrille_sudoku::rules::read::{Asked, Found};
use quadrille_tables::Given;

use self::read::Puzzles;
use super::blocks;
use super::boards::expect_as_many;
use super::grid::Grid;
use crate::errors::{self, input};
use crate::interruptible::interruptible;

/// The engine that chooses one by the problem.
const ENGINE: &str = "auto";

/// Calls `ask` with each puzzle that can be read, on `jobs` threads; `None` for the others.
fn each<T: Send>(
    py: Python<'_>,
    puzzles: &Puzzles,
    jobs: usize,
    ask: impl Fn(usize, &Found, &CancelToken) -> Result<Option<T>, quadrille_service::Error>
    + Sync
    + Send,
) -> PyResult<Vec<Option<T>>> {
    let mut answers: Vec<Option<T>> = puzzles.all.iter().map(|_| None).collect();
    let (places, failed) = (answers.iter_mut(), Mutex::new(None));
    interruptible(py, None, |cancel| {
        blocks::numbered(places, jobs, cancel, |row, place| {
            let Ok(found) = &puzzles.all[row] else { return true };
            match ask(row, found, cancel) {
                Ok(answer) => *place = answer,
                Err(error) => {
                    *failed.lock().expect("no thread panics") = Some(error);
                    return false;
                }
            }
            true
        });
    })?;
    match failed.into_inner().expect("no thread panics") {
        Some(error) => Err(errors::asked(error)),
        None => Ok(answers),
    }
}

/// The verdict on each puzzle; with answers, what each answer is.
pub fn check(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    answers: Option<&Bound<'_, PyAny>>,
    rules: &str,
    jobs: usize,
    keeps_invalid: bool,
) -> PyResult<(bool, Vec<&'static str>)> {
    let puzzles = Puzzles::read("puzzles", puzzles, rules)?;
    let answers = answers.map(|answers| Puzzles::read("answers", answers, rules)).transpose()?;
    if !keeps_invalid {
        puzzles.expect_whole(false)?;
        answers.as_ref().map_or(Ok(()), |answers| answers.expect_whole(true))?;
    }
    answers.as_ref().map_or(Ok(()), |all| expect_as_many(all.all.len(), puzzles.all.len()))?;
    let request = Request { engine: ENGINE.to_owned(), ..Request::default() };
    let verdicts = each(py, &puzzles, jobs, |row, found, cancel| {
        let record = service::Examiner::new(request.clone(), cancel)?.examine(found)?;
        let Some(answer) = record.map(|record| record.answer) else { return Ok(None) };
        let Some(answers) = &answers else { return Ok(Some(answer.name())) };
        let given = match &answers.all[row] {
            Ok(given) => {
                Given::if_solved(found.rules.is_solved_by(&found.givens, &given.givens), answer)
            }
            Err(why) if why.is_missing() => Given::Missing,
            Err(_) => Given::Wrong,
        };
        Ok(Some(given.name()))
    })?;
    Ok((puzzles.is_one, verdicts.into_iter().map(|verdict| verdict.unwrap_or("invalid")).collect()))
}

/// A solution of each puzzle: a `Grid` for one puzzle, else an array.
pub fn solve<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    rules: &str,
    jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let puzzles = Puzzles::read("puzzles", puzzles, rules)?;
    puzzles.expect_whole(false)?;
    let mut first = each(py, &puzzles, jobs, |_, found, cancel| service::first(found, cancel))?;
    if let (true, None) = (puzzles.is_one, &puzzles.lengths) {
        let grid = first.pop().flatten().zip(puzzles.whole().next());
        let grid = grid.map(|(digits, found)| Grid::ruled(found, digits));
        return grid.into_bound_py_any(py);
    }
    let cells = puzzles.whole().next().map_or(81, |found| found.rules.cells());
    if let Some(row) = puzzles.whole().position(|found| found.rules.cells() != cells) {
        return Err(input(format!(
            "puzzles: row {row}: found a puzzle of another size than the first; expected puzzles of one size, because the answer is one \
             array"
        )));
    }
    let lengths = puzzles.lengths.clone().unwrap_or_else(|| vec![first.len(), cells]);
    let digits = first.into_iter().flat_map(|digits| digits.unwrap_or_else(|| vec![0; cells]));
    Ok(PyArray1::from_vec(py, digits.collect()).reshape(lengths)?.into_any())
}

/// The number of solutions of each puzzle, up to a limit.
pub fn count<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    rules: &str,
    limit: u64,
    jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let puzzles = Puzzles::read("puzzles", puzzles, rules)?;
    puzzles.expect_whole(false)?;
    let counts = each(py, &puzzles, jobs, |_, found, cancel| {
        let budget = Budget { cancel: Some(cancel.clone()), ..Budget::solutions(limit) };
        let tally = service::count(found, engine(ENGINE)?, &budget, Counters::Off)?;
        Ok(Some(u64::try_from(&tally.solutions).map_or(limit, |found| found.min(limit))))
    })?;
    let counts: Vec<u64> = counts.into_iter().map(|count| count.unwrap_or(0)).collect();
    match puzzles.is_one {
        true => counts[0].into_bound_py_any(py),
        false => Ok(PyArray1::from_vec(py, counts).into_any()),
    }
}

/// The puzzle that `Grid(puzzle, rules=...)` names.
pub fn grid(puzzle: &Bound<'_, PyAny>, rules: &str) -> PyResult<Grid> {
    let puzzles = Puzzles::read("puzzle", puzzle, rules)?;
    puzzles.expect_whole(false)?;
    match &puzzles.all[..] {
        [Ok(found)] => Ok(Grid::ruled(found, found.givens.clone())),
        _ => Err(input("puzzle: found several puzzles; expected one")),
    }
}

/// Puzzles with one solution, each from the random numbers of its number.
pub fn generate(
    py: Python<'_>,
    count: usize,
    rules: &str,
    size: usize,
    wanted: Wanted,
    seed: u64,
    jobs: usize,
) -> PyResult<Vec<Grid>> {
    let Asked::Spec(spec) = read::asked(rules)? else {
        return Err(input("rules: found \"file\"; expected the names of rules, such as \"6+x\""));
    };
    let rules = service::rules_to_make(&spec, size);
    let rules = rules.map_err(|error| input(format!("rules: {error}")))?;
    let mut made: Vec<Option<Result<make::Made, Failure>>> = (0..count).map(|_| None).collect();
    let places = made.iter_mut();
    interruptible(py, None, |cancel| {
        blocks::numbered(places, jobs, cancel, |number, place| {
            let made = service::make(&rules, wanted, (seed, number as u64), cancel, &|| ());
            place.insert(made).is_ok()
        });
    })?;
    // After a failure the puzzles that follow are not made.
    if let Some(failure) = made.iter().flatten().find_map(|made| made.as_ref().err()) {
        let message = format!("rules {}: {failure}", rules.name());
        return Err(errors::generate(message, Vec::new()));
    }
    let grids = made.into_iter().flatten().flatten().map(|made| {
        let found = Found { rules: made.rules.into(), givens: made.givens, line: 1 };
        Grid::ruled(&found, found.givens.clone())
    });
    Ok(grids.collect())
}
