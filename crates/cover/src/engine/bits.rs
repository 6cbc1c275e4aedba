//! Conflict bitsets and sizes of items in vectors: Algorithm X without links.
//!
//! With colours, exact cover is nothing but this: some pairs of options exclude each other, and every
//! primary item is to be covered. Each option has a bitset of those that it excludes, so that choosing it
//! is to clear those bits in the set of options left. How many options each item has left is kept in a
//! vector of bytes (of words, where there are more than 254), and each option has its items as a vector
//! of 0 and -1: taking one away is one vector addition for each 32 items, and the item with the fewest
//! options is a vector minimum. The state is copied one level down and changed there, so nothing is undone.
//!
//! The item branched on is the one with the fewest options left, the leftmost among equals, and options
//! are tried in order: the tree is that of [`Dlx`](super::Dlx), node by node. `tests` are options
//! taken away.
//!
//! The table of exclusions grows with the square of the number of options, and what is kept of nodes with that of
//! items: more than 16384 options, or 256 MiB in all, are refused.
//!
//! Source: our own. Bitsets of conflicts are common in clique search (San Segundo et al., *An exact
//! bit-parallel algorithm for the maximum clique problem*, 2011); the choice of item is Knuth's.

// What is not inlined is not compiled for the instructions of its caller.
#![allow(clippy::inline_always)]
// Several rows are walked through at once, and iterators of them are not inlined either.
#![allow(clippy::needless_range_loop)]

mod block;
mod memo;
mod number;
#[cfg(target_arch = "x86_64")]
mod recount;
mod rows;
mod search;
mod sizes;
mod table;
mod weighted;

use self::block::Bytes;
#[cfg(target_arch = "x86_64")]
use self::block::Words;
#[cfg(target_arch = "x86_64")]
use self::block::avx2::{Avx2, YmmBytes, YmmWords};
use self::block::plain::{PlainBytes, PlainWords};
pub(super) use self::memo::Room;
#[cfg(target_arch = "x86_64")]
use self::recount::{Avx512, MOST_ITEMS, Recount};
#[cfg(target_arch = "x86_64")]
use self::rows::Fixed;
use self::rows::Length;
use self::search::Search;
use self::sizes::{Dense, Sizes, Sparse, chunks};
use self::table::{MOST_BYTES, MOST_OPTIONS, Table};
pub(super) use self::weighted::search as weighted;
use super::ties::Leftmost;
use std::ops::ControlFlow;

use num_bigint::BigUint;

use crate::problem::{OptionId, Problem};
use crate::search::{
    Budget, Counter, Counters, Found, Outcome, Probe, ProbedSearch, Search as Ended, SearchStats,
    Silent, Solver, Tally, Unsupported, Visitor, run_probed,
};

/// Conflict bitsets, with colours but without multiplicities.
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

    fn search(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
        visit: &mut Visitor<'_>,
    ) -> Result<Ended, Unsupported> {
        refuse(self.name(), problem)?;
        if budget.memory.is_some_and(|most| Table::bytes(problem) > most) {
            return Ok(Ended { outcome: Outcome::BudgetSpent, stats: SearchStats::default() });
        }
        Ok(run_probed(Tabled(&Table::new(problem)), budget, counters, visit))
    }

    fn tally(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
    ) -> Result<Tally, Unsupported> {
        refuse(self.name(), problem)?;
        let tally = tally(problem, budget, counters, None)?;
        Ok(tally.unwrap_or_else(|_| unreachable!("there is no memo that must pay")))
    }
}

/// Refuses what bitsets cannot do, on behalf of the engines that are made of them.
pub(super) fn refuse(engine: &'static str, problem: &Problem) -> Result<(), Unsupported> {
    super::refuse_multiplicities(engine, problem)?;
    if problem.options() > MOST_OPTIONS {
        return Err(Unsupported { engine, what: "more than 16384 options" });
    }
    if problem.primary() > 1 << 16 {
        return Err(Unsupported { engine, what: "more than 65536 primary items" });
    }
    if Table::bytes(problem) > MOST_BYTES {
        return Err(Unsupported {
            engine,
            what: "so many items that bitsets would take more than 256 MiB",
        });
    }
    Ok(())
}

/// A problem that bitsets can search under any probe.
struct Tabled<'t>(&'t Table);

impl ProbedSearch<[OptionId]> for Tabled<'_> {
    fn run<P: Probe>(self, probe: &mut P, found: &mut Found<'_, [OptionId]>) -> Outcome {
        match run(Job { table: self.0, probe, found: Some(found), room: None }) {
            (search::Ended::As(outcome), _) => outcome,
            (search::Ended::Overflow | search::Ended::GaveUp { .. }, _) => {
                unreachable!("so many are never visited, and there is no memo")
            }
        }
    }
}

