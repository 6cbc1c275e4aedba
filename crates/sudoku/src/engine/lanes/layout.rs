//! The layout of candidates in words.
//!
//! A cell has a band b, a stack s, and within its box a row r and a column c, each 0 to 2. The
//! candidates of one digit in the nine cells (r, c), one of each box, are the nine bits of a
//! *word*: bit 3b + s stands for the box (b, s). So 81 words, one for each digit, row and column, hold all
//! candidates, and moving from one box to another is a rotation of bits.

/// A word with the bits of all nine boxes.
pub(super) const BOXES: u16 = 0x1FF;

/// The number of the bit of each cell's box: 3b + s.
pub(super) const BOX: [u8; 81] = {
    let mut boxes = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        boxes[cell] = (cell / 27 * 3 + cell % 9 / 3) as u8;
        cell += 1;
    }
    boxes
};

/// The place of each cell within its box: 3r + c.
pub(super) const PLACE: [u8; 81] = {
    let mut places = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        places[cell] = (cell / 9 % 3 * 3 + cell % 3) as u8;
        cell += 1;
    }
    places
};

/// Digits from bit planes: bit 3b + s of `planes[i][3r + c]` is bit i of the digit in cell (r, c) of box (b, s).
#[inline(always)]
pub(super) fn digits(planes: &[[u16; 9]; 4]) -> [u8; 81] {
    // For each plane, a bit of each cell, in reading order.
    let mut bits = [0; 4];
    for (bits, plane) in bits.iter_mut().zip(planes) {
        let mut bands = [0_u32; 4];
        for (place, &word) in plane.iter().enumerate() {
            let to = 9 * (place / 3) + place % 3;
            for (band, spread) in bands.iter_mut().zip(&SPREAD[word as usize & 511]) {
                *band |= spread << to;
            }
        }
        *bits = u128::from(u64::from(bands[0]) | u64::from(bands[1]) << 27)
            | u128::from(bands[2]) << 54;
    }
    let mut cells = [0; 81];
    let (chunks, last) = cells.as_chunks_mut::<8>();
    for (i, cells) in chunks.iter_mut().enumerate() {
        let byte = |plane: usize| BYTES[(bits[plane] >> (8 * i)) as usize & 255] << plane;
        *cells = (byte(0) | byte(1) | byte(2) | byte(3)).to_le_bytes();
    }
    let bit = |plane: usize| ((bits[plane] >> 80) as u8) << plane;
    last[0] = bit(0) | bit(1) | bit(2) | bit(3);
    cells
}

/// For each byte, its bits as eight bytes of 0 or 1.
static BYTES: [u64; 256] = {
    let mut bytes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            bytes[byte] |= (byte as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    bytes
};

/// For each word, the three bits of each band, spread three positions apart.
static SPREAD: [[u32; 4]; 512] = {
    let mut spread = [[0; 4]; 512];
    let mut word = 0;
    while word < 512 {
        let mut bit = 0;
        while bit < 9 {
            if word >> bit & 1 == 1 {
                spread[word][bit / 3] |= 1 << (3 * (bit % 3));
            }
            bit += 1;
        }
        word += 1;
    }
    spread
};
