//! All engines find the solutions found by testing every set of options, and most make the same search.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use proptest::prelude::*;
use quadrille_cover::engine::links::Linked;
use quadrille_cover::engine::{Dlx, Naive, OF_ONE_TREE};
use quadrille_cover::search::{Counter, Found, Leaf, Probe, ProbedSearch};
use quadrille_cover::{Budget, Counters, OptionId, Outcome, Problem, Solution, verify};

use crate::covers::covers;
use crate::problems::{
    problems, problems_with_multiplicities, problems_with_preferences, tiny_problems,
};
use crate::{engines_for, exhaust, search};

proptest! {
    #[test]
    fn engines_make_the_same_search(problem in problems()) {
        let (links, by_links) = exhaust(&Dlx, &problem);
        prop_assert_eq!(links.outcome, Outcome::Exhausted);
        for other in OF_ONE_TREE.iter().filter(|engine| engine.refuses(&problem).is_none()) {
            let (search, solutions) = exhaust(*other, &problem);
            prop_assert_eq!(search.outcome, Outcome::Exhausted);
            prop_assert_eq!(search.stats.nodes, links.stats.nodes);
            prop_assert_eq!(search.stats.forks, links.stats.forks);
            prop_assert_eq!(search.stats.max_depth, links.stats.max_depth);
            // The same solutions in the same order, by the same choices.
            prop_assert_eq!(&solutions, &by_links);
        }
    }

    #[test]
    fn every_solution_is_one_and_is_found_once(problem in problems()) {
        for engine in engines_for(&problem) {
            let mut seen = BTreeSet::new();
            for mut solution in exhaust(engine, &problem).1 {
                prop_assert_eq!(verify(&problem, &solution), Ok(()));
                solution.sort_unstable();
                prop_assert!(seen.insert(solution), "{} gave one twice", engine.name());
            }
        }
    }

    #[test]
    fn no_set_of_options_is_overlooked(problem in tiny_problems()) {
        let expected = covers(&problem)?;
        for engine in engines_for(&problem) {
            let mut found = BTreeSet::new();
            for mut solution in exhaust(engine, &problem).1 {
                solution.sort_unstable();
                found.insert(solution);
            }
            prop_assert_eq!(&found, &expected, "{}", engine.name());
        }
    }

    #[test]
    fn an_exhausted_search_has_a_leaf_more_than_forks(problem in problems()) {
        let mut diary = Diary::default();
        let mut visited = Vec::new();
        let outcome = run_linked(&problem, &mut diary, &mut visited);
        prop_assert_eq!(outcome, Outcome::Exhausted);
        prop_assert_eq!(diary.leaves, diary.forks + 1);
        let stats = exhaust(&Dlx, &problem).0.stats;
        prop_assert_eq!(stats.forks, Some(diary.forks));
        prop_assert_eq!(stats.nodes, Some(diary.nodes));
        prop_assert_eq!(stats.max_depth, Some(diary.deepest));
        prop_assert_eq!(stats.tests, Some(diary.tests));
        // `naive` is not run with this probe, but its forks are the same.
        prop_assert_eq!(exhaust(&Naive, &problem).0.stats.forks, Some(diary.leaves - 1));

        let budget = Budget::default();
        let mut counter = Counter::new(&budget);
        run_linked(&problem, &mut counter, &mut Vec::new());
        prop_assert_eq!((counter.leaves, counter.forks), (diary.leaves, diary.forks));
    }

    #[test]
    fn what_a_search_tells_of_its_choices_adds_up_to_its_solutions(problem in problems()) {
        let mut diary = Diary::default();
        let mut visited = Vec::new();
        run_linked(&problem, &mut diary, &mut visited);
        prop_assert_eq!(diary.solutions, visited);
        prop_assert_eq!(diary.forks_told, diary.forks);
        prop_assert!(diary.chosen.is_empty(), "everything is taken back in the end");
    }

    #[test]
    fn counting_changes_nothing_that_is_found(problem in problems()) {
        for engine in engines_for(&problem) {
            let (counted, with) = exhaust(engine, &problem);
            let (uncounted, without) =
                search(engine, &problem, &Budget::default(), Counters::Off);
            prop_assert_eq!(&with, &without, "{}", engine.name());
            prop_assert_eq!(counted.outcome, uncounted.outcome);
            let stats = uncounted.stats;
            let counts = [stats.tests, stats.forks, stats.nodes, stats.max_depth];
            prop_assert_eq!(counts, [None; 4]);
        }
    }

    #[test]
    fn the_short_cuts_agree_with_the_search(problem in problems()) {
        for engine in engines_for(&problem) {
            let all = exhaust(engine, &problem).1;
            prop_assert_eq!(engine.count(&problem), Ok(all.len().into()));
            prop_assert_eq!(engine.first(&problem), Ok(all.first().cloned()));
            prop_assert_eq!(engine.all(&problem), Ok(all));
        }
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

pub fn run_linked(
    problem: &Problem,
    probe: &mut impl Probe,
    visited: &mut Vec<Solution>,
) -> Outcome {
    let mut visit = |solution: &[OptionId]| {
        visited.push(solution.to_vec());
        ControlFlow::Continue(())
    };
    Linked(problem).run(probe, &mut Found::new(&Budget::default(), &mut visit))
}

/// A probe that records all calls. It counts with its own code, so that it can check `Counter`.
#[derive(Default)]
pub struct Diary {
    pub tests: u64,
    pub nodes: u64,
    pub forks: u64,
    leaves: u64,
    pub deepest: u64,
    /// Choices reported as forks.
    forks_told: u64,
    chosen: Vec<OptionId>,
    /// The options that were chosen at each leaf that was a solution.
    solutions: Vec<Solution>,
}

impl Diary {
    /// Checks the calls of an exhausted search that visited these solutions.
    pub fn adds_up(&self, visited: &[Solution]) -> Result<(), TestCaseError> {
        prop_assert_eq!(self.leaves, self.forks + 1);
        prop_assert_eq!(self.forks_told, self.forks);
        prop_assert_eq!(&self.solutions[..], visited);
        prop_assert!(self.chosen.is_empty(), "everything is taken back in the end");
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
