#![doc = include_str!("../README.md")]

mod beside;
mod bits;
mod claim;
mod classes;
mod clauses;
mod count;
mod files;
mod folder;
mod lines;
mod listed;
mod manifest;
mod number;
mod problem;
mod puzzles;
mod refusal;
mod renaming;
mod steps;
mod stored;
mod text;

use std::time::Instant;

pub use claim::Claim;
pub use clauses::{FORMULA, PROOF};
pub use files::sum;
pub use folder::{Verified, verify, verify_files};
pub use refusal::Refusal;

/// What a check may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Upper bound on the size of the sub-problems that a certificate has the checker store, on that of a list of some
    /// solutions, and on that of all solutions of a problem whose classes are claimed, in bytes.
    pub stored: usize,
    /// Upper bound on the size of a certificate after decompression, in bytes.
    pub certificate: u64,
    /// When the check ends, whether it is done or not.
    pub until: Option<Instant>,
    /// The number of threads, of which more than two are of no use: the second one checks renamings.
    pub jobs: usize,
}

impl Default for Limits {
    /// 4 GB of sub-problems, 16 GB of certificate, any time, and one thread.
    fn default() -> Self {
        Self { stored: 4_000_000_000, certificate: 16_000_000_000, until: None, jobs: 1 }
    }
}
