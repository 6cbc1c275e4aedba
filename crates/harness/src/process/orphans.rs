//! Helpers of an engine whose parent has ended, so that they do not descend from the engine any more.
//!
//! This program asks the system to become the parent of such processes. They are known to be helpers of an engine by
//! their process group or, if they left it, by a variable in their environment. Once known, a helper is remembered, because its CPU
//! time counts after its end, too.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::num::NonZeroI32;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::{Pid, WaitOptions, getpgid, waitpid};

/// The variable in the environment of an engine and of those that it starts.
const MARK: &str = "QUADRILLE_ENGINE";

/// The processes that this program has started and not waited for, and the orphans of each.
static STARTED: Mutex<BTreeMap<NonZeroI32, Orphans>> = Mutex::new(BTreeMap::new());

struct Orphans {
    /// The value of [`MARK`].
    mark: String,
    known: Vec<Pid>,
}

fn started() -> MutexGuard<'static, BTreeMap<NonZeroI32, Orphans>> {
    STARTED.lock().unwrap_or_else(PoisonError::into_inner)
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

/// Starts a process, in a process group of its own and with a mark for its helpers.
pub fn start(command: &mut Command, mark: &str) -> io::Result<Child> {
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    // Locked, so that no other thread takes the process for an orphan.
    let mut started = started();
    let child = command.process_group(0).env(MARK, mark).spawn()?;
    let orphans = Orphans { mark: mark.to_owned(), known: Vec::new() };
    started.insert(Pid::from_child(&child).as_raw_nonzero(), orphans);
    Ok(child)
}

/// The orphans of a process that this program has started.
pub fn of(process: Pid) -> Vec<Pid> {
    let (mut started, number) = (started(), process.as_raw_nonzero());
    let Some(Orphans { mark, .. }) = started.get(&number) else { return Vec::new() };
    let mark = format!("{MARK}={mark}");
    let is_new = |child: &Pid| started.values().all(|orphans| !orphans.known.contains(child));
    let is_own = |child: &Pid| {
        let environment = || fs::read(format!("/proc/{child}/environ")).unwrap_or_default();
        getpgid(Some(*child)) == Ok(process)
            || environment().split(|&byte| byte == 0).any(|variable| variable == mark.as_bytes())
    };
    let children = children(rustix::process::getpid());
    let strangers =
        children.into_iter().filter(|child| !started.contains_key(&child.as_raw_nonzero()));
    let new: Vec<Pid> = strangers.filter(|child| is_new(child) && is_own(child)).collect();
    let known = &mut started.get_mut(&number).expect("it was found above").known;
    known.extend(new);
    known.clone()
}

/// Forgets a process that has ended and been waited for. Its orphans must have been killed.
pub fn forget(process: Pid) {
    let ended = started().remove(&process.as_raw_nonzero());
    for orphan in ended.into_iter().flat_map(|orphans| orphans.known) {
        // A killed process ends at once, unless it waits for a device; then it stays until this program ends.
        let _ = waitpid(Some(orphan), WaitOptions::NOHANG);
    }
}
