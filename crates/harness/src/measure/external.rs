//! Measuring an engine in another program, which may remember, guess and pretend.
//!
//! A time counts only if it was worked for, so it is that of the first search of an instance by a process that has seen
//! no other instance of its class (`distinct.rs`): by a process just started, from before the first byte of the question
//! to the last of the answer, by the harness's clocks. Only then is the engine asked again, for its counters. What takes
//! less than ten times as long as a question about no instance has no time.

mod decoy;
mod distinct;
mod easy;
mod first;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use quadrille_cover::random::Stream;
use quadrille_cover::{CancelToken, SearchStats};
use quadrille_results::{Fingerprint, Task, Timing, Verdict};

use self::decoy::Solved;
use self::distinct::rounds;
use self::first::FirstSearches;
use crate::corpus::Instance;
use crate::engine::searched::Judgement;
use crate::measure::clock::{Spent, events::Events};
use crate::measure::limits::SearchLimits;
use crate::measure::{Answer, CountedSearch, Measured, Timed, TimingError, compare};
use crate::plan::Limits;
use crate::plan::order::Subject;
use crate::process::{BatchReply, External, Question, Reply, Session, SessionLimits, Times};

/// Limit of time for a search where the plan sets none. It is for engines that hang: without counters, or without limits
/// of tests and nodes, nothing else would end them.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// The shortest time of a search, in multiples of the cost of asking, which is then a tenth of it at most.
const FAR: u32 = 10;
/// An engine that takes less than this part of its first time, in a process started again, has stored the answer.
const STORES: u32 = 4;
/// An engine that takes less than this part of it is asked again: on a busy machine, a stored answer may take long once,
/// but not each time.
const DOUBTED: u32 = 2;
/// How often an engine is started and asked again because of that, or because it claims to have waited for a core on a
/// machine that was not seen busy. The other program may have ended just before the look.
const DOUBTFUL_SEARCHES: usize = 3;

/// What earlier rows of a run have shown of engines in other programs.
#[derive(Default)]
pub struct EarlierRows {
    /// The first searches, by the row's subject and engine.
    first: Mutex<HashMap<(Subject, String), Earliest>>,
    /// The engines that gave a wrong answer about a decoy.
    caught: Mutex<BTreeSet<String>>,
}

/// The first searches of a subject by an engine.
#[derive(Clone, Copy)]
struct Earliest {
    /// The CPU time of the engine.
    time: Duration,
    /// Whether that was refused, as others may have worked for it. Whatever they found may be stored since then.
    is_refused: bool,
}

/// How long an engine may be idle during a question, beside a quarter of the time: until it is woken, and until its
/// answer is seen.
const IDLE: Duration = Duration::from_millis(1);

/// The processes of one worker thread. Each engine is started once, when it is first needed, and again for each time.
pub struct Sessions {
    limits: SessionLimits,
    open: BTreeMap<String, Session>,
    /// Draws decoys, from a seed that no engine can know.
    stream: Stream,
    /// What is known of the solutions of single instances, for later engines and repetitions.
    solved: HashMap<Fingerprint, Option<Solved>>,
}

impl Sessions {
    /// No processes yet. Those started later are held to `limits`.
    pub fn new(limits: &Limits, cancel: &CancelToken) -> Self {
        let limits = SessionLimits {
            time: Some(limits.wall.unwrap_or(DEFAULT_TIME)),
            memory: limits.memory,
            cancel: Some(cancel.clone()),
            ungrouped: limits.ungrouped,
        };
        let stream = Stream::new(RandomState::new().hash_one(0), 0);
        Self { limits, open: BTreeMap::new(), stream, solved: HashMap::new() }
    }

    fn of(&mut self, external: &External) -> Result<&mut Session, Judgement> {
        let name = &external.program.name;
        if !self.open.contains_key(name) {
            let session = Session::start(external.program.clone(), self.limits.clone());
            let session =
                session.map_err(|error| Judgement { verdict: Verdict::Crash, ..error })?;
            self.open.insert(name.clone(), session);
        }
        Ok(self.open.get_mut(name).expect("it was inserted if it was missing"))
    }
}

/// An engine in another program, measured on the instances of a row.
pub struct ProcessMeasured<'m> {
    sessions: &'m mut Sessions,
    external: &'m External,
    instances: &'m [&'m Instance],
    subject: Subject,
    earlier: &'m EarlierRows,
    question: Question,
    first: Option<FirstSearches>,
    /// The answers of the counted searches.
    counted: Option<BatchReply>,
}

