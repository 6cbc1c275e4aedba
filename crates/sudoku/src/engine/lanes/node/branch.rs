//! Branching stuck nodes, all at once.
//!
//! The cell is one with two candidates if there is any, else three, else more; of those, the first
//! that sees most cells that are open. It holds its lowest digit in one half and does not in the
//! other.

use super::super::adders::{majority, sum_3, sum_of_2, sum_of_3, total};
use super::super::words::Words;
use super::Nodes;
use super::moves::{Moves, Route};
use super::store::Block;
use self::old::{bands_moved, stacks_moved};
mod old { use super::Words;
#[inline(always)]
pub fn stacks_moved<const N: usize>(words: Words<N>) -> [Words<N>; 2] {
 let (beyond_first, last) = (Words::all(0b110_110_110), Words::all(0b100_100_100));
 let on = (words.up(1) & beyond_first) | (words.down(2) & !beyond_first);
 let back = (words.up(2) & last) | (words.down(1) & !last);
 [on, back]
}
#[inline(always)]
pub fn bands_moved<const N: usize>(words: Words<N>) -> [Words<N>; 2] {
 let twice = words | words.up(9);
 [twice.down(6), twice.down(3)]
}
}

/// Where a choice is made. It is kept in memory: in registers there would not be room for it.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Choice<const N: usize> {
    /// For each place, the cells with two or more candidates.
    open: [Words<N>; 9],
    /// For each place, the cells with two, and with three.
    few: [[Words<N>; 2]; 9],
    /// For each place, how many open cells each cell sees, itself among them.
    seen: [[Words<N>; 5]; 9],
    /// For each place, the cells that are best so far, and those of them that see more.
    best: [Words<N>; 9],
    more: [Words<N>; 9],
    /// For each place, the box of the cell if it is at that place.
    cell: [Words<N>; 9],
    /// For each digit, all bits where it is the one to try.
    digit: [Words<N>; 9],
}

