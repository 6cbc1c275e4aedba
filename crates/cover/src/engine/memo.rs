//! Counting with a memo: a sub-problem that comes again is not searched again.
//!
//! The search is that of [`Bits`], but for each node that branches it is looked up whether the same
//! sub-problem was searched before, and how many solutions it has. Keys are compared as a whole, so a
//! count is never wrong; counts have no upper bound; where look-ups do not pay they end
//! (`bits/memo.rs`). Where a sub-problem falls apart, the counts of its components are multiplied
//! (`bits/search/apart.rs`). Solutions can only be counted so: a search that visits them is that of `bits`.
//!
//! Counters are of what is searched: nodes below a known one are not counted, and forks are not leaves
//! less one.
//!
//! Source: D. E. Knuth, *TAOCP* 4B, 7.2.2.1, Algorithm Z, and M. Nishino, N. Yasuda, S. Minato and
//! M. Nagata, *Dancing with decision diagrams* (AAAI 2017), which keep the solutions themselves; that
//! counts alone can be kept in a table is common knowledge.

use super::bits::{self, Bits, Room};
use crate::problem::Problem;
use crate::search::{Budget, Counters, Search, Solver, Tally, Unsupported, Visitor, Whole};

/// Bytes for a memo, unless the budget says otherwise.
const ROOM: usize = 1 << 30;

/// Counts with a memo, and visits as [`Bits`] does.
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
        "bits; counts sub-problems that come again only once"
    }

    fn search(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
        visit: &mut Visitor<'_>,
    ) -> Result<Search, Unsupported> {
        bits::refuse(self.name(), problem)?;
        Bits.search(problem, budget, counters, visit)
    }

    fn tally(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
    ) -> Result<Tally, Unsupported> {
        bits::refuse(self.name(), problem)?;
        let room = Room { bytes: ROOM, must_pay: false };
        let tally = bits::tally(problem, budget, counters, Some(room))?;
        Ok(tally.unwrap_or_else(|_| unreachable!("it need not pay")))
    }

    /// Where sub-problems that come again save more than several workers would, each of whom knows only its
    /// own.
    fn tally_whole(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
    ) -> Result<Whole, Unsupported> {
        bits::refuse(self.name(), problem)?;
        if budget.solutions.is_some() {
            return Ok(Whole::InParts(None));
        }
        let room = Room { bytes: ROOM, must_pay: true };
        Ok(match bits::tally(problem, budget, counters, Some(room))? {
            Ok(tally) => Whole::Counted(tally),
            // What saves nothing in the whole would be tried in vain in each part again.
            Err(gave_up) if gave_up.hopeless => Whole::InParts(Some(&Bits)),
            Err(_) => Whole::InParts(None),
        })
    }
}
