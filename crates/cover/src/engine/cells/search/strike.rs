//! Removing options and making them alive again. Callers of the unsafe functions must keep the conditions of `search`.

#![allow(unsafe_code)]

use std::cmp::Reverse;

use super::super::places::{at, place};
use super::super::table::{Holder, NONE};
use super::{ALIVE, COVERED, Level, Search};
use crate::search::Probe;

/// A list is sorted if a walk through it met more than `STALE` options, plus `STALE_SHARE` for each living
/// one, that had been removed in earlier frames.
const STALE: usize = 32;
const STALE_SHARE: usize = 2;

impl<H: Holder> Search<'_, H> {
    /// Covers the items of an option and removes all options that it excludes. Returns false if that leaves an
    /// uncovered item without options. The option is `forced`, or else an alternative of the last level.
    #[inline]
    pub(super) unsafe fn strike<P: Probe>(
        &mut self,
        option: u32,
        forced: bool,
        probe: &mut P,
    ) -> bool {
        let gone = self.gone_count;
        // SAFETY: the caller promises that the option exists.
        let well = unsafe { self.strike_all(option, forced) };
        if P::COUNTING {
            probe.tests((self.gone_count - gone) as u64);
        }
        well
    }

    /// Does what [`strike`](Self::strike) does, without counting tests.
    #[inline]
    unsafe fn strike_all(&mut self, option: u32, forced: bool) -> bool {
        // SAFETY: the caller promises that the option exists; the table holds numbers of items.
        for &item in unsafe { self.table.primary(option) } {
            // SAFETY: as above.
            unsafe { *place(&mut self.sizes, item as usize) += COVERED };
        }
        self.struck.push(option);
        if !forced {
            // `branch` has already covered the item branched on; the loop above covered it a second time.
            let level = self.levels[self.levels.len() - 1];
            // SAFETY: `branch` stored the number of an item in the level.
            unsafe { *place(&mut self.sizes, level.item as usize) -= COVERED };
            // If `branch` left items without options, only an alternative that covers all of them can succeed.
            let zeros = self.few[level.zeros as usize..].iter();
            // SAFETY: `few` holds numbers of items.
            let uncovered = zeros.copied().find(|&item| unsafe { self.size(item) } == 0);
            if let Some(item) = uncovered {
                self.ones[0] = item;
                self.ones_count = 1;
                return false;
            }
        }
        // SAFETY: the caller promises that the option exists; its places hold numbers of items, here and below.
        let (first, middle, end) = unsafe { self.table.places(option) };
        for here in first..middle {
            // SAFETY: as above.
            if !unsafe { self.clear::<true>(self.table.item(here), NONE) } {
                return false;
            }
        }
        for here in middle..end {
            // SAFETY: as above.
            let (item, colour) = unsafe { (self.table.item(here), self.table.colour(here)) };
            if H::COLOURED && colour != NONE {
                let settled = &mut self.settled[item as usize];
                if *settled != 0 {
                    continue;
                }
                *settled = here as u32 + 1;
            }
            // SAFETY: as above.
            if !unsafe { self.clear::<true>(item, colour) } {
                return false;
            }
        }
        true
    }

    /// Removes all living options of an item, except those that give it this colour. With `STOPS`, ends early
    /// and returns false if an uncovered item has no options left.
    #[inline(always)]
    pub(super) unsafe fn clear<const STOPS: bool>(&mut self, item: u32, colour: u32) -> bool {
        // SAFETY: the caller promises that the item exists.
        let alive = unsafe { self.size(item) } & (COVERED - 1);
        if alive == 0 {
            return true;
        }
        let table = self.table;
        let frame = self.levels.len() as u32;
        let before = self.gone_count;
        // SAFETY: as above.
        let start = unsafe { table.start(item) };
        let (mut here, mut end) = (start, before);
        let (mut seen, mut stale) = (0, 0);
        {
            let (died, holders, gone) = (&self.died[..], &self.holders[..], &mut self.gone[..]);
            // The loop has no branch on whether an option is alive, because it would often be mispredicted.
            while seen < alive {
                // SAFETY: the list of an item holds `alive` living options, and not all have been seen; lists
                // hold numbers of options; `gone` has a place for each option and one more.
                let (holder, when) = unsafe {
                    let holder = at(holders, here);
                    *place(gone, end) = holder.option();
                    (holder, at(died, holder.option() as usize))
                };
                let is_alive = when == ALIVE;
                let differs = !H::COLOURED || colour == NONE || holder.colour() != colour;
                end += usize::from(is_alive & differs);
                seen += i32::from(is_alive);
                stale += usize::from(when < frame);
                here += 1;
            }
        }
        if stale > STALE + STALE_SHARE * alive.cast_unsigned() as usize {
            self.sort(start, here);
        }
        let (died, sizes, gone) = (&mut self.died[..], &mut self.sizes[..], &self.gone[..]);
        let few = self.few_is;
        for i in before..end {
            // SAFETY: the loop above wrote numbers of options to these places.
            let items = unsafe {
                let option = at(gone, i);
                *place(died, option as usize) = frame;
                table.items(option)
            };
            let mut least = COVERED;
            for &item in items {
                // SAFETY: the table holds numbers of items.
                let size = unsafe { place(sizes, item as usize) };
                let less = *size - 1;
                *size = less;
                least = least.min(less);
            }
            if least <= few {
                for &item in items {
                    // SAFETY: the table holds numbers of items.
                    if unsafe { at(sizes, item as usize) } <= few {
                        // SAFETY: an item is listed in `ones` at most three times, from the start and when
                        // its size falls to 1 and to 0, and `new` made room for that.
                        unsafe { *place(&mut self.ones, self.ones_count) = item };
                        self.ones_count += 1;
                    }
                }
                if STOPS && least == 0 {
                    self.gone_count = i + 1;
                    return false;
                }
            }
        }
        self.gone_count = end;
        true
    }

    /// Sorts holders of an item: living options first, then removed options, those of the latest frame first.
    #[inline(never)]
    fn sort(&mut self, from: usize, to: usize) {
        let died = &self.died;
        self.holders[from..to].sort_by_key(|holder| Reverse(died[holder.option() as usize]));
    }

    /// Restores the state before the first alternative of the last level, except for the order of lists.
    #[inline]
    pub(super) fn restore(&mut self, level: &Level) {
        let struck = level.struck as usize;
        if self.struck.len() == struck {
            return;
        }
        let gone = &self.gone[level.gone as usize..self.gone_count];
        for &option in gone {
            // SAFETY: `gone` holds numbers of options.
            unsafe { *place(&mut self.died, option as usize) = ALIVE };
        }
        if level.saved {
            let saved = self.saved.len() - self.sizes.len();
            self.sizes.copy_from_slice(&self.saved[saved..]);
        } else {
            for &option in gone {
                // SAFETY: `gone` holds numbers of options, and the table those of items.
                for &item in unsafe { self.table.items(option) } {
                    // SAFETY: as above.
                    unsafe { *place(&mut self.sizes, item as usize) += 1 };
                }
            }
            for &option in &self.struck[struck..] {
                // SAFETY: `struck` holds numbers of options, and the table those of items.
                for &item in unsafe { self.table.primary(option) } {
                    // SAFETY: as above.
                    unsafe { *place(&mut self.sizes, item as usize) -= COVERED };
                }
            }
            // The item branched on stays covered: `branch` had covered it before any alternative.
            // SAFETY: `branch` stored the number of an item in the level.
            unsafe { *place(&mut self.sizes, level.item as usize) += COVERED };
        }
        if H::COLOURED {
            for i in struck..self.struck.len() {
                // SAFETY: `struck` holds numbers of options.
                let (_, middle, end) = unsafe { self.table.places(self.struck[i]) };
                for here in middle..end {
                    // SAFETY: as above.
                    let item = unsafe { self.table.item(here) };
                    let settled = &mut self.settled[item as usize];
                    if *settled == here as u32 + 1 {
                        *settled = 0;
                    }
                }
            }
        }
        self.gone_count = level.gone as usize;
        self.struck.truncate(struck);
    }
}
