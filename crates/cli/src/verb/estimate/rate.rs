//! How long a node takes here.

use std::time::{Duration, Instant};

use quadrille_cover::engine::Bits;
use quadrille_cover::estimate::Estimate;
use quadrille_cover::{Budget, Counters, Problem, Solver};

/// Time for the measurement.
const TIME: Duration = Duration::from_millis(60);
/// Number of repetitions at most.
const REPETITIONS: u32 = 20;

/// The time of a node in seconds, measured by counting the largest subtree that the estimate has searched; `None` if
/// there is none. The shortest time counts, because other programs can only make times longer.
pub fn seconds_of_a_node(problem: &Problem, made: &Estimate) -> Option<f64> {
    let (chosen, nodes) = &made.largest;
    let part = problem.given(chosen).ok()?.problem;
    let count = |budget: &Budget| {
        let start = Instant::now();
        Bits.tally(&part, budget, Counters::Off).ok()?;
        Some(start.elapsed())
    };
    let begin = Instant::now();
    let mut least: Option<(Duration, Duration)> = None;
    for _ in 0..REPETITIONS {
        // A search of one node takes the time for the tables.
        let tables = count(&Budget { nodes: Some(1), ..Budget::default() })?;
        let whole = count(&Budget::default())?;
        least = Some(least.map_or((tables, whole), |(a, b)| (a.min(tables), b.min(whole))));
        if begin.elapsed() > TIME {
            break;
        }
    }
    let (tables, whole) = least?;
    let nodes = (*nodes).max(1) as f64;
    Some(whole.saturating_sub(tables).as_secs_f64().max(1e-9 * nodes) / nodes)
}
