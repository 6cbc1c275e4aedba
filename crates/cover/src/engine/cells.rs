//! Dancing cells: Algorithms X and C on lists that are reordered, not linked.
//!
//! Each item has a contiguous list of its options and the number of options in it that are *alive*, that is,
//! left. Removing an option marks it as removed and lowers the sizes of its items; no list changes. To find the
//! living options of an item, the search walks through the list until it has seen all of them. If it meets too
//! many removed options on the way, it sorts the list: living options first, then removed options, the last
//! one removed first, because it is the first to be alive again. So lists are sparse sets that are updated
//! only when they are read, and most lists never are. The order of a list is not restored.
//!
//! When a branch ends, its options are marked as alive, and the sizes of items are copied back from a copy that
//! the node saved, or counted up again if there are more than 1024 items. A forced move (an item with one option left)
//! saves nothing; its changes are undone with the branch above it. If removing an option leaves an
//! uncovered item without options, the branch ends at once.
//!
//! The item branched on is the one with the fewest options left, the leftmost among equals, preferred items
//! first, and options are tried in order, so the search tree is that of [`Dlx`](super::Dlx), node by node.
//! The counter `tests` counts the options removed.
//!
//! This is the engine for problems that are too large for [`Bits`](super::Bits). It takes 8 bytes of memory for
//! each entry of an option, 16 in a problem with colours, and 24 bytes for each option: 50 MB for a
//! million options of three items each.
//!
//! Source: D. E. Knuth, *Dancing Cells* (Christmas lecture, Stanford 2023), for sparse sets, saved sizes, forced
//! moves without saving and the early end; sparse sets are those of P. Briggs and L. Torczon, *An efficient
//! representation for sparse sets* (1993). Sorting lists only when they are read is new here.

// Unchecked look-ups: see `places`. Small functions are always inlined, as a call costs more than their work.
#![allow(unsafe_code, clippy::inline_always)]

mod places;
mod search;
mod table;

use self::search::{Level, SAVED, Search};
use self::table::{Coloured, Plain, Table};
use crate::problem::Problem;
use crate::search::{Budget, Counters, Search as Ended, Solver, Unsupported, Visitor, run_probed};

/// The engine with dancing cells. It handles colours but not multiplicities.
///
/// ```
/// use quadrille_cover::{Solver, engine::Cells, family};
///
/// // The graph has more edges, that is, options, than the engine `bits` accepts.
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

    fn refuses(&self, problem: &Problem) -> Option<&'static str> {
        if problem.has_multiplicities() {
            return Some("items with multiplicities");
        }
        let is_large = problem.options() >= 1 << 29 || u32::try_from(problem.entries()).is_err();
        is_large.then_some("more than 536870911 options, or 4294967295 entries")
    }

    fn search(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
        visit: &mut Visitor<'_>,
    ) -> Result<Ended, Unsupported> {
        self.accepts(problem)?;
        if let Some(ended) = budget.exceeded_by(|| bytes(problem)) {
            return Ok(ended);
        }
        Ok(if problem.has_colours() {
            let (table, holders) = Table::new::<Coloured>(problem);
            // SAFETY: `Table::new` made the table and the holders together.
            let search = unsafe { Search::new(&table, holders) };
            run_probed(search, budget, counters, visit)
        } else {
            let (table, holders) = Table::new::<Plain>(problem);
            // SAFETY: `Table::new` made the table and the holders together.
            let search = unsafe { Search::new(&table, holders) };
            run_probed(search, budget, counters, visit)
        })
    }
}

/// Upper bound on the size of the tables of a problem and the state of a search, in bytes.
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
