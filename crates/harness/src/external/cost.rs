//! How many searches to ask another program for, so that what it takes to ask is a small thing beside them.
//!
//! More are asked for until they take long enough, and most of that for the searches. An engine that searches once,
//! however often it is asked to, never comes to that.

use std::time::Duration;

/// How long the questions of a measurement should take together. To ask takes some tens of microseconds.
pub(super) const WORTH: Duration = Duration::from_millis(10);
/// The most searches that are asked for at once. No engine does one of them in a nanosecond: if so many are not
/// worth it, they are not made.
const MOST_ITERATIONS: u64 = 10_000_000;
/// How many times as many searches are asked for where what was asked before tells too little about one.
const MORE: u64 = 4;
/// What so many searches took, with what it takes to ask for them.
#[derive(Clone, Copy)]
pub(super) struct Cost {
    pub iterations: u64,
    pub wall: Duration,
}

/// What comes after a measurement.
pub(super) enum Next {
    /// Nothing: it says what a search takes.
    Enough,
    /// So many searches are to be asked for.
    Ask(u64),
    /// Nothing: it does not search as often as it is asked to.
    Idle,
}

impl Cost {
    /// How many searches are worth asking for, going by this.
    pub fn searches_worth(self) -> u64 {
        let times = WORTH.as_nanos() / self.wall.as_nanos().max(1) + 1;
        self.iterations.saturating_mul(times as u64).min(MOST_ITERATIONS)
    }

    /// What comes after this, and what fewer searches took before.
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

    /// Whether at least half of it is of the searches, by what fewer of them took before: the rest is what they
    /// have in common. Of a single search nobody can say.
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

    /// How many searches an engine is believed to have made, if any number of them took it so many nanoseconds.
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
        // Once, or twice, however often it was asked to.
        for once in [100, 300_000, 4_400_000, 9_990_000] {
            assert_eq!(believed(|_| once), None, "{once}");
            assert_eq!(believed(|n| once / 2 * n.min(2)), None, "{once}");
        }
    }
}
