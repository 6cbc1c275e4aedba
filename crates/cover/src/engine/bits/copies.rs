//! The search with multiplicities: Algorithm M on bitsets.
//!
//! An item with a multiplicity has a *bound*, the number of times that it may still be covered, and *needs* some number
//! of options more. Its size is counted when a node is entered. An option that covers it excludes no other option by
//! that, except when its bound falls to 0: then all options that hold it are removed.
//!
//! The item branched on is the one with the fewest branches. An item to be covered once has a branch for each option.
//! An item with a multiplicity, `n` options left and a need of `m` has `n + 1 - m` branches: the first of its options that
//! is chosen is the first one left; or the second, with the first given up; and so on. If it needs no option, its last
//! branch is that no further option covers it. So every set of options occurs once. Among items with equally many branches,
//! items to be covered once go first, then those with the smallest minimum of bound and `high - low`, then those with the
//! most options. The tree may differ from that of [`Dlx`](super::super::Dlx), which forces no options in place.
//!
//! With a memo (`copies/known.rs`), sub-problems that occur again are counted once.
//!
//! Source: D. E. Knuth, *TAOCP* 4B, 7.2.2.1, Algorithm M, for the branches; the sets of bits are this project's.
//!
//! # Why the unchecked look-ups are sound
//! Every option and item looked up comes from the table or from the bits of a set of options. `Table::levels` bounds the
//! number of levels: each level covers a primary item, lowers the bound of an item with a
//! multiplicity, or closes such an item. `length` is `table.words` throughout, which `Copies::new` checks.

#![allow(unsafe_code)]

mod known;
mod moves;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;

use self::known::CopyMemo;
use super::memo::Room;
use super::number::Number;
use super::rows::{Length, Rows};
use super::search::KernelEnd;
use super::sizes::{COVERED, Sizes};
use super::table::Table;
use crate::problem::OptionId;
use crate::search::{Found, Leaf, Outcome, Position, Probe};

pub(super) struct Copies<'t, S: Sizes, L: Length, N> {
    table: &'t Table,
    length: L,
    machine: S::Machine,
    sizes: S,
    /// By level, the set of options left.
    active: Rows<u64>,
    /// The set of options removed by the current move.
    gone: Rows<u64>,
    /// By level and item with a multiplicity: how many options may still cover it.
    bounds: Rows<u32>,
    levels: Vec<Level>,
    /// The alternatives of the levels that branch on an item to be covered once.
    list: Vec<u32>,
    chosen: Vec<OptionId>,
    total: N,
    memo: Option<CopyMemo<'t, N>>,
}

/// A node whose branches are being tried.
#[derive(Clone, Copy)]
struct Level {
    /// The item with a multiplicity, by its place in `Table::bounds`; `None` for an item to be covered once.
    item: Option<u32>,
    /// Number of branches, and of those tried.
    all: u32,
    tried: u32,
    /// Of an item to be covered once: where its alternatives begin in `Copies::list`.
    begin: u32,
    /// Of an item with a multiplicity: whether the last branch is that no further option covers it.
    closes: bool,
    /// Number of uncovered items that are to be covered once.
    left: u32,
    chosen: u32,
}

enum Step {
    /// No solution; the item whose options do not suffice, unless nothing is left to branch on.
    DeadEnd(Option<usize>),
    Solution,
    /// Choose the only option of an item to be covered once.
    Only(usize),
    /// Choose an option that an item with a multiplicity needs.
    Needed(usize),
    /// The memo has the number of solutions, which was added.
    Known,
    Ends(KernelEnd),
    Branch(usize),
    /// Branch on an item with a multiplicity, that has this number of branches and may be closed.
    BranchOnSeveral {
        item: usize,
        branches: u32,
        closes: bool,
    },
}

