//! The search: Algorithm X on bitsets.
//!
//! The state of a node is the set of options left and the sizes of items. A branch copies the state one level
//! down, without the options that the chosen option excludes. A forced move (the only option left that holds
//! some item) changes the state in place. An option that covers all items left completes a solution.
//!
//! # Why the unchecked look-ups are sound
//! Every option and item looked up comes from the table, from the bits of a set of options, or from the list
//! of alternatives, which holds such bits. The stacks have room for one level more than there are primary
//! items. The number of a level plus the number of items uncovered there never exceeds the number of
//! primary items: each option covers at least one, and a component has fewer items than the node that
//! split. `length` is `table.words` throughout, which `Search::new` checks.
//!
//! # Safety
//! Callers of the unsafe functions must pass the level of a node as `level` (with `DOWN`, the next level must
//! exist, too), the number of an option as `option`, and that of a primary item as `item`. `levels` are
//! such a level and either the same or the next one.

#![allow(unsafe_code)]

mod below;
mod components;
mod known;
mod position;

use std::ops::ControlFlow;

use self::components::AfterComponent;
use self::known::SearchMemo;
use super::memo::{Memo, Room};
use super::number::Number;
use super::rows::{Length, List, Rows};
use super::sizes::{COVERED, Sizes};
use super::table::Table;
use crate::problem::OptionId;
use crate::search::{Found, Leaf, Outcome, Probe};

/// A node whose alternatives are being tried.
#[derive(Clone, Copy, Default)]
struct Level {
    /// The position of the next alternative in `Search::list`, and the end of the alternatives.
    next: u32,
    end: u32,
    /// Number of uncovered items.
    left: u32,
    /// Number of options chosen before this node.
    chosen: u32,
}

pub(super) struct Search<'t, S: Sizes, L: Length, N> {
    table: &'t Table,
    /// Number of words in a set of options.
    length: L,
    machine: S::Machine,
    sizes: S,
    /// By level, the set of options left.
    active: Rows<u64>,
    /// The set of options removed by the current move.
    gone: Rows<u64>,
    levels: List<Level>,
    /// The alternatives of all levels. An option occurs at most once, because alternatives of a level are
    /// not among the options left below it.
    list: List<u32>,
    chosen: Vec<OptionId>,
    total: N,
    memo: Option<SearchMemo<'t, N>>,
    /// The level of the root, or of the root of the component being searched.
    base: usize,
}

pub(super) enum KernelEnd {
    As(Outcome),
    Overflow,
    /// The memo has [`Room::must_pay`] and saves next to no nodes.
    GaveUp,
}

impl<'t, S: Sizes, L: Length, N: Number> Search<'t, S, L, N> {
    pub(super) fn new(machine: S::Machine, table: &'t Table, length: L) -> Self {
        assert_eq!(length.length(), table.words);
        // Enough levels, because each level has fewer uncovered items than the level above.
        let levels = table.sizes.len() + 1;
        let mut active = Rows::new(levels, table.words, 0);
        for option in 0..table.options.len() {
            active.get_mut(0)[option / 64] |= 1 << (option % 64);
        }
        Self {
            table,
            length,
            machine,
            sizes: S::new(machine, table, levels),
            active,
            gone: Rows::new(1, table.words, 0),
            levels: List::new(vec![Level::default(); levels]),
            list: List::new(vec![0; table.options.len()]),
            chosen: Vec::with_capacity(levels),
            total: N::ZERO,
            memo: None,
            base: 0,
        }
    }

    /// Adds a memo. Such a search only counts solutions.
    pub(super) fn with_memo(mut self, room: Room<'t>) -> Self {
        let items = self.table.sizes.len();
        let item_words = items.div_ceil(64).max(1);
        let covered = (!self.table.has_secondary).then(|| Rows::new(items + 1, item_words, 0));
        let words = if covered.is_some() { item_words } else { self.table.words };
        let memo = Memo::new(items, words, room);
        let options = if covered.is_some() { self.table.options.len() } else { 0 };
        let mut items = Rows::new(options, item_words, 0);
        for (option, own) in self.table.all_items().take(options) {
            let row = items.get_mut(option);
            for &item in own {
                row[item as usize / 64] |= 1 << (item % 64);
            }
        }
        let limit = room.limit;
        self.memo = Some(SearchMemo { memo, covered, items, apart: Vec::new(), limit });
        self
    }

    /// Takes options out before the search: a set of options of the table. Always inlined: see the head of `bits.rs`.
    #[inline(always)]
    pub(super) fn remove(&mut self, removed: &[u64]) {
        let active = self.active.get_mut(0);
        for (i, gone) in self.gone.get_mut(0).iter_mut().enumerate() {
            *gone = active[i] & removed[i];
            active[i] &= !removed[i];
        }
        // SAFETY: level 0 exists, and the bits of `active` are numbers of options.
        unsafe {
            self.sizes.take(self.machine, self.table, (0, 0), self.gone.row(0, self.length), None);
        }
    }

