//! One engine, asked batch after batch.
//!
//! A session starts the process, asks, and starts it anew where it failed. Which instance a failure belongs to is
//! clear where an answer is malformed. Where the process died or fell silent it is not, as answers may be lost that
//! it had not flushed: then the first instance without an answer is asked alone. If it fails again it was that one;
//! if not, the process keeps its answers back, and what remains is asked in batches half as large, until a failure
//! meets an instance alone or all are answered. So an instance is blamed for what happens when nothing else is
//! asked, and for nothing else.
//!
//! Instances are numbered through the whole session, so that no answer is taken for another's, even over a restart.

use std::io;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use quadrille_cover::CancelToken;

use super::agreement::Times;
use super::child::{Ending, Process, Watch};
use super::declaration::Program;
use super::fault::{Fault, StartError};
use super::protocol::{self, Greeting, Hello, Misfit, Question, write_batch};
use super::reply::Reply;
use super::transcript::Transcript;
use crate::corpus::Instance;

/// How long an engine has to introduce itself: some languages compile first.
const START: Duration = Duration::from_secs(60);
/// Failures in a row, without one answer between, after which a batch is given up.
const GIVE_UP: usize = 100;

/// What an engine is held to.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The longest that one search may take. A process that says nothing for as many times this as there are
    /// iterations is ended.
    pub time: Option<Duration>,
    /// Bytes of memory that the process, and those that it started, may have in use.
    pub memory: Option<u64>,
    /// Ends everything from outside.
    pub cancel: Option<CancelToken>,
}

/// An engine, ready to be asked.
///
/// The process ends with the session: its standard input is closed, and if it has not ended half a second later
/// it is killed, and with it all that it started.
#[derive(Debug)]
pub struct Session {
    program: Program,
    limits: Limits,
    hello: Hello,
    process: Option<Process>,
    /// The number of the next instance.
    next: u64,
    /// Why it could not be started again.
    broken: Option<Fault>,
}

/// What came of a batch.
#[derive(Clone, Debug)]
pub struct Asked {
    /// What became of each instance, in order.
    pub replies: Vec<Reply>,
    /// The times of the batch; only if it was answered in one go, whatever the answers.
    pub times: Option<Times>,
    /// The most memory that the process, and those that it started, had in use at once during the batch, in bytes;
    /// only if it was answered in one go, and where the system says.
    pub peak: Option<u64>,
    /// How many processes had to be ended or were found dead.
    pub failures: usize,
}

impl Session {
    /// Starts an engine and has it introduce itself.
    ///
    /// # Errors
    /// If it cannot be started, or is no engine.
    pub fn start(program: Program, limits: Limits) -> Result<Self, StartError> {
        let (process, hello) = start(&program, &limits)?;
        Ok(Self { program, limits, hello, process: Some(process), next: 1, broken: None })
    }

    /// What it said of itself.
    pub fn hello(&self) -> &Hello {
        &self.hello
    }

    /// The number of the process, if there is one: none after a failure, until it is asked again.
    pub fn process_id(&self) -> Option<u32> {
        self.process.as_ref().map(Process::id)
    }

    /// Whether it is to be asked this about this instance, by its declaration and by what it said itself.
    pub fn takes(&self, question: &Question, instance: &Instance) -> bool {
        self.program.takes(&instance.body)
            && self.hello.takes(&instance.body)
            && self.hello.tasks.contains(&question.task)
    }

    /// Asks a question about each of these instances. Those that it does not take it is not asked about.
    pub fn ask(&mut self, question: &Question, instances: &[&Instance]) -> Asked {
        let taken = |instance: &&Instance| self.takes(question, instance);
        let to_ask: Vec<&Instance> = instances.iter().copied().filter(taken).collect();
        let mut asked = self.ask_all(question, &to_ask);
        if to_ask.len() < instances.len() {
            let mut replies = asked.replies.into_iter();
            let reply = |instance: &&Instance| {
                let reply = self.takes(question, instance).then(|| replies.next());
                reply.map_or(Reply::Unsupported, |reply| reply.expect("there is one for each"))
            };
            asked.replies = instances.iter().map(reply).collect();
        }
        asked
    }

