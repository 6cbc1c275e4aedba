//! The search: Algorithm X on lists that are sorted now and then.
//!
//! An option is *alive*, or it was removed in some *frame*: one branch together with the forced moves after
//! it. The frame begun last ends first. When a frame ends, the options removed in it are alive again.
//!
//! The unchecked look-ups are sound because every `item` and `option` here comes from the table, or from a
//! list that was filled from the table; see `places.rs`.
//!
//! # Safety
//! Callers of the unsafe functions must pass the number of an option as `option` and that of an item as `item`.

#![allow(unsafe_code)]

mod pick;
mod strike;

use std::ops::ControlFlow;

use super::places::{at, place};
use super::table::{Holder, NONE, Table};
use crate::problem::OptionId;
use crate::search::{Found, Leaf, Outcome, Position, Probe, ProbedSearch};

/// Added to the size of covered and of secondary items, so that they are never the smallest.
const COVERED: i32 = 1 << 29;

/// In `Search::died`, in place of the number of a frame: the option is alive.
const ALIVE: u32 = u32::MAX;

/// If there are more primary items than this, the search keeps a list of items with one option.
const TRACKED: usize = 128;

/// If there are more items than this, nodes save no sizes; changes of sizes are undone one by one.
pub(super) const SAVED: usize = 1024;

/// A node whose alternatives are being tried.
#[derive(Clone, Copy)]
pub(super) struct Level {
    /// The position of the next alternative in `Search::list`, and the end of the alternatives.
    next: u32,
    end: u32,
    item: u32,
    /// Number of uncovered items.
    left: u32,
    /// Lengths of `Search::chosen` and `Search::struck` at this node.
    chosen: u32,
    struck: u32,
    /// `Search::gone_count` after the alternatives were removed.
    gone: u32,
    /// The positions in `Search::few` at which the items with one option and those without options begin.
    ones: u32,
    zeros: u32,
    saved: bool,
    /// `Search::open_start` before the node made a list of uncovered items; [`NONE`] if it made no list.
    open: u32,
}

pub(super) struct Search<'t, H> {
    table: &'t Table,
    /// The options of each item, in the order of the last sort: see the module `cells`.
    holders: Vec<H>,
    /// By option, the frame in which it was removed, or [`ALIVE`].
    died: Vec<u32>,
    /// By item, its number of living options, plus [`COVERED`] for covered and secondary items.
    sizes: Vec<i32>,
    /// The options removed, in order: the first `gone_count` elements.
    gone: Vec<u32>,
    gone_count: usize,
    /// Items whose size fell to 1 or 0 in this frame: the first `ones_count` elements.
    ones: Vec<u32>,
    ones_count: usize,
    /// Items of at most this size are listed in `ones`: 1, or 0 if there are at most [`TRACKED`] items.
    few_is: i32,
    /// By item, 1 plus the place of the entry that gave the item its colour; 0 if it has none.
    settled: Vec<u32>,
    levels: Vec<Level>,
    /// The alternatives of the levels, one level after the other.
    list: Vec<u32>,
    /// For each level, the items with one option, then those without options.
    few: Vec<u32>,
    /// Lists of uncovered items, made by some levels, one after the other; the last begins at `open_start`. If
    /// empty, the search for the smallest item looks at all items.
    open: Vec<u32>,
    open_start: usize,
    /// The sizes of items saved by levels, one copy after the other.
    saved: Vec<i32>,
    /// The options chosen whose conflicting options were removed.
    struck: Vec<u32>,
    chosen: Vec<OptionId>,
}

impl<'t, H: Holder> Search<'t, H> {
    /// # Safety
    /// `Table::new` must have made `table` and `holders` together, and neither may have been changed.
    pub(super) unsafe fn new(table: &'t Table, holders: Vec<H>) -> Self {
        let bias = |item| if item < table.primary { 0 } else { COVERED };
        let sizes: Vec<i32> =
            (0..table.all).map(|item| table.size(item).cast_signed() + bias(item)).collect();
        let mut ones: Vec<u32> =
            (0..table.primary).filter(|&item| sizes[item] <= 1).map(|item| item as u32).collect();
        let ones_count = ones.len();
        // An item is listed at most three times: from the start, and when its size falls to 1 and to 0.
        ones.resize(3 * table.primary + 1, 0);
        Self {
            table,
            holders,
            died: vec![ALIVE; table.options.len()],
            sizes,
            // One more element, to which `clear` writes options that are not alive.
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
        }
    }

