//! How many iterations to ask another program for, so that asking takes little time compared with searching.
//!
//! The number grows until the iterations take long enough and most of the time is spent searching. An engine that
//! searches only once, whatever the number of iterations, is found out, because its time does not grow.

use std::time::Duration;

/// The shortest time worth measuring, long compared with the tens of microseconds that asking takes.
pub(super) const WORTH: Duration = Duration::from_millis(10);
/// Upper bound on the iterations asked for. No engine searches in a nanosecond, so an engine that takes less than
/// [`WORTH`] for this number does not repeat its searches.
const MOST_ITERATIONS: u64 = 10_000_000;
/// Smallest factor by which the number of iterations grows.
const MORE: u64 = 4;

/// A growing number of iterations.
pub(super) struct Growth {
    /// How many iterations to ask for next.
    pub iterations: u64,
    /// The last number of iterations asked for, and their wall time.
    before: (u64, Duration),
}

impl Growth {
    /// The state after one iteration, which took `wall` together with the cost of asking.
    pub fn after_one(wall: Duration) -> Self {
        Self { iterations: worth(1, wall), before: (1, wall) }
    }

    /// Whether `wall` is a good measurement of the iterations asked for; if not, their number grows. `None` if the
    /// engine does not repeat its searches.
    pub fn is_enough(&mut self, wall: Duration) -> Option<bool> {
        let (now, (fewer, before)) = (self.iterations, self.before);
        // The time of one search, from two numbers of iterations, because both times include the cost of asking once.
        // Searches must take at least half of the time, which is not checked if only one iteration was needed.
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

/// How many iterations take about [`WORTH`], if `iterations` of them take `wall`.
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
        // Engines that make one search, or two, whatever the number of iterations.
        for once in [100, 300_000, 4_400_000, 9_990_000] {
            assert_eq!(believed(|_| once), None, "{once}");
            assert_eq!(believed(|n| once / 2 * n.min(2)), None, "{once}");
        }
    }
}
