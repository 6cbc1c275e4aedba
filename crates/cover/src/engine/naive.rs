//! Algorithm X on a plain list of options: a simple engine to check the others and to compare with.
//!
//! `naive` makes the same branches as dancing links (the item with the fewest options, the leftmost among
//! equals, options in order), but without links: each node has the list of options that are
//! compatible with those chosen, and counts the options of every item again. So its nodes, forks and
//! solutions must equal those of [`Dlx`](super::Dlx). Only its counter `tests` differs: it counts the
//! pairs of options compared.
//!
//! An item that may be covered several times branches on which of its options is chosen next;
//! the options before that one are excluded. If the item needs no more options, its last branch is that
//! no further option covers it.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use crate::problem::{ItemId, OptionId, Problem};
use crate::search::{
    Budget, Counters, Found, Leaf, Outcome, Position, Probe, ProbedSearch, Search, Solver,
    Unsupported, Visitor, run_probed,
};

/// Algorithm X on a plain list of options.
///
/// ```
/// use quadrille_cover::{Solver, engine::Naive, family};
///
/// assert_eq!(Naive.all(&family::build("queens:6")?)?.len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Naive;

impl Solver for Naive {
    fn name(&self) -> &'static str {
        "naive"
    }

    fn about(&self) -> &'static str {
        "Algorithm X on a plain list of options, to check the others"
    }

    fn search(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
        visit: &mut Visitor<'_>,
    ) -> Result<Search, Unsupported> {
        let memory = budget.memory;
        Ok(run_probed(PlainSearch { problem, memory }, budget, counters, visit))
    }
}

struct PlainSearch<'p> {
    problem: &'p Problem,
    /// Upper bound on the size of the lists, in bytes.
    memory: Option<usize>,
}

/// The options chosen and the resulting state of items and options.
struct State {
    solution: Vec<OptionId>,
    times: Vec<u32>,
    /// Items that no further option may cover on this branch, although their bounds would allow it.
    closed: Vec<bool>,
    /// Options that can still be chosen.
    compatible: Vec<OptionId>,
}

/// An item branched on, and the number of its branches tried.
struct Level {
    item: ItemId,
    /// Options that could be chosen before this level.
    compatible: Vec<OptionId>,
    /// The options that may be the next one to cover the item; then `None`, if the item needs no more
    /// options.
    branches: Vec<Option<OptionId>>,
    tried: usize,
}

impl Level {
    fn bytes(&self) -> usize {
        let options = self.compatible.len() * size_of::<OptionId>();
        2 * options + self.branches.len() * size_of::<Option<OptionId>>() + size_of::<Self>()
    }
}

impl ProbedSearch<[OptionId]> for PlainSearch<'_> {
    fn run<P: Probe>(self, probe: &mut P, found: &mut Found<'_, [OptionId]>) -> Outcome {
        let problem = self.problem;
        let mut state = State {
            solution: Vec::new(),
            times: vec![0; problem.items()],
            closed: vec![false; problem.items()],
            compatible: problem.option_ids().filter(|&o| problem.is_choosable(o)).collect(),
        };
        let mut levels: Vec<Level> = Vec::new();
        // Size of the state, of the number of options of each item, and of the levels.
        let mut bytes = 16 * problem.items() + 4 * problem.options();
        loop {
            let position = || {
                let level = |level: &Level| (level.tried.saturating_sub(1), level.branches.len());
                Position::new(levels.iter().map(level), found.count())
            };
            if !probe.enter_at(position) || self.memory.is_some_and(|most| bytes > most) {
                return Outcome::BudgetSpent;
            }
            match self.best_item(&state) {
                None => {
                    probe.leaf(Leaf::Solution);
                    if found.solution(&state.solution).is_break() {
                        return Outcome::Stopped;
                    }
                }
                Some(item) => {
                    let branches = self.branches(item, &state);
                    if branches.is_empty() {
                        probe.leaf(Leaf::DeadEnd);
                    }
                    let compatible = std::mem::take(&mut state.compatible);
                    let level = Level { item, compatible, branches, tried: 0 };
                    bytes += level.bytes();
                    levels.push(level);
                }
            }
            if self.advance(&mut levels, &mut bytes, &mut state, probe).is_break() {
                return Outcome::Exhausted;
            }
        }
    }
}

