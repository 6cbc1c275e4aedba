//! Short reasons why a problem has no solution.
//!
//! A reason is a set of whole-number *weights* on items that cannot balance: in every option the weights of its items sum to
//! at most 0, but a solution, which covers items as often as their bounds say, has a sum of at least 1. For a chessboard
//! without two opposite corners, dark squares weigh 1 and light squares -1: a domino weighs 0, the board weighs 2.
//!
//! In the words of linear programming, the relaxation in which options are chosen in fractions has no solution, and the
//! weights are its Farkas certificate. Where the relaxation has a solution, [`find`] takes one item, and finds a reason against each of
//! its options, the *cases*: first an item for which weights settle all cases, otherwise the one with the fewest options, and cases of
//! cases. An item without options is a reason as well: its weight is 1, and all others are 0.
//!
//! The linear program is solved in floating point; the weights are rounded to whole numbers. A reason is returned only if
//! [`Reason::holds`], which computes in integers and shares no code with the search.
//!
//! Sources: J. Farkas, *J. reine angew. Math.* 124 (1902), 1-27; A. Schrijver, *Theory of Linear and Integer Programming*
//! (1986), section 7.3.
//!
//! ```
//! use quadrille_cover::why::{self, Limits, Reason, Sought};
//! use quadrille_cover::{CancelToken, family};
//!
//! let board = family::build("dominoes:8x8:mutilated")?;
//! let Sought::Reason(reason) = why::find(&board, &Limits::default(), &CancelToken::new()) else { panic!("there is one") };
//! assert!(reason.holds(&board));
//! let Reason::Weights(weights) = reason else { panic!("no cases are needed") };
//! assert_eq!(weights.iter().map(|&(_, weight)| weight).sum::<i64>(), 2);
//! assert!(weights.iter().all(|&(_, weight)| weight.abs() == 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod pol;
mod program;
mod search;
#[cfg(test)]
mod tests;

use crate::problem::{ItemId, OptionId, Problem};
use crate::search::CancelToken;

/// A reason why a problem, or the rest of it after some options were chosen, has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Weights that cannot balance, by item in ascending order; items that are not listed weigh 0. A secondary item has a
    /// negative weight, and has one only if no two of its options can be chosen together.
    Weights(Vec<(ItemId, i64)>),
    /// Whichever option covers an item, there is a reason against it.
    Cases {
        /// A primary item that must be covered, once more if it was covered before.
        item: ItemId,
        /// Each option that may still cover the item, and the reason why it cannot be chosen.
        cases: Vec<(OptionId, Reason)>,
    },
}

impl Reason {
    /// Whether this is a reason why the problem has no solution. Computes in integers of 128 bits; a sum that exceeds them is no
    /// reason.
    pub fn holds(&self, problem: &Problem) -> bool {
        check::holds(problem, &mut Vec::new(), self)
    }

    /// The lines of a `VeriPB` proof that derive a contradiction from the problem as a pseudo-Boolean formula: one `pol` line for
    /// weights, and lines `pol` and `rup` for cases. In the formula, primary item number i, counted from 1 in the order of the problem,
    /// has the constraints 2i - 1 (covered at least LOW times) and 2i (at most HIGH times); each secondary item has one constraint
    /// after these, in order; option number j is the variable `xj`. There are no other constraints.
    ///
    /// `None` if the problem has colours, which need other constraints, or if the reason does not hold.
    pub fn proof(&self, problem: &Problem) -> Option<Vec<String>> {
        (!problem.has_colours() && self.holds(problem)).then(|| pol::lines(problem, self))
    }

    /// Number of sets of weights in the reason: 1, or that of all its cases.
    pub fn size(&self) -> usize {
        match self {
            Self::Weights(_) => 1,
            Self::Cases { cases, .. } => cases.iter().map(|(_, reason)| reason.size()).sum(),
        }
    }
}

/// Limits of the search for a reason. They bound work, not time, so that the result is the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Number of linear programs to solve; one is solved for each case that is examined.
    pub programs: usize,
    /// The products of items and options of all linear programs, summed. A program takes about half a second for each million.
    pub work: usize,
}

impl Default for Limits {
    /// 1000 programs, of 30 million items times options together.
    fn default() -> Self {
        Self { programs: 1000, work: 30_000_000 }
    }
}

/// The result of the search for a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sought {
    /// A reason that holds.
    Reason(Reason),
    /// A solution, found where a reason was sought.
    Solution(Vec<OptionId>),
    /// No reason within the limits.
    Nothing {
        /// Number of linear programs solved.
        programs: usize,
        /// Whether the problem itself exceeds [`Limits::work`], so that no linear program was solved.
        is_too_large: bool,
    },
}

/// Looks for a reason why a problem has no solution: weights with the smallest sum of absolute values for the imbalance that they
/// show, otherwise cases with such weights. `cancel` is looked at between linear programs.
pub fn find(problem: &Problem, limits: &Limits, cancel: &CancelToken) -> Sought {
    let sought = search::find(problem, limits, cancel);
    match sought {
        Sought::Reason(reason) if !reason.holds(problem) => {
            unreachable!(
                "the search checks each set of weights, and the rules of the checker are the same"
            )
        }
        sought => sought,
    }
}
