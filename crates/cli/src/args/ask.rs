//! The arguments of `cover` about all solutions, which a decision diagram answers.

use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use num_bigint::BigUint;

#[derive(Debug, Args)]
pub struct Ask {
    /// Write the decision diagram of all solutions to this file, which `cover` reads in place of a problem; or, if the
    /// name ends in .nnf, a formula for other programs (docs/DIAGRAM.md)
    #[arg(long, value_name = "FILE", conflicts_with_all = SEARCHES, conflicts_with_all = ["out", "output", "picture"])]
    pub compile: Option<PathBuf>,
    /// Print N random solutions; each solution has the same probability each time
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    #[arg(conflicts_with_all = SEARCHES, conflicts_with = "compile")]
    pub sample: Option<u64>,
    /// The seed of `--sample`; the same seed gives the same solutions on every machine
    #[arg(long, value_name = "SEED", default_value = "1", requires = "sample")]
    pub seed: u64,
    /// Print solution number K, counted from 1 in the order of `--all` with a diagram
    #[arg(long, value_name = "K", value_parser = number)]
    #[arg(conflicts_with_all = SEARCHES, conflicts_with_all = ["compile", "sample"])]
    pub nth: Option<BigUint>,
    /// Print the number that `--nth` gives the solution in this file: an option on each line, by its items in any order
    /// or by its number, as `cover` prints it
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = SEARCHES, conflicts_with_all = ["compile", "sample", "nth", "picture"])]
    pub index_of: Option<String>,
    /// Print for each option the number of solutions that hold it; with `--picture`, draw in which share of all solutions
    /// each place is taken by what
    #[arg(long, conflicts_with_all = SEARCHES)]
    #[arg(conflicts_with_all = ["compile", "sample", "nth", "index_of"])]
    pub marginals: bool,
    /// Print each cost that a solution has, and the number of solutions of that cost
    #[arg(long, conflicts_with_all = SEARCHES)]
    #[arg(conflicts_with_all = ["compile", "sample", "nth", "index_of", "marginals", "picture"])]
    pub costs: bool,
}

/// The options for what a search prints.
const SEARCHES: [&str; 4] = ["all", "count", "limit", "cheapest"];

impl Ask {
    /// Whether only a diagram can answer.
    pub fn needs_diagram(&self) -> bool {
        self.compile.is_some()
            || self.sample.is_some()
            || self.nth.is_some()
            || self.index_of.is_some()
            || self.marginals
            || self.costs
    }
}

fn number(text: &str) -> Result<BigUint, String> {
    let number = text.parse().ok().filter(|number| *number > BigUint::ZERO);
    number.ok_or_else(|| "expected a whole number, counted from 1".to_owned())
}
