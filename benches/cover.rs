//! Benchmarks of the exact cover engines on problem families.
//!
//! `cargo bench --bench cover -- visit/dlx/queens`
//!
//! | group | what is timed |
//! |---|---|
//! | `visit` | set-up and search of every engine that visits solutions, for all solutions |
//! | `count` | set-up and search of the engines that count solutions without visiting them |
//! | `dlx-counted` | `dlx` with its counters on; the difference from `visit/dlx` is the cost of the counters |

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use quadrille_cover::engine::{Auto, Dlx, ENGINES, Memo};
use quadrille_cover::{Budget, Counters, Problem, Solver, family};

/// Problems of different kinds, each of which dancing links searches within some milliseconds.
const SMALL: [&str; 8] = [
    "queens:10",
    "langford:9",
    "latin:6:reduced",
    "dominoes:6x6",
    "matching:12",
    "partitions:9",
    "steiner:9",
    "debruijn:4x4",
];

/// Problems for which dancing links needs tens of milliseconds to some seconds.
const MEDIUM: [&str; 8] = [
    "queens:12",
    "langford:11",
    "latin:5",
    "soma",
    "pentominoes:6x10",
    "partitions:11",
    "matching:16",
    "dominoes:8x8",
];

/// Problems with more solutions than can be visited in reasonable time.
const COUNTLESS: [&str; 2] = ["dominoes:12x12", "dominoes:16x16"];

/// The slowest engine, which searches only the small problems.
const FLOOR: &str = "naive";

fn visit(c: &mut Criterion) {
    let mut group = c.benchmark_group("visit");
    for (spec, problem) in problems(&SMALL).chain(problems(&MEDIUM)) {
        for &engine in ENGINES {
            let visits = engine.name() != Memo.name() && engine.refuses(&problem).is_none();
            if visits && (engine.name() != FLOOR || SMALL.contains(&spec)) {
                group.bench_with_input(
                    BenchmarkId::new(engine.name(), spec),
                    &problem,
                    |b, problem| b.iter(|| visited(engine, black_box(problem), Counters::Off)),
                );
            }
        }
    }
    group.finish();
}

fn count(c: &mut Criterion) {
    let mut group = c.benchmark_group("count");
    for (spec, problem) in [&SMALL[..], &MEDIUM, &COUNTLESS].into_iter().flat_map(problems) {
        for engine in [&Auto as &dyn Solver, &Memo] {
            group.bench_with_input(
                BenchmarkId::new(engine.name(), spec),
                &problem,
                |b, problem| b.iter(|| engine.count(black_box(problem)).expect("plain problems")),
            );
        }
    }
    group.finish();
}

fn counters(c: &mut Criterion) {
    let mut group = c.benchmark_group("dlx-counted");
    for (spec, problem) in problems(&SMALL) {
        group.bench_function(spec, |b| {
            b.iter(|| visited(&Dlx, black_box(&problem), Counters::On));
        });
    }
    group.finish();
}

fn problems<'s>(specs: &'s [&'static str]) -> impl Iterator<Item = (&'static str, Problem)> + 's {
    specs.iter().map(|&spec| (spec, family::build(spec).expect("a family there is")))
}

fn visited(engine: &dyn Solver, problem: &Problem, counters: Counters) -> u64 {
    let mut visit = |solution: &[_]| {
        black_box(solution);
        ControlFlow::Continue(())
    };
    let search = engine.search(problem, &Budget::default(), counters, &mut visit);
    search.expect("plain problems").stats.solutions
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = visit, count, counters
}
criterion_main!(benches);
