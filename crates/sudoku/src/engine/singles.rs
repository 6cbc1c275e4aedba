//! `singles`: the single-candidate solver for "easy" grids.
//!
//! A cell is *closed* if it holds a digit, *open* if not. A *candidate* of an open cell is a
//! digit that no closed neighbour holds. A candidate of a cell is *unique* if it is (i) the
//! cell's only one, or stands in no other open cell of (ii) the row, (iii) the column, (iv) the
//! region. Cells with a unique candidate are closed, in sweeps over the grid in reading order,
//! until a sweep finds none. A grid closed wholly is *easy*; one that is not is *difficult*, and
//! the search ends stalled, with the candidates left as its answer ([`Closing::candidates`]).
//!
//! `tests` count each candidate of an open cell looked at. It never forks.
//!
//! Source: system D, a first-year C project, "SUDOKU".

use std::fmt;
use std::ops::ControlFlow;

use quadrille_cover::search::{Found, Leaf, Outcome};

use super::watch::{Step, Watcher, Why};
use crate::grid::{Grid, Layout, Puzzle};

pub(super) fn search<W: Watcher>(
    puzzle: &Puzzle,
    watcher: &mut W,
    found: &mut Found<'_, Grid>,
) -> Outcome {
    let mut closing = Closing::new(puzzle);
    if closing.sweep_until_still(watcher).is_break() {
        return Outcome::BudgetSpent;
    }
    if closing.grid.is_full() {
        watcher.leaf(Leaf::Solution);
        return if found.solution(&closing.grid).is_break() {
            Outcome::Stopped
        } else {
            Outcome::Exhausted
        };
    }
    if closing.is_contradictory() {
        watcher.leaf(Leaf::DeadEnd);
        return Outcome::Exhausted;
    }
    Outcome::Stalled
}

/// By which of system D's rules a candidate is unique.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// (i) The cell's only candidate.
    pub cell: bool,
    /// (ii) In no other open cell of the row.
    pub row: bool,
    /// (iii) In no other open cell of the column.
    pub column: bool,
    /// (iv) In no other open cell of the region.
    pub region: bool,
}

impl Rules {
    /// Whether any rule holds.
    pub fn any(self) -> bool {
        self.cell || self.row || self.column || self.region
    }
}

impl fmt::Display for Rules {
    /// `(ii), (iv)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all =
            [(self.cell, "(i)"), (self.row, "(ii)"), (self.column, "(iii)"), (self.region, "(iv)")];
        let names: Vec<_> = all.into_iter().filter(|(holds, _)| *holds).map(|(_, n)| n).collect();
        f.write_str(&names.join(", "))
    }
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
        for (cell, &digit) in puzzle.givens().cells().iter().enumerate() {
            if digit > 0 {
                closing.close(cell, digit);
            }
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

    /// How many cells are open.
    pub fn open(&self) -> usize {
        self.candidates.len() - self.grid.filled()
    }

    /// By which rules a digit is unique in an open cell.
    pub fn rules(&self, cell: usize, digit: u8) -> Rules {
        let bit = 1 << (digit - 1);
        if self.candidates[cell] & bit == 0 {
            return Rules::default();
        }
        let [row, column, region] = self.layout.units_of(cell).map(|unit| {
            let places = &self.layout.units[unit];
            places.iter().filter(|&&place| self.candidates[place as usize] & bit != 0).count() == 1
        });
        Rules { cell: self.candidates[cell] == bit, row, column, region }
    }

    /// Closes a cell with a digit, and strikes the digit from its open neighbours.
    pub fn close(&mut self, cell: usize, digit: u8) {
        self.grid.set(cell, digit);
        self.candidates[cell] = 0;
        for &neighbour in &self.layout.neighbours[cell] {
            self.candidates[neighbour as usize] &= !(1 << (digit - 1));
        }
    }

    /// Closes cells with unique candidates until there are none.
    pub fn close_all(&mut self) {
        let budget = quadrille_cover::Budget::default();
        let swept = self.sweep_until_still(&mut quadrille_cover::search::Silent::new(&budget));
        debug_assert!(swept.is_continue(), "without a budget nothing stops it");
    }

    /// Whether an open cell has no candidate left.
    pub fn is_contradictory(&self) -> bool {
        self.candidates.iter().zip(self.grid.cells()).any(|(&mask, &digit)| mask == 0 && digit == 0)
    }

    /// `Break` if the budget does not allow it.
    fn sweep_until_still<W: Watcher>(&mut self, watcher: &mut W) -> ControlFlow<()> {
        loop {
            let before = self.open();
            for cell in 0..self.candidates.len() {
                if !watcher.may_go_on() {
                    return ControlFlow::Break(());
                }
                self.visit(cell, watcher);
            }
            if self.open() == before {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Looks at the candidates of a cell in turn, and closes it with the first that is unique.
    fn visit<W: Watcher>(&mut self, cell: usize, watcher: &mut W) {
        let mut mask = self.candidates[cell];
        while mask != 0 {
            let digit = mask.trailing_zeros() as u8 + 1;
            mask &= mask - 1;
            watcher.tests(1);
            let rules = self.rules(cell, digit);
            if rules.any() {
                watcher.step(|| Step::Placed { cell, digit, why: Why::Unique(rules) });
                self.close(cell, digit);
                return;
            }
        }
    }
}
