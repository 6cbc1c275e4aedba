//! The class `Grid`.

use std::hash::{Hash, Hasher};

use pyo3::prelude::*;
use quadrille_sudoku::{Grid as Filled, Puzzle};

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
    pub givens: Filled,
    pub grid: Filled,
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
