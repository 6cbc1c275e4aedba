//! Compares the search in parts with the undivided search: `parts ENGINE FILE...`.
//!
//! Counts the solutions of each problem (a file in DLX text) with the undivided search, with the parts on one
//! thread and with the parts on two threads, in turn. Prints medians of the wall time over five rounds.

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use quadrille_cover::parallel::{Division, Parallel, PartObserver};
use quadrille_cover::{Budget, Counters, Problem, Solver, Tally, engine};

const ROUNDS: usize = 5;

/// An observer that stores the number of nodes of each part.
#[derive(Default)]
struct Sizes(Vec<u64>);

impl PartObserver for Sizes {
    fn ended(&mut self, _: usize, tally: &Tally) {
        self.0.extend(tally.search.stats.nodes);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let name = args.next().ok_or("usage: parts ENGINE FILE...")?;
    let engine = engine::by_name(&name).ok_or("unknown engine; expected a name such as dlx")?;
    println!(
        "{:<20} {:>6} {:>8} {:>9} {:>9} {:>9} {:>8} {:>8}",
        "instance", "parts", "largest", "divide", "whole", "parts-1", "1 job", "2 jobs"
    );
    for file in args {
        let problem = Problem::parse(std::fs::read(&file)?)?;
        let budget = Budget::default();
        let timed = |solver: &dyn Solver| {
            let start = Instant::now();
            let tally = solver.tally(&problem, &budget, Counters::Off);
            (start.elapsed(), tally.map(|tally| tally.solutions))
        };
        let one = Parallel::new(engine, 1);
        let two = Parallel::new(engine, 2);
        let mut times: [Vec<Duration>; 3] = Default::default();
        for _ in 0..ROUNDS {
            let runs = [timed(engine), timed(&one), timed(&two)];
            assert!(runs.iter().all(|run| run.1 == runs[0].1), "{file}: counts differ");
            for (times, run) in times.iter_mut().zip(&runs) {
                times.push(run.0);
            }
        }
        let [whole, alone, both] = times.map(|mut times| {
            times.sort_unstable();
            times[ROUNDS / 2].as_secs_f64()
        });
        let start = Instant::now();
        let division = Division::new(&problem);
        let divide = start.elapsed().as_secs_f64();
        let mut sizes = Sizes::default();
        one.tally_parts(&division, &budget, Counters::On, &mut sizes)?;
        let all: u64 = sizes.0.iter().sum();
        let largest = sizes.0.iter().max().copied().unwrap_or(0) as f64 / all.max(1) as f64;
        println!(
            "{:<20} {:>6} {:>7.1}% {:>7.2}ms {:>7.1}ms {:>7.1}ms {:>8.3} {:>8.2}",
            Path::new(&file).file_stem().unwrap_or_default().to_string_lossy(),
            division.parts(),
            100.0 * largest,
            1e3 * divide,
            1e3 * whole,
            1e3 * alone,
            alone / whole,
            whole / both,
        );
    }
    Ok(())
}
