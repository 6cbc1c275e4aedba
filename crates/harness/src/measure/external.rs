//! Measuring an engine in another program, which may remember, guess and pretend.
//!
//! A time counts only if it was worked for, so it is that of the first search of an instance by a process that has seen
//! no other instance of its class (`distinct.rs`): by a process just started, from before the first byte of the question
//! to the last of the answer, by the harness's clocks. Only then is the engine asked again, for its counters. What takes
//! less than ten times as long as a question about no instance has no time.
//!
//! Searches that short can be repeated by the engine itself (`iterations`), if it speaks version 1 of the protocol: the
//! time must double with the number of iterations, and the first search must not have taken much longer than the mean.
//! As a process that remembers its answers may pass both, all times of version 1 are marked as unverified.
//! `--trust-cache` measures all engines by iterations.

mod cost;
mod decoy;
mod distinct;
mod easy;
mod first;

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use quadrille_cover::random::Stream;
use quadrille_cover::{CancelToken, SearchStats};
use quadrille_results::{Fingerprint, Task, Timing, Verdict};

use self::cost::{Growth, WORTH};
use self::decoy::Solved;
use self::distinct::rounds;
use self::first::FirstSearches;
use crate::corpus::Instance;
use crate::engine::searched::Judgement;
use crate::measure::clock::Spent;
use crate::measure::limits::SearchLimits;
use crate::measure::{Answer, CountedSearch, Measured, Timed, TimingError, compare};
use crate::plan::Limits;
use crate::plan::order::Subject;
use crate::process::{Asked, External, Question, Reply, Session, SessionLimits, Times};

/// Limit of time for a search where the plan sets none. It is for engines that hang: without counters, or without limits
/// of tests and nodes, nothing else would end them.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// Timings of an engine before a disagreement of its own times is reported; one or two disagreements may be chance.
const ATTEMPTS: usize = 4;

/// The shortest time of a search, in multiples of the cost of asking, which is then a tenth of it at most.
const FAR: u32 = 10;
/// How much longer the first search may take than the mean of repeated ones, as a multiple and as a time added to it. In
/// the first search, code and data are fetched into caches.
const COLD: (u32, Duration) = (20, Duration::from_micros(50));
/// How often a first search is made, each time by a process started again, before it counts as longer than that; one
/// may be disturbed on a busy machine.
const COLD_SEARCHES: usize = 4;
/// An engine that takes less than this part of its first time, when it is started again and asked again, remembers.
const REMEMBERS: u32 = 10;

/// What earlier rows of a run have shown of engines in other programs.
#[derive(Default)]
pub struct EarlierRows {
    /// The times of first searches, by the row's subject and engine.
    first_times: Mutex<HashMap<(Subject, String), Duration>>,
    /// The engines that gave a wrong answer about a decoy.
    caught: Mutex<BTreeSet<String>>,
}

/// How often an engine is started and asked again because it claims to have waited for a core on a machine that was not
/// seen busy. The other program may have ended just before the look.
const DOUBTFUL_SEARCHES: usize = 3;
/// An engine that then takes less than this part of the time of its process before has stored the answer.
const STORES: u32 = 2;

/// How long an engine may be idle during a question, beside a quarter of the time: until it is woken, and until its
/// answer is seen.
const IDLE: Duration = Duration::from_millis(1);

/// The processes of one worker thread. Each engine is started once, when it is first needed, and again for each time.
pub struct Sessions {
    limits: SessionLimits,
    /// Whether the times of searches that an engine repeats by itself are all that is asked for.
    trust_cache: bool,
    open: BTreeMap<String, Session>,
    /// Draws decoys, from a seed that no engine can know.
    stream: Stream,
    /// What is known of the solutions of single instances, for later engines and repetitions.
    solved: HashMap<Fingerprint, Option<Solved>>,
}

