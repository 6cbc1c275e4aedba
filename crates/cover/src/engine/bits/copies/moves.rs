//! The moves of a search with multiplicities: options are chosen or given up, and items are closed.
//!
//! Why the unchecked look-ups are sound: see the head of `copies.rs`.

#![allow(unsafe_code)]

use super::super::number::Number;
use super::super::rows::Length;
use super::super::sizes::Sizes;
use super::{Copies, Level};
use crate::search::Probe;

impl<S: Sizes, L: Length, N: Number> Copies<'_, S, L, N> {
    /// The first option left that holds an item, which must have one.
    ///
    /// # Safety
    /// The level and the item must exist.
    #[inline(always)]
    pub(super) unsafe fn first(&self, level: usize, item: usize) -> usize {
        // SAFETY: the caller promises that the item and the level exist.
        let ((first, end, holders), active) =
            unsafe { (self.table.holders(item, self.length), self.active.row(level, self.length)) };
        for i in first..end {
            let options = active[i] & holders[i];
            if options != 0 {
                return 64 * i + options.trailing_zeros() as usize;
            }
        }
        unreachable!("the item has an option left")
    }

    /// Removes all options of an item to be covered once, and lists them as the alternatives of a new level.
    ///
    /// # Safety
    /// The level and the item must exist.
    #[inline(always)]
    pub(super) unsafe fn branch<P: Probe>(
        &mut self,
        level: usize,
        item: usize,
        left: usize,
        probe: &mut P,
    ) {
        let begin = self.list.len();
        // SAFETY: the caller promises that the item and the level exist.
        let ((first, end, holders), gone, active) = unsafe {
            (
                self.table.holders(item, self.length),
                self.gone.row_mut(0, self.length),
                self.active.row_mut(level, self.length),
            )
        };
        gone[..first].fill(0);
        for i in first..end {
            gone[i] = active[i] & holders[i];
            active[i] &= !holders[i];
            let mut rest = gone[i];
            while rest != 0 {
                self.list.push(64 * i as u32 + rest.trailing_zeros());
                rest &= rest - 1;
            }
        }
        let all = (self.list.len() - begin) as u32;
        if P::COUNTING {
            probe.tests(all.into());
        }
        // SAFETY: the level exists, and bits are numbers of options.
        unsafe { self.sizes.take(self.machine, self.table, (level, level), &gone[..end], None) };
        let (begin, left, chosen) = (begin as u32, left as u32, self.chosen.len() as u32);
        let (item, closes) = (None, false);
        self.levels.push(Level { item, all, tried: 0, begin, closes, left, chosen });
    }

    /// Opens a level for an item with a multiplicity that has a number of branches, the last of which may close it.
    pub(super) fn branch_on_several(
        &mut self,
        item: usize,
        (all, closes): (u32, bool),
        left: usize,
    ) {
        let (begin, left, chosen) = (self.list.len() as u32, left as u32, self.chosen.len() as u32);
        let item = Some(item as u32);
        self.levels.push(Level { item, all, tried: 0, begin, closes, left, chosen });
    }

    /// Chooses an option: removes the options that it excludes, in this level or in a copy one level down. `left` is the number of
    /// uncovered items that are to be covered exactly once. Returns how many of these the option covers.
    ///
    /// # Safety
    /// The option and both levels must exist; the second must be the first or the one after it.
    #[inline(always)]
    pub(super) unsafe fn choose<P: Probe>(
        &mut self,
        (from, to): (usize, usize),
        option: usize,
        left: usize,
        fork: bool,
        probe: &mut P,
    ) -> usize {
        let several = self.table.bounds.len();
        // SAFETY: the caller promises that the option and the levels exist; items are those of the table.
        unsafe {
            let number = self.table.options.at(option);
            self.chosen.push(number);
            probe.depth(self.chosen.len());
            probe.chose(|| number, fork);
            if from != to {
                let (above, below) = self.bounds.row_and_next(from, several);
                below.copy_from_slice(above);
            }
            let covers = self.table.length(option);
            // If no item is left, the sets of the level below are not read, only its bounds.
            if self.ends(left - covers) {
                let bounds = self.bounds.row_mut(to, several);
                self.table.several(option).iter().for_each(|&item| bounds[item as usize] -= 1);
                return covers;
            }
            let excluded = self.table.excluded(option, self.length);
            let (active, gone) =
                (self.active.row(from, self.length), self.gone.row_mut(0, self.length));
            for i in 0..self.length.length() {
                gone[i] = active[i] & excluded[i];
            }
            let bounds = self.bounds.row_mut(to, several);
            for &item in self.table.several(option) {
                let bound = &mut bounds[item as usize];
                *bound -= 1;
                if *bound == 0 {
                    let item = self.table.sizes.len() + item as usize;
                    let (first, end, holders) = self.table.holders(item, self.length);
                    for i in first..end {
                        gone[i] |= active[i] & holders[i];
                    }
                }
            }
            self.remove((from, to), Some(option), probe);
            covers
        }
    }

    /// Gives up an option of the item branched on, for the branches after this one.
    ///
    /// # Safety
    /// The option and the level must exist.
    #[inline(always)]
    pub(super) unsafe fn give_up<P: Probe>(&mut self, level: usize, option: usize, probe: &mut P) {
        // SAFETY: `gone` has exactly one row, number 0; the caller promises that the option and the level exist.
        unsafe {
            let gone = self.gone.row_mut(0, self.length);
            gone.fill(0);
            gone[option / 64] = 1 << (option % 64);
            self.remove((level, level), None, probe);
        }
    }

    /// Removes all options left of an item with a multiplicity, in a copy one level down.
    ///
    /// # Safety
    /// The item and the level must exist, and so must the level below.
    #[inline(always)]
    pub(super) unsafe fn close<P: Probe>(&mut self, level: usize, item: usize, probe: &mut P) {
        let several = self.table.bounds.len();
        // SAFETY: the caller promises that the item and the levels exist.
        unsafe {
            let (above, below) = self.bounds.row_and_next(level, several);
            below.copy_from_slice(above);
            below[item] = 0;
            let (.., holders) = self.table.holders(self.table.sizes.len() + item, self.length);
            let (active, gone) =
                (self.active.row(level, self.length), self.gone.row_mut(0, self.length));
            for i in 0..self.length.length() {
                gone[i] = active[i] & holders[i];
            }
            self.remove((level, level + 1), None, probe);
        }
    }

    /// Removes the options `gone`, in this level or in a copy one level down.
    ///
    /// # Safety
    /// Both levels and the option chosen must exist; the second level must be the first or the one after it.
    #[inline(always)]
    pub(super) unsafe fn remove<P: Probe>(
        &mut self,
        (from, to): (usize, usize),
        chosen: Option<usize>,
        probe: &mut P,
    ) {
        // SAFETY: the caller promises that the levels exist; bits are numbers of options.
        unsafe {
            let gone = self.gone.row(0, self.length);
            if from == to {
                let active = self.active.row_mut(to, self.length);
                for i in 0..self.length.length() {
                    active[i] &= !gone[i];
                }
            } else {
                let (above, below) = self.active.row_and_next(from, self.length);
                for i in 0..self.length.length() {
                    below[i] = above[i] & !gone[i];
                }
            }
            if P::COUNTING {
                probe.tests(gone.iter().map(|word| u64::from(word.count_ones())).sum());
            }
            self.sizes.take(self.machine, self.table, (from, to), gone, chosen);
        }
    }
}
