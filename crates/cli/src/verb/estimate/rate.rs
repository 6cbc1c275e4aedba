//! How long a node takes here.

use std::time::{Duration, Instant};

use quadrille_cover::Problem;
use quadrille_cover::estimate::search_nodes;

/// Time after which no further measurement begins.
const TIME: Duration = Duration::from_millis(80);
/// Nodes of the first measurement; each further one takes twice as many.
const FIRST: u64 = 20_000;

/// The time of a node in seconds, measured on the beginning of the tree; `None` if the tree cannot be searched.
pub fn seconds_of_a_node(problem: &Problem) -> Option<f64> {
    let begin = Instant::now();
    let time = |most: u64| {
        let start = Instant::now();
        let nodes = search_nodes(problem, most).ok()?;
        Some((nodes, start.elapsed()))
    };
    let mut most = FIRST;
    loop {
        // A search of one node takes the time for the tables.
        let (_, tables) = time(1)?;
        let (nodes, taken) = time(most)?;
        if nodes < most || begin.elapsed() > TIME {
            let seconds = taken.saturating_sub(tables).as_secs_f64();
            return Some(seconds.max(1e-9) / nodes as f64);
        }
        most *= 2;
    }
}
