//! One engine, asked batch after batch.
//!
//! A session starts the process, asks, and restarts the process if it fails. A malformed answer belongs to a known
//! instance. If the process dies or falls silent, the instance that caused it is not known, because answers that were
//! not flushed are lost. Then the first instance without an answer is asked alone. If the process fails again, that
//! instance has failed; if not, the process keeps answers back, and the remaining instances are asked in batches half
//! as large, until a batch of one instance fails or all are answered. So if a process dies or falls silent, an instance
//! is blamed only if it was asked alone.
//!
//! A number is used for one instance of a session only, so an answer is never taken for that of another instance, even
//! after a restart. Numbers begin anywhere in each process, so that an answer cannot be written before its question.
//!
//! What the process and those it started compute between two questions counts as time of the second question, so that
//! nothing is gained by working while no clock seems to run.

use std::hash::{BuildHasher, RandomState};
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quadrille_results::{Shown, Verdict};
use rustix::process::Pid;

use super::certificate::CertificateFolder;
use super::child::{Blame, Process, SessionLimits};
use super::declaration::Program;
use super::greeting;
use super::protocol::{Greeting, Hello, Kind, Misfit, Question, write_batch};
use super::reply::Reply;
use super::sandbox;
use super::times::Times;
use super::transcript::Transcript;
use super::{probe, usage};
use crate::corpus::{Body, Instance};
use crate::engine::searched::Judgement;

/// How often a process just started is asked about an easy instance, and then about none.
const EASY_QUESTIONS: usize = 3;
/// Bits of the random numbers at which the numbers of instances begin.
const RANDOM_BITS: u32 = 48;
/// How often an engine may wait for something during a question, beside once for each [`PIECE`] of it and its answer.
const MOST_SLEEPS: u64 = 20;
/// The least bytes that a process reads or writes at once, if there are more to read or write.
const PIECE: usize = 1024;
/// Failures in a row, without an answer between, after which the rest of a batch is not asked.
const GIVE_UP: usize = 100;

/// A program that was started once, to learn its version and which instances it accepts.
#[derive(Debug)]
pub struct External {
    /// The program.
    pub program: Program,
    /// The program's introduction when it was started.
    pub hello: Hello,
}

impl External {
    /// Whether the engine accepts an instance, by its declaration and its introduction.
    pub fn takes(&self, body: &Body) -> bool {
        let takes = |kinds: &Vec<Kind>| kinds.iter().any(|kind| kind.includes(body));
        self.program.takes.as_ref().is_none_or(takes) && takes(&self.hello.takes)
    }
}

/// An engine, ready to be asked.
///
/// The process ends with the session: its standard input is closed, and if it has not ended half a second later
/// it is killed together with all processes that it started.
#[derive(Debug)]
pub struct Session {
    /// The program and its introduction.
    pub external: Arc<External>,
    limits: SessionLimits,
    process: Option<Process>,
    /// The CPU time of the process and those it started when it had last answered or introduced itself.
    rested: Option<Duration>,
    /// Whether the process was asked about an instance that is not easy.
    is_used: bool,
    /// The number that the next instance gets in the protocol.
    next: u64,
    /// Why the process could not be restarted, if that was tried and failed.
    broken: Option<Judgement>,
    /// The longest CPU time of a process before it was ready, where the system reports it.
    prepared: Option<Duration>,
}

/// The result of asking a batch.
#[derive(Clone, Debug)]
pub struct BatchReply {
    /// One reply for each instance, in order.
    pub replies: Vec<Reply>,
    /// The times of the batch, if one process answered all of it.
    pub times: Option<Times>,
    /// How many processes were killed or found dead.
    pub failures: usize,
}

impl Session {
    /// Starts an engine and reads its introduction.
    ///
    /// # Errors
    /// If the program cannot be started, or is no engine.
    pub fn start(program: Program, limits: SessionLimits) -> Result<Self, Judgement> {
        let (process, hello, rested) = start(&program, &limits)?;
        let external = Arc::new(External { program, hello });
        let (process, next) = (Some(process), beginning());
        let (is_used, broken, prepared) = (false, None, rested);
        Ok(Self { external, limits, process, rested, is_used, next, broken, prepared })
    }

