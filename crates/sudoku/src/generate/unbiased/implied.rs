//! Clues that follow from the other clues at once, and so are not needed.
//!
//! A clue follows if every other digit is given among its neighbours, or if no other cell of a unit can
//! hold its digit, because each holds a clue or sees the digit in a clue other than this one. A clue
//! that follows from some clues also follows from more clues, so a set of clues with such a clue cannot
//! grow into a minimal puzzle.

use super::{CellSet, bit};
use crate::grid::Order;

/// For each cell, the cells that it sees, and its units.
#[derive(Debug)]
pub(super) struct Tables {
    neighbours: [CellSet; 81],
    units: [[CellSet; 3]; 81],
}

impl Tables {
    pub(super) fn new() -> Self {
        let layout = Order::NINE.layout();
        let mask = |cells: &[u16]| cells.iter().fold(0, |all, &cell| all | bit(cell.into()));
        Self {
            neighbours: std::array::from_fn(|cell| mask(&layout.neighbours[cell])),
            units: std::array::from_fn(|cell| {
                layout.units_of(cell).map(|unit| mask(&layout.units[unit]))
            }),
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GivenClues {
    pub(super) clues: CellSet,
    pub(super) count: usize,
    /// The cells with a clue of each digit.
    of: [CellSet; 9],
    /// The cells that see at least one clue of each digit.
    once: [CellSet; 9],
    /// The cells that see at least two clues of each digit.
    twice: [CellSet; 9],
}

impl GivenClues {
    pub(super) fn add(&mut self, cell: usize, digit: u8, tables: &Tables) {
        let (digit, neighbours) = (digit as usize - 1, tables.neighbours[cell]);
        self.clues |= bit(cell);
        self.count += 1;
        self.of[digit] |= bit(cell);
        self.twice[digit] |= self.once[digit] & neighbours;
        self.once[digit] |= neighbours;
    }

    /// Whether some clue follows from the others.
    pub(super) fn some_follows(&self, tables: &Tables) -> bool {
        let seen = self.once.iter().zip(&self.of).map(|(once, of)| once | of);
        // A clue does not see its own digit, so the cells that hold a digit are added to those that see it.
        if seen.fold(self.clues, |naked, seen| naked & seen) != 0 {
            return true;
        }
        self.of.iter().zip(&self.twice).any(|(&of, twice)| {
            let open = !(self.clues | twice);
            let mut of = of;
            while of != 0 {
                let cell = of.trailing_zeros() as usize;
                of &= of - 1;
                if tables.units[cell].iter().any(|unit| unit & open == 0) {
                    return true;
                }
            }
            false
        })
    }
}
