//! An engine in a sandbox: without a network, with a file system that it cannot write to but for a scratch folder, and without a
//! view of other processes. Bubblewrap (`bwrap`), which needs no privileges where the system lets users make namespaces, does this.
//!
//! What the engine costs is measured as without a sandbox, because its processes descend from `bwrap`. Memory and cores are not held
//! by the sandbox: a limit of memory is that of the run.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use super::declaration::Program;

/// The program that makes the sandbox.
const BWRAP: &str = "bwrap";

/// The folder in which an engine may write: empty at its start, gone at its end, and in memory.
const SCRATCH: &str = "/tmp";

/// Upper bound on what lies in the scratch folder, in bytes.
const ROOM: &str = "268435456";

/// What to do if no sandbox can be made.
pub const REMEDY: &str = "install the package bubblewrap, and let users make namespaces (sysctl kernel.unprivileged_userns_clone=1)";

/// The command that starts a program in its folder, in a sandbox if it asks for one.
pub fn command(program: &Program) -> Command {
    let mut command =
        if program.sandbox { boxed(program) } else { Command::new(&program.command[0]) };
    command.args(&program.command[usize::from(!program.sandbox)..]).current_dir(&program.folder);
    command
}

/// The command that makes the sandbox of a program, which follows it.
fn boxed(program: &Program) -> Command {
    let mut command = Command::new(BWRAP);
    // Sockets of services lie in `/run`, and a read-only file system would not keep an engine from them.
    command.args(["--unshare-all", "--die-with-parent", "--new-session", "--ro-bind", "/", "/"]);
    command.args([
        "--dev", "/dev", "--proc", "/proc", "--size", ROOM, "--tmpfs", SCRATCH, "--tmpfs", "/run",
    ]);
    // The program and its folder may lie where the scratch folder hides them.
    let of_program = Path::new(&program.command[0]).parent();
    for folder in
        of_program.filter(|folder| folder.is_absolute()).into_iter().chain([&*program.folder])
    {
        command.arg("--ro-bind").args([folder, folder]);
    }
    command.args(["--setenv", "TMPDIR", SCRATCH]).arg("--chdir").arg(&program.folder);
    command.arg("--");
    command
}

/// Makes a sandbox in which nothing is done.
///
/// # Errors
/// If this machine does not let us.
pub fn check() -> io::Result<()> {
    let program = Program {
        name: "nothing".to_owned(),
        command: vec!["true".to_owned()],
        folder: "/".into(),
        env: [].into(),
        takes: None,
        sandbox: true,
    };
    let ended = command(&program).stdin(Stdio::null()).output()?;
    if ended.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&ended.stderr);
    Err(io::Error::other(said.lines().next().unwrap_or("it failed").to_owned()))
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    /// What a script of bash prints, in a sandbox or not; none if it failed.
    fn script(folder: &Path, script: &str, sandbox: bool) -> Option<String> {
        let words = ["bash", "-c", script].map(str::to_owned);
        let (folder, env) = (folder.to_owned(), [].into());
        let program =
            Program { name: "s".into(), command: words.into(), folder, env, takes: None, sandbox };
        let ended = command(&program).output().unwrap();
        ended.status.success().then(|| String::from_utf8_lossy(&ended.stdout).into_owned())
    }

    #[test]
    fn an_engine_in_a_sandbox_has_no_network_writes_nowhere_but_in_its_scratch_folder_and_sees_no_others()
     {
        if let Err(error) = check() {
            println!("no sandbox on this machine: {error}");
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("mine"), "here").unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let connect =
            format!("exec 3<>/dev/tcp/127.0.0.1/{}", listener.local_addr().unwrap().port());
        let home = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
        let outside = format!("echo x > {}/x", home.path().display());
        for (what, allowed) in [
            ("cat mine", true),
            ("echo x > $TMPDIR/x && cat $TMPDIR/x", true),
            ("test $(ls -d /proc/[0-9]* | wc -l) -lt 8", true),
            ("echo x > mine", false),
            (&outside, false),
            (&connect, false),
            ("head -c 300000000 /dev/zero > $TMPDIR/big", false),
        ] {
            assert_eq!(script(folder.path(), what, true).is_some(), allowed, "{what}");
            if [&*outside, &*connect].contains(&what) {
                assert!(script(folder.path(), what, false).is_some(), "allowed without: {what}");
            }
        }
        assert_eq!(script(folder.path(), "cat mine", true).as_deref(), Some("here"));
        assert_eq!(std::fs::read_to_string(folder.path().join("mine")).unwrap(), "here");
    }
}
