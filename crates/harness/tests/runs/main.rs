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

use quadrille_harness::plan::Limits;
use quadrille_harness::{Corpus, Engine, Plan, engine};

use sink::{rows_of, run_after, run_into};

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