impl Sessions {
    /// No processes yet. Those started later are held to `limits`. If `trust_cache`, engines repeat searches by
    /// themselves, and may remember.
    pub fn new(limits: &Limits, trust_cache: bool, cancel: &CancelToken) -> Self {
        let limits = SessionLimits {
            time: Some(limits.wall.unwrap_or(DEFAULT_TIME)),
            memory: limits.memory,
            cancel: Some(cancel.clone()),
            ungrouped: limits.ungrouped,
        };
        let stream = Stream::new(RandomState::new().hash_one(0), 0);
        Self { limits, trust_cache, open: BTreeMap::new(), stream, solved: HashMap::new() }
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
    /// What the row is about.
    subject: Subject,
    earlier: &'m EarlierRows,
    question: Question,
    first: Option<FirstSearches>,
    /// The answers of the counted searches.
    counted: Option<Asked>,
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
            // With `trust_cache` the question with counters is timed, and writing takes time.
            proofs: external.hello.proofs && !sessions.trust_cache,
            ..Question::new(task)
        };
        let (first, counted) = (None, None);
        Self { sessions, external, instances, subject, earlier, question, first, counted }
    }

    fn ask(&mut self, question: &Question) -> Result<Asked, Judgement> {
        Ok(self.sessions.of(self.external)?.ask(question, self.instances))
    }

    /// Why the first searches have no time, whatever they took, if so: the engine was wrong about a decoy before, or its
    /// answers do not bring the solutions that they count.
    fn unbelieved(&self, first: &Asked) -> Option<String> {
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
        None
    }

    /// The time of the first searches in an earlier repetition; `None` if there is none, and from then on it is `now`.
    fn first_time(&self, now: Duration) -> Option<Duration> {
        let mut known = self.earlier.first_times.lock().unwrap_or_else(PoisonError::into_inner);
        match known.entry((self.subject, self.external.program.name.clone())) {
            Entry::Occupied(before) => Some(*before.get()),
            Entry::Vacant(place) => {
                place.insert(now);
                None
            }
        }
    }

    /// The time of the first searches; `None` if it is too short to tell it from the cost of asking.
    fn time_of_first(&self, times: &Times, asking: &Times) -> Option<Timed> {
        let Times { wall, cpu, peak, .. } = *times;
        let without = |what: &str| Some(without_time(times, what));
        let now = times.least();
        if let Some(before) = self.first_time(now).filter(|&before| now * REMEMBERS < before) {
            return without(&format!(
                "took {now:?} where its first process in this run took {before:?}, so it may have stored the answer"
            ));
        }
        if let Some(idle) = times.idle.filter(|&idle| idle > wall / 4 + IDLE) {
            let what = "so others may have worked for it";
            return without(&format!("did nothing for {idle:?} of {wall:?}, {what}"));
        }
        let is_short = |(time, asking): (Duration, Duration)| time < asking * FAR;
        if is_short((wall, asking.wall)) || cpu.zip(asking.cpu).is_some_and(is_short) {
            return None;
        }
        let is_promised = self.external.hello.protocol > 1;
        let timing = if is_promised { Timing::Once } else { Timing::Unverified };
        let spent = Spent { wall, cpu: times.worked(asking), instructions: None };
        let spent = Some((spent, timing));
        Some(Timed { iterations: 1, spent, cold: Some(wall), peak_memory: peak, warning: None })
    }

    /// Asks for more and more iterations until they take long enough, most of the time goes into the searches, and it
    /// doubles with their number. Fails if the engine searches only once, whatever the number of iterations.
    fn time_iterations(
        &mut self,
        once: Option<Times>,
        counted: &Asked,
    ) -> Result<Timed, TimingError> {
        let limit = self.sessions.limits.time.unwrap_or(DEFAULT_TIME);
        let (time, wall) = once.map_or((WORTH, WORTH), |once| (once.outside(), once.wall));
        let mut growth = Growth::after_one(time, wall);
        let mut attempts = 0;
        loop {
            let iterations = growth.iterations;
            let longest = Some(growth.longest(limit));
            let question =
                Question { iterations, longest, counters: false, proofs: false, ..self.question };
            let asked = self.ask(&question)?;
            let times = times(&asked, counted)?;
            let idle = || {
                let reason = format!(
                    "took {:?} for {iterations} iterations and as long for fewer, so it does not repeat its \
                     searches and cannot be timed (see `iterations` in docs/PROTOCOL.md)",
                    times.wall
                );
                Judgement::new(Verdict::Crash, reason)
            };
            if !growth.is_enough(times.outside(), times.wall).ok_or_else(idle)? {
                continue;
            }
            attempts += 1;
            let warning = times.disagreement(once.as_ref());
            if warning.is_none() || attempts == ATTEMPTS {
                let spent = Spent { wall: times.wall, cpu: times.cpu, instructions: None };
                return Ok(Timed {
                    iterations,
                    spent: Some((spent, Timing::Unverified)),
                    cold: once.map(|once| once.wall),
                    peak_memory: times.peak,
                    warning,
                });
            }
        }
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
        let mut asked = None;
        if !self.sessions.trust_cache {
            let first = self.ask_first()?;
            let is_answered = first.asked.replies.iter().all(Result::is_ok);
            let hello = &self.external.hello;
            if hello.counters.is_empty() && !hello.proofs || !is_answered {
                asked = Some(first.asked.clone());
            }
            self.first = Some(first);
        }
        let asked = match asked {
            Some(asked) => asked,
            None => self.ask(&{ self.question })?,
        };
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
        let without = |once: &Times, warning| {
            let (spent, cold) = (None, Some(once.wall));
            Ok(Timed { iterations: 1, spent, cold, peak_memory: once.peak, warning })
        };
        let Some(FirstSearches { asked: first, mut asking, faults }) = self.first.take() else {
            let timed = self.time_iterations(counted.times, &counted)?;
            let is_cold = timed.cold.is_some_and(|cold| self.first_time(cold).is_none());
            return Ok(Timed { cold: timed.cold.filter(|_| is_cold), ..timed });
        };
        let mut once = times(&first, &counted)?;
        if !faults.is_empty() {
            let mut caught = self.earlier.caught.lock().unwrap_or_else(PoisonError::into_inner);
            caught.insert(self.external.program.name.clone());
            return Err(TimingError::Wrong(faults));
        }
        if let Some(what) = self.unbelieved(&first) {
            return Ok(without_time(&once, &what));
        }
        for _ in 0..DOUBTFUL_SEARCHES {
            if !once.is_doubtful() {
                break;
            }
            let before = once.least();
            // Later repetitions are compared with the first process, whatever becomes of this row.
            self.first_time(before);
            let (again, cost) = self.ask_rounds(&rounds(self.instances), self.instances)?;
            (once, asking) = (times(&again, &counted)?, cost);
            let now = once.least();
            if now * STORES < before {
                let what = format!(
                    "took {now:?} where its process before took {before:?}, so it may have stored the answer"
                );
                return Ok(without_time(&once, &what));
            }
        }
        if let Some(timed) = self.time_of_first(&once, &asking) {
            return Ok(timed);
        }
        // Version 2 promises that no time is that of searches which the engine repeats.
        if self.external.hello.protocol > 1 {
            return without(&once, None);
        }
        let timed = self.time_iterations(Some(once), &counted)?;
        let mean = timed.spent.map_or(Duration::ZERO, |(spent, _)| {
            let outside = spent.cpu.map_or(spent.wall, |cpu| cpu.min(spent.wall));
            outside.div_f64(timed.iterations as f64)
        });
        let (factor, more) = COLD;
        let mut first = once;
        for searches in 1.. {
            let cold = first.undisturbed();
            if cold <= asking.undisturbed() + mean * factor + more {
                break;
            }
            if searches == COLD_SEARCHES {
                let iterations = timed.iterations;
                return without(
                    &once,
                    Some(format!(
                        "took {cold:?} for its first search and {mean:?} for each of {iterations} more, so it may remember \
                     answers; it has no time (see \"Time\" in docs/PROTOCOL.md)"
                    )),
                );
            }
            let rounds = rounds(self.instances);
            first = times(&self.ask_rounds(&rounds, self.instances)?.0, &counted)?;
        }
        Ok(timed)
    }
}

/// Searches without a time, and why.
fn without_time(times: &Times, what: &str) -> Timed {
    let (cold, peak_memory) = (Some(times.wall), times.peak);
    let warning = Some(format!("{what}; it has no time (see \"Time\" in docs/PROTOCOL.md)"));
    Timed { iterations: 1, spent: None, cold, peak_memory, warning }
}

fn restarted() -> TimingError {
    let what = "failed and was started again while it was timed, so it has no time";
    Judgement::new(Verdict::Crash, what).into()
}

/// The times of a timed batch, if every answer is there and agrees with the counted one.
fn times(timed: &Asked, counted: &Asked) -> Result<Times, TimingError> {
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
}
