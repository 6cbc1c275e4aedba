//! The search: a stack of states, each made consistent before it branches.

use super::super::model::{Model, bits};
#[cfg(target_arch = "x86_64")]
use crate::instructions::{Avx2, Work};
use crate::problem::OptionId;
use crate::search::{Found, Leaf, Outcome, Position, Probe};

pub(in super::super) struct Search<'m> {
    model: &'m Model,
    /// Level after level, the options left and the items to be covered.
    rows: Vec<u64>,
    /// Number of words of a level.
    length: usize,
    /// Level after level, by primary item to be covered, the size of its domain when it was looked at last.
    sizes: Vec<u32>,
    /// By primary item, the number of dead ends at which it had no option left, plus 1.
    weights: Vec<u32>,
    branches: Vec<Branch>,
    alternatives: Vec<u32>,
    chosen: Vec<OptionId>,
    /// The words of the options that all options of a domain seen so far exclude, with their places.
    doomed: Vec<(u32, u64)>,
}

/// A node whose alternatives are being tried: `alternatives[begin..end]`.
struct Branch {
    begin: usize,
    next: usize,
    end: usize,
    /// Length of `chosen` at this node.
    chosen: usize,
}

#[cfg(target_arch = "x86_64")]
struct Compiled<'r, 'm, 'f, 'v, P> {
    search: &'r mut Search<'m>,
    probe: &'r mut P,
    found: &'f mut Found<'v, [OptionId]>,
}

#[cfg(target_arch = "x86_64")]
impl<P: Probe> Work<Avx2> for Compiled<'_, '_, '_, '_, P> {
    type Output = Outcome;

    #[inline(always)]
    fn run(self, _: Avx2) -> Outcome {
        self.search.run_here(self.probe, self.found)
    }
}

impl<'m> Search<'m> {
    pub(in super::super) fn new(model: &'m Model) -> Self {
        let length = model.words() + model.item_words;
        let mut rows = vec![0; length];
        let (options, open) = rows.split_at_mut(model.words());
        (0..model.options()).for_each(|option| options[option / 64] |= 1 << (option % 64));
        (0..model.primary).for_each(|item| open[item / 64] |= 1 << (item % 64));
        Self {
            model,
            rows,
            length,
            sizes: vec![0; model.primary],
            weights: vec![1; model.primary],
            branches: Vec::new(),
            alternatives: Vec::new(),
            chosen: Vec::new(),
            doomed: Vec::new(),
        }
    }

    pub(in super::super) fn run<P: Probe>(
        &mut self,
        probe: &mut P,
        found: &mut Found<'_, [OptionId]>,
    ) -> Outcome {
        #[cfg(target_arch = "x86_64")]
        if let Some(machine) = Avx2::detect() {
            return machine.run(Compiled { search: self, probe, found });
        }
        self.run_here(probe, found)
    }

    #[inline(always)]
    fn run_here<P: Probe>(&mut self, probe: &mut P, found: &mut Found<'_, [OptionId]>) -> Outcome {
        loop {
            if !probe.enter_at(|| self.position(found.count())) {
                return Outcome::BudgetSpent;
            }
            let Some(is_well) = self.make_consistent(self.branches.len(), probe) else {
                return Outcome::BudgetSpent;
            };
            if !is_well {
                probe.leaf(Leaf::DeadEnd);
            } else if !self.branch() {
                probe.leaf(Leaf::Solution);
                if found.solution(&self.chosen).is_break() {
                    return Outcome::Stopped;
                }
            }
            let option = loop {
                let Some(branch) = self.branches.last_mut() else { return Outcome::Exhausted };
                for _ in branch.chosen..self.chosen.len() {
                    probe.took_back();
                }
                self.chosen.truncate(branch.chosen);
                if branch.next < branch.end {
                    branch.next += 1;
                    break self.alternatives[branch.next - 1] as usize;
                }
                self.alternatives.truncate(branch.begin);
                self.branches.pop();
            };
            let is_fork = self.branches.last().is_some_and(|branch| branch.next < branch.end);
            if is_fork {
                probe.fork();
            }
            let level = self.branches.len();
            self.copy(level);
            self.choose(level, option, is_fork, probe);
        }
    }

    #[inline(always)]
    fn copy(&mut self, level: usize) {
        let (length, items) = (self.length, self.model.primary);
        if self.rows.len() < (level + 1) * length {
            self.rows.resize((level + 1) * length, 0);
            self.sizes.resize((level + 1) * items, 0);
        }
        self.rows.copy_within((level - 1) * length..level * length, level * length);
        self.sizes.copy_within((level - 1) * items..level * items, level * items);
    }

