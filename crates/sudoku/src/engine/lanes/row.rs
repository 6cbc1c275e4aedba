//! A register of digit lanes, and how lanes move about in it.
//!
//! It holds, for one row r of the boxes, the words of all columns c and digits d: the first eight
//! digits of a column in eight lanes, the ninth in two of the last eight.
//!
//! ```text
//! lanes   0..8     8..16    16..24   24..26  26..28  28..30  30..32
//!         c=0      c=1      c=2      c=0     c=1     c=2     -
//!         d=1..8   d=1..8   d=1..8   d=9     d=9     d=9
//! ```
//!
//! Lanes move in pairs, which is twice as fast as one by one: that is why the ninth digits have two
//! lanes each, which hold the same.
//!
//! [`Words`](super::words::Words) says in safe code what each operation does, on any machine; the other types do the
//! same in an instruction or two of theirs.

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(super) mod avx512;
#[cfg(any(test, not(target_arch = "aarch64")))]
mod from;
mod givens;
#[cfg(target_arch = "aarch64")]
pub(super) mod neon;
// Elsewhere it is the twin that tests hold the others against.
#[cfg(any(test, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod plain;
#[cfg(target_arch = "x86_64")]
mod shuffles;
#[cfg(target_arch = "x86_64")]
pub(super) mod sse2;

use super::adders::{Bits, majority};

/// The lane of a column of the boxes and a digit from 0 to 8.
pub(super) const fn lane(column: usize, digit: usize) -> usize {
    if digit < 8 { 8 * column + digit } else { 24 + 2 * column }
}

/// The words with another for a column and a digit; the ninth has two lanes.
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
/// The lanes of digits 1 to 8: what holds for a cell is found in each lane of its column.
pub(super) const CELLS: u32 = 0x00FF_FFFF;

/// Digit lanes of one row of the boxes, in a register or as many as it takes.
pub(super) trait Row: Bits {
    /// What it takes to make a row: a machine that can.
    type Machine: Copy;
    /// Whether it has operations to spare, so that the way through a sweep counts and not their number.
    const WIDE: bool = false;

    /// A row of these words.
    fn of(machine: Self::Machine, words: [u16; 32]) -> Self;
    /// The candidates of a row of the boxes that these givens leave: a given where there is one, all
    /// digits where there is none.
    #[inline(always)]
    fn of_givens(machine: Self::Machine, givens: &[u8; 81], row: usize) -> Self {
        let given = Self::of(machine, givens::lanes(givens, row));
        let boxes = Self::of(machine, givens::ALL);
        given | (boxes & !given.any_digit())
    }
    /// Its words.
    fn words(self) -> [u16; 32];
    /// A bit for each lane that is not zero.
    fn filled(self) -> u32;

    /// Each word moved up by so many bits.
    fn up<const BITS: u32>(self) -> Self;
    /// Each word moved down by so many bits.
    fn down<const BITS: u32>(self) -> Self;
    /// Each word turned within its nine bits by as many bands as the number of its column: band b
    /// goes to b - c. Bits beyond the nine may be anything.
    fn bands_back(self) -> Self;
    /// The same the other way round: band b goes to b + c.
    fn bands_on(self) -> Self;

    /// Each column gets the words of the next.
    fn next_column(self) -> Self;
    /// Each column gets the words of the one before.
    fn last_column(self) -> Self;
    /// All lanes of a column get its digit 9.
    fn ninth(self) -> Self;
    /// The two lanes of digit 9 of a column get its digits 1 and 2: of use for what is the same for all
    /// digits of a column.
    fn first(self) -> Self;
    /// Digits four apart change places.
    fn swap_4(self) -> Self;
    /// Digits two apart change places.
    fn swap_2(self) -> Self;
    /// Digits one apart change places.
    fn swap_1(self) -> Self;

    /// The cells in which some digit stands, for every digit.
    #[inline(always)]
    fn any_digit(self) -> Self {
        let any = self | self.swap_4();
        let any = any | any.swap_2();
        (any | any.swap_1() | self.ninth()).first()
    }
    /// What is here, if it is in one of the others.
    #[inline(always)]
    fn within(self, b: Self, c: Self) -> Self {
        self & (b | c)
    }
    /// The bits of `on` where they are set here, the bits of `off` elsewhere.
    #[inline(always)]
    fn select(self, on: Self, off: Self) -> Self {
        (self & on) | (!self & off)
    }
    /// The bits set in two or three of three.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        majority(self, b, c)
    }
    /// What is here and in neither of the others.
    #[inline(always)]
    fn minus(self, b: Self, c: Self) -> Self {
        self & !(b | c)
    }
    /// What is here, where the other is set or not set in `limit`.
    #[inline(always)]
    fn only(self, other: Self, limit: Self) -> Self {
        self & !(limit & !other)
    }

    /// What is in any column, in all of them.
    #[inline(always)]
    fn any_column(self) -> Self {
        self | self.next_column() | self.last_column()
    }
    /// What is in every column, in all of them.
    #[inline(always)]
    fn every_column(self) -> Self {
        self & self.next_column() & self.last_column()
    }
}

