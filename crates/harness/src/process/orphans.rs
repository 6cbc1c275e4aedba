//! Helpers of an engine whose parent has ended, so that they do not descend from the engine any more.
//!
//! This program asks the system to become the parent of such processes. A child that this program has not started itself
//! is therefore the helper of an engine: of the one whose process group, session, control group or mark in the environment it has, or,
//! if it has none of these, of every engine that runs. It counts as theirs, and ends with the first of them that ends.
//! A helper that has ended stays a zombie until it is looked at here; its CPU time is then remembered.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::num::NonZeroI32;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::process::{Pid, WaitId, WaitIdOptions, WaitOptions, getpid, waitid, waitpid};

use super::cgroup::Group;
use super::stat::{Stat, alone};

/// The variable in the environment of an engine and of those that it starts.
const MARK: &str = "QUADRILLE_ENGINE";
/// The children of this program that it knows.
static KNOWN: Mutex<KnownProcesses> =
    Mutex::new(KnownProcesses { earlier: None, own: BTreeSet::new(), engines: BTreeMap::new() });

struct KnownProcesses {
    /// Children that are no engine's, by their ids, with the times at which they started: those from before the first
    /// engine, and those that could not be ended with theirs.
    earlier: Option<BTreeMap<NonZeroI32, u64>>,
    /// Children that this program started, which are no engines, and has not waited for.
    own: BTreeSet<NonZeroI32>,
    /// The engines that this program has started and not waited for.
    engines: BTreeMap<NonZeroI32, Engine>,
}

struct Engine {
    /// The value of [`MARK`].
    mark: String,
    group: Option<Arc<Group>>,
    /// The CPU time of the engine, without that in its group.
    before: Duration,
    orphans: Orphans,
}

/// The orphans of an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Orphans {
    /// Those that run.
    pub running: Vec<Pid>,
    /// The CPU time of those that have ended, and of those that they waited for.
    pub ended: Duration,
}

fn known() -> MutexGuard<'static, KnownProcesses> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The processes whose parent is a thread of a process.
pub fn children(parent: Pid) -> Vec<Pid> {
    let threads = fs::read_dir(format!("/proc/{parent}/task")).into_iter().flatten().flatten();
    let lists =
        threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let of_list = |list: String| {
        let pids = list.split_whitespace().filter_map(|child| Pid::from_raw(child.parse().ok()?));
        pids.collect::<Vec<_>>()
    };
    lists.flat_map(of_list).collect()
}

/// A process by its id and the time at which it started, as ids are used again.
fn identity(process: Pid) -> Option<(NonZeroI32, u64)> {
    Some((process.as_raw_nonzero(), Stat::of(process)?.field(22)?))
}

impl KnownProcesses {
    /// Starts a process. `self` is locked, so no other thread takes the process for an orphan.
    fn spawn(&mut self, command: &mut Command) -> io::Result<Child> {
        if self.earlier.is_none() {
            self.earlier = Some(children(getpid()).into_iter().filter_map(identity).collect());
            #[cfg(target_os = "linux")]
            rustix::process::set_child_subreaper(Some(getpid()))?;
        }
        command.spawn()
    }

    /// Finds new orphans, and remembers the time of those that have ended.
    fn look(&mut self) {
        let earlier = self.earlier.as_ref();
        for child in children(getpid()) {
            let id = child.as_raw_nonzero();
            let is_known = self.own.contains(&id)
                || self.engines.contains_key(&id)
                || self.engines.values().any(|engine| engine.orphans.running.contains(&child));
            let is_earlier = || {
                let started = earlier?.get(&id)?;
                Some(identity(child).is_none_or(|(_, now)| now == *started))
            };
            if is_known || is_earlier() == Some(true) {
                continue;
            }
            let owners: BTreeSet<NonZeroI32> = {
                let of = self.engines.iter().filter(|(leader, engine)| engine.has(**leader, child));
                of.map(|(&leader, _)| leader).collect()
            };
            for (leader, engine) in &mut self.engines {
                if owners.is_empty() || owners.contains(leader) {
                    engine.orphans.running.push(child);
                }
            }
        }
        let running = self.engines.values().flat_map(|engine| &engine.orphans.running);
        let ended: BTreeSet<NonZeroI32> = running
            .filter(|&&child| has_ended(child))
            .map(|child| child.as_raw_nonzero())
            .collect();
        for id in ended {
            let child = Pid::from_raw(id.get()).expect("it was the id of a process");
            let time = alone(child).unwrap_or_default();
            let _ = waitpid(Some(child), WaitOptions::NOHANG);
            for Engine { orphans, .. } in self.engines.values_mut() {
                if orphans.running.contains(&child) {
                    orphans.running.retain(|other| *other != child);
                    orphans.ended += time;
                }
            }
        }
    }
}

