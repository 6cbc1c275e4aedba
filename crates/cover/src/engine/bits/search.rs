//! The search: Algorithm X on bitsets.
//!
//! The state of a node is the set of options left and the sizes of items. A branch copies it one level
//! down without the options that the chosen one excludes; a forced move changes it in place. An option
//! that covers all that is left is a solution, and nothing is changed for it at all.

mod apart;

use std::ops::ControlFlow;

use self::apart::{Apart, Next};
use super::memo::{Looked, Memo, Room};
use super::number::Number;
use super::rows::{Length, List, Rows};
use super::sizes::{COVERED, Pick, Sizes};
use super::table::Table;
use crate::problem::OptionId;
use crate::search::{Found, Leaf, Outcome, Probe};

/// A node whose alternatives are being tried.
#[derive(Clone, Copy, Default)]
struct Level {
    /// Where the next of its alternatives is in the list, and where they end.
    next: u32,
    end: u32,
    /// Items uncovered there.
    left: u32,
    /// Options chosen there.
    chosen: u32,
}

/// A search and all it works with.
pub(super) struct Search<'t, S: Sizes, L: Length, N, T> {
    table: &'t Table,
    /// Words in a set of options.
    length: L,
    machine: S::Machine,
    sizes: S,
    /// The options left in each node, by its level.
    active: Rows<u64>,
    /// The options that go.
    gone: Rows<u64>,
    levels: List<Level>,
    /// The alternatives of all levels: each option at most once, as it is not among those left below.
    list: List<u32>,
    chosen: Vec<OptionId>,
    /// Solutions found.
    total: N,
    /// Where solutions are only counted, and sub-problems may come again.
    memo: Option<Known<N>>,
    /// The level of the root, or of the component that is searched as if there were no other.
    base: usize,
    ties: T,
}

/// What is known of sub-problems, and what tells them apart.
struct Known<N> {
    memo: Memo<N>,
    /// By level, the items covered, as bits; nothing if that does not tell them apart.
    covered: Option<Rows<u64>>,
    /// By option, its items, as bits; where they are of use.
    items: Rows<u64>,
    /// The nodes, from the root down, whose components are being searched.
    apart: Vec<Apart<N>>,
}

/// How a search ended.
pub(super) enum Ended {
    As(Outcome),
    /// There are more solutions than the type of number holds.
    Overflow,
    /// The memo must pay, and does not.
    GaveUp {
        hopeless: bool,
    },
}

impl<'t, S: Sizes, L: Length, N: Number, T: Pick<S>> Search<'t, S, L, N, T> {
    pub(super) fn new(machine: S::Machine, table: &'t Table, length: L) -> Self {
        // A node at each level has an item less to cover than the one above.
        let levels = table.sizes.len() + 1;
        let mut active = Rows::new(levels, table.words, 0);
        for option in 0..table.options.len() {
            active.row_mut(0, length)[option / 64] |= 1 << (option % 64);
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
            ties: T::new(table.sizes.len()),
        }
    }

    /// With a memo. Solutions can only be counted then.
    pub(super) fn with_memo(mut self, room: Room) -> Self {
        let items = self.table.sizes.len();
        let item_words = items.div_ceil(64).max(1);
        let covered = (!self.table.has_secondary).then(|| Rows::new(items + 1, item_words, 0));
        let words = if covered.is_some() { item_words } else { self.table.words };
        let memo = Memo::new(items, words, room);
        let options = if covered.is_some() { self.table.options.len() } else { 0 };
        let mut items = Rows::new(options, item_words, 0);
        for option in 0..options {
            let row = items.row_mut(option, item_words);
            for &item in self.table.items(option) {
                row[item as usize / 64] |= 1 << (item % 64);
            }
        }
        self.memo = Some(Known { memo, covered, items, apart: Vec::new() });
        self
    }

    /// Searches, counts solutions, and gives each to `found` if there is one. Says how that ended, and
    /// how many there are.
    ///
    /// Must be inlined where the machine's instructions are allowed.
    #[inline(always)]
    pub(super) fn run<P: Probe>(
        mut self,
        probe: &mut P,
        mut found: Option<&mut Found<'_, [OptionId]>>,
    ) -> (Ended, N) {
        let mut left = self.table.sizes.len();
        // The level of the node to look at.
        let mut level = 0;
        loop {
            if !probe.enter() {
                return (Ended::As(Outcome::BudgetSpent), self.so_far());
            }
            let active = self.active.row(level, self.length);
            let (size, item) = self.ties.pick(&self.sizes, self.machine, level, active);
            match size {
                0 => {
                    self.ties.wiped_out(item as u32);
                    probe.leaf(Leaf::DeadEnd);
                }
                1 => {
                    let option = self.only(level, item);
                    self.choose(option, false, probe);
                    left -= self.table.length(option);
                    if left > 0 {
                        self.strike::<P, false>(level, option, probe);
                        continue;
                    }
                    if let ControlFlow::Break(outcome) = self.solution(probe, &mut found) {
                        return (Ended::As(outcome), self.so_far());
                    }
                }
                COVERED => {
                    // Only at the root: elsewhere the last choice would have been a solution.
                    probe.leaf(Leaf::Solution);
                    let enough = self.visit(&mut found).is_break();
                    return (
                        Ended::As(if enough { Outcome::Stopped } else { Outcome::Exhausted }),
                        self.total,
                    );
                }
                _ => match self.known(level, left) {
                    None => {
                        if let Some(first) = self.fall_apart(level, left) {
                            (level, left) = (self.base, first);
                            continue;
                        }
                        self.branch(level, item, left, probe);
                        level += 1;
                    }
                    Some(Ok(())) => {}
                    Some(Err(ended)) => return (ended, self.total),
                },
            }
            // The next alternative, here or further up.
            loop {
                if level == self.base {
                    match self.after_component(probe) {
                        None => return (Ended::As(Outcome::Exhausted), self.total),
                        Some(Next::Overflow) => return (Ended::Overflow, self.total),
                        Some(Next::Whole { level: whole }) => level = whole,
                        Some(Next::Component { left: items }) => {
                            (level, left) = (self.base, items);
                            break;
                        }
                    }
                    continue;
                }
                let node = self.levels.at_mut(level - 1);
                for _ in node.chosen as usize..self.chosen.len() {
                    probe.took_back();
                }
                self.chosen.truncate(node.chosen as usize);
                if node.next == node.end {
                    level -= 1;
                    if let Some(known) = &mut self.memo {
                        known.memo.close(level, &self.total);
                    }
                    continue;
                }
                let option = self.list.at(node.next as usize) as usize;
                node.next += 1;
                let fork = node.next < node.end;
                left = node.left as usize - self.table.length(option);
                if P::COUNTING && fork {
                    probe.fork();
                }
                self.choose(option, fork, probe);
                if left > 0 {
                    self.strike::<P, true>(level - 1, option, probe);
                    break;
                }
                if let ControlFlow::Break(outcome) = self.solution(probe, &mut found) {
                    return (Ended::As(outcome), self.so_far());
                }
            }
        }
    }

