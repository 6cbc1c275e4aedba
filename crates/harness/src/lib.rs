//! The harness: corpora through engines, every answer checked, every row written.
//!
//! A puzzle travels one way: [`corpus`] -> [`plan`] -> [`measure`] (an engine) -> [`check`] ->
//! [`record`]; nothing on that way knows what comes after it. [`run`](mod@run) is the loop that
//! carries it along.
//!
//! | module | what it holds |
//! |---|---|
//! | [`corpus`] | [`Corpus`] and [`Instance`], from files |
//! | [`isomorphs`] | the same puzzles in other dress |
//! | [`manifest`] | `datasets/*.toml`: the corpora that have names, and which are present |
//! | [`engines`] | the registry |
//! | [`request`] | what is asked for, by names: a plan file |
//! | [`plan`] | what to run, on what, within which limits |
//! | [`order`] | in which order |
//! | `block` | all engines on one instance: one row each |
//! | `batch` | one engine on a whole corpus at once |
//! | `external` | one engine that is another program, on one instance or a whole corpus |
//! | [`measure`] | one engine on one instance: counted, then timed |
//! | [`clock`], [`cores`] | what measures, and where |
//! | [`leash`], [`watchdog`] | limits of an engine, and who enforces that of time |
//! | [`process`] | engines in any language, in processes of their own |
//! | [`check`] | whether the answer is right |
//! | [`record`] | one CSV row, and the writer of rows |
//! | [`resume`] | the rows a run has already |
//! | [`doctor`] | whether a machine is fit to time on |
//! | [`disturbance`] | how much workers disturb each other |
//! | [`results`] | rows read back |
//! | [`statistics`] | what rows come to: rankings, comparisons |
//! | [`environment`] | the run file |
//! | [`reproduce`] | published tables, made again |
//! | [`run`](mod@run) | the loop |
//! | [`summary`] | what a run comes to, for each engine and corpus |

mod batch;
mod block;
pub mod check;
pub mod clock;
pub mod cores;
pub mod corpus;
pub mod disturbance;
pub mod doctor;
pub mod engines;
pub mod environment;
mod external;
pub mod fingerprint;
pub mod isomorphs;
pub mod leash;
pub mod manifest;
pub mod measure;
pub mod order;
pub mod plan;
pub mod process;
pub mod record;
pub mod reproduce;
pub mod request;
pub mod results;
pub mod resume;
pub mod run;
pub mod statistics;
pub mod summary;
pub mod watchdog;

pub use corpus::{Body, Corpus, CorpusError, Expected, Instance};
pub use engines::Engine;
pub use plan::{Plan, Task};
pub use record::{Record, Verdict};
pub use run::{RunError, run};