    #[inline(always)]
    fn choose<P: Probe>(&mut self, level: usize, option: usize, is_fork: bool, probe: &mut P) {
        let taken = self.model.table.excluded_by(option).iter().chain(self.model.covers(option));
        for (row, taken) in self.rows[level * self.length..].iter_mut().zip(taken) {
            *row &= !taken;
        }
        let option = self.model.table.option_id(option);
        self.chosen.push(option);
        probe.depth(self.chosen.len());
        probe.chose(|| option, is_fork);
    }

    /// Begins to branch on an item of the innermost state. Returns false if no item is to be covered.
    #[inline(always)]
    fn branch(&mut self) -> bool {
        let level = self.branches.len();
        let (options, open) = self.rows[level * self.length..].split_at(self.model.words());
        let sizes = &self.sizes[level * self.model.primary..];
        let key = |&item: &usize| (sizes[item], u32::MAX - self.weights[item]);
        let Some(item) = bits(&open[..self.model.item_words]).min_by_key(key) else {
            return false;
        };
        let begin = self.alternatives.len();
        for (i, word) in self.model.holders(item, options) {
            self.alternatives.extend(bits(&[word]).map(|option| (64 * i + option) as u32));
        }
        let (end, chosen) = (self.alternatives.len(), self.chosen.len());
        self.branches.push(Branch { begin, next: begin, end, chosen });
        true
    }

    /// Chooses forced options and removes options that leave some item nothing, until there are none. Returns false if some item
    /// has no option left, and `None` if the budget is spent.
    #[inline(always)]
    fn make_consistent<P: Probe>(&mut self, level: usize, probe: &mut P) -> Option<bool> {
        let (words, items) = (self.model.words(), self.model.primary);
        loop {
            let mut is_done = true;
            for word in 0..self.model.item_words {
                if !probe.may_go_on() {
                    return None;
                }
                let mut rest = self.rows[level * self.length + words + word];
                while rest != 0 {
                    let item = 64 * word + rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    let options = &self.rows[level * self.length..][..words];
                    let size = self.model.size(item, options);
                    let before = std::mem::replace(&mut self.sizes[level * items + item], size);
                    match size {
                        0 => {
                            self.weights[item] += 1;
                            return Some(false);
                        }
                        1 => {
                            let Some(option) = self.model.first(item, options) else {
                                return Some(false);
                            };
                            probe.tests(1);
                            self.choose(level, option, false, probe);
                            rest &= self.rows[level * self.length + words + word];
                            is_done = false;
                        }
                        _ if size == before => {}
                        _ => is_done &= !self.remove_unsupported(level, item, probe),
                    }
                }
            }
            if is_done {
                return Some(true);
            }
        }
    }

    /// Removes the options that exclude the whole domain of an item. Returns whether there are such options.
    #[inline(always)]
    fn remove_unsupported<P: Probe>(&mut self, level: usize, item: usize, probe: &mut P) -> bool {
        let model = self.model;
        let options = &mut self.rows[level * self.length..][..model.words()];
        let doomed = &mut self.doomed;
        let mut tests = 0;
        for (i, word) in model.holders(item, options) {
            let mut rest = word;
            while rest != 0 {
                let option = 64 * i + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let excluded = model.table.excluded_by(option);
                tests += 1;
                if tests == 1 {
                    doomed.clear();
                    for (place, (left, excluded)) in options.iter().zip(excluded).enumerate() {
                        let common = left & excluded & !model.table.holders_word(item, place);
                        if common != 0 {
                            doomed.push((place as u32, common));
                        }
                    }
                } else {
                    let mut kept = 0;
                    for i in 0..doomed.len() {
                        let (place, word) = doomed[i];
                        let common = word & excluded[place as usize];
                        doomed[kept] = (place, common);
                        kept += usize::from(common != 0);
                    }
                    doomed.truncate(kept);
                }
                if doomed.is_empty() {
                    probe.tests(tests);
                    return false;
                }
            }
        }
        probe.tests(tests);
        for &(place, word) in &*doomed {
            options[place as usize] &= !word;
        }
        true
    }

    #[cold]
    #[inline(never)]
    pub(in super::super) fn position(&self, solutions: u64) -> Position {
        let levels = self.branches.iter().map(|branch| {
            (branch.next.saturating_sub(branch.begin + 1), branch.end - branch.begin)
        });
        Position::new(levels, solutions)
    }
}
