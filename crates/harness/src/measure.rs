//! Measuring an engine on one instance or a batch of instances: first a search with counters, then timed ones without.
//!
//! [`Measured`] is the one interface to both kinds of engines, those of this program ([`native`]) and those in other
//! programs ([`external`]). `run/sequence.rs` calls it, and judges the answers between the two steps. A single
//! instance is a batch of one.

pub mod clock;
pub mod external;
pub mod limits;
pub mod native;
pub mod watchdog;

use std::time::Duration;

use quadrille_cover::{BigUint, SearchStats};
use quadrille_results::Timing;

use crate::engine::searched::{Judgement, Searched};
use crate::measure::clock::Spent;
use crate::process::Certificate;

/// An engine and the instances it is measured on.
pub trait Measured {
    /// Searches every instance once with counters, which also warms up caches. Calls `observe` with the result for each
    /// instance, in order. Returns the peak memory in bytes if the engine is a process and the system reports it.
    ///
    /// # Errors
    /// If the engine cannot be started, or does not accept one of the instances. Then all observed results are void.
    fn count(
        &mut self,
        observe: &mut dyn FnMut(CountedSearch<'_>),
    ) -> Result<Option<u64>, Judgement>;

    /// Times the searches without counters, and compares their answers with those of [`count`](Self::count). To be
    /// called only if every counted answer was right.
    ///
    /// # Errors
    /// If a search fails, or an answer differs from the counted one.
    fn time(&mut self) -> Result<Timed, TimingError>;

    /// The CPU time of a process before it was ready for questions, where the system reports it.
    fn prepared(&self) -> Option<Duration> {
        None
    }
}

/// The result of counting one instance.
pub enum CountedSearch<'s> {
    /// The search ended.
    Ended(Answer<'s>),
    /// The search failed, so there is no answer to judge; the counters are what is known of it.
    Failed(Judgement, SearchStats),
}

/// The answer of a search that ended.
pub struct Answer<'s> {
    /// The search.
    pub searched: &'s Searched,
    /// The number of solutions, which may exceed the 64 bits of the counters.
    pub solutions: BigUint,
    /// The certificate of the number that the engine sent, if any.
    pub certificate: Option<&'s Certificate>,
}

/// The result of timing.
#[derive(Clone, Debug)]
pub struct Timed {
    /// How many times each instance was searched.
    pub iterations: u64,
    /// The times and instructions of all searches together, and how they were taken; bounds if the searches are too short
    /// to be timed, and none if they may not have been made.
    pub spent: Option<(Spent, Timing)>,
    /// The wall time of the first search of each instance, with cold caches.
    pub cold: Option<Duration>,
    /// The CPU time of one search until its first solution, if a cheapest solution was asked for and the engine is not another
    /// program.
    pub until_first: Option<Duration>,
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
    /// Timed answers differ from counted ones, at these indices of the instances.
    Mismatch(Vec<usize>),
    /// Other answers of the engine are wrong, each about an instance made from the one at this index, and what is wrong.
    Wrong(Vec<(usize, String)>),
}

impl From<Judgement> for TimingError {
    fn from(failure: Judgement) -> Self {
        Self::Failed(failure)
    }
}

/// Compares timed answers with the counted answers from the index `first` on.
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