    /// The size of an item: see the field `sizes`.
    #[inline(always)]
    unsafe fn size(&self, item: u32) -> i32 {
        // SAFETY: `sizes` has an element for each item.
        unsafe { at(&self.sizes, item as usize) }
    }

    /// Removes all options of an item and lists them as the alternatives of a new level.
    #[inline]
    unsafe fn branch<P: Probe>(&mut self, item: u32, left: usize, probe: &mut P) {
        let gone = self.gone_count;
        let next = self.list.len();
        // SAFETY: the caller promises that the item exists.
        unsafe {
            *place(&mut self.sizes, item as usize) += COVERED;
            self.clear::<false>(item, NONE);
        }
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

    #[inline]
    unsafe fn choose<P: Probe>(&mut self, option: u32, fork: bool, probe: &mut P) {
        // SAFETY: the caller promises that the option exists.
        let option = unsafe { at(&self.table.options, option as usize) };
        self.chosen.push(option);
        probe.depth(self.chosen.len());
        probe.chose(|| option, fork);
    }

    /// Visits the options chosen as a solution. Breaks if the search must end.
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

    #[cold]
    #[inline(never)]
    fn position(&self, solutions: u64) -> Position {
        let mut begin = 0;
        let levels = self.levels.iter().map(|level| {
            let begin = std::mem::replace(&mut begin, level.end);
            (level.next.saturating_sub(begin + 1) as usize, (level.end - begin) as usize)
        });
        Position::new(levels, solutions)
    }

    /// Removes the last level, whose alternatives have all been tried.
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
        // SAFETY: `branch` stored the number of an item in the level.
        unsafe { *place(&mut self.sizes, level.item as usize) -= COVERED };
    }
}

impl<H: Holder> ProbedSearch<[OptionId]> for Search<'_, H> {
    fn run<P: Probe>(mut self, probe: &mut P, found: &mut Found<'_, [OptionId]>) -> Outcome {
        let mut left = self.table.primary;
        let mut well = self.sizes[..left].iter().all(|&size| size > 0);
        loop {
            if !probe.enter_at(|| self.position(found.count())) {
                return Outcome::BudgetSpent;
            }
            if !well {
                probe.leaf(Leaf::DeadEnd);
            } else if left == 0 {
                // This happens only at the root of a problem without primary items.
                probe.leaf(Leaf::Solution);
                let enough = found.solution(&self.chosen).is_break();
                return if enough { Outcome::Stopped } else { Outcome::Exhausted };
            } else {
                let mut open = NONE;
                let item = self.forced().unwrap_or_else(|| {
                    open = self.narrow(left);
                    self.smallest()
                });
                // SAFETY: `forced` and `smallest` return numbers of items.
                if unsafe { self.size(item) } > 1 {
                    // SAFETY: as above.
                    unsafe { self.branch(item, left, probe) };
                    self.levels.last_mut().expect("`branch` adds a level").open = open;
                } else {
                    // SAFETY: the item has one living option.
                    let option = unsafe { self.only(item) };
                    // SAFETY: `only` returns the number of an option, here and below.
                    unsafe { self.choose(option, false, probe) };
                    // SAFETY: as above.
                    left -= unsafe { self.table.length(option) };
                    if left > 0 {
                        // SAFETY: as above.
                        well = unsafe { self.strike(option, true, probe) };
                        continue;
                    }
                    if let ControlFlow::Break(outcome) = self.solution(probe, found) {
                        return outcome;
                    }
                }
            }
            // Go on to the next alternative, of this level or of one above.
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
                // SAFETY: the alternatives of a level are in the list, from `next` to before `end`.
                let option = unsafe { at(&self.list, before.next as usize) };
                let fork = before.next + 1 < before.end;
                if P::COUNTING && fork {
                    probe.fork();
                }
                // SAFETY: the list holds numbers of options, here and below.
                unsafe { self.choose(option, fork, probe) };
                // SAFETY: as above.
                left = before.left as usize - unsafe { self.table.length(option) };
                if left > 0 {
                    let few = &self.few[before.ones as usize..before.zeros as usize];
                    self.ones_count = few.len();
                    self.ones[..few.len()].copy_from_slice(few);
                    // SAFETY: as above.
                    well = unsafe { self.strike(option, false, probe) };
                    break;
                }
                if let ControlFlow::Break(outcome) = self.solution(probe, found) {
                    return outcome;
                }
            }
        }
    }
}
