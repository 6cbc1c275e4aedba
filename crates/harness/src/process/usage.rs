//! CPU time and memory of a process, its descendants and its orphans, from the process clock and `/proc`.
//!
//! The CPU clock of a process includes all its threads, also those that have ended, in nanoseconds. For processes that
//! it started and waited for, the system reports the time in ticks of 10 ms. Without `/proc`, or if a process has
//! ended, the functions here return `None`.
//!
//! The crate `procfs` would save some thirty lines here, but add three crates and stubs for systems without `/proc`.

use std::fs;
use std::time::Duration;

use rustix::param::clock_ticks_per_second;
use rustix::process::Pid;

use super::orphans::{self, children};

/// A process, its descendants, and its orphans with theirs; the process first.
pub fn family(process: Pid) -> Vec<Pid> {
    let mut family = vec![process];
    let mut next = 0;
    let mut orphans = Some(orphans::of(process));
    while let Some(&parent) = family.get(next) {
        next += 1;
        // A child may move to another parent while this loop runs, and then be found twice.
        for child in children(parent).into_iter().chain(orphans.take().into_iter().flatten()) {
            if !family.contains(&child) {
                family.push(child);
            }
        }
    }
    family
}

/// The CPU time of a process and its descendants so far.
pub fn cpu(process: Pid) -> Option<Duration> {
    let own = clock(process)?;
    let rest = family(process).into_iter().map(|member| {
        let clock = if member == process { own } else { clock(member).unwrap_or_default() };
        clock + waited_for(member).unwrap_or_default()
    });
    Some(rest.sum())
}

/// The CPU time of a process so far, without its descendants.
#[cfg(target_os = "linux")]
fn clock(process: Pid) -> Option<Duration> {
    use nix::time::{clock_getcpuclockid, clock_gettime};
    let process = nix::unistd::Pid::from_raw(process.as_raw_nonzero().get());
    clock_getcpuclockid(process).and_then(clock_gettime).ok().map(Duration::from)
}

#[cfg(not(target_os = "linux"))]
fn clock(_: Pid) -> Option<Duration> {
    None
}

/// Whether a process and all its descendants are asleep, so that none of them searches or is ready to.
pub fn is_asleep(process: Pid) -> bool {
    let is_asleep = |member: Pid| {
        let stat = fs::read_to_string(format!("/proc/{member}/stat")).ok()?;
        Some(stat.rsplit_once(") ")?.1.starts_with('S'))
    };
    family(process).into_iter().all(|member| is_asleep(member) == Some(true))
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

/// The line of `/proc/PID/status` with the memory in use.
pub const IN_USE: &str = "VmRSS:";
/// The line of `/proc/PID/status` with the peak since [`forget_peak`], or else since the start of the process.
pub const PEAK: &str = "VmHWM:";

/// The sum of the line [`IN_USE`] or [`PEAK`] over a process and its descendants, in bytes.
///
/// A page that several of them share, as after a `fork`, is in the line of each. If the sum exceeds `most`, each line is
/// therefore multiplied by the process's proportional share of its memory (`Pss` / `Rss`), in which a page shared by N
/// processes counts one N-th. The system walks all pages to find the share, so it is not asked for if it cannot matter.
pub fn memory(process: Pid, line: &str, most: u64) -> Option<u64> {
    let lines = |member: Pid| {
        let status = fs::read_to_string(format!("/proc/{member}/status")).ok()?;
        Some((member, kilobytes(&status, line)?))
    };
    let each: Vec<(Pid, u64)> = family(process).into_iter().filter_map(lines).collect();
    let sum = |bytes: u64, more: u64| bytes.saturating_add(more);
    let all = each.iter().map(|&(_, bytes)| bytes).reduce(sum)?;
    if each.len() == 1 || all <= most {
        return Some(all);
    }
    let shares = each.iter().map(|&(member, bytes)| {
        let (part, whole) = share(member);
        (u128::from(bytes) * u128::from(part) / u128::from(whole)) as u64
    });
    shares.reduce(sum)
}

/// The memory that a process is charged with if each page is divided among the processes that share it, and its whole
/// memory; both 1 where the system does not know.
fn share(process: Pid) -> (u64, u64) {
    let rollup = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).unwrap_or_default();
    match (kilobytes(&rollup, "Pss:"), kilobytes(&rollup, "Rss:")) {
        (Some(proportional), Some(resident)) if resident > 0 => (proportional, resident),
        _ => (1, 1),
    }
}

/// The number of kilobytes after `key` at the beginning of a line, in bytes.
fn kilobytes(text: &str, key: &str) -> Option<u64> {
    let found = text.lines().find_map(|line| line.strip_prefix(key))?;
    Some(found.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
}

/// The longest time in which the first thread of a process or of one of its descendants has been ready to run and waited
/// for a core, so far.
pub fn waited_for_core(process: Pid) -> Option<Duration> {
    let of_each = family(process).into_iter();
    of_each.filter_map(|member| run_delay(&format!("/proc/{member}/schedstat"))).max()
}

/// As [`waited_for_core`], for the calling thread.
pub fn this_thread_waited() -> Option<Duration> {
    run_delay("/proc/thread-self/schedstat")
}

/// The second of the three numbers, in nanoseconds.
fn run_delay(schedstat: &str) -> Option<Duration> {
    let stat = fs::read_to_string(schedstat).ok()?;
    stat.split(' ').nth(1)?.parse().ok().map(Duration::from_nanos)
}

/// How often the first threads of a process and its descendants have given up a core to wait for something.
pub fn blocked(process: Pid) -> u64 {
    let of_each = family(process).into_iter().filter_map(|member| {
        let status = fs::read_to_string(format!("/proc/{member}/status")).ok()?;
        let key = "voluntary_ctxt_switches:";
        let found = status.lines().find_map(|line| line.strip_prefix(key))?;
        found.trim().parse::<u64>().ok()
    });
    of_each.sum()
}

/// Sets the peak memory of a process and its descendants to what they use now, if the system can.
pub fn forget_peak(process: Pid) {
    for member in family(process) {
        // 5 resets the peak of the resident set, see proc_pid_clear_refs(5).
        let _ = fs::write(format!("/proc/{member}/clear_refs"), "5");
    }
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

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_uses_something() {
        let this = rustix::process::getpid();
        let before = cpu(this).expect("it has a clock");
        let memory = vec![1_u8; 64 << 20];
        assert!(memory.iter().map(|&byte| u64::from(byte)).sum::<u64>() > 1);
        assert!(cpu(this).expect("it has a clock") > before);
        assert!([IN_USE, PEAK].iter().all(|line| super::memory(this, line, 0) > Some(64 << 20)));
        assert_eq!(family(this).first(), Some(&this));
    }

    #[test]
    fn of_a_process_that_is_none_nothing_is_known() {
        let missing = Pid::from_raw(1 << 25).expect("a number above the limit of every system");
        assert!(!is_asleep(missing));
        assert_eq!((cpu(missing), memory(missing, PEAK, 0)), (None, None));
        assert_eq!(memory(missing, IN_USE, 0), None);
        assert_eq!((share(missing), waited_for_core(missing)), ((1, 1), None));
        assert_eq!(family(missing), [missing]);
        forget_peak(missing);
    }
}
