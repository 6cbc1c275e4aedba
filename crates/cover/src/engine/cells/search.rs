//! The search: Algorithm X on lists that are reordered now and then.
//!
//! An option is *alive*, or it was taken away in some *frame*: what one branch and the forced moves after
//! it change. Frames end in the reverse order of their beginning, and their options are alive again then.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::super::ties::Ties;
use super::places::{at, place};
use super::table::{Holder, NONE, Table};
use crate::problem::OptionId;
use crate::search::{Found, Leaf, Outcome, Probe, ProbedSearch};

/// Added to the size of an item that is covered, and of those that need not be.
const COVERED: i32 = 1 << 29;

/// In place of the frame in which an option was taken away: it was not.
const ALIVE: u32 = u32::MAX;

/// A list is sorted when so many options in it, and so many for each that is alive, were passed over because
/// they had gone before.
const STALE: usize = 32;
const STALE_SHARE: usize = 2;

/// With more primary items than this, those with one option are kept track of.
const TRACKED: usize = 128;

/// Uncovered items are listed where fewer than one in so many items looked at is one.
const NARROW: usize = 8;

/// With more items than this, sizes are not saved but counted up again.
pub(super) const SAVED: usize = 1024;

/// A node whose alternatives are being tried.
#[derive(Clone, Copy)]
pub(super) struct Level {
    /// Where the next of its alternatives is in the list, and where they end.
    next: u32,
    end: u32,
    /// The item branched on.
    item: u32,
    /// Items uncovered there.
    left: u32,
    /// Options chosen there, and how many of them were struck.
    chosen: u32,
    struck: u32,
    /// Options taken away there.
    gone: u32,
    /// Where the items with one option left are in `few`, and where those with none are.
    ones: u32,
    zeros: u32,
    /// Whether its sizes were saved.
    saved: bool,
    /// Where the list of open items begins that it had before it made its own; [`NONE`] if it made none.
    open: u32,
}

/// A search and all it works with.
pub(super) struct Search<'t, T, H> {
    table: &'t Table,
    /// The options of each item: those alive rather in front, and those that went last behind them.
    holders: Vec<H>,
    /// By option, the frame in which it was taken away, or [`ALIVE`].
    died: Vec<u32>,
    /// How many living options each item has.
    sizes: Vec<i32>,
    /// The options taken away, in order, and how many they are.
    gone: Vec<u32>,
    gone_count: usize,
    /// Items that came to have one option in this frame, or none, and how many they are.
    ones: Vec<u32>,
    ones_count: usize,
    /// So many options are few: 1, or 0 where items are so few that those with one are easily found.
    few_is: i32,
    /// By item, the place that gave it its colour, from 1.
    settled: Vec<u32>,
    levels: Vec<Level>,
    /// The alternatives of all levels.
    list: Vec<u32>,
    /// For each level, items with one option or none.
    few: Vec<u32>,
    /// Lists of uncovered items, those of some levels one after another, and where the last begins. Without any
    /// all items are looked at.
    open: Vec<u32>,
    open_start: usize,
    /// The sizes of levels that save them.
    saved: Vec<i32>,
    /// The options that others were struck for.
    struck: Vec<u32>,
    chosen: Vec<OptionId>,
    ties: T,
}

impl<'t, T: Ties, H: Holder> Search<'t, T, H> {
    pub(super) fn new(table: &'t Table, holders: Vec<H>) -> Self {
        let bias = |item| if item < table.primary { 0 } else { COVERED };
        let sizes: Vec<i32> =
            (0..table.all).map(|item| table.size(item) as i32 + bias(item)).collect();
        let mut ones: Vec<u32> =
            (0..table.primary).filter(|&item| sizes[item] <= 1).map(|item| item as u32).collect();
        let ones_count = ones.len();
        // An item comes once, and once again for each option it loses when it has two at most.
        ones.resize(3 * table.primary + 1, 0);
        Self {
            table,
            holders,
            died: vec![ALIVE; table.options.len()],
            sizes,
            // One more, where what is not alive is put.
            gone: vec![0; table.options.len() + 1],
            gone_count: 0,
            ones,
            ones_count,
            tune: stale(),
            few_is: i32::from(table.primary > TRACKED),
            settled: vec![0; if H::COLOURED { table.all } else { 0 }],
            levels: Vec::new(),
            list: Vec::new(),
            few: Vec::new(),
            open: Vec::new(),
            open_start: 0,
            saved: Vec::new(),
            struck: Vec::new(),
            chosen: Vec::new(),
            ties: T::new(table.primary),
        }
    }

    #[inline(always)]
    fn size(&self, item: u32) -> i32 {
        at(&self.sizes, item as usize)
    }

