//! `duplicates`: puzzles of a list that repeat earlier ones.

use numpy::PyArray1;
use pyo3::prelude::*;
use quadrille_service::puzzle::solve as service;
use quadrille_sudoku::Grid;
use quadrille_sudoku::canonical::{Same, Seen};

use super::boards::{Boards, Invalid};
use crate::interruptible::jobs;
use crate::numbers;

/// For each puzzle the row of the first one that is the same, from 0, or -1 if it is the first: an array of int64.
///
/// - `isomorphs`: whether puzzles are the same, too, of which one becomes the other by turning, mirroring, or exchanging rows, columns or digits. A
///   puzzle too symmetric to have a canonical form is then compared by its digits.
/// - `jobs`: the number of threads [default: one for each core].
///
/// >>> import quadrille
/// >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> puzzles = [puzzle, "." * 81, puzzle, puzzle[::-1]]
/// >>> quadrille.duplicates(puzzles).tolist()
/// [-1, -1, 0, -1]
/// >>> quadrille.duplicates(puzzles, isomorphs=True).tolist()
/// [-1, -1, 0, 0]
#[pyfunction]
#[pyo3(signature = (puzzles, *, isomorphs=false, jobs=None))]
pub fn duplicates<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    isomorphs: bool,
    #[pyo3(from_py_with = numbers::jobs)] jobs: Option<usize>,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let boards = Boards::read("puzzles", puzzles, Invalid::Raise)?;
    let forms = boards.each_puzzle(py, self::jobs(jobs)?, |puzzle, _| {
        let form = isomorphs.then(|| service::canonical(puzzle)).flatten();
        Some(form.unwrap_or_else(|| puzzle.givens().clone()))
    })?;
    // Forms were made by all threads.
    let mut seen = Seen::new(Same::Digits);
    let earlier = |(row, form): (usize, Option<Grid>)| {
        form.and_then(|form| seen.earlier(&form, row)).map_or(-1, |row| row as i64)
    };
    let rows = forms.into_iter().enumerate().map(earlier);
    Ok(PyArray1::from_vec(py, rows.collect()))
}
