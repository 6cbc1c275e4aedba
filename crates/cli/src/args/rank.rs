//! What `rank` is told.

use clap::{Args, ValueEnum};

use super::Times;

#[derive(Debug, Args)]
pub struct Rank {
    /// Results of `run`; standard input if none is named, or `-`
    #[arg(value_name = "FILE")]
    pub files: Vec<String>,
    /// Hold all engines against this one; against the fastest on each instance unless named
    #[arg(long, value_name = "ENGINE")]
    pub baseline: Option<String>,
    /// A corpus; all in the files unless named
    #[arg(long, value_name = "NAME")]
    pub corpus: Vec<String>,
    /// An engine; all in the files unless named
    #[arg(long, value_name = "NAME")]
    pub engine: Vec<String>,
    #[command(flatten)]
    pub times: Times,
    /// How to print it
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: RankOutput,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RankOutput {
    /// A table for each corpus
    Plain,
    /// One JSON object for each corpus and engine
    Json,
    /// A row for each corpus and engine
    Csv,
}
