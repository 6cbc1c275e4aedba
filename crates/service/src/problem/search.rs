//! Solutions as they are found, and their number.

use quadrille_cover::engine::{self, ENGINES};
use quadrille_cover::parallel::{Division, Parallel, PartObserver};
use quadrille_cover::projection::Projection;
use quadrille_cover::{BigUint, Budget, Counters, Problem, Search, Solver, Tally, Visitor};

use super::onto;
use super::request::{Question, Request};
use crate::Error;

/// The engine of a name.
///
/// # Errors
/// If there is none; the message names all.
pub fn engine(name: &str) -> Result<&'static dyn Solver, Error> {
    engine::by_name(name).ok_or_else(|| {
        let all: Vec<_> = ENGINES.iter().map(|engine| engine.name()).collect();
        Error::Input(format!("engine: found \"{name}\"; expected one of {}", all.join(", ")))
    })
}

/// Searches a problem for its solutions, the cheapest, or their number, as the request asks for. `visit` takes each solution;
/// `parts` follows the parts, if the problem is divided for several threads.
///
/// # Errors
/// The engine does not handle the problem, or there is none of that name.
pub fn search(
    request: &Request,
    problem: &Problem,
    budget: &Budget,
    counters: Counters,
    visit: &mut Visitor<'_>,
    parts: &mut dyn PartObserver,
) -> Result<Tally, Error> {
    let Request { question, jobs, .. } = request;
    let engine = engine(&request.engine)?;
    let whole = |search: Search| Tally::new(search.stats.solutions.into(), search);
    if !request.onto.is_empty() {
        // Options given may have covered some of the items in advance; all solutions cover these in the same way.
        let projection = Projection::new(problem, onto::items(problem, &request.onto));
        return Ok(projection.search(engine, budget, counters, visit).map(whole)?);
    }
    if let Question::Cheapest(k) = *question {
        // Parts do not know the costs found in other parts.
        let visit = &mut |solution: &[_], _| visit(solution);
        return Ok(engine.cheapest(problem, k, budget, counters, visit).map(whole)?);
    }
    Ok(match jobs.map(|jobs| Parallel::new(engine, jobs)) {
        Some(shared) if question.is_count() => {
            shared.tally_observed(problem, budget, counters, parts)?
        }
        Some(shared) => whole(shared.search(problem, budget, counters, visit)?),
        None if question.is_count() => engine.tally(problem, budget, counters)?,
        None => whole(engine.search(problem, budget, counters, visit)?),
    })
}

/// Follows a count in parts: calls `tell` with the share of the tree that is done, from 0 to 1, and the number of solutions in it, each
/// time another step of the share is done.
pub struct Followed<F> {
    step: f64,
    tell: F,
    /// The share of the tree in each part, and how often its solutions are counted.
    of_parts: Vec<(f64, u64)>,
    share: f64,
    told: f64,
    solutions: BigUint,
}

impl<F: FnMut(f64, &BigUint)> Followed<F> {
    /// Nothing is done yet.
    pub fn new(step: f64, tell: F) -> Self {
        Self { step, tell, of_parts: Vec::new(), share: 0.0, told: 0.0, solutions: BigUint::ZERO }
    }
}

impl<F: FnMut(f64, &BigUint)> PartObserver for Followed<F> {
    fn divided(&mut self, division: &Division<'_>) {
        let of_part = |part| (division.share(part), division.times(part));
        self.of_parts = (0..division.parts()).map(of_part).collect();
    }

    fn ended(&mut self, part: usize, tally: &Tally) {
        let (share, times) = self.of_parts[part];
        self.share += share;
        self.solutions += &tally.solutions * times;
        if self.share - self.told >= self.step {
            self.told = self.share;
            (self.tell)(self.share.min(1.0), &self.solutions);
        }
    }
}
