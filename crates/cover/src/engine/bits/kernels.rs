//! The kernels: the code of a search for one CPU, one type of sizes and one length of sets; and the choice among them.
//!
//! Each kernel takes seconds to compile, so only small problems have kernels for their exact size, certificates
//! have few, and a build with debug assertions has two or three of each kind: any width answers for the others but for time. `.ci/nightly`
//! tests all.

// Functions are always inlined, because otherwise they are not compiled for the instruction set of their caller.
#![allow(clippy::inline_always)]

use super::block::Bytes;
#[cfg(target_arch = "x86_64")]
use super::block::Words;
#[cfg(target_arch = "x86_64")]
use super::block::avx2::{YmmBytes, YmmWords};
use super::block::plain::{PlainBytes, PlainWords};
use super::copies::Copies;
use super::memo::Room;
#[cfg(target_arch = "x86_64")]
use super::recount::{MOST_ITEMS, Recount};
#[cfg(target_arch = "x86_64")]
use super::rows::Fixed;
use super::rows::Length;
use super::search::{KernelEnd, Search};
use super::sizes::{Dense, Sizes, Sparse, chunks};
use super::table::Table;
#[cfg(target_arch = "x86_64")]
use crate::instructions::{Avx2, Avx512Popcnt, Work};
use crate::problem::OptionId;
use crate::search::{Found, Probe};

/// The arguments of a search, before its kernel (the code for one CPU, one type of sizes and one length) is selected.
pub(super) struct Job<'j, 'b, P> {
    pub(super) table: &'j Table,
    /// The set of options taken out before the search; empty for none. Not for problems with multiplicities.
    pub(super) removed: &'j [u64],
    pub(super) probe: &'j mut P,
    /// Receives the solutions; `None` if they are only counted.
    pub(super) found: Option<&'j mut Found<'b, [OptionId]>>,
    /// The limits of the memo; `None` for a search without a memo.
    pub(super) room: Option<Room<'j>>,
}

impl<P: Probe> Job<'_, '_, P> {
    /// Searches a problem with multiplicities, with item sizes of the type `S`. Always inlined: see the head of `bits.rs`.
    #[inline(always)]
    fn with_copies<S: Sizes>(self, machine: S::Machine) -> (KernelEnd, u128) {
        let search = Copies::<S, usize, u128>::new(machine, self.table, self.table.words);
        search.with_memo(self.room).run(self.probe, self.found)
    }

    /// Searches with item sizes of the type `S` and sets of `words` words. Always inlined: see the head of `bits.rs`.
    #[inline(always)]
    fn with<S: Sizes, L: Length>(self, machine: S::Machine, words: L) -> (KernelEnd, u128) {
        let mut search = Search::<S, L, u128>::new(machine, self.table, words);
        if let Some(room) = self.room {
            search = search.with_memo(room);
        }
        if !self.removed.is_empty() {
            search.remove(self.removed);
        }
        search.run(self.probe, self.found)
    }
}

