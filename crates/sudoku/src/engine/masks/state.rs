//! The state of `masks`: a grid, and the digits possible in its cells and units.

use num_traits::PrimInt;

use crate::engine::observer::StepObserver;
use crate::engine::step::{Step, Why};
use crate::grid::{Grid, Layout, Puzzle};

/// A grid with its masks. Bit d - 1 of a mask stands for digit d.
#[derive(Clone)]
pub(super) struct MaskState<M> {
    pub(super) grid: Grid,
    pub(super) unknown: usize,
    /// The choice (cell and digit) that made this copy.
    pub(super) last_choice: Option<(usize, u8)>,
    layout: &'static Layout,
    /// The digits each empty cell could hold at the last pass of [`basic`](Self::basic), without those that failed there;
    /// nothing for a filled cell.
    cells: Vec<M>,
    /// The digits that each unit still lacks, first for rows, then for columns, then for regions.
    units: Vec<M>,
}

impl<M: PrimInt> MaskState<M> {
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let order = puzzle.order();
        let all = M::max_value() >> (M::zero().count_zeros() as usize - order.side());
        let mut state = Self {
            grid: Grid::empty(order),
            unknown: order.cells(),
            last_choice: None,
            layout: order.layout(),
            cells: vec![all; order.cells()],
            units: vec![all; 3 * order.side()],
        };
        for (cell, mask) in puzzle.restrictions() {
            state.cells[cell] = M::from(mask).expect("a mask of digits fits");
        }
        for (cell, digit) in puzzle.givens().filled_cells() {
            state.place(cell, digit);
        }
        state
    }

    /// Places a digit in a cell and removes it from what the cell's units lack.
    pub(super) fn place(&mut self, cell: usize, digit: u8) {
        self.grid.set(cell, digit);
        self.unknown -= 1;
        self.cells[cell] = M::zero();
        for unit in self.layout.units_of(cell) {
            self.units[unit] = self.units[unit] & !bit::<M>(digit);
        }
    }

    pub(super) fn clear(&mut self, cell: usize, digit: u8) {
        self.cells[cell] = self.cells[cell] & !bit::<M>(digit);
    }

    /// The digits that all three units of a cell still lack.
    fn lacking(&self, cell: usize) -> M {
        let [row, column, region] = self.layout.units_of(cell);
        self.units[row] & self.units[column] & self.units[region]
    }

    /// Step 1: one pass that narrows the mask of every empty cell, and places a digit at once if it
    /// is the only one left. Returns whether a digit was placed.
    pub(super) fn basic<O: StepObserver>(&mut self, observer: &mut O) -> bool {
        let before = self.unknown;
        for cell in 0..self.cells.len() {
            let before = self.cells[cell];
            if before == M::zero() {
                continue;
            }
            let mask = before & self.lacking(cell);
            self.cells[cell] = mask;
            if mask.count_ones() == 1 {
                self.place_because(cell, lowest(mask), Why::Basic, observer);
            }
        }
        self.unknown < before
    }

    /// Step 2: places singles in rows, then in columns. Returns whether a digit was placed.
    pub(super) fn singles_in_rows_and_columns<O: StepObserver>(
        &mut self,
        observer: &mut O,
    ) -> bool {
        let (before, side) = (self.unknown, self.units.len() / 3);
        for unit in 0..side {
            self.singles_in(unit, Why::Row, observer);
        }
        for unit in side..2 * side {
            self.singles_in(unit, Why::Column, observer);
        }
        self.unknown < before
    }

    /// Step 3: places singles in regions. Returns whether a digit was placed.
    pub(super) fn singles_in_regions<O: StepObserver>(&mut self, observer: &mut O) -> bool {
        let (before, side) = (self.unknown, self.units.len() / 3);
        for unit in 2 * side..3 * side {
            self.singles_in(unit, Why::Region, observer);
        }
        self.unknown < before
    }

    /// Places, smallest first, each digit for which one empty cell of the unit is left, if all
    /// units of that cell still lack the digit.
    fn singles_in<O: StepObserver>(&mut self, unit: usize, why: Why, observer: &mut O) {
        let mut single = self.once_in(unit);
        while single != M::zero() {
            let digit = lowest(single);
            let candidate = |&cell: &usize| self.cells[cell] & bit(digit) != M::zero();
            let cells = self.layout.units[unit].iter().map(|&cell| cell as usize);
            let cell = cells.into_iter().find(candidate).expect("the digit is possible once");
            let above = !(bit::<M>(digit) | (bit::<M>(digit) - M::one()));
            if self.lacking(cell) & bit(digit) != M::zero() {
                self.place_because(cell, digit, why, observer);
                // The cell is filled now, which may leave another digit a single cell.
                single = self.once_in(unit);
            }
            single = single & above;
        }
    }

    /// The digits possible in exactly one empty cell of a unit.
    fn once_in(&self, unit: usize) -> M {
        let (mut once, mut twice) = (M::zero(), M::zero());
        for &cell in &self.layout.units[unit] {
            let mask = self.cells[cell as usize];
            twice = twice | once & mask;
            once = once | mask;
        }
        once & !twice
    }

    pub(super) fn is_possible(&self) -> bool {
        self.cells.iter().filter(|&&mask| mask != M::zero()).count() == self.unknown
    }

    /// The first empty cell with the fewest candidates, and its smallest candidate.
    pub(super) fn most_constrained(&self) -> (usize, u8) {
        let empty = (0..self.cells.len()).filter(|&cell| self.cells[cell] != M::zero());
        let cell = empty.min_by_key(|&cell| self.cells[cell].count_ones());
        let cell = cell.expect("a choice is made only while cells are empty");
        (cell, lowest(self.cells[cell]))
    }

    fn place_because<O: StepObserver>(
        &mut self,
        cell: usize,
        digit: u8,
        why: Why,
        observer: &mut O,
    ) {
        self.place(cell, digit);
        observer.step(|| Step::Placed { cell, digit, why });
    }
}

fn bit<M: PrimInt>(digit: u8) -> M {
    M::one() << (digit as usize - 1)
}

fn lowest<M: PrimInt>(mask: M) -> u8 {
    mask.trailing_zeros() as u8 + 1
}
