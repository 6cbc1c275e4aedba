//! The times of a batch, taken from outside, and what they say of the work in it.

use std::time::Duration;

/// The times of a batch, and its memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// From the first byte written to the process to the last read from it.
    pub wall: Duration,
    /// CPU time of the process and those that it started meanwhile, where the system reports it.
    pub cpu: Option<Duration>,
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
            idle: sum(self.idle, more.idle),
            refused: self.refused + more.refused,
            peak: self.peak.max(more.peak),
        }
    }
}

/// An engine may be idle for this part of the time, beside the time in which questions arrive.
const IDLE_PART: u32 = 20;

impl Times {
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
}