    fn ask_all(&mut self, question: &Question, instances: &[&Instance]) -> Asked {
        let mut asked = Asked { replies: Vec::new(), times: None, peak: None, failures: 0 };
        if instances.is_empty() {
            return asked;
        }
        // What it has said since it was last asked nobody asked for, and it may be in the middle of more. If it has
        // ended since, that is the fault of no instance that is asked now.
        if let Some(process) = self.process.take_if(|process| !process.is_waiting()) {
            asked.failures += 1;
            process.kill();
        }
        // How many are asked at once, and whether the next one is asked alone, being suspect.
        let (mut size, mut alone) = (instances.len(), false);
        let mut in_a_row = 0;
        loop {
            let rest = &instances[asked.replies.len()..];
            let together = if alone { 1 } else { size.min(rest.len()) };
            let Turn { replies, fault, times, peak } = self.turn(question, &rest[..together]);
            let answered = replies.len();
            asked.replies.extend(replies);
            in_a_row = if answered > 0 { 0 } else { in_a_row };
            match fault {
                None if answered == instances.len() => {
                    (asked.times, asked.peak) = (times, peak);
                }
                None if alone => (size, alone) = ((size / 2).max(1), false),
                None => {}
                Some((fault, blame)) => {
                    asked.failures += 1;
                    in_a_row += 1;
                    let is_certain = blame == Blame::Certain || together - answered <= 1;
                    if is_certain {
                        // What fails after its last answer has not given it: there was no `done`.
                        asked
                            .replies
                            .truncate(asked.replies.len() - usize::from(answered == together));
                        asked.replies.push(Reply::Failed(fault.clone()));
                    }
                    alone = !is_certain;
                    if in_a_row == GIVE_UP
                        || matches!(fault, Fault::Cancelled | Fault::NotStarted(_))
                    {
                        let left = given_up(fault, in_a_row);
                        asked.replies.resize(instances.len(), Reply::Failed(left));
                    }
                }
            }
            if asked.replies.len() == instances.len() {
                return asked;
            }
        }
    }

    /// Asks once, and listens until it is done or fails.
    fn turn(&mut self, question: &Question, instances: &[&Instance]) -> Turn {
        let mut turn = Turn::default();
        let Session { program, limits, hello, process, next, broken } = self;
        if let Err(fault) = restart(process, broken, program, limits, hello) {
            turn.fault = Some((fault, Blame::Certain));
            return turn;
        }
        let process = process.as_mut().expect("it was started");
        let first = *next;
        *next += instances.len() as u64;
        let batch = write_batch(question, instances, first);
        let mut heard = Transcript::new(instances);
        let iterations = u32::try_from(question.iterations).unwrap_or(u32::MAX).max(1);
        let watch = Watch {
            patience: limits.time.map(|time| time.saturating_mul(iterations)),
            memory: limits.memory,
            cancel: limits.cancel.as_ref(),
            longest_line: heard.longest_line(),
        };
        process.forget_peak();
        let cpu = process.cpu();
        let start = Instant::now();
        let ending = process.talk(batch.as_bytes(), watch, &mut |line| heard.listen(line));
        let wall = start.elapsed();
        let cpu = process.cpu().zip(cpu).map(|(after, before)| after.saturating_sub(before));
        turn.peak = process.peak();
        let (replies, misread) = heard.read(hello, question, instances, first);
        turn.replies = replies;
        turn.fault = match (misread, heard.done()) {
            (Some(fault), _) => Some((fault, Blame::Certain)),
            (None, Some(Err(misfit))) => Some((misfit.into(), Blame::Certain)),
            (None, None | Some(Ok(_))) => fault(ending, process, watch),
        };
        match (&turn.fault, heard.done()) {
            (None, Some(Ok(total))) => {
                let own = total.or_else(|| sum_of_own(&turn.replies));
                turn.times = Some(Times { wall, cpu, own });
            }
            _ => self.process.take().expect("it was asked").kill(),
        }
        turn
    }
}

