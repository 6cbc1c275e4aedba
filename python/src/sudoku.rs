//! Sudoku: questions about one puzzle or about many at once.

pub mod answers;
mod blocks;
mod boards;
pub mod duplicates;
pub mod explain;
pub mod generate;
pub mod grid;
mod grid_methods;
mod ruled;
mod text;
pub mod verdicts;
