//! The process of an engine: started in a group of its own, talked to, and ended with all processes that it started.
//!
//! One loop waits for all three pipes at once (`poll`), so neither side can block the other for ever: while
//! the process does not read because it has much to write, its output is read. Standard error is read too; its end is
//! kept for messages. The loop also enforces the limits:
//!
//! - *Silence.* Each line the process writes and each byte it reads is a sign of life. Both are bounded, so no process
//!   can go on for ever.
//! - *Memory.* The memory in use by the process and its descendants is read 40 times a second. A limit of
//!   address space (`RLIMIT_AS`) would take effect at once, but it holds for each process by itself, and it counts
//!   memory that is reserved and never used, which is gigabytes for a JVM or Go.
//! - *Cancellation*, checked 20 times a second.
//!
//! The loop is ours because it lies inside the clock that times the engine. Libraries for child processes
//! (`process-wrap`, `subprocess`) read pipes on other threads, and handing each line from thread to thread would add
//! to every measured time.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use quadrille_cover::CancelToken;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::declaration::Program;
use super::fault::Fault;
use super::guard::GroupGuard;
use super::stderr_tail::StderrTail;
use super::usage;

/// Longest wait of the loop before it checks all limits again.
const TICK: Duration = Duration::from_millis(50);
/// Longest wait of the loop if there is a limit of memory.
const MEMORY_TICK: Duration = Duration::from_millis(25);
/// Time a process has to end by itself after its pipes are closed.
const GRACE: Duration = Duration::from_millis(500);
/// Bytes read at once.
const CHUNK: usize = 1 << 16;

/// The limits of one conversation with a process.
#[derive(Clone, Copy, Debug)]
pub struct TalkLimits<'a> {
    /// The longest silence.
    pub silence: Option<Duration>,
    /// The most memory in use by the process and its descendants, in bytes.
    pub memory: Option<u64>,
    /// Ends the conversation from outside.
    pub cancel: Option<&'a CancelToken>,
    /// The longest line, in bytes.
    pub line: usize,
}

/// A process and its pipes.
#[derive(Debug)]
pub struct Process {
    child: Child,
    group: Pid,
    input: Option<ChildStdin>,
    output: ChildStdout,
    errors: StderrTail,
    /// Bytes of standard output that no listener has got yet.
    unheard: Vec<u8>,
    /// Receives each read.
    buffer: Box<[u8]>,
    /// How the process ended, once it was waited for. From then on the system may reuse the number of its group.
    status: Option<ExitStatus>,
    /// Dropped after the process has ended.
    guard: GroupGuard,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// The error of the system.
    pub fn start(program: &Program) -> io::Result<Self> {
        let guard = GroupGuard::start()?;
        let mut command = Command::new(&program.executable);
        command.args(&program.arguments).current_dir(&program.folder).envs(&program.env);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // An interrupt typed at the terminal is for this program, which ends its engines itself.
        command.process_group(0);
        let mut child = command.spawn()?;
        let group = Pid::from_child(&child);
        let input = child.stdin.take().expect("it is piped");
        let output = child.stdout.take().expect("it is piped");
        let errors = child.stderr.take().expect("it is piped");
        // From here on the process is ended if anything fails, as it is dropped.
        let mut process = Self {
            child,
            group,
            input: Some(input),
            output,
            errors: StderrTail::of(errors)?,
            unheard: Vec::new(),
            buffer: vec![0; CHUNK].into_boxed_slice(),
            status: None,
            guard,
        };
        process.guard.watch(group)?;
        process.input.iter().try_for_each(|input| ioctl_fionbio(input, true))?;
        ioctl_fionbio(&process.output, true)?;
        Ok(process)
    }

    /// The number of the process, which is that of its group.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The CPU time of the process and its descendants so far.
    pub fn cpu(&self) -> Option<Duration> {
        usage::cpu(self.group)
    }

    /// The peak memory of the process and its descendants since [`forget_peak`](Self::forget_peak).
    pub fn peak(&self) -> Option<u64> {
        usage::peak(self.group)
    }

    /// Begins a new period for [`peak`](Self::peak).
    pub fn forget_peak(&self) {
        usage::forget_peak(self.group);
    }

    /// Writes `to_say`, and calls `listen` with each line of output, without its end, until that returns `Break`.
    ///
    /// # Errors
    /// If the process fails first, or breaks a limit.
    pub fn talk(
        &mut self,
        mut to_say: &[u8],
        limits: TalkLimits<'_>,
        listen: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        let mut alive = Instant::now();
        let mut checked = Instant::now();
        let tick = if limits.memory.is_some() { MEMORY_TICK } else { TICK };
        loop {
            if self.say(&mut to_say) {
                alive = Instant::now();
            }
            match self.hear(limits.line, listen)? {
                Heard::Enough => return Ok(()),
                Heard::Lines => alive = Instant::now(),
                Heard::End => return Err(self.ended()),
                Heard::Nothing => {}
            }
            if limits.cancel.is_some_and(CancelToken::is_cancelled) {
                return Err(Fault::Cancelled);
            }
            if let Some(limit) = limits.memory.filter(|_| checked.elapsed() >= tick) {
                checked = Instant::now();
                let used = usage::resident(self.group);
                if used > limit {
                    return Err(Fault::Memory { used, limit, stderr: self.stderr_tail() });
                }
            }
            let mut wait = tick;
            if let Some(after) = limits.silence {
                let silent = alive.elapsed();
                if silent >= after {
                    return Err(Fault::Silent { after, stderr: self.stderr_tail() });
                }
                wait = wait.min(after.saturating_sub(silent));
            }
            if !self.wait_for_pipes(!to_say.is_empty(), wait) && self.has_ended() {
                return self.last_lines(limits.line, listen);
            }
        }
    }

