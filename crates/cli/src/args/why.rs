//! The argument of `cover` about reasons.

use clap::Args;

#[derive(Debug, Args)]
pub struct Why {
    /// If the search finds no solution, print a short reason why there is none, if there is one: weights on items that cannot
    /// balance, or cases. With `--picture`, draw the weights on the board (docs/WHY.md)
    #[arg(long = "why", conflicts_with_all = NO_SEARCH)]
    pub is_asked: bool,
}

/// The options under which there is no search for solutions, or the problem searched has fewer options than the one read.
pub(super) const NO_SEARCH: [&str; 9] = [
    "symmetries",
    "classes",
    "compile",
    "sample",
    "nth",
    "index_of",
    "marginals",
    "costs",
    "preprocess",
];
