//! What `run` is told.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use regex_lite::Regex;

use super::cover::seconds;
use super::{Data, Limits, jobs};

#[derive(Debug, Args)]
pub struct Run {
    /// A plan, which says all that the flags from --corpus to --seed would
    #[arg(value_name = "PLAN.toml", conflicts_with_all = [
        "corpus", "engine", "engines", "filter", "task", "batch", "repetitions", "isomorphs", "aa", "max_tests", "max_nodes",
        "time_limit", "max_memory", "seed",
    ])]
    pub plan: Option<PathBuf>,
    /// A corpus of `list corpora`, a manifest, a .dlx file, or a file of puzzles (`-` is standard
    /// input); all that are shipped unless named
    #[arg(long, value_name = "NAME | FILE")]
    pub corpus: Vec<String>,
    #[command(flatten)]
    pub data: Data,
    /// An engine; all unless named
    #[arg(long, value_name = "NAME")]
    pub engine: Vec<String>,
    /// Engines that are other programs, declared in TOML (docs/PROTOCOL.md)
    #[arg(long, value_name = "FILE")]
    pub engines: Vec<PathBuf>,
    /// Only rows whose `engine/corpus/instance` matches this regular expression
    #[arg(long, value_name = "REGEX", value_parser = regex)]
    pub filter: Option<String>,
    /// The question: one solution, whether it is unique, or all; each corpus's own unless named
    #[arg(long)]
    pub task: Option<TaskName>,
    /// Time each engine on each corpus as one batch: a row with `*` as its instance
    #[arg(long)]
    pub batch: bool,
    /// Measure everything so often, each time in another order
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub repetitions: Option<u32>,
    /// Run K copies of each instance in other dress: relabelled, permuted, transposed
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub isomorphs: Option<u32>,
    /// Measure everything twice, side by side, as if by two engines: how noisy is this machine?
    #[arg(long)]
    pub aa: bool,
    #[command(flatten)]
    pub limits: Limits,
    /// Give up a search after so long; then no limit of tests holds that is not asked for
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<Duration>,
    /// Give up a search that needs more memory, of 10^6 bytes
    #[arg(long, value_name = "MEGABYTES")]
    pub max_memory: Option<u64>,
    /// Draws the order in which things are run, and isomorphs
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Instances, or batches, run side by side; the cores there are, unless named
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,
    /// The CSV to write, `-` for stdout; results/RUN.csv unless named
    #[arg(long, value_name = "FILE")]
    pub out: Option<String>,
    /// Write over a file that exists
    #[arg(long)]
    pub force: bool,
    /// Go on with a run that was stopped or killed, after the rows of this CSV
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "force"])]
    pub resume: Option<PathBuf>,
    /// Go on after a puzzle that cannot be read
    #[arg(long)]
    pub keep_going: bool,
    /// No table, no messages but errors
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum TaskName {
    /// One solution
    First,
    /// Whether there is exactly one
    Unique,
    /// All of them
    All,
}

fn regex(text: &str) -> Result<String, regex_lite::Error> {
    Regex::new(text).map(|_| text.to_owned())
}
