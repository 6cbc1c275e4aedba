//! The cheapest solutions that a search has found so far.

use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use super::{CostVisitor, Outcome, Search, Solution};
use crate::problem::OptionId;

/// Keeps the `most` cheapest of the solutions offered; of those with equal costs, the ones offered first.
#[derive(Debug)]
pub(crate) struct Cheapest {
    most: usize,
    offered: u64,
    /// Cost, number in the order of offers, and solution. The top is the next to be replaced.
    kept: BinaryHeap<(u64, u64, Solution)>,
}

impl Cheapest {
    /// Keeps `most` solutions at most.
    pub(crate) fn new(most: usize) -> Self {
        Self { most, offered: 0, kept: BinaryHeap::new() }
    }

    /// The cost that a solution must stay below to be kept; `None` while there is room for any solution.
    pub(crate) fn ceiling(&self) -> Option<u64> {
        if self.kept.len() < self.most {
            return None;
        }
        Some(self.kept.peek().map_or(0, |&(cost, ..)| cost))
    }

    pub(crate) fn offer(&mut self, cost: u64, solution: &[OptionId]) {
        if self.ceiling().is_some_and(|ceiling| cost >= ceiling) {
            return;
        }
        if self.kept.len() == self.most {
            self.kept.pop();
        }
        self.kept.push((cost, self.offered, solution.to_vec()));
        self.offered += 1;
    }

    /// Passes the solutions kept to `visit`, the cheapest first, and updates the result of the search.
    pub(crate) fn visit(self, search: Search, visit: &mut CostVisitor<'_>) -> Search {
        let mut search = search;
        search.stats.solutions = 0;
        for (cost, _, solution) in self.kept.into_sorted_vec() {
            search.stats.solutions += 1;
            if visit(&solution, cost).is_break() {
                search.outcome = Outcome::Stopped;
                break;
            }
        }
        search
    }
}

/// A visitor that offers each solution and never stops the search.
pub(crate) fn offering<'a>(
    cheapest: &'a mut Cheapest,
    cost_of: impl Fn(&[OptionId]) -> u64 + 'a,
) -> impl FnMut(&[OptionId]) -> ControlFlow<()> + 'a {
    move |solution| {
        cheapest.offer(cost_of(solution), solution);
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::SearchStats;

    fn kept(most: usize, costs: &[u64]) -> Vec<(u64, usize)> {
        let mut cheapest = Cheapest::new(most);
        for (i, &cost) in costs.iter().enumerate() {
            cheapest.offer(cost, &[OptionId(i as u32)]);
        }
        let mut kept = Vec::new();
        let search = Search { outcome: Outcome::Exhausted, stats: SearchStats::default() };
        let search = cheapest.visit(search, &mut |solution, cost| {
            kept.push((cost, solution[0].index()));
            ControlFlow::Continue(())
        });
        assert_eq!(search.stats.solutions, kept.len() as u64);
        kept
    }

    #[test]
    fn the_cheapest_are_kept_and_of_equals_the_first() {
        let costs = [3, 1, 4, 1, 5, 9, 2, 6, 1, 3];
        assert_eq!(kept(0, &costs), []);
        assert_eq!(kept(1, &costs), [(1, 1)]);
        assert_eq!(kept(2, &costs), [(1, 1), (1, 3)]);
        assert_eq!(kept(5, &costs), [(1, 1), (1, 3), (1, 8), (2, 6), (3, 0)]);
        assert_eq!(kept(99, &costs).len(), 10);
    }

    #[test]
    fn the_ceiling_is_the_dearest_kept() {
        let mut cheapest = Cheapest::new(2);
        cheapest.offer(7, &[]);
        assert_eq!(cheapest.ceiling(), None);
        cheapest.offer(5, &[]);
        assert_eq!(cheapest.ceiling(), Some(7));
        cheapest.offer(6, &[]);
        assert_eq!(cheapest.ceiling(), Some(6));
        assert_eq!(Cheapest::new(0).ceiling(), Some(0));
    }
}
