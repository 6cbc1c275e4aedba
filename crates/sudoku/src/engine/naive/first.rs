//! `naive-first`: the backtracker that places a digit first and checks it after.
//!
//! Cells are taken in reading order, givens skipped. In an empty cell each digit is placed and
//! then checked against its column, its row and its region. If it clashes with none of them, the
//! search goes on with the next cell.
//!
//! `tests` count these checks. A digit without a clash is a fork if a higher digit would have none in the
//! cell either. The look-ahead at the higher digits is not counted, and made only if forks are counted.
//!
//! Source: system B, a Lua article for a handheld console.

use std::ops::ControlFlow;

use quadrille_cover::search::{Found, Leaf, Outcome};

use super::{another_stands, stands};
use crate::engine::observer::StepObserver;
use crate::engine::step::Step;
use crate::grid::{Grid, Puzzle};

pub(in crate::engine) fn search<O: StepObserver>(
    puzzle: &Puzzle,
    observer: &mut O,
    found: &mut Found<'_, Grid>,
) -> Outcome {
    let grid = puzzle.givens().clone();
    let mut backtracker = Backtracker { puzzle, grid, observer, found, open_forks: 0 };
    backtracker.fill(0).break_value().unwrap_or(Outcome::Exhausted)
}

struct Backtracker<'a, 'v, O> {
    puzzle: &'a Puzzle,
    grid: Grid,
    observer: &'a mut O,
    found: &'a mut Found<'v, Grid>,
    open_forks: usize,
}

impl<O: StepObserver> Backtracker<'_, '_, O> {
    /// Fills the empty cells from `start` on, in every way.
    fn fill(&mut self, start: usize) -> ControlFlow<Outcome> {
        if !self.observer.enter() {
            return ControlFlow::Break(Outcome::BudgetSpent);
        }
        let givens = self.puzzle.givens().cells();
        let Some(skipped) = givens[start..].iter().position(|&digit| digit == 0) else {
            self.observer.leaf(Leaf::Solution);
            return self.found.solution(&self.grid).map_break(|()| Outcome::Stopped);
        };
        let cell = start + skipped;
        let mut stood = false;
        for digit in 1..=self.grid.order().side() as u8 {
            self.observer.tests(1);
            self.grid.set(cell, digit);
            if stands(&self.grid, cell) {
                stood = true;
                self.go_on(cell)?;
            }
        }
        self.grid.set(cell, 0);
        if !stood {
            self.observer.leaf(Leaf::DeadEnd);
        }
        ControlFlow::Continue(())
    }

    /// Fills the cells after `cell`, whose digit clashes with no other.
    fn go_on(&mut self, cell: usize) -> ControlFlow<Outcome> {
        let fork = O::COUNTING && another_stands(&mut self.grid, cell);
        if fork {
            self.observer.fork();
            self.open_forks += 1;
            self.observer.depth(self.open_forks);
        }
        let digit = self.grid.digit(cell);
        self.observer.step(|| Step::Tried { cell, digit, fork });
        self.fill(cell + 1)?;
        self.observer.step(|| Step::TakenBack { cell, digit });
        self.open_forks -= usize::from(fork);
        ControlFlow::Continue(())
    }
}