    /// Searches, passes each solution to `found`, if given, and returns how the search ended and the number
    /// of solutions. Always inlined: see the head of `bits.rs`.
    #[inline(always)]
    pub(super) fn run<P: Probe>(
        mut self,
        probe: &mut P,
        found: Option<&mut Found<'_, [OptionId]>>,
    ) -> (KernelEnd, N) {
        let left = self.table.sizes.len();
        let (ended, _) = self.run_below(0, left, probe, found);
        (ended, self.so_far())
    }

    /// Searches the subtree of the node at the level [`Self::base`], which has `left` uncovered items, and
    /// adds its solutions to the total. Returns also the level at which the search ended. Always inlined: see the
    /// head of `bits.rs`.
    #[inline(always)]
    fn run_below<P: Probe>(
        &mut self,
        mut level: usize,
        mut left: usize,
        probe: &mut P,
        mut found: Option<&mut Found<'_, [OptionId]>>,
    ) -> (KernelEnd, usize) {
        loop {
            if !probe.enter_at(|| self.position(level)) {
                return (KernelEnd::As(Outcome::BudgetSpent), level);
            }
            // SAFETY: `level` is the level of a node, here and below.
            let (size, item) = unsafe {
                let active = self.active.row(level, self.length);
                self.sizes.smallest(self.machine, level, active)
            };
            match size {
                0 => {
                    probe.branches(item, false);
                    probe.leaf(Leaf::DeadEnd);
                }
                1 => {
                    probe.branches(item, false);
                    // SAFETY: `item` is uncovered, and `option` is the only option left that holds it.
                    let option = unsafe {
                        let option = self.only(level, item);
                        self.choose(option, false, probe);
                        left -= self.table.length(option);
                        option
                    };
                    if left > 0 {
                        // SAFETY: as above.
                        unsafe { self.strike::<P, false>(level, option, probe) };
                        continue;
                    }
                    if let ControlFlow::Break(outcome) = self.solution(probe, &mut found) {
                        return (KernelEnd::As(outcome), level);
                    }
                }
                COVERED => {
                    // This happens only at the root of a problem without primary items.
                    probe.leaf(Leaf::Solution);
                    let enough = self.visit(&mut found).is_break();
                    let outcome = if enough { Outcome::Stopped } else { Outcome::Exhausted };
                    return (KernelEnd::As(outcome), level);
                }
                // SAFETY: as above.
                _ => match unsafe { self.known(level, left) } {
                    None => {
                        probe.branches(item, P::TRACING && self.keeps(level));
                        // SAFETY: as above.
                        if let Some(first) = unsafe { self.fall_apart(level, left) } {
                            (level, left) = (self.base, first);
                            continue;
                        }
                        // SAFETY: `item` is uncovered at this level.
                        unsafe { self.branch(level, item, left, probe) };
                        level += 1;
                    }
                    Some(Ok(())) => self.show_found(probe),
                    Some(Err(ended)) => return (ended, level),
                },
            }
            // Go on to the next alternative, of this node or of one above.
            loop {
                if level == self.base {
                    match self.after_component(probe) {
                        None => return (KernelEnd::As(Outcome::Exhausted), level),
                        Some(AfterComponent::Overflow) => return (KernelEnd::Overflow, level),
                        Some(AfterComponent::Whole { level: whole }) => level = whole,
                        Some(AfterComponent::Component { left: items }) => {
                            (level, left) = (self.base, items);
                            break;
                        }
                    }
                    continue;
                }
                // SAFETY: `level` is above the base, so there is a level before it.
                let node = unsafe { self.levels.at_mut(level - 1) };
                for _ in node.chosen as usize..self.chosen.len() {
                    probe.took_back();
                }
                self.chosen.truncate(node.chosen as usize);
                if node.next == node.end {
                    level -= 1;
                    if let Some(known) = &mut self.memo {
                        let stored = known.memo.close(level, &self.total);
                        if P::TRACING
                            && let Some(is_stored) = stored
                        {
                            probe.ended(is_stored);
                        }
                    }
                    continue;
                }
                // SAFETY: the alternatives of a node are in the list, from `next` to before `end`.
                let option = unsafe { self.list.at(node.next as usize) } as usize;
                node.next += 1;
                let fork = node.next < node.end;
                // SAFETY: the list holds numbers of options, here and in the calls below.
                left = node.left as usize - unsafe { self.table.length(option) };
                if P::COUNTING && fork {
                    probe.fork();
                }
                // SAFETY: as above.
                unsafe { self.choose(option, fork, probe) };
                if left > 0 {
                    // SAFETY: as above; some items stay uncovered, so there is a level below.
                    unsafe { self.strike::<P, true>(level - 1, option, probe) };
                    break;
                }
                if let ControlFlow::Break(outcome) = self.solution(probe, &mut found) {
                    return (KernelEnd::As(outcome), level);
                }
            }
        }
    }

