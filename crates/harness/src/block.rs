//! One block: every engine whose turn it is measured on the instance, judged, and made a row.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use quadrille_cover::{Budget, Outcome, SearchStats, Unsupported};

use crate::batch;
use crate::check::{Judge, Judgement, Opinions};
use crate::clock::{Clocks, Timing};
use crate::engines::{Engine, Native};
use crate::external::{self, Sessions};
use crate::leash::Leash;
use crate::measure::{Searched, Timed, Trial};
use crate::order::{Block, Side, Subject, Turn};
use crate::plan::{Plan, Task, WHOLE_CORPUS};
use crate::record::{Record, Verdict};
use crate::run::Conduct;
use crate::summary::Finished;
use crate::watchdog::Watchdog;

/// What the blocks of a run have in common.
pub struct Bench<'r> {
    plan: &'r Plan,
    conduct: &'r Conduct<'r>,
    watchdog: Watchdog,
    /// By corpus, then instance.
    opinions: Vec<Vec<Opinions>>,
    counted: Counted,
}

/// Long searches that were counted, kept for the repetitions to come. A short one is counted anew each
/// time, which warms up.
#[derive(Default)]
struct Counted(Mutex<HashMap<(Subject, &'static str), Arc<Searched>>>);

/// How long a search must take to be kept: nobody has the time to make very many of them.
const LONG: Duration = Duration::from_millis(1);

impl Counted {
    fn get(&self, subject: Subject, engine: Native) -> Option<Arc<Searched>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(&(subject, engine.name)).cloned()
    }

    fn keep(&self, subject: Subject, engine: Native, searched: &Arc<Searched>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.insert((subject, engine.name), Arc::clone(searched));
    }
}

/// An instance in front of an engine.
struct Case<'c> {
    bench: &'c Bench<'c>,
    judge: &'c Judge<'c>,
    leash: &'c Leash<'c>,
    subject: Subject,
    engine: Native,
}

impl<'r> Bench<'r> {
    /// What is needed to carry out that plan.
    pub fn new(plan: &'r Plan, conduct: &'r Conduct<'r>) -> Self {
        let of_corpus = |instances: usize| (0..instances).map(|_| Opinions::default()).collect();
        Self {
            plan,
            conduct,
            watchdog: Watchdog::start(conduct.cancel),
            opinions: plan.corpora.iter().map(|corpus| of_corpus(corpus.instances.len())).collect(),
            counted: Counted::default(),
        }
    }

    /// One row for each turn whose place `wanted` lets through; fewer if the run is cancelled meanwhile.
    pub fn run(
        &self,
        block: &Block<'_>,
        clocks: &mut Clocks,
        sessions: &mut Sessions,
        wanted: &dyn Fn(usize) -> bool,
    ) -> Vec<Finished> {
        let Self { plan, conduct, .. } = self;
        let task = plan.task(block.corpus);
        let cancel = Some(conduct.cancel.clone());
        let budget = Budget { cancel, ..plan.budget(block.corpus) };
        let wall = plan.limits.wall.map(|wall| (wall, &self.watchdog));
        let leash = Leash { budget, wall };
        let places = block.subject.instance.map_or(0..block.corpus.instances.len(), |i| i..i + 1);
        let opinions = &self.opinions[block.subject.corpus];
        let judge = |i: usize| Judge::new(&block.corpus.instances[i], task, &leash, &opinions[i]);
        let judges: Vec<_> = places.map(judge).collect();
        let mut rows = Vec::with_capacity(block.turns.len());
        for (position, turn) in block.turns.iter().enumerate() {
            if !wanted(position) {
                continue;
            }
            let blank = blank(block, conduct.run_id, task, turn, position);
            let row = match (&turn.engine, block.instance) {
                (&Engine::Native(engine), Some(_)) => {
                    let (judge, subject) = (&judges[0], block.subject);
                    Case { bench: self, judge, leash: &leash, subject, engine }.row(blank, clocks)
                }
                (&Engine::Native(engine), None) => {
                    batch::row(blank, engine, &judges, &leash, clocks)
                }
                (Engine::Process(external), Some(_)) => {
                    external::row(blank, external, &judges[0], &leash, sessions)
                }
                (Engine::Process(external), None) => {
                    external::batch_row(blank, external, &judges, &leash, sessions)
                }
            };
            if conduct.cancel.is_cancelled() {
                break; // the search may have been cut short
            }
            rows.push(row);
        }
        rows
    }
}

/// A row in which nothing is known yet.
fn blank(block: &Block<'_>, run_id: &str, task: Task, turn: &Turn, position: usize) -> Record {
    let Block { corpus, instance, .. } = block;
    Record {
        run_id: Side::run_id(turn.side, run_id),
        corpus: corpus.name.clone(),
        instance: instance.map_or(WHOLE_CORPUS, |instance| &instance.id).to_owned(),
        line: instance.and_then(|instance| instance.line),
        sha256: block.sha256(),
        engine: turn.engine.name().to_owned(),
        engine_version: turn.engine.version().to_owned(),
        task,
        block: block.number,
        position,
        repetition: block.repetition,
        ..Record::BLANK
    }
}

