//! How options are taken away, and made alive again.

use std::cmp::Reverse;

use super::super::places::{at, place};
use super::super::table::{Holder, NONE};
use super::{ALIVE, COVERED, Level, Search};
use crate::engine::ties::Ties;
use crate::search::Probe;

/// A list is sorted when so many options in it, and so many for each that is alive, were passed over because
/// they had gone before.
const STALE: usize = 32;
const STALE_SHARE: usize = 2;

impl<T: Ties, H: Holder> Search<'_, T, H> {
    /// Covers the items of an option, which is forced or else an alternative of the last level, and takes
    /// all away that it excludes. False if that leaves an item without options.
    #[inline]
    pub(super) fn strike<P: Probe>(&mut self, option: u32, forced: bool, probe: &mut P) -> bool {
        let gone = self.gone_count;
        let well = self.strike_all(option, forced);
        if P::COUNTING {
            probe.tests((self.gone_count - gone) as u64);
        }
        well
    }

    #[inline]
    fn strike_all(&mut self, option: u32, forced: bool) -> bool {
        for &item in self.table.primary(option) {
            *place(&mut self.sizes, item as usize) += COVERED;
        }
        self.struck.push(option);
        if !forced {
            // Its other options are gone.
            let level = self.levels[self.levels.len() - 1];
            *place(&mut self.sizes, level.item as usize) -= COVERED;
            // Only some of them cover an item that has no others.
            let zeros = self.few[level.zeros as usize..].iter();
            let uncovered = zeros.copied().find(|&item| self.size(item) == 0);
            if let Some(item) = uncovered {
                self.ones[0] = item;
                self.ones_count = 1;
                return false;
            }
        }
        let (first, middle, end) = self.table.places(option);
        for here in first..middle {
            if !self.clear::<true>(self.table.item(here), NONE) {
                return false;
            }
        }
        for here in middle..end {
            let (item, colour) = (self.table.item(here), self.table.colour(here));
            if H::COLOURED && colour != NONE {
                let settled = &mut self.settled[item as usize];
                if *settled != 0 {
                    continue;
                }
                *settled = here as u32 + 1;
            }
            if !self.clear::<true>(item, colour) {
                return false;
            }
        }
        true
    }

    /// Takes all living options of an item away, but for those that give it this colour; `STOPS` if an item
    /// has no options left. Says whether none has none.
    #[inline(always)]
    pub(super) fn clear<const STOPS: bool>(&mut self, item: u32, colour: u32) -> bool {
        let alive = self.size(item) & (COVERED - 1);
        if alive == 0 {
            return true;
        }
        let table = self.table;
        let frame = self.levels.len() as u32;
        let before = self.gone_count;
        let start = table.start(item);
        let (mut here, mut end) = (start, before);
        let (mut seen, mut stale) = (0, 0);
        {
            let (died, holders, gone) = (&self.died[..], &self.holders[..], &mut self.gone[..]);
            // Without a branch, as nobody could tell where it goes.
            while seen < alive {
                let holder = at(holders, here);
                let when = at(died, holder.option() as usize);
                let is_alive = when == ALIVE;
                *place(gone, end) = holder.option();
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
            let option = at(gone, i);
            *place(died, option as usize) = frame;
            let mut least = COVERED;
            for &item in table.items(option) {
                let size = place(sizes, item as usize);
                let less = *size - 1;
                *size = less;
                least = least.min(less);
            }
            if least <= few {
                for &item in table.items(option) {
                    if at(sizes, item as usize) <= few {
                        *place(&mut self.ones, self.ones_count) = item;
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

    /// Sorts holders of an item: those that are alive to the front, and before others those that went last,
    /// as they will be alive first.
    #[inline(never)]
    fn sort(&mut self, from: usize, to: usize) {
        let died = &self.died;
        self.holders[from..to].sort_by_key(|holder| Reverse(died[holder.option() as usize]));
    }

    /// Makes all as it was before the first alternative of the last level, save for the order of lists.
    #[inline]
    pub(super) fn restore(&mut self, level: &Level) {
        let struck = level.struck as usize;
        if self.struck.len() == struck {
            return;
        }
        let gone = &self.gone[level.gone as usize..self.gone_count];
        for &option in gone {
            *place(&mut self.died, option as usize) = ALIVE;
        }
        if level.saved {
            let saved = self.saved.len() - self.sizes.len();
            self.sizes.copy_from_slice(&self.saved[saved..]);
        } else {
            for &option in gone {
                for &item in self.table.items(option) {
                    *place(&mut self.sizes, item as usize) += 1;
                }
            }
            for &option in &self.struck[struck..] {
                for &item in self.table.primary(option) {
                    *place(&mut self.sizes, item as usize) -= COVERED;
                }
            }
            // The first of them did not cover it: it was covered before.
            *place(&mut self.sizes, level.item as usize) += COVERED;
        }
        if H::COLOURED {
            for i in struck..self.struck.len() {
                let (_, middle, end) = self.table.places(self.struck[i]);
                for here in middle..end {
                    let settled = &mut self.settled[self.table.item(here) as usize];
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
