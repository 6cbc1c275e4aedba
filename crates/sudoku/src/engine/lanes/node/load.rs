//! New puzzles.

use super::super::layout::{BOX, PLACE};
use super::super::words::Words;
use super::Work;
use super::store::{Tag, Waiting};

/// Fills the free lanes of a block with puzzles, as far as there are any.
#[inline(always)]
pub(super) fn load<const N: usize>(waiting: &mut Waiting<N>, work: &mut Work<'_>) {
    // Row 0 has the cells without a given.
    let mut given = [[Words::<N>::ZERO; 9]; 10];
    let puzzles = &work.puzzles[work.next..];
    let new = puzzles.len().min(N - waiting.used);
    let lanes = waiting.used..waiting.used + new;
    for (lane, puzzle) in lanes.clone().zip(puzzles) {
        for (cell, &digit) in puzzle.iter().enumerate() {
            let word = &mut given[digit as usize % 16 % 10][PLACE[cell] as usize].0[lane];
            *word |= 1 << BOX[cell];
        }
        waiting.tags[lane] = Tag::root(work.next as u32);
        work.next += 1;
    }
    let fresh = Words::of_mask((((1u64 << new) - 1) << waiting.used) as u32);
    let [open, given @ ..] = given;
    for (words, given) in waiting.block.words.iter_mut().zip(&given) {
        for ((word, given), open) in words.iter_mut().zip(given).zip(&open) {
            *word = fresh.select(*given | *open, *word);
        }
    }
    waiting.used += new;
}
