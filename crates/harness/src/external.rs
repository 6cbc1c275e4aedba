//! An engine that is another program, on one instance or on a whole corpus.
//!
//! It is asked once with counters, and judged; if it is right it is asked again without, with as many
//! iterations as make the writing and reading of a question a small thing beside them. Times are taken from
//! outside; those that the engine gives are held against them (`process/agreement.rs`).

mod cost;

use std::collections::BTreeMap;
use std::time::Duration;

use quadrille_cover::{CancelToken, Outcome};

use self::cost::{Cost, Next, WORTH};
use crate::batch::{Judged, Totals};
use crate::block::finished;
use crate::check::{Judge, Judgement};
use crate::corpus::Instance;
use crate::engines::External;
use crate::leash::Leash;
use crate::plan::Limits;
use crate::process::reply::Answered;
use crate::process::{self, Agreement, Asked, Fault, Question, Reply, Session, StartError, Times};
use crate::record::{Record, Verdict};
use crate::summary::Finished;

/// How long a search may last if nobody says: an engine that does not count heeds no limit of tests.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// How often it is asked again where its own times do not agree.
const ATTEMPTS: usize = 4;

/// The processes of one worker: each engine is started once, when it is first needed.
pub struct Sessions {
    limits: process::Limits,
    open: BTreeMap<String, Session>,
}

impl Sessions {
    /// None is started.
    pub fn new(limits: &Limits, cancel: &CancelToken) -> Self {
        let limits = process::Limits {
            time: Some(limits.wall.unwrap_or(PATIENCE)),
            memory: limits.memory,
            cancel: Some(cancel.clone()),
        };
        Self { limits, open: BTreeMap::new() }
    }

    fn of(&mut self, external: &External) -> Result<&mut Session, StartError> {
        let name = &external.program.name;
        if !self.open.contains_key(name) {
            let session = Session::start(external.program.clone(), self.limits.clone())?;
            self.open.insert(name.clone(), session);
        }
        Ok(self.open.get_mut(name).expect("it is there now"))
    }
}

/// What is asked of an engine within these limits.
fn question(external: &External, record: &Record, leash: &Leash<'_>) -> Question {
    let counts = |counter| external.hello.counters.contains(&counter);
    Question {
        tests: leash.budget.tests.filter(|_| counts("tests")),
        nodes: leash.budget.nodes.filter(|_| counts("nodes")),
        ..Question::new(record.task)
    }
}

/// Measures an engine on one instance, judges, and puts the row together.
pub fn row(
    blank: Record,
    external: &External,
    judge: &Judge<'_>,
    leash: &Leash<'_>,
    sessions: &mut Sessions,
) -> Finished {
    let session = match sessions.of(external) {
        Ok(session) => session,
        Err(error) => return failed(blank, Verdict::Crash, error.to_string()),
    };
    let question = question(external, &blank, leash);
    let instances = [judge.instance()];
    let mut counted = session.ask(&question, &instances);
    let answered = match counted.replies.pop().expect("one was asked") {
        Reply::Answered(answered) => answered,
        Reply::Unsupported => {
            return finished(Record { verdict: Verdict::Unsupported, ..blank }, None);
        }
        Reply::Failed(fault) => return failed(blank, fault.verdict(), fault.to_string()),
    };
    let Judgement { verdict, reason } = judge.judge(&external.program.name, &answered.searched);
    let record = Record { max_rss_bytes: counted.peak, ..with_counters(blank, &answered) };
    if verdict != Verdict::Ok {
        let solutions = if verdict == Verdict::Wrong { record.solutions } else { None };
        return finished(Record { verdict, solutions, ..record }, reason);
    }
    match timed(session, &question, &instances, &[Reply::Answered(answered)], counted.times) {
        Ok(measured) => {
            let trouble = measured.trouble();
            let mut finished = finished(measured.row(record), None);
            finished.troubles.extend(trouble.map(|told| (finished.record.instance.clone(), told)));
            finished
        }
        Err(Trouble::Failed(fault)) => {
            failed(Record { solutions: None, ..record }, fault.verdict(), fault.to_string())
        }
        Err(Trouble::Otherwise(_)) => {
            let reason = "gave another answer when timed than when counted".to_owned();
            finished(Record { verdict: Verdict::Wrong, ..record }, Some(reason))
        }
    }
}