pub(super) fn run<P: Probe>(job: Job<'_, '_, P>) -> (KernelEnd, u128) {
    #[cfg(target_arch = "x86_64")]
    if let Some(machine) =
        Avx512Popcnt::detect().filter(|_| !P::COUNTING && recount_pays(job.table))
    {
        return machine.run(job);
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(machine) = Avx2::detect() {
        return machine.run(job);
    }
    subtract_plain(job)
}

/// Whether recounting sizes is less work than subtracting the options removed. This holds if the problem
/// has few items and its options exclude many others.
#[cfg(target_arch = "x86_64")]
pub(super) fn recount_pays(table: &Table) -> bool {
    let eights = table.sizes.len().div_ceil(8);
    table.sizes.len() <= MOST_ITEMS && (table.words > 4 || table.degree() >= eights * table.words)
}

#[cfg(target_arch = "x86_64")]
impl<P: Probe> Work<Avx512Popcnt> for Job<'_, '_, P> {
    type Output = (KernelEnd, u128);

    #[inline(always)]
    fn run(self, machine: Avx512Popcnt) -> Self::Output {
        recount_all(machine, self)
    }
}

#[cfg(target_arch = "x86_64")]
impl<P: Probe> Work<Avx2> for Job<'_, '_, P> {
    type Output = (KernelEnd, u128);

    #[inline(always)]
    fn run(self, machine: Avx2) -> Self::Output {
        subtract(machine, self)
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn recount_all<P: Probe>(machine: Avx512Popcnt, job: Job<'_, '_, P>) -> (KernelEnd, u128) {
    if P::COUNTING {
        unreachable!("`run` subtracts if nodes are counted");
    }
    if P::TRACING {
        return recount_traced(machine, job);
    }
    if !job.table.bounds.is_empty() {
        let machine = (machine, job.table.words);
        return match job.table.sizes.len().div_ceil(8) {
            #[cfg(not(debug_assertions))]
            ..=2 => job.with_copies::<Recount<2, usize>>(machine),
            ..=5 => job.with_copies::<Recount<5, usize>>(machine),
            #[cfg(not(debug_assertions))]
            6..=9 => job.with_copies::<Recount<9, usize>>(machine),
            _ => job.with_copies::<Recount<16, usize>>(machine),
        };
    }
    let (words, eights) = (job.table.words, job.table.sizes.len().div_ceil(8));
    match (words, eights) {
        #[cfg(not(debug_assertions))]
        (2, ..=2) => recount::<2, _, _>(machine, Fixed::<2>, job),
        (2, ..=5) => recount::<5, _, _>(machine, Fixed::<2>, job),
        #[cfg(not(debug_assertions))]
        (3, ..=5) => recount::<5, _, _>(machine, Fixed::<3>, job),
        #[cfg(not(debug_assertions))]
        (_, ..=1) => recount::<1, _, _>(machine, words, job),
        #[cfg(not(debug_assertions))]
        (_, ..=2) => recount::<2, _, _>(machine, words, job),
        #[cfg(not(debug_assertions))]
        (_, ..=3) => recount::<3, _, _>(machine, words, job),
        (_, ..=5) => recount::<5, _, _>(machine, words, job),
        #[cfg(not(debug_assertions))]
        (_, ..=9) => recount::<9, _, _>(machine, words, job),
        (_, ..=16) => recount::<16, _, _>(machine, words, job),
        _ => unreachable!("there are up to {MOST_ITEMS} items"),
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn recount_traced<P: Probe>(machine: Avx512Popcnt, job: Job<'_, '_, P>) -> (KernelEnd, u128) {
    let (words, eights) = (job.table.words, job.table.sizes.len().div_ceil(8));
    if !job.table.bounds.is_empty() {
        return job.with_copies::<Recount<16, usize>>((machine, words));
    }
    match eights {
        #[cfg(not(debug_assertions))]
        0..=3 => recount::<3, _, _>(machine, words, job),
        ..=5 => recount::<5, _, _>(machine, words, job),
        #[cfg(not(debug_assertions))]
        6..=9 => recount::<9, _, _>(machine, words, job),
        _ => recount::<16, _, _>(machine, words, job),
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn recount<const EIGHTS: usize, P: Probe, L: Length>(
    machine: Avx512Popcnt,
    words: L,
    job: Job<'_, '_, P>,
) -> (KernelEnd, u128) {
    job.with::<Recount<EIGHTS, L>, L>((machine, words), words)
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn subtract<P: Probe>(machine: Avx2, job: Job<'_, '_, P>) -> (KernelEnd, u128) {
    if !job.table.bounds.is_empty() {
        return subtract_copies(machine, job);
    }
    let (words, chunks) = (job.table.words, chunks::<Bytes>(job.table.sizes.len()));
    let has_few_kernels = P::COUNTING || P::TRACING;
    match (has_few_kernels, job.table.fits::<Bytes>()) {
        (true, true) if P::TRACING && chunks <= 2 => {
            job.with::<Dense<YmmBytes, 2>, _>(machine, words)
        }
        (true, true) => job.with::<Sparse<YmmBytes>, _>(machine, words),
        (true, false) => job.with::<Sparse<YmmWords>, _>(machine, words),
        (false, true) => subtract_bytes(machine, job),
        (false, false) => subtract_words(machine, job),
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn subtract_copies<P: Probe>(machine: Avx2, job: Job<'_, '_, P>) -> (KernelEnd, u128) {
    let (bytes, chunks) = (job.table.fits::<Bytes>(), chunks::<Bytes>(job.table.sizes.len()));
    match (P::COUNTING || P::TRACING, bytes, chunks) {
        #[cfg(not(debug_assertions))]
        (false, true, 1) => job.with_copies::<Dense<YmmBytes, 1>>(machine),
        (false, true, 2) => job.with_copies::<Dense<YmmBytes, 2>>(machine),
        #[cfg(not(debug_assertions))]
        (false, true, 3) => job.with_copies::<Dense<YmmBytes, 3>>(machine),
        _ => job.with_copies::<Sparse<YmmWords>>(machine),
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn subtract_bytes<P: Probe>(machine: Avx2, job: Job<'_, '_, P>) -> (KernelEnd, u128) {
    let words = job.table.words;
    match (words, chunks::<Bytes>(job.table.sizes.len())) {
        (2, 1) => job.with::<Dense<YmmBytes, 1>, _>(machine, Fixed::<2>),
        #[cfg(not(debug_assertions))]
        (2, 2) => job.with::<Dense<YmmBytes, 2>, _>(machine, Fixed::<2>),
        #[cfg(not(debug_assertions))]
        (2, 3) => job.with::<Dense<YmmBytes, 3>, _>(machine, Fixed::<2>),
        #[cfg(not(debug_assertions))]
        (_, 1) => job.with::<Dense<YmmBytes, 1>, _>(machine, words),
        (_, 2) => job.with::<Dense<YmmBytes, 2>, _>(machine, words),
        #[cfg(not(debug_assertions))]
        (_, 3) => job.with::<Dense<YmmBytes, 3>, _>(machine, words),
        #[cfg(not(debug_assertions))]
        (_, 4) => job.with::<Dense<YmmBytes, 4>, _>(machine, words),
        _ => job.with::<Sparse<YmmBytes>, _>(machine, words),
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn subtract_words<P: Probe>(machine: Avx2, job: Job<'_, '_, P>) -> (KernelEnd, u128) {
    let words = job.table.words;
    match chunks::<Words>(job.table.sizes.len()) {
        #[cfg(not(debug_assertions))]
        1 => job.with::<Dense<YmmWords, 1>, _>(machine, words),
        2 => job.with::<Dense<YmmWords, 2>, _>(machine, words),
        _ => job.with::<Sparse<YmmWords>, _>(machine, words),
    }
}

fn subtract_plain<P: Probe>(job: Job<'_, '_, P>) -> (KernelEnd, u128) {
    if !job.table.bounds.is_empty() {
        return job.with_copies::<Sparse<PlainWords>>(());
    }
    let (items, words) = (job.table.sizes.len(), job.table.words);
    if job.table.fits::<Bytes>() {
        match chunks::<Bytes>(items) {
            #[cfg(not(debug_assertions))]
            1 => job.with::<Dense<PlainBytes, 1>, _>((), words),
            2 => job.with::<Dense<PlainBytes, 2>, _>((), words),
            #[cfg(not(debug_assertions))]
            3..=4 => job.with::<Dense<PlainBytes, 4>, _>((), words),
            _ => job.with::<Sparse<PlainBytes>, _>((), words),
        }
    } else {
        job.with::<Sparse<PlainWords>, _>((), words)
    }
}
