//! Comparing an engine's own times with those taken from outside.
//!
//! An engine's times are of disjoint periods within the batch, so their sum does not exceed the wall time of the
//! batch; one percent is allowed for clocks that run differently. How far the sum may be below depends on what the
//! engine does outside its clock: reading, converting the instance, writing. That is done once for
//! each instance, whatever the number of iterations, so it can be measured: it is the gap between the engine's and the
//! outside time of the same batch with one iteration. With more iterations the gap may be twice as large, plus
//! a twentieth of the outside time. If it is larger, the engine's times leave out work that is done in every
//! iteration.
//!
//! The outside time is the smaller of wall and CPU time, so that an engine that reports CPU times is not blamed
//! for a busy machine, nor an engine that uses several cores for the sum of their times.

use std::time::Duration;

/// The times of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// From the first byte written to the process to the last read from it.
    pub wall: Duration,
    /// CPU time of the process and those that it started meanwhile, where the system reports it.
    pub cpu: Option<Duration>,
    /// The sum of the engine's own times, if it reports them.
    pub own: Option<Duration>,
}

/// Whether an engine's own times agree with those from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// They agree.
    Agrees,
    /// The engine reports none, or there is nothing to compare with.
    Unknown,
    /// Their sum exceeds the time that passed.
    More,
    /// They leave out work that is repeated in every iteration.
    Less,
}

/// Upper bound on the sum of an engine's own times, in hundredths of the wall time.
const MOST: u32 = 101;
/// Upper bound on the gap, in multiples of the gap with one iteration; [`PART`] is added.
const OVERHEADS: u32 = 2;
/// The outside time divided by this is added to the bound on the gap.
const PART: u32 = 20;

impl Times {
    /// The smaller of the two times taken from outside.
    fn outside(&self) -> Duration {
        self.cpu.map_or(self.wall, |cpu| cpu.min(self.wall))
    }

    /// The gap: the time that the engine spent outside its own clock.
    fn overhead(&self) -> Option<Duration> {
        self.own.map(|own| self.outside().saturating_sub(own))
    }

    /// Compares these times, given those of the same instances with one iteration.
    pub fn agreement(&self, once: Option<&Times>) -> Agreement {
        let Some(own) = self.own else { return Agreement::Unknown };
        if own.saturating_mul(100) > self.wall.saturating_mul(MOST) {
            return Agreement::More;
        }
        let (Some(gap), Some(once)) = (self.overhead(), once.and_then(Times::overhead)) else {
            return Agreement::Unknown;
        };
        if gap > once * OVERHEADS + self.outside() / PART {
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
