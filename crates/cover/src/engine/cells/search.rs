//! The search: Algorithm X on lists that are reordered now and then.
//!
//! An option is *alive*, or it was taken away in some *frame*: what one branch and the forced moves after
//! it change. Frames end in the reverse order of their beginning, and their options are alive again then.

mod pick;
mod strike;

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

/// With more primary items than this, those with one option are kept track of.
const TRACKED: usize = 128;

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
            (0..table.all).map(|item| table.size(item).cast_signed() + bias(item)).collect();
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