    /// The only option left that holds an item.
    #[inline(always)]
    unsafe fn only(&self, level: usize, item: usize) -> usize {
        // SAFETY: the caller promises that the item exists.
        let (first, end, holders) = unsafe { self.table.holders(item, self.length) };
        // SAFETY: the caller promises that the level exists.
        let active = unsafe { self.active.row(level, self.length) };
        for i in first..end {
            let option = active[i] & holders[i];
            if option != 0 {
                return 64 * i + option.trailing_zeros() as usize;
            }
        }
        unreachable!("an item of size 1 has an option left")
    }

    /// Removes all options that hold an item and lists them as the alternatives of the level.
    #[inline(always)]
    unsafe fn branch<P: Probe>(&mut self, level: usize, item: usize, left: usize, probe: &mut P) {
        // SAFETY: the caller promises that the level exists, so the one before exists.
        let begin = if level == 0 { 0 } else { unsafe { self.levels.at(level - 1).end } };
        let mut list_end = begin;
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
                // SAFETY: the list has room for every option, and holds each at most once.
                unsafe { self.list.put(list_end as usize, 64 * i as u32 + rest.trailing_zeros()) };
                list_end += 1;
                rest &= rest - 1;
            }
        }
        if P::COUNTING {
            probe.tests(u64::from(list_end - begin));
        }
        // SAFETY: the level exists, and bits are numbers of options.
        unsafe { self.sizes.take(self.machine, self.table, (level, level), &gone[..end], None) };
        let (left, chosen) = (left as u32, self.chosen.len() as u32);
        // SAFETY: the caller promises that the level exists.
        unsafe { self.levels.put(level, Level { next: begin, end: list_end, left, chosen }) };
    }

    #[inline(always)]
    unsafe fn choose<P: Probe>(&mut self, option: usize, fork: bool, probe: &mut P) {
        // SAFETY: the caller promises that the option exists.
        let option = unsafe { self.table.options.at(option) };
        self.chosen.push(option);
        probe.depth(self.chosen.len());
        probe.chose(|| option, fork);
    }

    /// Removes the options that the chosen option excludes, in this level or, with `DOWN`, in a copy one level
    /// down.
    #[inline(always)]
    unsafe fn strike<P: Probe, const DOWN: bool>(
        &mut self,
        level: usize,
        option: usize,
        probe: &mut P,
    ) {
        // SAFETY: the caller promises that the option exists; `gone` has one row.
        let (excluded, gone) = unsafe {
            (self.table.excluded(option, self.length), self.gone.row_mut(0, self.length))
        };
        if DOWN {
            // SAFETY: the caller promises that both levels exist.
            let (above, below) = unsafe { self.active.row_and_next(level, self.length) };
            for i in 0..self.length.length() {
                if S::TAKES || P::COUNTING {
                    gone[i] = above[i] & excluded[i];
                }
                below[i] = above[i] & !excluded[i];
            }
        } else {
            // SAFETY: the caller promises that the level exists.
            let active = unsafe { self.active.row_mut(level, self.length) };
            for i in 0..self.length.length() {
                if S::TAKES || P::COUNTING {
                    gone[i] = active[i] & excluded[i];
                }
                active[i] &= !excluded[i];
            }
        }
        if P::COUNTING {
            probe.tests(gone.iter().map(|word| u64::from(word.count_ones())).sum());
        }
        let levels = (level, level + usize::from(DOWN));
        // SAFETY: the caller promises that the levels and the option exist; bits are numbers of options.
        unsafe {
            self.sizes.take(self.machine, self.table, levels, gone, Some(option));
            self.cover(levels, option);
        }
    }

    /// Visits the options chosen as a solution. Breaks if the search must end: at the visitor's request, or
    /// because the budget is spent.
    #[inline(always)]
    fn solution<P: Probe>(
        &mut self,
        probe: &mut P,
        found: &mut Option<&mut Found<'_, [OptionId]>>,
    ) -> ControlFlow<Outcome> {
        if !probe.enter() {
            return ControlFlow::Break(Outcome::BudgetSpent);
        }
        probe.leaf(Leaf::Solution);
        self.visit(found).map_break(|()| Outcome::Stopped)
    }

    #[inline(always)]
    fn visit(&mut self, found: &mut Option<&mut Found<'_, [OptionId]>>) -> ControlFlow<()> {
        self.total.increment();
        match found {
            Some(found) => found.solution(&self.chosen),
            None => ControlFlow::Continue(()),
        }
    }
}
