//! The harness: runs corpora through engines, checks every answer and writes a row for every search.
//!
//! A puzzle passes through the modules in this order, and no module knows a later one: [`files`], [`corpus`], [`process`] (engines
//! that are other programs), [`engine`], [`plan`], [`measure`], [`prove`], [`check`], [`machine`] (cores), [`shards`]
//! (work divided among processes), [`run`](mod@run),
//! [`reproduce`] (published tables). [`race`] starts processes that do all this.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod check;
pub mod corpus;
pub mod digest;
pub mod engine;
pub mod files;
pub mod machine;
pub mod measure;
pub mod plan;
pub mod process;
pub mod prove;
pub mod race;
pub mod reproduce;
pub mod run;
pub mod shards;

pub use corpus::{Body, Corpus, CorpusError, Expected, Instance};
pub use engine::Engine;
pub use plan::Plan;
pub use run::{RunError, run};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
