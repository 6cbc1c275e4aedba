//! The sums of the counts of the parts so far, in the order of the tree, and the rest of the budget.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::delivery::Batch;
use super::division::{Part, Top};
use crate::search::{Budget, Counters, Outcome, Search, SearchStats, Tally, Visitor};

/// Sums over the parts that a search has passed.
#[derive(Clone)]
pub(super) struct Account<'b> {
    budget: &'b Budget,
    solutions: BigUint,
    tests: Option<u64>,
    forks: Option<u64>,
    nodes: Option<u64>,
    max_depth: Option<u64>,
}

impl<'b> Account<'b> {
    pub(super) fn new(budget: &'b Budget) -> Self {
        Self {
            budget,
            solutions: BigUint::ZERO,
            tests: Some(0),
            forks: Some(0),
            nodes: Some(0),
            max_depth: Some(0),
        }
    }

    /// Adds the counts of nodes above the parts. No engine searches such nodes, so they have no tests.
    pub(super) fn add_top(&mut self, top: Top) {
        self.nodes = self.nodes.map(|nodes| nodes + top.nodes);
        self.forks = self.forks.map(|forks| forks + top.forks);
        self.max_depth = self.max_depth.map(|depth| depth.max(top.depth));
    }

    /// Adds the counts of a part, without a node that several parts share: `add_top` has added that node.
    pub(super) fn add(&mut self, part: &Part, tally: &Tally) {
        let stats = tally.search.stats;
        let sum = |a: Option<u64>, b: Option<u64>| Some(a?.saturating_add(b?));
        self.solutions += &tally.solutions * part.times();
        self.tests = sum(self.tests, stats.tests);
        self.forks = sum(self.forks, stats.forks);
        self.nodes = sum(self.nodes, part.own_nodes(&stats));
        let deepest = stats.max_depth.map(|below| below + part.prefix.len() as u64);
        self.max_depth = self.max_depth.zip(deepest).map(|(a, b)| a.max(b));
    }

    /// The rest of the budget. The limit of memory stays whole, because parts do not keep memory.
    pub(super) fn rest(&self) -> Budget {
        let left = |most: Option<u64>, spent: Option<u64>| {
            most.map(|most| most.saturating_sub(spent.unwrap_or(0)))
        };
        Budget {
            nodes: left(self.budget.nodes, self.nodes),
            tests: left(self.budget.tests, self.tests),
            solutions: left(self.budget.solutions, Some(self.solutions())),
            memory: self.budget.memory,
            cancel: self.budget.cancel.clone(),
        }
    }

    /// Adds solutions of a part that was not searched to its end.
    pub(super) fn add_solutions(&mut self, solutions: impl Into<BigUint>) {
        self.solutions += solutions.into();
    }

    /// Visits solutions; `found` counts the solutions of this part that were visited but not added yet.
    pub(super) fn visit(
        &self,
        batch: &Batch,
        found: &mut u64,
        visit: &mut Visitor<'_>,
    ) -> ControlFlow<()> {
        let most = self.rest().solutions.unwrap_or(u64::MAX);
        for solution in batch.solutions() {
            *found += 1;
            visit(solution)?;
            if *found >= most {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether more nodes were added than the budget allows. Tests may exceed the budget, because searches check
    /// them only when they enter a node.
    pub(super) fn is_over(&self) -> bool {
        exceeds(self.budget.nodes, self.nodes, None)
    }

    /// Whether the counts of a part that was searched to its end may exceed the budget.
    pub(super) fn may_be_over(&self, part: &Part, tally: &Tally) -> bool {
        let stats = tally.search.stats;
        // A search that makes exactly the tests of the budget may be stopped when it enters its next node.
        let tests = self.budget.tests.map(|most| most.saturating_sub(1));
        exceeds(self.budget.nodes, self.nodes, part.own_nodes(&stats))
            || exceeds(tests, self.tests, stats.tests)
    }

    pub(super) fn has_enough(&self) -> bool {
        self.budget.solutions.is_some_and(|limit| self.solutions >= BigUint::from(limit))
    }

    fn solutions(&self) -> u64 {
        u64::try_from(&self.solutions).unwrap_or(u64::MAX)
    }

    /// The result. Counters stay empty unless they are `exact`, that is, the same for any number of workers.
    pub(super) fn close(mut self, outcome: Outcome, counters: Counters, exact: bool) -> Tally {
        if let Some(limit) = self.budget.solutions {
            self.solutions = self.solutions.min(limit.into());
        }
        // Nodes above the parts are added several at a time, so their sum may exceed the limit.
        let nodes = self.nodes.map(|nodes| nodes.min(self.budget.nodes.unwrap_or(u64::MAX)));
        let solutions = self.solutions();
        let Self { tests, forks, max_depth, .. } = self;
        let stats = SearchStats { solutions, tests, forks, nodes, max_depth };
        let counters = if exact { counters } else { Counters::Off };
        Tally::new(self.solutions, Search { outcome, stats: counters.of(stats) })
    }
}

/// Whether `spent` and `more` together exceed `most`; false if a number is unknown.
fn exceeds(most: Option<u64>, spent: Option<u64>, more: Option<u64>) -> bool {
    let spent = spent.map(|spent| spent.saturating_add(more.unwrap_or(0)));
    most.zip(spent).is_some_and(|(most, spent)| spent > most)
}
