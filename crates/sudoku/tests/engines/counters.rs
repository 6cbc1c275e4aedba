//! Relations between the counters of one engine, and between the counters of two engines.

use std::collections::HashSet;

use proptest::prelude::*;
use quadrille_cover::search::Counter;
use quadrille_cover::{Budget, Outcome, Search, SearchStats};
use quadrille_sudoku::{Engine, Grid, Puzzle, Step, Watch};

use crate::puzzles::{any_size, nine, small};
use crate::{COMPLETE, DEDUCING, NAIVE, exhaust, fewer, patience, search};

proptest! {
    #[test]
    fn an_exhausted_search_has_a_leaf_more_than_forks(puzzle in any_size()) {
        check_leaves(&puzzle, &Budget { solutions: None, ..patience() })?;
    }

    #[test]
    fn three_naive_engines_walk_one_tree(puzzle in small()) {
        let [tree, first, iterative, _] = NAIVE.map(|engine| exhaust(engine, &puzzle).0);
        prop_assert_eq!(shape(tree), shape(first));
        prop_assert_eq!(first, iterative);
    }

    #[test]
    fn other_names_for_the_digits_change_no_naive_count(
        puzzle in small(),
        names in Just(vec![1u8, 2, 3, 4]).prop_shuffle(),
    ) {
        check_names(&puzzle, &names)?;
    }

    #[test]
    fn a_search_without_a_tree_counts_no_nodes(puzzle in small()) {
        for engine in Engine::ALL {
            let stats = exhaust(engine, &puzzle).0.stats;
            prop_assert_eq!(stats.nodes.is_some(), !DEDUCING.contains(&engine));
            prop_assert!(stats.tests.is_some() && stats.forks.is_some());
            prop_assert!(stats.max_depth.is_some());
        }
        for engine in DEDUCING {
            prop_assert_eq!(exhaust(engine, &puzzle).0.stats.forks, Some(0));
        }
    }
}

proptest! {
    #![proptest_config(fewer(4))]

    #[test]
    fn naive_first_and_naive_iterative_count_the_same_on_9x9(puzzle in nine()) {
        for budget in [patience(), Budget { solutions: Some(1), ..patience() }] {
            let recursive = search(Engine::NaiveFirst, &puzzle, &budget, Watch::Count);
            let iterative = search(Engine::NaiveIterative, &puzzle, &budget, Watch::Count);
            prop_assert_eq!(recursive, iterative);
        }
    }
}

fn check_leaves(puzzle: &Puzzle, budget: &Budget) -> Result<(), TestCaseError> {
    for engine in Engine::ALL {
        let (mut leaves, mut solutions) = (0, 0);
        let mut on_step = |step: &Step, _: &Counter<'_>| {
            solutions += u64::from(*step == Step::Solution);
            leaves += u64::from(matches!(step, Step::Solution | Step::DeadEnd));
        };
        let (ended, _) = search(engine, puzzle, budget, Watch::Trace(&mut on_step));
        prop_assert_eq!(solutions, ended.stats.solutions, "{}", engine);
        if ended.outcome == Outcome::Exhausted {
            prop_assert_eq!(ended.stats.forks, Some(leaves - 1), "{}", engine);
        }
        let binary = [Engine::Masks, Engine::Large].contains(&engine);
        if binary && ended.outcome == Outcome::Exhausted {
            // The tree is binary, so there are as many inner nodes as forks.
            prop_assert_eq!(ended.stats.nodes, Some(2 * leaves - 1));
        }
    }
    Ok(())
}

/// Checks that with other names for the digits every naive search has the same tree, with its
/// branches in another order, and so the same counts, except `max_depth`.
fn check_names(puzzle: &Puzzle, names: &[u8]) -> Result<(), TestCaseError> {
    let renamed_puzzle = Puzzle::new(renamed(puzzle.givens(), names));
    for engine in NAIVE {
        let (here, solutions) = exhaust(engine, puzzle);
        let (there, others) = exhaust(engine, &renamed_puzzle);
        let counts = |stats: SearchStats| (stats.tests, stats.forks, stats.nodes);
        prop_assert_eq!(there.outcome, Outcome::Exhausted, "{}", engine);
        prop_assert_eq!(counts(here.stats), counts(there.stats), "{}", engine);
        let expected: HashSet<Grid> = solutions.iter().map(|grid| renamed(grid, names)).collect();
        prop_assert_eq!(HashSet::from_iter(others), expected, "{}", engine);
    }
    Ok(())
}

fn renamed(grid: &Grid, names: &[u8]) -> Grid {
    let name = |&digit: &u8| if digit == 0 { 0 } else { names[digit as usize - 1] };
    Grid::from_cells(grid.cells().iter().map(name).collect()).unwrap()
}

/// A search without its tests, which each engine defines differently.
fn shape(search: Search) -> Search {
    Search { stats: SearchStats { tests: None, ..search.stats }, ..search }
}

#[test]
fn givens_that_clash_are_one_node_in_every_engine() {
    let mut givens = Grid::empty(quadrille_sudoku::Order::NINE);
    givens.set(0, 5);
    givens.set(8, 5);
    let puzzle = Puzzle::new(givens);
    for engine in COMPLETE {
        let (ended, _) = exhaust(engine, &puzzle);
        assert_eq!(ended.outcome, Outcome::Exhausted);
        assert_eq!((ended.stats.nodes, ended.stats.tests), (Some(1), Some(0)), "{engine}");
    }
    check_leaves(&puzzle, &Budget::default()).unwrap();
}
