//! Types for numbers of solutions: 128 bits, or unbounded.

use num_bigint::BigUint;

pub(in super::super) trait Number: Clone {
    const ZERO: Self;
    /// About the bytes that a number takes in memory.
    const BYTES: usize;
    fn one() -> Self;
    fn is_zero(&self) -> bool;
    fn increment(&mut self);
    fn is_at_least(&self, limit: u64) -> bool;
    /// Adds `other`; returns false, and changes nothing, if the sum overflows the type.
    #[must_use]
    fn add(&mut self, other: &Self) -> bool;
    /// Multiplies by `other`; returns false, and changes nothing, if the product overflows the type.
    #[must_use]
    fn multiply(&mut self, other: &Self) -> bool;
    /// Returns `self - before`; `before` must not be greater than `self`.
    fn since(&self, before: &Self) -> Self;
    fn unbounded(&self) -> BigUint;
    /// The same number in this type; `None` if it overflows the type.
    fn of(number: &BigUint) -> Option<Self>;
}

impl Number for u128 {
    const ZERO: Self = 0;
    const BYTES: usize = size_of::<Self>();
    fn one() -> Self {
        1
    }
    fn is_zero(&self) -> bool {
        *self == 0
    }
    fn multiply(&mut self, other: &Self) -> bool {
        let product = self.checked_mul(*other);
        *self = product.unwrap_or(*self);
        product.is_some()
    }
    #[inline(always)]
    fn increment(&mut self) {
        *self += 1;
    }
    #[inline(always)]
    fn is_at_least(&self, limit: u64) -> bool {
        *self >= u128::from(limit)
    }
    #[inline(always)]
    fn add(&mut self, other: &Self) -> bool {
        let sum = self.checked_add(*other);
        *self = sum.unwrap_or(*self);
        sum.is_some()
    }
    #[inline(always)]
    fn since(&self, before: &Self) -> Self {
        self - before
    }
    fn unbounded(&self) -> BigUint {
        (*self).into()
    }
    fn of(number: &BigUint) -> Option<Self> {
        number.try_into().ok()
    }
}

impl Number for BigUint {
    const ZERO: Self = Self::ZERO;
    /// With the digits, which are allocated apart.
    const BYTES: usize = size_of::<Self>() + 48;
    fn one() -> Self {
        1u32.into()
    }
    fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }
    fn multiply(&mut self, other: &Self) -> bool {
        *self *= other;
        true
    }
    fn increment(&mut self) {
        *self += 1u32;
    }
    fn is_at_least(&self, limit: u64) -> bool {
        *self >= Self::from(limit)
    }
    fn add(&mut self, other: &Self) -> bool {
        *self += other;
        true
    }
    fn since(&self, before: &Self) -> Self {
        self - before
    }
    fn unbounded(&self) -> BigUint {
        self.clone()
    }
    fn of(number: &BigUint) -> Option<Self> {
        Some(number.clone())
    }
}
