//! Converts new puzzles from digits to candidates.

use super::super::layout::BOXES;
use super::super::words::Words;
use super::super::work::{Tag, Work};
use super::pack::{PACKED, Pack, pack};
use super::store::Waiting;

/// Computes the words of the cells at one place. A cell with a given has the given alone, an empty cell all
/// digits.
#[inline(always)]
fn unpack<const N: usize>(
    packs: [&Words<N>; 9],
    shifts: [u32; 9],
    fresh: &Words<N>,
    words: [&mut Words<N>; 9],
) {
    let [w0, w1, w2, w3, w4, w5, w6, w7, w8] = packs;
    let [s0, s1, s2, s3, s4, s5, s6, s7, s8] = shifts;
    let [x1, x2, x3, x4, x5, x6, x7, x8, x9] = words;
    for i in 0..N {
        // The digit given in box k has four bits, which are moved to the bits from k to k + 3.
        let d0 = w0.0[i] >> s0;
        let d1 = w1.0[i] >> s1 << 1;
        let d2 = w2.0[i] >> s2 << 2;
        let d3 = w3.0[i] >> s3 << 3;
        let d4 = w4.0[i] >> s4 << 4;
        let d5 = w5.0[i] >> s5 << 5;
        let d6 = w6.0[i] >> s6 << 6;
        let d7 = w7.0[i] >> s7 << 7;
        let d8 = w8.0[i] >> s8 << 8;
        let plane = |bit: u32| {
            ((d0 & 1 << bit)
                | (d1 & 2 << bit)
                | (d2 & 4 << bit)
                | (d3 & 8 << bit)
                | (d4 & 16 << bit)
                | (d5 & 32 << bit)
                | (d6 & 64 << bit)
                | (d7 & 128 << bit)
                | (d8 & 256 << bit))
                >> bit
        };
        let (p0, p1, p2, p3) = (plane(0), plane(1), plane(2), plane(3));
        let free = BOXES & !(p0 | p1 | p2 | p3);
        let fresh = fresh.0[i];
        let set = |given: u16, word: &mut u16| {
            *word = (fresh & (given | free)) | (!fresh & *word);
        };
        set(p0 & !p1 & !p2 & !p3, &mut x1.0[i]);
        set(p1 & !p0 & !p2, &mut x2.0[i]);
        set(p0 & p1 & !p2, &mut x3.0[i]);
        set(p2 & !p0 & !p1, &mut x4.0[i]);
        set(p0 & p2 & !p1, &mut x5.0[i]);
        set(p1 & p2 & !p0, &mut x6.0[i]);
        set(p0 & p1 & p2, &mut x7.0[i]);
        set(p3 & !p0, &mut x8.0[i]);
        set(p3 & p0, &mut x9.0[i]);
    }
}

/// Fills the free lanes of a block with new puzzles, as many as are left.
#[inline(always)]
pub(super) fn load<const N: usize>(waiting: &mut Waiting<N>, work: &mut Work<'_>) {
    let mut packs = Pack::<N>::ZERO;
    let first = waiting.used;
    for puzzle in work.puzzles[work.next..].iter().take(N - first) {
        pack(puzzle, waiting.used % N, &mut packs);
        waiting.tags[waiting.used % N] = Tag::root(work.next as u32);
        waiting.used += 1;
        work.next += 1;
    }
    let fresh = Words::of_mask(((1_u64 << waiting.used) - (1 << first)) as u32);
    for (place, packed) in PACKED.iter().enumerate() {
        let words = waiting.block.words.each_mut().map(|digit| &mut digit[place]);
        unpack(
            packed.map(|(word, _)| &packs.0[word]),
            packed.map(|(_, shift)| shift),
            &fresh,
            words,
        );
    }
}
