//! Benchmarks of the Sudoku engines on the first puzzles of the shipped corpora: deciding whether there is
//! exactly one solution. Then benchmarks of the canonical forms of these puzzles, of full grids, and of the most
//! symmetric grid.
//!
//! An engine receives only the puzzles that it answers within `MOST_TESTS` tests. The time excludes the preparation of
//! a puzzle for the engine.
//!
//! `cargo bench --bench sudoku -- masks`

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quadrille_cover::random::Stream;
use quadrille_cover::{Budget, Outcome};
use quadrille_harness::{Body, Corpus};
use quadrille_sudoku::canonical::canonical;
use quadrille_sudoku::generate::full_grid;
use quadrille_sudoku::{Engine, Grid, Order, Puzzle, Watch};

const CORPORA: [(&str, usize); 3] =
    [("generated-9x9", 100), ("generated-16x16", 10), ("generated-25x25", 2)];

/// An engine is not measured on puzzles for which it needs more tests, because they take too long to be repeated often.
const MOST_TESTS: u64 = 100_000;

/// The full 9x9 grid that has more automorphisms, 648, than any other. It is called the most canonical grid.
const MOST_CANONICAL: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

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

fn canonical_forms(c: &mut Criterion) {
    let mut group = c.benchmark_group("canonical");
    let mut measure = |name: &str, grids: &[Grid]| {
        group.throughput(Throughput::Elements(grids.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| {
                for grid in grids {
                    black_box(canonical(grid));
                }
            });
        });
    };
    for (corpus, most) in CORPORA {
        let puzzles = puzzles(corpus, most);
        measure(corpus, &puzzles.iter().map(|puzzle| puzzle.givens().clone()).collect::<Vec<_>>());
    }
    let mut stream = Stream::new(1, 0);
    measure("full-9x9", &[0; 100].map(|_| full_grid(Order::NINE, &mut stream)));
    measure("full-16x16", &[full_grid(Order::new(4).expect("16x16"), &mut stream)]);
    let cells = MOST_CANONICAL.bytes().map(|digit| digit - b'0').collect();
    measure("most-canonical", &[Grid::from_cells(cells).expect("81 digits")]);
}

fn puzzles(corpus: &str, most: usize) -> Vec<Puzzle> {
    let corpus = Corpus::open(corpus, &mut Err).expect("it is shipped");
    let puzzles = corpus.instances.into_iter().filter_map(|instance| match instance.body {
        Body::Sudoku(puzzle) => Some(puzzle),
        Body::Cover(_) => None,
    });
    puzzles.take(most).collect()
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = uniqueness, canonical_forms
}
criterion_main!(benches);
