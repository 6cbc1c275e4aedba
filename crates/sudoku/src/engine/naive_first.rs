//! `naive-first`: the backtracker that places a digit first and checks it after.
//!
//! Cells are taken in reading order, givens skipped. In an empty cell each digit is placed and
//! then checked against its column, its row and its region; if it stands, the next cell is
//! next.
//!
//! `tests` are those checks. Whether a digit that stands is a fork is found out by looking
//! ahead at the digits after it, which is not counted and done only if forks are.
//!
//! Source: system B, a Lua article for a handheld console.

use std::ops::ControlFlow;

use quadrille_cover::search::{Found, Leaf, Outcome};

use super::watch::{Step, Watcher};
use crate::grid::{Grid, Puzzle};

pub(super) fn search<W: Watcher>(
    puzzle: &Puzzle,
    watcher: &mut W,
    found: &mut Found<'_, Grid>,
) -> Outcome {
    let grid = puzzle.givens().clone();
    match (Backtracker { puzzle, grid, watcher, found, open_forks: 0 }).fill(0) {
        ControlFlow::Continue(()) => Outcome::Exhausted,
        ControlFlow::Break(outcome) => outcome,
    }
}

struct Backtracker<'a, 'v, W> {
    puzzle: &'a Puzzle,
    grid: Grid,
    watcher: &'a mut W,
    found: &'a mut Found<'v, Grid>,
    open_forks: usize,
}

impl<W: Watcher> Backtracker<'_, '_, W> {
    /// Fills the empty cells from `start` on.
    fn fill(&mut self, start: usize) -> ControlFlow<Outcome> {
        if !self.watcher.enter() {
            return ControlFlow::Break(Outcome::BudgetSpent);
        }
        let givens = self.puzzle.givens().cells();
        let Some(skipped) = givens[start..].iter().position(|&digit| digit == 0) else {
            self.watcher.leaf(Leaf::Solution);
            return self.found.solution(&self.grid).map_break(|()| Outcome::Stopped);
        };
        let cell = start + skipped;
        let mut stood = false;
        for digit in 1..=self.grid.order().side() as u8 {
            self.watcher.tests(1);
            self.grid.set(cell, digit);
            if stands(&self.grid, cell) {
                stood = true;
                self.go_on(cell)?;
            }
        }
        self.grid.set(cell, 0);
        if !stood {
            self.watcher.leaf(Leaf::DeadEnd);
        }
        ControlFlow::Continue(())
    }

    /// Fills the cells after this one, whose digit stands.
    fn go_on(&mut self, cell: usize) -> ControlFlow<Outcome> {
        let fork = W::COUNTING && another_stands(&mut self.grid, cell);
        if fork {
            self.watcher.fork();
            self.open_forks += 1;
            self.watcher.depth(self.open_forks);
        }
        let digit = self.grid.digit(cell);
        self.watcher.step(|| Step::Tried { cell, digit, fork });
        self.fill(cell + 1)?;
        self.watcher.step(|| Step::TakenBack { cell, digit });
        self.open_forks -= usize::from(fork);
        ControlFlow::Continue(())
    }
}

/// Whether the digit of a cell differs from the other cells of its column, its row and its
/// region.
pub(super) fn stands(grid: &Grid, cell: usize) -> bool {
    let digit = grid.digit(cell);
    let layout = grid.order().layout();
    let [row, column, region] = layout.units_of(cell);
    [column, row, region].into_iter().all(|unit| {
        let others = layout.units[unit].iter().map(|&c| c as usize).filter(|&c| c != cell);
        others.map(|c| grid.digit(c)).all(|other| other != digit)
    })
}

/// The look-ahead: whether a digit above the one in the cell would stand there too.
pub(super) fn another_stands(grid: &mut Grid, cell: usize) -> bool {
    let digit = grid.digit(cell);
    let above = digit + 1..=grid.order().side() as u8;
    let stood = above.into_iter().any(|other| {
        grid.set(cell, other);
        stands(grid, cell)
    });
    grid.set(cell, digit);
    stood
}
