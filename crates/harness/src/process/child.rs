//! The process of an engine: started in a group of its own, talked to, and ended with all processes that it started.
//!
//! One loop waits for all three pipes at once (`poll`), so neither side can block the other for ever: while
//! the process does not read because it has much to write, its output is read. The last lines of standard error are
//! kept for messages. The loop also enforces the limits:
//!
//! - *Silence*, the time in which the process neither writes a line nor reads a byte. The number of lines and bytes of
//!   a batch is bounded, so no process can go on for ever. Time does not count in which this program or the process
//!   was ready to run and got no core, so that a machine busy with other programs makes no search a `timeout`.
//! - *Idleness.* A process that sleeps while it owes an answer may have kept it in a buffer (`silence.rs`).
//! - *Memory.* The memory in use by the process and its descendants is read 40 times a second. A limit of
//!   address space (`RLIMIT_AS`) would take effect at once, but it holds for each process by itself, and it counts
//!   memory that is reserved and never used, which is gigabytes for a JVM or Go.
//! - *Cancellation*, checked 20 times a second.
//!
//! No library does this, because the loop runs while the engine is timed: libraries for child processes
//! (`process-wrap`, `subprocess`) read pipes on other threads, and handing each line from thread to thread would add
//! to every measured time.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::{Child, ChildStderr, ChildStdout, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use quadrille_cover::CancelToken;
use quadrille_results::Verdict;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use super::cgroup::Group;
use super::declaration::Program;
use super::guard::GroupGuard;
use super::memory;
use super::orphans;
use super::pipe::{Filled, StderrTail, read_once};
use super::sandbox;
use super::silence::{FLUSH, KEPT_BACK, Silence};
use super::usage;
use crate::engine::searched::Judgement;

/// Longest time that the loop waits for a pipe before it checks all limits again.
const TICK: Duration = Duration::from_millis(50);
/// Longest time that the loop waits for a pipe if there is a limit of memory, in place of [`TICK`].
const MEMORY_TICK: Duration = Duration::from_millis(25);
/// Time a process has to end by itself after its pipes are closed.
const GRACE: Duration = Duration::from_millis(500);
/// Upper bound on the time in which killed processes are waited for.
const KILLED: Duration = Duration::from_secs(5);
/// Upper bound on the bytes of one read.
const CHUNK: usize = 1 << 16;

/// What is said of a silent process that does not search.
const ASLEEP: &str =
    " while it was asleep, so it may have answered without flushing its output (docs/PROTOCOL.md)";

/// The limits that an engine's process is held to.
#[derive(Clone, Debug, Default)]
pub struct SessionLimits {
    /// The longest that one search may take. A process that is silent for this time is killed.
    pub time: Option<Duration>,
    /// The most memory in use by the process and those that it started, in bytes.
    pub memory: Option<u64>,
    /// Ends the process when the run is cancelled.
    pub cancel: Option<CancelToken>,
    /// Whether the process is kept out of a control group, so that its CPU time and memory are measured as on a system
    /// without such groups.
    pub ungrouped: bool,
}

/// How a process failed, and whether that is certainly the fault of the first instance without an answer.
pub type Blame = (Judgement, bool);

/// The failure of a process that wrote more than `most` bytes, the most that a line or all answers may have.
pub fn too_long(most: usize) -> Judgement {
    let reason =
        format!("wrote more than {most} bytes, which is longer than any answer to the question");
    Judgement::new(Verdict::Crash, reason)
}

/// A process and its pipes.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// The id of the process, which is also the id of its group.
    pub group: Pid,
    output: ChildStdout,
    errors: StderrTail<ChildStderr>,
    /// Bytes of standard output that were not given to a listener yet.
    unheard: Vec<u8>,
    /// Whether this program has closed standard input.
    was_closed: bool,
    /// Space for the bytes of one read from standard output.
    buffer: Box<[u8]>,
    /// The most memory seen in use since [`forget_peak`](Self::forget_peak).
    most_memory: u64,
    /// How the process ended, once it was waited for. From then on the system may reuse the id of its group.
    status: Option<ExitStatus>,
    /// Dropped after the process has ended, as [`GroupGuard`] requires.
    guard: GroupGuard,
}

/// Receives each line of output, without its line feed, until it returns `Break`.
type Listener<'l> = dyn FnMut(&[u8]) -> ControlFlow<()> + 'l;

