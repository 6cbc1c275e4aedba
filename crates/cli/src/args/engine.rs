//! The arguments of `engine`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use super::{name, seconds};

#[derive(Debug, Args)]
pub struct Engine {
    #[command(subcommand)]
    pub verb: EngineVerb,
}

#[derive(Debug, Subcommand)]
pub enum EngineVerb {
    /// Check step by step whether an engine that is another program keeps to the protocol, and measure its overhead
    #[command(after_help = "Example: quadrille engine check engines/python-example/engine.toml\n\
        The exit status is 1 if a step failed.")]
    Check(EngineCheck),
}

#[derive(Debug, Args)]
pub struct EngineCheck {
    /// The TOML file that declares the engines (docs/PROTOCOL.md)
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Check only this engine; repeatable [default: all in the file]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = name)]
    pub engine: Vec<String>,
    /// Ask about all problems of this folder, too, whose `manifest.toml` has their numbers of solutions, as `datasets/cover`
    #[arg(long, value_name = "FOLDER")]
    pub set: Option<PathBuf>,
    /// Stop a search after this number of seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub time_limit: Duration,
}
