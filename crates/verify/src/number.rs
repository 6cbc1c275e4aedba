//! Numbers of solutions: 128 bits, or unbounded where these do not suffice.

use num_bigint::BigUint;

pub(crate) trait Number: Clone {
    fn small(value: u8) -> Self;
    /// Adds `other`; `None` if the sum overflows the type.
    fn plus(&self, other: &Self) -> Option<Self>;
    /// The bytes that the number takes besides its own size.
    fn more_bytes(&self) -> usize;
}

impl Number for u128 {
    fn small(value: u8) -> Self {
        value.into()
    }
    fn plus(&self, other: &Self) -> Option<Self> {
        self.checked_add(*other)
    }
    fn more_bytes(&self) -> usize {
        0
    }
}

impl Number for BigUint {
    fn small(value: u8) -> Self {
        value.into()
    }
    fn plus(&self, other: &Self) -> Option<Self> {
        Some(self + other)
    }
    fn more_bytes(&self) -> usize {
        (self.bits() / 8) as usize
    }
}