/// By how many bits each word goes up, and by how many down what comes round.
#[derive(Clone, Copy)]
struct Turn {
    up: [u16; 32],
    down: [u16; 32],
}

const BACK: Turn = turns([0, 3, 6]);
const ON: Turn = turns([0, 6, 3]);

/// `down` has the bits for each column.
const fn turns(down: [u16; 3]) -> Turn {
    let mut turn = Turn { up: [0; 32], down: [15; 32] };
    let mut i = 0;
    while i < 27 {
        let (column, digit) = (i / 9, i % 9);
        let lane = lane(column, digit);
        if down[column] > 0 {
            turn.up[lane] = 9 - down[column];
            turn.down[lane] = down[column];
            if digit == 8 {
                turn.up[lane + 1] = 9 - down[column];
                turn.down[lane + 1] = down[column];
            }
        }
        i += 1;
    }
    turn
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::layout::{BOX, PLACE};
    use super::super::words::Words;
    use super::*;

    /// Every operation on rows of one kind.
    fn all<R: Row>(machine: R::Machine, a: [u16; 32], b: [u16; 32]) -> Vec<[u16; 32]> {
        let (a, b) = (R::of(machine, a), R::of(machine, b));
        let rows = [
            a & b,
            a | b,
            a ^ b,
            !a,
            a.up::<1>(),
            a.up::<6>(),
            a.down::<2>(),
            a.down::<3>(),
            a.bands_back(),
            a.bands_on(),
            a.next_column(),
            a.last_column(),
            a.any_column(),
            a.every_column(),
            a.ninth(),
            a.first(),
            a.swap_4(),
            a.swap_2(),
            a.swap_1(),
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
        words
    }

    /// Lanes without a digit are of no account.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    fn known(words: Vec<[u16; 32]>) -> Vec<[u16; 32]> {
        let of_account = |(i, word)| if LANES >> i & 1 == 1 { word } else { 0 };
        let mut known: Vec<[u16; 32]> = Vec::new();
        for words in words {
            let mut pairs = words.into_iter().enumerate().map(of_account);
            known.push(std::array::from_fn(|_| pairs.next().expect("32 of them")));
        }
        known
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
            let plain = all::<Words<32>>((), a, b);
            #[cfg(target_arch = "x86_64")]
            {
                prop_assert_eq!(known(all::<sse2::Xmms>((), a, b)), known(plain.clone()));
                if let Some(machine) = avx2::Avx2::detect() {
                    prop_assert_eq!(known(all::<avx2::Ymms>(machine, a, b)), known(plain.clone()));
                }
                if let Some(machine) = avx512::Avx512::detect() {
                    prop_assert_eq!(known(all::<avx512::Zmm>(machine, a, b)), known(plain.clone()));
                }
            }
            #[cfg(target_arch = "aarch64")]
            prop_assert_eq!(known(all::<neon::Qs>((), a, b)), known(plain.clone()));
            // The plain one, by the rules.
            let turned = |word: u16, up: u32| (word << up | word >> (9 - up)) & 511;
            let column = |i: usize| if i < 24 { i / 8 } else { (i - 24) / 2 };
            for i in (0..30).filter(|i| LANES >> i & 1 == 1) {
                let digit = if i < 24 { i % 8 } else { 8 };
                let from = |column: usize, digit| a[lane(column % 3, digit)];
                let c = column(i);
                prop_assert_eq!(plain[10][i], from(c + 1, digit));
                prop_assert_eq!(plain[11][i], from(c + 2, digit));
                if c > 0 {
                    let up = [0, 6, 3][c];
                    prop_assert_eq!(plain[8][i] & 511, turned(a[i] & 511, up));
                }
                if i % 2 == 0 {
                    prop_assert_eq!(plain[14][i], from(c, 8));
                }
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
                prop_assert_eq!(Words::<32>::of_givens((), &givens, row).words(), by_rule);
                #[cfg(target_arch = "aarch64")]
                prop_assert_eq!(neon::Qs::of_givens((), &givens, row).words(), by_rule);
                #[cfg(target_arch = "x86_64")]
                {
                    prop_assert_eq!(sse2::Xmms::of_givens((), &givens, row).words(), by_rule);
                    if let Some(machine) = avx2::Avx2::detect() {
                        prop_assert_eq!(avx2::Ymms::of_givens(machine, &givens, row).words(), by_rule);
                    }
                    if let Some(machine) = avx512::Avx512::detect() {
                        prop_assert_eq!(avx512::Zmm::of_givens(machine, &givens, row).words(), by_rule);
                    }
                }
            }
        }
    }
}
