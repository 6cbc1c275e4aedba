//! Dancing cells: Algorithms X and C on lists that are reordered, not linked.
//!
//! Each item has the list of its options in one piece, and how many of them are alive. To take an option away
//! is to mark it and to count it out of its items; no list changes. Whoever needs the options of an item goes
//! through its list until it has seen as many as are alive. Where too many others are in between, the list is
//! sorted: those alive in front, and behind them those that went last, which are alive again first. So lists
//! are sparse sets that are set right when they are looked at, as most are not; nothing in them is undone.
//!
//! When a branch ends, its options are marked as alive, and the sizes of items are copied back from where the
//! node saved them, or counted up again where there are more than 1024 items. A forced move saves nothing:
//! what it changes is undone with the branch above it. An option that takes the last one of an
//! uncovered item away ends its branch at once.
//!
//! The item branched on is the one with the fewest options left, the leftmost among equals, preferred items
//! first, and options are tried in order: the tree is that of [`Dlx`](super::Dlx), node by node. `tests` are
//! options taken away.
//!
//! This is the engine for problems that are too large for [`Bits`](super::Bits). For each entry of an option it
//! takes 8 bytes of memory, 16 in a problem with colours, and for each option 24 bytes: 50 MB where a
//! million options have three items each.
//!
//! Source: D. E. Knuth, *Dancing Cells* (Christmas lecture, Stanford 2023), for sparse sets, saved sizes, forced
//! moves without saving and the early end; sparse sets are those of P. Briggs and L. Torczon, *An efficient
//! representation for sparse sets* (1993). That lists are set right late is ours.

// What is not inlined costs more than it does.
#![allow(clippy::inline_always)]

mod places;
mod search;
mod table;

use self::search::{Level, SAVED, Search};
use self::table::{Coloured, Plain, Table};
use super::ties::{Leftmost, Ties};
use crate::problem::Problem;
use crate::search::{
    Budget, Counters, Outcome, Search as Ended, SearchStats, Solver, Unsupported, Visitor,
    run_probed,
};

/// Dancing cells, with colours but without multiplicities.
///
/// ```
/// use quadrille_cover::{Solver, engine::Cells, family};
///
/// // More options than bitsets take.
/// let graph = family::build("matching:200")?;
/// assert_eq!(graph.options(), 19900);
/// assert_eq!(Cells.first(&graph)?.map(|pairs| pairs.len()), Some(100));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Cells;

impl Solver for Cells {
    fn name(&self) -> &'static str {
        "cells"
    }

    fn about(&self) -> &'static str {
        "dancing cells: lists reordered, not linked; for any number of options"
    }

    fn search(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
        visit: &mut Visitor<'_>,
    ) -> Result<Ended, Unsupported> {
        search::<Leftmost>(self.name(), problem, budget, counters, visit)
    }
}

/// Searches with cells, ties broken in some way.
pub(super) fn search<T: Ties>(
    engine: &'static str,
    problem: &Problem,
    budget: &Budget,
    counters: Counters,
    visit: &mut Visitor<'_>,
) -> Result<Ended, Unsupported> {
    super::refuse_multiplicities(engine, problem)?;
    if problem.options() >= 1 << 29 || u32::try_from(problem.entries()).is_err() {
        return Err(Unsupported {
            engine,
            what: "more than 536870911 options, or 4294967295 entries",
        });
    }
    if budget.memory.is_some_and(|most| bytes(problem) > most) {
        return Ok(Ended { outcome: Outcome::BudgetSpent, stats: SearchStats::default() });
    }
    Ok(if problem.has_colours() {
        let (table, holders) = Table::new::<Coloured>(problem);
        run_probed(Search::<T, _>::new(&table, holders), budget, counters, visit)
    } else {
        let (table, holders) = Table::new::<Plain>(problem);
        run_probed(Search::<T, _>::new(&table, holders), budget, counters, visit)
    })
}

/// What the tables of a problem take, in bytes, and all that a search of it may need.
fn bytes(problem: &Problem) -> usize {
    let colours = if problem.has_colours() { 2 } else { 0 };
    let (items, primary) = (problem.items(), problem.primary());
    let saved = if items <= SAVED { items * primary } else { 0 };
    let tables = (2 + colours) * problem.entries() + 6 * problem.options() + 4 * items;
    let levels = size_of::<Level>() / 4 + 8;
    4 * (tables + levels * primary + saved)
}

#[cfg(test)]
mod tests;
