//! Conflict bitsets and sizes of items in vectors: Algorithm X without links.
//!
//! An exact cover problem, with colours or without, is a conflict graph: some pairs of options exclude
//! each other, and every primary item must be covered. Each option has a bitset of the options that it
//! excludes; choosing the option clears those bits in the set of options left. The *size* of an item is
//! the number of options left that cover it. Sizes are kept in a vector of bytes (of 16-bit words if a
//! size exceeds 254), and the items of each option in a vector of 0 and -1. Removing an option is one
//! vector addition for each 32 items; finding the item with the fewest options is a vector minimum. A
//! branch copies the state one level down and changes the copy, so nothing has to be undone.
//!
//! The item branched on is the one with the fewest options left, the leftmost among equals, and options
//! are tried in order, so the search tree is that of [`Dlx`](super::Dlx), node by node. The counter `tests`
//! counts the options removed.
//!
//! The table of exclusions grows with the square of the number of options, and the state of the levels with
//! the square of the number of items. Problems with more than 16384 options, or that take more than
//! 256 MiB in all, are refused.
//!
//! Source: this project. Bitsets of conflicts are common in clique search (San Segundo et al., *An exact
//! bit-parallel algorithm for the maximum clique problem*, 2011); the choice of item is Knuth's.

// Functions are always inlined, because otherwise they are not compiled for the instruction set of their caller.
#![allow(clippy::inline_always)]
// Loops over several rows at once use an index, because iterators over them are not always inlined.
#![allow(clippy::needless_range_loop)]

pub(crate) mod below;
mod block;
mod copies;
mod kernels;
mod memo;
mod number;
#[cfg(target_arch = "x86_64")]
mod recount;
mod rows;
mod search;
mod sizes;
mod table;

use self::block::plain::PlainWords;
use self::copies::Copies;
use self::kernels::{Job, run};
pub(super) use self::memo::{Rivals, Room, TRIAL};
use self::search::Search;
use self::sizes::Sparse;
pub(super) use self::table::numbers;
use self::table::{MOST_BYTES, MOST_ITEMS, MOST_OPTIONS};
pub(crate) use self::table::{Table, order};
use std::ops::ControlFlow;
use std::sync::Arc;

use num_bigint::BigUint;

use crate::problem::{OptionId, Problem};
use crate::search::{
    Budget, Counter, Counters, Found, Outcome, Probe, ProbedSearch, Search as Ended, SearchStats,
    Silent, Solver, Tally, Unsupported, Visitor, run_probed,
};

/// The engine with conflict bitsets. It handles colours and multiplicities.
///
/// ```
/// use quadrille_cover::{Solver, engine::Bits, family};
///
/// assert_eq!(Bits.all(&family::build("queens:6")?)?.len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Bits;

impl Solver for Bits {
    fn name(&self) -> &'static str {
        "bits"
    }

    fn about(&self) -> &'static str {
        "conflict bitsets, and sizes of items in vectors"
    }

    fn refuses(&self, problem: &Problem) -> Option<&'static str> {
        if problem.options() > MOST_OPTIONS {
            Some("more than 16384 options")
        } else if problem.primary() > MOST_ITEMS {
            Some("more than 65536 primary items")
        } else {
            let is_large = Table::bytes(problem) > MOST_BYTES;
            is_large.then_some("problems whose bitsets take more than 256 MiB")
        }
    }

    fn search(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
        visit: &mut Visitor<'_>,
    ) -> Result<Ended, Unsupported> {
        self.accepts(problem)?;
        if let Some(ended) = budget.exceeded_by(|| Table::bytes(problem)) {
            return Ok(ended);
        }
        Ok(run_probed(Tabled(&Table::new(problem)), budget, counters, visit))
    }

    fn tally(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
    ) -> Result<Tally, Unsupported> {
        self.accepts(problem)?;
        let tally = tally(problem, budget, counters, None)?;
        Ok(tally.unwrap_or_else(|_| unreachable!("only a search with a memo gives up")))
    }
}

struct Tabled<'t>(&'t Table);

impl ProbedSearch<[OptionId]> for Tabled<'_> {
    fn run<P: Probe>(self, probe: &mut P, found: &mut Found<'_, [OptionId]>) -> Outcome {
        outcome(run(Job { table: self.0, removed: &[], probe, found: Some(found), room: None }))
    }
}

/// Rivals take at most one in this many bytes of what a memo may take.
pub(super) const OF_RIVALS: usize = 8;

/// The memo gave up, because it saved next to no nodes.
pub(super) struct GaveUp;

