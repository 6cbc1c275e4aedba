//! The arguments of `race`.

use std::time::Duration;

use clap::Args;
use quadrille_results::Task;

use super::results::Judging;
use super::run::TASKS;
use super::{Data, Output, Programs, choice, name, seconds};

#[derive(Debug, Args)]
pub struct Race {
    /// A binary of quadrille (a path), or an engine of this binary or of `--engines` (a name)
    #[arg(value_name = "A")]
    pub a: String,
    /// The binary or the engine that is compared with A
    #[arg(value_name = "B")]
    pub b: String,
    /// A corpus of `list corpora`, a manifest, a .dlx file, or a file of puzzles; repeatable
    #[arg(long, value_name = "NAME | FILE,...", default_value = "systems")]
    pub corpus: Vec<String>,
    #[command(flatten)]
    pub data: Data,
    /// An engine that both binaries run; repeatable [default: all; unless the task is `count`, all but auto, memo, iso and frontier]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = name)]
    pub engine: Vec<String>,
    #[command(flatten)]
    pub programs: Programs,
    /// What an engine does with each instance [default: the task of its corpus]
    #[arg(long, value_parser = choice(TASKS))]
    pub task: Option<Task>,
    /// Stop a search after this number of seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<Duration>,
    /// End the race after this number of seconds
    #[arg(long, value_name = "SECONDS", default_value = "50", value_parser = seconds)]
    pub seconds: Duration,
    /// Race for N blocks instead, however long that takes; each is measured by A and by B twice
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    #[arg(value_parser = clap::value_parser!(u32).range(5..=100_000))]
    pub blocks: Option<u32>,
    /// Seed of the order of the instances
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    #[command(flatten)]
    pub judging: Judging,
    /// Format of the comparison
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: Output,
}
