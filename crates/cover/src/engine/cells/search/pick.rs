//! The choice of the item to branch on.

#![allow(unsafe_code)]

use super::super::places::{at, place};
use super::super::table::{Holder, NONE};
use super::{ALIVE, COVERED, Search};

/// A level makes a list of the uncovered items if fewer than one in `NARROW` of the items that
/// [`Search::smallest`] would look at is uncovered.
const NARROW: usize = 8;

impl<H: Holder> Search<'_, H> {
    /// The leftmost uncovered item with one option, if the search keeps track of such items.
    #[inline]
    pub(super) fn forced(&mut self) -> Option<u32> {
        if self.few_is == 0 {
            return None;
        }
        let mut best = u32::MAX;
        let mut kept = 0;
        for i in 0..self.ones_count {
            // SAFETY: the first `ones_count` elements of `ones` are numbers of items.
            let item = unsafe { at(&self.ones, i) };
            // SAFETY: as above. The item may have been covered since it was listed.
            if unsafe { self.size(item) } == 1 {
                // SAFETY: `kept` is at most `i`.
                unsafe { *place(&mut self.ones, kept) = item };
                kept += 1;
                best = best.min(item);
            }
        }
        self.ones_count = kept;
        (kept > 0).then_some(best)
    }

    /// The first living option of an item.
    ///
    /// # Safety
    /// `item` must be the number of an item that has a living option.
    #[inline]
    pub(super) unsafe fn only(&self, item: u32) -> u32 {
        // SAFETY: the caller promises that the item exists.
        let mut place = unsafe { self.table.start(item) };
        loop {
            // SAFETY: the list of the item begins at its start and holds a living option; lists hold numbers
            // of options.
            let option = unsafe { at(&self.holders, place) }.option();
            // SAFETY: as above.
            if unsafe { at(&self.died, option as usize) } == ALIVE {
                return option;
            }
            place += 1;
        }
    }

    /// The uncovered item with the fewest options, the leftmost among equals.
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
                if least == self.few_is + 1 {
                    break;
                }
            }
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

    /// The result of [`smallest`](Self::smallest), found in the last list of uncovered items.
    fn smallest_open(&self) -> u32 {
        let mut best = (COVERED, u32::MAX);
        for &item in &self.open[self.open_start..] {
            // SAFETY: `open` holds numbers of items.
            let size = unsafe { self.size(item) };
            if size < best.0 {
                best = (size, item);
                if size == self.few_is + 1 {
                    break;
                }
            }
        }
        best.1
    }

    /// Makes a new list of uncovered items if they are few among the items looked at. Returns the beginning of
    /// the list before it, or [`NONE`] if no list was made.
    #[inline]
    pub(super) fn narrow(&mut self, left: usize) -> u32 {
        let looked_at = match self.open.len() {
            0 => self.table.primary,
            end => end - self.open_start,
        };
        // Problems with few items need no list.
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
                // SAFETY: `open` holds numbers of items.
                if unsafe { self.size(item) } < COVERED {
                    self.open.push(item);
                }
            }
        }
        std::mem::replace(&mut self.open_start, start) as u32
    }

    /// The result of [`smallest`](Self::smallest) with preferences: an item that is not preferred and has several
    /// options comes after all preferred items.
    fn preferred(&self) -> u32 {
        let preferred = &self.table.preferred;
        let items = (0..self.table.primary).filter(|&item| self.sizes[item] < COVERED);
        let rank =
            |&item: &usize| (self.sizes[item] > 1 && !preferred[item], self.sizes[item], item);
        items.min_by_key(rank).expect("some item is uncovered") as u32
    }
}
