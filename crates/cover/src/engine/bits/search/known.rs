//! What a search with a memo does at a node: the look-up, what its result means, and the keys.
//!
//! # Safety
//! As in [`search`](super).

#![allow(unsafe_code)]

use super::super::memo::{Lookup, Memo};
use super::super::number::Number;
use super::super::rows::{Length, Rows};
use super::super::sizes::Sizes;
use super::components::Apart;
use super::{KernelEnd, Search};
use crate::search::{Outcome, Probe};

pub(super) struct SearchMemo<'k, N> {
    pub(super) memo: Memo<'k, N>,
    /// By level, the items covered, as bits; `None` if keys are sets of options.
    pub(super) covered: Option<Rows<u64>>,
    /// By option, its items as bits; empty if keys are sets of options.
    pub(super) items: Rows<u64>,
    /// The nodes whose components are being searched, outermost first.
    pub(super) apart: Vec<Apart<N>>,
    /// Number of solutions at which counting stops.
    pub(super) limit: Option<u64>,
}

impl<S: Sizes, L: Length, N: Number> Search<'_, S, L, N> {
    /// Looks up a node about to branch and adds its number of solutions if the memo has it; `None` if the node
    /// must be searched.
    #[inline(always)]
    pub(super) unsafe fn known(
        &mut self,
        level: usize,
        left: usize,
    ) -> Option<Result<(), KernelEnd>> {
        let SearchMemo { memo, covered, apart, limit, .. } = self.memo.as_mut()?;
        // Within a component, `total` is the count of that component alone.
        if limit.is_some_and(|limit| apart.is_empty() && self.total.is_at_least(limit)) {
            return Some(Err(KernelEnd::As(Outcome::Stopped)));
        }
        let key = match covered {
            // SAFETY: the caller promises that the level exists.
            Some(covered) => unsafe { covered.row(level, covered.length()) },
            // SAFETY: as above.
            None => unsafe { self.active.row(level, self.length) },
        };
        match memo.look(level, left, key, &self.total) {
            Lookup::Known(number) if self.total.add(number) => Some(Ok(())),
            Lookup::Known(_) => Some(Err(KernelEnd::Overflow)),
            Lookup::Unknown => None,
            Lookup::GivesUp => self.gives_up(level).map(Err),
            Lookup::Asks => self.goes_on(level).map(Err),
        }
    }

    /// Whether the number of solutions of the node just looked up will be stored.
    pub(super) fn keeps(&self, level: usize) -> bool {
        self.memo.as_ref().is_some_and(|known| known.memo.keeps(level))
    }

    #[inline(always)]
    pub(super) fn show_found<P: Probe>(&self, probe: &mut P) {
        if P::TRACING
            && let Some(known) = &self.memo
        {
            probe.occurs_again(known.memo.found());
        }
    }

    /// Asks the rivals of the memo; `None` if the search is to go on.
    #[cold]
    #[inline(never)]
    fn goes_on(&self, level: usize) -> Option<KernelEnd> {
        let memo = &self.memo.as_ref()?.memo;
        let goes_on = memo.ask(self.position(level).share);
        (!goes_on).then_some(KernelEnd::GaveUp)
    }

    /// Lets the rivals of the memo have a last look before the memo gives up; `None` if the search is to go on all the same.
    #[cold]
    #[inline(never)]
    fn gives_up(&self, level: usize) -> Option<KernelEnd> {
        let memo = &self.memo.as_ref()?.memo;
        memo.resign(self.position(level).share).then_some(KernelEnd::GaveUp)
    }

    /// Records the items that an option covers, if the keys of the memo are sets of covered items.
    #[inline(always)]
    pub(super) unsafe fn cover(&mut self, (from, to): (usize, usize), option: usize) {
        let Some(SearchMemo { covered: Some(covered), items, .. }) = &mut self.memo else { return };
        let words = covered.length();
        // SAFETY: the caller promises that the option exists.
        let items = unsafe { items.row(option, words) };
        if from == to {
            // SAFETY: the caller promises that the level exists.
            let covered = unsafe { covered.row_mut(to, words) };
            covered.iter_mut().zip(items).for_each(|(covered, items)| *covered |= items);
        } else {
            // SAFETY: the caller promises that both levels exist.
            let (above, below) = unsafe { covered.row_and_next(from, words) };
            let both = above.iter().zip(items).map(|(above, items)| above | items);
            below.iter_mut().zip(both).for_each(|(below, both)| *below = both);
        }
    }
}