    /// The longest CPU time that a process of this session has used before it was ready, where the system reports it.
    pub fn prepared(&self) -> Option<Duration> {
        self.prepared
    }

    /// Makes sure that the process has seen no instance yet but `easy`, by starting it anew if it has. It is killed
    /// rather than asked to end, so that it stores nothing as it ends. Then asks about `easy` a few times, which makes
    /// the process fetch its code, and about no instance. Returns the least time of the latter, the cost of asking;
    /// `None` if the engine fails.
    pub fn refresh(&mut self, question: &Question, easy: &Instance) -> Option<Times> {
        if self.is_used
            && let Some(mut process) = self.process.take()
        {
            process.end();
        }
        for _ in 0..EASY_QUESTIONS {
            self.attempt(question, &[easy]).1.ok()?;
        }
        let mut least: Option<Times> = None;
        for _ in 0..EASY_QUESTIONS {
            let times = self.attempt(question, &[]).1.ok()?;
            least = Some(least.map_or(times, |least| Times {
                wall: least.wall.min(times.wall),
                cpu: least.cpu.min(times.cpu),
                idle: least.idle.min(times.idle),
                ..least
            }));
        }
        self.is_used = false;
        least
    }

    /// The id of the process. There is none between a failure and the next question.
    pub fn process_id(&self) -> Option<Pid> {
        self.process.as_ref().map(|process| process.group)
    }

    /// Asks a question about each of these instances that the engine accepts.
    pub fn ask(&mut self, question: &Question, instances: &[&Instance]) -> BatchReply {
        let external = Arc::clone(&self.external);
        let is_task = external.hello.asked(question.task).is_some();
        let is_taken = |instance: &&Instance| is_task && external.takes(&instance.body);
        let to_ask: Vec<&Instance> = instances.iter().copied().filter(is_taken).collect();
        let mut asked = self.ask_all(question, &to_ask);
        let mut replies = asked.replies.into_iter();
        let reply = |instance| is_taken(instance).then(|| replies.next().expect("one for each"));
        let replies = instances.iter().map(reply);
        let unsupported = || Err(Verdict::Unsupported.into());
        asked.replies = replies.map(|reply| reply.unwrap_or_else(unsupported)).collect();
        asked
    }

    fn ask_all(&mut self, question: &Question, instances: &[&Instance]) -> BatchReply {
        let mut asked = BatchReply { replies: Vec::new(), times: None, failures: 0 };
        // If the process has written since the last batch, more may follow that answers no question. If it has ended,
        // that is the fault of none of these instances. In both cases a new process is started. So it is after standard
        // input was closed during an answer that took long, which is no failure.
        let is_unfit = |process: &mut Process| {
            !instances.is_empty() && (process.was_closed() || !process.is_waiting())
        };
        if let Some(mut process) = self.process.take_if(is_unfit) {
            asked.failures += usize::from(!process.was_closed());
            process.end();
        }
        // How many instances are asked at once, and whether the next is asked alone, as it may have caused a failure.
        let (mut size, mut alone) = (instances.len(), false);
        let mut in_a_row = 0;
        while asked.replies.len() < instances.len() {
            let rest = &instances[asked.replies.len()..];
            let together = if alone { 1 } else { size.min(rest.len()) };
            let (replies, times) = self.attempt(question, &rest[..together]);
            let answered = replies.len();
            asked.replies.extend(replies);
            in_a_row = if answered > 0 { 0 } else { in_a_row };
            let (fault, is_certain) = match times {
                Err(blame) => blame,
                Ok(times) => {
                    if answered == instances.len() {
                        asked.times = Some(times);
                    } else if alone {
                        (size, alone) = ((size / 2).max(1), false);
                    }
                    continue;
                }
            };
            asked.failures += 1;
            in_a_row += 1;
            let is_certain = is_certain || together - answered <= 1;
            if is_certain {
                // If a process fails after its last answer but before `done`, that answer does not count.
                asked.replies.truncate(asked.replies.len() - usize::from(answered == together));
                asked.replies.push(Err(fault.clone()));
            }
            alone = !is_certain;
            // A fault has the verdict `Budget` only if the run was cancelled.
            let left = if fault.verdict == Verdict::Budget || self.broken.is_some() {
                fault
            } else if in_a_row == GIVE_UP {
                let what = format!("got no more instances after {GIVE_UP} failures in a row");
                Judgement::new(fault.verdict, format!("{what}; at the last one it {fault}"))
            } else {
                continue;
            };
            asked.replies.resize(instances.len(), Err(left));
        }
        asked
    }

