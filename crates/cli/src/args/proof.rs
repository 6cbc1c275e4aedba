//! The arguments about certificates: how they are written, and the verb `verify`.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};

use super::{jobs, seconds};

/// How a certificate is written.
#[derive(Clone, Debug)]
pub struct ProofOptions {
    pub form: ProofForm,
    /// Whether the certificate is compressed.
    pub gzip: bool,
    /// Upper bound on the size of the folder, in bytes.
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
    /// Folders that `prove` or `classes --proof` wrote
    #[arg(value_name = "DIR", required = true)]
    pub folders: Vec<PathBuf>,
    /// Refuse a certificate for which more than N MB (10^6 bytes) of sub-problems or of solutions must be stored
    #[arg(long, value_name = "N", default_value = "4000", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub max_memory: usize,
    /// Refuse a certificate that is not checked within this number of seconds [default: none]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<Duration>,
    /// Check renamings in a second thread, if N is 2 or more
    #[arg(long, value_name = "N", default_value = "1", value_parser = jobs)]
    pub jobs: usize,
}