impl<const N: usize> Nodes<N> {
    /// Branches these nodes.
    #[inline(always)]
    pub(super) fn branch<M: Moves<N>>(&mut self, machine: M, stuck: u32) {
        self.choice.choose(&self.now, stuck);
        let (mut here, mut away) = (Route::NONE, Route::NONE);
        let mut free = Self::LANES & !self.active;
        let surplus = stuck.count_ones().saturating_sub(free.count_ones()) as usize;
        let mut rest = stuck;
        while rest != 0 && free != 0 {
            let (lane, to) = (rest.trailing_zeros() as usize % N, free.trailing_zeros() as usize % N);
            (rest, free) = (rest & (rest - 1), free & (free - 1));
            (self.tags[lane], self.tags[to]) = self.tags[lane].split();
            here.add(lane, to);
        }
        let here_map = machine.map(&here);
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

impl<const N: usize> Choice<N> {
    pub(super) const NONE: Self = Self {
        open: [Words::ZERO; 9],
        few: [[Words::ZERO; 2]; 9],
        seen: [[Words::ZERO; 5]; 9],
        best: [Words::ZERO; 9],
        more: [Words::ZERO; 9],
        cell: [Words::ZERO; 9],
        digit: [Words::ZERO; 9],
    };

    /// Chooses the cell and the digit to try in each of these nodes.
    #[inline(always)]
    fn choose(&mut self, now: &Block<N>, stuck: u32) {
        let (mut any_two, mut any_three) = (Words::ZERO, Words::ZERO);
        for place in 0..9 {
            let [x0, x1, x2, x3, x4, x5, x6, x7, x8] = now.cell(place).map(|words| *words);
            let ([a, twos_0], [b, twos_1], [c, twos_2]) =
                (sum_3(x0, x1, x2), sum_3(x3, x4, x5), sum_3(x6, x7, x8));
            let [odd, twos_3] = sum_3(a, b, c);
            let some = twos_0 | twos_1 | twos_2;
            // Those with one pair of candidates.
            let pair = (some ^ twos_3) & !majority(twos_0, twos_1, twos_2);
            self.open[place] = some | twos_3;
            self.few[place] = [pair & !odd, pair & odd];
            any_two |= pair & !odd;
            any_three |= pair & odd;
        }
        let (any_two, any_three) = (any_two.any(), any_three.any());
        for place in 0..9 {
            let [two, three] = self.few[place];
            self.best[place] =
                any_two.select(two, any_three.select(three, self.open[place]));
        }
        self.see();
        for plane in (0..5).rev() {
            let mut any = Words::ZERO;
            for place in 0..9 {
                self.more[place] = self.best[place] & self.seen[place][plane];
                any |= self.more[place];
            }
            let any = any.any();
            for place in 0..9 {
                self.best[place] = any.select(self.more[place], self.best[place]);
            }
        }
        let mut left = Words::of_mask(stuck);
        for place in 0..9 {
            let cell = self.best[place].lowest() & left;
            self.cell[place] = cell;
            left = left & !cell.any();
        }
        let mut left = Words::of_mask(stuck);
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8] = self.cell;
        for digit in 0..9 {
            let [x0, x1, x2, x3, x4, x5, x6, x7, x8] = now.words[digit];
            let stands = (x0 & c0)
                | (x1 & c1)
                | (x2 & c2)
                | (x3 & c3)
                | (x4 & c4)
                | (x5 & c5)
                | (x6 & c6)
                | (x7 & c7)
                | (x8 & c8);
            let tried = stands.any() & left;
            self.digit[digit] = tried;
            left = left & !tried;
        }
    }

    /// Counts the open cells that each cell sees.
    #[inline(always)]
    fn see(&mut self) {
        let [u0, u1, u2, u3, u4, u5, u6, u7, u8] = self.open;
        let rows = [sum_3(u0, u1, u2), sum_3(u3, u4, u5), sum_3(u6, u7, u8)];
        let columns = [sum_3(u0, u3, u6), sum_3(u1, u4, u7), sum_3(u2, u5, u8)];
        let in_box = sum_of_3(rows[0], rows[1], rows[2]);
        let in_stacks = [in_others_row(rows[0]), in_others_row(rows[1]), in_others_row(rows[2])];
        let in_bands =
            [in_others_column(columns[0]), in_others_column(columns[1]), in_others_column(columns[2])];
        self.seen = [
            total(in_stacks[0], in_bands[0], in_box),
            total(in_stacks[0], in_bands[1], in_box),
            total(in_stacks[0], in_bands[2], in_box),
            total(in_stacks[1], in_bands[0], in_box),
            total(in_stacks[1], in_bands[1], in_box),
            total(in_stacks[1], in_bands[2], in_box),
            total(in_stacks[2], in_bands[0], in_box),
            total(in_stacks[2], in_bands[1], in_box),
            total(in_stacks[2], in_bands[2], in_box),
        ];
    }

    /// What is left of a word if the digit is put into the cell, and if it is struck there.
    #[inline(always)]
    fn halves(&self, word: Words<N>, digit: usize, place: usize) -> (Words<N>, Words<N>) {
        let (cell, tried) = (self.cell[place], self.digit[digit]);
        (word & !(cell & !tried), word & !(cell & tried))
    }
}

/// How much is in the same row of the other boxes, of as much as is in each minirow.
#[inline(always)]
fn in_others_row<const N: usize>([ones, twos]: [Words<N>; 2]) -> [Words<N>; 3] {
    let ([one_on, one_back], [two_on, two_back]) = (stacks_moved(ones), stacks_moved(twos));
    sum_of_2([one_on, two_on], [one_back, two_back])
}

/// How much is in the same column of the other boxes, of as much as is in each minicolumn.
#[inline(always)]
fn in_others_column<const N: usize>([ones, twos]: [Words<N>; 2]) -> [Words<N>; 3] {
    let ([one_on, one_back], [two_on, two_back]) = (bands_moved(ones), bands_moved(twos));
    sum_of_2([one_on, two_on], [one_back, two_back])
}
