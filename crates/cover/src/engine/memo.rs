//! Counting with a memo: a sub-problem that occurs again is not searched again.
//!
//! The search is that of [`Bits`], with a table of the sub-problems searched and their numbers of solutions.
//! Each node that branches looks its sub-problem up. Whole keys are compared, so a hash collision cannot give
//! a wrong count, and counts have no upper bound. Look-ups end where they do not pay
//! (`bits/memo.rs`). If a sub-problem without multiplicities splits into components, their counts are multiplied
//! (`bits/search/components.rs`). The memo only counts: a search that visits solutions is that of `bits`.
//!
//! The counters include only nodes that are searched, not those below a known sub-problem, so the number of
//! forks is not the number of leaves minus 1.
//!
//! Source: D. E. Knuth, *TAOCP* 4B, 7.2.2.1, Algorithm Z, and M. Nishino, N. Yasuda, S. Minato and
//! M. Nagata, *Dancing with decision diagrams* (AAAI 2017). Both keep the solutions themselves; keeping
//! counts alone is common knowledge.

use super::bits::{self, Bits, Rivals, Room};
use crate::problem::Problem;
use crate::search::{Budget, Counters, Keeper, Search, Solver, Tally, Unsupported, Visitor, Whole};

/// Upper bound on the size of the memo, in bytes, if the budget has no smaller one.
pub(crate) const ROOM: usize = 1 << 30;
/// Number of branching nodes after which [`Solver::tally_whole`] decides whether the memo pays.
#[doc(hidden)]
pub const TRIAL: u64 = bits::TRIAL;

/// Counts with a memo. Visits solutions as [`Bits`] does.
///
/// ```
/// use quadrille_cover::{Budget, Counters, Solver, engine::{Bits, Memo}, family};
///
/// let dominoes = family::build("dominoes:6x6")?;
/// let nodes = |engine: &dyn Solver| {
///     let tally = engine.tally(&dominoes, &Budget::default(), Counters::On)?;
///     assert_eq!(tally.solutions, 6728u32.into());
///     Ok::<_, quadrille_cover::Unsupported>(tally.search.stats.nodes)
/// };
/// assert!(nodes(&Memo)? < nodes(&Bits)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Memo;

impl Solver for Memo {
    fn name(&self) -> &'static str {
        "memo"
    }

    fn about(&self) -> &'static str {
        "bits; counts sub-problems that occur again only once"
    }

    fn refuses(&self, problem: &Problem) -> Option<&'static str> {
        Bits.refuses(problem)
    }

    fn search(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
        visit: &mut Visitor<'_>,
    ) -> Result<Search, Unsupported> {
        self.accepts(problem)?;
        Bits.search(problem, budget, counters, visit)
    }

    fn tally(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
    ) -> Result<Tally, Unsupported> {
        self.accepts(problem)?;
        let room = Room {
            bytes: ROOM,
            must_pay: false,
            traced: false,
            limit: budget.solutions,
            keeper: None,
            rivals: None,
        };
        let tally = bits::tally(problem, budget, counters, Some(room))?;
        Ok(tally.unwrap_or_else(|_| unreachable!("this memo never gives up")))
    }

    /// Counts the whole problem on one thread, because several threads would each need a memo of their own. If the
    /// memo saves next to no nodes of the first [`TRIAL`], returns [`Bits`] to count in parts.
    fn tally_whole(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
        _jobs: usize,
        keeper: Option<&dyn Keeper>,
    ) -> Result<Whole, Unsupported> {
        self.accepts(problem)?;
        let tally = count(problem, budget, counters, keeper, true, None)?;
        let in_parts = Whole::InParts { engine: Some(&Bits), up_to_symmetry: false };
        Ok(tally.map_or(in_parts, Whole::Counted))
    }
}

/// Counts the whole problem, unless the rivals win; `None` if they do or if, with `must_pay`, the memo saves next to no nodes.
pub(super) fn count(
    problem: &Problem,
    budget: &Budget,
    counters: Counters,
    keeper: Option<&dyn Keeper>,
    must_pay: bool,
    rivals: Option<&dyn Rivals>,
) -> Result<Option<Tally>, Unsupported> {
    let limit = budget.solutions;
    let room = Room { bytes: ROOM, must_pay, traced: false, limit, keeper, rivals };
    Ok(bits::tally(problem, budget, counters, Some(room))?.ok())
}