    /// Reads what a process wrote before it ended. Does not wait for the end of the pipe, as processes that it started
    /// may still hold the pipe open.
    fn last_lines(
        &mut self,
        longest: usize,
        listen: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        loop {
            match self.hear(longest, listen)? {
                Heard::Enough => return Ok(()),
                Heard::Lines => {}
                Heard::Nothing | Heard::End => return Err(self.ended()),
            }
        }
    }

    /// The output after the line at which the listener stopped.
    pub fn unheard(&mut self) -> &[u8] {
        let _ = self.fill(); // the next conversation will notice the end
        &self.unheard
    }

    /// Whether the process runs and has written nothing that no listener has got.
    pub fn is_waiting(&mut self) -> bool {
        self.fill() == Filled::Nothing && self.unheard.is_empty() && !self.has_ended()
    }

    /// The last lines of standard error, worded to follow a message; empty if there are none.
    pub fn stderr_tail(&mut self) -> String {
        self.errors.read();
        self.errors.to_words()
    }

    /// Writes what the pipe takes. Returns whether it took anything.
    fn say(&mut self, to_say: &mut &[u8]) -> bool {
        let before = to_say.len();
        while let (Some(input), false) = (&mut self.input, to_say.is_empty()) {
            match input.write(to_say) {
                Ok(written) => *to_say = &to_say[written..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                // The process has closed its input. If it has ended, its output will show that.
                Err(_) => {
                    self.input = None;
                    *to_say = &[];
                }
            }
        }
        to_say.len() < before
    }

    /// Reads once, and gives whole lines to the listener.
    fn hear(
        &mut self,
        longest: usize,
        listen: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<Heard, Fault> {
        let filled = self.fill();
        let mut heard = if filled == Filled::End { Heard::End } else { Heard::Nothing };
        let mut start = 0;
        while let Some(length) = self.unheard[start..].iter().position(|&byte| byte == b'\n') {
            if length > longest {
                return Err(Fault::TooLong(longest));
            }
            let enough = listen(&self.unheard[start..start + length]).is_break();
            start += length + 1;
            heard = if enough { Heard::Enough } else { Heard::Lines };
            if enough {
                break;
            }
        }
        self.unheard.drain(..start);
        let is_too_long = heard != Heard::Enough && self.unheard.len() > longest;
        if is_too_long { Err(Fault::TooLong(longest)) } else { Ok(heard) }
    }

    /// Reads once from standard output.
    fn fill(&mut self) -> Filled {
        let read = loop {
            match self.output.read(&mut self.buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        match read {
            Ok(length @ 1..) => {
                self.unheard.extend_from_slice(&self.buffer[..length]);
                Filled::Some
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Filled::Nothing,
            Ok(0) | Err(_) => Filled::End,
        }
    }

    /// Waits until a pipe can be read, or written if `to_write`, or the time is up. Returns whether a pipe was ready.
    fn wait_for_pipes(&mut self, to_write: bool, time: Duration) -> bool {
        let mut pipes = vec![PollFd::new(&self.output, PollFlags::IN)];
        if let Some(errors) = self.errors.pipe() {
            pipes.push(PollFd::new(errors, PollFlags::IN));
        }
        if let Some(input) = self.input.as_ref().filter(|_| to_write) {
            pipes.push(PollFd::new(input, PollFlags::OUT));
        }
        let time = Timespec::try_from(time).expect("a tick is short");
        // An interrupted wait counts as one that is over.
        let woken = poll(&mut pipes, Some(&time)).unwrap_or(0);
        let errors_wait = self.errors.pipe().is_some() && !pipes[1].revents().is_empty();
        if errors_wait {
            self.errors.read();
        }
        woken > 0
    }

    /// Whether the process has ended. It is left as a zombie, so that the system does not reuse the number of its
    /// group.
    fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(self.group), options), Ok(None))
    }

    /// Whether the process ends by itself within [`GRACE`].
    fn ends_by_itself(&self) -> bool {
        let start = Instant::now();
        let mut pause = Duration::from_micros(50);
        while !self.has_ended() {
            if start.elapsed() >= GRACE {
                return false;
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(5));
        }
        true
    }

    /// The fault of a process that writes no more.
    fn ended(&mut self) -> Fault {
        let place =
            if self.unheard.is_empty() { "before `done`" } else { "in the middle of a line" };
        let status = if self.ends_by_itself() { self.end() } else { None };
        let stderr = self.stderr_tail();
        match status {
            Some(status) => Fault::Ended { status: status.to_string(), place, stderr },
            None => Fault::Closed { place, stderr },
        }
    }

    /// Ends the process and its group at once, and returns its status.
    fn end(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() {
            // The number of the group is not reused before the process was waited for.
            let _ = kill_process_group(self.group, Signal::KILL);
            self.status = self.child.wait().ok();
        }
        self.status
    }

    /// Ends the process at once.
    pub fn kill(mut self) {
        self.end();
    }
}

impl Drop for Process {
    /// Closes standard input, which asks the process to end; ends it and its group if it does not.
    fn drop(&mut self) {
        self.input = None;
        if self.status.is_none() {
            self.ends_by_itself();
        }
        self.end();
    }
}

/// The result of reading lines.
#[derive(PartialEq, Eq)]
enum Heard {
    /// No line came.
    Nothing,
    /// Some lines came.
    Lines,
    /// The listener stopped.
    Enough,
    /// Standard output ended.
    End,
}

/// The result of one read.
#[derive(PartialEq, Eq)]
enum Filled {
    Some,
    Nothing,
    End,
}