impl Process {
    /// Starts a program.
    pub fn start(program: &Program, is_grouped: bool) -> io::Result<Self> {
        let guard = GroupGuard::start()?;
        let mut command = sandbox::command(program);
        command.envs(&program.env);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // The engine gets a process group of its own, so that an interrupt typed at the terminal does not reach it.
        let control_group = if is_grouped { Group::new() } else { None };
        let mut child = orphans::start(&mut command, &guard.id().to_string())?;
        let group = Pid::from_child(&child);
        if let Some(control_group) = control_group {
            usage::enter(group, control_group);
        }
        let output = child.stdout.take().expect("it is piped");
        let errors = child.stderr.take().expect("it is piped");
        // If anything fails below, `process` is dropped, which ends the program.
        let mut process = Self {
            child,
            group,
            output,
            errors: StderrTail::of(errors),
            unheard: Vec::new(),
            was_closed: false,
            buffer: vec![0; CHUNK].into_boxed_slice(),
            most_memory: 0,
            status: None,
            guard,
        };
        let list = orphans::group(group).map(|(group, _)| group.list()).unwrap_or_default();
        process.guard.watch(group, &list)?;
        process.child.stdin.iter().try_for_each(|input| ioctl_fionbio(input, true))?;
        process.errors.pipe.iter().try_for_each(|errors| ioctl_fionbio(errors, true))?;
        ioctl_fionbio(&process.output, true)?;
        Ok(process)
    }

    /// Writes `to_say`, and gives each line of output to `listen` until `listen` returns `Break`. Fails if the process
    /// ends first, is silent for the time `silence`, writes a line of more than `longest` bytes or breaks a limit.
    pub fn talk(
        &mut self,
        mut to_say: &[u8],
        limits: &SessionLimits,
        (silence, longest): (Option<Duration>, usize),
        listen: &mut Listener<'_>,
    ) -> Result<(), Blame> {
        let mut silent = Silence::begins();
        let mut closed: Option<Instant> = None;
        let mut checked = Instant::now();
        let tick = if limits.memory.is_some() { MEMORY_TICK } else { TICK };
        let mut has_ended = false;
        loop {
            if self.say(&mut to_say) {
                silent = Silence::begins();
            }
            let filled = self.fill();
            match self.hear(longest, listen)? {
                ControlFlow::Break(()) if closed.is_some_and(|at| at.elapsed() < KEPT_BACK) => {
                    let what = "answered only when its standard input was closed, so it does not flush its output";
                    return Err((
                        Judgement::new(Verdict::Crash, format!("{what}; {FLUSH}")),
                        false,
                    ));
                }
                ControlFlow::Break(()) => return Ok(()),
                ControlFlow::Continue(true) => {
                    silent = Silence::begins();
                }
                // If the process has ended, other processes that it started may still hold the pipe open.
                ControlFlow::Continue(false)
                    if filled == Filled::End || has_ended && filled == Filled::Nothing =>
                {
                    return Err((self.ended(), false));
                }
                ControlFlow::Continue(false) => {}
            }
            let failed = |verdict, what: String| Err((Judgement::new(verdict, what), false));
            if limits.cancel.as_ref().is_some_and(CancelToken::is_cancelled) {
                // Rows of a cancelled search are not written, whatever the verdict.
                return failed(Verdict::Budget, "was stopped because the run was cancelled".into());
            }
            if let Some(limit) = limits.memory.filter(|_| checked.elapsed() >= tick) {
                checked = Instant::now();
                let used = memory::in_use(self.group, limit).unwrap_or(0);
                self.most_memory = self.most_memory.max(used);
                if used > limit {
                    let what =
                        format!("used {used} bytes of memory, more than the limit of {limit}");
                    let stderr = self.stderr_tail();
                    return failed(Verdict::Memout, format!("{what}, and was killed{stderr}"));
                }
            }
            if closed.is_none() && to_say.is_empty() && silent.is_stuck(self.group) {
                closed = Some(Instant::now());
                self.close_input();
            }
            let mut wait = tick;
            if let Some(after) = silence {
                let left = silent.left(after, tick, self.group);
                // Bytes may have come while this program had no core.
                if left.is_zero() && self.fill() != Filled::Some {
                    let (after, stderr) = (after.as_secs_f64(), self.stderr_tail());
                    let hint = if usage::is_asleep(self.group) { ASLEEP } else { "" };
                    let what = format!("wrote nothing for {after} s and was killed{hint}{stderr}");
                    return failed(Verdict::Timeout, what);
                }
                wait = wait.min(left);
            }
            has_ended = has_ended
                || !self.wait_for_pipes(!to_say.is_empty(), wait) && orphans::has_ended(self.group);
        }
    }

    /// Sets the peak memory of the process and those it started to what they use now, if the system can.
    pub fn forget_peak(&mut self) {
        self.most_memory = 0;
        memory::forget_peak(self.group);
    }

    /// The most memory in use by the process and those it started since [`forget_peak`](Self::forget_peak), in bytes.
    pub fn peak_memory(&self) -> Option<u64> {
        memory::peak(self.group).map(|peak| peak.max(self.most_memory))
    }

    /// Closes standard input, which asks the process to end.
    pub fn close_input(&mut self) {
        self.child.stdin = None;
        self.was_closed = true;
    }

    /// Whether standard input was closed, so that no question can be asked.
    pub fn was_closed(&self) -> bool {
        self.was_closed
    }

    /// The output after the line at which the listener stopped.
    pub fn unheard(&mut self) -> &[u8] {
        let _ = self.fill(); // if the pipe has ended, the next call of `is_waiting` will notice
        &self.unheard
    }

