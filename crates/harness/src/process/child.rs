//! The process of an engine: started in a group of its own, talked to, ended with all that it started.
//!
//! One loop waits for all three pipes at once (`poll`), so neither side can wait for the other for ever: while
//! the process does not read because it has much to say, what it says is read. What it writes to standard error
//! is read too; the end of that is kept for messages. The loop looks after the limits meanwhile:
//!
//! - *Silence.* Each line it says and each byte it takes is a sign of life. Both are bounded, so what goes on for
//!   ever is found out.
//! - *Memory.* The memory in use by the process and its descendants is looked at 40 times a second. A limit of
//!   address space (`RLIMIT_AS`) would be exact in time, but it holds for each process by itself, and it counts
//!   what is reserved and never used, which for a JVM or Go are gigabytes: what it would end is not
//!   what a comparison of memory is about.
//! - *Cancellation*, looked at 20 times a second.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use quadrille_cover::CancelToken;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::declaration::Program;
use super::guard::Guard;
use super::last_words::LastWords;
use super::usage;

/// How long the loop waits before it looks at everything again.
const TICK: Duration = Duration::from_millis(50);
/// How long it waits if there is a limit of memory.
const MEMORY_TICK: Duration = Duration::from_millis(25);
/// How long a process has to end by itself, once its pipes are closed.
const GRACE: Duration = Duration::from_millis(500);
/// How much is read at once.
const CHUNK: usize = 1 << 16;

/// What a process is held to while it is talked to.
#[derive(Clone, Copy, Debug)]
pub struct Watch<'a> {
    /// For how long it may say nothing.
    pub patience: Option<Duration>,
    /// How much memory it may have in use, with its descendants, in bytes.
    pub memory: Option<u64>,
    /// Ends it from outside.
    pub cancel: Option<&'a CancelToken>,
    /// Bytes that a line may have.
    pub longest_line: usize,
}

/// How talking to a process came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The listener heard what it waited for.
    Heard,
    /// Nothing was said for so long.
    Silent(Duration),
    /// So many bytes were in use, where so many were allowed.
    Memory { used: u64, limit: u64 },
    /// Standard output ended, perhaps in the middle of a line.
    Closed { in_line: bool },
    /// The process ended, perhaps in the middle of a line.
    Ended { status: String, in_line: bool },
    /// A line has more bytes than it may.
    TooLong,
    /// The run is to end.
    Cancelled,
}

/// A process and its pipes.
#[derive(Debug)]
pub struct Process {
    child: Child,
    group: Pid,
    input: Option<ChildStdin>,
    output: ChildStdout,
    errors: LastWords,
    /// Bytes of standard output that nobody has listened to.
    unheard: Vec<u8>,
    /// What is read goes here first.
    buffer: Box<[u8]>,
    /// How it ended, once that is known. From then on the number of its group may be another's.
    status: Option<ExitStatus>,
    /// Let go after the process has ended.
    guard: Guard,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// What the system says.
    pub fn start(program: &Program) -> io::Result<Self> {
        let guard = Guard::start()?;
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
        let process = Self {
            child,
            group,
            input: Some(input),
            output,
            errors: LastWords::of(errors),
            unheard: Vec::new(),
            buffer: vec![0; CHUNK].into_boxed_slice(),
            status: None,
            guard,
        };
        process.watched()
    }

    /// Has the guard watch, and makes no pipe wait. If that fails the process is ended, as it is dropped.
    fn watched(mut self) -> io::Result<Self> {
        self.guard.watch(self.group)?;
        if let Some(input) = &self.input {
            rustix::io::ioctl_fionbio(input, true)?;
        }
        rustix::io::ioctl_fionbio(&self.output, true)?;
        if let Some(errors) = self.errors.pipe() {
            rustix::io::ioctl_fionbio(errors, true)?;
        }
        Ok(self)
    }

    /// The number of the process, which is that of its group.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// What the process and its descendants used of the processors so far.
    pub fn cpu(&self) -> Option<Duration> {
        usage::cpu(self.group)
    }

    /// The most memory that they had in use since the last call of [`forget_peak`](Self::forget_peak).
    pub fn peak(&self) -> Option<u64> {
        usage::peak(self.group)
    }

    /// Begins a new period of which [`peak`](Self::peak) tells.
    pub fn forget_peak(&self) {
        usage::forget_peak(self.group);
    }