    /// Writes one batch, and reads answers until the line `done` or a failure.
    fn attempt(
        &mut self,
        question: &Question,
        instances: &[&Instance],
    ) -> (Vec<Reply>, Result<Times, Blame>) {
        if let Err(fault) = self.restart() {
            return (Vec::new(), Err((fault, true)));
        }
        let process = self.process.as_mut().expect("it was started");
        self.is_used = true;
        if !process.is_waiting() {
            let failed = match process.unheard() {
                [] => process.ended(),
                early => Misfit::new(early, "nothing before a question").extra(),
            };
            self.process.take().expect("it was started").end();
            return (Vec::new(), Err((failed, false)));
        }
        let hello = &self.external.hello;
        let task = hello.asked(question.task).unwrap_or(question.task);
        let question = &Question { task, ..*question };
        let first = self.next;
        self.next += instances.len() as u64;
        // The folder of certificates lies outside of a sandbox.
        let proofs = question.proofs && hello.proofs && !self.external.program.sandbox;
        let folder = if proofs { CertificateFolder::new() } else { None };
        let batch =
            write_batch(question, instances, first, folder.as_ref().map(CertificateFolder::path));
        let mut transcript = Transcript::new(instances, folder);
        let most = (self.limits.time, transcript.longest_line);
        let group = process.group;
        process.forget_peak();
        let waited = waited_for_cores(group);
        let blocked = usage::blocked(group);
        let before = usage::cpu(group);
        let start = Instant::now();
        let ended =
            process.talk(batch.as_bytes(), &self.limits, most, &mut |line| transcript.listen(line));
        let mut wall = start.elapsed();
        let after = usage::cpu(group);
        let spent = |since: Option<Duration>| Some(after?.saturating_sub(since?));
        let waited = waited_for_cores(group).zip(waited);
        let waited = waited.map(|(after, before)| {
            [0, 1].map(|which: usize| after[which].saturating_sub(before[which]))
        });
        // A process that sleeps often waits for a core after each sleep, which is no sign of a busy machine.
        let pieces = (batch.len() + transcript.bytes()) / PIECE;
        let is_sleepy = usage::blocked(group).saturating_sub(blocked) > MOST_SLEEPS + pieces as u64;
        let waited = if is_sleepy { waited.map(|_| [Duration::ZERO; 2]) } else { waited };
        let credit = waited.map(|[claimed, _]| probe::credit(claimed, wall, || usage::cpu(group)));
        let refused =
            waited.zip(credit).map(|([claimed, _], credit)| claimed.saturating_sub(credit));
        let waited = waited.zip(credit).map(|([_, this], credit)| this + credit);
        let busy = spent(before).zip(waited).map(|(cpu, waited)| cpu + waited);
        let idle = busy.map(|busy| wall.saturating_sub(busy));
        // What was computed since the last answer.
        let between = before.zip(self.rested).map(|(now, then)| now.saturating_sub(then));
        wall += between.unwrap_or_default();
        let cpu = spent(self.rested.or(before));
        self.rested = after;
        let peak = process.peak_memory();
        let mut replies = Vec::with_capacity(instances.len());
        let read = transcript.read(hello, question, first, &mut replies);
        let result = match (read, ended) {
            (Err(fault), _) => Err((fault, true)),
            (_, Err(blame)) => Err(blame),
            (Ok(()), Ok(())) => match process.unheard() {
                [] => Ok(Times { wall, cpu, idle, refused: refused.unwrap_or_default(), peak }),
                more => Err((Misfit::new(more, "nothing after `done`").extra(), false)),
            },
        };
        if result.is_err() {
            self.process.take().expect("it was asked").end();
        }
        (replies, result)
    }