/// The memo had to pay, and did not; hopelessly if it saved next to nothing.
pub(super) struct GaveUp {
    pub(super) hopeless: bool,
}

/// How many solutions there are, with a memo if there is to be one, unless that gives up. A limit of
/// solutions is one for a search that visits them.
pub(super) fn tally(
    problem: &Problem,
    budget: &Budget,
    counters: Counters,
    room: Option<Room>,
) -> Result<Result<Tally, GaveUp>, Unsupported> {
    let table = Table::bytes(problem);
    if budget.solutions.is_some() || budget.memory.is_some_and(|most| table > most) {
        let mut visit = |_: &[OptionId]| ControlFlow::Continue(());
        let search = Bits.search(problem, budget, counters, &mut visit)?;
        return Ok(Ok(Tally { solutions: search.stats.solutions.into(), search }));
    }
    let left = |bytes| budget.memory.map_or(bytes, |most| most - table);
    let room = room.map(|room| Room { bytes: left(room.bytes), ..room });
    let table = &Table::new(problem);
    let bounded = budget.nodes.is_some() || budget.tests.is_some();
    if counters == Counters::Off && !bounded {
        let (counted, _) = counted(table, || Silent::new(budget), room);
        return Ok(counted.map(|(outcome, solutions)| {
            let stats = SearchStats { solutions: saturated(&solutions), ..SearchStats::default() };
            Tally { solutions, search: Ended { outcome, stats } }
        }));
    }
    let (counted, counter) = counted(table, || Counter::new(budget), room);
    Ok(counted.map(|(outcome, solutions)| {
        let number = saturated(&solutions);
        let stats = match counters {
            Counters::On => counter.stats(number),
            Counters::Off => SearchStats { solutions: number, ..SearchStats::default() },
        };
        Tally { solutions, search: Ended { outcome, stats } }
    }))
}

fn saturated(solutions: &BigUint) -> u64 {
    solutions.try_into().unwrap_or(u64::MAX)
}

/// Counts in numbers of 128 bits; where they are too small, once more in numbers without end, with another probe, as
/// if nothing had been. Gives the probe back.
fn counted<P: Probe>(
    table: &Table,
    probe: impl Fn() -> P,
    room: Option<Room>,
) -> (Result<(Outcome, BigUint), GaveUp>, P) {
    let mut counting = probe();
    let (ended, total) = run(Job { table, probe: &mut counting, found: None, room });
    match ended {
        search::Ended::As(outcome) => (Ok((outcome, total.into())), counting),
        search::Ended::GaveUp { hopeless } => (Err(GaveUp { hopeless }), counting),
        search::Ended::Overflow => {
            counting = probe();
            let words = table.words;
            let mut search =
                Search::<Sparse<PlainWords>, usize, BigUint, Leftmost>::new((), table, words);
            if let Some(room) = room {
                search = search.with_memo(room);
            }
            let counted = match search.run(&mut counting, None) {
                (search::Ended::As(outcome), total) => Ok((outcome, total)),
                (search::Ended::GaveUp { hopeless }, _) => Err(GaveUp { hopeless }),
                (search::Ended::Overflow, _) => unreachable!("these numbers have no end"),
            };
            (counted, counting)
        }
    }
}

/// What is to be done.
struct Job<'j, 'b, P> {
    table: &'j Table,
    probe: &'j mut P,
    /// Who gets the solutions, if they are not only counted.
    found: Option<&'j mut Found<'b, [OptionId]>>,
    /// Room for a memo, if there is to be one.
    room: Option<Room>,
}

impl<P: Probe> Job<'_, '_, P> {
    /// Must be inlined where the machine's instructions are allowed.
    #[inline(always)]
    fn with<S: Sizes, L: Length>(self, machine: S::Machine, words: L) -> (search::Ended, u128) {
        let mut search = Search::<S, L, u128, Leftmost>::new(machine, self.table, words);
        if let Some(room) = self.room {
            search = search.with_memo(room);
        }
        search.run(self.probe, self.found)
    }
}

