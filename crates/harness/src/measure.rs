//! Measuring an engine on one instance, or on a batch of instances: first counted, then timed.
//!
//! [`Measured`] is the one interface to what is measured: an engine of ours ([`native`]) or an engine in another
//! program ([`external`]). `run/sequence.rs` drives it, and judges the answers between the two steps. A single
//! instance is a batch of one.

pub mod clock;
pub mod external;
pub mod limits;
pub mod native;
pub mod watchdog;

use quadrille_cover::{BigUint, SearchStats};

use crate::engine::searched::{Judgement, Searched};
use crate::measure::clock::Spent;

/// An engine and the instances it is measured on.
pub trait Measured {
    /// Searches every instance once with counters, which also warms up. Calls `observe` with the result for each
    /// instance, in their order. Returns the peak memory of a process in bytes, where the system reports it.
    ///
    /// # Errors
    /// If the engine cannot be started, or does not accept one of the instances: nothing counts that was observed.
    fn count(
        &mut self,
        observe: &mut dyn FnMut(CountedSearch<'_>),
    ) -> Result<Option<u64>, Judgement>;

    /// Times the searches without counters, and compares their answers with those of [`count`](Self::count). Only to
    /// be called if every counted answer was right.
    ///
    /// # Errors
    /// If there is no time because a search failed, or because an answer differs from the counted one.
    fn time(&mut self) -> Result<Timed, TimingError>;
}

/// The result of counting one instance.
pub enum CountedSearch<'s> {
    /// The search ended by itself; with the number of solutions, which may exceed the 64 bits of the counters.
    Ended(&'s Searched, BigUint),
    /// There is no answer to judge; with what was counted until then.
    Failed(Judgement, SearchStats),
}

/// The result of timing.
#[derive(Clone, Debug)]
pub struct Timed {
    /// How many times each instance was searched.
    pub iterations: u64,
    /// What all searches took.
    pub spent: Spent,
    /// The peak memory of a process in bytes, where the system reports it.
    pub peak_memory: Option<u64>,
    /// A message for the user about times that contradict each other.
    pub warning: Option<String>,
}

/// Why searches have no time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TimingError {
    /// A search failed.
    Failed(Judgement),
    /// Timed answers differ from counted ones; the places of their instances.
    Mismatch(Vec<usize>),
}

impl From<Judgement> for TimingError {
    fn from(failure: Judgement) -> Self {
        Self::Failed(failure)
    }
}

/// Compares timed answers, of which the first has the place `first`, with all the counted answers.
fn compare<T, C>(
    first: usize,
    timed: &[T],
    counted: &[C],
    same: impl Fn(&C, &T) -> bool,
) -> Result<(), TimingError> {
    let pairs = timed.iter().zip(&counted[first..]).zip(first..);
    let different = pairs.filter(|((timed, counted), _)| !same(counted, timed));
    let places: Vec<usize> = different.map(|(_, place)| place).collect();
    if places.is_empty() { Ok(()) } else { Err(TimingError::Mismatch(places)) }
}
