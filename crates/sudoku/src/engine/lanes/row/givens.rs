//! The givens of a puzzle, brought into lanes.

use super::super::layout::BOXES;
use super::lane;

/// All boxes in the lanes of all digits.
pub(super) const ALL: [u16; 32] = {
    let mut words = [BOXES; 32];
    words[BESIDE] = 0;
    words[BESIDE + 1] = 0;
    words
};

/// A lane that holds nothing.
const BESIDE: usize = 30;

/// The lane of a given in each column, and one beside the digits for cells without a given.
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

/// The givens of a row of the boxes, one by one.
#[inline(always)]
pub(super) fn lanes(givens: &[u8; 81], row: usize) -> [u16; 32] {
    let mut words = [0_u16; 32];
    for (band, givens) in givens.chunks_exact(27).enumerate() {
        for (i, &digit) in givens[9 * row..9 * row + 9].iter().enumerate() {
            // Not asking whether there is a digit: what is not given goes beside.
            words[LANE_OF[i % 3][digit as usize & 15] as usize & 31] |= 1 << (3 * band + i / 3);
        }
    }
    for column in 0..3 {
        words[lane(column, 8) + 1] = words[lane(column, 8)];
    }
    words[BESIDE] = 0;
    words
}

/// Codes of digits, in the three columns and beside: 0 for a cell without a given, a bit for each
/// digit, or none of the bits of the others.
pub(super) const CODES: [u8; 64] = {
    let mut codes = [0; 64];
    let mut i = 0;
    while i < 64 {
        let (ninths, digit) = (i >= 48, i % 16);
        codes[i] = match (ninths, digit) {
            (_, 0) => 0,
            (false, 1..=8) => 1 << (digit - 1),
            (true, 9) => 1,
            (true, _) => 2,
            (false, _) => 0xFF,
        };
        i += 1;
    }
    codes
};

/// What the code of a given must not have for the digit of a lane to be possible.
pub(super) const OTHER_CODES: [u16; 32] = {
    let mut codes = [0; 32];
    let mut lane = 0;
    while lane < 32 {
        codes[lane] = if lane < 24 { 0xFF ^ (1 << (lane % 8)) } else { 0xFE };
        lane += 1;
    }
    codes
};

/// The byte of each lane's cell, of the nine of a row of a band: in the three stacks.
pub(super) const SPREAD: [[u8; 64]; 3] = spread(0);
/// The same where the nine come after seven others.
pub(super) const SPREAD_7: [[u8; 64]; 3] = spread(7);

const fn spread(after: u8) -> [[u8; 64]; 3] {
    // 128 makes a zero.
    let mut spread = [[128; 64]; 3];
    let mut i = 0;
    while i < 90 {
        let (stack, lane) = (i / 30, i % 30);
        let column = if lane < 24 { lane / 8 } else { (lane - 24) / 2 };
        spread[stack][2 * lane] = after + (3 * stack + column) as u8;
        i += 1;
    }
    spread
}
