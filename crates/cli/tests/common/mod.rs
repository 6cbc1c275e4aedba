//! Helpers shared by the tests of the command line: running the binary, checking how it ended, and the puzzles of the
//! five systems.

#![allow(dead_code, reason = "each file of tests uses a part of it")]

pub mod puzzles;
pub mod rows;
pub mod screen;
pub mod server;
#[cfg(target_os = "linux")]
pub mod slurm;

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// The time after which a test gives up to wait; longer than anything takes on a slow machine.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// The message of a verb that did not end within the grace period after an interrupt.
pub const ENDED_LATE: &str = "the command did not end within 2 s";

/// The exit status and the outputs of the binary.
#[derive(Debug)]
pub struct Ended {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

/// The words of a command line, with blanks between them. A word with a blank in it, or an empty one, stands in single quotes.
pub fn words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = line.trim_start_matches(' ');
    while !rest.is_empty() {
        let (word, after) = match rest.strip_prefix('\'') {
            Some(quoted) => quoted.split_once('\'').expect("a quote has an end"),
            None => rest.split_once(' ').unwrap_or((rest, "")),
        };
        words.push(word);
        rest = after.trim_start_matches(' ');
    }
    words
}

/// Runs the binary with the [`words`] of a line, on empty standard input.
pub fn quadrille(line: &str) -> Ended {
    quadrille_on("", line)
}

/// Runs the binary with a text on standard input.
pub fn quadrille_on(input: impl AsRef<[u8]>, line: &str) -> Ended {
    run(&mut command(line), input.as_ref())
}

/// The verbs that the help of the binary lists, except `help` itself.
pub fn verbs() -> Vec<String> {
    let help = quadrille("--help").silently();
    let (_, commands) = help.split_once("Solve:\n").expect("a list of the verbs");
    let lines = commands.lines().take_while(|line| !line.starts_with('`'));
    lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).map(str::to_owned).collect()
}

/// The DLX text of a problem.
pub fn encode(family: &str) -> String {
    quadrille(&format!("encode {family}")).silently()
}

/// A folder with a problem in `p.dlx`.
pub fn with_problem(family: &str) -> Folder {
    Folder::with("p.dlx", encode(family))
}

/// A command of the binary with the [`words`] of a line, for tests that start it themselves.
pub fn command(line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
    command.args(words(line));
    // The tests must not depend on the user's own corpora.
    command.env_remove("QUADRILLE_DATA");
    command
}

/// Starts the binary, with what is typed for it, and its standard output.
pub fn typed(line: &str) -> (Child, ChildStdin, BufReader<ChildStdout>) {
    let mut child = piped(&mut command(line));
    let stdin = child.stdin.take().expect("a pipe");
    let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    (child, stdin, stdout)
}

fn piped(command: &mut Command) -> Child {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    piped.spawn().expect("the binary starts")
}

/// Sends a process the interrupt of Ctrl-C.
pub fn interrupt(child: &Child) {
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("there is a `kill`").success());
}

/// The first line that a process prints. Its output is closed unless the caller keeps the reader.
pub fn first_line(child: &mut Child) -> (String, BufReader<ChildStdout>) {
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    (next_line(&mut stdout), stdout)
}

/// The next line, with its end.
pub fn next_line(output: &mut impl BufRead) -> String {
    let mut line = String::new();
    output.read_line(&mut line).expect("a line of text");
    line
}

/// Waits until a condition holds.
#[track_caller]
pub fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "not within {PATIENCE:?}: {what}");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Waits for a process to end; returns its status and its standard error.
#[track_caller]
pub fn end(mut child: Child) -> (Option<i32>, String) {
    wait_until("the end of a process", || child.try_wait().expect("it can be asked").is_some());
    let mut said = String::new();
    if let Some(stderr) = &mut child.stderr {
        stderr.read_to_string(&mut said).expect("messages are text");
    }
    assert!(!said.contains("panicked"), "{said}");
    (child.wait().expect("it has ended").code(), said)
}

