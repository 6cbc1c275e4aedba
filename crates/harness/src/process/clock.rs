//! The CPU clock of one process, and the time of the children that it waited for.
//!
//! The clock includes all threads of the process, also those that have ended, in nanoseconds. For children that were
//! waited for, the system reports the time in ticks of 10 ms.

use std::time::Duration;

use rustix::param::clock_ticks_per_second;
use rustix::process::Pid;

use super::stat::Stat;

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
