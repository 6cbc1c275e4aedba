//! The arguments of `missing` and `merge`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub struct Missing {
    /// A folder of shards
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

#[derive(Debug, Args)]
pub struct Merge {
    /// A folder of shards
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Write to this file [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long)]
    pub force: bool,
    /// Print no messages except errors
    #[arg(long)]
    pub quiet: bool,
}
