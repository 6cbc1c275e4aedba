//! The smallest of all grids isomorphic to a 4x4 or 9x9 grid, compared as lines of digits.
//!
//! The smallest grid is built row by row, breadth first: of all possible beginnings, only those with the
//! smallest first row are kept; of their continuations, only those with the smallest second row; and so on.
//! A beginning is a [`Start`](start::Start). It leaves the order of columns open as far as its rows do not decide the order.
//!
//! Two steps make this fast:
//!
//! - The first row is found by counting: `first` compares the numbers of digits in the 18 rows and columns.
//! - As soon as the rows decide the order of all columns and the names of all digits, the remaining rows are
//!   renamed, sorted and compared with the best grid so far: `finish`.
//!
//! In a full grid, two rows decide all columns: `full` goes through the pairs of rows and needs no starts.

mod descend;
mod finish;
mod first;
mod full;
mod lines;
mod row;
mod start;

use super::transform::Transform;
use crate::grid::{Grid, Order};
use descend::Descent;
use finish::Best;
use first::Beginning;
use lines::Lines;
use row::RowSearch;

pub(super) const LARGEST: usize = 3;
/// The number of rows of a grid of the largest order.
const MOST: usize = LARGEST * LARGEST;

/// The number of starts from which the search goes on depth first, because many starts with the same rows are
/// often images of each other under automorphisms.
const MANY: usize = 16;

/// A row of digits or names, one after the other in the bits of a number from its first place down, 0 for an empty cell.
/// Rows compare as these numbers do.
type Packed = u64;
/// The number of bits of a digit in a [`Packed`] row.
const DIGIT_BITS: usize = 4;

/// The smallest grid isomorphic to a grid without a clash, and how it is reached.
pub(super) struct Smallest {
    order: Order,
    rows: [Packed; MOST + 1],
    arrangement: Arrangement,
}

/// An order of the rows and columns of a grid or of its transpose.
#[derive(Clone, Copy, Debug, Default)]
struct Arrangement {
    transposed: bool,
    rows: [u8; MOST],
    columns: [u8; MOST],
}

impl Smallest {
    /// The smallest grid isomorphic to a 4x4 or 9x9 grid that has no clash.
    pub fn of(grid: &Grid) -> Self {
        match grid.order().n() {
            2 => search::<2>(grid),
            3 => search::<3>(grid),
            n => unreachable!("grids of order {n} have another canonical form"),
        }
    }

    /// The smallest grid.
    pub fn grid(&self) -> Grid {
        let side = self.order.side();
        let rows = self.rows[..side].iter();
        let digit = |row: u64, place: usize| (row >> (DIGIT_BITS * (side - 1 - place)) & 15) as u8;
        let cells = rows.flat_map(|&row| (0..side).map(move |place| digit(row, place)));
        Grid::from_cells(cells.collect()).expect("a grid with other names")
    }

    /// A symmetry that turns `grid`, the grid of the search, into the smallest grid.
    pub fn transform(&self, grid: &Grid) -> Transform {
        let side = self.order.side();
        let Arrangement { transposed, rows, columns } = &self.arrangement;
        // A digit's name is the digit in its place in the smallest grid. Other digits get the other names.
        let mut digit_at = [0; MOST];
        let form = self.grid();
        for place in 0..self.order.cells() {
            let (row, column) = (rows[place / side] as usize, columns[place % side] as usize);
            let cell = if *transposed { column * side + row } else { row * side + column };
            if form.digit(place) > 0 {
                digit_at[form.digit(place) as usize - 1] = grid.digit(cell);
            }
        }
        let absent = (1..=side as u8).filter(|digit| !grid.cells().contains(digit));
        for (name, digit) in digit_at.iter_mut().filter(|digit| **digit == 0).zip(absent) {
            *name = digit;
        }
        let [rows, columns, digits] = [rows, columns, &digit_at].map(|list| &list[..side]);
        Transform::gathering(self.order, *transposed, rows, columns, digits)
    }
}

fn search<const N: usize>(grid: &Grid) -> Smallest {
    let lines = Lines::<N>::new(grid);
    let best =
        if N == LARGEST && lines.are_full() { full::search(&lines) } else { partial(&lines) };
    let Best { rows, arrangement } = best;
    Smallest { order: grid.order(), rows, arrangement }
}

fn partial<const N: usize>(lines: &Lines<N>) -> Best {
    let Beginning { empty, row, mut starts } = Beginning::of(lines);
    let mut search = RowSearch::new(lines);
    let mut rows = [0; MOST + 1];
    let mut level = empty;
    if level < N * N {
        rows[level] = row;
        level += 1;
    }
    // All starts have the same rows, so what the rows decide is the same in all of them.
    while level < N * N && starts.len() < MANY && !starts[0].is_settled(lines) {
        (rows[level], starts) = search.extend(&starts, level, Packed::MAX);
        level += 1;
    }
    let first = empty.min(N * N - 1);
    Descent::new(lines, first, Best::beginning_with(rows, level)).run(&starts, level)
}
