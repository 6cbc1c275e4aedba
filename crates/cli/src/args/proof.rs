//! The arguments about certificates: `--proof` of `cover`, and the verb `verify`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;

#[derive(Debug, Args)]
pub struct Proof {
    /// Write a new folder DIR with the problem, the answer and a certificate, from which others can check the answer without
    /// this program (docs/PROOFS.md). The search uses one thread
    #[arg(long = "proof", value_name = "DIR", conflicts_with_all = REFUSED)]
    pub folder: Option<PathBuf>,
    /// Compress the certificate with gzip
    #[arg(long = "proof-gzip", requires = "folder")]
    pub gzip: bool,
    /// Write no folder of more than BYTES bytes
    #[arg(
        long = "proof-max",
        value_name = "BYTES",
        default_value = "1000000000",
        requires = "folder"
    )]
    pub max_bytes: u64,
}

/// The options that a certificate cannot be combined with.
const REFUSED: [&str; 14] = [
    "cheapest",
    "symmetries",
    "classes",
    "compile",
    "sample",
    "nth",
    "index_of",
    "marginals",
    "costs",
    "given",
    "preprocess",
    "checkpoint",
    "max_tests",
    "stats",
];

#[derive(Debug, Args)]
pub struct Verify {
    /// Folders that `--proof` wrote
    #[arg(value_name = "DIR", required = true)]
    pub folders: Vec<PathBuf>,
    /// Refuse a certificate that has more than N MB (10^6 bytes) of sub-problems to be stored
    #[arg(long, value_name = "N", default_value = "4000", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub max_memory: usize,
}