/// Interrupts a process after its first line; checks that it ends with 130. Returns all that it printed, and its standard error.
#[track_caller]
pub fn interrupted(mut child: Child) -> (String, String) {
    let (mut text, mut stdout) = first_line(&mut child);
    interrupt(&child);
    stdout.read_to_string(&mut text).expect("the rest");
    let (status, said) = end(child);
    assert_eq!(status, Some(130), "{said}");
    (text, said)
}

/// Ends a process at once, as a user or a system may do.
pub fn kill(mut child: Child) {
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

fn run(command: &mut Command, input: &[u8]) -> Ended {
    let mut child = piped(command);
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let output = thread::scope(|scope| {
        scope.spawn(move || match stdin.write_all(input) {
            // A command that has its answer need not read further.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
            written => written.expect("standard input is read"),
        });
        child.wait_with_output().expect("the binary ends")
    });
    Ended::new(output)
}

impl Ended {
    /// Runs a command on empty standard input.
    #[track_caller]
    pub fn of(command: &mut Command) -> Self {
        Self::new(command.output().expect("the binary starts"))
    }

    /// Checks that the binary did not panic.
    #[track_caller]
    pub fn new(output: Output) -> Self {
        let stderr = String::from_utf8(output.stderr).expect("messages are text");
        assert!(!stderr.contains("panicked"), "{stderr}");
        let stdout = String::from_utf8(output.stdout).expect("results are text");
        let status = output.status.code().expect("it ends by itself");
        Self { status, stdout, stderr }
    }

    /// The standard output; checks that the exit status is 0 and that there are no messages.
    #[track_caller]
    pub fn silently(self) -> String {
        assert_eq!((self.status, &*self.stderr), (0, ""));
        self.stdout
    }

    /// The standard output; checks that the exit status is 0.
    #[track_caller]
    pub fn positive(self) -> String {
        assert_eq!(self.status, 0, "{self:?}");
        self.stdout
    }

    /// The standard output and the messages; checks that the exit status is 1.
    #[track_caller]
    pub fn negative(self) -> (String, String) {
        assert_eq!(self.status, 1, "{self:?}");
        (self.stdout, self.stderr)
    }

    /// The error message without `error: `; checks that there is exactly one error.
    #[track_caller]
    pub fn error(&self) -> &str {
        let errors = self.errors();
        assert_eq!(errors.len(), 1, "{self:?}");
        errors[0]
    }

    /// Checks that there is exactly one error, which has these words in it.
    #[track_caller]
    pub fn error_has(&self, words: &str) {
        assert!(self.error().contains(words), "{words} in {self:?}");
    }

    /// Checks that there is exactly one error, which begins with these words.
    #[track_caller]
    pub fn error_begins(&self, words: &str) {
        assert!(self.error().starts_with(words), "{words} in {self:?}");
    }

    /// All error messages.
    #[track_caller]
    pub fn errors(&self) -> Vec<&str> {
        assert_eq!(self.status, 2, "{self:?}");
        self.stderr.lines().filter_map(|line| line.strip_prefix("error: ")).collect()
    }
}

/// The objects of JSON output, one on each line.
#[track_caller]
pub fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("each line is an object")).collect()
}

/// A temporary working folder, removed after the test.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("there is room for a folder"))
    }

    /// A folder with one file in it.
    pub fn with(name: &str, contents: impl AsRef<[u8]>) -> Self {
        let folder = Self::new();
        folder.write(name, contents);
        folder
    }

    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        fs::write(self.path(name), contents).expect("a file can be written");
    }

    #[track_caller]
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("the file is there and is text")
    }

    /// The names in a folder of this folder, or in this folder itself for `.`, sorted.
    pub fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).expect("the folder is there");
        let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("a plain name");
        let mut names: Vec<String> = entries.map(|entry| name(entry.expect("an entry"))).collect();
        names.sort();
        names
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A command of the binary in this folder, so that files can be named without a path.
    pub fn command(&self, line: &str) -> Command {
        let mut command = command(line);
        command.current_dir(self.0.path());
        command
    }

    /// Starts the binary in this folder, with piped outputs and empty standard input.
    pub fn start(&self, line: &str) -> Child {
        let mut command = self.command(line);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the binary starts")
    }

    /// Runs the binary in this folder, on empty standard input.
    pub fn quadrille(&self, line: &str) -> Ended {
        run(&mut self.command(line), b"")
    }
}
