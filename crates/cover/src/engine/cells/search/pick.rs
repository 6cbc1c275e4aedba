//! Which item is branched on.

use super::super::places::{at, place};
use super::super::table::{Holder, NONE};
use super::{ALIVE, COVERED, Search};
use crate::engine::ties::Ties;

/// Uncovered items are listed where fewer than one in so many items looked at is one.
const NARROW: usize = 8;

impl<T: Ties, H: Holder> Search<'_, T, H> {
    /// Of the items with one option the one that goes first, if there is one.
    #[inline]
    pub(super) fn forced(&mut self) -> Option<u32> {
        if self.few_is == 0 {
            return None;
        }
        let mut best = u64::MAX;
        let mut kept = 0;
        for i in 0..self.ones_count {
            let item = at(&self.ones, i);
            // It may have been covered since.
            if self.size(item) == 1 {
                *place(&mut self.ones, kept) = item;
                kept += 1;
                best = best.min(self.ties.rank(item));
            }
        }
        self.ones_count = kept;
        (kept > 0).then_some(best as u32)
    }

    /// The living option of an item with one.
    #[inline]
    pub(super) fn only(&self, item: u32) -> u32 {
        let mut place = self.table.start(item);
        loop {
            let option = at(&self.holders, place).option();
            if at(&self.died, option as usize) == ALIVE {
                return option;
            }
            place += 1;
        }
    }

    /// Of the uncovered items with the fewest options the one that goes first.
    #[inline]
    pub(super) fn smallest(&self) -> u32 {
        if !self.table.preferred.is_empty() {
            return self.preferred();
        }
        if !self.open.is_empty() {
            return self.smallest_open();
        }
        let sizes = &self.sizes[..self.table.primary];
        let mut least = COVERED;
        let mut first = 0;
        for (i, block) in sizes.chunks(256).enumerate() {
            let (eights, rest) = block.as_chunks::<8>();
            let mut lanes = [COVERED; 8];
            for eight in eights {
                for (lane, &size) in lanes.iter_mut().zip(eight) {
                    *lane = size.min(*lane);
                }
            }
            let smallest = lanes.iter().chain(rest).fold(COVERED, |least, &size| least.min(size));
            if smallest < least {
                least = smallest;
                first = 256 * i;
                if least == self.few_is + 1 && !T::WEIGHED {
                    break;
                }
            }
        }
        if T::WEIGHED {
            let of_least = (first..sizes.len()).filter(|&item| sizes[item] == least);
            let best = of_least.map(|item| self.ties.rank(item as u32)).min();
            return best.expect("some item is uncovered") as u32;
        }
        let (eights, _) = sizes[first..].as_chunks::<8>();
        for eight in eights {
            let hits = (0..8).fold(0, |hits, lane| hits | u32::from(eight[lane] == least) << lane);
            if hits != 0 {
                return (first as u32) + hits.trailing_zeros();
            }
            first += 8;
        }
        while sizes[first] != least {
            first += 1;
        }
        first as u32
    }

    /// The same, of the last list of open items.
    fn smallest_open(&self) -> u32 {
        let mut best = (COVERED, u64::MAX);
        for &item in &self.open[self.open_start..] {
            let size = self.size(item);
            if size < best.0 || T::WEIGHED && size == best.0 {
                best = best.min((size, self.ties.rank(item)));
                if size == self.few_is + 1 && !T::WEIGHED {
                    break;
                }
            }
        }
        best.1 as u32
    }

    /// Lists the open items anew where they are few among those that are looked at; says then where the list
    /// before begins.
    #[inline]
    pub(super) fn narrow(&mut self, left: usize) -> u32 {
        let looked_at = match self.open.len() {
            0 => self.table.primary,
            end => end - self.open_start,
        };
        // With few items there is no need, and a node may turn out to be forced.
        if self.few_is == 0 || NARROW * left >= looked_at {
            return NONE;
        }
        let start = self.open.len();
        if start == 0 {
            let sizes = self.sizes[..self.table.primary].iter().enumerate();
            let open = sizes.filter(|&(_, &size)| size < COVERED);
            self.open.extend(open.map(|(item, _)| item as u32));
        } else {
            for i in self.open_start..start {
                let item = self.open[i];
                if self.size(item) < COVERED {
                    self.open.push(item);
                }
            }
        }
        std::mem::replace(&mut self.open_start, start) as u32
    }

    /// The same, where some items are preferred.
    fn preferred(&self) -> u32 {
        let preferred = &self.table.preferred;
        let items = (0..self.table.primary).filter(|&item| self.sizes[item] < COVERED);
        let rank = |&item: &usize| {
            (
                self.sizes[item] > 1 && !preferred[item],
                self.sizes[item],
                self.ties.rank(item as u32),
            )
        };
        items.min_by_key(rank).expect("some item is uncovered") as u32
    }
}
