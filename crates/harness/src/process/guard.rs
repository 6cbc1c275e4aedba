//! Ends the processes of an engine even if this program is killed without a chance to do so itself.
//!
//! A shell waits for a line on a pipe whose other end only this program holds. If the pipe is closed
//! instead, this program has ended, and the shell kills the engine's process group. That needs no privilege, no
//! unsafe code and no help from the engine, and takes no time while the shell waits. (An engine that reads its
//! standard input would also notice that it is closed, but an engine does not read while it searches.)

use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use quadrille_results::Shown;
use rustix::process::Pid;

use super::orphans;

/// Reads two lines: the first is the id of the group, and the file with the members of its control group if there is one;
/// the second means that all have ended.
const SCRIPT: &str = r#"read -r group list && { read -r end || {
    kill -s KILL -- "-$group"
    for round in 1 2 3 4 5 6 7 8 9; do [ -n "$list" ] && kill -s KILL $(cat "$list"); done
    rmdir "${list%/*}"; }; }"#;

/// The shell. It is not looked for in `PATH`, which is the engine's.
const SHELL: &str = "/bin/sh";

/// A shell that guards a process group.
#[derive(Debug)]
pub struct GroupGuard(Child);

impl GroupGuard {
    /// Starts the shell, without a group to guard yet. The shell is in a process group of its own, so that an interrupt
    /// typed at the terminal does not reach it.
    pub fn start() -> io::Result<Self> {
        let mut shell = Command::new(SHELL);
        shell.args(["-c", SCRIPT]).current_dir("/");
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let started = orphans::start_own(shell.process_group(0));
        let guard = started.map_err(|error| {
            let what = "which ends the engine if this program is killed";
            io::Error::other(format!("cannot start `{SHELL}`, {what}: {error}"))
        });
        guard.map(Self)
    }

    /// A number that no other guard has while this one runs.
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// Guards the process group with this id from now on, and the members of a control group that a file lists.
    pub fn watch(&mut self, group: Pid, list: &Path) -> io::Result<()> {
        let input = self.0.stdin.as_mut().expect("it is piped and taken only when dropped");
        input.write_all(format!("{group} {}\n", list.shown()).as_bytes())
    }
}

impl Drop for GroupGuard {
    /// Ends the shell. The group must have ended, because it is no longer guarded.
    fn drop(&mut self) {
        // If `watch` was not called, the shell takes `end` for the id of a group, and kills none. A failed write means
        // that the shell has ended.
        let _ = self.0.stdin.take().map(|mut input| input.write_all(b"end\n"));
        let _ = self.0.wait();
        orphans::forget(Pid::from_child(&self.0));
    }
}
