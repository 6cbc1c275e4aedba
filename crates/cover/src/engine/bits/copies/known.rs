//! The memo of a search with multiplicities: the look-up, and the keys.
//!
//! The key of a sub-problem is the set of options left, and how often each item with a multiplicity must and may still be covered. Options
//! that were given up are not left, so the set says which sets of options were counted before. An upper bound above the number of
//! options left has no effect, so the key has that number instead.

#![allow(unsafe_code)]

use super::super::memo::{Lookup, Memo, Room};
use super::super::number::Number;
use super::super::rows::Length;
use super::super::search::KernelEnd;
use super::super::sizes::Sizes;
use super::super::table::Table;
use super::{Copies, Step};
use crate::search::Outcome;

/// The memo, and the key of the sub-problem that is looked up.
pub(super) struct CopyMemo<'k, N> {
    pub(super) memo: Memo<'k, N>,
    key: Vec<u64>,
    /// Number of solutions at which counting stops.
    limit: Option<u64>,
}

impl<'k, N: Number> CopyMemo<'k, N> {
    pub(super) fn new(table: &Table, room: Room<'k>) -> Self {
        let words = table.words + table.bounds.len().div_ceil(2);
        let memo = Memo::new(table.levels, words, room);
        Self { memo, key: vec![0; words], limit: room.limit }
    }
}

impl<S: Sizes, L: Length, N: Number> Copies<'_, S, L, N> {
    /// Looks up a node about to branch, and adds its number of solutions if the memo has it; returns `step` if the node must be searched.
    ///
    /// # Safety
    /// The level must exist.
    #[inline(always)]
    pub(super) unsafe fn known(&mut self, level: usize, left: usize, step: Step) -> Step {
        let Some(CopyMemo { memo, limit, .. }) = &mut self.memo else { return step };
        if limit.is_some_and(|limit| self.total.is_at_least(limit)) {
            return Step::Ends(KernelEnd::As(Outcome::Stopped));
        }
        if memo.is_quiet(level) {
            return step;
        }
        self.look_up(level, left, step)
    }

    #[inline(never)]
    fn look_up(&mut self, level: usize, left: usize, step: Step) -> Step {
        let times = self.make_key(level);
        let Some(CopyMemo { memo, key, .. }) = &mut self.memo else { return step };
        let gives_up = match memo.look_up(level, left + times, key, &self.total) {
            Lookup::Known(number) if self.total.add(number) => return Step::Known,
            Lookup::Known(_) => return Step::Ends(KernelEnd::Overflow),
            Lookup::Unknown => return step,
            Lookup::GivesUp => true,
            Lookup::Asks => false,
        };
        let (share, Some(CopyMemo { memo, .. })) = (self.position().share, &self.memo) else {
            return step;
        };
        let goes_on = if gives_up { !memo.resign(share) } else { memo.ask(share) };
        if goes_on { step } else { Step::Ends(KernelEnd::GaveUp) }
    }

    /// Makes the key of the node at a level. Returns how many times items with a multiplicity may still be covered.
    fn make_key(&mut self, level: usize) -> usize {
        let Some(CopyMemo { key, .. }) = &mut self.memo else { return 0 };
        let active = self.active.get(level);
        let (options, times) = key.split_at_mut(active.len());
        options.copy_from_slice(active);
        times.fill(0);
        let mut all = 0;
        for (item, (&bound, of_all)) in
            self.bounds.get(level).iter().zip(&self.table.bounds).enumerate()
        {
            let (first, holders) = self.table.holders_of(self.table.sizes.len() + item);
            let held = holders.iter().zip(&active[first..]);
            let size: u32 = held.map(|(holders, active)| (holders & active).count_ones()).sum();
            let need = bound.saturating_sub(of_all.high - of_all.low);
            // Both have 16 bits: there are at most 16384 options, and the item needs no more than are left.
            let (need, most) = (u64::from(need), u64::from(bound.min(size)));
            times[item / 2] |= (need << 16 | most) << (item % 2 * 32);
            all += most as usize;
        }
        all
    }
}
