//! Properties of every exact cover problem and every engine, on random problems.

mod budgets;
mod clauses;
mod costs;
mod covers;
mod engines;
mod isomorphs;
mod multiplicities;
mod parallel;
mod positions;
mod preferences;
mod problems;
mod projections;
mod reduce;
mod text;
#[cfg(feature = "why")]
mod why;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use quadrille_cover::engine::ENGINES;
use quadrille_cover::{Budget, Counters, Problem, Search, Solution, Solver};

/// The engines that handle a problem.
fn engines_for(problem: &Problem) -> impl Iterator<Item = &'static dyn Solver> {
    ENGINES.iter().copied().filter(|engine| engine.refuses(problem).is_none())
}

/// Searches within a budget; returns the result and the solutions visited, in order.
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
    let search = search.expect("every engine accepts these problems");
    assert_eq!(search.stats.solutions, solutions.len() as u64, "{}", engine.name());
    (search, solutions)
}

/// An unlimited search with counters.
fn exhaust(engine: &dyn Solver, problem: &Problem) -> (Search, Vec<Solution>) {
    search(engine, problem, &Budget::default(), Counters::On)
}

/// Each solution with its options in order.
fn sorted(solutions: impl IntoIterator<Item = Solution>) -> BTreeSet<Solution> {
    let sorted = |mut solution: Solution| {
        solution.sort_unstable();
        solution
    };
    solutions.into_iter().map(sorted).collect()
}
