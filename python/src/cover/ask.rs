//! Questions about a problem, answered by the engines of the crate `quadrille-cover`.

use std::ops::ControlFlow;

use pyo3::prelude::*;
use quadrille_cover::diagram::Diagram;
use quadrille_cover::random::Stream;
use quadrille_cover::{
    Budget, CancelToken, Counters, Outcome, Problem, Solution, Solver, Tally, Unsupported, Visitor,
};
use quadrille_service::Error;
use quadrille_service::problem::{self as service, Drawn, Question, Request, Sampler, Source};

use crate::errors;

/// The engine of a name.
pub fn engine(name: &str, problem: &Problem) -> PyResult<&'static dyn Solver> {
    let engine = service::engine(name).map_err(errors::asked)?;
    engine.accepts(problem).map_err(errors::unsupported)?;
    Ok(engine)
}

/// The limits of a search: its token alone.
pub fn budget(cancel: &CancelToken) -> Budget {
    Budget { cancel: Some(cancel.clone()), ..Budget::default() }
}

/// Answers a question about solutions or their number, and passes solutions to `visit`; with items in `onto`, one of those that cover these
/// in the same way.
pub fn ask(
    problem: &Problem,
    question: Question,
    onto: &[String],
    (engine, jobs): (&dyn Solver, usize),
    cancel: &CancelToken,
    visit: &mut Visitor<'_>,
) -> Result<Tally, Error> {
    let source = Source::Named("a problem in memory".to_owned());
    let request = Request {
        engine: engine.name().to_owned(),
        jobs: (jobs > 1).then_some(jobs),
        onto: onto.to_vec(),
        ..Request::new(source, question)
    };
    service::search(&request, problem, &request.budget(cancel), Counters::Off, visit, &mut ())
}

/// Nodes of a search that ends sooner than a thread may take to start on a busy machine: some tenths of a millisecond.
const QUICK_NODES: u64 = 5000;
/// Upper bound on the entries of all options, so that the preparation of such a search is as short.
const QUICK_ENTRIES: usize = 4000;
/// The engines that spend little on a node, and keep to a limit of nodes from their first step on.
const QUICK_ENGINES: [&str; 4] = ["auto", "dlx", "bits", "cells"];

/// All solutions of a small problem, or its first ones, at most `most`, found by this thread. `None` if the search did not end within
/// its few nodes.
pub fn quick(problem: &Problem, engine: &dyn Solver, most: Option<u64>) -> Option<Vec<Solution>> {
    if problem.entries() > QUICK_ENTRIES || !QUICK_ENGINES.contains(&engine.name()) {
        return None;
    }
    let budget = Budget { nodes: Some(QUICK_NODES), solutions: most, ..Budget::default() };
    let mut found = Vec::new();
    let search = engine.search(problem, &budget, Counters::Off, &mut |solution| {
        found.push(solution.to_vec());
        ControlFlow::Continue(())
    });
    search.ok().filter(|search| search.outcome != Outcome::BudgetSpent).map(|_| found)
}

/// The solutions that a question asks for: some of them, or the cheapest.
pub fn some(
    problem: &Problem,
    question: Question,
    searched_by: (&dyn Solver, usize),
    cancel: &CancelToken,
) -> Result<Vec<Solution>, Error> {
    let mut found = Vec::new();
    ask(problem, question, &[], searched_by, cancel, &mut |solution| {
        found.push(solution.to_vec());
        ControlFlow::Continue(())
    })?;
    Ok(found)
}

/// Random solutions, and whether they are all that were asked for.
pub fn sample(
    sampler: Sampler,
    problem: &Problem,
    k: usize,
    seed: u64,
    cancel: &CancelToken,
) -> Result<(Vec<Solution>, bool), Unsupported> {
    let mut found = Vec::new();
    let drawn = sampler.draw(problem, (k as u64, seed), &budget(cancel), &mut |solution| {
        found.push(solution.to_vec());
        ControlFlow::Continue(())
    })?;
    Ok((found, drawn != Drawn::Stopped))
}

/// Random solutions of a diagram, each with the same probability.
pub fn drawn(diagram: &Diagram, k: usize, seed: u64, cancel: &CancelToken) -> Vec<Solution> {
    let mut stream = Stream::new(seed, 0);
    let drawn = std::iter::from_fn(|| diagram.sample(&mut stream)).take(k);
    drawn.take_while(|_| !cancel.is_cancelled()).collect()
}