/// Starts an engine and has it introduce itself.
fn start(program: &Program, limits: &Limits) -> Result<(Process, Hello), StartError> {
    let engine = || program.name.clone();
    let mut process = Process::start(program).map_err(|error| {
        let hint = match error.kind() {
            io::ErrorKind::NotFound => "build it first, or correct `command` or `folder`",
            io::ErrorKind::PermissionDenied => "make it executable (chmod +x)",
            _ => "try it by hand in that folder",
        };
        let (program, folder) = (program.executable.display(), program.folder.display());
        let (program, folder) = (program.to_string(), folder.to_string());
        StartError::Spawn { engine: engine(), program, folder, error, hint }
    })?;
    let mut greeting = Greeting::default();
    let mut heard = Ok(None);
    let watch = Watch {
        patience: Some(START),
        memory: limits.memory,
        cancel: limits.cancel.as_ref(),
        longest_line: protocol::LONGEST_OF_HELLO,
    };
    let ending = process.talk(b"", watch, &mut |line| {
        heard = greeting.line(line);
        if matches!(heard, Ok(None)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    match heard {
        Ok(Some(hello)) => Ok((process, hello)),
        Ok(None) => {
            let (fault, _) =
                fault(ending, &mut process, watch).expect("nothing was heard to its end");
            process.kill();
            Err(StartError::Fault { engine: engine(), fault: Box::new(fault) })
        }
        Err(misfit) => {
            let said = process.last_words();
            process.kill();
            Err(StartError::Hello { engine: engine(), misfit, said })
        }
    }
}

/// Makes sure that there is a process, the same engine as before.
fn restart(
    process: &mut Option<Process>,
    broken: &mut Option<Fault>,
    program: &Program,
    limits: &Limits,
    first: &Hello,
) -> Result<(), Fault> {
    if process.is_some() {
        return Ok(());
    }
    if let Some(fault) = broken {
        return Err(fault.clone());
    }
    let started = start(program, limits).and_then(|(started, hello)| {
        let said = |hello: &Hello| format!("{} {}", hello.name, hello.version);
        if hello != *first {
            let engine = program.name.clone();
            return Err(StartError::Changed { engine, first: said(first), now: said(&hello) });
        }
        Ok(started)
    });
    match started {
        Ok(started) => {
            *process = Some(started);
            Ok(())
        }
        Err(StartError::Fault { fault, .. }) if *fault == Fault::Cancelled => Err(Fault::Cancelled),
        Err(StartError::Fault { fault, .. }) if matches!(*fault, Fault::Memory { .. }) => {
            Err(broken.insert(*fault).clone())
        }
        Err(error) => Err(broken.insert(Fault::NotStarted(error.to_string())).clone()),
    }
}

/// Whether a fault is sure to be the first unanswered instance's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Blame {
    Certain,
    Likely,
}

/// What came of asking once.
#[derive(Debug, Default)]
struct Turn {
    replies: Vec<Reply>,
    fault: Option<(Fault, Blame)>,
    times: Option<Times>,
    peak: Option<u64>,
}

/// The sum of the engine's own times, if it gave one for every answer.
fn sum_of_own(replies: &[Reply]) -> Option<Duration> {
    let own = |reply: &Reply| match reply {
        Reply::Answered(answered) => answered.own,
        Reply::Unsupported => Some(Duration::ZERO),
        Reply::Failed(_) => None,
    };
    replies.iter().map(own).sum()
}

/// What stands for an instance that is not asked any more.
fn given_up(fault: Fault, failures: usize) -> Fault {
    match fault {
        Fault::Cancelled | Fault::NotStarted(_) => fault,
        fault => {
            let verdict = fault.verdict();
            Fault::GivenUp { failures, last: fault.to_string(), verdict }
        }
    }
}

/// What went wrong, if anything did.
fn fault(ending: Ending, process: &mut Process, watch: Watch<'_>) -> Option<(Fault, Blame)> {
    let place = |in_line| if in_line { "in the middle of a line" } else { "before `done`" };
    let fault = match ending {
        Ending::Heard => {
            let unheard = process.unheard();
            if unheard.is_empty() {
                return None;
            }
            Fault::Extra(Misfit::new(unheard, "nothing after `done`").to_string())
        }
        Ending::TooLong => Fault::TooLong(watch.longest_line),
        Ending::Cancelled => Fault::Cancelled,
        Ending::Silent(after) => Fault::Silent { after, said: process.last_words() },
        Ending::Memory { used, limit } => Fault::Memory { used, limit, said: process.last_words() },
        Ending::Closed { in_line } => {
            Fault::Closed { place: place(in_line), said: process.last_words() }
        }
        Ending::Ended { status, in_line } => {
            Fault::Ended { status, place: place(in_line), said: process.last_words() }
        }
    };
    // Its last line is never lost, so one that is too long is the next instance's.
    let blame = if matches!(fault, Fault::TooLong(_)) { Blame::Certain } else { Blame::Likely };
    Some((fault, blame))
}
