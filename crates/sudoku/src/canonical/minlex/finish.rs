//! The last rows of the smallest grid, when the order of the columns and the names of the digits are settled.
//!
//! The remaining rows are renamed and sorted, and then compared with the smallest grid so far.

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

impl Settled {
    /// The grid of a start that is settled or has all rows.
    pub fn of(start: &Start) -> Self {
        let (arrangement, names) = (start.arrangement(), start.digit_names());
        Self { arrangement, names, chosen: start.chosen }
    }
}

pub(super) struct Best {
    /// The rows, and 0 in the place after the last row. The first of the rows that are not known yet is `Packed::MAX`,
    /// or what stands in the place after the last row if only the arrangement is not known yet.
    pub rows: [Packed; MOST + 1],
    pub arrangement: Arrangement,
}

impl Best {
    /// No grid so far, but the first rows, all that are above `level`, of those that will follow.
    pub fn beginning_with(rows: [Packed; MOST + 1], level: usize) -> Self {
        let mut best = Self { rows, arrangement: Arrangement::default() };
        best.rows[level] = Packed::MAX;
        best
    }

    /// Compares a row with that of the smallest grid, which has the same rows above `level`. If the row is smaller, it
    /// replaces all rows from `level` on.
    pub fn offer_row(&mut self, level: usize, row: Packed) -> Ordering {
        let order = row.cmp(&self.rows[level]);
        if order.is_lt() {
            self.rows[level] = row;
            self.rows[level + 1] = Packed::MAX;
        }
        order
    }

    /// Compares a settled grid with the smallest grid so far, which has the same rows above `level`, and keeps the smaller
    /// one. The rows from `level` on, which are not chosen yet, are put in the order that makes the settled grid smallest.
    pub fn offer<const N: usize>(
        &mut self,
        lines: &Lines<N>,
        level: usize,
        settled: &Settled,
    ) -> Ordering {
        let Settled { arrangement, names, chosen } = settled;
        let offset = usize::from(arrangement.transposed) * MOST;
        // A renamed row, with its number in the lowest bits, so that sorting keeps which row it is.
        let row = |row: usize| {
            lines.renamed(offset + row, &arrangement.columns, names) << DIGIT_BITS | row as Packed
        };
        let mut rows = [0; MOST + 1];
        let mut order = Ordering::Equal;
        let mut next_band = level;
        if !level.is_multiple_of(N) {
            // The band of the row above `level` has rows left, which come first.
            let band = arrangement.rows[level - 1] as usize / N * N;
            for left in (band..band + N).filter(|row| chosen >> row & 1 == 0) {
                rows[next_band] = row(left);
                next_band += 1;
            }
            rows[level..next_band].sort_unstable();
            order = self.compare(&rows, level, next_band);
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
        for (place, band) in rows[next_band..N * N].chunks_exact_mut(N).zip(&bands) {
            place.copy_from_slice(band);
        }
        order = order.then_with(|| self.compare(&rows, next_band, N * N + 1));
        if order.is_lt() {
            self.arrangement = *arrangement;
            self.rows[N * N] = 0;
            for (place, &row) in rows.iter().enumerate().take(N * N).skip(level) {
                self.rows[place] = row >> DIGIT_BITS;
                self.arrangement.rows[place] = (row & 15) as u8;
            }
        }
        order
    }

    /// Compares rows, with their numbers in the lowest bits, with those of the smallest grid.
    fn compare(&self, rows: &[Packed; MOST + 1], from: usize, to: usize) -> Ordering {
        let places = rows[from..to].iter().zip(&self.rows[from..to]);
        places.fold(Ordering::Equal, |order, (row, best)| {
            order.then_with(|| (row >> DIGIT_BITS).cmp(best))
        })
    }
}
