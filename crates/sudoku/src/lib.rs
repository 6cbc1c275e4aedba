//! Sudoku grids of n² x n² cells: read, written, solved by every engine there is.
//!
//! | module | what it holds |
//! |---|---|
//! | [`grid`] | [`Order`], [`Grid`], [`Puzzle`]: cells, rows, columns, regions, clashes |
//! | [`format`](mod@format) | every input format, told apart by itself, and every output format |
//! | [`engine`] | the engines, [`Engine`], and watching them search |
//! | [`encode`] | a puzzle as an exact cover problem |
//! | [`generate`] | puzzles from a seed |
//!
//! ```
//! use quadrille_sudoku::{Engine, Grid, Order, Puzzle};
//!
//! let empty = Puzzle::new(Grid::empty(Order::NINE));
//! let solution = Engine::Masks.first(&empty).expect("the empty grid has solutions");
//! assert_eq!(solution.cells()[..9], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
//! assert!(empty.is_solved_by(&solution));
//! ```

pub mod encode;
pub mod engine;
pub mod format;
pub mod generate;
pub mod grid;

pub use engine::{Engine, Prepared, Step, Uniqueness, Watch};
pub use grid::{Clash, Grid, Order, Puzzle, Unit};
