//! Places singles by bit masks, before the search, until none is left.
//!
//! Most easy puzzles end here. In the others only the candidates that remain become variables of the
//! search: of the 262144 candidates of a 64x64 grid a puzzle leaves some thousands.

use std::ops::ControlFlow;

use crate::engine::observer::StepObserver;
use crate::engine::step::{Step, Why};
use crate::grid::{Grid, Layout, Puzzle};

/// A grid, and the digits possible in its empty cells.
pub(super) struct Root {
    pub(super) grid: Grid,
    /// Bit d - 1 for each candidate d of an empty cell; 0 for a filled one.
    pub(super) candidates: Vec<u128>,
    /// The digits that each unit still lacks, first for rows, then for columns, then for regions.
    pub(super) lacking: Vec<u128>,
    layout: &'static Layout,
}

impl Root {
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let order = puzzle.order();
        let all = u128::MAX >> (128 - order.side());
        let layout = order.layout();
        let mut lacking = vec![all; 3 * order.side()];
        let grid = puzzle.givens().clone();
        for (cell, digit) in grid.filled_cells() {
            for unit in layout.units_of(cell) {
                lacking[unit] &= !bit(digit);
            }
        }
        let mut root = Self { grid, candidates: vec![0; order.cells()], lacking, layout };
        for cell in 0..order.cells() {
            if root.grid.digit(cell) == 0 {
                root.candidates[cell] = root.lacking_around(cell);
            }
        }
        for (cell, mask) in puzzle.restrictions() {
            root.candidates[cell] &= u128::from(mask);
        }
        root
    }

    /// Places singles until there are none. Breaks if a cell has no candidate, or a digit no place in a
    /// unit.
    pub(super) fn place_singles<O: StepObserver>(&mut self, observer: &mut O) -> ControlFlow<()> {
        loop {
            let naked = self.naked_singles(observer)?;
            let hidden = self.hidden_singles(observer)?;
            if !naked && !hidden {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Places naked singles in one sweep over the cells. Returns whether a digit was placed.
    fn naked_singles<O: StepObserver>(&mut self, observer: &mut O) -> ControlFlow<(), bool> {
        let mut placed = false;
        for cell in 0..self.candidates.len() {
            if self.grid.digit(cell) > 0 {
                continue;
            }
            let mask = self.candidates[cell] & self.lacking_around(cell);
            self.candidates[cell] = mask;
            if mask == 0 {
                return ControlFlow::Break(());
            }
            if mask.is_power_of_two() {
                self.place(cell, lowest(mask), Why::Basic, observer);
                placed = true;
            }
        }
        ControlFlow::Continue(placed)
    }

    /// Places hidden singles in one sweep over the units. Returns whether a digit was placed.
    fn hidden_singles<O: StepObserver>(&mut self, observer: &mut O) -> ControlFlow<(), bool> {
        let mut placed = false;
        let side = self.lacking.len() / 3;
        for (unit, cells) in self.layout.units.iter().enumerate() {
            if self.lacking[unit] == 0 {
                continue;
            }
            let (mut once, mut twice) = (0, 0);
            for &cell in cells {
                let mask = self.candidates[cell as usize];
                twice |= once & mask;
                once |= mask;
            }
            // A mask may still hold digits placed after it was narrowed, but lacks no candidate.
            if self.lacking[unit] & !once != 0 {
                return ControlFlow::Break(());
            }
            let mut single = once & !twice & self.lacking[unit];
            let why = [Why::Row, Why::Column, Why::Region][unit / side];
            while single != 0 {
                let digit = lowest(single);
                single &= single - 1;
                let here = |&&cell: &&u16| self.candidates[cell as usize] & bit(digit) != 0;
                let Some(&cell) = cells.iter().find(here) else {
                    return ControlFlow::Break(()); // another digit took its only place
                };
                if self.lacking_around(cell as usize) & bit(digit) == 0 {
                    return ControlFlow::Break(());
                }
                self.place(cell as usize, digit, why, observer);
                placed = true;
            }
        }
        ControlFlow::Continue(placed)
    }

    /// The digits that all three units of a cell still lack.
    fn lacking_around(&self, cell: usize) -> u128 {
        let [row, column, region] = self.layout.units_of(cell);
        self.lacking[row] & self.lacking[column] & self.lacking[region]
    }

    fn place<O: StepObserver>(&mut self, cell: usize, digit: u8, why: Why, observer: &mut O) {
        observer.tests(1);
        observer.step(|| Step::Placed { cell, digit, why });
        self.grid.set(cell, digit);
        self.candidates[cell] = 0;
        for unit in self.layout.units_of(cell) {
            self.lacking[unit] &= !bit(digit);
        }
    }
}

fn bit(digit: u8) -> u128 {
    1 << (digit - 1)
}

fn lowest(mask: u128) -> u8 {
    mask.trailing_zeros() as u8 + 1
}
