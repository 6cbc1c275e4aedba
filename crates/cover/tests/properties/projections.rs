//! The projections found are those of all solutions, whatever the engine and the way to find them.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use proptest::prelude::*;
use quadrille_cover::engine::Naive;
use quadrille_cover::projection::Projection;
use quadrille_cover::{Auto, Budget, Counters, ItemId, Outcome, Problem, Solver, verify};

use super::engines_for;
use super::problems::{problems, problems_with_multiplicities};

/// The items of the problem whose bit is set.
fn chosen(problem: &Problem, bits: u32) -> Vec<ItemId> {
    problem.item_ids().filter(|item| bits >> (item.index() % 32) & 1 == 1).collect()
}

proptest! {
    #[test]
    fn each_projection_has_one_solution(problem in prop_oneof![problems(), problems_with_multiplicities()], bits: u32) {
        let projection = Projection::new(&problem, chosen(&problem, bits));
        let all = Naive.all(&problem).unwrap();
        let expected: BTreeSet<_> = all.iter().map(|solution| projection.of(solution)).collect();
        for (engine, listed) in engines_for(&problem).flat_map(|engine| [(engine, 0), (engine, u64::MAX)]) {
            let mut found = Vec::new();
            let search = projection.search_listing(listed, engine, &Budget::default(), Counters::On, &mut |solution| {
                found.push(solution.to_vec());
                ControlFlow::Continue(())
            }).unwrap();
            prop_assert_eq!(search.outcome, Outcome::Exhausted);
            prop_assert_eq!(search.stats.solutions, found.len() as u64);
            let projected: BTreeSet<_> = found.iter().map(|solution| projection.of(solution)).collect();
            prop_assert_eq!(projected.len(), found.len(), "{} lists one twice", engine.name());
            prop_assert_eq!(&projected, &expected, "{}, {} listed", engine.name(), listed);
            for solution in &found {
                prop_assert_eq!(verify(&problem, solution), Ok(()));
            }
        }
    }

    #[test]
    fn a_limit_and_a_visitor_stop_the_search(problem in prop_oneof![problems(), problems_with_multiplicities()], bits: u32, most in 1..5u64) {
        let projection = Projection::new(&problem, chosen(&problem, bits));
        let count = |budget: &Budget, listed| {
            projection.search_listing(listed, &Auto, budget, Counters::Off, &mut |_| ControlFlow::Continue(())).unwrap()
        };
        let all = count(&Budget::default(), 0).stats.solutions;
        for listed in [0, u64::MAX] {
            let search = count(&Budget::solutions(most), listed);
            prop_assert_eq!(search.stats.solutions, all.min(most));
            prop_assert_eq!(search.outcome == Outcome::Stopped, all >= most);
        }
        let mut visited = 0;
        let search = projection.search_listing(0, &Auto, &Budget::default(), Counters::Off, &mut |_| {
            visited += 1;
            ControlFlow::Break(())
        }).unwrap();
        prop_assert_eq!(visited, all.min(1));
        prop_assert_eq!(search.outcome == Outcome::Stopped, all > 0);
    }
}

#[test]
fn limits_end_the_search() {
    // Ten choices of two ways each, projected onto the ways.
    let each = |of: fn(usize) -> String, between: &str| {
        (0..10).map(of).collect::<Vec<String>>().join(between)
    };
    let (a, x) = (each(|i| format!("a{i}"), " "), each(|i| format!("x{i}"), " "));
    let text = format!("{a} | {x}\n{}\n", each(|i| format!("a{i} x{i}\na{i}"), "\n"));
    let problem = Problem::parse(&text).unwrap();
    let projection = Projection::new(&problem, problem.item_ids());
    assert_eq!(projection.items().len(), 10, "primary items are covered once by all");
    for listed in [0, u64::MAX] {
        let search = |budget: &Budget| {
            let visit = &mut |_: &[_]| ControlFlow::Continue(());
            projection.search_listing(listed, &Auto, budget, Counters::Nodes, visit).unwrap()
        };
        let whole = search(&Budget::default());
        assert_eq!((whole.outcome, whole.stats.solutions), (Outcome::Exhausted, 1024));
        for budget in [
            Budget { nodes: Some(100), ..Budget::default() },
            Budget { tests: Some(1), ..Budget::default() },
            Budget { memory: Some(20_000), ..Budget::default() },
        ] {
            let some = search(&budget);
            assert_eq!(some.outcome, Outcome::BudgetSpent, "{budget:?}");
            assert!(some.stats.solutions < 1024, "{some:?}");
        }
    }
}
