//! Published tables, made again.
//!
//! A [`Table`] is a file: what was published and by whom, and how to find it here: plans, puzzles to be generated,
//! problems to be counted. [`Ready`] is a table whose corpora were found to be those it was written for. When its rows
//! are there, a [`Comparison`] sets what they say beside what was published. `docs/REPRODUCE.md` says how to
//! write one.
//!
//! | module | what it holds |
//! |---|---|
//! | [`figure`] | what was published |
//! | [`table`](mod@table) | a table as it is written |
//! | [`shipped`] | the tables in the binary |
//! | [`ready`] | a table that can be run: its corpora are there, and are the right ones |
//! | [`step`] | one part of it |
//! | [`generated`] | puzzles generated and solved, on the clocks |
//! | [`counted`] | solutions counted without being visited |
//! | [`found`] | what is not in rows: grids, and cells left open |
//! | [`comparison`] | what was found beside what was published |

pub mod comparison;
pub mod counted;
pub mod figure;
pub mod found;
pub mod generated;
pub mod ready;
pub mod shipped;
pub mod step;
pub mod table;

pub use comparison::Comparison;
pub use ready::Ready;
pub use table::{SUMS, Table};
