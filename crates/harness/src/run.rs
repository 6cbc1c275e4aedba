//! Carries out a plan. Worker threads take blocks, each with all engines on one instance or on a corpus as one batch,
//! in an order drawn from the seed. Every answer is judged, and every row is written soon after it is finished.

pub mod division;
pub mod environment;
pub mod merge;

pub mod portable;
pub mod reading;
pub mod resume;
pub(crate) mod sequence;
pub mod summary;
mod waiting;
pub mod writer;

use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;

use quadrille_cover::{Budget, CancelToken};
use quadrille_results::{Record, WHOLE_CORPUS};
use thiserror::Error;

use crate::check::{Judge, Known};
use crate::corpus::{Corpus, Instance};
use crate::engine::Engine;
use crate::machine::cores::Cores;
use crate::measure::clock::Clocks;
use crate::measure::external::{EarlierRows, ProcessMeasured, Sessions};
use crate::measure::limits::SearchLimits;
use crate::measure::native::{KeptSearches, NativeMeasured};
use crate::measure::watchdog::Watchdog;
use crate::plan::Plan;
use crate::plan::order::{Block, Order, Turn};
use crate::run::resume::Done;
use crate::run::sequence::measure;
use crate::run::summary::{Finished, Summary};
use crate::run::waiting::Waiting;
use crate::run::writer::Writer;

/// Why a run ended early.
#[derive(Debug, Error)]
pub enum RunError {
    /// Rows could not be written, or the thread of the writer or the watchdog could not be started.
    #[error("cannot write results")]
    Write(#[from] io::Error),
    /// Worker threads could not be started: how many were asked for, and the error of the system.
    #[error("cannot start {0} worker threads: {1}; use a smaller number for --jobs")]
    Workers(usize, rayon::ThreadPoolBuildError),
}

/// What a run needs beside its plan.
pub struct RunContext<'a> {
    /// The run's name in every row.
    pub run_id: &'a str,
    /// Cancelling this token stops the run; rows not finished by then are not written.
    pub cancel: &'a CancelToken,
    /// The cores that workers are pinned to, one each.
    pub cores: &'a Cores,
    /// The rows that a resumed run has already.
    pub done: &'a Done,
    /// Called after each block with the number of its rows.
    pub progress: &'a (dyn Fn(usize) + Sync),
    /// Called with a message if a measurement lasts long and no limit of time ends it.
    pub waiting: &'a (dyn Fn(&str) + Sync),
}

/// Stack size of a worker thread in bytes, enough for engines that recurse over the cells of an 81x81 grid.
const STACK: usize = 16 << 20;

/// Carries out a plan, and writes to `out` the rows that `context.done` does not have.
///
/// # Errors
/// If rows cannot be written or threads cannot be started. The rows written until then are complete, except for the
/// last one if a write failed in the middle.
pub fn run(
    plan: &Plan,
    out: Box<dyn Write + Send>,
    context: &RunContext<'_>,
) -> Result<Summary, RunError> {
    let workers = rayon::ThreadPoolBuilder::new().num_threads(plan.jobs).stack_size(STACK);
    let workers = workers.build().map_err(|error| RunError::Workers(plan.jobs, error))?;
    // A shard of a run has its rows in the order of blocks, and no head line.
    let is_part = plan.part.is_some();
    let begun = context.done.keep > 0 || is_part;
    let writer = Writer::start(out, begun, is_part, context.cancel.clone())?;
    let order = Order::new(plan);
    let known = |corpus: &Corpus| corpus.instances.iter().map(|_| Known::default()).collect();
    let shared = Shared {
        plan,
        context,
        watchdog: Watchdog::start(context.cancel)?,
        known: plan.corpora.iter().map(known).collect(),
        kept: KeptSearches::default(),
        earlier: EarlierRows::default(),
        waiting: Waiting::new(plan.jobs),
    };
    let next = AtomicUsize::new(0);
    let summary = Mutex::new(context.done.summary.clone());
    let work = |worker: rayon::BroadcastContext<'_>| {
        context.cores.pin(worker.index());
        let mut clocks = Clocks::of_this_thread();
        let mut sessions = Sessions::new(&plan.limits, context.cancel);
        let rows = writer.rows();
        let take = || {
            let place = next.fetch_add(1, Ordering::Relaxed);
            Some((place, order.block(place)?))
        };
        while let Some((place, block)) = take() {
            let finished = shared.rows(&block, worker.index(), &mut clocks, &mut sessions);
            if finished.is_empty() && !is_part && !context.cancel.is_cancelled() {
                continue;
            }
            let mut summary = summary.lock().expect("no thread panics while it holds the summary");
            for finished in &finished {
                summary.add(finished);
            }
            drop(summary);
            (context.progress)(finished.len());
            let records = finished.into_iter().map(|finished| finished.record).collect();
            if rows.send((place, records)).is_err() || context.cancel.is_cancelled() {
                break; // if the writer failed, `finish` returns its error
            }
        }
    };
    std::thread::scope(|scope| {
        // Dropped when the work is done, which ends the thread that reports long measurements.
        let (_working, ended) = channel();
        if plan.limits.wall.is_none() {
            let waiting = &shared.waiting;
            let watch = move || waiting.watch(&ended, context.waiting);
            std::thread::Builder::new().spawn_scoped(scope, watch)?;
        }
        workers.broadcast(work);
        io::Result::Ok(())
    })?;
    writer.finish()?;
    Ok(summary.into_inner().expect("no thread panics while it holds the summary"))
}

