//! What `gate` is told.

use clap::Args;

use super::{Output, Times};

#[derive(Debug, Args)]
pub struct Gate {
    /// Results that hold
    #[arg(value_name = "BASE")]
    pub base: String,
    /// Results that would take their place
    #[arg(value_name = "NEW")]
    pub new: String,
    /// Look at counts and verdicts, not at times
    #[arg(long)]
    pub counts_only: bool,
    #[command(flatten)]
    pub times: Times,
    /// How to print it
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: Output,
}
