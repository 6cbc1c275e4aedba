//! The CPU clock of one process, and the time of the children that it waited for.
//!
//! The clock includes all threads of the process, also those that have ended, in nanoseconds. For children that were
//! waited for, the system reports the time in ticks of 10 ms.

use std::fs;
use std::time::Duration;

use rustix::param::clock_ticks_per_second;
use rustix::process::Pid;

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
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let ticks = waited_ticks(&stat)?;
    let second = clock_ticks_per_second().max(1);
    Some(Duration::from_nanos(ticks * (1_000_000_000 / second)))
}

/// The sum of `cutime` and `cstime` in a line of `/proc/PID/stat`, in which the name of the program, between
/// parentheses, may have any characters.
fn waited_ticks(stat: &str) -> Option<u64> {
    let (_, fields) = stat.rsplit_once(") ")?;
    let mut fields = fields.split(' ').skip(13).map(|ticks| ticks.parse::<u64>().ok());
    Some(fields.next()?? + fields.next()??)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_counted_after_the_name_of_the_program() {
        let stat = "7 (a) b (c) S 1 7 7 0 -1 4194560 123 456 0 0 10 20 30 40 20 0 1 0 99 5 6\n";
        assert_eq!(waited_ticks(stat), Some(70));
        assert_eq!(waited_ticks("7 (a) S 1"), None);
        assert_eq!(waited_ticks(""), None);
    }
}
