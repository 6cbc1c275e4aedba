//! Measures how long the canonical forms of 9x9 grids take, in CPU time of one thread.
//!
//! Each line is one set of grids: a file named on the command line, or a set made here from a fixed seed. The
//! time is the smallest mean of several rounds, without reading the grids. The fingerprint is a hash of all
//! forms, so that two versions can be compared: forms must be the same in every version.
//!
//! ```console
//! $ cargo run --release -p quadrille-sudoku --example canonical_times -- FILE...
//! ```

use std::fs;
use std::hint::black_box;
use std::time::Duration;

use quadrille_cover::random::Stream;
use quadrille_sudoku::canonical::{Transform, canonical};
use quadrille_sudoku::format::{InputFormat, read::Reader};
use quadrille_sudoku::generate::full_grid;
use quadrille_sudoku::{Grid, Order};
use sha2::{Digest, Sha256};

/// The full grid with the most automorphisms, 648.
const MOST_SYMMETRIC: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
/// Number of times that a set is measured; the smallest mean counts.
const ROUNDS: usize = 5;
/// CPU time that each round takes at least, so that the clock's resolution of a millisecond or less does not matter.
const ROUND: Duration = Duration::from_millis(100);

fn main() {
    println!("{:>9} {:>9}  {:16}  set", "grids", "us each", "fingerprint");
    for file in std::env::args().skip(1) {
        let text = fs::read(&file).expect("the file can be read");
        let grids = Reader::new(&text[..], InputFormat::Auto, None);
        let grids = grids.filter_map(|found| Some(found.ok()?.puzzle.givens().clone()));
        measure(&file, &grids.filter(|grid| grid.order() == Order::NINE).collect::<Vec<_>>());
    }
    let mut stream = Stream::new(1, 0);
    for percent in [100, 99, 90, 75, 50, 35, 25, 15, 10, 5, 2] {
        let grids: Vec<Grid> = (0..2000).map(|_| thinned(percent, &mut stream)).collect();
        measure(&format!("{percent} % of random full grids"), &grids);
    }
    let symmetric = MOST_SYMMETRIC.bytes().map(|digit| digit - b'0').collect();
    let symmetric = Grid::from_cells(symmetric).expect("81 digits");
    measure("the most symmetric full grid", &isomorphs(&symmetric, 20, &mut stream));
    let parts = parts(&symmetric);
    measure("symmetric parts of this grid", &parts);
    let slowest =
        parts.iter().max_by_key(|part| time(&isomorphs(part, 2, &mut stream), Duration::ZERO));
    measure("the slowest of these parts", &isomorphs(slowest.expect("a part"), 20, &mut stream));
    measure("an empty grid", &[Grid::empty(Order::NINE)]);
}

/// A random full grid in which each cell is kept with a probability of `percent` per cent.
fn thinned(percent: usize, stream: &mut Stream) -> Grid {
    let mut grid = full_grid(Order::NINE, stream);
    for cell in 0..81 {
        if stream.below(100) >= percent {
            grid.set(cell, 0);
        }
    }
    grid
}

fn isomorphs(grid: &Grid, count: usize, stream: &mut Stream) -> Vec<Grid> {
    (0..count).map(|_| Transform::random(Order::NINE, stream).apply(grid)).collect()
}

/// The cells of a grid whose values of two attributes are in sets of values, for all such sets. Most of these parts have
/// symmetries.
fn parts(grid: &Grid) -> Vec<Grid> {
    let mut parts = Vec::new();
    for (one, other) in (0..7).flat_map(|one| (0..one).map(move |other| (one, other))) {
        for kept in (0..64u8).filter(|kept| kept & 7 > 0 && kept >> 3 > 0) {
            let mut part = grid.clone();
            for cell in 0..81 {
                let (r, c, d) = (cell / 9, cell % 9, grid.digit(cell) as usize - 1);
                let values = [r / 3, r % 3, c % 3, d / 3, d % 3, (r / 3 + c / 3) % 3, (r + c) % 3];
                if kept >> values[one] & 1 == 0 || kept >> 3 >> values[other] & 1 == 0 {
                    part.set(cell, 0);
                }
            }
            parts.push(part);
        }
    }
    parts
}

fn measure(name: &str, grids: &[Grid]) {
    let each = (0..ROUNDS).map(|_| time(grids, ROUND)).min().expect("a round");
    let mut hash = Sha256::new();
    for grid in grids {
        hash.update(canonical(grid).cells());
    }
    let hash = hash.finalize();
    let print = u64::from_be_bytes(hash[..8].try_into().expect("8 bytes of 32"));
    println!("{:9} {:9.3}  {print:016x}  {name}", grids.len(), each.as_nanos() as f64 / 1000.0);
}

/// The mean CPU time of a form, over as many passes through the grids as take `at_least`.
fn time(grids: &[Grid], at_least: Duration) -> Duration {
    let passes_at_once = 1000_u32.div_ceil(grids.len() as u32);
    let start = cpu_time();
    for rounds in 1.. {
        for grid in (0..passes_at_once).flat_map(|_| grids) {
            black_box(canonical(black_box(grid)));
        }
        let spent = cpu_time().saturating_sub(start);
        if spent >= at_least {
            return spent / (rounds * passes_at_once * grids.len() as u32);
        }
    }
    unreachable!("a pass takes time")
}

/// The CPU time of this thread so far, as Linux reports it.
fn cpu_time() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
    Duration::from_nanos(text.split(' ').next().and_then(|n| n.parse().ok()).expect("a number"))
}
