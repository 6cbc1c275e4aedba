//! What `reproduce` is told.

use std::path::PathBuf;

use clap::Args;

use super::Data;

#[derive(Debug, Args)]
pub struct Reproduce {
    /// A table of `list tables`, or a file that describes one; all that are shipped unless named
    #[arg(value_name = "TABLE | FILE")]
    pub tables: Vec<String>,
    #[command(flatten)]
    pub data: Data,
    /// Engines that are other programs, declared in TOML (docs/PROTOCOL.md): they are run beside those of every plan
    #[arg(long, value_name = "FILE")]
    pub engines: Vec<PathBuf>,
    /// The folder in which each table gets one; results/RUN unless named
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Pack tables, rows, run files, pages and the hashes of all into one archive
    #[arg(long, value_name = "FILE.tar.gz")]
    pub bundle: Option<PathBuf>,
    /// Write over files that exist
    #[arg(long)]
    pub force: bool,
    /// No tables, no messages but errors and what differs
    #[arg(long)]
    pub quiet: bool,
}
