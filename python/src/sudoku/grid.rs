//! The class `Grid`.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use pyo3::prelude::*;
use quadrille_sudoku::rules::Rules;
use quadrille_sudoku::rules::read::Found;
use quadrille_sudoku::{Grid as Filled, Puzzle};

/// A Sudoku grid of 4x4 to 81x81, which Jupyter draws. `Grid(puzzle)` reads one puzzle as `check` does.
///
/// The grid of a solution remembers the givens of its puzzle, which are drawn bold. `rules` are other rules than those of an ordinary Sudoku, such as
/// `"6+x"`, as `check` takes them; the grid remembers them, too.
///
/// >>> from quadrille import Grid
/// >>> grid = Grid("1..." + "..2." + ".3.." + "...4")
/// >>> grid.side, grid.filled_cells, str(grid)
/// (4, 4, '1.....2..3.....4')
/// >>> grid.cells[0]
/// array([1, 0, 0, 0], dtype=uint8)
/// >>> Grid("4>..." + "." * 12, rules="futoshiki").rules
/// '4+latin+signs'
#[pyclass(frozen, eq, hash, module = "quadrille")]
#[derive(Clone)]
pub struct Grid {
    pub givens: Vec<u8>,
    pub digits: Vec<u8>,
    /// The rules of the grid, if it is no ordinary Sudoku.
    pub rules: Option<Arc<Rules>>,
}

impl PartialEq for Grid {
    fn eq(&self, other: &Self) -> bool {
        self.digits == other.digits && self.rules == other.rules
    }
}

impl Eq for Grid {}

/// Equal grids have equal hashes, whichever cells are givens.
impl Hash for Grid {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.digits.hash(state);
    }
}

impl Grid {
    /// A grid in which all digits are givens.
    pub fn of(grid: &Filled) -> Self {
        let digits = grid.cells().to_vec();
        Self { givens: digits.clone(), digits, rules: None }
    }

    /// The solution of a puzzle.
    pub fn filled(puzzle: Puzzle, solution: Option<Filled>) -> Option<Self> {
        let givens = puzzle.givens().cells().to_vec();
        Some(Self { givens, digits: solution?.cells().to_vec(), rules: None })
    }

    /// A puzzle under rules, as far as it is filled in.
    pub fn ruled(puzzle: &Found, digits: Vec<u8>) -> Self {
        Self { givens: puzzle.givens.clone(), digits, rules: Some(Arc::clone(&puzzle.rules)) }
    }

    /// All digits, as those of an ordinary puzzle.
    pub fn puzzle_of_all(&self) -> Result<Puzzle, String> {
        match &self.rules {
            None => Ok(Puzzle::new(ordinary(&self.digits))),
            Some(rules) => {
                let name = rules.name();
                Err(format!(
                    "found a grid under the rules {name}; expected an ordinary one; give rules=\"{name}\""
                ))
            }
        }
    }
}

/// An ordinary grid of digits.
pub fn ordinary(digits: &[u8]) -> Filled {
    Filled::from_cells(digits.to_vec()).expect("digits in range")
}
