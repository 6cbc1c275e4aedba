//! The class `Grid`.

use std::hash::{Hash, Hasher};

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use quadrille_sudoku::format::write;
use quadrille_sudoku::{Grid as Filled, Puzzle};
use quadrille_view::picture::grid::{Board, picture};

use super::boards::{Boards, Invalid};
use crate::errors::input;

/// A Sudoku grid of 4x4 to 81x81, which Jupyter draws. `Grid(puzzle)` reads one puzzle as `check` does.
///
/// The grid of a solution remembers the givens of its puzzle, which are drawn bold.
///
/// >>> from quadrille import Grid
/// >>> grid = Grid("1..." + "..2." + ".3.." + "...4")
/// >>> grid.side, grid.filled_cells, str(grid)
/// (4, 4, '1.....2..3.....4')
/// >>> grid.cells[0]
/// array([1, 0, 0, 0], dtype=uint8)
#[pyclass(frozen, eq, hash, module = "quadrille")]
#[derive(Clone)]
pub struct Grid {
    givens: Filled,
    grid: Filled,
}

impl PartialEq for Grid {
    fn eq(&self, other: &Self) -> bool {
        self.grid == other.grid
    }
}

impl Eq for Grid {}

/// Equal grids have equal hashes, whichever cells are givens.
impl Hash for Grid {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.grid.cells().hash(state);
    }
}

impl Grid {
    /// A grid in which all digits are givens.
    pub fn of(grid: &Filled) -> Self {
        Self { givens: grid.clone(), grid: grid.clone() }
    }

    /// The solution of a puzzle.
    pub fn filled(puzzle: Puzzle, solution: Option<Filled>) -> Option<Self> {
        Some(Self { givens: puzzle.givens().clone(), grid: solution? })
    }

    /// All digits, as those of a puzzle.
    pub fn puzzle_of_all(&self) -> Puzzle {
        Puzzle::new(self.grid.clone())
    }
}

#[pymethods]
impl Grid {
    #[new]
    fn new(puzzle: &Bound<'_, PyAny>) -> PyResult<Self> {
        // A square array is one grid here, also where it could be a puzzle in each row.
        let lengths = puzzle.getattr("shape").and_then(|shape| shape.extract::<(usize, usize)>());
        let boards = match lengths {
            Ok((rows, columns)) if rows == columns => {
                let cube = puzzle.call_method1("reshape", ((1, rows, rows),))?;
                Boards::read("puzzle", &cube, Invalid::Raise)?
            }
            _ => Boards::read("puzzle", puzzle, Invalid::Raise)?,
        };
        if boards.len()? != 1 {
            return Err(input("puzzle: found several puzzles; expected one"));
        }
        boards.refuse_large_digits()?;
        Ok(Self::of(boards.puzzles()?[0].givens()))
    }

    /// The number of rows, of columns and of digits.
    #[getter]
    fn side(&self) -> usize {
        self.grid.order().side()
    }

    /// The number of cells that hold a digit.
    #[getter]
    fn filled_cells(&self) -> usize {
        self.grid.filled()
    }

    /// The digits as a new array of uint8 of the shape (side, side), 0 for an empty cell.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let side = self.side();
        PyArray1::from_slice(py, self.grid.cells()).reshape([side, side])
    }

    /// The digits on one line, a dot for an empty cell.
    fn __str__(&self) -> String {
        write::line(&self.grid)
    }

    fn __repr__(&self) -> String {
        format!("Grid(\"{}\")", write::line(&self.grid))
    }

    /// The grid with lines between its blocks, to be printed.
    fn pretty(&self) -> String {
        write::decorated(&self.grid)
    }

    fn _repr_svg_(&self) -> String {
        let side = self.side();
        let board = Board::filled(&Puzzle::new(self.givens.clone()), &self.grid);
        picture(&format!("a {side}x{side} grid"), &[board])
    }
}
