//! All engines find the solutions found by testing every set of options, and most make the same search.

use std::ops::ControlFlow;

use proptest::prelude::*;
use quadrille_cover::engine::links::Linked;
use quadrille_cover::engine::{Dlx, OF_ONE_TREE};
use quadrille_cover::search::{Counter, Found, Leaf, Probe, ProbedSearch};
use quadrille_cover::{
    Budget, Counters, OptionId, Outcome, Problem, Search, SearchStats, Solution, Solver, verify,
};

use crate::covers::covers;
use crate::problems::{
    problems, problems_with_multiplicities, problems_with_preferences, tiny_problems,
};
use crate::{engines_for, exhaust, search, sorted};

proptest! {
    #[test]
    fn engines_make_the_same_search(problem in problems()) {
        same_search(&problem, OF_ONE_TREE)?;
    }

    #[test]
    fn solutions_are_found_once_counted_or_not_and_by_short_cuts(problem in problems()) {
        for engine in engines_for(&problem) {
            let (counted, all) = exhaust(engine, &problem);
            prop_assert!(all.iter().all(|solution| verify(&problem, solution).is_ok()));
            prop_assert_eq!(sorted(all.clone()).len(), all.len(), "{} gave one twice", engine.name());
            let (uncounted, without) =
                search(engine, &problem, &Budget::default(), Counters::Off);
            prop_assert_eq!(&without, &all, "{}", engine.name());
            prop_assert_eq!(counted.outcome, uncounted.outcome);
            let stats = uncounted.stats;
            let counts = [stats.tests, stats.forks, stats.nodes, stats.max_depth];
            prop_assert_eq!(counts, [None; 4]);
            prop_assert_eq!(engine.count(&problem), Ok(all.len().into()));
            prop_assert_eq!(engine.first(&problem), Ok(all.first().cloned()));
            prop_assert_eq!(engine.all(&problem), Ok(all));
        }
    }

    #[test]
    fn no_set_of_options_is_overlooked(problem in tiny_problems()) {
        let expected = covers(&problem)?;
        for engine in engines_for(&problem) {
            prop_assert_eq!(&sorted(exhaust(engine, &problem).1), &expected, "{}", engine.name());
        }
    }

    #[test]
    fn the_search_adds_up(problem in prop_oneof![problems(), problems_with_multiplicities()]) {
        let mut diary = Diary::default();
        let mut visited = Vec::new();
        let outcome = run_linked(&problem, &mut diary, &mut visited);
        prop_assert_eq!(outcome, Outcome::Exhausted);
        diary.adds_up(&visited, exhaust(&Dlx, &problem).0.stats)?;
        let budget = Budget::default();
        let mut counter = Counter::new(&budget);
        run_linked(&problem, &mut counter, &mut Vec::new());
        prop_assert_eq!((counter.leaves, counter.forks), (diary.leaves, diary.forks));
    }

    /// An iterator finds the same solutions as an undivided search.
    #[test]
    fn solutions_one_by_one_are_those_of_the_search(
        (problem, _) in prop_oneof![
            problems_with_preferences(),
            problems().prop_map(|problem| (problem.clone(), problem)),
            problems_with_multiplicities().prop_map(|problem| (problem.clone(), problem)),
        ],
        k in 0..20usize,
    ) {
        let all = exhaust(&Dlx, &problem).1;
        let mut solutions = Dlx.solutions(&problem).unwrap();
        let first: Vec<_> = solutions.by_ref().take(k).collect();
        prop_assert_eq!(&first[..], &all[..k.min(all.len())]);
        // The iterator has its own tables.
        drop(problem);
        let rest: Vec<_> = solutions.by_ref().collect();
        prop_assert_eq!([first, rest].concat(), all);
        prop_assert!(solutions.next().is_none() && solutions.next().is_none());
    }
}

