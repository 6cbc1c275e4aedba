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
    /// Upper bound on the memory of the solutions kept, in bytes.
    room: usize,
    /// The memory that they take.
    bytes: usize,
}

impl Cheapest {
    /// Keeps `most` solutions at most, in at most `memory` bytes if there is a limit.
    pub(crate) fn new(most: usize, memory: Option<usize>) -> Self {
        let room = memory.unwrap_or(usize::MAX);
        Self { most, offered: 0, kept: BinaryHeap::new(), room, bytes: 0 }
    }

    /// The cost that a solution must stay below to be kept; `None` while there is room for any solution.
    pub(crate) fn ceiling(&self) -> Option<u64> {
        if self.kept.len() < self.most {
            return None;
        }
        Some(self.kept.peek().map_or(0, |&(cost, ..)| cost))
    }

    /// Keeps a solution if it is cheap enough. Breaks if there is no memory for more.
    pub(crate) fn offer(&mut self, cost: u64, solution: &[OptionId]) -> ControlFlow<()> {
        if self.ceiling().is_some_and(|ceiling| cost >= ceiling) {
            return ControlFlow::Continue(());
        }
        if self.kept.len() == self.most
            && let Some((.., solution)) = self.kept.pop()
        {
            self.bytes -= bytes(&solution);
        }
        self.kept.push((cost, self.offered, solution.to_vec()));
        self.bytes += bytes(solution);
        self.offered += 1;
        if self.is_full() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn is_full(&self) -> bool {
        self.bytes > self.room
    }

    /// Passes the solutions kept to `visit`, the cheapest first, and updates the result of the search.
    pub(crate) fn visit(self, search: Search, visit: &mut CostVisitor<'_>) -> Search {
        let mut search = search;
        if self.is_full() {
            search.outcome = Outcome::BudgetSpent;
        }
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

/// About the bytes that a solution takes: its numbers, their allocation, and its place in a heap that may be half empty.
fn bytes(solution: &[OptionId]) -> usize {
    (size_of_val(solution) + 8).next_multiple_of(16).max(32) + 2 * size_of::<(u64, u64, Solution)>()
}

/// A visitor that offers each solution, and stops the search if there is no memory for more.
pub(crate) fn offering<'a>(
    cheapest: &'a mut Cheapest,
    cost_of: impl Fn(&[OptionId]) -> u64 + 'a,
) -> impl FnMut(&[OptionId]) -> ControlFlow<()> + 'a {
    move |solution| cheapest.offer(cost_of(solution), solution)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::SearchStats;

    #[test]
    fn the_ceiling_is_the_dearest_kept() {
        let mut cheapest = Cheapest::new(2, None);
        _ = cheapest.offer(7, &[]);
        assert_eq!(cheapest.ceiling(), None);
        _ = cheapest.offer(5, &[]);
        assert_eq!(cheapest.ceiling(), Some(7));
        _ = cheapest.offer(6, &[]);
        assert_eq!(cheapest.ceiling(), Some(6));
        assert_eq!(Cheapest::new(0, None).ceiling(), Some(0));
    }

    #[test]
    fn what_is_kept_is_within_the_memory() {
        let mut cheapest = Cheapest::new(1_000, Some(10_000));
        let solution = [OptionId(0); 10];
        let offered = (0..1_000).take_while(|&cost| cheapest.offer(cost, &solution).is_continue());
        assert_eq!(offered.count(), 10_000 / bytes(&solution));
        let search = Search { outcome: Outcome::Stopped, stats: SearchStats::default() };
        let search = cheapest.visit(search, &mut |_, _| ControlFlow::Continue(()));
        assert_eq!(search.outcome, Outcome::BudgetSpent);
        // A solution that takes the place of another needs no more.
        let mut one = Cheapest::new(1, Some(2 * bytes(&solution)));
        assert!((0..1_000).rev().all(|cost| one.offer(cost, &solution).is_continue()));
    }
}
