//! Tables to bring givens into lanes with byte shuffles. Each lane gets the code of its cell's given, and a
//! comparison shows whether the digit of the lane is possible.

use super::column_of;

/// Codes of the digits 0 to 15, in 16 bytes each for the three columns and for the ninth digits. The code is 0 for
/// an empty cell. In the bytes of a column, each of the digits 1 to 8 has a bit of its own, and others have all
/// bits. In those of the ninth digits, 9 has one bit and others another bit.
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

/// For each lane, the bits that the code of a given must not have if the digit of the lane is possible.
pub(super) const OTHER_CODES: [u16; 32] = {
    let mut codes = [0; 32];
    let mut lane = 0;
    while lane < 32 {
        codes[lane] = if lane < 24 { 0xFF ^ (1 << (lane % 8)) } else { 0xFE };
        lane += 1;
    }
    codes
};

/// For each stack, a byte shuffle that brings to each lane its cell from the nine cells of a row in a band.
pub(super) const SPREAD: [[u8; 64]; 3] = spread(0);
/// [`SPREAD`] for nine cells that begin at byte 7.
pub(super) const SPREAD_7: [[u8; 64]; 3] = spread(7);

const fn spread(after: u8) -> [[u8; 64]; 3] {
    // A byte shuffle returns 0 for the index 128.
    let mut spread = [[128; 64]; 3];
    let mut i = 0;
    while i < 90 {
        let (stack, lane) = (i / 30, i % 30);
        spread[stack][2 * lane] = after + (3 * stack + column_of(lane)) as u8;
        i += 1;
    }
    spread
}
