//! The run: blocks of all engines on one instance, or on a whole corpus as one batch, in an order
//! drawn from the seed, over a number of workers; each answer judged, each row written as it is
//! finished.

use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use quadrille_cover::{Budget, CancelToken, Outcome, SearchStats};
use thiserror::Error;

use crate::batch;
use crate::check::{Judge, Judgement};
use crate::corpus::{Corpus, Instance};
use crate::engines::Engine;
use crate::measure::{self, Clock, Searched, Timing};
use crate::plan::{Plan, Task, WHOLE_CORPUS};
use crate::record::{Record, SCHEMA, Verdict, Writer};
use crate::summary::{Finished, Summary};
use quadrille_cover::random::{Stream, shuffle};

/// Why a run did not end well.
#[derive(Debug, Error)]
pub enum RunError {
    /// Rows could not be written.
    #[error("cannot write results")]
    Write(#[from] io::Error),
    /// Workers could not be started.
    #[error("cannot start {jobs} workers: {error}")]
    Workers {
        /// How many were asked for.
        jobs: usize,
        /// What the system says.
        error: rayon::ThreadPoolBuildError,
    },
}

/// What a run is called, and how it is watched and stopped.
pub struct Conduct<'a> {
    /// The run's name in every row.
    pub run_id: &'a str,
    /// Stops the run; rows not finished by then are not written.
    pub cancel: &'a CancelToken,
    /// What measuring costs.
    pub clock: Clock,
    /// Told how many rows were finished each time some are.
    pub progress: &'a (dyn Fn(usize) + Sync),
}

/// Room for the recursion of engines that recurse over the cells of an 81x81 grid.
const STACK: usize = 16 << 20;

/// Carries out a plan, and writes the rows to `out`.
///
/// # Errors
/// If rows cannot be written or workers not started. What was written until then are whole rows,
/// but for the last if a write got only half through.
pub fn run(
    plan: &Plan,
    out: Box<dyn Write + Send>,
    conduct: &Conduct<'_>,
) -> Result<Summary, RunError> {
    let workers = rayon::ThreadPoolBuilder::new().num_threads(plan.jobs).stack_size(STACK);
    let workers = workers.build().map_err(|error| RunError::Workers { jobs: plan.jobs, error })?;
    let writer = Writer::start(out, conduct.cancel.clone())?;
    let blocks = blocks(plan);
    let next = AtomicUsize::new(0);
    let summary = Mutex::new(Summary::default());
    workers.broadcast(|_| {
        let rows = writer.rows();
        while let Some(block) = blocks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let finished = block.run(plan, conduct);
            let mut summary = summary.lock().expect("nobody panics with the summary in hand");
            for finished in &finished {
                summary.add(finished);
            }
            drop(summary);
            (conduct.progress)(finished.len());
            let records = finished.into_iter().map(|finished| finished.record).collect();
            if rows.send(records).is_err() || conduct.cancel.is_cancelled() {
                break; // a writer that failed will say why
            }
        }
    });
    writer.finish()?;
    Ok(summary.into_inner().expect("nobody panics with the summary in hand"))
}

/// All engines on one instance, or on a whole corpus.
struct Block<'p> {
    number: usize,
    corpus: &'p Corpus,
    /// The instance; none if it is the whole corpus, as one batch.
    instance: Option<&'p Instance>,
    engines: Vec<Engine>,
}

/// The blocks of a plan, and the engines of each, in the order drawn from its seed.
fn blocks(plan: &Plan) -> Vec<Block<'_>> {
    let of_corpus = |corpus: &Corpus| if plan.batch { 1 } else { corpus.instances.len() };
    let all = plan
        .corpora
        .iter()
        .flat_map(|corpus| (0..of_corpus(corpus)).map(move |place| (corpus, place)));
    let mut all: Vec<_> = all.collect();
    shuffle(&mut all, &mut Stream::new(plan.seed, 0));
    let mut blocks = Vec::with_capacity(all.len());
    for (number, (corpus, place)) in all.into_iter().enumerate() {
        let instance = (!plan.batch).then(|| &corpus.instances[place]);
        let mut engines = match instance {
            Some(instance) => plan.engines_for(corpus, instance),
            None => plan.engines_for_all_of(corpus),
        };
        shuffle(&mut engines, &mut Stream::new(plan.seed, number as u64 + 1));
        blocks.push(Block { number, corpus, instance, engines });
    }
    blocks
}

