//! Branches all stuck nodes at once.
//!
//! The cell to branch on has two candidates if possible, else three, else more; of these, it is the first one
//! that sees the most open cells. In one branch the cell holds its lowest candidate, in the other it does not.

use super::super::adders::{majority, sum_3, sum_of_2, sum_of_3, total};
use super::super::words::Words;
use super::Nodes;
use super::moves::{Moves, Route};
use super::store::Block;
use super::sweep::{bands_moved, stacks_moved};

impl<const N: usize> Nodes<N> {
    #[inline(always)]
    pub(super) fn branch<M: Moves<N>>(&mut self, machine: M, stuck: u32) {
        let (mut here, mut away) = (Route::NONE, Route::NONE);
        let mut free = Self::LANES & !self.active;
        let surplus = stuck.count_ones().saturating_sub(free.count_ones()) as usize;
        let mut rest = stuck;
        while rest != 0 && free != 0 {
            let (lane, to) =
                (rest.trailing_zeros() as usize % N, free.trailing_zeros() as usize % N);
            (rest, free) = (rest & (rest - 1), free & (free - 1));
            (self.tags[lane], self.tags[to]) = self.tags[lane].split();
            here.add(lane, to);
        }
        let here_map = machine.map(&here);
        self.choice.choose(&self.now, &Words::of_mask(stuck));
        if surplus == 0 {
            for digit in 0..9 {
                for place in 0..9 {
                    let word = &mut self.now.words[digit][place];
                    let (mut with, without) = self.choice.halves(*word, digit, place);
                    machine.moved(&without, &here_map, &mut with);
                    *word = with;
                }
            }
        } else {
            let waiting = self.stack.with_room(surplus);
            while rest != 0 {
                let lane = rest.trailing_zeros() as usize % N;
                rest &= rest - 1;
                let to = waiting.used % N;
                (self.tags[lane], waiting.tags[to]) = self.tags[lane].split();
                away.add(lane, to);
                waiting.used += 1;
            }
            let away_map = machine.map(&away);
            for digit in 0..9 {
                for place in 0..9 {
                    let word = &mut self.now.words[digit][place];
                    let (mut with, without) = self.choice.halves(*word, digit, place);
                    machine.moved(&without, &away_map, &mut waiting.block.words[digit][place]);
                    machine.moved(&without, &here_map, &mut with);
                    *word = with;
                }
            }
        }
        self.forget(here.to);
    }
}

/// The cell and digit to try in each node, and the buffers used to choose them. Each step of the choice is a loop
/// over lanes, simple enough for the compiler to turn into vector code.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Choice<const N: usize> {
    /// For each place, the cells with at least two candidates.
    open: [Words<N>; 9],
    /// For each place, the cells with exactly two candidates, and those with exactly three.
    two: [Words<N>; 9],
    three: [Words<N>; 9],
    /// For each place, the number of open cells that each cell sees, including itself, in five bit planes,
    /// lowest first.
    seen: [[Words<N>; 9]; 5],
    /// For each place, the box of the cell to try, if it is at this place.
    cell: [Words<N>; 9],
    /// For each digit, all bits in the lanes in which it is the digit to try.
    digit: [Words<N>; 9],
}

impl<const N: usize> Choice<N> {
    pub(super) const NONE: Self = Self {
        open: [Words::ZERO; 9],
        two: [Words::ZERO; 9],
        three: [Words::ZERO; 9],
        seen: [[Words::ZERO; 9]; 5],
        cell: [Words::ZERO; 9],
        digit: [Words::ZERO; 9],
    };

    #[inline(always)]
    fn choose(&mut self, now: &Block<N>, nodes: &Words<N>) {
        let (mut any_two, mut any_three) = (Words::ZERO, Words::ZERO);
        for place in 0..9 {
            count(
                now.cell(place),
                &mut self.open[place],
                [&mut self.two[place], &mut self.three[place]],
                [&mut any_two, &mut any_three],
            );
        }
        for place in 0..9 {
            let [two, three] = [&self.two[place], &self.three[place]];
            fewest(&mut self.cell[place], &self.open[place], [two, three], [&any_two, &any_three]);
        }
        see(&self.open, &mut self.seen);
        for plane in self.seen.iter().rev() {
            narrow(&mut self.cell, plane);
        }
        let mut left = *nodes;
        for cell in &mut self.cell {
            take_first(cell, &mut left);
        }
        let mut left = *nodes;
        for (words, digit) in now.words.iter().zip(&mut self.digit) {
            take_digit(words, &self.cell, digit, &mut left);
        }
    }

