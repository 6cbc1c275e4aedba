//! A row of digit lanes, in one or more registers, and its operations.
//!
//! A row holds, for one row r within the boxes, the words of all columns c and digits d. The first eight digits of
//! a column are in eight lanes, the ninth is in two of the last eight.
//!
//! ```text
//! lanes   0..8     8..16    16..24   24..26  26..28  28..30  30..32
//!         c=0      c=1      c=2      c=0     c=1     c=2     -
//!         d=1..8   d=1..8   d=1..8   d=9     d=9     d=9
//! ```
//!
//! Each ninth digit has two lanes with the same word, because lanes are moved in pairs, which is twice as fast as
//! moving single lanes.
//!
//! [`Fours`](fours::Fours) of [`Words`](super::words::Words) define the operations in safe code, for any machine. The other types do the same
//! in one or two instructions.

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(super) mod avx512;
pub(super) mod fours;
mod givens;
#[cfg(target_arch = "aarch64")]
pub(super) mod neon;
#[cfg(target_arch = "x86_64")]
mod shuffles;
#[cfg(target_feature = "simd128")]
pub(super) mod simd128;
#[cfg(target_arch = "x86_64")]
pub(super) mod sse2;
#[cfg(target_arch = "x86_64")]
mod turn;

use super::adders::{Bits, majority};

/// The lane of a column within the boxes and a digit, which counts from 0.
pub(super) const fn lane(column: usize, digit: usize) -> usize {
    if digit < 8 { 8 * column + digit } else { 24 + 2 * column }
}

/// The column of a lane; 3 for the last two lanes, which hold nothing.
#[cfg(any(test, target_arch = "x86_64"))]
const fn column_of(lane: usize) -> usize {
    if lane < 24 { lane / 8 } else { (lane - 24) / 2 }
}

/// Replaces the word of a column and a digit, in both lanes if it is the ninth digit.
pub(super) const fn with_lane(
    mut words: [u16; 32],
    column: usize,
    digit: usize,
    word: u16,
) -> [u16; 32] {
    words[lane(column, digit)] = word;
    if digit == 8 {
        words[lane(column, digit) + 1] = word;
    }
    words
}

/// The lanes that hold candidates, one for each digit.
pub(super) const LANES: u32 = 0x15FF_FFFF;
/// The lanes of digits 1 to 8. A property of a cell is stored in each of these lanes of its column.
pub(super) const CELLS: u32 = 0x00FF_FFFF;

/// The digit lanes of one row within the boxes.
pub(super) trait Row: Bits {
    /// A value of this type proves that the CPU has the instructions.
    type Machine: Copy;
    /// Whether the latency of a sweep matters more than its number of operations.
    const WIDE: bool = false;

    fn of(machine: Self::Machine, words: [u16; 32]) -> Self;
    /// The candidates of a row within the boxes. A cell with a given has the given alone, an empty cell all digits.
    #[inline(always)]
    fn of_givens(machine: Self::Machine, givens: &[u8; 81], row: usize) -> Self {
        let given = Self::of(machine, givens::lanes(givens, row));
        let boxes = Self::of(machine, givens::ALL);
        given | (boxes & !given.any_digit())
    }
    fn words(self) -> [u16; 32];
    /// A bit for each lane that is not zero.
    fn filled(self) -> u32;

    fn up<const BITS: u32>(self) -> Self;
    fn down<const BITS: u32>(self) -> Self;
    /// Rotates the bands of each word by the number of its column c, so that band b becomes band b - c. Bits beyond
    /// the nine are arbitrary.
    fn bands_back(self) -> Self;
    /// Rotates the bands of each word the other way, so that band b becomes band b + c. Bits beyond the nine are
    /// arbitrary.
    fn bands_on(self) -> Self;

    /// Each column gets the words of the next column.
    fn next_column(self) -> Self;
    /// Each column gets the words of the column before.
    fn last_column(self) -> Self;
    /// All lanes of a column get the word of its digit 9.
    fn ninth(self) -> Self;
    /// The two lanes of digit 9 of a column get the words of its digits 1 and 2. Used for words that are the same
    /// for digits 1 to 8.
    fn first(self) -> Self;
    /// Swaps the words of digits that are four apart.
    fn swap_4(self) -> Self;
    /// Swaps the words of digits that are two apart.
    fn swap_2(self) -> Self;
    /// Swaps the words of digits that are one apart.
    fn swap_1(self) -> Self;

