//! Comparing an engine's own times with those taken from outside.
//!
//! An engine's times are of disjoint periods within the batch, so their sum does not exceed the wall time of the
//! batch; one percent is allowed for clocks that run differently. How far the sum may be below the wall time depends on
//! what the engine does while its clock is stopped: reading, converting the instance, writing. That is done once for
//! each instance, whatever the number of iterations, so it can be measured: it is the gap between the engine's and the
//! outside time of the same batch with one iteration. With more iterations the gap may be twice as large, plus
//! a twentieth of the outside time. If the gap is larger, the engine's times leave out work that is done in every
//! iteration.
//!
//! The outside time is the smaller of wall and CPU time, so that an engine that reports CPU times is not blamed
//! for a busy machine, nor an engine that uses several cores for the sum of their times. The gap with one iteration is
//! that of the wall time: on a busy machine the engine's time, by a wall clock, includes periods without a core, so
//! the CPU time would have no gap at all, and the gap with more iterations would always be larger.

use std::time::Duration;

/// The times of a batch, and its memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// From the first byte written to the process to the last read from it.
    pub wall: Duration,
    /// CPU time of the process and those that it started meanwhile, where the system reports it.
    pub cpu: Option<Duration>,
    /// The sum of the engine's own times, if it reports them.
    pub own: Option<Duration>,
    /// The part of the wall time in which no process of the engine worked or waited for a core, where the system
    /// reports it.
    pub idle: Option<Duration>,
    /// The time in which the engine waited for a core by the system's account, though no other program took the core as far
    /// as this one saw. It is part of `idle`.
    pub refused: Duration,
    /// The peak memory of the process and those that it started, in bytes, where the system reports it.
    pub peak: Option<u64>,
}

impl std::ops::Add for Times {
    type Output = Self;

    fn add(self, more: Self) -> Self {
        let sum = |a: Option<Duration>, b: Option<Duration>| Some(a? + b?);
        Self {
            wall: self.wall + more.wall,
            cpu: sum(self.cpu, more.cpu),
            own: sum(self.own, more.own),
            idle: sum(self.idle, more.idle),
            refused: self.refused + more.refused,
            peak: self.peak.max(more.peak),
        }
    }
}

/// Upper bound on the sum of an engine's own times, in hundredths of the wall time.
const MOST: u32 = 101;
/// An engine may be idle for this part of the time, beside the time in which questions arrive.
const IDLE_PART: u32 = 20;
/// Upper bound on the gap between outside and own time, in multiples of the gap with one iteration; see also [`PART`].
const OVERHEADS: u32 = 2;
/// The outside time divided by this number is added to the bound on the gap.
const PART: u32 = 20;

impl Times {
    /// The smaller of the two times taken from outside.
    pub fn outside(&self) -> Duration {
        self.cpu.map_or(self.wall, |cpu| cpu.min(self.wall))
    }

    /// The time in which the engine worked or was idle, without that in which it waited for a core.
    pub fn undisturbed(&self) -> Duration {
        self.cpu.zip(self.idle).map_or(self.wall, |(cpu, idle)| cpu + idle)
    }

    /// The CPU time, with the time in which the engine was idle for longer than questions take to arrive: another process
    /// may have worked for it meanwhile. `asking` has the times of questions about no instance.
    pub fn worked(&self, asking: &Self) -> Option<Duration> {
        let arriving = asking.idle.unwrap_or_default() * 2 + self.wall / IDLE_PART;
        Some(self.cpu? + self.idle.unwrap_or_default().saturating_sub(arriving))
    }

    /// The least that the searches may have taken: the CPU time, without idleness, which a busy machine may cause.
    pub fn least(&self) -> Duration {
        self.cpu.unwrap_or(self.wall)
    }

    /// Whether so much waiting for a core was not believed that another try may tell whether the machine was busy.
    pub fn is_doubtful(&self) -> bool {
        self.refused > self.wall / IDLE_PART
    }

    /// A message if the engine's own times disagree with the outside times. `once` has the times of the same instances
    /// with one iteration; without them, own times can be found too long but not too short.
    pub fn disagreement(&self, once: Option<&Times>) -> Option<String> {
        let (own, wall) = (self.own?, self.wall);
        let gap = self.outside().saturating_sub(own);
        let overhead = |once: &Times| Some(once.wall.saturating_sub(once.own?));
        let is_less = || Some(gap > overhead(once?)? * OVERHEADS + self.outside() / PART);
        let what = if own.saturating_mul(100) > wall.saturating_mul(MOST) {
            "cannot be right"
        } else if is_less()? {
            "leave out work that it does in each search"
        } else {
            return None;
        };
        let reported = format!("the engine reports {own:?} for searches that took {wall:?}");
        Some(format!("{reported}, so its own times {what}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A process that no longer descends from the engine searches for it, in less time than may pass unnoticed.
    #[test]
    fn idle_time_counts_as_worked() {
        let micros = Duration::from_micros;
        let times = |wall, cpu, idle| Times {
            wall: micros(wall),
            cpu: Some(micros(cpu)),
            own: None,
            idle: Some(micros(idle)),
            refused: Duration::ZERO,
            peak: None,
        };
        let asking = times(40, 20, 20);
        assert_eq!(times(620, 60, 560).worked(&asking), Some(micros(60 + 560 - 40 - 31)));
        assert_eq!(times(620, 580, 40).worked(&asking), Some(micros(580)), "an honest engine");
        let unknown = Times { cpu: None, ..times(620, 0, 560) };
        assert_eq!(unknown.worked(&asking), None);
    }

    #[test]
    fn own_times_are_compared_with_those_from_outside() {
        let micros = Duration::from_micros;
        let times = |wall, cpu: Option<u64>, own: Option<u64>| Times {
            wall: micros(wall),
            cpu: cpu.map(micros),
            own: own.map(micros),
            idle: None,
            refused: Duration::ZERO,
            peak: None,
        };
        let (more, less) = (Some("cannot be right"), Some("leave out work"));
        // 40 µs of reading and writing with one iteration; 80 µs and a twentieth are allowed.
        let once = times(140, Some(140), Some(100));
        // The same on a busy machine, where the engine's wall clock went on while the engine had no core.
        let busy = times(5040, Some(140), Some(5000));
        let silent = times(10, Some(10), None);
        for (wall, cpu, own, once, expected) in [
            (1000, Some(1000), Some(1010), Some(once), None),
            (1000, Some(1000), Some(1011), Some(once), more),
            (1000, None, Some(2000), None, more),
            // Own times taken by a wall clock, on a machine that was busy.
            (1000, Some(500), Some(990), Some(once), None),
            (10_000, Some(10_000), Some(9_420), Some(once), None),
            (10_000, Some(10_000), Some(9_419), Some(once), less),
            (10_000, Some(10_000), Some(9_420), Some(busy), None),
            // Own times taken by a CPU clock, on a machine that was busy.
            (20_000, Some(10_000), Some(9_500), Some(once), None),
            // Two cores: 10 ms of each.
            (10_000, Some(20_000), Some(9_900), Some(once), None),
            // No own times, or no times with one iteration to compare them with.
            (10, Some(10), None, Some(once), None),
            (10, Some(10), Some(1), None, None),
            (10, Some(10), Some(1), Some(silent), None),
        ] {
            let found = times(wall, cpu, own).disagreement(once.as_ref());
            let (found, expected) = (found.unwrap_or_default(), expected.unwrap_or_default());
            assert_eq!(found.is_empty(), expected.is_empty(), "{own:?}: {found}");
            assert!(found.contains(expected), "{own:?}: {found}");
        }
    }
}
