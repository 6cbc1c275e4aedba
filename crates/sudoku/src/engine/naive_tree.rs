//! `naive-tree`: the recursive tree search that counts every solution.
//!
//! The empty cells are listed in reading order; level e of the recursion fills the e-th. At a
//! cell every digit that [`possible`] allows is collected first, then each is tried in turn.
//!
//! `tests` are calls of [`possible`]: N for each node that fills a cell.
//!
//! Source: system A, "Résolution du Sudoku", a C program.

use std::ops::ControlFlow;

use quadrille_cover::search::{Found, Leaf, Outcome};

use super::watch::{Step, Watcher};
use crate::grid::{Grid, Order, Puzzle};

pub(super) fn search<W: Watcher>(
    puzzle: &Puzzle,
    watcher: &mut W,
    found: &mut Found<'_, Grid>,
) -> Outcome {
    let grid = puzzle.givens().clone();
    let empty = (0..grid.cells().len()).filter(|&cell| grid.digit(cell) == 0).collect();
    let mut tree = Tree { grid, empty, watcher, found, open_forks: 0 };
    match tree.fill(0) {
        ControlFlow::Continue(()) => Outcome::Exhausted,
        ControlFlow::Break(outcome) => outcome,
    }
}

struct Tree<'a, 'v, W> {
    grid: Grid,
    empty: Vec<usize>,
    watcher: &'a mut W,
    found: &'a mut Found<'v, Grid>,
    open_forks: usize,
}

impl<W: Watcher> Tree<'_, '_, W> {
    /// Fills the empty cells from number `level` on, in every way there is.
    fn fill(&mut self, level: usize) -> ControlFlow<Outcome> {
        if !self.watcher.enter() {
            return ControlFlow::Break(Outcome::BudgetSpent);
        }
        let Some(&cell) = self.empty.get(level) else {
            self.watcher.leaf(Leaf::Solution);
            return self.found.solution(&self.grid).map_break(|()| Outcome::Stopped);
        };
        let mut digits = self.collect(cell);
        if digits == 0 {
            self.watcher.leaf(Leaf::DeadEnd);
        }
        while digits != 0 {
            let digit = digits.trailing_zeros() as u8 + 1;
            digits &= digits - 1;
            self.attempt(level, cell, digit, digits != 0)?;
        }
        ControlFlow::Continue(())
    }

    /// The digits that can stand in a cell, as bits from 0.
    fn collect(&mut self, cell: usize) -> u128 {
        let side = self.grid.order().side();
        self.watcher.tests(side as u64);
        (0..side)
            .filter(|&bit| possible(&self.grid, cell, bit as u8 + 1))
            .fold(0, |digits, bit| digits | 1 << bit)
    }

    fn attempt(
        &mut self,
        level: usize,
        cell: usize,
        digit: u8,
        fork: bool,
    ) -> ControlFlow<Outcome> {
        if fork {
            self.watcher.fork();
            self.open_forks += 1;
            self.watcher.depth(self.open_forks);
        }
        self.watcher.step(|| Step::Tried { cell, digit, fork });
        self.grid.set(cell, digit);
        self.fill(level + 1)?;
        self.grid.set(cell, 0);
        self.watcher.step(|| Step::TakenBack { cell, digit });
        self.open_forks -= usize::from(fork);
        ControlFlow::Continue(())
    }
}

/// Whether no cell of the row, then the column, then the region holds the digit.
fn possible(grid: &Grid, cell: usize, digit: u8) -> bool {
    let order = grid.order();
    let (n, side) = (order.n(), order.side());
    let cells = grid.cells();
    let (row, column) = (order.row(cell), order.column(cell));
    let corner = corner(order, cell);
    let absent = |line: &[u8]| !line.contains(&digit);
    absent(&cells[row * side..][..side])
        && (0..side).all(|r| cells[r * side + column] != digit)
        && (0..n).all(|r| absent(&cells[corner + r * side..][..n]))
}

/// The first cell of a cell's region.
fn corner(order: Order, cell: usize) -> usize {
    let n = order.n();
    let (row, column) = (order.row(cell), order.column(cell));
    (row - row % n) * order.side() + column - column % n
}
