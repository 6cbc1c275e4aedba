//! What `run` is told.

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use quadrille_harness::engines;
use regex_lite::Regex;

use super::{Data, Limits, jobs};

#[derive(Debug, Args)]
pub struct Run {
    /// A corpus of `list corpora`, a manifest, a .dlx file, or a file of puzzles (`-` is standard
    /// input); all that are shipped unless named
    #[arg(long, value_name = "NAME | FILE")]
    pub corpus: Vec<String>,
    #[command(flatten)]
    pub data: Data,
    /// An engine; all unless named
    #[arg(long, value_name = "NAME", value_parser = all_engine_names())]
    pub engine: Vec<String>,
    /// Only rows whose `engine/corpus/instance` matches this regular expression
    #[arg(long, value_name = "REGEX", value_parser = Regex::new)]
    pub filter: Option<Regex>,
    /// The question: one solution, whether it is unique, or all; each corpus's own unless named
    #[arg(long)]
    pub task: Option<TaskName>,
    /// Time each engine on each corpus as one batch: a row with `*` as its instance
    #[arg(long)]
    pub batch: bool,
    #[command(flatten)]
    pub limits: Limits,
    /// Instances, or batches, run side by side; the cores there are, unless named
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,
    /// Draws the order in which things are run
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// The CSV to write, `-` for stdout; results/RUN.csv unless named
    #[arg(long, value_name = "FILE")]
    pub out: Option<String>,
    /// Write over a file that exists
    #[arg(long)]
    pub force: bool,
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

fn all_engine_names() -> PossibleValuesParser {
    PossibleValuesParser::new(engines::all().into_iter().map(|engine| engine.name))
}
