//! A search that is stopped early stops at the same place every time, after visiting the first of
//! the same solutions.
//!
//! Only the engines of `COMPLETE` are tested. `singles` and `human` are left out because they have no nodes.

use std::ops::ControlFlow;

use proptest::prelude::*;
use quadrille_cover::search::Counter;
use quadrille_cover::{Budget, CancelToken, Outcome};
use quadrille_sudoku::format::{InputFormat, read::read_one};
use quadrille_sudoku::{Engine, Grid, Order, Puzzle, Step, Watch};

use crate::puzzles::small;
use crate::{COMPLETE, exhaust, search};

proptest! {
    #[test]
    fn a_limit_of_solutions_visits_the_first_of_them(puzzle in small(), k in 0..12usize) {
        for engine in COMPLETE {
            let all = exhaust(engine, &puzzle).1;
            let (cut, visited) = search(engine, &puzzle, &Budget::solutions(k as u64), Watch::Off);
            prop_assert_eq!(&visited, &all[..k.min(all.len())], "{}", engine);
            if puzzle.clash().is_none() {
                let stopped = if k <= all.len() { Outcome::Stopped } else { Outcome::Exhausted };
                prop_assert_eq!(cut.outcome, stopped, "{}", engine);
            }
        }
    }

    #[test]
    fn a_budget_of_nodes_is_spent_to_the_last_and_no_further(
        puzzle in small(),
        most in 0..200u64,
    ) {
        for engine in COMPLETE {
            let (whole, all) = exhaust(engine, &puzzle);
            let nodes = whole.stats.nodes.unwrap();
            let budget = Budget { nodes: Some(most), ..Budget::default() };
            let (cut, visited) = search(engine, &puzzle, &budget, Watch::Count);
            if most >= nodes || puzzle.clash().is_some() {
                prop_assert_eq!((cut, &visited), (whole, &all), "{}", engine);
            } else {
                prop_assert_eq!(cut.outcome, Outcome::BudgetSpent, "{}", engine);
                prop_assert_eq!(cut.stats.nodes, Some(most), "{}", engine);
                prop_assert!(all.starts_with(&visited), "{}", engine);
            }
            prop_assert_eq!(search(engine, &puzzle, &budget, Watch::Count), (cut, visited));
        }
    }

    #[test]
    fn a_budget_of_tests_ends_the_search(
        puzzle in small(),
        most in 0..2000u64,
    ) {
        for engine in COMPLETE {
            let (whole, all) = exhaust(engine, &puzzle);
            let budget = Budget { tests: Some(most), ..Budget::default() };
            let (cut, visited) = search(engine, &puzzle, &budget, Watch::Count);
            if cut.outcome == Outcome::BudgetSpent {
                prop_assert!(cut.stats.tests >= Some(most), "{}", engine);
                prop_assert!(all.starts_with(&visited), "{}", engine);
            } else {
                prop_assert_eq!((cut, &visited), (whole, &all), "{}", engine);
            }
            if Some(most) > whole.stats.tests {
                prop_assert_eq!(cut.outcome, Outcome::Exhausted, "{}", engine);
            }
            // The budget holds with and without counters.
            let (off, unwatched) = search(engine, &puzzle, &budget, Watch::Off);
            prop_assert_eq!((off.outcome, unwatched), (cut.outcome, visited), "{}", engine);
        }
    }

    #[test]
    fn a_cancelled_search_goes_no_further(puzzle in small(), k in 1..10usize) {
        for engine in COMPLETE {
            let all = exhaust(engine, &puzzle).1;
            let cancel = CancelToken::new();
            let budget = Budget { cancel: Some(cancel.clone()), ..Budget::default() };
            let mut visited = Vec::new();
            let ended = engine.search(&puzzle, &budget, Watch::Off, &mut |grid| {
                visited.push(grid.clone());
                if visited.len() == k {
                    cancel.cancel();
                }
                ControlFlow::Continue(())
            });
            prop_assert_eq!(&visited, &all[..k.min(all.len())], "{}", engine);
            if all.len() > k {
                prop_assert_eq!(ended.outcome, Outcome::BudgetSpent, "{}", engine);
            }
        }
    }
}

#[test]
fn a_search_cancelled_before_it_begins_enters_no_node() {
    let puzzle = Puzzle::new(Grid::empty(Order::NINE));
    let cancel = CancelToken::new();
    cancel.cancel();
    let budget = Budget { cancel: Some(cancel), ..Budget::default() };
    for engine in COMPLETE {
        let (ended, _) = search(engine, &puzzle, &budget, Watch::Count);
        assert_eq!((ended.outcome, ended.stats.nodes), (Outcome::BudgetSpent, Some(0)), "{engine}");
    }
}

/// Puzzle P4 of systems C and D. `masks` solves it in one node, by five passes over the grid.
const FIVE_PASSES: &str =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

#[test]
fn masks_ends_within_a_node_where_its_tests_are_spent() {
    let puzzle = read_one(FIVE_PASSES, InputFormat::Auto, None).unwrap();
    for most in 0..=5 {
        let budget = Budget { tests: Some(most), ..Budget::default() };
        let (ended, _) = search(Engine::Masks, &puzzle, &budget, Watch::Count);
        let outcome = if most < 5 { Outcome::BudgetSpent } else { Outcome::Exhausted };
        assert_eq!((ended.outcome, ended.stats.tests), (outcome, Some(most)));
    }
}

#[test]
fn masks_ends_within_a_node_where_it_is_cancelled() {
    let puzzle = read_one(FIVE_PASSES, InputFormat::Auto, None).unwrap();
    let cancel = CancelToken::new();
    let budget = Budget { cancel: Some(cancel.clone()), ..Budget::default() };
    let mut on_step = |step: &Step, _: &Counter<'_>| {
        assert!(matches!(step, Step::Placed { .. }), "{step:?}");
        cancel.cancel();
    };
    let (ended, _) = search(Engine::Masks, &puzzle, &budget, Watch::Trace(&mut on_step));
    assert_eq!((ended.outcome, ended.stats.tests), (Outcome::BudgetSpent, Some(1)));
}
