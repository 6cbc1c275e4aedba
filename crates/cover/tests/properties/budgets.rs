//! A search with a limit always ends at the same place, after a prefix of the same solutions.

use std::ops::ControlFlow;

use proptest::prelude::*;
use quadrille_cover::engine::{Auto, Dlx, Memo};
use quadrille_cover::{Budget, CancelToken, Counters, Outcome, Solver};

use crate::problems::{problems, problems_with_multiplicities};
use crate::{engines_for, exhaust, search};

proptest! {
    #[test]
    fn stopping_after_k_solutions_visits_the_first_k(
        problem in prop_oneof![problems(), problems_with_multiplicities()],
        k in 0..20usize,
    ) {
        for engine in engines_for(&problem) {
            let all = exhaust(engine, &problem).1;
            let visited = &all[..k.min(all.len())];
            let expected = if k <= all.len() { Outcome::Stopped } else { Outcome::Exhausted };

            let limit = Budget::solutions(k as u64);
            for counters in [Counters::On, Counters::Off] {
                let (limited, by_limit) = search(engine, &problem, &limit, counters);
                prop_assert_eq!(&by_limit, visited, "{}", engine.name());
                prop_assert_eq!(limited.outcome, expected);
            }

            let counted = engine.tally(&problem, &limit, Counters::Off).unwrap();
            prop_assert_eq!(counted.solutions, visited.len().into());
            prop_assert_eq!(counted.search.outcome, expected);

            // A visitor that breaks has the same effect; it sees at least one solution, if there is one.
            let mut by_visitor = Vec::new();
            let stopped = engine.search(&problem, &Budget::default(), Counters::On, &mut |found| {
                by_visitor.push(found.to_vec());
                if by_visitor.len() >= k { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if k > 0 {
                prop_assert_eq!(&by_visitor, visited);
                let (limited, _) = search(engine, &problem, &limit, Counters::On);
                prop_assert_eq!(stopped.unwrap(), limited);
            }
        }
    }

    #[test]
    fn a_budget_of_nodes_is_spent_to_the_last_and_no_further(
        problem in problems(),
        most in 0..60u64,
    ) {
        for engine in engines_for(&problem) {
            let (whole, all) = exhaust(engine, &problem);
            let nodes = whole.stats.nodes.unwrap();
            let budget = Budget { nodes: Some(most), ..Budget::default() };
            let (cut, visited) = search(engine, &problem, &budget, Counters::On);
            prop_assert_eq!(cut.stats.nodes, Some(nodes.min(most)), "{}", engine.name());
            prop_assert!(all.starts_with(&visited));
            if most >= nodes {
                prop_assert_eq!((cut, &visited), (whole, &all));
            } else {
                prop_assert_eq!(cut.outcome, Outcome::BudgetSpent);
            }
            prop_assert_eq!(search(engine, &problem, &budget, Counters::On), (cut, visited));
        }
    }

    #[test]
    fn a_budget_of_tests_ends_the_search_at_the_next_node(
        problem in problems(),
        most in 0..200u64,
    ) {
        for engine in engines_for(&problem) {
            let (whole, all) = exhaust(engine, &problem);
            let budget = Budget { tests: Some(most), ..Budget::default() };
            let (cut, visited) = search(engine, &problem, &budget, Counters::On);
            prop_assert!(all.starts_with(&visited));
            match cut.outcome {
                Outcome::BudgetSpent => {
                    prop_assert!(cut.stats.tests >= Some(most), "{}", engine.name());
                    // A search with one node fewer does not reach the limit.
                    let nodes = cut.stats.nodes.map(|nodes| nodes.saturating_sub(1));
                    let budget = Budget { nodes, ..Budget::default() };
                    let (before, _) = search(engine, &problem, &budget, Counters::On);
                    prop_assert!(most == 0 || before.stats.tests < Some(most));
                }
                _ => prop_assert_eq!((cut, &visited), (whole, &all)),
            }
            if Some(most) > whole.stats.tests {
                prop_assert_eq!(cut.outcome, Outcome::Exhausted);
            }
            prop_assert_eq!(search(engine, &problem, &budget, Counters::On), (cut, visited));
        }
    }

    #[test]
    fn a_budget_holds_with_and_without_counters(
        problem in problems(),
        nodes in prop::option::of(0..60u64),
        tests in prop::option::of(0..200u64),
    ) {
        for engine in engines_for(&problem) {
            let budget = Budget { nodes, tests, ..Budget::default() };
            let (counted, with) = search(engine, &problem, &budget, Counters::On);
            let (uncounted, without) = search(engine, &problem, &budget, Counters::Off);
            prop_assert_eq!(with, without, "{}", engine.name());
            prop_assert_eq!(counted.outcome, uncounted.outcome);
            prop_assert_eq!((uncounted.stats.nodes, uncounted.stats.tests), (None, None));
        }
    }

    #[test]
    fn a_budget_of_memory_is_all_or_nothing(problem in problems(), memory in 0..4000usize) {
        let whole = exhaust(&Dlx, &problem);
        let within = |memory| {
            let budget = Budget { memory: Some(memory), ..Budget::default() };
            search(&Dlx, &problem, &budget, Counters::On)
        };
        let (cut, visited) = within(memory);
        if cut.outcome == Outcome::BudgetSpent {
            prop_assert!(visited.is_empty());
            prop_assert_eq!(within(memory / 2).0.outcome, Outcome::BudgetSpent);
        } else {
            prop_assert_eq!(&(cut, visited), &whole);
            prop_assert_eq!(&within(2 * memory), &whole);
        }
        prop_assert_eq!(within(0).0.outcome, Outcome::BudgetSpent);
        prop_assert_eq!(&within(usize::MAX), &whole);
    }

    #[test]
    fn a_cancelled_search_goes_no_further(problem in problems(), k in 1..10usize) {
        for engine in engines_for(&problem) {
            let all = exhaust(engine, &problem).1;
            for counters in [Counters::On, Counters::Off] {
                let cancel = CancelToken::new();
                let budget = Budget { cancel: Some(cancel.clone()), ..Budget::default() };
                let mut visited = Vec::new();
                let ended = engine.search(&problem, &budget, counters, &mut |found| {
                    visited.push(found.to_vec());
                    if visited.len() == k {
                        cancel.cancel();
                    }
                    ControlFlow::Continue(())
                });
                prop_assert_eq!(&visited, &all[..k.min(all.len())], "{}", engine.name());
                // If the search was cancelled at the last solution, it may have ended there anyway.
                if all.len() != k {
                    let cut = if all.len() > k { Outcome::BudgetSpent } else { Outcome::Exhausted };
                    prop_assert_eq!(ended.unwrap().outcome, cut);
                }
            }
        }
    }
}

#[test]
fn a_limit_of_solutions_is_counted_up_to_without_visiting_them() {
    // 53 060 477 521 960 000 solutions. To visit a million takes a million nodes or more.
    let problem = quadrille_cover::family::build("dominoes:12x12").unwrap();
    for engine in [&Auto as &dyn Solver, &Memo] {
        for (limit, outcome) in [
            (1_000_000, Outcome::Stopped),
            (53_060_477_521_960_000, Outcome::Stopped),
            (53_060_477_521_960_001, Outcome::Exhausted),
        ] {
            let nodes = Some(800_000);
            let budget = Budget { nodes, ..Budget::solutions(limit) };
            let tally = engine.tally(&problem, &budget, Counters::Off).unwrap();
            let count = limit.min(53_060_477_521_960_000);
            assert_eq!((tally.search.outcome, tally.solutions), (outcome, count.into()));
            assert_eq!(tally.search.stats.solutions, count);
        }
    }
}

#[test]
fn a_search_cancelled_before_it_begins_enters_no_node() {
    let problem = quadrille_cover::family::build("queens:6").unwrap();
    let cancel = CancelToken::new();
    cancel.cancel();
    assert!(cancel.is_cancelled());
    let budget = Budget { cancel: Some(cancel), ..Budget::default() };
    for engine in engines_for(&problem) {
        let (ended, visited) = search(engine, &problem, &budget, Counters::On);
        assert_eq!((ended.outcome, ended.stats.nodes), (Outcome::BudgetSpent, Some(0)));
        assert!(visited.is_empty());
    }
}

#[test]
fn another_thread_can_end_a_long_search() {
    // Visiting all 12 988 816 solutions would take seconds.
    let problem = quadrille_cover::family::build("dominoes:8x8").unwrap();
    let cancel = CancelToken::new();
    let budget = Budget { cancel: Some(cancel.clone()), ..Budget::default() };
    let (begun, begins) = std::sync::mpsc::channel();
    let ended = std::thread::scope(|scope| {
        scope.spawn(move || {
            begins.recv().expect("there is a first solution");
            cancel.cancel();
        });
        let mut visit = |_: &[_]| {
            let _ = begun.send(());
            ControlFlow::Continue(())
        };
        Dlx.search(&problem, &budget, Counters::Off, &mut visit).unwrap()
    });
    assert_eq!(ended.outcome, Outcome::BudgetSpent);
    assert!((1..12_988_816).contains(&ended.stats.solutions));
}
