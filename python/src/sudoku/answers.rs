//! `solve`, `count`, `rate` and `canonical`: an answer for each puzzle.

use numpy::{PyArray1, PyArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use quadrille_cover::CancelToken;
use quadrille_service::puzzle::solve as service;
use quadrille_sudoku::engine::human::rate_within;
use quadrille_sudoku::engine::lanes::Cells;
use quadrille_sudoku::format::write;
use quadrille_sudoku::{Grid as Filled, Order, Puzzle, Uniqueness};

use super::blocks::with_lanes;
use super::boards::{Boards, Invalid, Shape};
use super::grid::Grid;
use super::ruled;
use super::text::{nine, puzzle_of};
use crate::errors::input;
use crate::interruptible::{interruptible, jobs};
use crate::numbers;

/// The cells of grids of one size as an array of the shape of the puzzles; `(n, cells)` for a list.
fn array<'py>(
    py: Python<'py>,
    shape: &Shape,
    order: Order,
    cells: Vec<u8>,
) -> PyResult<Bound<'py, PyAny>> {
    let lengths = match shape {
        Shape::Array(lengths) => lengths.clone(),
        Shape::One | Shape::Many => vec![cells.len() / order.cells(), order.cells()],
    };
    Ok(PyArray1::from_vec(py, cells).reshape(lengths)?.into_any())
}

/// A solution of each puzzle; the first one found, if there are several.
///
/// One puzzle as text or as a `Grid` gives a `Grid`, or `None` if there is no solution. A list or an array gives an array of uint8, in which
/// a puzzle without a solution has only zeros. `check` describes the puzzles, `rules` and `jobs`.
///
/// >>> import quadrille
/// >>> print(quadrille.solve("1..." + "..2." + ".3.." + "...4"))
/// 1243342143122134
/// >>> quadrille.solve(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"])[0, :9]
/// array([5, 3, 4, 6, 7, 8, 9, 1, 2], dtype=uint8)
#[pyfunction]
#[pyo3(signature = (puzzles, *, rules=None, jobs=None))]
pub fn solve<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    rules: Option<&str>,
    #[pyo3(from_py_with = numbers::jobs)] jobs: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let jobs = self::jobs(jobs)?;
    if let Some(rules) = rules {
        return ruled::solve(py, puzzles, rules, jobs);
    }
    let boards = Boards::read("puzzles", puzzles, Invalid::Raise)?;
    if let (Shape::One, Some(puzzle)) = (&boards.shape, boards.only()?) {
        let first = match boards.other() {
            Some(_) => {
                interruptible(py, None, |cancel| service::count(&puzzle, 1, cancel))?.value.1
            }
            None => with_lanes(|lanes| lanes.first(&nine(&puzzle)))
                .map(|cells| puzzle_of(&cells).givens().clone()),
        };
        return Grid::filled(puzzle, first)
            .map_or_else(|| Ok(py.None().into_bound(py)), |grid| grid.into_bound_py_any(py));
    }
    if let Some(puzzles) = boards.mixed() {
        let order = boards.only_order(puzzles)?;
        let found =
            boards.each_mixed(py, jobs, |puzzle, cancel| service::count(puzzle, 1, cancel).1)?;
        let empty = || vec![0; order.cells()];
        let cells = |grid: Option<Filled>| grid.map_or_else(empty, |grid| grid.cells().to_vec());
        let grids = found.unwrap_or_default().into_iter().flat_map(cells).collect();
        return array(py, &boards.shape, order, grids);
    }
    let mut solutions = vec![[0; 81]; boards.cells()?.len()];
    let solve = |cells: &[Cells], solutions: &mut [Cells], cancel: &CancelToken| {
        let mut found = Vec::with_capacity(cells.len());
        with_lanes(|lanes| lanes.solve_batch_within(cells, 1, cancel, &mut found));
        for (solution, found) in solutions.iter_mut().zip(&found) {
            if let Some(first) = found.first() {
                *solution = *first;
            }
        }
    };
    boards.each(py, &mut solutions, jobs, |_, cells, solutions, cancel| {
        solve(cells, solutions, cancel)
    })?;
    array(py, &boards.shape, Order::NINE, solutions.into_flattened())
}

