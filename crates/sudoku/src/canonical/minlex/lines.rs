//! The rows and columns of a grid.

use super::{DIGIT_BITS, MOST, Packed};
use crate::grid::Grid;

/// The rows of a grid of order `N` and, as rows of its transpose, its columns.
///
/// Rows of the grid have the numbers from 0, those of the transpose the numbers from `MOST`. Columns
/// are those of the grid or of the transpose.
pub(super) struct Lines<const N: usize> {
    pub digits: [[u8; MOST]; 2 * MOST],
    /// The columns of each row that are filled, as bits.
    pub filled: [u16; 2 * MOST],
    /// The number of different digits.
    pub names: u8,
}

impl<const N: usize> Lines<N> {
    pub fn new(grid: &Grid) -> Self {
        let side = N * N;
        let mut lines = Self { digits: [[0; MOST]; 2 * MOST], filled: [0; 2 * MOST], names: 0 };
        let mut seen = 0u16;
        for (row, cells) in grid.cells().chunks_exact(side).enumerate() {
            for (column, &digit) in cells.iter().enumerate() {
                lines.digits[row][column] = digit;
                lines.digits[MOST + column][row] = digit;
                seen |= 1 << digit;
                let filled = u16::from(digit > 0);
                lines.filled[row] |= filled << column;
                lines.filled[MOST + column] |= filled << row;
            }
        }
        lines.names = (seen >> 1).count_ones() as u8;
        lines
    }

    /// Whether all cells are filled.
    pub fn are_full(&self) -> bool {
        self.filled[..N * N].iter().all(|&filled| filled == (1 << (N * N)) - 1)
    }

    /// A row with its columns in another order and its digits renamed; the name of 0 is 0.
    pub fn renamed(&self, line: usize, columns: &[u8; MOST], names: &[u8; 16]) -> Packed {
        let digits = &self.digits[line];
        let name = |&column: &u8| Packed::from(names[digits[column as usize] as usize & 15]);
        columns[..N * N].iter().fold(0, |row, column| row << DIGIT_BITS | name(column))
    }
}

pub(super) fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (set > 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(lowest)
    })
}