impl Case<'_> {
    /// Measures the engine on the instance, judges, and puts the row together.
    fn row(&self, blank: Record, clocks: &mut Clocks) -> Finished {
        let Ok(trial) = Trial::new(self.engine, self.judge.instance()) else {
            return finished(Record { verdict: Verdict::Unsupported, ..blank }, None);
        };
        match self.counted(&trial) {
            Ok(Some(counted)) => self.timed_as_counted(blank, &trial, &counted, clocks),
            Ok(None) => self.timed_alone(blank, &trial, clocks),
            Err(_) => finished(Record { verdict: Verdict::Unsupported, ..blank }, None),
        }
    }

    /// The search with counters; `None` if it took too long.
    fn counted(&self, trial: &Trial<'_>) -> Result<Option<Arc<Searched>>, Unsupported> {
        let again = self.bench.plan.repetitions > 1 || self.bench.plan.twice;
        if let Some(kept) = self.bench.counted.get(self.subject, self.engine) {
            return Ok(Some(kept));
        }
        let start = Instant::now();
        let (searched, expired) = self.leash.hold(|budget| trial.counted(budget));
        let searched = Arc::new(searched?);
        if expired && !searched.is_answered() {
            return Ok(None);
        }
        if again && start.elapsed() >= LONG && !self.leash.is_cancelled() {
            self.bench.counted.keep(self.subject, self.engine, &searched);
        }
        Ok(Some(searched))
    }

    fn timed_as_counted(
        &self,
        blank: Record,
        trial: &Trial<'_>,
        counted: &Searched,
        clocks: &mut Clocks,
    ) -> Finished {
        let (verdict, reason) = self.verdict(counted);
        let record = with_counters(blank, counted);
        if verdict != Verdict::Ok {
            let solutions = if verdict == Verdict::Wrong { record.solutions } else { None };
            return finished(Record { verdict, solutions, ..record }, reason);
        }
        match trial.timed(counted, self.leash, clocks) {
            Timed::Took(timing) => finished(with_times(record, timing), None),
            Timed::Late => {
                finished(Record { verdict: Verdict::Timeout, solutions: None, ..record }, None)
            }
            Timed::Otherwise => {
                let reason = "gave another answer when timed than when counted".to_owned();
                finished(Record { verdict: Verdict::Wrong, ..record }, Some(reason))
            }
        }
    }

    /// Counting takes time. What could not be counted in time may be done in time nevertheless: the limit
    /// is on the search that is timed.
    fn timed_alone(&self, blank: Record, trial: &Trial<'_>, clocks: &mut Clocks) -> Finished {
        let leash = self.leash.uncounted();
        let ((searched, timing), expired) = leash.hold(|budget| trial.timed_once(budget, clocks));
        if expired && !searched.is_answered() {
            return finished(Record { verdict: Verdict::Timeout, ..blank }, None);
        }
        let (verdict, reason) = self.verdict(&searched);
        let known = matches!(verdict, Verdict::Ok | Verdict::Wrong);
        let solutions = known.then(|| searched.search.stats.solutions.to_string());
        let record = Record { verdict, solutions, ..blank };
        match verdict {
            Verdict::Ok => finished(with_times(record, timing), None),
            _ => finished(record, reason),
        }
    }

    fn verdict(&self, searched: &Searched) -> (Verdict, Option<String>) {
        let Judgement { verdict, reason } = self.judge.judge(self.engine.name, searched);
        let spent = searched.search.outcome == Outcome::BudgetSpent;
        if spent && ran_out_of_memory(&self.leash.budget, &searched.search.stats) {
            return (Verdict::Memout, None);
        }
        (verdict, reason)
    }
}

/// Whether a budget that was spent was one of memory: nothing else of it was.
fn ran_out_of_memory(budget: &Budget, stats: &SearchStats) -> bool {
    let spent =
        |most: Option<u64>, count: Option<u64>| most.zip(count).is_some_and(|(m, c)| c >= m);
    budget.memory.is_some()
        && !spent(budget.tests, stats.tests)
        && !spent(budget.nodes, stats.nodes)
}

/// A row, with the reason if it is wrong or could not be judged.
pub(crate) fn finished(record: Record, reason: Option<String>) -> Finished {
    let told: Vec<_> = reason.map(|reason| (record.instance.clone(), reason)).into_iter().collect();
    let is_wrong = record.verdict == Verdict::Wrong;
    let (wrong, troubles) = if is_wrong { (told, Vec::new()) } else { (Vec::new(), told) };
    Finished {
        answered: usize::from(record.verdict == Verdict::Ok),
        instances: 1,
        wrong,
        troubles,
        record,
    }
}

fn with_counters(blank: Record, searched: &Searched) -> Record {
    let SearchStats { solutions, tests, forks, nodes, max_depth } = searched.search.stats;
    let known = searched.search.outcome != Outcome::BudgetSpent;
    let solutions = known.then(|| solutions.to_string());
    Record { solutions, tests, forks, nodes, max_depth, ..blank }
}

pub(crate) fn with_times(counted: Record, timing: Timing) -> Record {
    Record {
        iterations: Some(timing.iterations),
        wall_ns: Some(timing.spent.wall.as_nanos() as u64),
        cpu_ns: Some(timing.spent.cpu.as_nanos() as u64),
        instructions: timing.spent.instructions,
        ..counted
    }
}