impl<'t, S: Sizes, L: Length, N: Number> Copies<'t, S, L, N> {
    pub(super) fn new(machine: S::Machine, table: &'t Table, length: L) -> Self {
        assert_eq!(length.length(), table.words);
        let levels = table.levels + 1;
        let mut active = Rows::new(levels, table.words, 0);
        for option in 0..table.options.len() {
            active.get_mut(0)[option / 64] |= 1 << (option % 64);
        }
        let mut bounds = Rows::new(levels, table.bounds.len(), 0);
        let highest = table.bounds.iter().map(|bounds| bounds.high);
        bounds.get_mut(0).iter_mut().zip(highest).for_each(|(bound, high)| *bound = high);
        Self {
            table,
            length,
            machine,
            sizes: S::new(machine, table, levels),
            active,
            gone: Rows::new(1, table.words, 0),
            bounds,
            levels: Vec::with_capacity(levels),
            list: Vec::new(),
            chosen: Vec::new(),
            total: N::ZERO,
            memo: None,
        }
    }

    /// Adds a memo, if there is room for one, and unless the steps become a certificate. Such a search only counts solutions.
    pub(super) fn with_memo(mut self, room: Option<Room<'t>>) -> Self {
        let room = room.filter(|room| !room.traced);
        self.memo = room.map(|room| CopyMemo::new(self.table, room));
        self
    }

    /// Searches, passes each solution to `found`, if given, and returns how the search ended and the number of solutions.
    /// Always inlined: see the head of `bits.rs`.
    #[inline(always)]
    pub(super) fn run<P: Probe>(
        mut self,
        probe: &mut P,
        mut found: Option<&mut Found<'_, [OptionId]>>,
    ) -> (KernelEnd, N) {
        let mut left = self.table.sizes.len();
        loop {
            if !probe.enter_at(|| self.position()) {
                return (KernelEnd::As(Outcome::BudgetSpent), self.total);
            }
            let level = self.levels.len();
            // SAFETY: `level` is the level of a node, here and below; options and items come from `next`.
            let step = unsafe { self.next(level, left) };
            let branches = matches!(step, Step::Branch(_) | Step::BranchOnSeveral { .. });
            // SAFETY: as above.
            let step = if branches { unsafe { self.known(level, left, step) } } else { step };
            match step {
                Step::DeadEnd(item) => {
                    if let Some(item) = item {
                        probe.branches(item, false);
                    }
                    probe.leaf(Leaf::DeadEnd);
                }
                Step::Solution => {
                    probe.leaf(Leaf::Solution);
                    self.total.increment();
                    if found.as_mut().is_some_and(|found| found.solution(&self.chosen).is_break()) {
                        return (KernelEnd::As(Outcome::Stopped), self.total);
                    }
                }
                Step::Only(item) => {
                    probe.branches(item, false);
                    // SAFETY: as above.
                    left -= unsafe {
                        let option = self.first(level, item);
                        self.choose((level, level), option, left, false, probe)
                    };
                    continue;
                }
                Step::Needed(item) => {
                    probe.branches(self.table.sizes.len() + item, false);
                    // SAFETY: as above; items with a multiplicity come after those to be covered once.
                    left -= unsafe {
                        let option = self.first(level, self.table.sizes.len() + item);
                        self.choose((level, level), option, left, false, probe)
                    };
                    continue;
                }
                Step::Known => {}
                Step::Ends(ended) => return (ended, self.total),
                // SAFETY: as above.
                Step::Branch(item) => unsafe {
                    probe.branches(item, false);
                    self.branch(level, item, left, probe);
                },
                Step::BranchOnSeveral { item, branches, closes } => {
                    probe.branches(self.table.sizes.len() + item, false);
                    self.branch_on_several(item, (branches, closes), left);
                }
            }
            // Go on to the next branch, of this node or of one above.
            loop {
                let Some(node) = self.levels.last_mut() else {
                    return (KernelEnd::As(Outcome::Exhausted), self.total);
                };
                for _ in node.chosen as usize..self.chosen.len() {
                    probe.took_back();
                }
                self.chosen.truncate(node.chosen as usize);
                if node.tried == node.all {
                    self.list.truncate(node.begin as usize);
                    self.levels.pop();
                    if let Some(known) = &mut self.memo {
                        known.memo.close(self.levels.len(), &self.total);
                    }
                    continue;
                }
                let branch = node.tried;
                node.tried += 1;
                let node = *node;
                let fork = node.tried < node.all;
                if P::COUNTING && fork {
                    probe.fork();
                }
                let above = self.levels.len() - 1;
                left = node.left as usize;
                // SAFETY: `above` is the level of the node, and the next level exists. The list holds numbers of options.
                left -= unsafe {
                    match node.item {
                        None => {
                            let option = self.list[(node.begin + branch) as usize] as usize;
                            self.choose((above, above + 1), option, left, fork, probe)
                        }
                        Some(item) if !fork && node.closes => {
                            self.close(above, item as usize, probe);
                            0
                        }
                        Some(item) => {
                            let option = self.first(above, self.table.sizes.len() + item as usize);
                            self.give_up(above, option, probe);
                            self.choose((above, above + 1), option, left, fork, probe)
                        }
                    }
                };
                break;
            }
        }
    }

