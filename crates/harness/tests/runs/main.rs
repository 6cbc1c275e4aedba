//! Whole runs: corpora through engines into rows.

mod batches;
mod corpora;
mod rows;
mod sink;
mod writing;

use quadrille_cover::CancelToken;
use quadrille_harness::measure::Clock;
use quadrille_harness::run::Conduct;
use quadrille_harness::summary::Summary;
use quadrille_harness::{Corpus, Plan, Record, RunError, engines, run};

use sink::Sink;

/// The first instances of a shipped corpus.
fn shipped(name: &str, instances: usize) -> Corpus {
    let mut corpus = Corpus::open(name, &mut Err).expect("every shipped corpus opens");
    corpus.instances.truncate(instances);
    corpus
}

/// All engines on these corpora, each with so many tests at most.
fn plan(corpora: Vec<Corpus>, tests: u64) -> Plan {
    Plan {
        corpora,
        engines: engines::all(),
        task: None,
        tests: Some(tests),
        nodes: None,
        filter: None,
        batch: false,
        jobs: 1,
        seed: 1,
    }
}

/// Runs a plan to its end or until `cancel`; `progress` is told of rows as the run tells it.
fn run_into(
    sink: &Sink,
    plan: &Plan,
    cancel: &CancelToken,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<Summary, RunError> {
    let clock = Clock::calibrate();
    run(plan, Box::new(sink.clone()), &Conduct { run_id: "test", cancel, clock, progress })
}

/// Runs a plan to its end; gives the rows that were written.
fn rows_of(plan: &Plan) -> (Summary, Vec<Record>) {
    let sink = Sink::default();
    let summary = run_into(&sink, plan, &CancelToken::new(), &|_| ()).expect("nothing goes wrong");
    let rows = sink.rows();
    assert_eq!(rows.len(), plan.rows());
    assert_eq!(summary.rows(), rows.len());
    (summary, rows)
}
