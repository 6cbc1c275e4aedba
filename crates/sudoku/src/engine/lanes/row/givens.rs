//! The givens of a puzzle in digit lanes.

use super::super::layout::BOXES;
use super::lane;

/// All boxes in the lanes of all digits.
pub(super) const ALL: [u16; 32] = {
    let mut words = [BOXES; 32];
    words[BESIDE] = 0;
    words[BESIDE + 1] = 0;
    words
};

/// A lane without a digit.
const BESIDE: usize = 30;

/// For each column and digit, the lane of the digit; [`BESIDE`] for 0, which stands for an empty cell.
static LANE_OF: [[u8; 16]; 3] = {
    let mut lanes = [[0; 16]; 3];
    let mut column = 0;
    while column < 3 {
        let mut digit = 0;
        while digit < 16 {
            let given = 1 <= digit && digit <= 9;
            lanes[column][digit] = if given { lane(column, digit - 1) } else { BESIDE } as u8;
            digit += 1;
        }
        column += 1;
    }
    lanes
};

#[inline(always)]
pub(super) fn lanes(givens: &[u8; 81], row: usize) -> [u16; 32] {
    let mut words = [0_u16; 32];
    for (band, givens) in givens.chunks_exact(27).enumerate() {
        for (i, &digit) in givens[9 * row..9 * row + 9].iter().enumerate() {
            // Empty cells go to the lane `BESIDE`, which saves a branch.
            words[LANE_OF[i % 3][digit as usize & 15] as usize & 31] |= 1 << (3 * band + i / 3);
        }
    }
    for column in 0..3 {
        words[lane(column, 8) + 1] = words[lane(column, 8)];
    }
    words[BESIDE] = 0;
    words
}