    /// A word in the branch where the cell holds the digit tried, and in the branch where the cell does not.
    #[inline(always)]
    fn halves(&self, word: Words<N>, digit: usize, place: usize) -> (Words<N>, Words<N>) {
        let (cell, tried) = (self.cell[place], self.digit[digit]);
        (word & !(cell & !tried), word & !(cell & tried))
    }
}

/// All bits if any is set.
#[inline(always)]
fn any(word: u16) -> u16 {
    if word == 0 { 0 } else { !0 }
}

/// The bits of `own` where `mask` is set, those of `other` elsewhere.
#[inline(always)]
fn select(mask: u16, own: u16, other: u16) -> u16 {
    (mask & own) | (!mask & other)
}

/// Finds the cells at one place with at least two candidates, exactly two, and exactly three.
#[inline(always)]
fn count<const N: usize>(
    cell: [&Words<N>; 9],
    open: &mut Words<N>,
    [two, three]: [&mut Words<N>; 2],
    [any_two, any_three]: [&mut Words<N>; 2],
) {
    let [x0, x1, x2, x3, x4, x5, x6, x7, x8] = cell;
    for i in 0..N {
        let [a, twos_0] = sum_3(x0.0[i], x1.0[i], x2.0[i]);
        let [b, twos_1] = sum_3(x3.0[i], x4.0[i], x5.0[i]);
        let [c, twos_2] = sum_3(x6.0[i], x7.0[i], x8.0[i]);
        let [odd, twos_3] = sum_3(a, b, c);
        let some = twos_0 | twos_1 | twos_2;
        // Two or three candidates.
        let pair = (some ^ twos_3) & !majority(twos_0, twos_1, twos_2);
        open.0[i] = some | twos_3;
        two.0[i] = pair & !odd;
        three.0[i] = pair & odd;
        any_two.0[i] |= pair & !odd;
        any_three.0[i] |= pair & odd;
    }
}

/// The cells with two candidates if a node has any, else those with three, else those with more.
#[inline(always)]
fn fewest<const N: usize>(
    best: &mut Words<N>,
    open: &Words<N>,
    [two, three]: [&Words<N>; 2],
    [any_two, any_three]: [&Words<N>; 2],
) {
    for i in 0..N {
        let more = select(any(any_three.0[i]), three.0[i], open.0[i]);
        best.0[i] = select(any(any_two.0[i]), two.0[i], more);
    }
}

/// Counts the open cells that each cell sees, including itself.
#[inline(always)]
fn see<const N: usize>(open: &[Words<N>; 9], seen: &mut [[Words<N>; 9]; 5]) {
    let [u0, u1, u2, u3, u4, u5, u6, u7, u8] = open;
    for i in 0..N {
        let (u0, u1, u2) = (u0.0[i], u1.0[i], u2.0[i]);
        let (u3, u4, u5) = (u3.0[i], u4.0[i], u5.0[i]);
        let (u6, u7, u8) = (u6.0[i], u7.0[i], u8.0[i]);
        let (row_0, row_1, row_2) = (sum_3(u0, u1, u2), sum_3(u3, u4, u5), sum_3(u6, u7, u8));
        let in_box = sum_of_3(row_0, row_1, row_2);
        let row_0 = in_other_stacks(row_0);
        let row_1 = in_other_stacks(row_1);
        let row_2 = in_other_stacks(row_2);
        let column_0 = in_other_bands(sum_3(u0, u3, u6));
        let column_1 = in_other_bands(sum_3(u1, u4, u7));
        let column_2 = in_other_bands(sum_3(u2, u5, u8));
        let [p0, p1, p2, p3, p4] = &mut *seen;
        let mut note = |place: usize, [n0, n1, n2, n3, n4]: [u16; 5]| {
            (p0[place].0[i], p1[place].0[i], p2[place].0[i]) = (n0, n1, n2);
            (p3[place].0[i], p4[place].0[i]) = (n3, n4);
        };
        note(0, total(row_0, column_0, in_box));
        note(1, total(row_0, column_1, in_box));
        note(2, total(row_0, column_2, in_box));
        note(3, total(row_1, column_0, in_box));
        note(4, total(row_1, column_1, in_box));
        note(5, total(row_1, column_2, in_box));
        note(6, total(row_2, column_0, in_box));
        note(7, total(row_2, column_1, in_box));
        note(8, total(row_2, column_2, in_box));
    }
}

