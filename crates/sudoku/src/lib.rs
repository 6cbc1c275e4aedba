//! Sudoku grids of n² x n² cells: reading, writing, solving, rating and generating them.
//!
//! | module | contents |
//! |---|---|
//! | [`grid`] | [`Order`], [`Grid`], [`Puzzle`]: cells, rows, columns, regions, candidates, clashes |
//! | [`format`](mod@format) | all input formats, with detection, and all output formats |
//! | [`canonical`] | one form for all puzzles that a symmetry turns into each other |
//! | [`engine`] | [`Engine`]: the solvers, and observing them as they search |
//! | [`encode`] | a puzzle as an exact cover problem |
//! | [`rate`] | difficulty levels from 1 to 5 |
//! | [`generate`] | generating puzzles from a seed |
//! | [`rules`] | other sizes, boxes and rules: jigsaws, diagonals, moves of chess pieces |
//!
//! ```
//! use quadrille_sudoku::{Engine, Grid, Order, Puzzle, Uniqueness};
//!
//! let empty = Puzzle::new(Grid::empty(Order::NINE));
//! assert_eq!(empty.uniqueness(), Uniqueness::Multiple);
//! let solution = Engine::Masks.first(&empty).expect("the empty grid has solutions");
//! assert_eq!(solution.cells()[..9], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
//! assert!(empty.is_solved_by(&solution));
//! ```

pub mod canonical;
pub mod encode;
pub mod engine;
pub mod format;
pub mod generate;
pub mod grid;
pub mod rate;
pub mod rules;

pub use engine::{Engine, Prepared, Step, Uniqueness, Watch};
pub use format::InputFormat;
pub use format::read::{ReadError, Reader};
pub use generate::{Generator, Recipe};
pub use grid::{Candidates, Clash, Grid, Order, Puzzle, Unit};
pub use quadrille_cover::{Budget, Outcome};
pub use rate::Level;

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
