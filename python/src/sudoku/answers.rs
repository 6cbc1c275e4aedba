//! `solve`, `count`, `rate` and `canonical`: an answer for each puzzle.

use std::ops::ControlFlow;

use numpy::{PyArray1, PyArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use quadrille_cover::{Budget, CancelToken};
use quadrille_sudoku::canonical::canonical_within;
use quadrille_sudoku::engine::human::rate_within;
use quadrille_sudoku::engine::lanes::Cells;
use quadrille_sudoku::format::write;
use quadrille_sudoku::{Engine, Grid as Filled, Puzzle, Uniqueness, Watch};

use super::blocks::with_lanes;
use super::boards::{Boards, Invalid, Shape};
use super::grid::Grid;
use super::text::{nine, puzzle_of};
use crate::cover::budget;
use crate::errors::input;
use crate::interruptible::{interruptible, jobs};

/// Upper bound on the nodes of a search for a canonical form, as on the command line: about a second.
const CANONICAL_NODES: u64 = 20_000;

/// The puzzles of an argument, and the number of threads.
fn read<'py>(puzzles: &Bound<'py, PyAny>, jobs: Option<usize>) -> PyResult<(Boards<'py>, usize)> {
    let jobs = self::jobs(jobs)?;
    Ok((Boards::read("puzzles", puzzles, Invalid::Raise)?, jobs))
}

/// An answer for each of many puzzles. `work` gets blocks of puzzles and the places for their answers, which hold `empty` before.
fn each<T: Clone + Send>(
    py: Python<'_>,
    boards: &Boards<'_>,
    jobs: usize,
    empty: T,
    work: impl Fn(&[Cells], &mut [T], &CancelToken) + Sync + Send,
) -> PyResult<Vec<T>> {
    let mut answers = vec![empty; boards.cells()?.len()];
    boards.each(py, &mut answers, jobs, |_, cells, answers, cancel| {
        work(cells, answers, cancel);
    })?;
    Ok(answers)
}

/// As [`each`], with one call of `work` for each puzzle.
fn one_by_one<T: Clone + Send>(
    py: Python<'_>,
    boards: &Boards<'_>,
    jobs: usize,
    empty: T,
    work: impl Fn(&Puzzle, &CancelToken) -> T + Sync + Send,
) -> PyResult<Vec<T>> {
    each(py, boards, jobs, empty, |cells, answers, cancel| {
        for (answer, cells) in answers.iter_mut().zip(cells) {
            if cancel.is_cancelled() {
                return;
            }
            *answer = work(&puzzle_of(cells), cancel);
        }
    })
}

/// Grids as an array of the shape of the puzzles; `(n, 81)` for a list.
fn array<'py>(py: Python<'py>, shape: &Shape, grids: Vec<Cells>) -> PyResult<Bound<'py, PyAny>> {
    let lengths = match shape {
        Shape::Array(lengths) => lengths.clone(),
        Shape::One | Shape::Many => vec![grids.len(), 81],
    };
    Ok(PyArray1::from_vec(py, grids.into_flattened()).reshape(lengths)?.into_any())
}

/// The first solution and the number of solutions up to a limit, of a puzzle of any size.
fn search(puzzle: &Puzzle, most: u64, cancel: &CancelToken) -> (u64, Option<Filled>) {
    let engine = if puzzle.order().n() == 3 { Engine::LANES } else { Engine::Large };
    let (mut count, mut first) = (0, None);
    let budget = Budget { solutions: Some(most), ..budget(cancel) };
    engine.search(puzzle, &budget, Watch::Off, &mut |grid| {
        count += 1;
        first.get_or_insert_with(|| grid.clone());
        ControlFlow::Continue(())
    });
    (count, first)
}

/// A solution of each puzzle; the first one found, if there are several.
///
/// One puzzle as text or as a `Grid` gives a `Grid`, or `None` if there is no solution. A list or an array gives an array of uint8, in which
/// a puzzle without a solution has only zeros. `check` describes the puzzles and `jobs`.
///
/// >>> import quadrille
/// >>> print(quadrille.solve("1..." + "..2." + ".3.." + "...4"))
/// 1243342143122134
/// >>> quadrille.solve(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"])[0, :9]
/// array([5, 3, 4, 6, 7, 8, 9, 1, 2], dtype=uint8)
#[pyfunction]
#[pyo3(signature = (puzzles, *, jobs=None))]
pub fn solve<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    jobs: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let (boards, jobs) = read(puzzles, jobs)?;
    if let (Shape::One, Some(puzzle)) = (&boards.shape, boards.only()?) {
        let first = match boards.other() {
            Some(_) => interruptible(py, None, |cancel| search(&puzzle, 1, cancel))?.value.1,
            None => with_lanes(|lanes| lanes.first(&nine(&puzzle)))
                .map(|cells| puzzle_of(&cells).givens().clone()),
        };
        return Grid::filled(puzzle, first)
            .map_or_else(|| Ok(py.None().into_bound(py)), |grid| grid.into_bound_py_any(py));
    }
    let solutions = each(py, &boards, jobs, [0; 81], |cells, solutions, cancel| {
        let mut found = Vec::with_capacity(cells.len());
        with_lanes(|lanes| lanes.solve_batch_within(cells, 1, cancel, &mut found));
        for (solution, found) in solutions.iter_mut().zip(&found) {
            if let Some(first) = found.first() {
                *solution = *first;
            }
        }
    })?;
    array(py, &boards.shape, solutions)
}