    /// Whether the process runs and a listener has received all its output.
    pub fn is_waiting(&mut self) -> bool {
        self.fill() == Filled::Nothing && self.unheard.is_empty() && !orphans::has_ended(self.group)
    }

    /// The last lines of standard error, worded to follow a message; empty if there are none.
    pub fn stderr_tail(&mut self) -> String {
        self.errors.read();
        self.errors.to_words()
    }

    /// Writes as much as the pipe takes now, and removes it from `to_say`. Returns whether anything was removed.
    fn say(&mut self, to_say: &mut &[u8]) -> bool {
        let before = to_say.len();
        while let (Some(input), false) = (&mut self.child.stdin, to_say.is_empty()) {
            match input.write(to_say) {
                Ok(written) => *to_say = &to_say[written..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                // The process has closed its input. If the process has ended, `talk` finds the end of its output.
                Err(_) => {
                    self.child.stdin = None;
                    *to_say = &[];
                }
            }
        }
        to_say.len() < before
    }

    /// Gives whole lines to the listener. Returns whether there were any, or `Break` if the listener did.
    fn hear(
        &mut self,
        longest: usize,
        listen: &mut Listener<'_>,
    ) -> Result<ControlFlow<(), bool>, Blame> {
        let (mut start, mut flow) = (0, ControlFlow::Continue(()));
        while flow.is_continue() {
            let rest = &self.unheard[start..];
            let end = rest.iter().position(|&byte| byte == b'\n');
            if end.unwrap_or(rest.len()) > longest {
                // All earlier lines are here, so this line is certainly about the first instance without an answer.
                return Err((too_long(longest), true));
            }
            let Some(length) = end else { break };
            flow = listen(&rest[..length]);
            start += length + 1;
        }
        self.unheard.drain(..start);
        Ok(flow.map_continue(|()| start > 0))
    }

    /// Reads once from standard output.
    fn fill(&mut self) -> Filled {
        read_once(&mut self.output, &mut self.buffer, &mut self.unheard)
    }

    /// Waits, for `time` at most, until a pipe can be read, or written if `to_write`. Returns whether one is ready. Reads standard error if
    /// there is something, so that the process never waits for a reader.
    fn wait_for_pipes(&mut self, to_write: bool, time: Duration) -> bool {
        let mut pipes = vec![PollFd::new(&self.output, PollFlags::IN)];
        if let Some(errors) = &self.errors.pipe {
            pipes.push(PollFd::new(errors, PollFlags::IN));
        }
        if let Some(input) = self.child.stdin.as_ref().filter(|_| to_write) {
            pipes.push(PollFd::new(input, PollFlags::OUT));
        }
        let time = Timespec::try_from(time).expect("a tick is short");
        // A wait that a signal interrupts counts as one without a ready pipe.
        let woken = poll(&mut pipes, Some(&time)).unwrap_or(0);
        let errors_wait = self.errors.pipe.is_some() && !pipes[1].revents().is_empty();
        if errors_wait {
            self.errors.read();
        }
        woken > 0
    }

    /// Whether the process ends by itself within [`GRACE`].
    fn ends_by_itself(&self) -> bool {
        let start = Instant::now();
        let mut pause = Duration::from_micros(50);
        while !orphans::has_ended(self.group) {
            if start.elapsed() >= GRACE {
                return false;
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(5));
        }
        true
    }

    /// The failure of a process that has ended or closed its standard output.
    pub fn ended(&mut self) -> Judgement {
        let place =
            if self.unheard.is_empty() { "before `done`" } else { "in the middle of a line" };
        let status = if self.ends_by_itself() { self.end() } else { None };
        let stderr = self.stderr_tail();
        let what = status
            .map_or("closed its standard output".to_owned(), |status| format!("ended ({status})"));
        Judgement::new(Verdict::Crash, format!("{what} {place}{stderr}"))
    }

    /// Ends the process and all that descended from it at once, and returns its status.
    pub fn end(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() {
            self.end_all();
            self.status = self.child.wait().ok();
            orphans::forget(self.group);
        }
        self.status
    }

    /// Kills the process and all that descended from it, again and again until none is left but the process as a zombie:
    /// one may start another while it is killed.
    fn end_all(&self) {
        let (start, mut pause) = (Instant::now(), Duration::from_micros(50));
        loop {
            let family = usage::family(self.group);
            for member in &family {
                let _ = kill_process(*member, Signal::KILL);
            }
            // This kills no other group, because the id of this one is not reused before the process was waited for.
            let _ = kill_process_group(self.group, Signal::KILL);
            let in_group = orphans::group(self.group).is_some_and(|(group, _)| group.kill());
            // One that waits for a device, or has a priority too low for a busy core, ends later.
            if family.len() == 1 && !in_group && orphans::has_ended(self.group)
                || start.elapsed() > KILLED
            {
                return;
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(5));
        }
    }
}

impl Drop for Process {
    /// Closes standard input, which asks the process to end; ends it and its group if it does not.
    fn drop(&mut self) {
        self.child.stdin = None;
        if self.status.is_none() {
            self.ends_by_itself();
        }
        self.end();
    }
}
