//! The arguments of `reproduce`.

use std::path::PathBuf;

use clap::Args;

use super::{Consent, Data, Programs};

#[derive(Debug, Args)]
pub struct Reproduce {
    /// A table of `list tables`, or a file that defines one [default: all shipped tables]
    #[arg(value_name = "TABLE | FILE")]
    pub tables: Vec<String>,
    /// Run the tables of a bundle that `--bundle` has written, and compare their counts with its rows; with names of
    /// tables, only those
    #[arg(long, value_name = "FILE.tar.gz", conflicts_with = "bundle")]
    pub from_bundle: Option<PathBuf>,
    /// Write a table to this file and run nothing: the plan, the corpora and the figures of the results of `run` named as TABLE
    #[arg(long, value_name = "TABLE.toml", conflicts_with_all = ["bundle", "from_bundle"])]
    pub new: Option<PathBuf>,
    #[command(flatten)]
    pub data: Data,
    #[command(flatten)]
    pub programs: Programs,
    #[command(flatten)]
    pub consent: Consent,
    /// Folder for the results, in which each table gets a folder of its own [default: results/RUN]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Also pack the tables, result files, run files, pages and corpora into one archive, with a hash of each file
    #[arg(long, value_name = "FILE.tar.gz")]
    pub bundle: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    pub force: bool,
    /// Print no tables, and no messages except errors and differences
    #[arg(long)]
    pub quiet: bool,
}
