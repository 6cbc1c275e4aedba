//! Numbers of solutions: estimated, counted with progress, and up to symmetry.

use quadrille_cover::engine::Auto;
use quadrille_cover::parallel::Parallel;
use quadrille_cover::{BigUint, Budget, CancelToken, Counters, Outcome, Problem, Unsupported};
use quadrille_service::problem::{self as service, Clock, Followed, Interval, pace};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{Refused, json, problem, tell_progress};

/// Largest size of an engine's tables, in bytes. A browser gives a page 4 GB at most, and a phone far less.
pub(crate) const MEMORY: usize = 1 << 29;
/// Time that an estimate may take.
const SECONDS: f64 = 1.0;
/// The page gets a report of progress each time this share of the tree is done.
const TOLD: f64 = 0.002;

#[wasm_bindgen]
extern "C" {
    /// The time in milliseconds.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

struct PageClock;

impl Clock for PageClock {
    fn now(&self) -> f64 {
        now() / 1000.0
    }
}

/// How large a search would be.
#[derive(Serialize)]
struct Estimated {
    is_exact: bool,
    nodes: Interval,
    solutions: Interval,
    /// Time of a search of the whole tree, in seconds.
    seconds: f64,
}

/// How far a count has come.
#[derive(Serialize)]
struct Progress {
    /// Share of the tree, from 0 to 1.
    share: f64,
    /// Number of solutions so far.
    solutions: String,
}

#[derive(Serialize)]
pub(crate) struct Counted {
    /// The number of solutions, which may have any number of digits.
    solutions: String,
    /// Whether all solutions were counted. If not, the tables of the engine became too large.
    pub(crate) is_whole: bool,
}

/// An estimate of the number of nodes and solutions of a problem, as JSON. It takes about a second.
///
/// # Errors
/// If there is no such problem, or its tree cannot be estimated.
#[wasm_bindgen]
pub fn estimate(spec: Option<String>, text: Option<String>) -> Result<String, Refused> {
    let problem = problem::read(spec, text)?.problem;
    let made = service::estimate(&problem, 0, SECONDS, &PageClock, &CancelToken::new())?.made;
    let pace = pace(&problem, &PageClock).unwrap_or_default();
    Ok(json(&Estimated {
        is_exact: made.is_exact,
        nodes: (&made.nodes).into(),
        solutions: (&made.solutions).into(),
        seconds: made.nodes.value * pace,
    }))
}

/// The number of solutions of a problem, as JSON. Tells its progress, unless a memo makes it useless to divide the tree.
///
/// # Errors
/// If there is no such problem, or no engine handles it.
#[wasm_bindgen]
pub fn count(spec: Option<String>, text: Option<String>) -> Result<String, Refused> {
    let problem = problem::read(spec, text)?.problem;
    Ok(json(&counted(&problem, &mut tell)?))
}

/// Tells the page how far a count has come.
pub(crate) fn tell(share: f64, solutions: &BigUint) {
    tell_progress(&json(&Progress { share, solutions: solutions.to_string() }));
}

/// Counts all solutions with the engine that is chosen by the problem, and tells how far the count is.
pub(crate) fn counted(
    problem: &Problem,
    tell: &mut dyn FnMut(f64, &BigUint),
) -> Result<Counted, Unsupported> {
    let budget = Budget { memory: Some(MEMORY), ..Budget::default() };
    let parts = &mut Followed::new(TOLD, tell);
    let tally = Parallel::new(&Auto, 1).tally_observed(problem, &budget, Counters::Off, parts)?;
    let is_whole = tally.search.outcome == Outcome::Exhausted;
    Ok(Counted { solutions: tally.solutions.to_string(), is_whole })
}

#[cfg(test)]
mod tests {
    use quadrille_cover::family;

    use super::*;

    #[test]
    fn progress_goes_up_to_the_whole() {
        let mut shares = vec![];
        let problem = family::build("steiner:13").unwrap();
        let counted = counted(&problem, &mut |share, _| shares.push(share)).unwrap();
        assert_eq!((&*counted.solutions, counted.is_whole), ("1197504000", true));
        assert!(shares.is_sorted() && shares.iter().all(|share| (0.0..=1.0).contains(share)));
    }
}
