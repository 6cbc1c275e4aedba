//! Sudoku engines on the first puzzles of the shipped corpora: is there exactly one solution?
//!
//! A naive engine gets only puzzles it answers within its tests. Encoding is outside the clock.
//!
//! `cargo bench --bench sudoku -- masks`

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quadrille_cover::{Budget, Outcome};
use quadrille_harness::{Body, manifest};
use quadrille_sudoku::{Engine, Puzzle, Watch};

const CORPORA: [(&str, usize); 3] =
    [("generated-9x9", 100), ("generated-16x16", 10), ("generated-25x25", 2)];

/// A puzzle on which an engine needs more tests than this is left to `quadrille run`.
const MOST_TESTS: u64 = 100_000;

fn uniqueness(c: &mut Criterion) {
    for (corpus, most) in CORPORA {
        let puzzles = puzzles(corpus, most);
        let mut group = c.benchmark_group(corpus);
        for engine in Engine::ALL {
            let budget = Budget { tests: Some(MOST_TESTS), ..Budget::solutions(2) };
            let answered = |puzzle: &&Puzzle| {
                let mut visit = |_: &_| ControlFlow::Continue(());
                let search = engine.search(puzzle, &budget, Watch::Off, &mut visit);
                search.outcome != Outcome::BudgetSpent
            };
            let prepared: Vec<_> =
                puzzles.iter().filter(answered).map(|puzzle| engine.prepare(puzzle)).collect();
            if prepared.is_empty() {
                continue;
            }
            group.throughput(Throughput::Elements(prepared.len() as u64));
            group.bench_function(engine.name(), |b| {
                b.iter(|| {
                    for prepared in &prepared {
                        let mut visit = |_: &_| ControlFlow::Continue(());
                        black_box(prepared.search(&Budget::solutions(2), Watch::Off, &mut visit));
                    }
                });
            });
        }
        group.finish();
    }
}

fn puzzles(corpus: &str, most: usize) -> Vec<Puzzle> {
    let corpus = manifest::shipped(corpus).expect("it is shipped").expect("it is whole");
    let puzzles = corpus.instances.into_iter().filter_map(|instance| match instance.body {
        Body::Sudoku(puzzle) => Some(puzzle),
        Body::Cover(_) => None,
    });
    puzzles.take(most).collect()
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = uniqueness
}
criterion_main!(benches);
