//! Positions made by hand for tests: the empty 9x9 grid with some candidates struck.

use super::state::State;
use crate::engine::deduction::{Candidate, Deduction, Technique};
use crate::grid::{Grid, Order, Puzzle};

/// The empty grid, all candidates open.
pub(super) fn blank() -> State {
    State::new(&Puzzle::new(Grid::empty(Order::NINE)))
}

/// The cell in a row and a column, counted from 1 as in the explanations.
pub(super) fn at(row: usize, column: usize) -> usize {
    9 * (row - 1) + column - 1
}

pub(super) fn cells<const N: usize>(places: [(usize, usize); N]) -> [usize; N] {
    places.map(|(row, column)| at(row, column))
}

/// The candidates made of each of these digits in each of these cells, sorted.
pub(super) fn all(cells: impl IntoIterator<Item = usize>, digits: &[u8]) -> Vec<Candidate> {
    let mut all: Vec<_> =
        cells.into_iter().flat_map(|cell| digits.iter().map(move |&digit| (cell, digit))).collect();
    all.sort_unstable();
    all
}

impl State {
    /// Leaves a cell only these candidates.
    pub(super) fn with(mut self, cell: usize, digits: &[u8]) -> Self {
        for digit in self.all_digits().filter(|digit| !digits.contains(digit)) {
            self.strike(cell, digit);
        }
        self
    }

    pub(super) fn with_row(self, row: usize, digit: u8, columns: &[usize]) -> Self {
        let kept: Vec<usize> = columns.iter().map(|&column| at(row, column)).collect();
        self.with_unit(row - 1, digit, &kept)
    }

    pub(super) fn with_column(self, column: usize, digit: u8, rows: &[usize]) -> Self {
        let kept: Vec<usize> = rows.iter().map(|&row| at(row, column)).collect();
        self.with_unit(9 + column - 1, digit, &kept)
    }

    pub(super) fn with_region(self, region: usize, digit: u8, cells: &[usize]) -> Self {
        self.with_unit(18 + region - 1, digit, cells)
    }

    fn with_unit(mut self, unit: usize, digit: u8, kept: &[usize]) -> Self {
        for &cell in &self.layout().units[unit] {
            if !kept.contains(&(cell as usize)) {
                self.strike(cell as usize, digit);
            }
        }
        self
    }

    /// The deduction that a technique finds. The search for a deduction has no limit here.
    pub(super) fn found(&self, technique: Technique) -> Option<Deduction> {
        assert!(!self.is_contradictory(), "the position must not be contradictory");
        self.find(technique, &mut |_| true)
    }

    /// The candidates that a technique strikes, in order, and the explanation.
    #[track_caller]
    pub(super) fn struck_by(&self, technique: Technique) -> (Vec<Candidate>, String) {
        let deduction = self.found(technique).expect("the technique finds something");
        assert_eq!((deduction.technique, deduction.placed), (technique, None));
        let text = deduction.to_string();
        let mut struck = deduction.struck;
        struck.sort_unstable();
        (struck, text)
    }
}
