//! Questions about Sudoku puzzles.
//!
//! | question | call |
//! |---|---|
//! | verdicts on the puzzles of a source, and all that `check` knows of a puzzle | [`check::check`], [`check::Examiner`] |
//! | solutions of a puzzle of any size, how many there are, its rating | [`solve`] |
//! | puzzles under other rules, such as those of a jigsaw | [`ruled`] |
//! | puzzles by a recipe | [`generate`] |
//! | links of f-puzzles and SudokuPad, read and written | [`link`] |
//! | a certificate of many answers | [`prove`] |

pub mod check;
pub mod generate;
pub mod lanes;
pub mod link;
pub mod prove;
pub mod ruled;
pub mod solve;
