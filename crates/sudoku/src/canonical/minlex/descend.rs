//! Depth first from starts that have the same rows, with automorphisms.
//!
//! Two equal grids reveal an automorphism, which maps the first row of one grid to the first row of the other. It maps
//! all grids with the one first row to those with the other. So if the first rows differ, and all grids with one of
//! them have been compared, those with the other need not be. Grids with many automorphisms take a fraction of
//! the time.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use super::finish::{Best, Settled};
use super::lines::Lines;
use super::row::RowSearch;
use super::start::Start;

pub(super) struct Descent<'a, const N: usize> {
    lines: &'a Lines<N>,
    search: RowSearch<'a, N>,
    /// The level of the first row that is not empty.
    first: usize,
    best: Best,
    /// The first row of the smallest grid that is not empty.
    best_first: usize,
}

impl<'a, const N: usize> Descent<'a, N> {
    pub fn new(lines: &'a Lines<N>, first: usize, best: Best) -> Self {
        Self { lines, search: RowSearch::new(lines), first, best, best_first: usize::MAX }
    }

    /// The smallest grid that is reached from one of the starts, which have chosen the rows above `level`. Starts with
    /// the same first row stand together.
    pub fn run(mut self, starts: &[Start], level: usize) -> Best {
        let first = |start: &Start| start.line(self.first);
        let groups: Vec<_> = starts.chunk_by(|a, b| first(a) == first(b)).collect();
        for group in groups {
            // An automorphism has been found if the search breaks off.
            let _ = group.iter().try_for_each(|start| self.explore(start, level));
        }
        self.best
    }

    /// Compares all grids that are reached from a start with the smallest grid, which has the same rows above `level`.
    /// Breaks off if no other grid with the same first row needs to be compared.
    fn explore(&mut self, start: &Start, level: usize) -> ControlFlow<()> {
        if level == N * N || start.is_settled(self.lines) {
            let first = start.line(self.first);
            match self.best.offer(self.lines, level, &Settled::of(start)) {
                Ordering::Less => self.best_first = first,
                Ordering::Equal if self.best_first != first => return ControlFlow::Break(()),
                _ => {}
            }
            return ControlFlow::Continue(());
        }
        let (row, starts) = self.search.extend(&[*start], level, self.best.rows[level]);
        if starts.is_empty() || self.best.offer_row(level, row).is_gt() {
            return ControlFlow::Continue(());
        }
        starts.iter().try_for_each(|start| self.explore(start, level + 1))
    }
}
