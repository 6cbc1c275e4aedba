//! An engine's own times beside those taken from outside.
//!
//! An engine's times are of disjoint periods within the batch, so their sum is no more than the wall time of the
//! batch; one percent is allowed for clocks that do not run alike. How far it may be below depends on what the
//! engine does outside its clock: reading, bringing the instance into its form, writing. That is done once for
//! each instance, whatever the number of iterations, so it is measured: it is what lies between the own and the
//! outside time of the same batch with one iteration. With more iterations there may be twice as much between
//! them, and a twentieth of the time. What is more was left out of the engine's own times and done again in
//! every iteration.
//!
//! The outside time is the smaller of wall and CPU time: an engine that gives CPU times should not be blamed
//! for a machine that is busy with something else, nor one that works on several cores for their sum.

use std::time::Duration;

/// The times of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// From the first byte written to the process to the last read from it.
    pub wall: Duration,
    /// What the process, and those that it started, used of the processors meanwhile; `None` where the system
    /// does not say.
    pub cpu: Option<Duration>,
    /// The sum of what the engine says it took; `None` if it does not say.
    pub own: Option<Duration>,
}

/// Whether an engine's own times are to be believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Nothing speaks against them.
    Agrees,
    /// The engine gives none, or there is nothing to compare with.
    Unknown,
    /// They add up to more than the time that passed.
    More,
    /// They leave too much out.
    Less,
}

/// The most that own times may be of the wall time, in hundredths.
const MOST: u32 = 101;
/// How many times as much as with one iteration may lie between own and outside time.
const OVERHEADS: u32 = 2;
/// Which part of the outside time may lie between them besides.
const PART: u32 = 20;

impl Times {
    /// What is least of the times taken from outside.
    fn outside(&self) -> Duration {
        self.cpu.map_or(self.wall, |cpu| cpu.min(self.wall))
    }

    /// What the engine did outside its own clock, as far as anybody can tell.
    fn overhead(&self) -> Option<Duration> {
        self.own.map(|own| self.outside().saturating_sub(own))
    }

    /// Whether these times hold together, given those of the same instances with one iteration.
    pub fn agreement(&self, once: Option<&Times>) -> Agreement {
        let Some(own) = self.own else { return Agreement::Unknown };
        if own.saturating_mul(100) > self.wall.saturating_mul(MOST) {
            return Agreement::More;
        }
        let (Some(between), Some(once)) = (self.overhead(), once.and_then(Times::overhead)) else {
            return Agreement::Unknown;
        };
        if between > once * OVERHEADS + self.outside() / PART {
            return Agreement::Less;
        }
        Agreement::Agrees
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(wall: u64, cpu: impl Into<Option<u64>>, own: impl Into<Option<u64>>) -> Times {
        let micros = Duration::from_micros;
        Times { wall: micros(wall), cpu: cpu.into().map(micros), own: own.into().map(micros) }
    }

    #[test]
    fn nobody_can_have_searched_longer_than_it_took() {
        let once = times(150, 140, 100);
        assert_eq!(times(1000, 1000, 1010).agreement(Some(&once)), Agreement::Agrees);
        assert_eq!(times(1000, 1000, 1011).agreement(Some(&once)), Agreement::More);
        assert_eq!(times(1000, None, 2000).agreement(None), Agreement::More);
        // Own times that are wall times, on a machine that was busy.
        assert_eq!(times(1000, 500, 990).agreement(Some(&once)), Agreement::Agrees);
    }

    #[test]
    fn what_one_iteration_does_not_leave_out_more_may_not() {
        let once = times(150, 140, 100);
        // 40 µs of reading and writing; 80 µs and a twentieth are allowed.
        assert_eq!(times(10_000, 10_000, 9_420).agreement(Some(&once)), Agreement::Agrees);
        assert_eq!(times(10_000, 10_000, 9_419).agreement(Some(&once)), Agreement::Less);
        // Own times that are CPU times, on a machine that was busy.
        assert_eq!(times(20_000, 10_000, 9_500).agreement(Some(&once)), Agreement::Agrees);
        // Two cores: 10 ms of each.
        assert_eq!(times(10_000, 20_000, 9_900).agreement(Some(&once)), Agreement::Agrees);
    }

    #[test]
    fn who_says_nothing_is_not_judged() {
        let once = times(150, 140, 100);
        assert_eq!(times(10, 10, None).agreement(Some(&once)), Agreement::Unknown);
        assert_eq!(times(10, 10, 1).agreement(None), Agreement::Unknown);
        assert_eq!(times(10, 10, 1).agreement(Some(&times(10, 10, None))), Agreement::Unknown);
    }
}