    /// The cells in which any digit has a bit. All lanes of a column get them.
    #[inline(always)]
    fn any_digit(self) -> Self {
        let any = self | self.swap_4();
        let any = any | any.swap_2();
        (any | any.swap_1() | self.ninth()).first()
    }
    /// The bits set in `self` and in at least one of `b` and `c`.
    #[inline(always)]
    fn within(self, b: Self, c: Self) -> Self {
        self & (b | c)
    }
    /// The bits of `on` where `self` has a bit set, those of `off` elsewhere.
    #[inline(always)]
    fn select(self, on: Self, off: Self) -> Self {
        (self & on) | (!self & off)
    }
    /// The bits set in at least two of three rows.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        majority(self, b, c)
    }
    /// The bits set in `self` and in neither `b` nor `c`.
    #[inline(always)]
    fn minus(self, b: Self, c: Self) -> Self {
        self & !(b | c)
    }
    /// The bits set in `self` that `other` also has, or that `limit` does not have.
    #[inline(always)]
    fn only(self, other: Self, limit: Self) -> Self {
        self & !(limit & !other)
    }

    /// Each column gets the bits that are set in any column.
    #[inline(always)]
    fn any_column(self) -> Self {
        self | self.next_column() | self.last_column()
    }
    /// Each column gets the bits that are set in all columns.
    #[inline(always)]
    fn every_column(self) -> Self {
        self & self.next_column() & self.last_column()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    #[cfg(target_arch = "x86_64")]
    use quadrille_cover::instructions::{Avx2, Avx512};

    use super::super::layout::{BOX, PLACE};
    use super::super::words::Words;
    use super::fours::Fours;
    use super::*;

    type Plain = Fours<Words<8>>;

    fn all<R: Row>(machine: R::Machine, a: [u16; 32], b: [u16; 32]) -> Vec<[u16; 32]> {
        let (a, b) = (R::of(machine, a), R::of(machine, b));
        let rows = [
            a.next_column(),
            a.last_column(),
            a.bands_back(),
            a.bands_on(),
            a.ninth(),
            a.first(),
            a.swap_4(),
            a.swap_2(),
            a.swap_1(),
            a.up::<1>(),
            a.up::<6>(),
            a.down::<2>(),
            a.down::<3>(),
            a & b,
            a | b,
            a ^ b,
            !a,
            a.any_column(),
            a.every_column(),
            a.select(b, !b),
            a.majority(b, !a.up::<1>()),
            a.only(b, a.up::<1>()),
            a.minus(b, a.up::<1>()),
            a.within(b, a.up::<1>()),
            a.any_digit(),
        ];
        let filled = [a.filled() as u16, (a.filled() >> 16) as u16];
        let mut words: Vec<_> = rows.map(Row::words).into();
        words.push(std::array::from_fn(|i| filled.get(i).copied().unwrap_or(0)));
        // The contents of lanes outside of `LANES` are arbitrary.
        for (i, words) in words.iter_mut().flat_map(|words| words.iter_mut().enumerate()) {
            *words *= u16::from(LANES >> i & 1 == 1);
        }
        words
    }

    proptest! {
        #[test]
        fn every_machine_does_what_the_plain_one_does(
            a: [u16; 32], b: [u16; 32], empty in prop::collection::vec(0..32usize, 0..32)
        ) {
            let (mut a, b) = (a.map(|word| word & 511), b.map(|word| word & 511));
            for lane in empty {
                a[lane] = 0;
            }
            let plain = all::<Plain>((), a, b);
            #[cfg(target_arch = "aarch64")]
            prop_assert_eq!(&all::<Fours<neon::Q>>((), a, b), &plain);
            #[cfg(target_arch = "x86_64")]
            {
                prop_assert_eq!(&all::<Fours<sse2::Xmm>>((), a, b), &plain);
                if let Some(machine) = Avx2::detect() {
                    prop_assert_eq!(&all::<avx2::Ymms>(machine, a, b), &plain);
                }
                if let Some(machine) = Avx512::detect() {
                    prop_assert_eq!(&all::<avx512::Zmm>(machine, a, b), &plain);
                }
            }
            // The plain type is compared with the definitions of the operations.
            let turned = |word: u16, up: u32| (word << up | word >> (9 - up)) & 511;
            for i in (0..30).filter(|i| LANES >> i & 1 == 1) {
                let (c, digit) = (column_of(i), if i < 24 { i % 8 } else { 8 });
                let from = |column: usize, digit| a[lane(column % 3, digit)];
                let first = if digit < 8 { a[i] } else { from(c, 0) };
                let expected = [
                    from(c + 1, digit),
                    from(c + 2, digit),
                    turned(a[i], [0, 6, 3][c]),
                    turned(a[i], [0, 3, 6][c]),
                    a[lane(c, 8) + i % 2],
                    first,
                    a[i ^ 4],
                    a[i ^ 2],
                    a[i ^ 1],
                    a[i] << 1,
                    a[i] << 6,
                    a[i] >> 2,
                    a[i] >> 3,
                ];
                for (operation, (expected, found)) in expected.into_iter().zip(&plain).enumerate() {
                    // Bits beyond the nine are arbitrary after bands were rotated.
                    let known = if (2..4).contains(&operation) { 511 } else { !0 };
                    prop_assert_eq!(found[i] & known, expected, "{} {}", operation, i);
                }
                let filled = plain.last().expect("what is filled comes last");
                prop_assert_eq!(filled[i / 16] >> (i % 16) & 1 == 1, a[i] != 0);
            }
        }

        #[test]
        fn givens_come_into_lanes(digits in prop::collection::vec(0..=9_u8, 81), holes: u128) {
            let mut givens: [u8; 81] = digits.try_into().expect("81 digits");
            for (cell, digit) in givens.iter_mut().enumerate() {
                *digit *= u8::from(holes >> cell & 1 == 0);
            }
            for row in 0..3 {
                let mut by_rule = [0; 32];
                for cell in (0..81).filter(|&cell| PLACE[cell] as usize / 3 == row) {
                    let (column, bit) = (PLACE[cell] as usize % 3, 1 << BOX[cell]);
                    for digit in (0..9).filter(|&d| givens[cell] == 0 || givens[cell] == d as u8 + 1) {
                        let word = by_rule[lane(column, digit)] | bit;
                        by_rule = with_lane(by_rule, column, digit, word);
                    }
                }
                prop_assert_eq!(Plain::of_givens((), &givens, row).words(), by_rule);
                #[cfg(target_arch = "x86_64")]
                {
                    if let Some(machine) = Avx2::detect() {
                        prop_assert_eq!(avx2::Ymms::of_givens(machine, &givens, row).words(), by_rule);
                    }
                    if let Some(machine) = Avx512::detect() {
                        prop_assert_eq!(avx512::Zmm::of_givens(machine, &givens, row).words(), by_rule);
                    }
                }
            }
        }
    }
}
