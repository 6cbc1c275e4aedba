//! The choice of the cell to guess, and the two nodes below.

use super::super::adders::{sum_3, sum_of_2, sum_of_3, total};
use super::super::row::{CELLS, Row, with_lane};
use super::{Constants, State};

impl<R: Row> State<R> {
    /// The node in which a chosen cell holds one of its candidates, and the node in which it does not hold that
    /// digit.
    #[inline(always)]
    pub(super) fn branch(&self, machine: R::Machine, k: Constants<R>) -> (Self, Self) {
        let (row, first, bit) = self.choose(k);
        let digits = (self.rows[row] & R::of(machine, [1 << bit; 32])).filled();
        let column = first / 8;
        let digit = (digits >> (8 * column) & 0xFF | digits >> (24 + 2 * column) << 8)
            .trailing_zeros() as usize;
        let cell = R::of(machine, [1 << bit; 32]);
        let others = R::of(machine, OTHERS[column][digit]);
        let one = R::of(machine, ONE[column][digit]);
        let (mut with, mut without) = (*self, *self);
        with.rows[row] = self.rows[row] & !(cell & others);
        without.rows[row] = self.rows[row] & !(cell & one);
        without.hidden = k.zero;
        (with, without)
    }

    /// The cell to branch on. It has two candidates if possible, else three, else more; of such cells, it is one
    /// that sees the most open cells. Returns its row within the box, the lane of digit 1 of its column, and its
    /// bit.
    #[inline(always)]
    fn choose(&self, k: Constants<R>) -> (usize, usize, u32) {
        let [z0, z1, z2] = self.rows;
        let (c0, c1, c2) = (at_least(z0, k.zero), at_least(z1, k.zero), at_least(z2, k.zero));
        let open = [c0[1], c1[1], c2[1]];
        let mut best = [c0[1] & !c0[2], c1[1] & !c1[2], c2[1] & !c2[2]];
        if (best[0] | best[1] | best[2]).filled() & CELLS == 0 {
            best = [c0[2] & !c0[3], c1[2] & !c1[3], c2[2] & !c2[3]];
            if (best[0] | best[1] | best[2]).filled() & CELLS == 0 {
                best = open;
            }
        }
        // The number of open cells in each minirow and in each minicolumn.
        let (row_0, row_1, row_2) = (in_minirow(open[0]), in_minirow(open[1]), in_minirow(open[2]));
        let in_box = sum_of_3(row_0, row_1, row_2);
        let column = sum_3(open[0], open[1], open[2]);
        let (ones, twos) = (k.bands_moved(column[0]), k.bands_moved(column[1]));
        let in_column = sum_of_2([ones[0], twos[0]], [ones[1], twos[1]]);
        let seen_0 = total(k.in_other_stacks(row_0), in_column, in_box);
        let seen_1 = total(k.in_other_stacks(row_1), in_column, in_box);
        let seen_2 = total(k.in_other_stacks(row_2), in_column, in_box);
        for plane in (0..5).rev() {
            let more = [best[0] & seen_0[plane], best[1] & seen_1[plane], best[2] & seen_2[plane]];
            if (more[0] | more[1] | more[2]).filled() & CELLS != 0 {
                best = more;
            }
        }
        let filled = [best[0].filled() & CELLS, best[1].filled() & CELLS, best[2].filled() & CELLS];
        let row = (0..3).find(|&row| filled[row] != 0).expect("a cell is open");
        let lane = filled[row].trailing_zeros() as usize;
        (row, lane, u32::from(best[row].words()[lane]).trailing_zeros())
    }
}

impl<R: Row> Constants<R> {
    /// For each minirow, the sum of the counts of the minirows in the same row of the two other boxes.
    #[inline(always)]
    fn in_other_stacks(self, [ones, twos]: [R; 2]) -> [R; 3] {
        sum_of_2(
            [self.stack_on(ones), self.stack_on(twos)],
            [self.stack_back(ones), self.stack_back(twos)],
        )
    }

    /// The row with each band moved to the next, and with each band moved to the one before.
    #[inline(always)]
    fn bands_moved(self, row: R) -> [R; 2] {
        let on = (row.up::<3>() | row.down::<6>()) & self.boxes;
        let back = (row.up::<6>() | row.down::<3>()) & self.boxes;
        [on, back]
    }
}

/// The number of cells set in each minirow.
#[inline(always)]
fn in_minirow<R: Row>(row: R) -> [R; 2] {
    sum_3(row, row.next_column(), row.last_column())
}

/// The cells with at least one, two, three and four candidates.
#[inline(always)]
fn at_least<R: Row>(row: R, zero: R) -> [R; 4] {
    let two = join([row, zero, zero, zero], [row.swap_4(), zero, zero, zero]);
    let four = join(two, [two[0].swap_2(), two[1].swap_2(), two[2].swap_2(), two[3].swap_2()]);
    let eight =
        join(four, [four[0].swap_1(), four[1].swap_1(), four[2].swap_1(), four[3].swap_1()]);
    join(eight, [row.ninth(), zero, zero, zero])
}

/// The cells with at least one, two, three and four candidates in total, from those of two sets of digits.
#[inline(always)]
fn join<R: Row>(a: [R; 4], b: [R; 4]) -> [R; 4] {
    [
        a[0] | b[0],
        a[1] | b[1] | (a[0] & b[0]),
        a[2] | b[2] | (a[1] & b[0]) | (a[0] & b[1]),
        a[3] | b[3] | (a[2] & b[0]) | (a[0] & b[2]) | (a[1] & b[1]),
    ]
}

/// For each column within a box and each digit, all bits in the lanes of both.
static ONE: [[[u16; 32]; 9]; 3] = {
    let mut masks = [[[0; 32]; 9]; 3];
    let mut i = 0;
    while i < 27 {
        masks[i / 9][i % 9] = with_lane([0; 32], i / 9, i % 9, !0);
        i += 1;
    }
    masks
};

/// For each column within a box and each digit, all bits in the column's lanes for the other digits.
static OTHERS: [[[u16; 32]; 9]; 3] = {
    let mut masks = [[[0; 32]; 9]; 3];
    let mut i = 0;
    while i < 27 {
        let mut other = 0;
        while other < 9 {
            if other != i % 9 {
                masks[i / 9][i % 9] = with_lane(masks[i / 9][i % 9], i / 9, other, !0);
            }
            other += 1;
        }
        i += 1;
    }
    masks
};
