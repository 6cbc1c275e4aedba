//! The arguments of the verbs on exact cover problems: `cover` and `encode`.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, RangedU64ValueParser};
use clap::{Args, ValueEnum};
use quadrille_cover::engine;

use super::ask::Ask;
use super::proof::ProofOptions;
use super::split::Split;
use super::why::{NO_SEARCH, Why};
use super::{HowMany, Limits, Output, jobs, seconds};

#[derive(Debug, Args)]
pub struct Cover {
    /// A file in DLX text, or one that `--compile` wrote, or `-` for standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub input: String,
    /// Solve the problem that `encode FAMILY` writes, such as `queens:8`, instead of a file
    #[arg(long, value_name = "FAMILY", conflicts_with = "input")]
    pub family: Option<String>,
    /// The engine; `auto` chooses one for the problem, and `--stats` shows which one and why
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = PossibleValuesParser::new(engine::ENGINES.iter().map(|engine| engine.name())))]
    pub engine: String,
    #[command(flatten)]
    pub how_many: HowMany,
    /// Find the N cheapest solutions and print them with their costs, the cheapest first
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    #[arg(conflicts_with_all = ["all", "count", "limit", "progress", "checkpoint"])]
    pub cheapest: Option<usize>,
    /// Print the symmetries of the problem instead of solutions: how many there are, and some from which all
    /// others can be made, as cycles of items
    #[arg(long, conflicts_with_all = ["all", "count", "limit", "cheapest", "classes", "picture"])]
    #[arg(conflicts_with_all = ["jobs", "progress", "checkpoint", "max_tests", "max_nodes", "stats"])]
    pub symmetries: bool,
    /// Print one solution of each class, and how many symmetries it has. Two solutions are in one class if a
    /// symmetry of the problem takes one to the other. With `--count` print the number of classes, with `--limit N`
    /// N solutions
    #[arg(long, value_name = "METHOD", num_args = 0..=1, require_equals = true, default_missing_value = "auto")]
    #[arg(conflicts_with_all = ["all", "cheapest", "jobs", "progress", "checkpoint", "max_tests", "max_nodes", "stats"])]
    pub classes: Option<Classes>,
    #[command(flatten)]
    pub ask: Ask,
    /// Write a new folder DIR with the problem, the answer and a certificate, from which others can check the answer without
    /// this program (docs/PROOFS.md). The search uses one thread, whatever `--jobs` says. With `--count`, sub-problems that are the
    /// same but for names are proved once where that pays (`--engine iso` always does it, `--engine memo` never)
    #[arg(long, value_name = "DIR", conflicts_with_all = NO_SEARCH)]
    #[arg(conflicts_with_all = ["cheapest", "given", "checkpoint", "max_tests", "stats"])]
    pub proof: Option<PathBuf>,
    #[command(flatten)]
    pub proof_options: ProofOptions,
    #[command(flatten)]
    pub why: Why,
    #[command(flatten)]
    pub limits: Limits,
    /// Stop the search after this number of seconds [default: none]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<Duration>,
    /// Stop a search if the program needs more than N MB (10^6 bytes) besides the problem; the engines `memo` and `iso`
    /// keep their memory below N MB [default: 1074 for these, `frontier` and diagrams, else none]
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub max_memory: Option<usize>,
    /// Choose an option before the search. OPTION is its items in any order, or its number, counted from
    /// 1; repeatable
    #[arg(long, value_name = "OPTION")]
    pub given: Vec<String>,
    /// First remove options that are in no solution and choose options that are in every solution
    #[arg(long)]
    pub preprocess: bool,
    /// Search in parts with N workers; solutions and counts are the same for every N. A count with `memo` that pays
    /// uses one thread; workers share the memo of `iso` and the layers of `frontier`
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,
    /// Report progress as lines if standard error is not a terminal. On a terminal a bar appears after a second
    /// without this option
    #[arg(long, conflicts_with = "quiet")]
    pub progress: bool,
    /// Search in parts and save finished parts to this file, from which the same command can continue an
    /// interrupted search. A count with a memo that pays saves its memo
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Number of seconds between two writes of the file of `--checkpoint`
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds, requires = "checkpoint")]
    pub checkpoint_every: Duration,
    #[command(flatten)]
    pub split: Split,
    /// Also print the counts of the search: tests, forks, nodes (docs/COUNTERS.md)
    #[arg(long)]
    pub stats: bool,
    /// Format of the solutions
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: Output,
    /// Write solutions to this file [default: standard output]
    #[arg(long, value_name = "FILE", conflicts_with = "count")]
    pub out: Option<PathBuf>,
    /// Overwrite an existing file of `--out`, `--picture` or `--compile`
    #[arg(long)]
    pub force: bool,
    /// Draw each solution as text instead of listing its options; with FILE.svg, draw the first solution
    /// into that file, or to standard output if FILE is `-`. With `--marginals`, draw all solutions at once. The first line
    /// of the problem must name its family
    #[arg(long, value_name = "FILE.svg", num_args = 0..=1, conflicts_with_all = ["count", "out", "checkpoint"])]
    #[expect(
        clippy::option_option,
        reason = "clap's way to distinguish an option without its value"
    )]
    pub picture: Option<Option<PathBuf>>,
    /// Skip options that cannot be read, and solve the rest
    #[arg(long)]
    pub keep_going: bool,
    /// Print no messages except errors
    #[arg(long)]
    pub quiet: bool,
}

impl Cover {
    /// Whether more than one solution is to be shown.
    pub fn several(&self) -> bool {
        let sampled = self.ask.sample.is_some_and(|samples| samples > 1);
        self.how_many.several() || self.cheapest.is_some_and(|k| k > 1) || sampled
    }

    /// Whether the problem is searched in parts. A search for the cheapest solutions is not, because a part
    /// does not know the costs found in the other parts.
    pub fn in_parts(&self) -> bool {
        self.cheapest.is_none() && (self.jobs.is_some() || self.checkpoint.is_some())
    }

    /// Whether files are begun before the search, which are lost or continued if it is ended by force.
    pub fn writes_files(&self) -> bool {
        let Self { out, checkpoint, proof, .. } = self;
        [out, checkpoint, proof, &self.split.folder].into_iter().any(Option::is_some)
    }

    /// Whether tests, forks and nodes are counted.
    pub fn counts(&self) -> bool {
        self.stats || self.output == Output::Json
    }
}

/// How classes of solutions are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Classes {
    /// By the number of solutions: up to 1048576 are visited
    Auto,
    /// Visit all solutions
    Enumerate,
    /// Extend partial solutions, one of each class
    Levels,
}

#[derive(Debug, Args)]
pub struct Encode {
    /// The problem, such as queens:8, sudoku:9 (the empty grid), or sudoku: followed by a puzzle or a file.
    /// A parameter @FILE is replaced by the contents of that file
    #[arg(value_name = "FAMILY")]
    pub family: String,
    /// Write to this file [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long)]
    pub force: bool,
}