impl Engine {
    /// Whether a process shows that this engine started it.
    fn has(&self, leader: NonZeroI32, child: Pid) -> bool {
        let is_near = || {
            let stat = Stat::of(child);
            Pid::from_raw(leader.get())
                .zip(stat)
                .is_some_and(|(leader, stat)| stat.is_led_by(leader))
        };
        // A zombie has no environment.
        let environment = || fs::read(format!("/proc/{child}/environ")).unwrap_or_default();
        let mark = format!("{MARK}={}", self.mark);
        let is_member = || self.group.as_ref().is_some_and(|group| group.has(child));
        is_near()
            || is_member()
            || environment().split(|&byte| byte == 0).any(|word| word == mark.as_bytes())
    }
}

/// Whether a child of this program has ended. An ended one is left as a zombie, so that the system does not reuse its id.
pub fn has_ended(child: Pid) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(child), options), Ok(None))
}

/// Starts an engine, in a process group of its own and with a mark for its helpers.
pub fn start(command: &mut Command, mark: &str) -> io::Result<Child> {
    let mut known = known();
    let child = known.spawn(command.process_group(0).env(MARK, mark))?;
    let id = Pid::from_child(&child);
    let (before, orphans) = (Duration::ZERO, Orphans::default());
    let engine = Engine { mark: mark.to_owned(), group: None, before, orphans };
    known.engines.insert(id.as_raw_nonzero(), engine);
    Ok(child)
}

/// Remembers the group that an engine was moved into, and the CPU time of the engine from before.
pub fn set_group(engine: Pid, group: Group, before: Duration) {
    if let Some(engine) = known().engines.get_mut(&engine.as_raw_nonzero()) {
        (engine.before, engine.group) = (before, Some(Arc::new(group)));
    }
}

/// Starts a process that is no engine's helper, though engines may run meanwhile; another child of this program would be
/// taken for one, and ended with it.
///
/// # Errors
/// If it cannot be started.
pub fn start_beside(command: &mut Command) -> io::Result<Child> {
    let mut known = known();
    let child = known.spawn(command)?;
    known.earlier.get_or_insert_default().extend(identity(Pid::from_child(&child)));
    Ok(child)
}

/// As [`start_beside`], for a process of which [`forget`] will be told when it was waited for.
pub fn start_own(command: &mut Command) -> io::Result<Child> {
    let mut known = known();
    let child = known.spawn(command)?;
    known.own.insert(Pid::from_child(&child).as_raw_nonzero());
    Ok(child)
}

/// The orphans of an engine that this program has started.
pub fn of(process: Pid) -> Orphans {
    let mut known = known();
    let id = process.as_raw_nonzero();
    if !known.engines.contains_key(&id) {
        return Orphans::default();
    }
    known.look();
    known.engines[&id].orphans.clone()
}

/// The control group of an engine, and the CPU time from before it was in the group.
pub fn group(process: Pid) -> Option<(Arc<Group>, Duration)> {
    let known = known();
    let engine = known.engines.get(&process.as_raw_nonzero())?;
    Some((Arc::clone(engine.group.as_ref()?), engine.before))
}

/// Forgets a process that has ended and been waited for. The orphans of an engine must have been killed.
pub fn forget(process: Pid) {
    let mut known = known();
    known.look();
    let id = process.as_raw_nonzero();
    known.own.remove(&id);
    let ended = known.engines.remove(&id);
    // A killed process ends at once, unless it waits for a device; then it is not the next engine's.
    let stay = ended.iter().flat_map(|engine| &engine.orphans.running);
    let stay: Vec<_> = stay.filter_map(|&orphan| identity(orphan)).collect();
    known.earlier.get_or_insert_default().extend(stay);
    // The group is removed without the lock.
    drop(known);
    drop(ended);
}
