//! CPU time of a process, its descendants and its orphans, from their clocks, `/proc` and the control group.
//!
//! Without `/proc`, or if a process has ended, the functions here return `None`.
//!
//! The crate `procfs` would save some thirty lines here, but add three crates and stubs for systems without `/proc`.

use std::fs;
use std::sync::OnceLock;
use std::time::Duration;

use rustix::process::Pid;

use super::cgroup::Group;
use super::orphans::{self, Orphans, children};
use super::stat::{Stat, alone, clock};

/// How often to look for processes that were forked before their parent was moved into its group.
const MOVES: usize = 100;

/// A process, its descendants, and its orphans with theirs; the process first.
pub fn family(process: Pid) -> Vec<Pid> {
    kin(process).0
}

/// The [`family`] of a process, and the CPU time of its orphans that have ended.
fn kin(process: Pid) -> (Vec<Pid>, Duration) {
    let Orphans { running, ended } = orphans::of(process);
    let mut family = vec![process];
    let mut next = 0;
    let mut running = Some(running);
    while let Some(&parent) = family.get(next) {
        next += 1;
        // A child may move to another parent while this loop runs, and then be found twice.
        for child in children(parent).into_iter().chain(running.take().into_iter().flatten()) {
            if !family.contains(&child) {
                family.push(child);
            }
        }
    }
    (family, ended)
}

/// Moves an engine that has just started into a group, with what it has started before, and what that starts.
pub fn enter(engine: Pid, group: Group) {
    if group.add(engine).is_err() {
        return;
    }
    let mut moved = vec![engine];
    for _ in 0..MOVES {
        let mut new = family(engine);
        new.retain(|member| !moved.contains(member));
        if new.is_empty() {
            break;
        }
        for &member in &new {
            // It may have ended.
            let _ = group.add(member);
        }
        moved.extend(new);
    }
    let before = seen(engine).unwrap_or_default();
    let before = before.saturating_sub(group.cpu().unwrap_or_default());
    orphans::set_group(engine, group, before);
}

/// The CPU time so far of a process and of all that descended from it. The control group knows of those that ended and
/// were waited for by no process; it does not know of those that left the group.
pub fn cpu(process: Pid) -> Option<Duration> {
    let seen = seen(process)?;
    let in_group = orphans::group(process).and_then(|(group, before)| Some(group.cpu()? + before));
    Some(in_group.map_or(seen, |in_group| in_group.max(seen)))
}

/// The CPU time so far of a process and those of its descendants that are seen or were waited for.
pub fn seen(process: Pid) -> Option<Duration> {
    clock(process)?;
    let (family, ended) = kin(process);
    Some(family.into_iter().filter_map(alone).sum::<Duration>() + ended)
}

/// Whether a process and all its descendants are asleep, so that none of them searches or is ready to.
pub fn is_asleep(process: Pid) -> bool {
    let is_asleep = |member: Pid| Stat::of(member)?.field(3).map(|state: String| state == "S");
    family(process).into_iter().all(|member| is_asleep(member) == Some(true))
}

/// The longest time in which the first thread of a process or of one of its descendants has been ready to run and waited
/// for a core, so far. A thread of another policy or priority than this program may wait for a core that is free for
/// all others, so it does not count.
pub fn waited_for_core(process: Pid) -> Option<Duration> {
    let own = own_class()?;
    let of_each = family(process).into_iter().filter(|member| class(*member).as_ref() == Some(own));
    of_each.filter_map(|member| run_delay(&format!("/proc/{member}/schedstat"))).max()
}

/// How the system chooses a thread to run: its niceness, its priority if it is one of real time, and its policy.
type Class = [String; 3];

/// The class of this program's first thread when it was first asked for.
fn own_class() -> Option<&'static Class> {
    static OWN: OnceLock<Option<Class>> = OnceLock::new();
    OWN.get_or_init(|| class(rustix::process::getpid())).as_ref()
}

/// The class of the first thread of a process.
fn class(process: Pid) -> Option<Class> {
    class_in(&Stat::of(process)?)
}

fn class_in(stat: &Stat) -> Option<Class> {
    Some([stat.field(19)?, stat.field(40)?, stat.field(41)?])
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_of_idle_priority_is_of_another_class() {
        let stat = |nice, policy| {
            format!(
                "7 (a) b) S 1 7 7 0 -1 0 1 0 0 0 1 2 3 4 20 {nice} 1 0 9 8 7 6 5 4 3 2 1 0 0 0 0 0 0 0 17 1 0 {policy} 0 0\n"
            )
        };
        let class = |nice, policy| {
            class_in(&Stat::read(&stat(nice, policy)).expect("a line")).expect("all fields")
        };
        assert_eq!(class(0, 5), ["0", "0", "5"]);
        assert_ne!(class(0, 0), class(0, 5));
        assert_ne!(class(0, 0), class(5, 0));
        assert_eq!(class_in(&Stat::read("7 (a) S 1 2").expect("a line")), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_uses_something() {
        let this = rustix::process::getpid();
        let before = cpu(this).expect("it has a clock");
        assert!((0..1_000_000_u64).map(std::hint::black_box).sum::<u64>() > 1);
        assert!(cpu(this).expect("it has a clock") > before);
        assert_eq!(family(this).first(), Some(&this));
    }

    #[test]
    fn of_a_process_that_is_none_nothing_is_known() {
        let missing = Pid::from_raw(1 << 25).expect("a number above the limit of every system");
        assert!(!is_asleep(missing));
        assert_eq!((cpu(missing), waited_for_core(missing)), (None, None));
        assert_eq!(family(missing), [missing]);
    }
}
