//! The main program's side of a worker: starting the process, sending requests, reading replies.

use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use anyhow::{Context, Result, bail};
use rustix::process::Signal;

use crate::contender::Contender;

/// The limits for each engine.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Limit of CPU time for an instance, in seconds.
    pub seconds: f64,
    /// Limit of address space, in megabytes.
    pub megabytes: u64,
}

/// One result of an engine on an instance.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted {
    /// The number of solutions.
    pub solutions: String,
    /// CPU time in milliseconds.
    pub milliseconds: f64,
}

/// Why an engine has no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// The engine does not accept the problem.
    Refused(String),
    /// The engine was still searching at the limit of CPU time.
    Time,
    /// The engine ran out of memory.
    Memory,
    /// Any other reason, as text.
    Other(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(why) => write!(f, "does not take it: {why}"),
            Self::Time => write!(f, "was still searching at the limit"),
            Self::Memory => write!(f, "had no memory left"),
            Self::Other(why) => write!(f, "failed: {why}"),
        }
    }
}

/// An engine in a process of its own. After the process has ended, the next request starts another.
pub struct Hand<'c> {
    pub contender: &'c Contender,
    limits: Limits,
    process: Option<Process>,
}

struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl<'c> Hand<'c> {
    /// A worker whose process has not been started yet.
    pub fn new(contender: &'c Contender, limits: Limits) -> Self {
        Self { contender, limits, process: None }
    }

    /// Sends an instance to the worker.
    pub fn load(&mut self, file: &Path) -> Result<Result<(), Failure>> {
        let reply = self.ask(&format!("load {} {}", self.limits.seconds, file.display()))?;
        Ok(match reply.as_deref().map(|reply| reply.split_once(' ').unwrap_or((reply, ""))) {
            Ok(("ready", _)) => Ok(()),
            Ok(("refused", why)) => Err(Failure::Refused(why.to_owned())),
            Ok((_, said)) => Err(failed(said)),
            Err(failure) => Err(failure.clone()),
        })
    }

    /// Requests the count of the solutions of the loaded instance.
    pub fn run(&mut self) -> Result<Result<Counted, Failure>> {
        let reply = match self.ask(&format!("run {}", self.limits.seconds))? {
            Ok(reply) => reply,
            Err(failure) => return Ok(Err(failure)),
        };
        let words: Vec<&str> = reply.split(' ').collect();
        if let ["counted", solutions, seconds] = words[..] {
            let seconds: f64 = seconds.parse().with_context(|| self.said(&reply))?;
            let solutions = solutions.to_owned();
            return Ok(Ok(Counted { solutions, milliseconds: seconds * 1e3 }));
        }
        match reply.strip_prefix("failed ") {
            Some(why) => Ok(Err(failed(why))),
            None => bail!(self.said(&reply)),
        }
    }

    fn said(&self, reply: &str) -> String {
        format!("{} said `{reply}`; expected `counted` or `failed`", self.contender.name)
    }

    /// Sends a line and returns the reply; if the process ended instead, returns the reason.
    fn ask(&mut self, line: &str) -> Result<Result<String, Failure>> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.start()?,
        };
        let mut reply = String::new();
        // Writing fails if the process has ended; the empty read below detects that.
        let _ = writeln!(process.input, "{line}");
        if process.output.read_line(&mut reply)? == 0 {
            return Ok(Err(ended(&mut process.child)?));
        }
        self.process = Some(process);
        Ok(Ok(reply.trim_end().to_owned()))
    }

    fn start(&self) -> Result<Process> {
        let mut command = self.contender.command(self.limits.megabytes);
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child =
            child.spawn().with_context(|| format!("starting {}", self.contender.name))?;
        let input = child.stdin.take().expect("it is piped");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        Ok(Process { child, input, output })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The process may have ended already, so errors are ignored.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The failure that a worker's reply `failed` describes.
fn failed(why: &str) -> Failure {
    match why {
        "memory" => Failure::Memory,
        why => Failure::Other(why.to_owned()),
    }
}

/// The reason for which a process ended.
fn ended(child: &mut Child) -> Result<Failure> {
    let status = child.wait()?;
    Ok(match status.signal() {
        Some(signal) if signal == Signal::XCPU.as_raw() => Failure::Time,
        // If memory runs out, Rust aborts the process, or the operating system kills it.
        Some(signal) if [Signal::ABORT.as_raw(), Signal::KILL.as_raw()].contains(&signal) => {
            Failure::Memory
        }
        _ => Failure::Other(status.to_string()),
    })
}