    /// Starts the process again if none runs, and makes sure that it is the same engine as before.
    fn restart(&mut self) -> Result<(), Judgement> {
        if self.process.is_some() {
            return Ok(());
        }
        if let Some(fault) = &self.broken {
            return Err(fault.clone());
        }
        let External { program, hello } = &*self.external;
        let (verdict, why) = match start(program, &self.limits) {
            Ok((process, now, prepared)) if now == *hello => {
                (self.rested, self.prepared) = (prepared, self.prepared.max(prepared));
                self.process = Some(process);
                self.is_used = false;
                self.next = beginning();
                return Ok(());
            }
            Ok((_, now, _)) => {
                let [first, now] =
                    [hello, &now].map(|hello| format!("{} {}", hello.name, hello.version));
                let was = format!("engine `{}` was {first} when the run began", program.name);
                (Verdict::Crash, format!("{was} and is {now} now; start the run again"))
            }
            Err(error) if error.verdict == Verdict::Budget => return Err(error),
            Err(error) => (error.verdict, error.to_string()),
        };
        let fault = Judgement::new(verdict, format!("could not be started again: {why}"));
        Err(self.broken.insert(fault).clone())
    }
}

/// Starts an engine and reads its introduction. Also returns the CPU time that the engine has used until then.
fn start(
    program: &Program,
    limits: &SessionLimits,
) -> Result<(Process, Hello, Option<Duration>), Judgement> {
    let engine = &program.name;
    let mut process = Process::start(program, !limits.ungrouped).map_err(|error| {
        let hint = match error.kind() {
            io::ErrorKind::NotFound if program.sandbox && sandbox::check().is_err() => {
                sandbox::REMEDY
            }
            io::ErrorKind::NotFound => "build it first, or correct `command` or `folder`",
            io::ErrorKind::PermissionDenied => "make it executable (chmod +x)",
            _ => "try the command by hand in that folder",
        };
        let (program, folder) = (&program.command[0], program.folder.shown());
        let what = format!("engine `{engine}`: cannot start `{program}` in {folder}");
        Judgement::new(Verdict::Crash, format!("{what}: {error}; {hint}"))
    })?;
    let mut greeting = Greeting::default();
    let mut heard = Ok(None);
    let ended = greeting::listen(&mut process, limits, &mut |line| {
        heard = greeting.line(line);
        if matches!(heard, Ok(None)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let (verdict, why) = match (heard, ended) {
        (Ok(Some(hello)), Ok(())) => {
            let prepared = usage::cpu(process.group);
            match prepared.filter(|&prepared| prepared > hello.prepares) {
                None => return Ok((process, hello, prepared)),
                Some(prepared) => (Verdict::Crash, too_long_before_ready(prepared, &hello)),
            }
        }
        (Err(misfit), _) => {
            let stderr = process.stderr_tail();
            let why = format!(", first lines of output: {misfit} (docs/PROTOCOL.md){stderr}");
            (Verdict::Crash, why)
        }
        (Ok(_), ended) => {
            let (fault, _) = ended.expect_err("the listener stops only at an end");
            let why = format!(" failed before it wrote `ready` (docs/PROTOCOL.md): it {fault}");
            // The verdict `Timeout` is for searches only; an engine that is too slow to start has crashed.
            let is_silent = fault.verdict == Verdict::Timeout;
            (if is_silent { Verdict::Crash } else { fault.verdict }, why)
        }
    };
    process.end();
    Err(Judgement::new(verdict, format!("engine `{engine}`{why}")))
}

/// The fault of an engine that worked for longer before `ready` than it may.
fn too_long_before_ready(prepared: Duration, hello: &Hello) -> String {
    let (needed, may) = (prepared.as_secs() + 1, hello.prepares.as_secs());
    format!(
        " used {prepared:.1?} of CPU time before `ready`, and may use {may} s; if it needs this time, as to compile itself, let \
         it greet with the line `prepares {needed}` (docs/PROTOCOL.md)"
    )
}

/// The time in which the processes of an engine have waited for a core, and that of this thread, which talks to them.
fn waited_for_cores(group: Pid) -> Option<[Duration; 2]> {
    Some([usage::waited_for_core(group)?, usage::this_thread_waited()?])
}

/// A number at which the numbers of instances begin, which an engine cannot foresee. Its last digits are 001, so that the
/// place of an instance can be read off its number in messages.
fn beginning() -> u64 {
    let random = RandomState::new().hash_one(0) >> (u64::BITS - RANDOM_BITS);
    random * 1000 + 1
}
