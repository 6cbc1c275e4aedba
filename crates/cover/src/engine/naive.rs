//! Algorithm X on a plain list of options: the floor, and the second opinion.
//!
//! It takes the same branches as dancing links - smallest item first, the leftmost among
//! equals, options in order - but keeps no links: each node holds the list of options still
//! compatible with those chosen, and counts every item's options afresh. So its nodes, forks and
//! solutions must equal those of [`Dlx`](super::Dlx), and only its tests differ: one for each
//! pair of options compared.

use std::ops::ControlFlow;

use crate::problem::{ItemId, OptionId, Problem};
use crate::search::{
    Budget, Counters, Found, Leaf, Outcome, Probe, ProbedSearch, Search, Solver, Unsupported,
    Visitor, run_probed,
};

/// Algorithm X on a plain list of options.
#[derive(Clone, Copy, Debug)]
pub struct Naive;

impl Solver for Naive {
    fn name(&self) -> &'static str {
        "naive"
    }

    fn about(&self) -> &'static str {
        "Algorithm X on a plain list of options, the second opinion"
    }

    fn search(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
        visit: &mut Visitor<'_>,
    ) -> Result<Search, Unsupported> {
        super::refuse_multiplicities(self.name(), problem)?;
        Ok(run_probed(PlainSearch(problem), budget, counters, visit))
    }
}

struct PlainSearch<'p>(&'p Problem);

/// A choice being tried: the options of one item, and how many have been tried.
struct Level {
    /// Options compatible with everything chosen above this level.
    compatible: Vec<OptionId>,
    /// Those of them that hold the item chosen here.
    alternatives: Vec<OptionId>,
    tried: usize,
}

impl ProbedSearch<[OptionId]> for PlainSearch<'_> {
    fn run<P: Probe>(self, probe: &mut P, found: &mut Found<'_, [OptionId]>) -> Outcome {
        let problem = self.0;
        let mut compatible: Vec<OptionId> =
            problem.option_ids().filter(|&option| problem.is_choosable(option)).collect();
        let mut covered = vec![false; problem.primary()];
        let mut solution = Vec::new();
        let mut levels: Vec<Level> = Vec::new();
        loop {
            if !probe.enter() {
                return Outcome::BudgetSpent;
            }
            match self.smallest_item(&compatible, &covered) {
                None => {
                    probe.leaf(Leaf::Solution);
                    if found.solution(&solution).is_break() {
                        return Outcome::Stopped;
                    }
                }
                Some(item) => {
                    let holds = |o: &OptionId| problem.option(*o).iter().any(|e| e.item == item);
                    let alternatives: Vec<_> = compatible.iter().copied().filter(holds).collect();
                    if alternatives.is_empty() {
                        probe.leaf(Leaf::DeadEnd);
                    }
                    levels.push(Level { compatible, alternatives, tried: 0 });
                }
            }
            match self.advance(&mut levels, &mut solution, &mut covered, probe) {
                ControlFlow::Continue(next) => compatible = next,
                ControlFlow::Break(()) => return Outcome::Exhausted,
            }
        }
    }
}

impl PlainSearch<'_> {
    /// The uncovered primary item with the fewest compatible options, the leftmost among
    /// equals; `None` if all are covered.
    fn smallest_item(&self, compatible: &[OptionId], covered: &[bool]) -> Option<ItemId> {
        let mut size = vec![0usize; self.0.items()];
        for entry in compatible.iter().flat_map(|&option| self.0.option(option)) {
            size[entry.item.index()] += 1;
        }
        (0..self.0.primary())
            .filter(|&item| !covered[item])
            .min_by_key(|&item| size[item])
            .map(|item| ItemId(item as u32))
    }

    /// Takes back what was tried last and tries the next alternative, here or further up.
    /// Gives the options compatible with everything chosen then; `Break` if none is left to try.
    fn advance<P: Probe>(
        &self,
        levels: &mut Vec<Level>,
        solution: &mut Vec<OptionId>,
        covered: &mut [bool],
        probe: &mut P,
    ) -> ControlFlow<(), Vec<OptionId>> {
        while let Some(level) = levels.last_mut() {
            if level.tried > 0 {
                let last = solution.pop().expect("every option tried was chosen");
                self.mark(last, covered, false);
            }
            if let Some(&option) = level.alternatives.get(level.tried) {
                level.tried += 1;
                solution.push(option);
                self.mark(option, covered, true);
                if level.tried < level.alternatives.len() {
                    probe.fork();
                }
                probe.tests(level.compatible.len() as u64);
                let agrees = |o: &OptionId| self.are_compatible(option, *o);
                let next = level.compatible.iter().copied().filter(agrees).collect();
                probe.depth(levels.len());
                return ControlFlow::Continue(next);
            }
            levels.pop();
        }
        ControlFlow::Break(())
    }

    fn mark(&self, option: OptionId, covered: &mut [bool], now: bool) {
        for entry in self.0.option(option).iter().filter(|e| self.0.is_primary(e.item)) {
            covered[entry.item.index()] = now;
        }
    }

    /// Whether two options can be in one solution: where they share an item, it has one colour.
    fn are_compatible(&self, a: OptionId, b: OptionId) -> bool {
        self.0.option(a).iter().all(|x| {
            let shared = self.0.option(b).iter().find(|y| y.item == x.item);
            shared.is_none_or(|y| x.colour.is_some() && x.colour == y.colour)
        })
    }
}
