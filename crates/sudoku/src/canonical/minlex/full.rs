//! The smallest grid isomorphic to a full 9x9 grid.
//!
//! The first row of the form is 123456789. The second row begins with the names of three digits from another box.
//! A pair of rows is a permutation of the columns: it maps a column to the one where the first row has the digit that
//! the second row has here. Let A be the stack that comes first. There are two kinds of pairs:
//!
//! - The digits of the second row in A are those of the first row in one other stack B, and so on in a circle. The
//!   second row of the form begins with 456, and any order of the columns of A decides that of all columns.
//! - Two of these digits are from one other stack B and one is from the third stack, C. The second row begins with
//!   457. Which of the two comes first decides the order of all columns, because each box of the second row has
//!   two digits of the next stack and one digit of the stack before.
//!
//! So there are at most 216 orders of rows and columns of the second kind. Of these, the fourth digit of the second
//! row, which is found by applying the permutation twice, excludes most. Orders of the first kind exist in half of all
//! grids; then all others are excluded.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use super::finish::{Best, Settled};
use super::lines::Lines;
use super::{Arrangement, DIGIT_BITS, MOST, Packed};

/// The first row of the smallest grid.
const FIRST_ROW: Packed = 0x1_2345_6789;
/// The number of bits behind the first four digits of a row.
const AFTER_FOURTH: usize = 5 * DIGIT_BITS;
/// The orders of the columns of a stack.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The smallest grid isomorphic to a full grid.
pub(super) fn search<const N: usize>(lines: &Lines<N>) -> Best {
    let best = Best::beginning_with([FIRST_ROW; MOST + 1], 1);
    let mut search = FullSearch { lines, best, best_first: usize::MAX };
    for first in 0..2 * MOST {
        // An automorphism has been found if the search breaks off.
        let _ = search.begin_with(first);
    }
    search.best
}

struct FullSearch<'a, const N: usize> {
    lines: &'a Lines<N>,
    best: Best,
    /// The first row of the smallest grid, as a number of `Lines`.
    best_first: usize,
}

/// Two rows of a band, as numbers of `Lines`, and the permutation of columns described above.
struct Pair {
    first: usize,
    second: usize,
    image: [u8; MOST],
}

impl<const N: usize> FullSearch<'_, N> {
    /// Tries the orders that have this first row.
    fn begin_with(&mut self, first: usize) -> ControlFlow<()> {
        let mut column_of = [0; 16];
        for (column, &digit) in (0..).zip(&self.lines.digits[first]) {
            column_of[digit as usize & 15] = column;
        }
        let band = first / 3 * 3;
        for second in (band..band + 3).filter(|&second| second != first) {
            let image = self.lines.digits[second].map(|digit| column_of[digit as usize & 15]);
            let pair = Pair { first, second, image };
            for stack in 0..3 {
                self.begin_with_stack(&pair, stack)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Tries the orders that have these rows and this stack first.
    fn begin_with_stack(&mut self, pair: &Pair, stack: usize) -> ControlFlow<()> {
        let image = |column: usize| pair.image[column] as usize;
        let a = [0, 1, 2].map(|i| 3 * stack + i);
        let to = a.map(|column| image(column) / 3);
        if to[0] == to[1] && to[1] == to[2] {
            for order in ORDERS {
                let a = order.map(|i| a[i]);
                let b = a.map(image);
                self.offer(pair, [a, b, b.map(image)])?;
            }
            return ControlFlow::Continue(());
        }
        let third = match to {
            [_, b, c] if b == c => 0,
            [a, _, c] if a == c => 1,
            _ => 2,
        };
        let [one, other, third] = [(third + 1) % 3, (third + 2) % 3, third].map(|i| a[i]);
        for [one, other] in [[one, other], [other, one]] {
            let fourth = match image(image(one)) {
                back if back == one => 1,
                back if back == other => 2,
                back if back == third => 3,
                _ => 8,
            };
            if 0x4570 | fourth > self.best.rows[1] >> AFTER_FOURTH {
                continue;
            }
            // The columns of a stack have the sum 9 * stack + 3.
            let [b, c] = [image(one), image(third)].map(|column| 9 * (column / 3) + 3);
            let b = [image(one), image(other), b - image(one) - image(other)];
            let eighth = b.map(image).into_iter().find(|&column| column / 3 == c / 9);
            let eighth = eighth.expect("two of the three are in the third stack");
            let c = [image(third), eighth, c - image(third) - eighth];
            self.offer(pair, [[one, other, third], b, c])?;
        }
        ControlFlow::Continue(())
    }

    /// Compares the smallest grid with the one that has these rows first and its columns in this order. Breaks off if
    /// no other grid with the first row needs to be tried.
    fn offer(&mut self, pair: &Pair, columns: [[usize; 3]; 3]) -> ControlFlow<()> {
        let mut columns_at = [0; MOST];
        let mut place_of = [0; MOST];
        let mut names = [0; 16];
        for (place, &column) in columns.as_flattened().iter().enumerate() {
            columns_at[place] = column as u8;
            place_of[column] = place as u8 + 1;
            names[self.lines.digits[pair.first][column] as usize & 15] = place as u8 + 1;
        }
        let name = |&column: &usize| Packed::from(place_of[pair.image[column] as usize]);
        let columns = columns.as_flattened().iter();
        let row = columns.fold(0, |row, column| row << DIGIT_BITS | name(column));
        if self.best.offer_row(1, row).is_gt() {
            return ControlFlow::Continue(());
        }
        let mut rows = [0; MOST];
        for (at, line) in rows.iter_mut().zip([pair.first, pair.second]) {
            *at = (line % MOST) as u8;
        }
        let transposed = pair.first >= MOST;
        let arrangement = Arrangement { transposed, rows, columns: columns_at };
        let settled = Settled { arrangement, names, chosen: 1 << rows[0] | 1 << rows[1] };
        match self.best.offer(self.lines, 2, &settled) {
            Ordering::Less => self.best_first = pair.first,
            Ordering::Equal if self.best_first != pair.first => return ControlFlow::Break(()),
            _ => {}
        }
        ControlFlow::Continue(())
    }
}