impl Block<'_> {
    /// One row for each engine; fewer if the run is cancelled meanwhile.
    fn run(&self, plan: &Plan, conduct: &Conduct<'_>) -> Vec<Finished> {
        let task = plan.task(self.corpus);
        let budget = Budget { cancel: Some(conduct.cancel.clone()), ..plan.budget(self.corpus) };
        let instances = self.instance.map_or(&*self.corpus.instances, std::slice::from_ref);
        let judges: Vec<_> =
            instances.iter().map(|instance| Judge::new(instance, task, &budget)).collect();
        let mut rows = Vec::with_capacity(self.engines.len());
        for (position, &engine) in self.engines.iter().enumerate() {
            let blank = self.blank(conduct.run_id, task, engine, position);
            let row = match self.instance {
                Some(instance) => row(blank, engine, instance, &judges[0], &budget, conduct.clock),
                None => batch::row(blank, engine, &judges, &budget, conduct.clock),
            };
            if conduct.cancel.is_cancelled() {
                break; // the search may have been cut short
            }
            rows.push(row);
        }
        rows
    }

    /// A row in which nothing is known yet.
    fn blank(&self, run_id: &str, task: Task, engine: Engine, position: usize) -> Record {
        Record {
            schema: SCHEMA,
            run_id: run_id.to_owned(),
            corpus: self.corpus.name.clone(),
            instance: self.instance.map_or(WHOLE_CORPUS, |instance| &instance.id).to_owned(),
            line: self.instance.and_then(|instance| instance.line),
            sha256: self.instance.map_or(&self.corpus.sha256, |instance| &instance.sha256).clone(),
            engine: engine.name.to_owned(),
            engine_version: env!("CARGO_PKG_VERSION").to_owned(),
            task,
            block: self.number,
            position,
            repetition: 1,
            iterations: None,
            verdict: Verdict::Ok,
            solutions: None,
            tests: None,
            forks: None,
            nodes: None,
            max_depth: None,
            wall_ns: None,
            cpu_ns: None,
            instructions: None,
            max_rss_bytes: None,
        }
    }
}

/// Measures an engine on an instance, judges, and puts the row together.
fn row(
    blank: Record,
    engine: Engine,
    instance: &Instance,
    judge: &Judge<'_>,
    budget: &Budget,
    clock: Clock,
) -> Finished {
    let finished = |record: Record, reason: Option<String>| Finished {
        answered: usize::from(record.verdict == Verdict::Ok),
        instances: 1,
        wrong: reason.map(|reason| (record.instance.clone(), reason)).into_iter().collect(),
        record,
    };
    let trial = measure::Trial::new(engine, instance);
    let searched = trial.and_then(|trial| Ok((trial.counted(budget)?, trial)));
    let Ok((searched, trial)) = searched else {
        return finished(Record { verdict: Verdict::Unsupported, ..blank }, None);
    };
    let Judgement { verdict, reason } = judge.judge(engine, &searched);
    let counted = with_counters(blank, &searched);
    if verdict != Verdict::Ok {
        let solutions = if verdict == Verdict::Wrong { counted.solutions } else { None };
        return finished(Record { verdict, solutions, ..counted }, reason);
    }
    match trial.timed(&searched, budget, clock) {
        Some(timing) => finished(with_times(counted, timing), None),
        None => {
            let reason = "gave another answer when timed than when counted".to_owned();
            finished(Record { verdict: Verdict::Wrong, ..counted }, Some(reason))
        }
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
        wall_ns: Some(timing.wall.as_nanos() as u64),
        cpu_ns: Some(timing.cpu.as_nanos() as u64),
        ..counted
    }
}
