//! How large a search tree is, and how many solutions there are, by estimate, with an interval.
//!
//! What is estimated is the tree of [`Bits`], searched undivided. For engines with a memo the number of nodes is an
//! upper bound on the work.
//!
//! # Method
//! The top of the tree is opened node by node and counted exactly. A model guesses how large the subtrees below are; it is
//! fitted to small subtrees that were searched whole. Open nodes are drawn with a probability proportional to the guess
//! (M. H. Hansen and W. N. Hurwitz, "On the theory of sampling from finite populations", *Annals of
//! Mathematical Statistics* 14, 1943), in strata along the tree, and the subtree of each is searched whole. What was found,
//! divided by the probability, has the true number as its mean, even if all guesses are wrong. If the parts of the tree are too large to be searched,
//! draws go further down: the idea of D. E. Knuth, "Estimating the efficiency of backtrack programs", *Mathematics of Computation* 29
//! (1975), with the probabilities of the model instead of equal ones.
//!
//! With multiplicities nothing is guessed: draws go from the root to a leaf, and take each branch with the same probability (Knuth 1975).
//!
//! The result depends on the problem, the seed and the number of nodes alone: it is the same on all machines.

// Floating-point numbers become nodes or costs, which are never negative.
#![allow(clippy::cast_sign_loss)]

mod draws;
mod ground;
mod interval;
mod model;
mod pilot;
mod plan;
mod several;
mod top;
mod work;

use std::fmt;

use self::work::Work;
use crate::engine::Bits;
use crate::engine::bits::Table;
use crate::engine::bits::below::Subtrees;
use crate::problem::Problem;
use crate::search::{CancelToken, Solver, Unsupported};

/// What an estimate may cost, and its random numbers.
#[derive(Clone, Debug)]
pub struct Effort {
    /// The seed of the random numbers.
    pub seed: u64,
    /// The cost in nodes of a search. Nodes that are made in other ways than by the search count several times, so that
    /// the time is about that of a search of this number of nodes.
    pub nodes: u64,
    /// Token that ends the estimate soon after the caller cancels it.
    pub cancel: Option<CancelToken>,
}

impl Default for Effort {
    fn default() -> Self {
        Self { seed: 0, nodes: 10_000_000, cancel: None }
    }
}

/// An estimate of the tree of a problem.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// The number of nodes of the tree: its root, dead ends and solutions included.
    pub nodes: Quantity,
    /// The number of solutions.
    pub solutions: Quantity,
    /// Whether the whole tree was searched, so that the numbers are exact.
    pub is_exact: bool,
    /// Number of draws.
    pub draws: u64,
    /// Number of searches in them that were given up because they were larger than guessed.
    pub given_up: u64,
    /// Number of nodes that were searched for the estimate.
    pub searched: u64,
    /// What the estimate cost, as [`Effort::nodes`] counts.
    pub cost: u64,
}

/// A number with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    /// The estimate.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval; `None` if it is not known, because the estimate is [blind](Self::blind).
    pub high: Option<f64>,
    /// What was seen in fact. The true number is not smaller.
    pub seen: u64,
    /// The number of draws of equal weight that would be as good as these: Kish's effective size.
    pub effective_draws: f64,
    /// Why the upper end is not known.
    pub blind: Option<Blind>,
}

/// Why an interval has no upper end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blind {
    /// The estimate was cancelled before there were draws.
    Cancelled,
    /// No draw found any.
    NothingDrawn,
    /// So few draws make most of the sum that the next could change it.
    FewDraws,
    /// One draw makes a large part of the sum.
    OneDraw,
    /// Draws in which a subtree was much larger than guessed make most of the sum.
    GivenUp,
    /// The interval would be wider than a factor of four on each side.
    Wide,
}

impl fmt::Display for Blind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cancelled => "the estimate was stopped before enough was drawn",
            Self::NothingDrawn => "no draw found any; rare ones may exist",
            Self::FewDraws => {
                "few draws make most of the sum, so larger ones may be missing; give more time"
            }
            Self::OneDraw => {
                "one draw makes a large part of the sum, so larger ones may be missing; give more time"
            }
            Self::GivenUp => {
                "most of the sum is in parts that were much larger than expected; give more time"
            }
            Self::Wide => "the draws differ too much; give more time",
        })
    }
}

/// Estimates the numbers of nodes and solutions of the tree of `bits`.
///
/// ```
/// use quadrille_cover::estimate::{Effort, estimate};
/// use quadrille_cover::family;
///
/// let queens = family::build("queens:13")?;
/// // A twentieth of the tree, which has 1046319 nodes.
/// let made = estimate(&queens, &Effort { nodes: 50_000, ..Effort::default() })?;
/// assert!(!made.is_exact && made.nodes.blind.is_none());
/// assert!(made.nodes.low < 1_100_000.0 && made.nodes.high.is_some_and(|high| high > 1_000_000.0));
///
/// let small = estimate(&family::build("queens:8")?, &Effort::default())?;
/// assert!(small.is_exact);
/// assert_eq!((small.nodes.seen, small.solutions.seen), (1049, 92));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If `bits` does not handle the problem.
pub fn estimate(problem: &Problem, effort: &Effort) -> Result<Estimate, Unsupported> {
    accepts(problem)?;
    if problem.has_multiplicities() {
        return several::estimate(problem, effort);
    }
    let table = Table::new(problem);
    let mut work = Work::new(&table, effort.cancel.clone());
    let measured = plan::measure(&mut work, &table, effort);
    Ok(measured.estimate(work.searched, work.spent_nodes()))
}

/// Searches the tree of `bits` from its beginning, enters at most `most` nodes, and returns the number of nodes entered. A caller
/// that has a clock measures with this function how long a node takes.
///
/// ```
/// use quadrille_cover::{estimate, family};
///
/// let queens = family::build("queens:8")?;
/// assert_eq!(estimate::search_nodes(&queens, 100)?, 100);
/// assert_eq!(estimate::search_nodes(&queens, u64::MAX)?, 1049);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`estimate`].
pub fn search_nodes(problem: &Problem, most: u64) -> Result<u64, Unsupported> {
    accepts(problem)?;
    if problem.has_multiplicities() {
        return several::search(problem, most, None).map(|(nodes, ..)| nodes);
    }
    Ok(Subtrees::new(&Table::new(problem)).search(&[], most, None).nodes)
}

/// What was asked for, in errors.
const WHAT: &str = "an estimate";

fn accepts(problem: &Problem) -> Result<(), Unsupported> {
    Bits.refuses(problem).map_or(Ok(()), |what| Err(Unsupported { engine: WHAT, what }))
}

#[cfg(test)]
mod tests;