    /// Says something, and gives each line that comes back, without its end, to the listener, until that has
    /// heard enough.
    pub fn talk(
        &mut self,
        mut to_say: &[u8],
        watch: Watch<'_>,
        listen: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Ending {
        let mut alive = Instant::now();
        let mut looked = Instant::now();
        let tick = if watch.memory.is_some() { MEMORY_TICK } else { TICK };
        loop {
            if self.say(&mut to_say) {
                alive = Instant::now();
            }
            match self.hear(watch.longest_line, listen) {
                Heard::Enough => return Ending::Heard,
                Heard::TooLong => return Ending::TooLong,
                Heard::Lines => alive = Instant::now(),
                Heard::End => return self.after_the_end(),
                Heard::Nothing => {}
            }
            if watch.cancel.is_some_and(CancelToken::is_cancelled) {
                return Ending::Cancelled;
            }
            if let Some(limit) = watch.memory.filter(|_| looked.elapsed() >= tick) {
                looked = Instant::now();
                let used = usage::resident(self.group);
                if used > limit {
                    return Ending::Memory { used, limit };
                }
            }
            let mut wait = tick;
            if let Some(patience) = watch.patience {
                let silent = alive.elapsed();
                if silent >= patience {
                    return Ending::Silent(patience);
                }
                wait = wait.min(patience.saturating_sub(silent));
            }
            if !self.wait_for_pipes(!to_say.is_empty(), wait) && self.has_ended() {
                return self.last_lines(watch.longest_line, listen);
            }
        }
    }

    /// Listens to what a process has left that has ended. Those that it started may still hold the pipe, so the
    /// end of that is not waited for.
    fn last_lines(
        &mut self,
        longest: usize,
        listen: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Ending {
        loop {
            match self.hear(longest, listen) {
                Heard::Enough => return Ending::Heard,
                Heard::TooLong => return Ending::TooLong,
                Heard::Lines => {}
                Heard::Nothing | Heard::End => return self.after_the_end(),
            }
        }
    }

    /// What was said after the listener had heard enough.
    pub fn unheard(&mut self) -> &[u8] {
        let _ = self.fill(); // the end will be seen by whoever listens next
        &self.unheard
    }

    /// Whether it has said nothing that nobody has listened to, and has not ended.
    pub fn is_waiting(&mut self) -> bool {
        self.fill() == Filled::Nothing && self.unheard.is_empty() && !self.has_ended()
    }

    /// The last lines of standard error, in words that can follow a message; empty if there are none.
    pub fn last_words(&mut self) -> String {
        self.errors.read();
        self.errors.to_words()
    }

    /// Writes what the pipe takes; whether it took anything.
    fn say(&mut self, to_say: &mut &[u8]) -> bool {
        let before = to_say.len();
        while let (Some(input), false) = (&mut self.input, to_say.is_empty()) {
            match input.write(to_say) {
                Ok(written) => *to_say = &to_say[written..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                // It does not listen any more. That may be its end, which its output will show.
                Err(_) => {
                    self.input = None;
                    *to_say = &[];
                }
            }
        }
        to_say.len() < before
    }

    /// Reads once, and gives whole lines to the listener.
    fn hear(&mut self, longest: usize, listen: &mut dyn FnMut(&[u8]) -> ControlFlow<()>) -> Heard {
        let filled = self.fill();
        let mut heard = if filled == Filled::End { Heard::End } else { Heard::Nothing };
        let mut start = 0;
        while let Some(length) = self.unheard[start..].iter().position(|&byte| byte == b'\n') {
            if length > longest {
                return Heard::TooLong;
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
        if is_too_long { Heard::TooLong } else { heard }
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

    /// Waits until something can be read, or written if that is wanted, or the time is up. Whether there was
    /// anything.
    fn wait_for_pipes(&mut self, to_write: bool, time: Duration) -> bool {
        let mut pipes = vec![PollFd::new(&self.output, PollFlags::IN)];
        if let Some(errors) = self.errors.pipe() {
            pipes.push(PollFd::new(errors, PollFlags::IN));
        }
        if let Some(input) = self.input.as_ref().filter(|_| to_write) {
            pipes.push(PollFd::new(input, PollFlags::OUT));
        }
        let time = Timespec::try_from(time).expect("a moment is short");
        // An interrupted wait is as good as one that is over.
        let woken = poll(&mut pipes, Some(&time)).unwrap_or(0);
        let errors_wait = self.errors.pipe().is_some() && !pipes[1].revents().is_empty();
        if errors_wait {
            self.errors.read();
        }
        woken > 0
    }

    /// Whether the process has ended. It stays a child that nobody has waited for, so that the number of its
    /// group is not given to another.
    fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(self.group), options), Ok(None))
    }

    /// Whether it ends by itself within that time.
    fn ends_within(&self, time: Duration) -> bool {
        let start = Instant::now();
        let mut pause = Duration::from_micros(50);
        while !self.has_ended() {
            if start.elapsed() >= time {
                return false;
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(5));
        }
        true
    }

    /// What became of a process that says no more.
    fn after_the_end(&mut self) -> Ending {
        let in_line = !self.unheard.is_empty();
        if !self.ends_within(GRACE) {
            return Ending::Closed { in_line };
        }
        match self.end() {
            Some(status) => Ending::Ended { status: status.to_string(), in_line },
            None => Ending::Closed { in_line },
        }
    }

    /// Ends the process and its group at once, and gives its status.
    fn end(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() {
            // The group is there as long as nobody has waited for the process.
            let _ = kill_process_group(self.group, Signal::KILL);
            self.status = self.child.wait().ok();
        }
        self.status
    }

    /// Ends it at once, without letting it finish anything.
    pub fn kill(mut self) {
        self.end();
    }
}

impl Drop for Process {
    /// Closes its standard input, which asks it to end; ends it and its group if it does not.
    fn drop(&mut self) {
        self.input = None;
        if self.status.is_none() {
            self.ends_within(GRACE);
        }
        self.end();
    }
}

/// What came of listening.
#[derive(PartialEq, Eq)]
enum Heard {
    /// No line.
    Nothing,
    /// Some lines.
    Lines,
    /// What was waited for.
    Enough,
    /// A line too long.
    TooLong,
    /// The end of standard output.
    End,
}

/// What came of reading.
#[derive(PartialEq, Eq)]
enum Filled {
    Some,
    Nothing,
    End,
}
