//! Results of runs: rows, run files, and the statistics of both.
//!
//! A results file is a CSV of [`Record`]s. The [`RunFile`] beside it notes the plan, the build and the machine of the
//! run. [`Results`] holds the rows of one or more files read back, and [`statistics`] ranks and compares them.
//! Nothing here opens a file or starts a process, and everything compiles for a browser.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod aslib;
mod fingerprint;
mod merged;
mod misplaced;
mod notes;
mod printable;
mod record;
mod results;
mod row;
mod run_file;
pub mod selection;
pub mod statistics;

pub use fingerprint::{Fingerprint, ListDigest};
pub use merged::Retried;
pub use misplaced::{Misplaced, read_toml};
pub use notes::{Differences, Notes, ShardNote};
pub use printable::{Printable, Shown};
pub use record::{
    COLUMNS, Isolation, Proved, Record, Row, SCHEMA, Task, Timing, Verdict, WHOLE_CORPUS, digits,
    is_printable,
};
pub use results::{Case, CaseId, Clock, Counts, Entry, Name, Results, Source};
pub use row::{RowError, Rows};
pub use run_file::RunFile;

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