struct Shared<'r> {
    plan: &'r Plan,
    context: &'r RunContext<'r>,
    watchdog: Watchdog,
    /// What is known of the answers, by corpus, then instance.
    known: Vec<Vec<Known>>,
    /// Long searches with counters, so that a later repetition need not search again.
    kept: KeptSearches,
    /// What earlier rows showed of engines in other programs.
    earlier: EarlierRows,
    /// What each worker measures now, for reports on long measurements.
    waiting: Waiting,
}

impl Shared<'_> {
    /// Measures every engine of a block, which makes a row for each, except those that a resumed run has already. Stops when the run is cancelled.
    fn rows(
        &self,
        block: &Block<'_>,
        worker: usize,
        clocks: &mut Clocks,
        sessions: &mut Sessions,
    ) -> Vec<Finished> {
        let Self { plan, context, watchdog, known, kept, earlier, waiting } = self;
        let task = plan.task(block.corpus);
        let cancel = Some(context.cancel.clone());
        let budget = Budget { cancel, ..plan.budget(block.corpus) };
        let limits = SearchLimits { budget, wall: plan.limits.wall.map(|wall| (wall, watchdog)) };
        let places = block.subject.instance.map_or(0..block.corpus.instances.len(), |i| i..i + 1);
        let instances: Vec<&Instance> = block.corpus.instances[places.clone()].iter().collect();
        let known = &known[block.subject.corpus][places];
        let prove = plan.prove;
        let judge = |(&instance, known)| Judge { instance, task, limits: &limits, known, prove };
        let judges: Vec<_> = instances.iter().zip(known).map(judge).collect();
        let is_repeated = plan.repetitions > 1 || plan.twice;
        let mut rows = Vec::with_capacity(block.turns.len());
        for (position, turn) in block.turns.iter().enumerate() {
            if context.done.has(block.number, position) {
                continue;
            }
            let blank = Record { task, ..blank(block, context.run_id, turn, position) };
            waiting.begin(worker, turn.engine.name(), block);
            let row = match &turn.engine {
                &Engine::Native(engine) => {
                    let (subject, kept) =
                        ((block.subject, &*instances), is_repeated.then_some(kept));
                    let mut native =
                        NativeMeasured::new((engine, task), subject, &limits, kept, clocks);
                    measure(blank, &judges, &mut native)
                }
                Engine::Process(external) => {
                    let subject = (block.subject, &*instances);
                    let mut process =
                        ProcessMeasured::new(external, subject, task, &limits, earlier, sessions);
                    measure(blank, &judges, &mut process)
                }
            };
            waiting.end(worker);
            if context.cancel.is_cancelled() {
                break; // the search may have been cut short
            }
            rows.push(row);
        }
        rows
    }
}

/// A row before its measurement, with names and numbers but without results.
pub(crate) fn blank(block: &Block<'_>, run_id: &str, turn: &Turn, position: usize) -> Record {
    let Block { corpus, instance, .. } = block;
    Record {
        run_id: format!("{run_id}{}", turn.side),
        corpus: corpus.name.clone(),
        instance: instance.map_or(WHOLE_CORPUS, |instance| &instance.id).to_owned(),
        line: instance.and_then(|instance| instance.line),
        sha256: instance.map_or_else(|| corpus.sha256.clone(), |i| i.sha256.to_string()),
        engine: turn.engine.name().to_owned(),
        engine_version: turn.engine.version().to_owned(),
        isolation: turn.engine.isolation(),
        block: block.number,
        position,
        repetition: block.repetition,
        ..Record::blank()
    }
}