/// Checks that engines make the search of dancing links, as far as they handle the problem.
pub fn same_search(problem: &Problem, engines: &[&dyn Solver]) -> Result<(), TestCaseError> {
    let (links, by_links) = exhaust(&Dlx, problem);
    prop_assert_eq!(links.outcome, Outcome::Exhausted);
    for other in engines.iter().filter(|engine| engine.refuses(problem).is_none()) {
        let (search, solutions) = exhaust(*other, problem);
        let counts =
            |Search { outcome, stats }| (outcome, stats.nodes, stats.forks, stats.max_depth);
        prop_assert_eq!(counts(search), counts(links), "{}", other.name());
        // The same solutions in the same order, by the same choices.
        prop_assert_eq!(&solutions, &by_links);
    }
    Ok(())
}

fn run_linked(problem: &Problem, probe: &mut impl Probe, visited: &mut Vec<Solution>) -> Outcome {
    let mut visit = |solution: &[OptionId]| {
        visited.push(solution.to_vec());
        ControlFlow::Continue(())
    };
    Linked(problem).run(probe, &mut Found::new(&Budget::default(), &mut visit))
}

/// A probe that records all calls. It counts with its own code, so that it can check `Counter`.
#[derive(Default)]
pub struct Diary {
    tests: u64,
    nodes: u64,
    forks: u64,
    leaves: u64,
    deepest: u64,
    /// Choices reported as forks.
    forks_told: u64,
    chosen: Vec<OptionId>,
    /// The options that were chosen at each leaf that was a solution.
    solutions: Vec<Solution>,
}

impl Diary {
    /// Checks the calls of an exhausted search that visited these solutions, and what a counter makes of the same search.
    pub fn adds_up(&self, visited: &[Solution], stats: SearchStats) -> Result<(), TestCaseError> {
        prop_assert_eq!(self.leaves, self.forks + 1);
        prop_assert_eq!(self.forks_told, self.forks);
        prop_assert_eq!(&self.solutions[..], visited);
        prop_assert!(self.chosen.is_empty(), "everything is taken back in the end");
        let counted = [self.tests, self.nodes, self.forks, self.deepest].map(Some);
        prop_assert_eq!([stats.tests, stats.nodes, stats.forks, stats.max_depth], counted);
        Ok(())
    }
}

impl Probe for Diary {
    const COUNTING: bool = true;
    fn tests(&mut self, n: u64) {
        self.tests += n;
    }
    fn fork(&mut self) {
        self.forks += 1;
    }
    fn depth(&mut self, open: usize) {
        self.deepest = self.deepest.max(open as u64);
    }
    fn leaf(&mut self, leaf: Leaf) {
        self.leaves += 1;
        if leaf == Leaf::Solution {
            self.solutions.push(self.chosen.clone());
        }
    }
    fn chose(&mut self, option: impl FnOnce() -> OptionId, fork: bool) {
        self.forks_told += u64::from(fork);
        self.chosen.push(option());
    }
    fn took_back(&mut self) {
        self.chosen.pop().expect("only what was chosen is taken back");
    }
    fn enter(&mut self) -> bool {
        self.nodes += 1;
        true
    }
}

#[test]
fn nothing_to_cover_is_one_solution_without_options() {
    let mut builder = Problem::builder();
    let none = builder.clone().build();
    builder.secondary("x").unwrap();
    builder.option(["x"]).unwrap();
    let only_secondary = builder.build();
    for problem in [none, only_secondary] {
        for engine in engines_for(&problem) {
            let (search, solutions) = exhaust(engine, &problem);
            assert_eq!(solutions, [Solution::new()], "{}", engine.name());
            assert_eq!((search.stats.nodes, search.stats.forks), (Some(1), Some(0)));
        }
    }
}

#[test]
fn an_item_without_options_is_a_dead_end_at_once() {
    let problem = Problem::parse("a b\na\na\n").unwrap();
    for engine in engines_for(&problem) {
        let (search, solutions) = exhaust(engine, &problem);
        assert!(solutions.is_empty());
        assert_eq!((search.stats.nodes, search.stats.forks), (Some(1), Some(0)));
    }
}
