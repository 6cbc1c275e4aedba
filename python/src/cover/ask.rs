//! Questions about a problem, answered by the engines of the crate `quadrille-cover`.

use std::ops::ControlFlow;

use pyo3::prelude::*;
use quadrille_cover::diagram::Diagram;
use quadrille_cover::engine::{self, ENGINES, Iso};
use quadrille_cover::parallel::Parallel;
use quadrille_cover::random::Stream;
use quadrille_cover::{
    Budget, CancelToken, Counters, OptionId, Outcome, Problem, Solution, Solver, Tally,
    Unsupported, Visitor,
};

use crate::errors::input;

/// The engine of a name.
pub fn engine(name: &str, problem: &Problem) -> PyResult<&'static dyn Solver> {
    let engine = engine::by_name(name).ok_or_else(|| {
        let all: Vec<_> = ENGINES.iter().map(|engine| engine.name()).collect();
        input(format!("engine: found \"{name}\"; expected one of {}", all.join(", ")))
    })?;
    engine.accepts(problem).map_err(crate::errors::unsupported)?;
    Ok(engine)
}

/// The limits of a search: its token alone.
pub fn budget(cancel: &CancelToken) -> Budget {
    Budget { cancel: Some(cancel.clone()), ..Budget::default() }
}

/// Passes all solutions to `visit`.
pub fn search(
    problem: &Problem,
    engine: &dyn Solver,
    jobs: usize,
    cancel: &CancelToken,
    visit: &mut Visitor<'_>,
) -> Result<(), Unsupported> {
    let budget = budget(cancel);
    if jobs == 1 {
        return engine.search(problem, &budget, Counters::Off, visit).map(drop);
    }
    Parallel::new(engine, jobs).search(problem, &budget, Counters::Off, visit).map(drop)
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

/// The number of solutions.
pub fn count(
    problem: &Problem,
    engine: &dyn Solver,
    jobs: usize,
    cancel: &CancelToken,
) -> Result<Tally, Unsupported> {
    let budget = budget(cancel);
    if jobs == 1 {
        return engine.tally(problem, &budget, Counters::Off);
    }
    Parallel::new(engine, jobs).tally(problem, &budget, Counters::Off)
}

/// The first solutions, at most `most`.
pub fn first(
    problem: &Problem,
    engine: &dyn Solver,
    jobs: usize,
    cancel: &CancelToken,
    most: usize,
) -> Result<Vec<Solution>, Unsupported> {
    let mut found = Vec::new();
    if most == 0 {
        return Ok(found);
    }
    search(problem, engine, jobs, cancel, &mut |solution| {
        found.push(solution.to_vec());
        if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(found)
}

/// The cheapest solutions, with their costs.
pub fn cheapest(
    problem: &Problem,
    engine: &dyn Solver,
    k: usize,
    cancel: &CancelToken,
) -> Result<Vec<(u64, Solution)>, Unsupported> {
    let mut found = Vec::new();
    engine.cheapest(problem, k, &budget(cancel), Counters::Off, &mut |solution, cost| {
        found.push((cost, solution.to_vec()));
        ControlFlow::Continue(())
    })?;
    Ok(found)
}

/// Random solutions found by the engine `iso`, each with the same probability.
pub fn sample(
    problem: &Problem,
    k: usize,
    seed: u64,
    cancel: &CancelToken,
) -> Result<Vec<Solution>, Unsupported> {
    let mut stream = Stream::new(seed, 0);
    let mut found = Vec::new();
    if k == 0 {
        return Ok(found);
    }
    Iso.sample(problem, &budget(cancel), &mut stream, &mut |solution: &[OptionId]| {
        found.push(solution.to_vec());
        if found.len() < k { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(found)
}

/// The decision diagram of all solutions; `None` if the token is cancelled or the diagram is too large.
pub fn diagram(problem: &Problem, cancel: &CancelToken) -> Result<Option<Diagram>, Unsupported> {
    Diagram::compile(problem, &budget(cancel))
}

/// Random solutions of a diagram, each with the same probability.
pub fn drawn(diagram: &Diagram, k: usize, seed: u64, cancel: &CancelToken) -> Vec<Solution> {
    let mut stream = Stream::new(seed, 0);
    let drawn = std::iter::from_fn(|| diagram.sample(&mut stream)).take(k);
    drawn.take_while(|_| !cancel.is_cancelled()).collect()
}
