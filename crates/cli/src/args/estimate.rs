//! The arguments of `estimate`.

use std::time::Duration;

use clap::Args;

use super::{Output, jobs, seconds};

#[derive(Debug, Args)]
pub struct Estimate {
    /// A file in Knuth's format or another program's (`quadrille help FORMATS`), a family such as `queens:8`
    /// (`quadrille list families`), or `-` for standard input
    #[arg(value_name = "PROBLEM", default_value = "-")]
    pub input: String,
    /// Number of seconds that the estimate may take
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds, conflicts_with = "nodes")]
    pub seconds: Duration,
    /// Take the time in which a search enters N nodes, instead of `--seconds`. The same seed and N give the same numbers of
    /// nodes and solutions on every machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value = "0")]
    pub seed: u64,
    /// Also print how long N workers take, if they share the work evenly
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub workers: Option<usize>,
    /// Format of the answer
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: Output,
}
