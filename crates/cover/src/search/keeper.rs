//! What a count in one go has found, kept for a later count.

use num_bigint::BigUint;

/// Keeps sub-problems, each with its number of solutions, for another count of the same problem by the same engine.
///
/// A sub-problem is written in bytes that only the engine can read. Whatever is not kept is counted again. [`Frontier`](crate::engine::Frontier)
/// keeps states with their numbers of ways in the same form.
pub trait Keeper: Sync {
    /// Passes each sub-problem kept so far to `take`.
    fn restore(&self, take: &mut dyn FnMut(&[u8], &BigUint));

    fn keep(&self, sub_problem: &[u8], solutions: &BigUint);
}
