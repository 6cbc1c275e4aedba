//! What `cover` is told.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::{RangedU64ValueParser, TypedValueParser};

use super::{HowMany, Limits, Output, cover_engine_names, jobs};

fn at_least_one() -> impl TypedValueParser<Value = usize> {
    RangedU64ValueParser::new().range(1..)
}

#[derive(Debug, Args)]
pub struct Cover {
    /// A file in DLX text, or `-` for standard input, which is also the default
    #[arg(value_name = "FILE")]
    pub input: Option<String>,
    /// The problem, as `encode` writes it, in place of a file: `queens:8`
    #[arg(long, value_name = "FAMILY", conflicts_with = "input")]
    pub family: Option<String>,
    /// The engine; `auto` chooses one by the problem, and `--stats` says which and why
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = cover_engine_names())]
    pub engine: String,
    #[command(flatten)]
    pub how_many: HowMany,
    /// The K cheapest solutions, with what they cost, the cheapest first
    #[arg(long, value_name = "K", conflicts_with_all = ["all", "count", "limit", "progress", "checkpoint"], value_parser = at_least_one())]
    pub cheapest: Option<usize>,
    #[command(flatten)]
    pub limits: Limits,
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<Duration>,
    /// Give up a search that needs more memory, beside the problem itself, of 10^6 bytes; a memo keeps within it
    #[arg(long, value_name = "MEGABYTES", value_parser = at_least_one())]
    pub max_memory: Option<usize>,
    /// Choose an option in advance: its items, in any order, or its number, from 1; repeatable
    #[arg(long, value_name = "OPTION")]
    pub given: Vec<String>,
    /// First remove options that are in no solution and choose those that are in every one
    #[arg(long)]
    pub preprocess: bool,
    /// Search in parts, with so many at work side by side; what is found and counted is the same for any N
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,
    /// Search in parts and say how far it is, also where stderr is no terminal
    #[arg(long, conflicts_with = "quiet")]
    pub progress: bool,
    /// Search in parts and keep what is done in this file; begun again it goes on from there
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Seconds from one writing of the checkpoint to the next
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds, requires = "checkpoint")]
    pub checkpoint_every: Duration,
    /// Also print what was counted: tests, forks, nodes, as the engine counts them (docs/COUNTERS.md)
    #[arg(long)]
    pub stats: bool,
    /// How solutions are printed
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: Output,
    /// Write solutions to a file, `-` for stdout
    #[arg(long, value_name = "FILE", conflicts_with = "count")]
    pub out: Option<PathBuf>,
    /// Write over a file that exists, one of `--out` or `--picture`
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub picture: CoverPicture,
    /// Leave out options that cannot be read
    #[arg(long)]
    pub keep_going: bool,
    /// No messages but errors
    #[arg(long)]
    pub quiet: bool,
}

impl Cover {
    /// Whether more than one solution is to be shown.
    pub fn several(&self) -> bool {
        self.how_many.several() || self.cheapest.is_some_and(|k| k > 1)
    }

    /// Whether the problem is searched in parts. The cheapest solutions are not: parts do not know of each
    /// other's.
    pub fn in_parts(&self) -> bool {
        self.cheapest.is_none()
            && (self.jobs.is_some() || self.progress || self.checkpoint.is_some())
    }

    /// Whether anything is counted beside solutions.
    pub fn counts(&self) -> bool {
        self.stats || self.output == Output::Json
    }

    /// Whether it is asked for nothing but a number.
    pub fn tallies(&self) -> bool {
        self.how_many.count
    }
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "expected a number of seconds, such as 60 or 0.5".to_owned())
}

/// Pictures of solutions.
#[derive(Debug, Args)]
pub struct CoverPicture {
    /// Draw solutions in place of their options; or the first one into an SVG file, `-` for stdout
    /// in place of all else. The problem must be one of a family, as its first line says
    #[arg(long = "picture", value_name = "FILE.svg", num_args = 0..=1, conflicts_with_all = ["count", "out", "checkpoint"])]
    #[expect(clippy::option_option, reason = "clap's way to tell a flag without its value")]
    pub file: Option<Option<PathBuf>>,
}
