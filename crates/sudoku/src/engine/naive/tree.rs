//! `naive-tree`: the recursive tree search that counts every solution.
//!
//! The empty cells are listed in reading order, and level e of the recursion fills the e-th. Each
//! level first collects the digits that [`possible`] allows in its cell, then tries them in turn.
//!
//! `tests` count the calls of [`possible`], which are N for each node that fills a cell, where N is the number
//! of digits.
//!
//! Source: system A, "Résolution du Sudoku", a C program.

use std::ops::ControlFlow;

use quadrille_cover::search::{Found, Leaf, Outcome};

use crate::engine::observer::StepObserver;
use crate::engine::step::Step;
use crate::grid::{Grid, Order, Puzzle};

pub(in crate::engine) fn search<O: StepObserver>(
    puzzle: &Puzzle,
    observer: &mut O,
    found: &mut Found<'_, Grid>,
) -> Outcome {
    let grid = puzzle.givens().clone();
    let empty = (0..grid.cells().len()).filter(|&cell| grid.digit(cell) == 0).collect();
    let mut tree = Tree { grid, empty, observer, found, open_forks: 0 };
    tree.fill(0).break_value().unwrap_or(Outcome::Exhausted)
}

struct Tree<'a, 'v, O> {
    grid: Grid,
    empty: Vec<usize>,
    observer: &'a mut O,
    found: &'a mut Found<'v, Grid>,
    open_forks: usize,
}

impl<O: StepObserver> Tree<'_, '_, O> {
    /// Fills the empty cells from number `level` on, in every way there is.
    fn fill(&mut self, level: usize) -> ControlFlow<Outcome> {
        if !self.observer.enter() {
            return ControlFlow::Break(Outcome::BudgetSpent);
        }
        let Some(&cell) = self.empty.get(level) else {
            self.observer.leaf(Leaf::Solution);
            return self.found.solution(&self.grid).map_break(|()| Outcome::Stopped);
        };
        let mut digits = self.collect(cell);
        if digits == 0 {
            self.observer.leaf(Leaf::DeadEnd);
        }
        while digits != 0 {
            let digit = digits.trailing_zeros() as u8 + 1;
            digits &= digits - 1;
            self.attempt(level, cell, digit, digits != 0)?;
        }
        ControlFlow::Continue(())
    }

    /// The digits that can stand in a cell: bit d - 1 for digit d.
    fn collect(&mut self, cell: usize) -> u128 {
        let side = self.grid.order().side();
        self.observer.tests(side as u64);
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
            self.observer.fork();
            self.open_forks += 1;
            self.observer.depth(self.open_forks);
        }
        self.observer.step(|| Step::Tried { cell, digit, fork });
        self.grid.set(cell, digit);
        self.fill(level + 1)?;
        self.grid.set(cell, 0);
        self.observer.step(|| Step::TakenBack { cell, digit });
        self.open_forks -= usize::from(fork);
        ControlFlow::Continue(())
    }
}

/// Whether no cell of the row, the column and the region, in this order, holds the digit.
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

fn corner(order: Order, cell: usize) -> usize {
    let n = order.n();
    let (row, column) = (order.row(cell), order.column(cell));
    (row - row % n) * order.side() + column - column % n
}
