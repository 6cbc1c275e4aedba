//! The line in which the system describes a process, `/proc/PID/stat`, and the CPU clock of a process.
//!
//! The clock includes all threads of the process, also those that have ended, in nanoseconds. For children that were
//! waited for, the system reports the time in ticks of 10 ms.

use std::fs;
use std::str::FromStr;
use std::time::Duration;

use rustix::param::clock_ticks_per_second;
use rustix::process::Pid;

/// The line, from its third field on: the second is the name of the program, between parentheses, and may have any characters.
pub struct Stat(String);

impl Stat {
    /// That of a process, if there is one.
    pub fn of(process: Pid) -> Option<Self> {
        Self::read(&fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
    }

    /// A line as it is written there.
    pub fn read(line: &str) -> Option<Self> {
        Some(Self(line.trim_end().rsplit_once(") ")?.1.to_owned()))
    }

    /// A field by its number, the first of the line being 1, as `man 5 proc_pid_stat` counts them. The numbers begin at 3.
    pub fn field<T: FromStr>(&self, number: usize) -> Option<T> {
        self.0.split(' ').nth(number.checked_sub(3)?)?.parse().ok()
    }

    /// Whether a process is of a process group or a session, by its leader. The system says 0 for one that this program
    /// cannot see.
    pub fn is_led_by(&self, leader: Pid) -> bool {
        let leader = Some(leader.as_raw_nonzero().get());
        self.field(5) == leader || self.field(6) == leader
    }
}

/// The CPU time of a process, and of its children that it has waited for.
pub fn alone(process: Pid) -> Option<Duration> {
    Some(clock(process)? + waited_for(process).unwrap_or_default())
}

/// The CPU time of a process so far, without its descendants.
#[cfg(target_os = "linux")]
pub fn clock(process: Pid) -> Option<Duration> {
    use nix::time::{clock_getcpuclockid, clock_gettime};
    let process = nix::unistd::Pid::from_raw(process.as_raw_nonzero().get());
    clock_getcpuclockid(process).and_then(clock_gettime).ok().map(Duration::from)
}

#[cfg(not(target_os = "linux"))]
pub fn clock(_: Pid) -> Option<Duration> {
    None
}

/// The CPU time of those processes that a process started and whose end it has waited for.
fn waited_for(process: Pid) -> Option<Duration> {
    let stat = Stat::of(process)?;
    let ticks = stat.field::<u64>(16)? + stat.field::<u64>(17)?;
    let second = clock_ticks_per_second().max(1);
    Some(Duration::from_nanos(ticks * (1_000_000_000 / second)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "7 (a) b (c) S 1 8 0 0 -1 4194560 123 456 0 0 10 20 30 40 20 0 1 0 99 5 6\n";

    #[test]
    fn fields_are_counted_after_the_name_of_the_program() {
        let stat = Stat::read(LINE).expect("a line");
        assert_eq!(stat.field::<String>(3).as_deref(), Some("S"));
        assert_eq!((stat.field(16), stat.field(17)), (Some(30_u64), Some(40_u64)));
        assert_eq!(stat.field(24), Some(6));
        assert_eq!((stat.field::<u64>(25), stat.field::<u64>(2)), (None, None));
        assert!(Stat::read("").is_none() && Stat::read("7 (a").is_none());
    }

    #[test]
    fn a_leader_that_is_not_seen_is_nobody() {
        let stat = Stat::read(LINE).expect("a line");
        let leads = |id| stat.is_led_by(Pid::from_raw(id).expect("not 0"));
        assert_eq!([8, 1, 7].map(leads), [true, false, false]);
    }
}
