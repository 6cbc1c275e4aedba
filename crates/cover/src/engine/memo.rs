//! Counting with a memo: a sub-problem that occurs again is not searched again.
//!
//! The search is that of [`Bits`], with a table of the sub-problems searched and their numbers of solutions.
//! Each node that branches looks its sub-problem up. Whole keys are compared, so a hash collision cannot give
//! a wrong count, and counts have no upper bound. Look-ups end where they do not pay
//! (`bits/memo.rs`). If a sub-problem splits into components, their counts are multiplied
//! (`bits/search/components.rs`). The memo only counts: a search that visits solutions is that of `bits`.
//!
//! The counters include only nodes that are searched, not those below a known sub-problem, so the number of
//! forks is not the number of leaves minus 1.
//!
//! Source: D. E. Knuth, *TAOCP* 4B, 7.2.2.1, Algorithm Z, and M. Nishino, N. Yasuda, S. Minato and
//! M. Nagata, *Dancing with decision diagrams* (AAAI 2017). Both keep the solutions themselves; keeping
//! counts alone is common knowledge.

use super::bits::{self, Bits, Room};
use crate::problem::Problem;
use crate::search::{Budget, Counters, Search, Solver, Tally, Unsupported, Visitor, Whole};

/// Upper bound on the size of the memo, in bytes, if the budget has no smaller one.
const ROOM: usize = 1 << 30;

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
        let room = Room { bytes: ROOM, must_pay: false, limit: budget.solutions };
        let tally = bits::tally(problem, budget, counters, Some(room))?;
        Ok(tally.unwrap_or_else(|_| unreachable!("this memo never gives up")))
    }

    /// Counts the whole problem on one thread if the memo saves more than several threads would, because
    /// each of several threads would have a memo of its own.
    fn tally_whole(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
    ) -> Result<Whole, Unsupported> {
        self.accepts(problem)?;
        if budget.solutions.is_some() {
            return Ok(Whole::InParts(None));
        }
        let room = Room { bytes: ROOM, must_pay: true, limit: None };
        Ok(match bits::tally(problem, budget, counters, Some(room))? {
            Ok(tally) => Whole::Counted(tally),
            // A memo that saves nothing in the whole problem would save nothing in its parts.
            Err(gave_up) if gave_up.hopeless => Whole::InParts(Some(&Bits)),
            Err(_) => Whole::InParts(None),
        })
    }
}
