//! Packed puzzles: four digits in each 16-bit word of a lane. This is the intermediate form between digits as
//! bytes, one puzzle after the other, and candidates as bits, one puzzle in each lane. Packing is little work for
//! each puzzle; the rest of the conversion handles all lanes at once.
//!
//! Of each 16 digits in reading order, the first eight are in the lower halves of eight bytes and the other
//! eight in the upper halves.

use super::super::Cells;
use super::super::layout::{BOX, PLACE};
use super::super::words::Words;

/// The digits of a puzzle in each lane.
///
/// Because of its alignment, the compiler aligns the stack of the search that loads puzzles. Otherwise a register that each sweep stores
/// there may lie across two cache lines or even pages, depending on the stack of the caller, which was an eighth of the samples of a search in one build with AVX2.
#[repr(align(64))]
pub(super) struct Pack<const N: usize>(pub(super) [Words<N>; 21]);

impl<const N: usize> Pack<N> {
    pub(super) const ZERO: Self = Self([Words::ZERO; 21]);
}

#[inline(always)]
pub(super) fn pack<const N: usize>(puzzle: &Cells, lane: usize, packs: &mut Pack<N>) {
    let (chunks, rest) = puzzle.as_chunks::<16>();
    let (words, last) = packs.0.as_chunks_mut::<4>();
    for (digits, words) in chunks.iter().zip(words) {
        let both = u128::from_le_bytes(*digits);
        let four = (both as u64) | (both >> 64 << 4) as u64;
        words[0].0[lane] = four as u16;
        words[1].0[lane] = (four >> 16) as u16;
        words[2].0[lane] = (four >> 32) as u16;
        words[3].0[lane] = (four >> 48) as u16;
    }
    last[0].0[lane] = u16::from(rest[0]);
}

#[inline(always)]
pub(super) fn unpack<const N: usize>(packs: &Pack<N>, lane: usize, puzzle: &mut Cells) {
    const LOWER: u64 = 0x0F0F_0F0F_0F0F_0F0F;
    let (chunks, rest) = puzzle.as_chunks_mut::<16>();
    let (words, last) = packs.0.as_chunks::<4>();
    for (digits, words) in chunks.iter_mut().zip(words) {
        let word = |i: usize| u64::from(words[i].0[lane]) << (16 * i);
        let four = word(0) | word(1) | word(2) | word(3);
        let both = u128::from(four & LOWER) | u128::from(four >> 4 & LOWER) << 64;
        *digits = both.to_le_bytes();
    }
    rest[0] = last[0].0[lane] as u8 & 15;
}

/// The word that holds the digit of a cell, and the position of its lowest bit.
const fn packed(cell: usize) -> (usize, u32) {
    let (chunk, i) = (cell / 16, cell % 16);
    (4 * chunk + i % 8 / 2, (8 * (i % 2) + 4 * (i / 8)) as u32)
}

/// For each place, the packed positions of its cells, in the order of their boxes.
pub(super) const PACKED: [[(usize, u32); 9]; 9] = {
    let mut all = [[(0, 0); 9]; 9];
    let mut cell = 0;
    while cell < 81 {
        all[PLACE[cell] as usize][BOX[cell] as usize] = packed(cell);
        cell += 1;
    }
    all
};

/// Place and box of the four cells in each word, lowest first. The last word holds one cell, listed four times.
pub(super) const CELLS: [[(usize, u32); 4]; 21] = {
    let last = (PLACE[80] as usize, BOX[80] as u32);
    let mut all = [[last; 4]; 21];
    let mut cell = 0;
    while cell < 80 {
        let (word, shift) = packed(cell);
        all[word][shift as usize / 4] = (PLACE[cell] as usize, BOX[cell] as u32);
        cell += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn digits_come_out_as_they_went_in(
            puzzle in prop::collection::vec(0..=9u8, 81), lane in 0..8usize
        ) {
            let puzzle: Cells = puzzle.try_into().unwrap();
            let mut packs = Pack([Words::<8>::all(0xFFFF); 21]);
            pack(&puzzle, lane, &mut packs);
            let mut out = [0; 81];
            unpack(&packs, lane, &mut out);
            prop_assert_eq!(out, puzzle);
            for (cell, &digit) in puzzle.iter().enumerate() {
                let (word, shift) = PACKED[PLACE[cell] as usize][BOX[cell] as usize];
                prop_assert_eq!(packs.0[word].0[lane] >> shift & 15, u16::from(digit));
                let (place, bit) = CELLS[word][shift as usize / 4];
                prop_assert_eq!((place, bit), (PLACE[cell] as usize, u32::from(BOX[cell])));
            }
        }
    }
}
