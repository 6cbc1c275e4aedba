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

/// A growing number of iterations.
pub(super) struct Growth {
    /// How many iterations to ask for next.
    pub iterations: u64,
    /// An earlier number of iterations, and their wall time.
    before: (u64, Duration),
}

impl Growth {
    /// After one iteration that took `wall`, the cost of asking included.
    pub fn after_one(wall: Duration) -> Self {
        Self { iterations: worth(1, wall), before: (1, wall) }
    }

    /// Whether the iterations, which took `wall`, are a good measurement; if not, their number grows. `None` if the
    /// engine does not repeat its searches.
    pub fn is_enough(&mut self, wall: Duration) -> Option<bool> {
        let (now, (fewer, before)) = (self.iterations, self.before);
        // What both measurements have in common is the cost of asking; at least half of the time must be that of
        // searches. A single iteration is taken on trust.
        let one = wall.saturating_sub(before).as_secs_f64() / (now - fewer) as f64;
        let is_of_searches = now == fewer || 2.0 * one * now as f64 >= wall.as_secs_f64();
        if wall >= WORTH && is_of_searches {
            return Some(true);
        }
        self.before = (now, wall);
        self.iterations = worth(now, wall).max(now * MORE).min(MOST_ITERATIONS);
        (now < MOST_ITERATIONS).then_some(false)
    }
}

/// How many iterations take [`WORTH`], if this number takes `wall`.
fn worth(iterations: u64, wall: Duration) -> u64 {
    let times = WORTH.as_nanos() / wall.as_nanos().max(1) + 1;
    iterations.saturating_mul(times as u64).min(MOST_ITERATIONS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The iterations that an engine is believed to have made, if `took` gives its nanoseconds for a number of them.
    fn believed(took: impl Fn(u64) -> u64) -> Option<u64> {
        let took = |iterations| Duration::from_nanos(took(iterations));
        let mut growth = Growth::after_one(took(1));
        while !growth.is_enough(took(growth.iterations))? {}
        Some(growth.iterations)
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
