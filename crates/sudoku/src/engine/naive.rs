//! The naive engines of systems A, B and C. They fill the empty cells one after another, and look
//! only whether a digit stands twice in a unit.
//!
//! This file has the check that [`first`] and [`iterative`] share.

pub(super) mod first;
pub(super) mod iterative;
pub(super) mod tree;

use crate::grid::Grid;

/// Whether the digit of a cell differs from all other digits of its column, its row and its region.
fn stands(grid: &Grid, cell: usize) -> bool {
    let digit = grid.digit(cell);
    let layout = grid.order().layout();
    let [row, column, region] = layout.units_of(cell);
    [column, row, region].into_iter().all(|unit| {
        let others = layout.units[unit].iter().map(|&c| c as usize).filter(|&c| c != cell);
        others.map(|c| grid.digit(c)).all(|other| other != digit)
    })
}

/// Whether a digit above the one in the cell would not clash either, so that the one in the cell is a fork.
fn another_stands(grid: &mut Grid, cell: usize) -> bool {
    let digit = grid.digit(cell);
    let above = digit + 1..=grid.order().side() as u8;
    let stood = above.into_iter().any(|other| {
        grid.set(cell, other);
        stands(grid, cell)
    });
    grid.set(cell, digit);
    stood
}
