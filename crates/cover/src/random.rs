//! Random numbers and orders from a seed, the same on every machine and in every version.
//!
//! The generator is `ChaCha8`, whose output is specified. The distributions are defined here, because
//! libraries of distributions change their results from version to version.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// One of the 2^64 independent streams of a seed.
///
/// ```
/// use quadrille_cover::random::{Stream, shuffle};
///
/// let draw = |seed, stream| {
///     let mut stream = Stream::new(seed, stream);
///     let mut cards = [1, 2, 3, 4, 5];
///     shuffle(&mut cards, &mut stream);
///     assert!(stream.below(6) < 6);
///     (cards, stream.word())
/// };
/// assert_eq!(draw(1, 0), draw(1, 0));
/// assert_ne!(draw(1, 0), draw(1, 1));
/// ```
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// Stream number `stream` of `seed`.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        generator.set_stream(stream);
        Self(generator)
    }

    /// 64 random bits.
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A random number below `bound`, uniformly distributed.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "expected a bound of at least 1");
        let bound = bound as u64;
        // Numbers from the last multiple of `bound` on are rejected, or small remainders would be more likely.
        let whole = u64::MAX - u64::MAX % bound;
        loop {
            let number = self.0.next_u64();
            if number < whole {
                return (number % bound) as usize;
            }
        }
    }
}

/// Shuffles the items with random numbers from the stream (Fisher and Yates).
pub fn shuffle<T>(items: &mut [T], stream: &mut Stream) {
    for i in (1..items.len()).rev() {
        items.swap(i, stream.below(i + 1));
    }
}
