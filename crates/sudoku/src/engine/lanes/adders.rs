//! Bit-sliced addition: numbers are lists of bit planes, lowest first. An operation on planes adds at all
//! bit positions at once.

use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A word or register with bitwise operations.
pub(super) trait Bits:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
}

impl<T> Bits for T where
    T: Copy + BitAnd<Output = T> + BitOr<Output = T> + BitXor<Output = T> + Not<Output = T>
{
}

/// Implements the operators of [`Bits`] for a type by functions for one of its parts. The type has `each` and `zip`, which apply a
/// function to each part.
macro_rules! bits {
    ([$($generics:tt)*] $of:ty, $and:expr, $or:expr, $xor:expr, $not:expr) => {
        bits!([$($generics)*] $of, BitAnd, bitand, $and);
        bits!([$($generics)*] $of, BitOr, bitor, $or);
        bits!([$($generics)*] $of, BitXor, bitxor, $xor);
        impl<$($generics)*> std::ops::Not for $of {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                self.each($not)
            }
        }
    };
    ([$($generics:tt)*] $of:ty, $operator:ident, $function:ident, $does:expr) => {
        impl<$($generics)*> std::ops::$operator for $of {
            type Output = Self;
            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                self.zip(other, $does)
            }
        }
    };
}
pub(super) use bits;

/// The bits set in at least two of three words.
#[inline(always)]
pub(super) fn majority<B: Bits>(a: B, b: B, c: B) -> B {
    (a & b) | (c & (a | b))
}

/// The sum of three bits, in two planes.
#[inline(always)]
pub(super) fn sum_3<B: Bits>(a: B, b: B, c: B) -> [B; 2] {
    let odd = a ^ b;
    [odd ^ c, a ^ (odd & (a ^ c))]
}

/// The sum of two numbers up to 3 each. It is at most 6 and has three planes.
#[inline(always)]
pub(super) fn sum_of_2<B: Bits>(a: [B; 2], b: [B; 2]) -> [B; 3] {
    let carry = a[0] & b[0];
    let [one, two] = sum_3(a[1], b[1], carry);
    [a[0] ^ b[0], one, two]
}

/// The sum of three numbers up to 3 each. It is at most 9 and has four planes.
#[inline(always)]
pub(super) fn sum_of_3<B: Bits>(a: [B; 2], b: [B; 2], c: [B; 2]) -> [B; 4] {
    let [ones, carry] = sum_3(a[0], b[0], c[0]);
    let [twos, fours] = sum_3(a[1], b[1], c[1]);
    let more = twos & carry;
    [ones, twos ^ carry, fours ^ more, fours & more]
}

/// The sum of two numbers up to 6 and one up to 9. It is at most 21 and has five planes.
#[inline(always)]
pub(super) fn total<B: Bits>(a: [B; 3], b: [B; 3], c: [B; 4]) -> [B; 5] {
    let [ones, to_2] = sum_3(a[0], b[0], c[0]);
    let [twos, to_4] = sum_3(a[1], b[1], c[1]);
    let [fours, to_8] = sum_3(a[2], b[2], c[2]);
    let (twos, to_4_more) = (twos ^ to_2, twos & to_2);
    let [fours, to_8_more] = sum_3(fours, to_4, to_4_more);
    let [eights, sixteens] = sum_3(c[3], to_8, to_8_more);
    [ones, twos, fours, eights, sixteens]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planes<const N: usize>(number: u8) -> [u8; N] {
        std::array::from_fn(|plane| if number >> plane & 1 == 1 { 255 } else { 0 })
    }

    fn number(planes: &[u8]) -> u8 {
        planes.iter().rev().fold(0, |number, &plane| {
            assert!(plane == 0 || plane == 255);
            number << 1 | plane & 1
        })
    }

    #[test]
    fn every_sum_is_right() {
        for a in 0..=3 {
            for b in 0..=3 {
                assert_eq!(number(&sum_of_2(planes(a), planes(b))), a + b);
                for c in 0..=3 {
                    assert_eq!(number(&sum_of_3(planes(a), planes(b), planes(c))), a + b + c);
                }
            }
        }
        for a in 0..=6 {
            for b in 0..=6 {
                for c in 0..=9 {
                    assert_eq!(number(&total(planes(a), planes(b), planes(c))), a + b + c);
                }
            }
        }
    }
}
