//! The arguments of `web`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub struct Web {
    /// The folder that `web/build` made
    #[arg(value_name = "DIR", default_value = "web/dist")]
    pub folder: PathBuf,
    /// Listen on this port [default: any that is free]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub port: u16,
    /// Only serve the page, and print its address; do not open a browser
    #[arg(long)]
    pub no_open: bool,
}
