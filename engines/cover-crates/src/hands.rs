//! Workers seen from the program that leads them.

use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use anyhow::{Context, Result, bail};
use rustix::process::Signal;

use crate::contender::Contender;

/// How far engines may go.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// CPU seconds for an instance.
    pub seconds: f64,
    /// Megabytes of address space.
    pub megabytes: u64,
}

/// What an engine said of an instance once.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted {
    /// The number of solutions.
    pub solutions: String,
    /// CPU milliseconds.
    pub milliseconds: f64,
}

/// Why an engine has no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// It does not take such a problem.
    Refused(String),
    /// It was still searching at the limit.
    Time,
    /// It had no memory left.
    Memory,
    /// Something else.
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

/// An engine in a process, which is started anew after it has been ended.
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
    /// One that is not yet at work.
    pub fn new(contender: &'c Contender, limits: Limits) -> Self {
        Self { contender, limits, process: None }
    }

    /// Gives it an instance.
    pub fn load(&mut self, file: &Path) -> Result<Result<(), Failure>> {
        let reply = self.ask(&format!("load {} {}", self.limits.seconds, file.display()))?;
        Ok(match reply.as_deref().map(|reply| reply.split_once(' ').unwrap_or((reply, ""))) {
            Ok(("ready", _)) => Ok(()),
            Ok(("refused", why)) => Err(Failure::Refused(why.to_owned())),
            Ok((_, said)) => Err(failed(said)),
            Err(failure) => Err(failure.clone()),
        })
    }

    /// Has it count the solutions of the instance it was given.
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
        format!("{} said `{reply}`; expected an answer", self.contender.name)
    }

    /// Sends a line, and gives the line that answers it, or how the process ended instead.
    fn ask(&mut self, line: &str) -> Result<Result<String, Failure>> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.start()?,
        };
        let mut reply = String::new();
        // A process that has ended does not take lines; that it has is seen below.
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
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a worker says when it answers `failed`.
fn failed(why: &str) -> Failure {
    match why {
        "memory" => Failure::Memory,
        why => Failure::Other(why.to_owned()),
    }
}

/// How a process ended.
fn ended(child: &mut Child) -> Result<Failure> {
    let status = child.wait()?;
    Ok(match status.signal() {
        Some(signal) if signal == Signal::XCPU.as_raw() => Failure::Time,
        // That is how Rust ends where there is no memory, and how the system does.
        Some(signal) if [Signal::ABORT.as_raw(), Signal::KILL.as_raw()].contains(&signal) => {
            Failure::Memory
        }
        _ => Failure::Other(status.to_string()),
    })
}
