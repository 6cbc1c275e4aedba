//! The cheapest solutions are the first ones of all solutions sorted by cost.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use proptest::prelude::*;
use quadrille_cover::engine::links::CheapestLinked;
use quadrille_cover::engine::{Dlx, ENGINES, Naive};
use quadrille_cover::search::{Found, ProbedSearch};
use quadrille_cover::{Budget, Counters, Outcome, Problem, Search, Solution, Solver, verify};

use crate::engines::Diary;
use crate::exhaust;
use crate::problems::problems_with_costs;

fn cheapest(
    engine: &dyn Solver,
    problem: &Problem,
    k: usize,
    budget: &Budget,
    counters: Counters,
) -> (Search, Vec<(u64, Solution)>) {
    let mut visited = Vec::new();
    let search = engine.cheapest(problem, k, budget, counters, &mut |solution, cost| {
        visited.push((cost, solution.to_vec()));
        ControlFlow::Continue(())
    });
    (search.expect("it takes all of these problems"), visited)
}

fn sum(problem: &Problem, solution: &Solution) -> u64 {
    solution.iter().map(|&option| problem.cost(option)).sum()
}

proptest! {
    #[test]
    fn they_are_the_first_when_all_are_sorted(problem in problems_with_costs(), k in 0..12usize) {
        let all = exhaust(&Naive, &problem).1;
        let mut costs: Vec<u64> = all.iter().map(|solution| sum(&problem, solution)).collect();
        costs.sort_unstable();
        costs.truncate(k);
        for engine in [&Dlx as &dyn Solver, &Naive] {
            let (search, found) = cheapest(engine, &problem, k, &Budget::default(), Counters::On);
            let found_costs: Vec<u64> = found.iter().map(|&(cost, _)| cost).collect();
            prop_assert_eq!(&found_costs, &costs, "{}", engine.name());
            prop_assert_eq!(search.stats.solutions, costs.len() as u64);
            let expected = if k == 0 { Outcome::Stopped } else { Outcome::Exhausted };
            prop_assert_eq!(search.outcome, expected);
            let mut seen = BTreeSet::new();
            for (cost, mut solution) in found {
                prop_assert_eq!(verify(&problem, &solution), Ok(()));
                prop_assert_eq!(cost, sum(&problem, &solution));
                solution.sort_unstable();
                prop_assert!(seen.insert(solution), "{} gave one twice", engine.name());
            }
        }
    }

    #[test]
    fn every_engine_agrees_or_refuses(problem in problems_with_costs(), k in 1..6usize) {
        let (_, expected) = cheapest(&Dlx, &problem, k, &Budget::default(), Counters::Off);
        let expected: Vec<u64> = expected.into_iter().map(|(cost, _)| cost).collect();
        for &engine in ENGINES {
            let mut costs = Vec::new();
            let searched =
                engine.cheapest(&problem, k, &Budget::default(), Counters::Off, &mut |_, cost| {
                    costs.push(cost);
                    ControlFlow::Continue(())
                });
            prop_assert!(searched.is_err() || costs == expected, "{}", engine.name());
        }
    }

    #[test]
    fn among_equal_costs_the_first_found_are_taken(problem in problems_with_costs(), k in 0..6usize) {
        let mut all: Vec<(u64, Solution)> =
            exhaust(&Naive, &problem).1.into_iter().map(|s| (sum(&problem, &s), s)).collect();
        all.sort_by_key(|&(cost, _)| cost);
        all.truncate(k);
        let budget = Budget::default();
        prop_assert_eq!(cheapest(&Naive, &problem, k, &budget, Counters::Off).1, all);
        // Dancing links skip subtrees, but always search in the same order.
        let again = || cheapest(&Dlx, &problem, k, &budget, Counters::On);
        prop_assert_eq!(again(), again());
    }

    #[test]
    fn the_search_adds_up(problem in problems_with_costs(), k in 1..6usize) {
        let mut diary = Diary::default();
        let mut visited = Vec::new();
        let mut visit = |solution: &[_]| {
            visited.push(solution.to_vec());
            ControlFlow::Continue(())
        };
        let mut found = Found::new(&Budget::default(), &mut visit);
        let outcome = CheapestLinked::new(&problem, k, None).run(&mut diary, &mut found);
        prop_assert_eq!(outcome, Outcome::Exhausted);
        let (search, _) = cheapest(&Dlx, &problem, k, &Budget::default(), Counters::On);
        diary.adds_up(&visited, search.stats)?;
    }

    #[test]
    fn counting_changes_nothing_and_a_budget_holds(
        problem in problems_with_costs(),
        k in 1..6usize,
        nodes in 0..40u64,
    ) {
        for engine in [&Dlx as &dyn Solver, &Naive] {
            let find = |budget: &Budget, counters| cheapest(engine, &problem, k, budget, counters);
            let (counted, with) = find(&Budget::default(), Counters::On);
            let (uncounted, without) = find(&Budget::default(), Counters::Off);
            prop_assert_eq!(&with, &without, "{}", engine.name());
            prop_assert_eq!(uncounted.stats.nodes, None);

            let all_nodes = counted.stats.nodes.unwrap();
            let budget = Budget { nodes: Some(nodes), ..Budget::default() };
            let (cut, best) = find(&budget, Counters::On);
            prop_assert_eq!(cut.stats.nodes, Some(nodes.min(all_nodes)));
            if nodes >= all_nodes {
                prop_assert_eq!((cut, &best), (counted, &with));
            } else {
                prop_assert_eq!(cut.outcome, Outcome::BudgetSpent);
            }
            // Solutions that are not the cheapest of all are still solutions, and sorted.
            prop_assert!(best.is_sorted_by_key(|&(cost, _)| cost));
            for (cost, solution) in &best {
                prop_assert_eq!(verify(&problem, solution), Ok(()));
                prop_assert_eq!(*cost, sum(&problem, solution));
            }
        }
    }

    #[test]
    fn costs_change_no_other_search(problem in problems_with_costs()) {
        let mut text = String::new();
        for line in problem.to_string().lines().filter(|_| problem.primary() > 0) {
            let without = line.split(" |").next().filter(|_| !text.is_empty());
            text += without.unwrap_or(line);
            text += "\n";
        }
        if let Ok(free) = Problem::parse(&text) {
            prop_assert!(!free.has_costs());
            prop_assert_eq!(exhaust(&Dlx, &problem), exhaust(&Dlx, &free));
            prop_assert_eq!(exhaust(&Naive, &problem), exhaust(&Naive, &free));
        }
    }
}
