//! Numbers of solutions: as short as the count of all solutions allows, because a sample takes most of its time to divide them.

use num_bigint::BigUint;

use crate::random::Stream;

/// A number of solutions. No operation exceeds the number of all solutions.
pub(crate) trait Number: Clone + Ord {
    const ZERO: Self;
    fn one() -> Self;

    fn add(&mut self, other: &Self);
    fn subtract(&mut self, other: &Self);
    fn multiply(&mut self, other: &Self);
    /// Divides, and returns the remainder.
    fn divide(&mut self, by: &Self) -> Self;
    /// The last bits of a number whose words are these, the lowest first.
    fn from_words(words: impl Iterator<Item = u64>, bits: u64) -> Self;
    /// The same number of any length.
    fn unbounded(&self) -> BigUint;
    /// The same number, which is known to be in range.
    fn narrowed(number: &BigUint) -> Self;
    /// Number of bits without leading zeros.
    fn bits(&self) -> u64;

    fn product<'n>(numbers: impl Iterator<Item = &'n Self>) -> Self
    where
        Self: 'n,
    {
        numbers.fold(Self::one(), |mut product, number| {
            product.multiply(number);
            product
        })
    }

    /// A random number below this one, which is not 0: as many words as it has, the lowest first, without the bits above
    /// its highest, drawn again until they are below it. So each number type draws the same.
    #[inline]
    fn random_below(&self, stream: &mut Stream) -> Self {
        let bits = self.bits();
        loop {
            let words = (0..bits.div_ceil(64)).map(|_| stream.word());
            let number = Self::from_words(words, bits);
            if number < *self {
                return number;
            }
        }
    }
}

macro_rules! number {
    ($($type:ident)*) => {$(
        impl Number for $type {
            const ZERO: Self = 0;

            fn one() -> Self {
                1
            }

            #[inline]
            fn add(&mut self, other: &Self) {
                *self += other;
            }

            #[inline]
            fn subtract(&mut self, other: &Self) {
                *self -= other;
            }

            #[inline]
            fn multiply(&mut self, other: &Self) {
                *self *= other;
            }

            #[inline]
            fn divide(&mut self, by: &Self) -> Self {
                let rest = *self % by;
                *self /= by;
                rest
            }

            #[inline]
            fn from_words(words: impl Iterator<Item = u64>, bits: u64) -> Self {
                let whole = words.enumerate().fold(0, |number, (i, word)| {
                    number | Self::from(word) << (64 * i)
                });
                whole & Self::MAX >> (u64::from(Self::BITS) - bits)
            }

            fn unbounded(&self) -> BigUint {
                (*self).into()
            }

            fn narrowed(number: &BigUint) -> Self {
                Self::try_from(number).expect("the number is in range")
            }

            #[inline]
            fn bits(&self) -> u64 {
                u64::from(Self::BITS - self.leading_zeros())
            }
        }
    )*};
}
number!(u64 u128);

impl Number for BigUint {
    const ZERO: Self = Self::ZERO;

    fn one() -> Self {
        Self::from(1u32)
    }

    fn add(&mut self, other: &Self) {
        *self += other;
    }

    fn subtract(&mut self, other: &Self) {
        *self -= other;
    }

    fn multiply(&mut self, other: &Self) {
        *self *= other;
    }

    fn divide(&mut self, by: &Self) -> Self {
        let rest = &*self % by;
        *self /= by;
        rest
    }

    fn from_words(words: impl Iterator<Item = u64>, bits: u64) -> Self {
        let digits = words.flat_map(|word| [word as u32, (word >> 32) as u32]).collect();
        Self::new(digits) & ((Self::from(1u32) << bits) - 1u32)
    }

    fn unbounded(&self) -> BigUint {
        self.clone()
    }

    fn narrowed(number: &BigUint) -> Self {
        number.clone()
    }

    fn bits(&self) -> u64 {
        Self::bits(self)
    }
}
