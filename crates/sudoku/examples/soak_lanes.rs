//! Compares the engine `lanes`, with each set of instructions that the machine has, with the engine
//! `masks`, on a large number of grids of many kinds: full grids with holes, few clues, clashes, nearly
//! full grids, changed digits, exchangeable digits, and isomorphic copies of all these.
//!
//!     cargo run --release -p quadrille-sudoku --example soak_lanes -- 1000000
//!
//! The first argument is the number of grids, the second the seed [default: 1]. Each batch of grids is
//! drawn from one stream of the seed, so that it can be made again. Where `masks` gives up, only the
//! answers of `lanes` with different instructions are compared. Progress is printed every million grids.
//! The exit status is 0 if there was no difference.

use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use quadrille_cover::Budget;
use quadrille_cover::random::{Stream, shuffle};
use quadrille_sudoku::canonical::Transform;
use quadrille_sudoku::engine::lanes::{Cells, Instructions, Lanes};
use quadrille_sudoku::generate::full_grid;
use quadrille_sudoku::{Engine, Grid, Order, Puzzle, Uniqueness, Watch};

const BATCH: u64 = 4096;
/// The kinds of grids (see [`grid_of`]). One is drawn for each grid; kinds that take long are in the
/// list once.
const KINDS: [usize; 10] = [0, 1, 2, 2, 3, 3, 3, 4, 5, 5];
/// Upper bound on the tests (passes over the grid, and choices) of `masks` for one grid, after which it gives
/// up.
const PATIENCE: u64 = 20_000;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let numbers: Result<Vec<u64>, _> = std::env::args().skip(1).map(|arg| arg.parse()).collect();
    let &[grids, ref seed @ ..] = &*numbers? else {
        return Err("no argument found; give the number of grids and, if you like, a seed".into());
    };
    let seed = seed.first().copied().unwrap_or(1);
    let (next, tally) = (AtomicU64::new(0), Tally::default());
    let start = Instant::now();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, Into::into) {
            scope.spawn(|| {
                let mut paths: Vec<Lanes> =
                    Instructions::ALL.into_iter().filter_map(Lanes::with).collect();
                while let batch = next.fetch_add(1, Ordering::Relaxed)
                    && batch * BATCH < grids
                {
                    let (cells, limit) = batch_of(&mut Stream::new(seed, batch));
                    compare(&cells, limit, &mut paths, &tally, batch);
                    if (batch + 1).is_multiple_of(256) {
                        eprintln!("{tally}, {:.0} s", start.elapsed().as_secs_f64());
                    }
                }
            });
        }
    });
    println!("{tally}, {:.0} s", start.elapsed().as_secs_f64());
    let none = tally.differ.load(Ordering::Relaxed) == 0;
    Ok(if none { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[derive(Default)]
struct Tally {
    same: AtomicU64,
    left: AtomicU64,
    differ: AtomicU64,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [same, left, differ] =
            [&self.same, &self.left, &self.differ].map(|count| count.load(Ordering::Relaxed));
        write!(f, "{same} answers equal, {left} grids given up by masks, {differ} differences")
    }
}

/// The grids of the batch that a stream draws, and the limit up to which their solutions are counted.
fn batch_of(stream: &mut Stream) -> (Vec<Cells>, u64) {
    let full = full_grid(Order::NINE, stream);
    let limit = 1 + stream.below(4) as u64;
    ((0..BATCH).map(|_| grid_of(&full, stream)).collect(), limit)
}

/// A grid of a random kind, made from an isomorph of a full one.
fn grid_of(full: &Grid, stream: &mut Stream) -> Cells {
    let full = Transform::random(Order::NINE, stream).apply(full);
    let mut cells: Cells = full.cells().try_into().expect("81 digits");
    let kind = KINDS[stream.below(KINDS.len())];
    if kind == 0 {
        // A few random digits, which often clash.
        cells = [0; 81];
        for _ in 0..stream.below(30) {
            cells[stream.below(81)] = 1 + stream.below(9) as u8;
        }
        return cells;
    }
    let stay = [0, 22 + stream.below(14), 28 + stream.below(20), 70, 26, 81][kind];
    let mut order: Vec<usize> = (0..81).collect();
    shuffle(&mut order, stream);
    for &cell in &order[stay..] {
        cells[cell] = 0;
    }
    match kind {
        // In half of these grids, one or two digits are replaced by random ones.
        3 | 4 if stream.below(2) == 0 => {
            for _ in 0..=stream.below(2) {
                cells[order[stream.below(stay)]] = 1 + stream.below(9) as u8;
            }
        }
        // Up to three digits are removed everywhere, so that they can be exchanged.
        5 => {
            let gone = [0; 3].map(|_| 1 + stream.below(9) as u8);
            for digit in &mut cells {
                *digit = if gone.contains(digit) { 0 } else { *digit };
            }
        }
        _ => {}
    }
    cells
}

/// Compares the answers of `lanes` with all sets of instructions, and of `masks`. Even batches are counted
/// by `count_batch` and single grids by `count_and_first`; odd ones by `check_batch`, `count` and `first`.
fn compare(cells: &[Cells], limit: u64, paths: &mut [Lanes], tally: &Tally, batch: u64) {
    let (mut counts, mut solved, mut verdicts) = (Vec::new(), Vec::new(), Vec::new());
    let mut wrong = vec![false; cells.len()];
    let mut known: Option<Vec<(u64, Option<Cells>)>> = None;
    let even = batch.is_multiple_of(2);
    for lanes in paths {
        lanes.solve_batch(cells, limit, &mut solved);
        if even {
            lanes.count_batch(cells, limit, &mut counts);
        } else {
            lanes.check_batch(cells, &mut verdicts);
        }
        let answers: Vec<_> =
            solved.iter().map(|solved| (solved.count, solved.first().copied())).collect();
        let known = known.get_or_insert_with(|| answers.clone());
        for (i, cells) in cells.iter().enumerate() {
            let alone = if even {
                lanes.count_and_first(cells, limit)
            } else {
                (lanes.count(cells, limit), lanes.first(cells))
            };
            let batched = if even { counts[i] } else { up_to_2(verdicts[i]) };
            let most = if even { limit } else { limit.min(2) };
            wrong[i] |= known[i] != answers[i]
                || alone != answers[i]
                || batched.min(most) != alone.0.min(most);
        }
    }
    let known = known.expect("one path at least");
    for (i, (&(count, first), cells)) in known.iter().zip(cells).enumerate() {
        let puzzle = Puzzle::new(Grid::from_cells(cells.to_vec()).expect("digits"));
        let solves =
            |first: Cells| puzzle.is_solved_by(&Grid::from_cells(first.to_vec()).expect("digits"));
        let budget = Budget { tests: Some(PATIENCE), ..Budget::solutions(limit) };
        let mut visit = |_: &Grid| ControlFlow::Continue(());
        let search = Engine::Masks.search(&puzzle, &budget, Watch::Off, &mut visit);
        let gave_up = search.outcome == quadrille_cover::Outcome::BudgetSpent;
        let differs = first.is_some() != (count > 0)
            || first.is_some_and(|first| !solves(first))
            || !gave_up && search.stats.solutions != count;
        let tallied = match (wrong[i] || differs, gave_up) {
            (true, _) => {
                eprintln!("batch {batch}, grid {i}, up to {limit}: {puzzle:?}");
                &tally.differ
            }
            (false, true) => &tally.left,
            (false, false) => &tally.same,
        };
        tallied.fetch_add(1, Ordering::Relaxed);
    }
}

fn up_to_2(verdict: Uniqueness) -> u64 {
    match verdict {
        Uniqueness::None => 0,
        Uniqueness::Unique => 1,
        Uniqueness::Multiple => 2,
    }
}
