//! The arguments about certificates: those beside `--proof`, and the verb `verify`.

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};

/// How a certificate is written; the verb has the option `--proof` itself.
#[derive(Clone, Debug, Args)]
pub struct ProofOptions {
    /// The form of the certificate
    #[arg(long = "proof-form", value_name = "FORM", default_value = "xcd", requires = "proof")]
    pub form: ProofForm,
    /// Compress the certificate with gzip
    #[arg(long = "proof-gzip", requires = "proof")]
    pub gzip: bool,
    /// Write no folder of more than BYTES bytes. A count also writes a temporary file, of BYTES bytes at most
    #[arg(
        long = "proof-max",
        value_name = "BYTES",
        default_value = "1000000000",
        requires = "proof"
    )]
    pub max_bytes: u64,
}

/// The form of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProofForm {
    /// Advice for a checker that counts: the item to branch on in each sub-problem
    Xcd,
    /// A pseudo-Boolean formula and proof for the checker veripb, with the list of all solutions
    Veripb,
}

#[derive(Debug, Args)]
pub struct Verify {
    /// Folders that `--proof` wrote
    #[arg(value_name = "DIR", required = true)]
    pub folders: Vec<PathBuf>,
    /// Refuse a certificate for which more than N MB (10^6 bytes) of sub-problems must be stored
    #[arg(long, value_name = "N", default_value = "4000", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub max_memory: usize,
}
