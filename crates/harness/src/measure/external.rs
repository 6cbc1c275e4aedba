//! Measuring an engine in another program.
//!
//! The process is asked once with counters. If its answers are right it is asked again without counters, with enough
//! iterations that the time to write and read a question is small compared with the searches. Times are taken from
//! outside; the times that the engine reports are compared with them (`process/agreement.rs`).

mod cost;

use std::collections::BTreeMap;
use std::time::Duration;

use quadrille_cover::{CancelToken, SearchStats};
use quadrille_results::{Task, Verdict};

use self::cost::{Growth, WORTH};
use crate::corpus::Instance;
use crate::engine::searched::Judgement;
use crate::measure::clock::Spent;
use crate::measure::limits::SearchLimits;
use crate::measure::{CountedSearch, Measured, Timed, TimingError, compare};
use crate::plan::Limits;
use crate::process::{Asked, External, Question, Reply, Session, SessionLimits, Times};

/// Limit of time for a search where the plan sets none, because an engine without counters keeps to no limit of tests.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// Timings of an engine before a disagreement of its own times is reported; one or two disagreements may be chance.
const ATTEMPTS: usize = 4;

/// The processes of one worker thread. Each engine is started once, when it is first needed.
pub struct Sessions {
    limits: SessionLimits,
    open: BTreeMap<String, Session>,
}

impl Sessions {
    /// No processes yet. Those started later are held to `limits`.
    pub fn new(limits: &Limits, cancel: &CancelToken) -> Self {
        let limits = SessionLimits {
            time: Some(limits.wall.unwrap_or(DEFAULT_TIME)),
            memory: limits.memory,
            cancel: Some(cancel.clone()),
        };
        Self { limits, open: BTreeMap::new() }
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
    question: Question,
    /// The answers of the counted searches.
    counted: Option<Asked>,
}

impl<'m> ProcessMeasured<'m> {
    /// The engine with these instances, not asked yet.
    pub fn new(
        external: &'m External,
        instances: &'m [&'m Instance],
        task: Task,
        limits: &SearchLimits<'_>,
        sessions: &'m mut Sessions,
    ) -> Self {
        let counts = |counter| external.hello.counters.contains(&counter);
        let question = Question {
            tests: limits.budget.tests.filter(|_| counts("tests")),
            nodes: limits.budget.nodes.filter(|_| counts("nodes")),
            ..Question::new(task)
        };
        Self { sessions, external, instances, question, counted: None }
    }

    fn ask(&mut self, question: &Question) -> Result<Asked, Judgement> {
        Ok(self.sessions.of(self.external)?.ask(question, self.instances))
    }
}

impl Measured for ProcessMeasured<'_> {
    fn count(
        &mut self,
        observe: &mut dyn FnMut(CountedSearch<'_>),
    ) -> Result<Option<u64>, Judgement> {
        let question = self.question;
        let asked = self.ask(&question)?;
        for reply in &asked.replies {
            observe(match reply {
                Ok(answered) => {
                    CountedSearch::Ended(&answered.searched, answered.solutions.clone())
                }
                Err(fault) => CountedSearch::Failed(fault.clone(), SearchStats::default()),
            });
        }
        Ok(self.counted.insert(asked).times.and_then(|times| times.peak))
    }

    /// Asks for more and more iterations until they take long enough, and most of the time goes into the searches.
    /// Fails if the engine searches only once, whatever the number of iterations.
    fn time(&mut self) -> Result<Timed, TimingError> {
        let counted = self.counted.take().expect("`count` comes first");
        let once = counted.times;
        let mut growth = Growth::after_one(once.map_or(WORTH, |once| once.wall));
        let mut attempts = 0;
        loop {
            let iterations = growth.iterations;
            let question = Question { iterations, counters: false, ..self.question };
            let asked = self.ask(&question)?;
            let times = times(&asked, &counted)?;
            let Times { wall, cpu, peak, .. } = times;
            let idle = || {
                let reason = format!(
                    "took {wall:?} for {iterations} iterations and as long for fewer, so it does not repeat its \
                     searches and cannot be timed (see `iterations` in docs/PROTOCOL.md)"
                );
                Judgement::new(Verdict::Crash, reason)
            };
            if !growth.is_enough(wall).ok_or_else(idle)? {
                continue;
            }
            attempts += 1;
            let warning = times.disagreement(once.as_ref());
            if warning.is_none() || attempts == ATTEMPTS {
                let spent = Spent { wall, cpu, instructions: None };
                return Ok(Timed { iterations, spent, peak_memory: peak, warning });
            }
        }
    }
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
    let restarted = "failed and was started again while it was timed, so it has no time";
    timed.times.ok_or_else(|| Judgement::new(Verdict::Crash, restarted).into())
}

/// Whether a timed answer agrees with the counted one: the same outcome and number of solutions, and a first solution
/// that breaks no rule. The first solution may differ from the counted one.
fn agree(counted: &Reply, timed: &Reply) -> bool {
    let (Ok(timed), Ok(counted)) = (timed, counted) else { return false };
    timed.solutions == counted.solutions
        && timed.searched.search.outcome == counted.searched.search.outcome
        && timed.searched.unlawful.is_none()
}
