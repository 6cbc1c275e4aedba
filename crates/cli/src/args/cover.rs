//! What `cover` is told.

use clap::Args;

use super::{HowMany, Limits, Output, cover_engine_names};

#[derive(Debug, Args)]
pub struct Cover {
    /// A file in DLX text, or `-` for standard input, which is also the default
    #[arg(value_name = "FILE")]
    pub input: Option<String>,
    /// The engine
    #[arg(long, value_name = "NAME", default_value = "dlx", value_parser = cover_engine_names())]
    pub engine: String,
    #[command(flatten)]
    pub how_many: HowMany,
    #[command(flatten)]
    pub limits: Limits,
    /// Also print what was counted: tests, forks, nodes
    #[arg(long)]
    pub stats: bool,
    /// How solutions are printed
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: Output,
    /// Leave out options that cannot be read
    #[arg(long)]
    pub keep_going: bool,
    /// No messages but errors
    #[arg(long)]
    pub quiet: bool,
}
