//! The last rows of the smallest grid, when the order of the columns and the names of the digits are settled.
//!
//! Equal grids reveal an automorphism, which maps the first row of one grid to the first row of the other. It maps
//! all grids with the one first row to those with the other, so if the first rows differ, all grids with one of them
//! need not be looked at. Full grids with many automorphisms take a fraction of the time.

use std::cmp::Ordering;

use super::lines::Lines;
use super::start::Start;
use super::{Arrangement, DIGIT_BITS, LARGEST, MOST, Packed};

/// A grid of which some rows are chosen, and the columns and names are settled.
pub(super) struct Settled {
    /// The rows are in place up to those that are chosen.
    pub arrangement: Arrangement,
    /// For each digit its name, and 0 for 0.
    pub names: [u8; 16],
    /// The rows chosen, as bits.
    pub chosen: u16,
}

/// The smallest grid found so far.
pub(super) struct Best {
    pub rows: [Packed; MOST],
    pub arrangement: Arrangement,
}

impl Best {
    /// No grid so far, but the first rows, all that are above `level`, of those that will follow.
    pub fn beginning_with(rows: [Packed; MOST], level: usize) -> Self {
        let mut best = Self { rows, arrangement: Arrangement::default() };
        best.rows[level] = Packed::MAX;
        best
    }

    /// Compares a grid with the smallest one, which has the same rows above `level`, and keeps the smaller grid.
    /// The first grid has all rows from `level` on in the order that makes it smallest.
    pub fn offer<const N: usize>(
        &mut self,
        lines: &Lines<N>,
        level: usize,
        settled: &Settled,
    ) -> Ordering {
        let Settled { arrangement, names, chosen } = settled;
        let offset = usize::from(arrangement.transposed) * MOST;
        // Each row with its number in the lowest bits.
        let row = |row: usize| {
            lines.renamed(offset + row, &arrangement.columns, names) << DIGIT_BITS | row as Packed
        };
        let mut rows = [0; MOST];
        let mut order = Ordering::Equal;
        let mut middle = level;
        if !level.is_multiple_of(N) {
            let band = arrangement.rows[level - 1] as usize / N * N;
            for left in (band..band + N).filter(|row| chosen >> row & 1 == 0) {
                rows[middle] = row(left);
                middle += 1;
            }
            rows[level..middle].sort_unstable();
            order = self.compare(&rows, level, middle);
            if order.is_gt() {
                return order;
            }
        }
        let mut bands = [[Packed::MAX; N]; LARGEST];
        let left = (0..N * N).step_by(N).filter(|band| chosen >> band & ((1 << N) - 1) == 0);
        let mut count = 0;
        for (band, rows) in left.zip(&mut bands) {
            *rows = std::array::from_fn(|place| row(band + place));
            rows.sort_unstable();
            count += 1;
        }
        // Several bands can begin with an empty row, so the numbers of the rows must not count.
        bands[..count].sort_unstable_by_key(|rows| rows.map(|row| row >> DIGIT_BITS));
        for (place, band) in rows[middle..N * N].chunks_exact_mut(N).zip(&bands) {
            place.copy_from_slice(band);
        }
        order = order.then_with(|| self.compare(&rows, middle, N * N));
        if order.is_lt() {
            self.arrangement = *arrangement;
            for place in level..N * N {
                self.rows[place] = rows[place] >> DIGIT_BITS;
                self.arrangement.rows[place] = (rows[place] & 15) as u8;
            }
        }
        order
    }

    /// Compares rows, with their numbers in the lowest bits, with those of the smallest grid.
    fn compare(&self, rows: &[Packed; MOST], from: usize, to: usize) -> Ordering {
        let places = rows[from..to].iter().zip(&self.rows[from..to]);
        places.fold(Ordering::Equal, |order, (row, best)| {
            order.then_with(|| (row >> DIGIT_BITS).cmp(best))
        })
    }
}

/// The smallest grid that is reached from one of the starts, which have chosen the rows above `level` and are
/// settled. Starts with the same row at the level `first`, which is the first row that is not empty, stand together.
pub(super) fn all<const N: usize>(
    lines: &Lines<N>,
    starts: &[Start],
    (first, level): (usize, usize),
    rows: [Packed; MOST],
) -> Best {
    let mut best = Best::beginning_with(rows, level);
    let mut best_first = usize::MAX;
    for same_first in starts.chunk_by(|a, b| a.line(first) == b.line(first)) {
        let line = same_first[0].line(first);
        for start in same_first {
            let settled = Settled {
                arrangement: start.arrangement(N * N),
                names: start.digit_names(N * N),
                chosen: start.chosen,
            };
            match best.offer(lines, level, &settled) {
                Ordering::Less => best_first = line,
                Ordering::Equal if best_first != line => break,
                _ => {}
            }
        }
    }
    best
}
