//! Exact cover engines on the families, all solutions, counted and not.
//!
//! `cargo bench --bench cover -- dlx/queens`

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, criterion_group, criterion_main};
use quadrille_cover::engine::{Dlx, ENGINES};
use quadrille_cover::{Budget, Counters, Problem, Solver, family};

/// One of each kind, some milliseconds each.
const SPECS: [&str; 8] = [
    "queens:10",
    "langford:9",
    "latin:6:reduced",
    "dominoes:6x6",
    "matching:12",
    "partitions:9",
    "steiner:9",
    "debruijn:4x4",
];

fn all_solutions(c: &mut Criterion) {
    for engine in ENGINES {
        let mut group = c.benchmark_group(engine.name());
        for spec in SPECS {
            let problem = family::build(spec).expect("a family there is");
            group.bench_function(spec, |b| {
                b.iter(|| engine.count(black_box(&problem)).expect("no multiplicities"));
            });
        }
        group.finish();
    }
}

/// What counting costs.
fn counting(c: &mut Criterion) {
    let mut group = c.benchmark_group("dlx-counted");
    for spec in SPECS {
        let problem = family::build(spec).expect("a family there is");
        group.bench_function(spec, |b| b.iter(|| counted(black_box(&problem))));
    }
    group.finish();
}

fn counted(problem: &Problem) -> Option<u64> {
    let mut visit = |_: &[_]| ControlFlow::Continue(());
    let search = Dlx.search(problem, &Budget::default(), Counters::On, &mut visit);
    search.expect("no multiplicities").stats.tests
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = all_solutions, counting
}
criterion_main!(benches);
