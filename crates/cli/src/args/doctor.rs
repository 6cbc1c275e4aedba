//! What `doctor` is told.

use clap::Args;

use super::Output;

#[derive(Debug, Args)]
pub struct Doctor {
    /// How to print what is found
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: Output,
}
