//! What `report` is told.

use std::path::PathBuf;

use clap::Args;

use super::Times;

#[derive(Debug, Args)]
pub struct Report {
    /// Results of `run`; standard input if none is named, or `-`
    #[arg(value_name = "FILE")]
    pub files: Vec<String>,
    /// Write the page into this file; on standard output unless a file is named here or for Markdown
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write Markdown into this file; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
    /// Hold all engines against this one; against the fastest on each instance unless named
    #[arg(long, value_name = "ENGINE")]
    pub baseline: Option<String>,
    #[command(flatten)]
    pub times: Times,
    /// Write over files that exist
    #[arg(long)]
    pub force: bool,
}
