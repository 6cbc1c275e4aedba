//! `explain`: the steps by which a human player solves a puzzle.

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PySlice, PyTuple};
use quadrille_sudoku::Puzzle;
use quadrille_sudoku::engine::human::{Assume, Deduction, State};
use quadrille_sudoku::rate;
use quadrille_view::picture::grid::{Board, picture};

use super::boards::{Boards, Invalid};
use super::grid::Grid;
use crate::errors::input;
use crate::interruptible::interruptible;

/// A step of a human player. Jupyter draws the grid before the step, with its candidates.
///
/// Cells are `(row, column)`, from 0.
#[pyclass(frozen, module = "quadrille")]
pub struct Step {
    puzzle: Puzzle,
    /// The state before the step.
    before: State,
    deduction: Deduction,
}

#[pymethods]
impl Step {
    /// The name of the technique.
    #[getter]
    fn technique(&self) -> &'static str {
        self.deduction.technique.name()
    }

    /// The difficulty of the technique.
    #[getter]
    fn difficulty(&self) -> f64 {
        self.deduction.technique.difficulty().number()
    }

    /// The digit that the step places, as `(row, column, digit)`, or `None`.
    #[getter]
    fn placed(&self) -> Option<(usize, usize, u8)> {
        self.deduction.placed.map(|candidate| self.cell(candidate))
    }

    /// The candidates that the step removes, each as `(row, column, digit)`.
    #[getter]
    fn struck(&self) -> Vec<(usize, usize, u8)> {
        self.deduction.struck.iter().map(|&candidate| self.cell(candidate)).collect()
    }

    /// The step in words, which count rows and columns from 1.
    fn __str__(&self) -> String {
        self.deduction.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Step: {}>", self.deduction)
    }

    fn _repr_svg_(&self) -> String {
        let board = Board::filled(&self.puzzle, self.before.grid())
            .with_candidates(|cell| self.before.candidates(cell));
        picture(&self.deduction.to_string(), &[board.captioned(self.deduction.title())])
    }
}

impl Step {
    fn cell(&self, (cell, digit): (usize, u8)) -> (usize, usize, u8) {
        let order = self.deduction.order;
        (order.row(cell), order.column(cell), digit)
    }
}

/// How a human player solves a puzzle: a sequence of steps, which Jupyter shows as a list.
#[pyclass(frozen, sequence, module = "quadrille")]
pub struct Explanation {
    steps: Vec<Py<Step>>,
    puzzle: Puzzle,
    end: State,
}

#[pymethods]
impl Explanation {
    fn __len__(&self) -> usize {
        self.steps.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyTuple::new(py, &self.steps)?.try_iter()
    }

    /// A step by its number, from 0, or a list of steps by a slice.
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        place: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if place.is_instance_of::<PySlice>() {
            return PyList::new(py, &self.steps)?.into_any().get_item(place);
        }
        let place: isize = place.extract()?;
        let place = if place < 0 { place + self.steps.len() as isize } else { place };
        let step = usize::try_from(place).ok().and_then(|place| self.steps.get(place));
        step.map(|step| step.bind(py).clone().into_any()).ok_or_else(|| {
            PyIndexError::new_err(format!(
                "found step {place}; expected a step before {}",
                self.steps.len()
            ))
        })
    }

    /// Whether the techniques solve the puzzle.
    #[getter]
    fn solved(&self) -> bool {
        self.end.grid().is_full()
    }

    /// The grid after the last step.
    #[getter]
    fn grid(&self) -> Option<Grid> {
        Grid::filled(self.puzzle.clone(), Some(self.end.grid().clone()))
    }

    /// The level of the puzzle, from 1 to 5, or `None` if it does not have exactly one solution.
    #[getter]
    fn level(&self) -> Option<u8> {
        rate::level(&self.puzzle).map(rate::Level::number)
    }

    /// The difficulty of the hardest step; 0 without a step.
    #[getter]
    fn rating(&self) -> f64 {
        let hardest =
            self.steps.iter().map(|step| step.get().deduction.technique.difficulty()).max();
        hardest.map_or(0.0, |hardest| hardest.number())
    }

    fn __str__(&self) -> String {
        let steps = self.steps.iter().enumerate();
        steps.map(|(number, step)| format!("{}. {}\n", number + 1, step.get().deduction)).collect()
    }

    fn __repr__(&self) -> String {
        let end = if self.solved() { "solved" } else { "not solved" };
        format!("<Explanation: {} steps, {end}>", self.steps.len())
    }

    fn _repr_svg_(&self) -> String {
        let before = Board::puzzle(&self.puzzle).captioned("the puzzle");
        let after = Board::filled(&self.puzzle, self.end.grid())
            .with_candidates(|cell| self.end.candidates(cell));
        picture(
            "a puzzle and how far the steps lead",
            &[before, after.captioned(format!("after {} steps", self.steps.len()))],
        )
    }
}

/// The steps by which a human player solves one puzzle who always takes the easiest technique. The puzzle should have one solution, which some
/// techniques assume.
///
/// >>> import quadrille
/// >>> steps = quadrille.explain("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
/// >>> steps.solved, len(steps), steps[0].technique
/// (True, 51, 'hidden single in a region')
#[pyfunction]
pub fn explain(py: Python<'_>, puzzle: &Bound<'_, PyAny>) -> PyResult<Explanation> {
    let boards = Boards::read("puzzle", puzzle, Invalid::Raise)?;
    let puzzle = boards.only()?.ok_or_else(|| {
        input("puzzle: found several puzzles; expected one; call explain for each")
    })?;
    let (steps, end) = interruptible(py, None, |cancel| {
        let mut state = State::new(&puzzle);
        let mut steps = Vec::new();
        while !state.is_contradictory() && !state.grid().is_full() {
            let next = state.easiest(Assume::OneSolution, &mut |_| !cancel.is_cancelled());
            let Some(deduction) = next else { break };
            let before = state.clone();
            state.apply(&deduction);
            steps.push((before, deduction));
        }
        (steps, state)
    })?
    .value;
    let step =
        |(before, deduction)| Py::new(py, Step { puzzle: puzzle.clone(), before, deduction });
    let steps = steps.into_iter().map(step).collect::<PyResult<_>>()?;
    Ok(Explanation { steps, puzzle, end })
}