impl<'m> ProcessMeasured<'m> {
    /// The engine with the instances of a subject, not asked yet.
    pub fn new(
        external: &'m External,
        (subject, instances): (Subject, &'m [&'m Instance]),
        task: Task,
        limits: &SearchLimits<'_>,
        earlier: &'m EarlierRows,
        sessions: &'m mut Sessions,
    ) -> Self {
        let counts = |counter| external.hello.counters.contains(&counter);
        let question = Question {
            tests: limits.budget.tests.filter(|_| counts("tests")),
            nodes: limits.budget.nodes.filter(|_| counts("nodes")),
            // Certificates are of numbers of solutions.
            proofs: external.hello.proofs && task != Task::Cheapest,
            ..Question::new(task)
        };
        let (first, counted) = (None, None);
        Self { sessions, external, instances, subject, earlier, question, first, counted }
    }

    fn ask(&mut self, question: &Question) -> Result<BatchReply, Judgement> {
        Ok(self.sessions.of(self.external)?.ask(question, self.instances))
    }

    /// Why the first searches have no time, whatever they took, if so: the engine was wrong about a decoy before, or its
    /// answers do not bring the solutions that they count.
    fn unbelieved(&self, first: &BatchReply) -> Option<String> {
        let caught = self.earlier.caught.lock().unwrap_or_else(PoisonError::into_inner);
        if caught.contains(&self.external.program.name) {
            let what = "an instance of this run that was made to test it";
            return Some(format!("was wrong about {what}, so it may guess"));
        }
        let is_shown = |reply: &Reply| reply.as_ref().is_ok_and(|answered| answered.is_shown);
        if self.question.task == Task::Unique && !first.replies.iter().all(is_shown) {
            let what =
                "the solutions that they count (`NUMBER 1 SOLUTION`, `NUMBER 2 FIRST | SECOND`)";
            return Some(format!("gave answers to the task `unique` without {what}"));
        }
        let is_visited =
            |reply: &Reply| reply.as_ref().is_ok_and(|a| a.is_shown || a.searched.digest.is_some());
        if self.question.task == Task::All && !first.replies.iter().all(is_visited) {
            let what = "a digest of the solutions (`digest=NUMBER`, in version 3 of the protocol), so it may count without visiting them";
            return Some(format!(
                "gave answers to the task `all` without {what}; use the task `count`"
            ));
        }
        None
    }

    /// Changes what is known of the first searches of the subject, which took `now` if these are the first. Returns it.
    fn earliest(&self, now: Duration, change: impl FnOnce(&mut Earliest)) -> Earliest {
        let mut known = self.earlier.first.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (self.subject, self.external.program.name.clone());
        let earliest = known.entry(key).or_insert(Earliest { time: now, is_refused: false });
        change(earliest);
        *earliest
    }

    /// The time of the first searches, which took `once`, if it was worked for and is not too short to tell it from the
    /// cost of asking; otherwise a bound. Asks again, by processes started again, where that is not clear.
    fn time_of_first(
        &mut self,
        mut once: Times,
        mut asking: Times,
        counted: &BatchReply,
    ) -> Result<Timed, TimingError> {
        let first = self.earliest(once.least(), |_| ());
        if first.is_refused {
            let what = "so it may have stored the answer";
            let before = "had no time when it was first asked about this in this run";
            return Ok(without_time(&once, &format!("{before}, {what}")));
        }
        let (mut least, mut was_doubtful) = (once.least(), false);
        for _ in 0..DOUBTFUL_SEARCHES {
            if !once.is_doubtful() && once.least() * DOUBTED >= first.time {
                break;
            }
            was_doubtful = true;
            let (again, cost) = self.ask_rounds(&rounds(self.instances), self.instances)?;
            (once, asking) = (times(&again, counted)?, cost);
            least = least.min(once.least());
        }
        let idle = once.idle.filter(|&idle| idle > once.wall / 4 + IDLE);
        let is_short = |(time, asking): (Duration, Duration)| time < asking * FAR;
        let is_short =
            is_short((once.wall, asking.wall)) || once.cpu.zip(asking.cpu).is_some_and(is_short);
        let refused = if least * STORES < first.time && first.time >= asking.least() * FAR {
            let (before, what) = (first.time, "so it may have stored the answer");
            Some(format!(
                "took {least:?} where its first process in this run took {before:?}, {what}"
            ))
        } else {
            idle.map(|idle| {
                let what = "so others may have worked for it";
                format!("did nothing for {idle:?} of {:?}, {what}", once.wall)
            })
        };
        if refused.is_some() || was_doubtful && is_short {
            self.earliest(least, |first| first.is_refused = true);
        }
        if let Some(what) = refused {
            return Ok(without_time(&once, &what));
        }
        let Times { wall, peak: peak_memory, .. } = once;
        let spent = Spent { wall, cpu: once.worked(&asking), events: Events::default() };
        // What is doubtful and short may be a stored answer, so it is no bound of a search.
        let timing = if is_short { Timing::Short } else { Timing::Once };
        let spent = (!is_short || !was_doubtful).then_some((spent, timing));
        let (cold, until_first) = (Some(wall), None);
        Ok(Timed { iterations: 1, spent, cold, until_first, peak_memory, warning: None })
    }
}

