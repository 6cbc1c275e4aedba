//! What the tests of the command line share: running the binary, looking at how it ended, and
//! the puzzles of the five systems.

#![allow(dead_code, reason = "each file of tests uses a part of it")]

pub mod puzzles;
pub mod rows;
pub mod screen;

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread;

use serde_json::Value;
use tempfile::TempDir;

/// How the binary ended.
#[derive(Debug)]
pub struct Ended {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

/// Runs the binary on empty standard input.
pub fn quadrille(args: &[&str]) -> Ended {
    quadrille_on("", args)
}

/// Runs the binary with something on standard input.
pub fn quadrille_on(input: impl AsRef<[u8]>, args: &[&str]) -> Ended {
    run(command().args(args), input.as_ref())
}

/// The binary, for tests that start it in a way of their own.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
    // What the tests find must not depend on what their user keeps.
    command.env_remove("QUADRILLE_DATA");
    command
}

fn run(command: &mut Command, input: &[u8]) -> Ended {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let output = thread::scope(|scope| {
        scope.spawn(move || match stdin.write_all(input) {
            // Who has seen enough need not read on.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
            written => written.expect("standard input is read"),
        });
        child.wait_with_output().expect("the binary ends")
    });
    Ended::new(output)
}

impl Ended {
    /// However it ended, it must not have been with a panic.
    #[track_caller]
    pub fn new(output: Output) -> Self {
        let stderr = String::from_utf8(output.stderr).expect("messages are text");
        assert!(!stderr.contains("panicked"), "{stderr}");
        let stdout = String::from_utf8(output.stdout).expect("results are text");
        let status = output.status.code().expect("it ends by itself");
        Self { status, stdout, stderr }
    }

    /// What was printed, if the answer is positive and there is nothing else to say.
    #[track_caller]
    pub fn silently(self) -> String {
        assert_eq!((self.status, &*self.stderr), (0, ""));
        self.stdout
    }

    /// What was printed, if the answer is positive.
    #[track_caller]
    pub fn positive(self) -> String {
        assert_eq!(self.status, 0, "{self:?}");
        self.stdout
    }

    /// What was printed and what was said, if the answer is negative.
    #[track_caller]
    pub fn negative(self) -> (String, String) {
        assert_eq!(self.status, 1, "{self:?}");
        (self.stdout, self.stderr)
    }

    /// What was wrong with the input, without the `error: ` before it. It must be one error.
    #[track_caller]
    pub fn error(&self) -> &str {
        let errors = self.errors();
        assert_eq!(errors.len(), 1, "{self:?}");
        errors[0]
    }

    /// All that was wrong with the input.
    #[track_caller]
    pub fn errors(&self) -> Vec<&str> {
        assert_eq!(self.status, 2, "{self:?}");
        self.stderr.lines().filter_map(|line| line.strip_prefix("error: ")).collect()
    }
}

/// The objects of an output in JSON: one a line.
#[track_caller]
pub fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("each line is an object")).collect()
}

/// A folder to work in, gone after the test.
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

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The binary, started in this folder, so that files go by their names alone.
    pub fn command(&self) -> Command {
        let mut command = command();
        command.current_dir(self.0.path());
        command
    }

    /// Runs the binary in this folder, on empty standard input.
    pub fn quadrille(&self, args: &[&str]) -> Ended {
        run(self.command().args(args), b"")
    }
}
