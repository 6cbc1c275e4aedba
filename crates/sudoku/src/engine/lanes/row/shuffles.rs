//! Givens brought into lanes by shuffles of bytes: each lane gets the code of its cell's given, and a
//! comparison tells whether its digit is possible.

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
