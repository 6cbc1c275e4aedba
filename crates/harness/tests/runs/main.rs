//! Whole runs: engines run on corpora, and the rows are checked.

mod batches;
mod cheapest;
mod corpora;
mod limits;
mod repetitions;
mod resume;
mod rows;
mod sink;
mod writing;

use quadrille_cover::CancelToken;
use quadrille_harness::machine::cores::Cores;
use quadrille_harness::plan::Limits;
use quadrille_harness::run::RunContext;
use quadrille_harness::run::resume::Done;
use quadrille_harness::run::summary::Summary;
use quadrille_harness::{Corpus, Engine, Plan, RunError, engine, run};
use quadrille_results::Record;

use sink::Sink;

fn shipped(name: &str, instances: usize) -> Corpus {
    let mut corpus = Corpus::open(name, &mut Err).expect("every shipped corpus opens");
    corpus.instances.truncate(instances);
    corpus
}

/// A plan of all engines on these corpora, with a limit of tests.
fn plan(corpora: Vec<Corpus>, tests: u64) -> Plan {
    Plan {
        corpora,
        engines: engine::all().into_iter().map(Engine::Native).collect(),
        limits: Limits { tests: Some(tests), ..Limits::default() },
        repetitions: 1,
        jobs: 1,
        seed: 1,
        ..Plan::default()
    }
}

/// Runs a plan to its end or until `cancel`; `progress` receives the run's progress.
fn run_into(
    sink: &Sink,
    plan: &Plan,
    cancel: &CancelToken,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<Summary, RunError> {
    run_after(&Done::default(), sink, plan, cancel, progress)
}

fn run_after(
    done: &Done,
    sink: &Sink,
    plan: &Plan,
    cancel: &CancelToken,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<Summary, RunError> {
    let cores = Cores::default();
    let (run_id, waiting) = ("test", &|_: &str| ());
    let conduct = RunContext { run_id, cancel, cores: &cores, done, progress, waiting };
    run(plan, Box::new(sink.clone()), &conduct)
}

/// Runs a plan to its end; returns the rows written.
fn rows_of(plan: &Plan) -> (Summary, Vec<Record>) {
    let sink = Sink::default();
    let summary = run_into(&sink, plan, &CancelToken::new(), &|_| ()).expect("nothing goes wrong");
    let rows = sink.rows();
    assert_eq!(rows.len(), plan.rows());
    assert_eq!(summary.rows(), rows.len());
    (summary, rows)
}