/// The number of solutions of each puzzle, up to `limit`. One puzzle gives an int, many give an array of uint64.
///
/// `check` describes the puzzles and `jobs`.
///
/// >>> import quadrille
/// >>> quadrille.count("." * 16), quadrille.count("." * 81, limit=1000)
/// (288, 1000)
#[pyfunction]
#[pyo3(signature = (puzzles, *, limit=1_000_000, jobs=None))]
pub fn count<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    limit: u64,
    jobs: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    if limit == 0 {
        return Err(input("limit: found 0; expected 1 or more"));
    }
    let (boards, jobs) = read(puzzles, jobs)?;
    if let Some(puzzle) = boards.only()? {
        let (count, _) = interruptible(py, None, |cancel| search(&puzzle, limit, cancel))?.value;
        return count.into_bound_py_any(py);
    }
    let counts = each(py, &boards, jobs, 0u64, |cells, counts, cancel| {
        let mut found = Vec::with_capacity(cells.len());
        with_lanes(|lanes| lanes.solve_batch_within(cells, limit, cancel, &mut found));
        for (count, found) in counts.iter_mut().zip(&found) {
            *count = found.count;
        }
    })?;
    Ok(PyArray1::from_vec(py, counts).into_any())
}

/// The rating of a puzzle by the hardest technique that a human player needs.
fn rating(puzzle: &Puzzle, cancel: &CancelToken) -> f64 {
    let engine = if puzzle.order().n() == 3 { Engine::LANES } else { Engine::Large };
    if engine.uniqueness(puzzle, &budget(cancel)) != Some(Uniqueness::Unique) {
        return f64::NAN;
    }
    match rate_within(puzzle, &mut |_| !cancel.is_cancelled()) {
        Some(rating) if rating.is_solved() => {
            rating.hardest().map_or(0.0, |hardest| f64::from(hardest.difficulty().tenths) / 10.0)
        }
        _ => f64::INFINITY,
    }
}

/// The rating of each puzzle: the difficulty of the hardest technique that a human player needs who always takes the easiest one. `inf` if the
/// techniques do not solve the puzzle, `nan` if it does not have exactly one solution. One puzzle gives a float, many give an array.
///
/// `check` describes the puzzles and `jobs`. `explain` shows the steps.
///
/// >>> import quadrille
/// >>> quadrille.rate("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
/// 1.2
#[pyfunction]
#[pyo3(signature = (puzzles, *, jobs=None))]
pub fn rate<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    jobs: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let (boards, jobs) = read(puzzles, jobs)?;
    if let Some(puzzle) = boards.only()? {
        return interruptible(py, None, |cancel| rating(&puzzle, cancel))?
            .value
            .into_bound_py_any(py);
    }
    let ratings = one_by_one(py, &boards, jobs, 0.0, rating)?;
    Ok(PyArray1::from_vec(py, ratings).into_any())
}

fn too_symmetric(row: usize) -> PyErr {
    input(format!(
        "puzzles: row {row}: found a puzzle so symmetric that the search for its canonical form was given up; expected one with \
         more clues"
    ))
}

/// The canonical form of each puzzle. Two puzzles have the same form exactly if one becomes the other when digits are renamed, rows and columns are exchanged
/// within bands, bands and stacks are exchanged, and the grid is transposed.
///
/// One puzzle as text gives a str, a `Grid` gives a `Grid`; a list or an array gives an array of uint8. `check` describes the puzzles and `jobs`.
///
/// >>> import quadrille
/// >>> one, same = "1..." + "." * 12, "." * 15 + "3"
/// >>> quadrille.canonical(one) == quadrille.canonical(same)
/// True
#[pyfunction]
#[pyo3(signature = (puzzles, *, jobs=None))]
pub fn canonical<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    jobs: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let (boards, jobs) = read(puzzles, jobs)?;
    if let (Shape::One, Some(puzzle)) = (&boards.shape, boards.only()?) {
        let form =
            interruptible(py, None, |_| canonical_within(puzzle.givens(), CANONICAL_NODES))?.value;
        let form = form.ok_or_else(|| too_symmetric(0))?;
        return match puzzles.is_instance_of::<Grid>() {
            true => Grid::of(&form).into_bound_py_any(py),
            false => write::line(&form).into_bound_py_any(py),
        };
    }
    // No digit is 10: there the search was given up.
    const GIVEN_UP: Cells = [10; 81];
    let forms = one_by_one(py, &boards, jobs, GIVEN_UP, |puzzle, _| {
        let form = canonical_within(puzzle.givens(), CANONICAL_NODES);
        form.map_or(GIVEN_UP, |form| form.cells().try_into().expect("81 cells"))
    })?;
    if let Some(row) = forms.iter().position(|form| *form == GIVEN_UP) {
        return Err(too_symmetric(row));
    }
    array(py, &boards.shape, forms)
}
