//! `singles`: the single-candidate solver for "easy" grids.
//!
//! A cell is *closed* if it holds a digit, *open* if not. A *candidate* of an open cell is a
//! digit that no closed neighbour holds. A candidate of a cell is *unique* if it is (i) the
//! cell's only candidate, or stands in no other open cell of (ii) the row, (iii) the column, (iv)
//! the region. Cells with a unique candidate are closed, in sweeps over the grid in reading order,
//! until a sweep closes no cell. A grid is *easy* if all its cells are closed then. In a *difficult*
//! grid the search ends stalled, and its answer is the candidates left ([`Closing::candidates`]).
//!
//! `tests` count the candidates of open cells that the sweeps look at. The engine never forks.
//!
//! Source: system D, a first-year C project, "SUDOKU".

use std::ops::ControlFlow;

use quadrille_cover::Budget;
use quadrille_cover::search::{Found, Outcome, Silent};

use super::observer::{StepObserver, end_contradictory, end_solved};
use super::step::{Step, UniqueBy, Why};
use crate::grid::{Grid, Layout, Puzzle};

pub(super) fn search<O: StepObserver>(
    puzzle: &Puzzle,
    observer: &mut O,
    found: &mut Found<'_, Grid>,
) -> Outcome {
    let mut closing = Closing::new(puzzle);
    if closing.sweep_until_still(observer).is_break() {
        return Outcome::BudgetSpent;
    }
    if closing.grid.is_full() {
        return end_solved(&closing.grid, observer, found);
    }
    if closing.is_contradictory() {
        return end_contradictory(observer);
    }
    Outcome::Stalled
}

/// A grid being closed, with the candidates of its open cells.
#[derive(Clone, Debug)]
pub struct Closing {
    grid: Grid,
    layout: &'static Layout,
    /// Bit d - 1 for each candidate d of an open cell; 0 for a closed cell.
    candidates: Vec<u128>,
}

impl Closing {
    /// The puzzle before any move.
    pub fn new(puzzle: &Puzzle) -> Self {
        let order = puzzle.order();
        let all = u128::MAX >> (128 - order.side());
        let grid = Grid::empty(order);
        let candidates = vec![all; order.cells()];
        let mut closing = Self { grid, layout: order.layout(), candidates };
        for (cell, digit) in puzzle.givens().filled_cells() {
            closing.close(cell, digit);
        }
        for (cell, mask) in puzzle.restrictions() {
            closing.candidates[cell] &= u128::from(mask);
        }
        closing
    }

    /// The grid as far as it is closed.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The candidates of a cell, bit d - 1 for digit d; 0 if it is closed.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn candidates(&self, cell: usize) -> u128 {
        self.candidates[cell]
    }

    /// The number of open cells.
    pub fn open(&self) -> usize {
        self.candidates.len() - self.grid.filled()
    }

    /// The rules by which a digit is unique in an open cell.
    pub fn rules(&self, cell: usize, digit: u8) -> UniqueBy {
        let bit = 1 << (digit - 1);
        if self.candidates[cell] & bit == 0 {
            return UniqueBy::default();
        }
        let [row, column, region] = self.layout.units_of(cell).map(|unit| {
            let places = &self.layout.units[unit];
            places.iter().filter(|&&place| self.candidates[place as usize] & bit != 0).count() == 1
        });
        UniqueBy { cell: self.candidates[cell] == bit, row, column, region }
    }

    /// Closes a cell with a digit, and strikes the digit from its open neighbours.
    pub fn close(&mut self, cell: usize, digit: u8) {
        self.grid.set(cell, digit);
        self.candidates[cell] = 0;
        for &neighbour in &self.layout.neighbours[cell] {
            self.candidates[neighbour as usize] &= !(1 << (digit - 1));
        }
    }

    /// Closes cells with unique candidates until no candidate is unique.
    pub fn close_all(&mut self) {
        let swept = self.sweep_until_still(&mut Silent::new(&Budget::default()));
        debug_assert!(swept.is_continue(), "there is no limit that could stop the sweeps");
    }

    /// Whether an open cell has no candidate left.
    pub fn is_contradictory(&self) -> bool {
        self.candidates.iter().zip(self.grid.cells()).any(|(&mask, &digit)| mask == 0 && digit == 0)
    }

    /// Sweeps over the grid until a sweep closes no cell. Breaks if the budget is spent.
    fn sweep_until_still<O: StepObserver>(&mut self, observer: &mut O) -> ControlFlow<()> {
        loop {
            let before = self.open();
            for cell in 0..self.candidates.len() {
                if !observer.may_go_on() {
                    return ControlFlow::Break(());
                }
                self.visit(cell, observer);
            }
            if self.open() == before {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Looks at the candidates of a cell in turn, and closes the cell with the first unique one.
    fn visit<O: StepObserver>(&mut self, cell: usize, observer: &mut O) {
        let mut mask = self.candidates[cell];
        while mask != 0 {
            let digit = mask.trailing_zeros() as u8 + 1;
            mask &= mask - 1;
            observer.tests(1);
            let rules = self.rules(cell, digit);
            if rules.any() {
                observer.step(|| Step::Placed { cell, digit, why: Why::Unique(rules) });
                self.close(cell, digit);
                return;
            }
        }
    }
}
