//! The first row of the smallest grid that is not empty.
//!
//! The smallest grid begins with as many empty rows as possible: the empty bands, then the empty rows of one more
//! band. In the next row, all digits are new, so only the numbers of digits in its boxes matter: stacks come in
//! order of these numbers, and within each stack the empty columns come first.

use super::lines::{Lines, bits};
use super::start::Start;
use super::{DIGIT_BITS, LARGEST, MOST, Packed};

/// The orders of the stacks. In a grid of order 2, the first two are used; its third stack is empty.
const STACK_ORDERS: [[usize; LARGEST]; 6] =
    [[2, 0, 1], [2, 1, 0], [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0]];

pub(super) struct Beginning {
    /// The number of empty rows at the top.
    pub empty: usize,
    /// The row that follows; 0 if the grid is empty.
    pub row: Packed,
    /// The starts that lead to this row.
    pub starts: Vec<Start>,
}

/// A row that can be the first that is not empty.
#[derive(Clone, Copy, Default)]
struct FirstRow {
    transposed: bool,
    row: usize,
    /// The empty rows above, as bits.
    above: u16,
}

impl Beginning {
    pub fn of<const N: usize>(lines: &Lines<N>) -> Self {
        let side = N * N;
        let mut rows = [FirstRow::default(); 2 * MOST];
        let mut count = 0;
        // The number of rows above, and the numbers of digits in the boxes, in order.
        let mut best = (0, [u8::MAX; LARGEST]);
        for transposed in [false, true] {
            let filled = &lines.filled[usize::from(transposed) * MOST..][..side];
            let mut empty_bands = 0u16;
            for band in (0..side).step_by(N) {
                if filled[band..band + N].iter().all(|&row| row == 0) {
                    empty_bands |= ((1 << N) - 1) << band;
                }
            }
            for band in (0..side).step_by(N) {
                let rows_of_it = band..band + N;
                let empty = rows_of_it.clone().filter(|&row| filled[row] == 0);
                let above = empty.fold(empty_bands, |set, row| set | 1 << row);
                for row in rows_of_it.filter(|&row| filled[row] > 0) {
                    let mut digits = box_digits::<N>(filled[row]);
                    digits.sort_unstable();
                    let is_better = (above.count_ones(), best.1) > (best.0, digits);
                    if is_better {
                        best = (above.count_ones(), digits);
                        count = 0;
                    }
                    if is_better || (above.count_ones(), digits) == best {
                        rows[count] = FirstRow { transposed, row, above };
                        count += 1;
                    }
                }
            }
        }
        if count == 0 {
            return Self::of_empty(side);
        }
        let mut beginning = Self { empty: best.0 as usize, row: 0, starts: Vec::with_capacity(16) };
        for first in &rows[..count] {
            beginning.add(lines, first);
        }
        beginning
    }

    /// The beginning of an empty grid is the grid.
    fn of_empty(side: usize) -> Self {
        let mut start = Start::new(false, (1 << side) - 1);
        start.set_class(0, (1 << side) - 1);
        start.set_end(side);
        Self { empty: side, row: 0, starts: vec![start] }
    }

    /// Adds the starts that lead to a row, one for each order of the stacks.
    fn add<const N: usize>(&mut self, lines: &Lines<N>, first: &FirstRow) {
        let mut start = Start::new(first.transposed, first.above);
        start.choose(self.empty, first.row);
        let line = start.line(self.empty);
        let (digits, filled) = (&lines.digits[line], lines.filled[line]);
        let counts = box_digits::<N>(filled);
        let orders = &STACK_ORDERS[..if N == 2 { 2 } else { 6 }];
        for order in orders.iter().filter(|order| order.is_sorted_by_key(|&stack| counts[stack])) {
            let mut start = start;
            let mut name = 1;
            self.row = 0;
            for (stack, place) in order[LARGEST - N..].iter().zip((0..).step_by(N)) {
                let stack = ((1 << N) - 1) << (stack * N);
                let (empty, full) = (stack & !filled, stack & filled);
                let middle = place + empty.count_ones() as usize;
                if empty > 0 {
                    start.set_class(place, empty);
                }
                if full > 0 {
                    start.set_class(middle, full);
                    for column in bits(full) {
                        start.introduce(digits[column], name, middle, column);
                    }
                }
                self.row <<= DIGIT_BITS * (middle - place);
                for _ in middle..place + N {
                    self.row = self.row << DIGIT_BITS | Packed::from(name);
                    name += 1;
                }
            }
            start.set_end(N * N);
            self.starts.push(start);
        }
    }
}

/// The number of digits of a row in each box.
fn box_digits<const N: usize>(filled: u16) -> [u8; LARGEST] {
    let digits = |stack: usize| (filled >> (stack * N) & ((1 << N) - 1)).count_ones() as u8;
    std::array::from_fn(digits)
}
