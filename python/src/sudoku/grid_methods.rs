//! The methods of the class `Grid`.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use quadrille_sudoku::Puzzle;
use quadrille_sudoku::format::write;
use quadrille_view::picture::grid::{Board, picture};

use super::boards::{Boards, Invalid};
use super::grid::Grid;
use crate::errors::input;

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