    /// Of the items with one option the one that goes first, if there is one.
    #[inline]
    fn forced(&mut self) -> Option<u32> {
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
    fn only(&self, item: u32) -> u32 {
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
    fn smallest(&self) -> u32 {
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
    fn narrow(&mut self, left: usize) -> u32 {
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

    /// Takes all living options of an item away, but for those that give it this colour; `STOPS` if an item
    /// has no options left. Says whether none has none.
    #[inline(always)]
    fn clear<const STOPS: bool>(&mut self, item: u32, colour: u32) -> bool {
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
        if stale > STALE + STALE_SHARE * alive as usize {
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

    /// Takes all options of an item away, to try each of them.
    #[inline]
    fn branch<P: Probe>(&mut self, item: u32, left: usize, probe: &mut P) {
        let gone = self.gone_count;
        let next = self.list.len();
        *place(&mut self.sizes, item as usize) += COVERED;
        self.clear::<false>(item, NONE);
        self.list.extend_from_slice(&self.gone[gone..self.gone_count]);
        if !self.list[next..].is_sorted() {
            self.list[next..].sort_unstable();
        }
        if P::COUNTING {
            probe.tests((self.gone_count - gone) as u64);
        }
        let ones = self.few.len();
        let (few, sizes) = (&mut self.few, &self.sizes);
        let came = &self.ones[..self.ones_count];
        if self.few_is > 0 {
            few.extend(came.iter().filter(|&&item| sizes[item as usize] == 1));
        }
        let zeros = few.len();
        few.extend(came.iter().filter(|&&item| sizes[item as usize] == 0));
        let saved = self.sizes.len() <= SAVED.min(64 + 16 * left);
        if saved {
            self.saved.extend_from_slice(&self.sizes);
        }
        self.levels.push(Level {
            next: next as u32,
            end: self.list.len() as u32,
            item,
            left: left as u32,
            chosen: self.chosen.len() as u32,
            struck: self.struck.len() as u32,
            gone: self.gone_count as u32,
            ones: ones as u32,
            zeros: zeros as u32,
            saved,
            open: NONE,
        });
    }

    /// Makes all as it was before the first alternative of the last level, save for the order of lists.
    #[inline]
    fn restore(&mut self, level: &Level) {
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

    /// Covers the items of an option, which is forced or else an alternative of the last level, and takes
    /// all away that it excludes. False if that leaves an item without options.
    #[inline]
    fn strike<P: Probe>(&mut self, option: u32, forced: bool, probe: &mut P) -> bool {
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

    /// Tells of the item that has no option left.
    fn wiped_out(&mut self) {
        if T::WEIGHED {
            let mut came = self.ones[..self.ones_count].iter();
            if let Some(&item) = came.find(|&&item| self.size(item) == 0) {
                self.ties.wiped_out(item);
            }
        }
    }

    #[inline]
    fn choose<P: Probe>(&mut self, option: u32, fork: bool, probe: &mut P) {
        let option = at(&self.table.options, option as usize);
        self.chosen.push(option);
        probe.depth(self.chosen.len());
        probe.chose(|| option, fork);
    }

    fn solution<P: Probe>(
        &mut self,
        probe: &mut P,
        found: &mut Found<'_, [OptionId]>,
    ) -> ControlFlow<Outcome> {
        if !probe.enter() {
            return ControlFlow::Break(Outcome::BudgetSpent);
        }
        probe.leaf(Leaf::Solution);
        found.solution(&self.chosen).map_break(|()| Outcome::Stopped)
    }

    /// All alternatives of the last level were tried.
    fn leave(&mut self, level: &Level) {
        self.levels.pop();
        if level.open != NONE {
            self.open.truncate(self.open_start);
            self.open_start = level.open as usize;
        }
        self.list.truncate(self.levels.last().map_or(0, |above| above.end as usize));
        self.few.truncate(level.ones as usize);
        if level.saved {
            self.saved.truncate(self.saved.len() - self.sizes.len());
        }
        *place(&mut self.sizes, level.item as usize) -= COVERED;
    }
}

impl<T: Ties, H: Holder> ProbedSearch<[OptionId]> for Search<'_, T, H> {
    fn run<P: Probe>(mut self, probe: &mut P, found: &mut Found<'_, [OptionId]>) -> Outcome {
        let mut left = self.table.primary;
        let mut well = self.sizes[..left].iter().all(|&size| size > 0);
        loop {
            if !probe.enter() {
                return Outcome::BudgetSpent;
            }
            if !well {
                self.wiped_out();
                probe.leaf(Leaf::DeadEnd);
            } else if left == 0 {
                // Only at the root: elsewhere the last choice would have been a solution.
                probe.leaf(Leaf::Solution);
                let enough = found.solution(&self.chosen).is_break();
                return if enough { Outcome::Stopped } else { Outcome::Exhausted };
            } else {
                let mut open = NONE;
                let item = self.forced().unwrap_or_else(|| {
                    open = self.narrow(left);
                    self.smallest()
                });
                if self.size(item) > 1 {
                    self.branch(item, left, probe);
                    self.levels.last_mut().expect("it branched").open = open;
                } else {
                    let option = self.only(item);
                    self.choose(option, false, probe);
                    left -= self.table.length(option);
                    if left > 0 {
                        well = self.strike(option, true, probe);
                        continue;
                    }
                    if let ControlFlow::Break(outcome) = self.solution(probe, found) {
                        return outcome;
                    }
                }
            }
            // The next alternative, here or further up.
            loop {
                let Some(level) = self.levels.last_mut() else { return Outcome::Exhausted };
                let before = *level;
                level.next += 1;
                for _ in before.chosen as usize..self.chosen.len() {
                    probe.took_back();
                }
                self.chosen.truncate(before.chosen as usize);
                self.restore(&before);
                if before.next == before.end {
                    self.leave(&before);
                    continue;
                }
                let option = at(&self.list, before.next as usize);
                let fork = before.next + 1 < before.end;
                if P::COUNTING && fork {
                    probe.fork();
                }
                self.choose(option, fork, probe);
                left = before.left as usize - self.table.length(option);
                if left > 0 {
                    let few = &self.few[before.ones as usize..before.zeros as usize];
                    self.ones_count = few.len();
                    self.ones[..few.len()].copy_from_slice(few);
                    well = self.strike(option, false, probe);
                    break;
                }
                if let ControlFlow::Break(outcome) = self.solution(probe, found) {
                    return outcome;
                }
            }
        }
    }
}
