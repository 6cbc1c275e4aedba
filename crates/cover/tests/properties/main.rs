//! What must hold of every exact cover problem, tried on random ones.

mod budgets;
mod costs;
mod covers;
mod engines;
mod multiplicities;
mod parallel;
mod preferences;
mod problems;
mod reduce;
mod text;

use std::ops::ControlFlow;

use quadrille_cover::{Budget, Counters, Problem, Search, Solution, Solver};

/// Searches within a budget; gives the end of it and the solutions visited, in order.
fn search(
    engine: &dyn Solver,
    problem: &Problem,
    budget: &Budget,
    counters: Counters,
) -> (Search, Vec<Solution>) {
    let mut solutions = Vec::new();
    let search = engine.search(problem, budget, counters, &mut |solution| {
        solutions.push(solution.to_vec());
        ControlFlow::Continue(())
    });
    let search = search.expect("these problems have nothing that it refuses");
    assert_eq!(search.stats.solutions, solutions.len() as u64, "{}", engine.name());
    (search, solutions)
}

/// The whole search, counted.
fn exhaust(engine: &dyn Solver, problem: &Problem) -> (Search, Vec<Solution>) {
    search(engine, problem, &Budget::default(), Counters::On)
}