impl Measured for ProcessMeasured<'_> {
    fn prepared(&self) -> Option<Duration> {
        self.sessions.open.get(&self.external.program.name).and_then(Session::prepared)
    }

    fn count(
        &mut self,
        observe: &mut dyn FnMut(CountedSearch<'_>),
    ) -> Result<Option<u64>, Judgement> {
        let first = self.ask_first()?;
        let is_answered = first.asked.replies.iter().all(Result::is_ok);
        let hello = &self.external.hello;
        let asked = if hello.counters.is_empty() && !hello.proofs || !is_answered {
            first.asked.clone()
        } else {
            self.ask(&{ self.question })?
        };
        self.first = Some(first);
        for reply in &asked.replies {
            observe(match reply {
                Ok(answered) => CountedSearch::Ended(Answer {
                    searched: &answered.searched,
                    solutions: answered.solutions.clone(),
                    certificate: answered.certificate.as_ref(),
                }),
                Err(fault) => CountedSearch::Failed(fault.clone(), SearchStats::default()),
            });
        }
        Ok(self.counted.insert(asked).times.and_then(|times| times.peak))
    }

    fn time(&mut self) -> Result<Timed, TimingError> {
        let counted = self.counted.take().expect("`count` comes first");
        let FirstSearches { asked: first, asking, faults } =
            self.first.take().expect("`count` asks first");
        let once = times(&first, &counted)?;
        if !faults.is_empty() {
            let mut caught = self.earlier.caught.lock().unwrap_or_else(PoisonError::into_inner);
            caught.insert(self.external.program.name.clone());
            return Err(TimingError::Wrong(faults));
        }
        if let Some(what) = self.unbelieved(&first) {
            return Ok(without_time(&once, &what));
        }
        self.time_of_first(once, asking, &counted)
    }
}

/// Searches without a time, and why.
fn without_time(times: &Times, what: &str) -> Timed {
    let (cold, peak_memory) = (Some(times.wall), times.peak);
    let warning = Some(format!("{what}; it has no time (see \"Time\" in docs/PROTOCOL.md)"));
    Timed { iterations: 1, spent: None, cold, until_first: None, peak_memory, warning }
}

fn restarted() -> TimingError {
    let what = "failed and was started again while it was timed, so it has no time";
    Judgement::new(Verdict::Crash, what).into()
}

/// The times of a timed batch, if every answer is there and agrees with the counted one.
fn times(timed: &BatchReply, counted: &BatchReply) -> Result<Times, TimingError> {
    // If the engine now refuses an instance that it answered before, that is another answer and no failure.
    let failed = |fault: &&Judgement| fault.verdict != Verdict::Unsupported;
    if let Some(fault) = timed.replies.iter().filter_map(|reply| reply.as_ref().err()).find(failed)
    {
        return Err(fault.clone().into());
    }
    compare(0, &timed.replies, &counted.replies, agree)?;
    timed.times.ok_or_else(restarted)
}

/// Whether a timed answer agrees with the counted one: the same outcome and number of solutions, and a first solution
/// that breaks no rule. The first solution may differ from the counted one.
fn agree(counted: &Reply, timed: &Reply) -> bool {
    let (Ok(timed), Ok(counted)) = (timed, counted) else { return false };
    timed.solutions == counted.solutions
        && timed.searched.search.outcome == counted.searched.search.outcome
        && timed.searched.unlawful.is_none()
        && timed.searched.digest == counted.searched.digest
}
