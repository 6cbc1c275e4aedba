//! How much workers disturb each other: compares the time of the same searches by one worker and by all at once.
//!
//! Cores share caches, memory and a limit of heat, so a search takes longer while other cores search, for some engines
//! more than for others. The search used here, dancing links on queens, is one of the most sensitive to memory.

use std::ops::ControlFlow;
use std::sync::Barrier;

use quadrille_cover::engine::Dlx;
use quadrille_cover::{Budget, Counters, Problem, Solver, family};
use rayon::ThreadPoolBuilder;

use crate::machine::cores::Cores;
use crate::measure::clock::Clocks;

/// The problem searched, in about a millisecond.
const PROBE: &str = "queens:8";

/// The number of searches timed together.
const SEARCHES: usize = 10;
/// The number of measurements, of about 10 ms each: a tenth of a second for one worker, and another for all workers.
const ROWS: usize = 7;

/// The factor by which searches take longer, in CPU time, when `jobs` workers run them at once: the median time of the
/// slowest worker divided by that of one worker alone. `None` for a single worker, or if workers cannot be started.
pub fn disturbance(jobs: usize, cores: &Cores) -> Option<f64> {
    if jobs < 2 {
        return None;
    }
    let problem = family::build(PROBE).expect("a family of ours");
    let slowest = |jobs| {
        let workers = ThreadPoolBuilder::new().num_threads(jobs).build().ok()?;
        let start = Barrier::new(jobs);
        let medians = workers.broadcast(|worker| {
            cores.pin(worker.index());
            start.wait();
            let search = || (0..SEARCHES).for_each(|_| search_once(&problem));
            search();
            cpu_times(ROWS, search)[ROWS / 2]
        });
        Some(medians.into_iter().fold(0.0, f64::max))
    };
    let alone = slowest(1)?;
    Some(slowest(jobs)? / alone)
}

/// Does `work` `times` times. Returns the CPU time of each in nanoseconds, from the shortest to the longest.
pub fn cpu_times(times: usize, work: impl Fn()) -> Vec<f64> {
    let mut clocks = Clocks::of_this_thread();
    let mut times: Vec<f64> = (0..times)
        .map(|_| clocks.time(&work).1.cpu.unwrap_or_default().as_nanos() as f64)
        .collect();
    times.sort_by(f64::total_cmp);
    times
}

/// Searches a problem without counters.
pub fn search_once(problem: &Problem) {
    let mut visit = |_: &[_]| ControlFlow::Continue(());
    let search = Dlx.search(problem, &Budget::default(), Counters::Off, &mut visit);
    _ = std::hint::black_box(search);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_can_disturb_each_other_and_one_alone_cannot() {
        let cores = Cores::for_workers(1);
        assert_eq!(disturbance(1, &cores), None);
        let factor = disturbance(2, &Cores::default()).unwrap();
        assert!(factor.is_finite() && factor > 0.0, "{factor}");
    }
}
