//! Tests that every engine finds all solutions, visited or counted, and reports that the search is exhausted.

use std::ops::ControlFlow;

use quadrille_cover::engine::{ENGINES, Naive, OF_ONE_TREE};
use quadrille_cover::{
    Budget, Counters, Outcome, Problem, Search, Solution, Solver, Unsupported, verify,
};

use super::sets;

/// Budget of `naive`. An input for which it does not suffice is left out, so that executions stay fast.
const MOST: Budget =
    Budget { nodes: Some(500), tests: Some(2_000), solutions: None, memory: None, cancel: None };

/// A problem and its solutions, as `naive` finds them.
pub struct Known<'p> {
    /// The problem.
    pub problem: &'p Problem,
    /// The solutions in the order in which `naive` finds them.
    pub solutions: Vec<Solution>,
    /// The same solutions as sets (see [`sets`]).
    pub sets: Vec<Solution>,
    /// The engines that accept the problem, as far as they were tested.
    pub engines: Vec<&'static dyn Solver>,
    search: Search,
}

/// Searches within a budget; returns the outcome and the solutions visited, in order.
pub fn search(
    engine: &dyn Solver,
    problem: &Problem,
    budget: &Budget,
    counters: Counters,
) -> Result<(Search, Vec<Solution>), Unsupported> {
    let mut solutions = Vec::new();
    let search = engine.search(problem, budget, counters, &mut |solution| {
        solutions.push(solution.to_vec());
        ControlFlow::Continue(())
    })?;
    assert_eq!(search.stats.solutions, solutions.len() as u64, "{}", engine.name());
    Ok((search, solutions))
}

impl<'p> Known<'p> {
    /// Searches with `naive`, and verifies each solution. `None` if the search exceeds the budget of `naive`.
    pub fn find(problem: &'p Problem) -> Option<Self> {
        let (search, solutions) =
            search(&Naive, problem, &MOST, Counters::On).expect("it handles everything");
        if search.outcome != Outcome::Exhausted {
            return None;
        }
        for solution in &solutions {
            assert_eq!(verify(problem, solution), Ok(()), "naive, in\n{problem}");
        }
        let sets = sets(solutions.clone());
        assert!(sets.is_sorted_by(|a, b| a < b), "naive finds each once, in\n{problem}");
        Some(Self { problem, solutions, sets, engines: vec![&Naive], search })
    }

    /// Compares every other engine with `naive`, if it accepts the problem, and adds it to the engines.
    pub fn hold_engines(&mut self) {
        let others = ENGINES.iter().copied().filter(|engine| engine.name() != Naive.name());
        for engine in others {
            let about = || format!("{} in\n{}", engine.name(), self.problem);
            let all = Budget::default();
            let runs = [Counters::On, Counters::Off]
                .map(|counters| search(engine, self.problem, &all, counters));
            let [Ok(on), Ok(off)] = runs else {
                assert!(runs.iter().all(Result::is_err), "sometimes refused by {}", about());
                continue;
            };
            assert_eq!(on.1, off.1, "counting changes what {} finds", about());
            assert_eq!((on.0.outcome, off.0.outcome), (Outcome::Exhausted, Outcome::Exhausted));
            assert_eq!(off.0.stats.nodes, None);
            let mut of_one_tree = OF_ONE_TREE.iter().map(|engine| engine.name());
            if self.has_one_tree() && of_one_tree.any(|name| name == engine.name()) {
                assert_eq!(on.1, self.solutions, "another order, by {}", about());
                let counts = |search: &Search| (search.stats.nodes, search.stats.forks);
                assert_eq!(counts(&on.0), counts(&self.search), "another tree, by {}", about());
            }
            assert_eq!(sets(on.1), self.sets, "other solutions, by {}", about());
            for counters in [Counters::On, Counters::Off] {
                let tally = engine.tally(self.problem, &all, counters).expect("accepted");
                assert_eq!(tally.solutions, self.sets.len().into(), "counted by {}", about());
                assert_eq!(tally.search.outcome, Outcome::Exhausted);
                assert_eq!(tally.search.stats.solutions, self.sets.len() as u64);
            }
            self.engines.push(engine);
        }
    }

    fn has_one_tree(&self) -> bool {
        !self.problem.has_preferences() && !self.problem.has_multiplicities()
    }
}