/// Counts solutions, with a memo if `room` is given, and returns [`GaveUp`] if the memo gives up. Without a
/// memo, if the budget limits the number of solutions, they are counted by visiting each of them.
pub(super) fn tally(
    problem: &Problem,
    budget: &Budget,
    counters: Counters,
    room: Option<Room<'_>>,
) -> Result<Result<Tally, GaveUp>, Unsupported> {
    let table = Table::bytes(problem);
    let visits = match budget.solutions {
        None => false,
        Some(limit) => limit == 0 || room.is_none(),
    };
    if visits || budget.memory.is_some_and(|most| table > most) {
        let mut visit = |_: &[OptionId]| ControlFlow::Continue(());
        let search = Bits.search(problem, budget, counters, &mut visit)?;
        return Ok(Ok(Tally::new(search.stats.solutions.into(), search)));
    }
    let room = room.map(|room| {
        let left = budget.memory.map_or(room.bytes, |most| most - table);
        let of_rivals = if room.rivals.is_some() { left / OF_RIVALS } else { 0 };
        Room { bytes: left - of_rivals, ..room }
    });
    let table = Arc::new(Table::new(problem));
    if let Some(rivals) = room.and_then(|room| room.rivals) {
        rivals.meet(&table);
    }
    let result = |outcome, solutions: BigUint, mut stats: SearchStats| {
        // The search checks the limit at branches only, so its count may exceed the limit.
        let limit = budget.solutions.map(BigUint::from).filter(|limit| *limit <= solutions);
        let outcome = if limit.is_some() { Outcome::Stopped } else { outcome };
        let solutions = limit.unwrap_or(solutions);
        stats.solutions = u64::try_from(&solutions).unwrap_or(u64::MAX);
        Tally::new(solutions, Ended { outcome, stats })
    };
    let (counted, stats) = if counters.need_counter(budget) {
        let (counted, counter) = counted(&table, || Counter::new(budget), room);
        (counted, counter.stats(0))
    } else {
        let (counted, silent) = counted(&table, || Silent::within(budget), room);
        (counted, silent.stats(0))
    };
    Ok(counted.map(|(outcome, solutions)| result(outcome, solutions, counters.of(stats))))
}

/// Counts in 128-bit numbers. If they overflow, counts again in unbounded numbers, with a new
/// [`Probe`]. Returns the probe of the last count.
fn counted<P: Probe>(
    table: &Table,
    mut probe: impl FnMut() -> P,
    room: Option<Room<'_>>,
) -> (Result<(Outcome, BigUint), GaveUp>, P) {
    let mut counting = probe();
    let (ended, total) = run(Job { table, removed: &[], probe: &mut counting, found: None, room });
    match ended {
        search::KernelEnd::As(outcome) => (Ok((outcome, total.into())), counting),
        search::KernelEnd::GaveUp => (Err(GaveUp), counting),
        search::KernelEnd::Overflow => {
            counting = probe();
            let words = table.words;
            let ended = if table.bounds.is_empty() {
                let mut search =
                    Search::<Sparse<PlainWords>, usize, BigUint>::new((), table, words);
                if let Some(room) = room {
                    search = search.with_memo(room);
                }
                search.run(&mut counting, None)
            } else {
                let search = Copies::<Sparse<PlainWords>, usize, BigUint>::new((), table, words);
                search.with_memo(room).run(&mut counting, None)
            };
            let counted = match ended {
                (search::KernelEnd::As(outcome), total) => Ok((outcome, total)),
                (search::KernelEnd::GaveUp, _) => Err(GaveUp),
                (search::KernelEnd::Overflow, _) => unreachable!("a BigUint does not overflow"),
            };
            (counted, counting)
        }
    }
}

/// Counts solutions with a memo, and shows every step to a probe, which is made anew if the number exceeds 128 bits.
pub(crate) fn traced<P: Probe>(
    problem: &Problem,
    bytes: usize,
    probe: impl FnMut() -> P,
) -> (Outcome, BigUint, P) {
    traced_beside(problem, bytes, None, probe)
        .unwrap_or_else(|GaveUp| unreachable!("this memo never gives up"))
}

/// As [`traced`], and returns [`GaveUp`] if the rivals win.
pub(super) fn traced_beside<P: Probe>(
    problem: &Problem,
    bytes: usize,
    rivals: Option<&dyn Rivals>,
    probe: impl FnMut() -> P,
) -> Result<(Outcome, BigUint, P), GaveUp> {
    let room = Room { bytes, must_pay: false, traced: true, limit: None, keeper: None, rivals };
    let table = Arc::new(Table::new(problem));
    if let Some(rivals) = rivals {
        rivals.meet(&table);
    }
    let (counted, probe) = counted(&table, probe, Some(room));
    counted.map(|(outcome, number)| (outcome, number, probe))
}

/// Visits solutions, and shows every step to a probe.
pub(crate) fn traced_all<P: Probe>(
    problem: &Problem,
    probe: &mut P,
    found: &mut Found<'_, [OptionId]>,
) -> Outcome {
    Tabled(&Table::new(problem)).run(probe, found)
}

/// As [`traced_all`], without some options, of a table without multiplicities.
pub(crate) fn traced_without<P: Probe>(
    table: &Table,
    removed: &[OptionId],
    probe: &mut P,
    found: &mut Found<'_, [OptionId]>,
) -> Outcome {
    let removed = &table.set_of(removed);
    outcome(run(Job { table, removed, probe, found: Some(found), room: None }))
}

fn outcome((ended, _): (search::KernelEnd, u128)) -> Outcome {
    match ended {
        search::KernelEnd::As(outcome) => outcome,
        search::KernelEnd::Overflow | search::KernelEnd::GaveUp => {
            unreachable!("visits need no memo, and 2^128 visits take longer than any search")
        }
    }
}

#[cfg(test)]
mod tests;
