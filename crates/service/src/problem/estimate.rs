//! How large a search is, before it is begun.

use std::fmt;
use std::time::Instant;

use quadrille_cover::estimate::{self, Blind, Effort, Estimate, Quantity, search_nodes};
use quadrille_cover::{CancelToken, Problem, Unsupported};
use serde::{Deserialize, Serialize};

/// The nodes of a first estimate, which shows how many nodes fit into the time.
const FIRST: u64 = 200_000;
/// Share of the time that is planned for the estimate; the rest is for the measurement of a node's time.
const PLANNED: f64 = 0.8;
/// An estimate that takes longer than planned by this factor is to be cancelled.
const PATIENCE: f64 = 1.5;
/// Nodes of the first measurement of a node's time; each further one takes twice as many.
const MEASURED: u64 = 20_000;
/// Seconds after which no further measurement begins.
const MEASURING: f64 = 0.08;

/// The time, which this library does not take itself.
pub trait Clock {
    /// Seconds since some moment.
    fn now(&self) -> f64;

    /// A token that is cancelled after this number of seconds, or when the caller is interrupted. Without it an estimate goes on to
    /// its end.
    fn after(&self, _seconds: f64) -> Option<CancelToken> {
        None
    }
}

/// The clock of a program that has one; a page in a browser takes the browser's.
impl Clock for Instant {
    fn now(&self) -> f64 {
        self.elapsed().as_secs_f64()
    }
}

/// An estimate with the nodes that were allowed for it.
#[derive(Clone, Debug)]
pub struct Estimated {
    /// The estimate.
    pub made: Estimate,
    /// What it was allowed to cost, in nodes.
    pub allowed: u64,
}

/// Estimates the tree of a problem within this number of seconds: a first estimate shows how many nodes a second one may cost.
/// `cancel` ends it.
///
/// # Errors
/// The tree cannot be estimated: `bits` does not handle the problem.
pub fn estimate(
    problem: &Problem,
    seed: u64,
    seconds: f64,
    clock: &dyn Clock,
    cancel: &CancelToken,
) -> Result<Estimated, Unsupported> {
    let made = |allowed: u64, cancel: &CancelToken| {
        let effort = Effort { seed, nodes: allowed, cancel: Some(cancel.clone()) };
        estimate::estimate(problem, &effort).map(|made| Estimated { made, allowed })
    };
    let start = clock.now();
    let first = made(FIRST, cancel)?;
    let taken = clock.now() - start;
    let left = (seconds - taken).max(0.0);
    #[expect(clippy::cast_sign_loss, reason = "times are not negative")]
    let nodes = (PLANNED * left * first.made.cost as f64 / taken.max(1e-6)) as u64;
    if first.made.is_exact || nodes <= FIRST || cancel.is_cancelled() {
        return Ok(first);
    }
    let token = clock.after(PATIENCE * left);
    made(nodes, token.as_ref().unwrap_or(cancel))
}

/// The time of a node in seconds, measured on the beginning of the tree; `None` if the tree cannot be searched.
pub fn pace(problem: &Problem, clock: &dyn Clock) -> Option<f64> {
    let begin = clock.now();
    let time = |most: u64| {
        let start = clock.now();
        let nodes = search_nodes(problem, most).ok()?;
        Some((nodes, clock.now() - start))
    };
    let mut most = MEASURED;
    loop {
        // A search of one node takes the time for the tables.
        let (_, tables) = time(1)?;
        let (nodes, taken) = time(most)?;
        if nodes < most || clock.now() - begin > MEASURING {
            return Some((taken - tables).max(1e-9) / nodes as f64);
        }
        most *= 2;
    }
}

/// A number by estimate, with the interval in which it lies with a probability of 90 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The estimate.
    pub estimate: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end; `None` if it is not known.
    pub high: Option<f64>,
}

impl From<&Quantity> for Interval {
    fn from(quantity: &Quantity) -> Self {
        Self { estimate: quantity.value, low: quantity.low, high: quantity.high }
    }
}

impl Interval {
    /// The same in another unit.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        let Self { estimate, low, high } = self;
        Self { estimate: factor * estimate, low: factor * low, high: high.map(|x| factor * x) }
    }

    /// The number in words, each end written by `show`.
    pub fn text<T: fmt::Display>(self, is_exact: bool, show: impl Fn(f64) -> T) -> String {
        let estimate = show(self.estimate);
        match self.high {
            _ if is_exact => estimate.to_string(),
            Some(high) => {
                format!("about {estimate}, 90 % interval {} to {}", show(self.low), show(high))
            }
            None => format!("at least {}; about {estimate}, upper end unknown", show(self.low)),
        }
    }
}

/// Why the intervals of the nodes and the solutions have no upper ends, where they have none.
pub fn blind(made: &Estimate) -> impl Iterator<Item = (&'static str, Blind)> + use<> {
    let of = [("nodes", made.nodes.blind), ("solutions", made.solutions.blind)];
    of.into_iter().filter_map(|(what, blind)| Some((what, blind?)))
}