/// The number of solutions of each puzzle, up to `limit`. One puzzle gives an int, many give an array of uint64.
///
/// `check` describes the puzzles, `rules` and `jobs`.
///
/// >>> import quadrille
/// >>> quadrille.count("." * 16), quadrille.count("." * 81, limit=1000), quadrille.count("." * 36, rules="2x3", limit=10**9)
/// (288, 1000, 28200960)
#[pyfunction]
#[pyo3(signature = (puzzles, *, rules=None, limit=1_000_000, jobs=None))]
pub fn count<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    rules: Option<&str>,
    #[pyo3(from_py_with = numbers::limit)] limit: u64,
    #[pyo3(from_py_with = numbers::jobs)] jobs: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    if limit == 0 {
        return Err(input("limit: found 0; expected 1 or more"));
    }
    let jobs = self::jobs(jobs)?;
    if let Some(rules) = rules {
        return ruled::count(py, puzzles, rules, limit, jobs);
    }
    let boards = Boards::read("puzzles", puzzles, Invalid::Raise)?;
    if let Some(puzzle) = boards.only()? {
        let (count, _) =
            interruptible(py, None, |cancel| service::count(&puzzle, limit, cancel))?.value;
        return count.into_bound_py_any(py);
    }
    let counts =
        boards.each_mixed(py, jobs, |puzzle, cancel| service::count(puzzle, limit, cancel).0)?;
    if let Some(counts) = counts {
        return Ok(PyArray1::from_vec(py, counts).into_any());
    }
    let mut counts = vec![0u64; boards.cells()?.len()];
    boards.each(py, &mut counts, jobs, |_, cells, counts, cancel| {
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
    if service::uniqueness(puzzle, cancel) != Some(Uniqueness::Unique) {
        return f64::NAN;
    }
    match rate_within(puzzle, &mut |_| !cancel.is_cancelled()) {
        Some(rating) if rating.is_solved() => {
            rating.hardest().map_or(0.0, |hardest| hardest.difficulty().number())
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
    #[pyo3(from_py_with = numbers::jobs)] jobs: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let jobs = self::jobs(jobs)?;
    let boards = Boards::read("puzzles", puzzles, Invalid::Raise)?;
    if let Some(puzzle) = boards.only()? {
        return interruptible(py, None, |cancel| rating(&puzzle, cancel))?
            .value
            .into_bound_py_any(py);
    }
    Ok(PyArray1::from_vec(py, boards.each_puzzle(py, jobs, rating)?).into_any())
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
    #[pyo3(from_py_with = numbers::jobs)] jobs: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let jobs = self::jobs(jobs)?;
    let boards = Boards::read("puzzles", puzzles, Invalid::Raise)?;
    if let (Shape::One, Some(puzzle)) = (&boards.shape, boards.only()?) {
        let form = interruptible(py, None, |_| service::canonical(&puzzle))?.value;
        let form = form.ok_or_else(|| too_symmetric(0))?;
        return match puzzles.is_instance_of::<Grid>() {
            true => Grid::of(&form).into_bound_py_any(py),
            false => write::line(&form).into_bound_py_any(py),
        };
    }
    let order = boards.mixed().map_or(Ok(Order::NINE), |puzzles| boards.only_order(puzzles))?;
    let forms = boards.each_puzzle(py, jobs, |puzzle, _| service::canonical(puzzle))?;
    let mut cells = Vec::with_capacity(forms.len() * order.cells());
    for (row, form) in forms.iter().enumerate() {
        let form = form.as_ref().ok_or_else(|| too_symmetric(row))?;
        cells.extend_from_slice(form.cells());
    }
    array(py, &boards.shape, order, cells)
}

/// The canonical form of each puzzle as text, whatever its size; `None` where the search for it was given up.
#[pyfunction]
pub fn _canonical_texts(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    jobs: Option<usize>,
) -> PyResult<Vec<Option<String>>> {
    let jobs = self::jobs(jobs)?;
    let boards = Boards::read("puzzles", puzzles, Invalid::Raise)?;
    let form = |puzzle: &Puzzle| service::canonical(puzzle).map(|form| write::line(&form));
    boards.each_puzzle(py, jobs, |puzzle, _| form(puzzle))
}
