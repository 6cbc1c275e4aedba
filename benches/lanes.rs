//! Benchmarks of `lanes` on the shipped corpora: deciding uniqueness and finding a solution, one puzzle at a
//! time and in batches, with each instruction set of this machine, compared with `masks` and `dlx`.
//!
//! The shipped corpora are small, so a batch repeats a corpus until it has some thousands of puzzles. In a smaller
//! batch, the end of the search, when some lanes have no puzzle left, would distort the time for each puzzle.
//!
//! `cargo bench --bench lanes -- generated-9x9/batch`

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quadrille_cover::Budget;
use quadrille_harness::{Body, Corpus};
use quadrille_sudoku::engine::lanes::{Cells, Instructions, Lanes};
use quadrille_sudoku::{Engine, Puzzle, Watch};

const CORPORA: [&str; 3] = ["generated-9x9", "multiple", "none"];

/// Smallest number of puzzles in a batch; whole corpora are repeated until it is reached.
const BATCH: usize = 4000;

fn lanes(c: &mut Criterion) {
    for corpus in CORPORA {
        let puzzles = nine_by_nine(corpus);
        let cells: Vec<Cells> = puzzles
            .iter()
            .map(|puzzle| puzzle.givens().cells().try_into().expect("81 cells"))
            .collect();
        let mut group = c.benchmark_group(corpus);
        group.throughput(Throughput::Elements(cells.len() as u64));
        for instructions in Instructions::ALL {
            let Some(mut lanes) = Lanes::with(instructions) else { continue };
            group.bench_function(format!("one/uniqueness/{instructions}"), |b| {
                b.iter(|| {
                    for cells in &cells {
                        black_box(lanes.uniqueness(cells));
                    }
                });
            });
            group.bench_function(format!("one/first/{instructions}"), |b| {
                b.iter(|| {
                    for cells in &cells {
                        black_box(lanes.first(cells));
                    }
                });
            });
        }
        for engine in [Engine::Masks, Engine::Dlx] {
            let prepared: Vec<_> = puzzles.iter().map(|puzzle| engine.prepare(puzzle)).collect();
            group.bench_function(format!("one/uniqueness/{engine}"), |b| {
                b.iter(|| {
                    for prepared in &prepared {
                        let mut visit = |_: &_| ControlFlow::Continue(());
                        black_box(prepared.search(&Budget::solutions(2), Watch::Off, &mut visit));
                    }
                });
            });
        }
        let batch: Vec<Cells> =
            cells.iter().copied().cycle().take(BATCH.next_multiple_of(cells.len())).collect();
        group.throughput(Throughput::Elements(batch.len() as u64));
        for instructions in Instructions::ALL {
            let Some(mut lanes) = Lanes::with(instructions) else { continue };
            let (mut verdicts, mut solved) = (Vec::new(), Vec::new());
            group.bench_function(format!("batch/uniqueness/{instructions}"), |b| {
                b.iter(|| {
                    lanes.check_batch(&batch, &mut verdicts);
                    black_box(&verdicts);
                });
            });
            group.bench_function(format!("batch/solution/{instructions}"), |b| {
                b.iter(|| {
                    lanes.solve_batch(&batch, 2, &mut solved);
                    black_box(&solved);
                });
            });
        }
        group.finish();
    }
}

fn nine_by_nine(corpus: &str) -> Vec<Puzzle> {
    let corpus = Corpus::open(corpus, &mut Err).expect("it is shipped");
    let puzzles = corpus.instances.into_iter().filter_map(|instance| match instance.body {
        Body::Sudoku(puzzle) if puzzle.givens().cells().len() == 81 => Some(puzzle),
        _ => None,
    });
    puzzles.collect()
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = lanes
}
criterion_main!(benches);
