//! An end for the processes of an engine, even if this program is killed in a way that it cannot see.
//!
//! A shell waits for a line on a pipe of which nobody but this program has the other end. When the pipe is closed
//! instead, this program has gone, and the shell kills the engine's group of processes. It needs no privilege, no
//! unsafe code, and no help from the engine; while it waits, it takes no time. An engine that reads its standard
//! input sees the end of that, too, but one that searches does not look.

use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use rustix::process::Pid;

/// The first line is the group; the second means that all is well.
const SCRIPT: &str = r#"read -r group && { read -r end || kill -s KILL -- "-$group"; }"#;

/// A shell that watches over a group of processes.
#[derive(Debug)]
pub struct Guard {
    shell: Child,
    watches: bool,
}

impl Guard {
    /// A guard that has nothing to watch over yet. It is in a group of its own, so that an interrupt typed at the
    /// terminal does not reach it.
    ///
    /// # Errors
    /// If the shell cannot be started.
    pub fn start() -> io::Result<Self> {
        let mut shell = Command::new("sh");
        shell.args(["-c", SCRIPT]).current_dir("/").process_group(0);
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(Self { shell: shell.spawn()?, watches: false })
    }

    /// Has it watch over a group.
    ///
    /// # Errors
    /// If the shell has gone.
    pub fn watch(&mut self, group: Pid) -> io::Result<()> {
        self.watches = true;
        self.say(&group.to_string())
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        let input = self.shell.stdin.as_mut().expect("it is piped, and nobody takes it");
        input.write_all(format!("{line}\n").as_bytes())
    }
}

impl Drop for Guard {
    /// Lets it go. The group it watched over must have ended, as its number may be another's from now on.
    fn drop(&mut self) {
        if self.watches {
            let _ = self.say("end"); // if it has gone already, all the better
        }
        drop(self.shell.stdin.take());
        let _ = self.shell.wait();
    }
}
