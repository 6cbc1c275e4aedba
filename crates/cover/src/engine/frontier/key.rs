//! Keys of states: what a state says of the items at the front, as one number.

use std::hash::Hash;

use super::plan::Bits;

/// A key: an unsigned number wide enough for all fields.
pub(super) trait Key: Copy + Ord + Hash + Send + Sync {
    const ZERO: Self;
    /// Greater than any key, which has fewer bits than the type.
    const END: Self;
    /// Upper bound on the number of bits of a key.
    const MOST_BITS: u32;
    /// The key with these bits.
    fn of(bits: Bits) -> Self;
    fn or(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    /// The sum, which must not overflow.
    fn plus(self, other: Self) -> Self;
    /// `length` bits from bit `from`, moved to bit `to`.
    fn moved(self, from: u32, to: u32, length: u32) -> Self;
    /// The lowest 64 bits.
    fn low(self) -> u64;
    /// The key in bytes, the lowest first.
    fn bytes(self) -> impl AsRef<[u8]>;
    /// The key with these bytes, if they are as many as a key has.
    fn from_bytes(bytes: &[u8]) -> Option<Self>;
}

macro_rules! key {
    ($type:ty) => {
        impl Key for $type {
            const ZERO: Self = 0;
            const END: Self = Self::MAX;
            const MOST_BITS: u32 = Self::BITS - 1;

            fn of(Bits { from, value, .. }: Bits) -> Self {
                Self::from(value) << from
            }

            #[inline]
            fn or(self, other: Self) -> Self {
                self | other
            }

            #[inline]
            fn and(self, other: Self) -> Self {
                self & other
            }

            #[inline]
            fn plus(self, other: Self) -> Self {
                self + other
            }

            #[inline]
            fn moved(self, from: u32, to: u32, length: u32) -> Self {
                let ones = Self::MAX.checked_shr(Self::BITS - length).unwrap_or(0);
                ((self.checked_shr(from).unwrap_or(0)) & ones).checked_shl(to).unwrap_or(0)
            }

            fn low(self) -> u64 {
                self as u64
            }

            fn bytes(self) -> impl AsRef<[u8]> {
                self.to_le_bytes()
            }

            fn from_bytes(bytes: &[u8]) -> Option<Self> {
                Some(Self::from_le_bytes(bytes.try_into().ok()?))
            }
        }
    };
}
key!(u64);
key!(u128);
