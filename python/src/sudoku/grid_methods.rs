//! The methods of the class `Grid`.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use quadrille_service::puzzle::link;
use quadrille_sudoku::Puzzle;
use quadrille_sudoku::format::write;
use quadrille_sudoku::rules::Spec;
use quadrille_view::picture::grid::{Board, picture};

use super::boards::{Boards, Invalid};
use super::grid::{Grid, ordinary};
use super::ruled;
use crate::errors::input;

#[pymethods]
impl Grid {
    #[new]
    #[pyo3(signature = (puzzle, *, rules=None))]
    fn new(puzzle: &Bound<'_, PyAny>, rules: Option<&str>) -> PyResult<Self> {
        if let Some(rules) = rules {
            return ruled::grid(puzzle, rules);
        }
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
        self.digits.len().isqrt()
    }

    /// The rules of the grid; `None` for an ordinary Sudoku.
    #[getter]
    fn rules(&self) -> Option<&str> {
        self.rules.as_ref().map(|rules| rules.name())
    }

    /// The number of cells that hold a digit.
    #[getter]
    fn filled_cells(&self) -> usize {
        self.digits.iter().filter(|&&digit| digit > 0).count()
    }

    /// The digits as a new array of uint8 of the shape (side, side), 0 for an empty cell.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let side = self.side();
        PyArray1::from_slice(py, &self.digits).reshape([side, side])
    }

    /// The digits on one line, a dot for an empty cell.
    fn __str__(&self) -> String {
        match &self.rules {
            Some(rules) => rules.puzzle_line(&self.digits),
            None => write::line(&ordinary(&self.digits)),
        }
    }

    fn __repr__(&self) -> String {
        let rules = self.rules().map(|rules| format!(", rules=\"{rules}\"")).unwrap_or_default();
        format!("Grid(\"{}\"{rules})", self.__str__())
    }

    /// The grid with lines between its blocks, to be printed.
    fn pretty(&self) -> String {
        match &self.rules {
            Some(rules) => rules.puzzle_plain(&self.digits),
            None => write::decorated(&ordinary(&self.digits)),
        }
    }

    /// A link of f-puzzles to the puzzle, without digits that are not given; SudokuPad opens its data, too. `Grid(link, rules="file")` reads it.
    fn link(&self) -> PyResult<String> {
        let usual = self.side().to_string().parse::<Spec>().and_then(|spec| spec.rules(None));
        let usual = usual.map_err(|error| input(format!("link: {error}")))?;
        let rules = self.rules.as_deref().unwrap_or(&usual);
        link::link(rules, &self.givens).map_err(|error| input(format!("link: {error}")))
    }

    fn _repr_svg_(&self) -> String {
        let side = self.side();
        let board = match &self.rules {
            Some(rules) => Board::ruled(rules, &self.givens, &self.digits),
            None => Board::filled(&Puzzle::new(ordinary(&self.givens)), &ordinary(&self.digits)),
        };
        picture(&format!("a {side}x{side} grid"), &[board])
    }
}
