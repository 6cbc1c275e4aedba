//! The run: blocks of all engines on one instance, or on a whole corpus as one batch, in an order
//! drawn from the seed, over a number of workers; each answer judged, each row written as it is
//! finished.

use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use quadrille_cover::CancelToken;
use thiserror::Error;

use crate::block::Bench;
use crate::clock::Clocks;
use crate::cores::Cores;
use crate::order::Order;
use crate::plan::Plan;
use crate::record::Writer;
use crate::resume::Done;
use crate::summary::Summary;

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
    /// The cores that workers are pinned to, one each.
    pub cores: &'a Cores,
    /// The rows there are already, of a run that is resumed.
    pub done: &'a Done,
    /// Told how many rows were finished each time some are.
    pub progress: &'a (dyn Fn(usize) + Sync),
}

/// Room for the recursion of engines that recurse over the cells of an 81x81 grid.
const STACK: usize = 16 << 20;

/// Carries out a plan, and writes the rows to `out`, but for those that are there already.
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
    let writer = Writer::start(out, conduct.done.is_begun(), conduct.cancel.clone())?;
    let order = Order::new(plan);
    let bench = Bench::new(plan, conduct);
    let next = AtomicUsize::new(0);
    let summary = Mutex::new(conduct.done.summary());
    workers.broadcast(|worker| {
        conduct.cores.pin(worker.index());
        let mut clocks = Clocks::of_this_thread();
        let rows = writer.rows();
        while let Some(block) = order.block(next.fetch_add(1, Ordering::Relaxed)) {
            let wanted = |position| !conduct.done.has(block.number, position);
            let finished = bench.run(&block, &mut clocks, &wanted);
            if finished.is_empty() && !conduct.cancel.is_cancelled() {
                continue;
            }
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