/// For each minirow, the sum of the counts of the minirows in the same row of the two other boxes.
#[inline(always)]
fn in_other_stacks([ones, twos]: [u16; 2]) -> [u16; 3] {
    let ([one_on, one_back], [two_on, two_back]) = (stacks_moved(ones), stacks_moved(twos));
    sum_of_2([one_on, two_on], [one_back, two_back])
}

/// For each minicolumn, the sum of the counts of the minicolumns in the same column of the two other boxes.
#[inline(always)]
fn in_other_bands([ones, twos]: [u16; 2]) -> [u16; 3] {
    let ([one_on, one_back], [two_on, two_back]) = (bands_moved(ones), bands_moved(twos));
    sum_of_2([one_on, two_on], [one_back, two_back])
}

/// In each node, keeps only those of the best cells that have a bit in this plane, if there are any.
#[inline(always)]
fn narrow<const N: usize>(best: &mut [Words<N>; 9], plane: &[Words<N>; 9]) {
    let [b0, b1, b2, b3, b4, b5, b6, b7, b8] = best;
    let [p0, p1, p2, p3, p4, p5, p6, p7, p8] = plane;
    for i in 0..N {
        let (m0, m1, m2) = (b0.0[i] & p0.0[i], b1.0[i] & p1.0[i], b2.0[i] & p2.0[i]);
        let (m3, m4, m5) = (b3.0[i] & p3.0[i], b4.0[i] & p4.0[i], b5.0[i] & p5.0[i]);
        let (m6, m7, m8) = (b6.0[i] & p6.0[i], b7.0[i] & p7.0[i], b8.0[i] & p8.0[i]);
        let none = !any(m0 | m1 | m2 | m3 | m4 | m5 | m6 | m7 | m8);
        b0.0[i] &= m0 | none;
        b1.0[i] &= m1 | none;
        b2.0[i] &= m2 | none;
        b3.0[i] &= m3 | none;
        b4.0[i] &= m4 | none;
        b5.0[i] &= m5 | none;
        b6.0[i] &= m6 | none;
        b7.0[i] &= m7 | none;
        b8.0[i] &= m8 | none;
    }
}

/// Keeps, of the best cells at one place, the one in the first box, and only in nodes without a cell so far.
#[inline(always)]
fn take_first<const N: usize>(cell: &mut Words<N>, left: &mut Words<N>) {
    for i in 0..N {
        let first = cell.0[i] & cell.0[i].wrapping_neg() & left.0[i];
        cell.0[i] = first;
        left.0[i] &= !any(first);
    }
}

/// Selects a digit in the nodes without a digit so far whose chosen cell has it as a candidate.
#[inline(always)]
fn take_digit<const N: usize>(
    words: &[Words<N>; 9],
    cell: &[Words<N>; 9],
    digit: &mut Words<N>,
    left: &mut Words<N>,
) {
    let [x0, x1, x2, x3, x4, x5, x6, x7, x8] = words;
    let [c0, c1, c2, c3, c4, c5, c6, c7, c8] = cell;
    for i in 0..N {
        let stands = (x0.0[i] & c0.0[i])
            | (x1.0[i] & c1.0[i])
            | (x2.0[i] & c2.0[i])
            | (x3.0[i] & c3.0[i])
            | (x4.0[i] & c4.0[i])
            | (x5.0[i] & c5.0[i])
            | (x6.0[i] & c6.0[i])
            | (x7.0[i] & c7.0[i])
            | (x8.0[i] & c8.0[i]);
        let tried = any(stands) & left.0[i];
        digit.0[i] = tried;
        left.0[i] &= !tried;
    }
}
