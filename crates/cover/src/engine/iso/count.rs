//! Numbers of solutions of any size, small as long as they fit into 128 bits.

use num_bigint::BigUint;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Count {
    /// Low and high 64 bits: a `u128` would take 8 bytes more in a table.
    Small(u64, u64),
    Large(Box<BigUint>),
}

impl Count {
    pub(super) const ZERO: Self = Self::Small(0, 0);
    pub(super) const ONE: Self = Self::Small(1, 0);

    pub(super) fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    fn small(&self) -> Option<u128> {
        match self {
            Self::Small(low, high) => Some(u128::from(*low) | u128::from(*high) << 64),
            Self::Large(_) => None,
        }
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        let sum = self.small().zip(other.small()).and_then(|(a, b)| a.checked_add(b));
        sum.map_or_else(|| Self::large(self.unbounded() + other.unbounded()), Self::from)
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        let product = self.small().zip(other.small()).and_then(|(a, b)| a.checked_mul(b));
        product.map_or_else(|| Self::large(self.unbounded() * other.unbounded()), Self::from)
    }

    fn large(number: BigUint) -> Self {
        if number == BigUint::ZERO { Self::ZERO } else { Self::Large(Box::new(number)) }
    }

    /// The bytes that are allocated beside the number itself.
    pub(super) fn beside(&self) -> usize {
        match self {
            Self::Small(..) => 0,
            Self::Large(number) => size_of::<BigUint>() + number.bits() as usize / 8 + 32,
        }
    }

    pub(in super::super) fn unbounded(&self) -> BigUint {
        match self {
            Self::Large(number) => (**number).clone(),
            Self::Small(..) => self.small().unwrap_or_default().into(),
        }
    }
}

impl From<&BigUint> for Count {
    fn from(number: &BigUint) -> Self {
        u128::try_from(number).map_or_else(|_| Self::large(number.clone()), Self::from)
    }
}

impl From<u128> for Count {
    fn from(number: u128) -> Self {
        Self::Small(number as u64, (number >> 64) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_products_grow_beyond_128_bits() {
        let most = Count::from(u128::MAX);
        assert_eq!(most.plus(&Count::ONE).unbounded(), BigUint::from(1u32) << 128);
        let square = most.times(&most);
        assert_eq!(square.unbounded(), BigUint::from(u128::MAX) * u128::MAX);
        assert!(square.times(&Count::ZERO).is_zero());
        assert_eq!(Count::ZERO.plus(&most), most);
        assert_eq!(Count::from(3).times(&Count::from(1 << 70)), Count::from(3 << 70));
        assert!(Count::ZERO.is_zero() && !square.is_zero());
    }
}
