//! Branching stuck nodes, all at once.
//!
//! The cell is one with two candidates if there is any, else three, else more; of those, the first
//! that sees most cells that are open. It holds its lowest digit in one half and does not in the
//! other.

use super::super::adders::{majority, sum_3, sum_of_2, sum_of_3, total};
use super::super::words::Words;
use super::Nodes;
use super::moves::{Moves, Route};
use super::sweep::{bands_moved, stacks_moved};

/// What to try in each node.
struct Choice<const N: usize> {
    /// For each place, the box of the cell if it is at that place.
    cell: [Words<N>; 9],
    /// For each digit, all bits where it is the one to try.
    digit: [Words<N>; 9],
}

impl<const N: usize> Nodes<N> {
    /// Branches these nodes.
    #[inline(always)]
    pub(super) fn branch<M: Moves<N>>(&mut self, machine: M, stuck: u32) {
        let choice = self.choose(stuck);
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
                    let (mut with, without) = choice.halves(*word, digit, place);
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
                    let (mut with, without) = choice.halves(*word, digit, place);
                    machine.moved(&without, &away_map, &mut waiting.block.words[digit][place]);
                    machine.moved(&without, &here_map, &mut with);
                    *word = with;
                }
            }
        }
        self.forget(here.to);
    }

    /// The cell and the digit to try in each of these nodes.
    #[inline(always)]
    fn choose(&self, stuck: u32) -> Choice<N> {
        let mut open = [Words::ZERO; 9];
        let mut two = [Words::ZERO; 9];
        let mut three = [Words::ZERO; 9];
        let (mut any_two, mut any_three) = (Words::ZERO, Words::ZERO);
        for place in 0..9 {
            let [x0, x1, x2, x3, x4, x5, x6, x7, x8] = self.now.cell(place);
            let ([a, twos_0], [b, twos_1], [c, twos_2]) =
                (sum_3(x0, x1, x2), sum_3(x3, x4, x5), sum_3(x6, x7, x8));
            let [odd, twos_3] = sum_3(a, b, c);
            let some = twos_0 | twos_1 | twos_2;
            // Pairs of candidates: one pair exactly.
            let pair = (some ^ twos_3) & !majority(twos_0, twos_1, twos_2);
            open[place] = some | twos_3;
            two[place] = pair & !odd;
            three[place] = pair & odd;
            any_two |= two[place];
            any_three |= three[place];
        }
        let mut best = [Words::ZERO; 9];
        let (any_two, any_three) = (any_two.any(), any_three.any());
        for place in 0..9 {
            best[place] =
                any_two.select(two[place], any_three.select(three[place], open[place]));
        }
        let seen = seen(&open);
        for plane in (0..5).rev() {
            let mut more = [Words::ZERO; 9];
            let mut any = Words::ZERO;
            for place in 0..9 {
                more[place] = best[place] & seen[place][plane];
                any |= more[place];
            }
            let any = any.any();
            for place in 0..9 {
                best[place] = any.select(more[place], best[place]);
            }
        }
        let mut cell = [Words::ZERO; 9];
        let mut left = Words::of_mask(stuck);
        for place in 0..9 {
            cell[place] = best[place].lowest() & left;
            left = left & !cell[place].any();
        }
        let mut digit = [Words::ZERO; 9];
        let mut left = Words::of_mask(stuck);
        for (tried, words) in digit.iter_mut().zip(&self.now.words) {
            let mut stands = Words::ZERO;
            for (words, cell) in words.iter().zip(&cell) {
                stands |= *words & *cell;
            }
            *tried = stands.any() & left;
            left = left & !*tried;
        }
        Choice { cell, digit }
    }
}

impl<const N: usize> Choice<N> {
    /// What is left of a word if the digit is put into the cell, and if it is struck there.
    #[inline(always)]
    fn halves(&self, word: Words<N>, digit: usize, place: usize) -> (Words<N>, Words<N>) {
        let (cell, tried) = (self.cell[place], self.digit[digit]);
        (word & !(cell & !tried), word & !(cell & tried))
    }
}

/// How many open cells each cell sees, itself among them: a number of five planes.
#[inline(always)]
fn seen<const N: usize>(open: &[Words<N>; 9]) -> [[Words<N>; 5]; 9] {
    let mut in_minirow = [[Words::ZERO; 2]; 3];
    let mut in_other_stacks = [[Words::ZERO; 3]; 3];
    for row in 0..3 {
        let [ones, twos] = sum_3(open[3 * row], open[3 * row + 1], open[3 * row + 2]);
        in_minirow[row] = [ones, twos];
        let ([one_on, one_back], [two_on, two_back]) = (stacks_moved(ones), stacks_moved(twos));
        in_other_stacks[row] = sum_of_2([one_on, two_on], [one_back, two_back]);
    }
    let in_box = sum_of_3(in_minirow[0], in_minirow[1], in_minirow[2]);
    let mut seen = [[Words::ZERO; 5]; 9];
    for column in 0..3 {
        let [ones, twos] = sum_3(open[column], open[3 + column], open[6 + column]);
        let ([one_on, one_back], [two_on, two_back]) = (bands_moved(ones), bands_moved(twos));
        let in_other_bands = sum_of_2([one_on, two_on], [one_back, two_back]);
        for row in 0..3 {
            seen[3 * row + column] = total(in_other_stacks[row], in_other_bands, in_box);
        }
    }
    seen
}