fn run<P: Probe>(job: Job<'_, '_, P>) -> (search::Ended, u128) {
    #[cfg(target_arch = "x86_64")]
    if let Some(machine) = Avx512::detect().filter(|_| !P::COUNTING && recount_pays(job.table)) {
        // SAFETY: the value of type `Avx512` shows that these instructions are there.
        #[allow(unsafe_code)]
        return unsafe { run_avx512(machine, job) };
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(machine) = Avx2::detect() {
        // SAFETY: the value of type `Avx2` shows that these instructions are there.
        #[allow(unsafe_code)]
        return unsafe { run_avx2(machine, job) };
    }
    subtract_plain(job)
}

/// Whether to count anew is less work than to take away the options that go: where there are few items,
/// and options exclude many others.
#[cfg(target_arch = "x86_64")]
fn recount_pays(table: &Table) -> bool {
    let eights = table.sizes.len().div_ceil(8);
    table.sizes.len() <= MOST_ITEMS && (table.words > 4 || table.degree() >= eights * table.words)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(
    enable = "avx512f,avx512vl,avx512dq,avx512bw,avx512vpopcntdq,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt"
)]
fn run_avx512<P: Probe>(machine: Avx512, job: Job<'_, '_, P>) -> (search::Ended, u128) {
    // A search that counts is not made for speed, and has fewer kernels to compile.
    if P::COUNTING {
        unreachable!("sizes are kept where nodes are counted");
    }
    // A word more or less, or eight items, are worth a kernel of their own only where there are few. Each takes
    // seconds to compile.
    let (words, eights) = (job.table.words, job.table.sizes.len().div_ceil(8));
    match (words, eights) {
        (2, ..=2) => recount::<2, _, _>(machine, Fixed::<2>, job),
        (2, ..=5) => recount::<5, _, _>(machine, Fixed::<2>, job),
        (3, ..=5) => recount::<5, _, _>(machine, Fixed::<3>, job),
        (_, ..=1) => recount::<1, _, _>(machine, words, job),
        (_, ..=2) => recount::<2, _, _>(machine, words, job),
        (_, ..=3) => recount::<3, _, _>(machine, words, job),
        (_, ..=5) => recount::<5, _, _>(machine, words, job),
        (_, ..=9) => recount::<9, _, _>(machine, words, job),
        (_, ..=16) => recount::<16, _, _>(machine, words, job),
        _ => unreachable!("there are up to {MOST_ITEMS} items"),
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn recount<const EIGHTS: usize, P: Probe, L: Length>(
    machine: Avx512,
    words: L,
    job: Job<'_, '_, P>,
) -> (search::Ended, u128) {
    job.with::<Recount<EIGHTS, L>, L>((machine, words), words)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_avx2<P: Probe>(machine: Avx2, job: Job<'_, '_, P>) -> (search::Ended, u128) {
    let words = job.table.words;
    match (P::COUNTING, job.table.fits::<Bytes>()) {
        (true, true) => job.with::<Sparse<YmmBytes>, _>(machine, words),
        (true, false) => job.with::<Sparse<YmmWords>, _>(machine, words),
        (false, true) => subtract_bytes(machine, job),
        (false, false) => subtract_words(machine, job),
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn subtract_bytes<P: Probe>(machine: Avx2, job: Job<'_, '_, P>) -> (search::Ended, u128) {
    let words = job.table.words;
    match (words, chunks::<Bytes>(job.table.sizes.len())) {
        (2, 1) => job.with::<Dense<YmmBytes, 1>, _>(machine, Fixed::<2>),
        (2, 2) => job.with::<Dense<YmmBytes, 2>, _>(machine, Fixed::<2>),
        (2, 3) => job.with::<Dense<YmmBytes, 3>, _>(machine, Fixed::<2>),
        (_, 1) => job.with::<Dense<YmmBytes, 1>, _>(machine, words),
        (_, 2) => job.with::<Dense<YmmBytes, 2>, _>(machine, words),
        (_, 3) => job.with::<Dense<YmmBytes, 3>, _>(machine, words),
        (_, 4) => job.with::<Dense<YmmBytes, 4>, _>(machine, words),
        _ => job.with::<Sparse<YmmBytes>, _>(machine, words),
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn subtract_words<P: Probe>(machine: Avx2, job: Job<'_, '_, P>) -> (search::Ended, u128) {
    let words = job.table.words;
    match chunks::<Words>(job.table.sizes.len()) {
        1 => job.with::<Dense<YmmWords, 1>, _>(machine, words),
        2 => job.with::<Dense<YmmWords, 2>, _>(machine, words),
        _ => job.with::<Sparse<YmmWords>, _>(machine, words),
    }
}

fn subtract_plain<P: Probe>(job: Job<'_, '_, P>) -> (search::Ended, u128) {
    let (items, words) = (job.table.sizes.len(), job.table.words);
    if job.table.fits::<Bytes>() {
        match chunks::<Bytes>(items) {
            1 => job.with::<Dense<PlainBytes, 1>, _>((), words),
            2 => job.with::<Dense<PlainBytes, 2>, _>((), words),
            3..=4 => job.with::<Dense<PlainBytes, 4>, _>((), words),
            _ => job.with::<Sparse<PlainBytes>, _>((), words),
        }
    } else {
        job.with::<Sparse<PlainWords>, _>((), words)
    }
}

#[cfg(test)]
mod tests;
