//! Sudoku grids of n² x n² cells: read, written, solved by every engine there is.
//!
//! | module | what it holds |
//! |---|---|
//! | [`grid`] | [`Order`], [`Grid`], [`Puzzle`]: cells, rows, columns, regions, clashes |
//! | [`format`](mod@format) | every input format, told apart by itself, and every output format |
//! | [`canonical`] | one form for all puzzles that are the same but for a symmetry |
//! | [`engine`] | the engines, [`Engine`], and watching them search |
//! | [`encode`] | a puzzle as an exact cover problem |
//! | [`rate`] | difficulty from 1 to 5 |
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

pub mod canonical;
pub mod encode;
pub mod engine;
pub mod format;
pub mod generate;
pub mod grid;
pub mod rate;

pub use engine::{Engine, Prepared, Step, Uniqueness, Watch};
pub use grid::{Clash, Grid, Order, Puzzle, Unit};
pub use rate::Level;
