//! How many iterations to ask another program for, so that the cost of asking is small beside the searches.
//!
//! The number grows until the iterations take long enough and most of the time is spent searching. An engine that searches
//! once, however many iterations it is asked for, never gets there.

use std::time::Duration;

/// The shortest time worth measuring. Asking alone takes some tens of microseconds.
pub(super) const WORTH: Duration = Duration::from_millis(10);
/// Upper bound on the iterations asked for. No engine searches in a nanosecond, so one that makes this number in less
/// than [`WORTH`] does not make them.
const MOST_ITERATIONS: u64 = 10_000_000;
/// Smallest factor by which the iterations grow.
const MORE: u64 = 4;

/// The wall time of some iterations, the cost of asking included.
#[derive(Clone, Copy)]
pub(super) struct Cost {
    pub iterations: u64,
    pub wall: Duration,
}

/// The next step after a measurement.
pub(super) enum Next {
    /// None: the measurement is good.
    Enough,
    /// Ask for this number of iterations.
    Ask(u64),
    /// None: the engine does not repeat its searches.
    Idle,
}

impl Cost {
    /// How many iterations take [`WORTH`], judging by this measurement.
    pub fn searches_worth(self) -> u64 {
        let times = WORTH.as_nanos() / self.wall.as_nanos().max(1) + 1;
        self.iterations.saturating_mul(times as u64).min(MOST_ITERATIONS)
    }

    /// The next step after this measurement and an earlier one of fewer iterations.
    pub fn after(self, before: Self) -> Next {
        if self.wall >= WORTH && self.is_of_searches(before) {
            Next::Enough
        } else if self.iterations == MOST_ITERATIONS {
            Next::Idle
        } else {
            let more = self.searches_worth().max(self.iterations * MORE);
            Next::Ask(more.min(MOST_ITERATIONS))
        }
    }

    /// Whether at least half of the time was spent searching, judging by an earlier measurement of fewer iterations: the
    /// rest is the cost that both have in common. A single iteration is taken on trust.
    fn is_of_searches(self, before: Self) -> bool {
        if self.iterations <= before.iterations {
            return true;
        }
        let more = (self.iterations - before.iterations) as f64;
        let one = self.wall.saturating_sub(before.wall).as_secs_f64() / more;
        2.0 * one * self.iterations as f64 >= self.wall.as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The iterations that an engine is believed to have made, if `took` gives its nanoseconds for a number of them.
    fn believed(took: impl Fn(u64) -> u64) -> Option<u64> {
        let cost = |iterations| Cost { iterations, wall: Duration::from_nanos(took(iterations)) };
        let mut before = cost(1);
        let mut now = cost(before.searches_worth());
        loop {
            match now.after(before) {
                Next::Enough => return Some(now.iterations),
                Next::Ask(more) => (before, now) = (now, cost(more)),
                Next::Idle => return None,
            }
        }
    }

    #[test]
    fn only_who_takes_longer_for_more_searches_is_believed() {
        assert_eq!(believed(|n| 30_000_000 * n), Some(1));
        assert!(believed(|n| 50_000 + 200 * n).is_some_and(|n| n > 50_000));
        assert!(believed(|n| 4_000_000 + 10_000 * n).is_some_and(|n| n > 400), "a slow pipe");
        assert!(believed(|n| 50_000 + 2 * n).is_some());
        // One search, or two, whatever the number of iterations.
        for once in [100, 300_000, 4_400_000, 9_990_000] {
            assert_eq!(believed(|_| once), None, "{once}");
            assert_eq!(believed(|n| once / 2 * n.min(2)), None, "{once}");
        }
    }
}
