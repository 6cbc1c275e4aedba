//! The arguments by which work is divided among many processes, and those of `shard`, `missing` and `merge`.

use std::path::PathBuf;

use clap::Args;
use quadrille_harness::shards::MOST_SHARDS;

use super::{Consent, jobs};

/// Work that is divided into shards.
#[derive(Clone, Debug, Default, Args)]
pub struct Shards {
    /// Divide the work into N shards: write only a manifest, into the folder of --out; `quadrille shard` then does one of
    /// them (docs/CLUSTER.md)
    #[arg(long, value_name = "N", value_parser = shards, requires = "out")]
    pub shards: Option<usize>,
}

#[derive(Debug, Args)]
pub struct Shard {
    /// A folder that --shards wrote
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The number of the shard, from 0 [default: the number in the environment variable `SLURM_ARRAY_TASK_ID`, or in
    /// `JOB_COMPLETION_INDEX`]
    #[arg(value_name = "K")]
    pub number: Option<usize>,
    /// Worker threads [default: the number of cores, or what the plan of a run says]
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,
    #[command(flatten)]
    pub consent: Consent,
    /// Print no messages except errors
    #[arg(long)]
    pub quiet: bool,
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