    /// The solutions counted where a search ends before its time: what is counted within a component is none of
    /// the whole problem.
    #[cold]
    fn so_far(self) -> N {
        let outermost = self.memo.and_then(|known| known.apart.into_iter().next());
        outermost.map_or(self.total, Apart::before)
    }

    /// The only option left that holds an item.
    #[inline(always)]
    fn only(&self, level: usize, item: usize) -> usize {
        let (first, end, holders) = self.table.holders(item, self.length);
        let active = self.active.row(level, self.length);
        for i in first..end {
            let option = active[i] & holders[i];
            if option != 0 {
                return 64 * i + option.trailing_zeros() as usize;
            }
        }
        unreachable!("its size is 1")
    }

    /// Takes all options that hold an item away, to try each of them.
    #[inline(always)]
    fn branch<P: Probe>(&mut self, level: usize, item: usize, left: usize, probe: &mut P) {
        let begin = if level == 0 { 0 } else { self.levels.at(level - 1).end };
        let mut list_end = begin;
        let (first, end, holders) = self.table.holders(item, self.length);
        let gone = self.gone.row_mut(0, self.length);
        let active = self.active.row_mut(level, self.length);
        gone[..first].fill(0);
        for i in first..end {
            gone[i] = active[i] & holders[i];
            active[i] &= !holders[i];
            let mut rest = gone[i];
            while rest != 0 {
                self.list.put(list_end as usize, 64 * i as u32 + rest.trailing_zeros());
                list_end += 1;
                rest &= rest - 1;
            }
        }
        if P::COUNTING {
            probe.tests(u64::from(list_end - begin));
        }
        self.sizes.take(self.machine, self.table, (level, level), &gone[..end], None);
        let (left, chosen) = (left as u32, self.chosen.len() as u32);
        self.levels.put(level, Level { next: begin, end: list_end, left, chosen });
    }

    #[inline(always)]
    fn choose<P: Probe>(&mut self, option: usize, fork: bool, probe: &mut P) {
        let option = self.table.options.at(option);
        self.chosen.push(option);
        probe.depth(self.chosen.len());
        probe.chose(|| option, fork);
    }

    /// Takes the options away that the chosen one excludes: in this level, or `DOWN` one.
    #[inline(always)]
    fn strike<P: Probe, const DOWN: bool>(&mut self, level: usize, option: usize, probe: &mut P) {
        let excluded = self.table.excluded(option, self.length);
        let gone = self.gone.row_mut(0, self.length);
        if DOWN {
            let (above, below) = self.active.row_and_next(level, self.length);
            for i in 0..self.length.length() {
                if S::TAKES || P::COUNTING {
                    gone[i] = above[i] & excluded[i];
                }
                below[i] = above[i] & !excluded[i];
            }
        } else {
            let active = self.active.row_mut(level, self.length);
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
        self.sizes.take(self.machine, self.table, levels, gone, Some(option));
        self.cover(levels, option);
    }

    /// Visits the solution that the options chosen are. Breaks if that is enough, or the budget does not
    /// allow the node.
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

    /// Adds the solutions below a node about to branch, if they are known.
    #[inline(always)]
    fn known(&mut self, level: usize, left: usize) -> Option<Result<(), Ended>> {
        let Known { memo, covered, .. } = self.memo.as_mut()?;
        let key = match covered {
            Some(covered) => covered.row(level, covered.length()),
            None => self.active.row(level, self.length),
        };
        match memo.look(level, left, key, &self.total) {
            Looked::Known(number) if self.total.add(number) => Some(Ok(())),
            Looked::Known(_) => Some(Err(Ended::Overflow)),
            Looked::Unknown => None,
            Looked::GivesUp { hopeless } => Some(Err(Ended::GaveUp { hopeless })),
        }
    }

    /// Takes note of the items that an option covers, where a memo needs to know.
    #[inline(always)]
    fn cover(&mut self, (from, to): (usize, usize), option: usize) {
        let Some(Known { covered: Some(covered), items, .. }) = &mut self.memo else { return };
        let words = covered.length();
        let items = items.row(option, words);
        if from == to {
            let covered = covered.row_mut(to, words);
            covered.iter_mut().zip(items).for_each(|(covered, items)| *covered |= items);
        } else {
            let (above, below) = covered.row_and_next(from, words);
            let both = above.iter().zip(items).map(|(above, items)| above | items);
            below.iter_mut().zip(both).for_each(|(below, both)| *below = both);
        }
    }
}
