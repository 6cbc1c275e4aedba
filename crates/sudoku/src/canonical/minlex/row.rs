//! The next row of the smallest grid.
//!
//! A row splits the classes of columns: empty cells come first, then digits that occur in rows above, then new
//! digits, which get the next names. The search branches only at a digit that occurs above but whose name is not
//! settled, because the column of its first occurrence is still in a class with others. Such a digit can get the
//! smallest name of that class, and every digit for which this is possible is tried.
//!
//! Empty rows of a band are interchangeable, and so are empty bands.

use super::lines::{Lines, bits};
use super::start::Start;
use super::{DIGIT_BITS, MOST, Packed};

/// The smallest row found so far, and the starts that lead to it.
pub(super) struct RowSearch<'a, const N: usize> {
    lines: &'a Lines<N>,
    /// The smallest digits found so far.
    row: [u8; MOST],
    known: usize,
    found: Vec<Start>,
}

impl<'a, const N: usize> RowSearch<'a, N> {
    pub fn new(lines: &'a Lines<N>) -> Self {
        Self { lines, row: [0; MOST], known: 0, found: Vec::new() }
    }

    /// The smallest row that can follow the starts at this level, with all starts that lead to it. There are none if
    /// the row is larger than `bound`.
    pub fn extend(
        &mut self,
        starts: &[Start],
        level: usize,
        bound: Packed,
    ) -> (Packed, Vec<Start>) {
        self.known = 0;
        if bound < Packed::MAX {
            self.known = N * N;
            let digit = |place: usize| (bound >> (DIGIT_BITS * (N * N - 1 - place)) & 15) as u8;
            self.row = std::array::from_fn(|place| if place < N * N { digit(place) } else { 0 });
        }
        for start in starts {
            for row in self.candidates(start, level) {
                let mut start = *start;
                start.choose(level, row);
                self.go_on(start, start.line(level), 0);
            }
        }
        let row = self.row[..N * N].iter();
        let row = row.fold(0, |row, &digit| row << DIGIT_BITS | Packed::from(digit));
        (row, std::mem::take(&mut self.found))
    }

    /// The rows that can come next, which are the remaining rows of the band that has begun, or all rows of
    /// the remaining bands.
    fn candidates(&self, start: &Start, level: usize) -> impl Iterator<Item = usize> + use<N> {
        let filled = &self.lines.filled[start.offset()..];
        let mut rows = 0;
        let mut empty_band_seen = false;
        for first in (0..N * N).step_by(N) {
            let left = ((1 << N) - 1) << first & !start.chosen;
            let has_begun = left != ((1 << N) - 1) << first;
            if has_begun == level.is_multiple_of(N) {
                continue;
            }
            let empty =
                bits(left).filter(|&row| filled[row] == 0).fold(0, |set, row| set | 1 << row);
            if !has_begun && empty == left {
                if empty_band_seen {
                    continue;
                }
                empty_band_seen = true;
            }
            // Of the empty rows of a band, only the lowest is a candidate, and it is the smallest row of the band.
            rows |= if empty > 0 { empty & empty.wrapping_neg() } else { left };
        }
        bits(rows)
    }

    /// Offers a digit for a place in the row being built. Returns false if a smaller digit is known
    /// for this place; a digit smaller than the known one discards the starts found for this row.
    fn offer(&mut self, place: usize, digit: u8) -> bool {
        let best = &mut self.row[place];
        if place < self.known {
            if digit >= *best {
                return digit == *best;
            }
            self.found.clear();
        }
        *best = digit;
        self.known = place + 1;
        true
    }

    /// Decides the order of the columns from `place` on, where a class begins, in every way that gives
    /// the smallest row.
    fn go_on(&mut self, mut start: Start, line: usize, mut place: usize) {
        let digits = &self.lines.digits[line];
        let filled = self.lines.filled[line];
        while place < N * N {
            let end = start.class_end(place);
            let mut class = start.class(place);
            let empty = class & !filled;
            if empty > 0 {
                let middle = if empty == class { end } else { start.split(place, empty) };
                if !(place..middle).all(|place| self.offer(place, 0)) {
                    return;
                }
                place = middle;
                if place == end {
                    continue;
                }
                class = start.class(place);
            }
            let known = bits(class).filter(|&column| start.knows(digits[column]));
            let known = known.fold(0, |set, column| set | 1 << column);
            if known > 0 {
                if known != class {
                    start.split(place, known);
                }
                let mut choices = bits(self.smallest_known(&start, place, known, digits));
                let settled = |column| {
                    let mut start = start;
                    start.single_out(column);
                    start.settle(digits[column]);
                    start
                };
                let Some(one) = choices.next() else { return };
                for another in choices {
                    self.go_on(settled(another), line, place + 1);
                }
                start = settled(one);
                place += 1;
                continue;
            }
            let name = start.names() + 1;
            if !(name..).zip(place..end).all(|(name, place)| self.offer(place, name)) {
                return;
            }
            for column in bits(class) {
                start.introduce(digits[column], name, place, column);
            }
            place = end;
        }
        self.found.push(start);
    }

    /// The columns of the class at `place`, all with known digits, whose digit can get the smallest name, as
    /// bits. No columns if this name is too large for the smallest row.
    fn smallest_known(
        &mut self,
        start: &Start,
        place: usize,
        class: u16,
        digits: &[u8; MOST],
    ) -> u16 {
        let mut smallest = u8::MAX;
        let mut columns = 0;
        for column in bits(class) {
            let digit = digits[column];
            // The column cannot be that of the first occurrence of its digit, or the two would
            // clash. If both are in the same class, this column is at best the second.
            let name = start.name(digit) + u8::from(start.is_first_in(digit, place));
            if name < smallest {
                (smallest, columns) = (name, 0);
            }
            columns |= u16::from(name == smallest) << column;
        }
        if self.offer(place, smallest) { columns } else { 0 }
    }
}
