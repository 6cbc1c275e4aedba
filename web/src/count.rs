//! Numbers of solutions: estimated, counted with progress, and up to symmetry.

use quadrille_cover::engine::Auto;
use quadrille_cover::estimate::{self, Effort, Quantity};
use quadrille_cover::parallel::{Division, Parallel, PartObserver};
use quadrille_cover::{BigUint, Budget, Counters, Outcome, Problem, Tally, Unsupported};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::problem::NamedProblem;
use crate::{Refused, json, tell_progress};

/// Largest size of an engine's tables, in bytes. A browser gives a page 4 GB at most, and a phone far less.
pub(crate) const MEMORY: usize = 1 << 29;
/// Cost of the first estimate, in nodes.
const FIRST: u64 = 100_000;
/// Time that the second estimate may take, in milliseconds.
const TIME: f64 = 700.0;
/// Nodes searched to see how long a node takes.
const MEASURED: u64 = 200_000;
/// The page gets a report of progress each time this share of the tree is done.
const TOLD: f64 = 0.002;

#[wasm_bindgen]
extern "C" {
    /// The time in milliseconds.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// A number by estimate, with the interval in which it lies with a probability of 90 %.
#[derive(Serialize)]
struct Interval {
    value: f64,
    low: f64,
    /// `None` if it is not known.
    high: Option<f64>,
}

impl Interval {
    fn of(quantity: &Quantity) -> Self {
        Self { value: quantity.value, low: quantity.low, high: quantity.high }
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
    #[serde(skip)]
    pub(crate) number: BigUint,
    /// Whether all solutions were counted. If not, the tables of the engine became too large.
    pub(crate) is_whole: bool,
}

/// An estimate of the number of nodes and solutions of a problem, as JSON. It takes about a second.
///
/// # Errors
/// If there is no such problem, or its tree cannot be estimated.
#[wasm_bindgen]
pub fn estimate(spec: Option<String>, text: Option<String>) -> Result<String, Refused> {
    let NamedProblem { problem, .. } = NamedProblem::new(spec, text)?;
    let made = |nodes| estimate::estimate(&problem, &Effort { nodes, ..Effort::default() });
    let begin = now();
    let mut found = made(FIRST)?;
    let taken = (now() - begin).max(1.0);
    #[expect(clippy::cast_sign_loss, reason = "times are not negative")]
    let nodes = (found.cost as f64 * TIME / taken) as u64;
    if !found.is_exact && nodes > FIRST {
        found = made(nodes)?;
    }
    let begin = now();
    let searched = estimate::search_nodes(&problem, MEASURED)?;
    let a_node = (now() - begin).max(0.01) / 1000.0 / searched.max(1) as f64;
    Ok(json(&Estimated {
        is_exact: found.is_exact,
        nodes: Interval::of(&found.nodes),
        solutions: Interval::of(&found.solutions),
        seconds: found.nodes.value * a_node,
    }))
}

/// The number of solutions of a problem, as JSON. Tells its progress, unless a memo makes it useless to divide the tree.
///
/// # Errors
/// If there is no such problem, or no engine handles it.
#[wasm_bindgen]
pub fn count(spec: Option<String>, text: Option<String>) -> Result<String, Refused> {
    let NamedProblem { problem, .. } = NamedProblem::new(spec, text)?;
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
    let mut parts =
        Parts { tell, shares: Vec::new(), share: 0.0, told: 0.0, solutions: 0u32.into() };
    let auto = Parallel::new(&Auto, 1);
    let tally = auto.tally_observed(problem, &budget, Counters::Off, &mut parts)?;
    let is_whole = tally.search.outcome == Outcome::Exhausted;
    Ok(Counted { solutions: tally.solutions.to_string(), number: tally.solutions, is_whole })
}

/// Tells of each part that is done.
struct Parts<'p> {
    /// The share of the tree in each part.
    shares: Vec<f64>,
    tell: &'p mut dyn FnMut(f64, &BigUint),
    share: f64,
    told: f64,
    solutions: BigUint,
}

impl PartObserver for Parts<'_> {
    fn divided(&mut self, division: &Division<'_>) {
        self.shares = (0..division.parts()).map(|part| division.share(part)).collect();
    }

    fn ended(&mut self, part: usize, tally: &Tally) {
        self.share += self.shares[part];
        self.solutions += &tally.solutions;
        if self.share - self.told >= TOLD {
            self.told = self.share;
            (self.tell)(self.share.min(1.0), &self.solutions);
        }
    }
}

#[cfg(test)]
mod tests {
    use quadrille_cover::family;

    use super::*;

    #[test]
    fn counts_of_all_kinds_are_right() {
        for (spec, solutions) in [
            ("queens:8", "92"),
            ("pentominoes:3x20", "8"),
            ("dominoes:8x8", "12988816"),
            ("dominoes:8x8:mutilated", "0"),
            ("polyominoes:2x#,##,###:1x7", "12"),
        ] {
            let counted = counted(&family::build(spec).unwrap(), &mut |_, _| {}).unwrap();
            assert_eq!((&*counted.solutions, counted.is_whole), (solutions, true), "{spec}");
        }
    }

    #[test]
    fn progress_goes_up_to_the_whole() {
        let mut shares = vec![];
        let problem = family::build("steiner:13").unwrap();
        counted(&problem, &mut |share, _| shares.push(share)).unwrap();
        assert!(shares.is_sorted() && shares.iter().all(|share| (0.0..=1.0).contains(share)));
    }
}
