//! Reproduces published tables.
//!
//! A [`Table`] is a file that states what was published, by whom, and how to find it here: plans to run, puzzles to
//! generate, problems to count. A [`ResolvedTable`] has the corpora that the table was written for. Once the rows are
//! there, a [`Comparison`] sets our figures beside the published ones. `docs/REPRODUCE.md` says how to write a table.

pub mod again;
pub mod comparison;
pub mod counted;
pub mod draft;
pub mod figure;
pub mod found;
pub mod generated;
pub mod resolved_table;
pub mod shipped;
pub mod step;
pub mod table;

pub use comparison::Comparison;
pub use resolved_table::ResolvedTable;
pub use table::{SUMS, Table};
