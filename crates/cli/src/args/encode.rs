//! What `encode` is told.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub struct Encode {
    /// The problem, such as queens:8, sudoku:9 (the empty grid), or sudoku: and a puzzle or file;
    /// a parameter of the form @FILE is read from that file
    #[arg(value_name = "FAMILY")]
    pub family: String,
    /// Write to a file, `-` for stdout
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write over a file that exists
    #[arg(long)]
    pub force: bool,
}
