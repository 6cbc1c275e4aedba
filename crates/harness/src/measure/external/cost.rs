//! How many iterations to ask another program for, so that asking takes little time compared with searching.
//!
//! The number grows until the iterations take long enough, most of the time is spent searching, and twice as many take
//! twice as long. An engine that searches only once, whatever the number of iterations, is found out, because its time
//! does not grow.

use std::time::Duration;

/// The shortest time worth measuring, long compared with the tens of microseconds that asking takes.
pub(super) const WORTH: Duration = Duration::from_millis(10);
/// Upper bound on the iterations asked for. No engine searches in a nanosecond, so an engine that takes less than
/// [`WORTH`] for this number does not repeat its searches.
const MOST_ITERATIONS: u64 = 10_000_000;
/// Smallest factor by which the number of iterations grows.
const MORE: u64 = 4;

/// The bounds within which the time of twice as many searches is believed, in multiples of the time before. The time
/// of asking, which does not double, may be half of the time before.
const DOUBLE: [f64; 2] = [1.4, 3.0];
/// Factor by which the CPU clock may fall short of the wall clock when iterations are chosen. Some kernels advance the CPU clock of
/// another process once in some milliseconds while that process runs, so a short search may seem to take no time at all.
const FALLS_SHORT: u64 = 16;
/// How many times as long as by the last number of iterations an engine may take before it counts as hanging.
const MUCH_LONGER: u32 = 20;

/// A growing number of iterations. All times are those in which the engine worked, so that a busy machine hardly
/// changes what is asked; times by the wall clock only bound the growth.
pub(super) struct Growth {
    /// How many iterations to ask for next.
    pub iterations: u64,
    /// The last number of iterations asked for, and their time.
    before: (u64, Duration),
    /// Whether the last number was enough, and `iterations` is twice that number, to see the time double.
    doubles: bool,
}

impl Growth {
    /// The state after one iteration, which took `time` together with the cost of asking, and `wall` by the wall clock.
    pub fn after_one(time: Duration, wall: Duration) -> Self {
        Self { iterations: worth(1, time, wall), before: (1, time), doubles: false }
    }

    /// The longest that the iterations to ask for next may take, if `limit` is the limit of time for a search.
    pub fn longest(&self, limit: Duration) -> Duration {
        let (fewer, before) = self.before;
        let more = u32::try_from(self.iterations.div_ceil(fewer)).unwrap_or(u32::MAX);
        limit.saturating_add(before.saturating_mul(more).saturating_mul(MUCH_LONGER))
    }

    /// Whether `time` is a good measurement of the iterations asked for, which took `wall` by the wall clock; if not, their
    /// number grows. `None` if the engine does not repeat its searches.
    pub fn is_enough(&mut self, time: Duration, wall: Duration) -> Option<bool> {
        let (now, (fewer, before)) = (self.iterations, self.before);
        if now == fewer && time >= WORTH {
            return Some(true); // a single search
        }
        // The time of one search, from two numbers of iterations, because both times include the cost of asking once.
        // Searches must take at least half of the time.
        let one = time.saturating_sub(before).as_secs_f64() / (now - fewer).max(1) as f64;
        let is_of_searches = 2.0 * one * now as f64 >= time.as_secs_f64();
        let ratio = time.as_secs_f64() / before.as_secs_f64();
        if self.doubles && (DOUBLE[0]..=DOUBLE[1]).contains(&ratio) {
            return Some(true);
        }
        self.before = (now, time);
        self.doubles = time >= WORTH && is_of_searches && now <= MOST_ITERATIONS;
        if self.doubles {
            self.iterations = 2 * now;
            return Some(false);
        }
        self.iterations = worth(now, time, wall).max(now * MORE).min(MOST_ITERATIONS);
        (now < MOST_ITERATIONS).then_some(false)
    }
}

/// How many iterations take about [`WORTH`], if `iterations` of them take `time`, and `wall` by the wall clock.
fn worth(iterations: u64, time: Duration, wall: Duration) -> u64 {
    let times = |time: Duration| (WORTH.as_nanos() / time.as_nanos().max(1) + 1) as u64;
    let times = times(time).min(times(wall).saturating_mul(FALLS_SHORT));
    iterations.saturating_mul(times).min(MOST_ITERATIONS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The iterations that an engine is believed to have made, if `took` gives its nanoseconds for a number of them.
    fn believed(took: impl Fn(u64) -> u64) -> Option<u64> {
        let took = |iterations| Duration::from_nanos(took(iterations));
        let mut growth = Growth::after_one(took(1), took(1));
        while !growth.is_enough(took(growth.iterations), took(growth.iterations))? {}
        Some(growth.iterations)
    }

    #[test]
    fn how_long_iterations_may_take_is_bounded_by_what_they_took() {
        let ms = Duration::from_millis;
        let short = Duration::from_micros(100);
        let growth = Growth::after_one(short, short);
        assert_eq!(growth.iterations, 101);
        assert_eq!(growth.longest(ms(50)), ms(50) + ms(202));
        assert_eq!(Growth::after_one(ms(20), ms(20)).longest(ms(50)), ms(450));
    }

    #[test]
    fn a_cpu_clock_that_stood_still_does_not_ask_for_millions_of_searches() {
        let (nothing, short) = (Duration::ZERO, Duration::from_micros(100));
        let mut growth = Growth::after_one(nothing, short);
        assert_eq!(growth.iterations, 101 * FALLS_SHORT);
        let long = Duration::from_millis(500);
        assert_eq!(growth.is_enough(nothing, long), Some(false));
        assert_eq!(growth.iterations, 101 * FALLS_SHORT * FALLS_SHORT);
    }

    #[test]
    fn only_who_takes_longer_for_more_searches_is_believed() {
        assert_eq!(believed(|n| 30_000_000 * n), Some(1));
        assert!(believed(|n| 50_000 + 200 * n).is_some_and(|n| n > 50_000));
        assert!(believed(|n| 4_000_000 + 10_000 * n).is_some_and(|n| n > 400), "a slow pipe");
        assert!(believed(|n| 50_000 + 2 * n).is_some());
        // Engines that make one search, or two, whatever the number of iterations.
        // An engine that pretends: the time grows, but does not double.
        assert_eq!(believed(|n| 3_000_000 * u64::from(n.ilog2() + 1)), None);
        for once in [100, 300_000, 4_400_000, 9_990_000] {
            assert_eq!(believed(|_| once), None, "{once}");
            assert_eq!(believed(|n| once / 2 * n.min(2)), None, "{once}");
        }
    }
}
