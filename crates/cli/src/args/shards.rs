//! The arguments by which work is divided among many processes, and those of `missing` and `merge`.

use std::path::PathBuf;

use clap::Args;
use quadrille_harness::shards::MOST_SHARDS;

/// Work that is divided into shards.
#[derive(Clone, Debug, Args)]
pub struct Shards {
    /// Divide the work into N shards: write only a manifest, into the folder of --out; `--shard` then does one shard
    /// (docs/FORMATS.md)
    #[arg(long, value_name = "N", value_parser = shards, requires = "out", conflicts_with = "shard")]
    pub shards: Option<usize>,
    /// Do shard K, from 0, of the folder of --out [default: the number in the environment variable
    /// `SLURM_ARRAY_TASK_ID`, or in `JOB_COMPLETION_INDEX`]
    #[arg(long, value_name = "K", num_args = 0..=1, requires = "out")]
    #[expect(
        clippy::option_option,
        reason = "clap's type for an option whose value may be left out"
    )]
    pub shard: Option<Option<usize>>,
}

#[derive(Debug, Args)]
pub struct Missing {
    /// A folder that --shards wrote
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

#[derive(Debug, Args)]
pub struct Merge {
    /// A folder that --shards wrote, with all its shards
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Write to this file [default: DIR/results.csv for a run, else standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    pub force: bool,
    /// Print no messages except errors
    #[arg(long)]
    pub quiet: bool,
}

fn shards(text: &str) -> Result<usize, String> {
    let shards = text.parse().ok().filter(|shards| (1..=MOST_SHARDS).contains(shards));
    shards.ok_or_else(|| format!("expected a number from 1 to {MOST_SHARDS}"))
}
