//! How much workers disturb each other: the same searches alone, and while every worker makes them.
//!
//! Cores share caches, memory and a budget of heat, so a time found beside others is longer than one found
//! alone, for some engines more than for others. The probe, dancing links on a board of queens, is among
//! those that mind memory most.

use std::ops::ControlFlow;
use std::sync::Barrier;

use quadrille_cover::engine::Dlx;
use quadrille_cover::{Budget, Counters, Problem, Solver, family};

use crate::clock::Clocks;
use crate::cores::Cores;

/// What the probe searches: about a millisecond's work.
const PROBE: &str = "queens:8";

/// Searches in a row, and how many such rows: about a tenth of a second, alone and beside others.
const SEARCHES: usize = 10;
const ROWS: usize = 7;

/// How many times longer searches take, in CPU time, when so many workers make them: the median of rows,
/// of the slowest worker. `None` if there is one worker only.
pub fn disturbance(jobs: usize, cores: &Cores) -> Option<f64> {
    if jobs < 2 {
        return None;
    }
    let problem = family::build(PROBE).expect("a family of ours");
    let alone = std::thread::scope(|scope| {
        let worker = scope.spawn(|| {
            cores.pin(0);
            median_row(&problem)
        });
        worker.join().expect("a search does not panic")
    });
    let start = Barrier::new(jobs);
    let together = std::thread::scope(|scope| {
        let work = |worker| {
            let (start, problem) = (&start, &problem);
            scope.spawn(move || {
                cores.pin(worker);
                start.wait();
                median_row(problem)
            })
        };
        let workers: Vec<_> = (0..jobs).map(work).collect();
        let rows = workers.into_iter().map(|worker| worker.join().expect("nor does it here"));
        rows.fold(0.0, f64::max)
    });
    Some(together / alone)
}

/// The CPU time of the median row, in nanoseconds.
fn median_row(problem: &Problem) -> f64 {
    let mut clocks = Clocks::of_this_thread();
    let search = || {
        let mut visit = |_: &[_]| ControlFlow::Continue(());
        for _ in 0..SEARCHES {
            _ = std::hint::black_box(Dlx.search(
                problem,
                &Budget::default(),
                Counters::Off,
                &mut visit,
            ));
        }
    };
    search();
    let mut rows: Vec<f64> =
        (0..ROWS).map(|_| clocks.time(search).1.cpu.as_nanos() as f64).collect();
    rows.sort_by(f64::total_cmp);
    rows[ROWS / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_can_disturb_each_other_and_one_alone_cannot() {
        let cores = Cores::for_workers(1);
        assert_eq!(disturbance(1, &cores), None);
        let factor = disturbance(2, &Cores::any()).unwrap();
        assert!(factor.is_finite() && factor > 0.0, "{factor}");
    }
}