    /// Whether no option is left below a node with `left` uncovered items that are to be covered once. Then the options
    /// left are not updated.
    #[inline(always)]
    fn ends(&self, left: usize) -> bool {
        left == 0 && !self.table.has_free_options
    }

    #[cold]
    #[inline(never)]
    fn position(&self) -> Position {
        let level = |level: &Level| (level.tried.saturating_sub(1) as usize, level.all as usize);
        let position = Position::new(self.levels.iter().map(level), self.total.unbounded());
        Position { memo: self.memo.as_ref().map(|known| known.memo.size()), ..position }
    }

    /// What to do at the node of this level, with `left` uncovered items that are to be covered once.
    ///
    /// # Safety
    /// The level must exist.
    #[inline(always)]
    unsafe fn next(&self, level: usize, left: usize) -> Step {
        // SAFETY: the caller promises that the level exists; items are those of the table.
        unsafe {
            let active = self.active.row(level, self.length);
            let bounds = self.bounds.row(level, self.table.bounds.len());
            if self.ends(left) {
                let mut all = bounds.iter().zip(&self.table.bounds);
                let covered = all.all(|(&bound, of_all)| bound <= of_all.high - of_all.low);
                return if covered { Step::Solution } else { Step::DeadEnd(None) };
            }
            let (size, once) = match left {
                0 => (COVERED, 0),
                _ => self.sizes.smallest(self.machine, level, active),
            };
            match size {
                0 => return Step::DeadEnd(Some(once)),
                1 => return Step::Only(once),
                _ => {}
            }
            let (mut least, mut best) = ((COVERED, u32::MAX, Reverse(0)), None);
            for item in 0..bounds.len() {
                let (bound, of_all) = (bounds[item], self.table.bounds[item]);
                if bound == 0 {
                    continue;
                }
                let (first, end, holders) =
                    self.table.holders(self.table.sizes.len() + item, self.length);
                let mut options = 0;
                for i in first..end {
                    options += (active[i] & holders[i]).count_ones();
                }
                let slack = of_all.high - of_all.low;
                let need = bound.saturating_sub(slack);
                if options < need {
                    let is_open = left > 0 || active.iter().any(|&word| word != 0);
                    return Step::DeadEnd(is_open.then_some(self.table.sizes.len() + item));
                }
                if options == 0 {
                    continue;
                }
                let branches = options + 1 - need;
                let rank = (branches, bound.min(slack), Reverse(options));
                if rank < least {
                    least = rank;
                    best = Some((item, need, bound == need && bound == 1));
                }
            }
            match best {
                Some((item, ..)) if least.0 == 1 => Step::Needed(item),
                // Exactly one option more: as if the item were to be covered once.
                Some((item, _, true)) if least.0 < size => {
                    Step::Branch(self.table.sizes.len() + item)
                }
                Some((item, need, _)) if least.0 < size => {
                    Step::BranchOnSeveral { item, branches: least.0, closes: need == 0 }
                }
                _ if left > 0 => Step::Branch(once),
                _ => Step::Solution,
            }
        }
    }
}