/// Measures an engine on the instances of these judges at once, and puts the row together: it has a time
/// only if every instance was answered, and rightly.
pub fn batch_row(
    blank: Record,
    external: &External,
    judges: &[Judge<'_>],
    leash: &Leash<'_>,
    sessions: &mut Sessions,
) -> Finished {
    let session = match sessions.of(external) {
        Ok(session) => session,
        Err(error) => return failed(blank, Verdict::Crash, error.to_string()),
    };
    let question = question(external, &blank, leash);
    let instances: Vec<&Instance> = judges.iter().map(Judge::instance).collect();
    let counted = session.ask(&question, &instances);
    let mut judged = Judged::default();
    let mut troubles = Vec::new();
    for (judge, reply) in judges.iter().zip(&counted.replies) {
        let id = &judge.instance().id;
        match reply {
            Reply::Answered(answered) => {
                judged.add(id, judge.judge(&external.program.name, &answered.searched));
            }
            Reply::Unsupported => _ = judged.open.get_or_insert(Verdict::Unsupported),
            Reply::Failed(fault) => {
                judged.open.get_or_insert(fault.verdict());
                troubles.push((id.clone(), fault.to_string()));
            }
        }
    }
    let done = |record, judged: Judged, troubles| Finished {
        record,
        instances: judges.len(),
        answered: judged.answered,
        wrong: judged.wrong,
        troubles,
    };
    if let Some(verdict) = judged.verdict() {
        return done(Record { verdict, ..blank }, judged, troubles);
    }
    let record = Record { max_rss_bytes: counted.peak, ..with_totals(blank, &counted) };
    match timed(session, &question, &instances, &counted.replies, counted.times) {
        Ok(measured) => {
            troubles.extend(measured.trouble().map(|told| (record.instance.clone(), told)));
            done(measured.row(record), judged, troubles)
        }
        Err(Trouble::Failed(fault)) => {
            troubles.push((record.instance.clone(), fault.to_string()));
            let verdict = fault.verdict();
            done(Record { verdict, ..cleared(record) }, judged, troubles)
        }
        Err(Trouble::Otherwise(places)) => {
            for place in places {
                judged.answered -= 1;
                let reason = "gave another answer when timed than when counted".to_owned();
                judged.wrong.push((instances[place].id.clone(), reason));
            }
            done(Record { verdict: Verdict::Wrong, ..cleared(record) }, judged, troubles)
        }
    }
}

/// A row without what was counted.
fn cleared(record: Record) -> Record {
    let counters = (None, None, None, None);
    let (tests, forks, nodes, max_depth) = counters;
    Record { solutions: None, tests, forks, nodes, max_depth, ..record }
}

/// A row of an engine that failed, with the reason.
fn failed(blank: Record, verdict: Verdict, reason: String) -> Finished {
    let mut finished = finished(Record { verdict, ..blank }, None);
    // That time or memory ran out the row says by itself.
    if verdict == Verdict::Crash {
        finished.troubles.push((finished.record.instance.clone(), reason));
    }
    finished
}

/// What came of timing.
struct Measured {
    iterations: u64,
    times: Times,
    peak: Option<u64>,
    agreement: Agreement,
}

enum Trouble {
    Failed(Fault),
    /// The places of other answers than before.
    Otherwise(Vec<usize>),
}

/// Asks again, without counters and with more iterations, until it takes long enough, and that for the searches. So
/// an engine that searches once, however often it is asked to, is never believed.
fn timed(
    session: &mut Session,
    question: &Question,
    instances: &[&Instance],
    counted: &[Reply],
    once: Option<Times>,
) -> Result<Measured, Trouble> {
    let mut before = Cost { iterations: 1, wall: once.map_or(WORTH, |once| once.wall) };
    let mut iterations = before.searches_worth();
    let mut attempts = 0;
    loop {
        let question = Question { iterations, counters: false, ..*question };
        let asked = session.ask(&question, instances);
        if let Some(fault) = fault(&asked) {
            return Err(Trouble::Failed(fault));
        }
        let pairs = asked.replies.iter().zip(counted).enumerate();
        let other = pairs.filter(|(_, (timed, counted))| !agree(timed, counted));
        let places: Vec<usize> = other.map(|(place, _)| place).collect();
        if !places.is_empty() {
            return Err(Trouble::Otherwise(places));
        }
        let Some(times) = asked.times else {
            let last = "it had to be started again".to_owned();
            return Err(Trouble::Failed(Fault::NotStarted(last)));
        };
        let cost = Cost { iterations, wall: times.wall };
        match cost.after(before) {
            Next::Enough => {
                attempts += 1;
                let agreement = times.agreement(once.as_ref());
                // A busy machine disagrees with everybody; who disagrees time and again is told of.
                let is_clear = matches!(agreement, Agreement::Agrees | Agreement::Unknown);
                if is_clear || attempts == ATTEMPTS {
                    return Ok(Measured { iterations, times, peak: asked.peak, agreement });
                }
            }
            Next::Ask(more) => (before, iterations) = (cost, more),
            Next::Idle => {
                return Err(Trouble::Failed(Fault::Idle { iterations, took: cost.wall }));
            }
        }
    }
}

fn fault(asked: &Asked) -> Option<Fault> {
    asked.replies.iter().find_map(|reply| match reply {
        Reply::Failed(fault) => Some(fault.clone()),
        Reply::Answered(_) | Reply::Unsupported => None,
    })
}

/// Whether two answers are the same: as many solutions, the first one lawful. Which is first may change.
fn agree(timed: &Reply, counted: &Reply) -> bool {
    let (Some(timed), Some(counted)) = (timed.answered(), counted.answered()) else { return false };
    timed.solutions == counted.solutions
        && timed.searched.search.outcome == counted.searched.search.outcome
        && timed.searched.unlawful.is_none()
}

impl Measured {
    fn row(&self, record: Record) -> Record {
        Record {
            iterations: Some(self.iterations),
            wall_ns: Some(self.times.wall.as_nanos() as u64),
            cpu_ns: self.times.cpu.map(|cpu| cpu.as_nanos() as u64),
            max_rss_bytes: self.peak.max(record.max_rss_bytes),
            ..record
        }
    }

    /// What is to be told of the engine's own times.
    fn trouble(&self) -> Option<String> {
        let own = self.times.own?;
        let wall = self.times.wall;
        let said = format!("it says that its searches took {own:?}, and {wall:?} passed");
        match self.agreement {
            Agreement::Agrees | Agreement::Unknown => None,
            Agreement::More => Some(format!("{said}: more than can be; its own times are wrong")),
            Agreement::Less => Some(format!(
                "{said}: its own times leave something out that it does in each search"
            )),
        }
    }
}

fn with_counters(blank: Record, answered: &Answered) -> Record {
    let search = &answered.searched.search;
    let known = matches!(search.outcome, Outcome::Exhausted | Outcome::Stopped);
    Record {
        solutions: known.then(|| answered.solutions.to_string()),
        tests: search.stats.tests,
        forks: search.stats.forks,
        nodes: search.stats.nodes,
        max_depth: search.stats.max_depth,
        ..blank
    }
}

/// A row with the counters of all answers together.
fn with_totals(blank: Record, counted: &Asked) -> Record {
    let mut totals = Totals::new();
    for answered in counted.replies.iter().filter_map(Reply::answered) {
        totals.add(&answered.searched.search.stats, answered.solutions.clone());
    }
    totals.row(blank)
}
