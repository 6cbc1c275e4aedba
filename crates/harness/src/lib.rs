//! The harness: corpora through engines, every answer checked, every row written.
//!
//! A puzzle travels one way: [`corpus`] -> [`plan`] -> [`measure`] (an engine) -> [`check`] ->
//! [`record`]; nothing on that way knows what comes after it. [`run`](mod@run) is the loop that
//! carries it along.
//!
//! | module | what it holds |
//! |---|---|
//! | [`corpus`] | [`Corpus`] and [`Instance`], from files |
//! | [`manifest`] | `datasets/*.toml`: the corpora that have names, and which are present |
//! | [`engines`] | the registry |
//! | [`plan`] | what to run, on what, within which limits |
//! | [`measure`] | one engine on one instance: counted, then timed |
//! | `batch` | one engine on a whole corpus at once |
//! | [`check`] | whether the answer is right |
//! | [`record`] | one CSV row, and the writer of rows |
//! | [`results`] | rows read back |
//! | [`statistics`] | what rows come to: rankings, comparisons |
//! | [`environment`] | the run file |
//! | [`run`](mod@run) | the loop |
//! | [`summary`] | what a run comes to, for each engine and corpus |

mod batch;
pub mod check;
pub mod corpus;
pub mod engines;
pub mod environment;
pub mod manifest;
pub mod measure;
pub mod plan;
pub mod record;
pub mod results;
pub mod run;
pub mod statistics;
pub mod summary;

pub use corpus::{Body, Corpus, CorpusError, Expected, Instance};
pub use engines::Engine;
pub use plan::{Plan, Task};
pub use record::{Record, Verdict};
pub use run::{RunError, run};