impl PlainSearch<'_> {
    /// Number of further options that an item needs.
    fn need(&self, item: ItemId, state: &State) -> usize {
        let low = self.problem.bounds(item).map_or(0, |bounds| bounds.low);
        low.saturating_sub(state.times[item.index()]) as usize
    }

    /// Of the items that may be covered again, the one with the fewest branches, the leftmost among
    /// equals; `None` if there is no such item. Preferred items go first, unless another item has
    /// at most one branch. With multiplicities, of items with equally many branches the one that may take
    /// the fewest options beyond its need goes first, and then the one with more options.
    fn best_item(&self, state: &State) -> Option<ItemId> {
        let mut size = vec![0usize; self.problem.items()];
        for entry in state.compatible.iter().flat_map(|&option| self.problem.option(option)) {
            size[entry.item.index()] += 1;
        }
        let rank = |item: &ItemId| {
            let size = size[item.index()];
            let branches = (size + 1).saturating_sub(self.need(*item, state));
            let bounds = self.problem.bounds(*item).expect("primary items have bounds");
            let spare = (bounds.high - state.times[item.index()]).min(bounds.high - bounds.low);
            let waits = branches > 1 && !self.problem.is_preferred(*item);
            (waits, branches, spare, Reverse(size))
        };
        let primary = self.problem.item_ids().take(self.problem.primary());
        primary.filter(|&item| self.is_open(item, state)).min_by_key(rank)
    }

    fn is_open(&self, item: ItemId, state: &State) -> bool {
        let bounds = self.problem.bounds(item).expect("primary items have bounds");
        state.times[item.index()] < bounds.high && !state.closed[item.index()]
    }

    fn branches(&self, item: ItemId, state: &State) -> Vec<Option<OptionId>> {
        let holds = |o: &OptionId| self.problem.option(*o).iter().any(|e| e.item == item);
        let options = state.compatible.iter().copied().filter(holds);
        let mut branches: Vec<_> = options.map(Some).collect();
        match self.need(item, state) {
            0 => branches.push(None),
            // The last options are no branches, because too few options after them are left for the item.
            need => branches.truncate((branches.len() + 1).saturating_sub(need)),
        }
        branches
    }

    /// Takes back the branch tried last and tries the next one, on this level or further up; `Break` if
    /// all branches are tried.
    fn advance<P: Probe>(
        &self,
        levels: &mut Vec<Level>,
        bytes: &mut usize,
        state: &mut State,
        probe: &mut P,
    ) -> ControlFlow<()> {
        while let Some(level) = levels.last_mut() {
            let tried = level.tried.checked_sub(1).map(|last| level.branches[last]);
            match tried {
                Some(Some(option)) => self.take_back(option, state),
                Some(None) => state.closed[level.item.index()] = false,
                None => {}
            }
            if let Some(&branch) = level.branches.get(level.tried) {
                level.tried += 1;
                if level.tried < level.branches.len() {
                    probe.fork();
                }
                probe.tests(level.compatible.len() as u64);
                state.compatible = self.commit(level, branch, state);
                probe.depth(state.solution.len());
                return ControlFlow::Continue(());
            }
            *bytes -= level.bytes();
            levels.pop();
        }
        ControlFlow::Break(())
    }

    /// Chooses the option of the branch, or closes the item if the branch has no option; returns the options
    /// that can still be chosen.
    fn commit(&self, level: &Level, branch: Option<OptionId>, state: &mut State) -> Vec<OptionId> {
        let is_left = |o: &OptionId| match branch {
            Some(_) => level.branches[..level.tried].binary_search(&Some(*o)).is_err(),
            None => self.problem.option(*o).iter().all(|entry| entry.item != level.item),
        };
        let left = level.compatible.iter().copied().filter(is_left);
        let Some(option) = branch else {
            state.closed[level.item.index()] = true;
            return left.collect();
        };
        state.solution.push(option);
        for entry in self.problem.option(option) {
            state.times[entry.item.index()] += 1;
        }
        left.filter(|&other| self.are_compatible(option, other, state)).collect()
    }

    fn take_back(&self, option: OptionId, state: &mut State) {
        state.solution.pop();
        for entry in self.problem.option(option) {
            state.times[entry.item.index()] -= 1;
        }
    }

    /// Whether another option is compatible with a chosen one: a primary item that both have may be
    /// covered again, and a secondary item has the same colour in both.
    fn are_compatible(&self, chosen: OptionId, other: OptionId, state: &State) -> bool {
        self.problem.option(chosen).iter().all(|x| {
            let shared = self.problem.option(other).iter().find(|y| y.item == x.item);
            shared.is_none_or(|y| match self.problem.bounds(x.item) {
                Some(bounds) => state.times[x.item.index()] < bounds.high,
                None => x.colour.is_some() && x.colour == y.colour,
            })
        })
    }
}
