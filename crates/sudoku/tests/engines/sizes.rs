//! Grids of every order, from 4x4 to 81x81.

use std::thread;

use proptest::prelude::*;
use quadrille_cover::random::{Stream, shuffle};
use quadrille_cover::{Budget, Outcome};
use quadrille_sudoku::generate::full_grid;
use quadrille_sudoku::{Engine, Grid, Order, Puzzle, Uniqueness, Watch};

use crate::{COMPLETE, DEDUCING, exhaust, fewer, search};

/// A full grid in which each row is the row above shifted by n, and by one more at each new row of regions.
fn pattern(order: Order) -> Grid {
    let (n, side) = (order.n(), order.side());
    let digit = |cell| {
        let (row, column) = (order.row(cell), order.column(cell));
        ((row * n + row / n + column) % side + 1) as u8
    };
    Grid::from_cells((0..order.cells()).map(digit).collect()).unwrap()
}

/// The full grid of [`pattern`] without `removed` random cells.
fn pattern_without(order: Order, removed: usize, seed: u64) -> Puzzle {
    let mut cells: Vec<usize> = (0..order.cells()).collect();
    shuffle(&mut cells, &mut Stream::new(seed, 0));
    let mut grid = pattern(order);
    for &cell in &cells[..removed] {
        grid.set(cell, 0);
    }
    Puzzle::new(grid)
}

#[test]
fn up_to_three_cells_are_filled_in_one_way_by_every_engine() {
    // Two solutions differ in four cells or more, for instance by two digits exchanged in two rows.
    for (order, removed) in Order::all().flat_map(|order| (0..4).map(move |k| (order, k))) {
        let puzzle = pattern_without(order, removed, 1);
        for engine in Engine::ALL {
            let (ended, solutions) = exhaust(engine, &puzzle);
            assert_eq!(ended.outcome, Outcome::Exhausted, "{engine} on {order:?}");
            assert_eq!(solutions, [pattern(order)], "{engine} on {order:?} without {removed}");
        }
    }
}

proptest! {
    #![proptest_config(fewer(32))]

    #[test]
    fn holes_are_filled_in_as_many_ways_by_every_engine(
        n in 2..=9usize,
        removed in 4..=16usize,
        seed in any::<u64>(),
    ) {
        let puzzle = pattern_without(Order::new(n).unwrap(), removed, seed);
        let (by_masks, _) = exhaust(Engine::Masks, &puzzle);
        for engine in COMPLETE {
            let (ended, solutions) = exhaust(engine, &puzzle);
            prop_assert_eq!(ended.outcome, Outcome::Exhausted);
            prop_assert_eq!(solutions.len() as u64, by_masks.stats.solutions, "{}", engine);
        }
    }
}

#[test]
fn grids_up_to_25x25_are_found_to_have_no_solution_one_or_several() {
    for order in Order::all().take(4) {
        let mut givens = full_grid(order, &mut Stream::new(1, 0));
        let uniqueness = |givens: &Grid| Puzzle::new(givens.clone()).uniqueness();
        assert_eq!(uniqueness(&Grid::empty(order)), Uniqueness::Multiple);
        assert_eq!(uniqueness(&givens), Uniqueness::Unique);
        givens.set(0, 0);
        assert_eq!(uniqueness(&givens), Uniqueness::Unique, "one cell is empty");
        givens.set(1, givens.digit(2));
        assert_eq!(uniqueness(&givens), Uniqueness::None, "two givens clash");
    }
}

/// Runs a test on a stack of 2 MiB, the default of a thread.
fn on_a_thread_of_its_own(test: impl FnOnce() + Send) {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(2 << 20).spawn_scoped(scope, test).unwrap();
        thread.join().expect("the test neither panics nor overflows its stack");
    });
}

#[test]
fn the_empty_grid_of_every_order_ends_within_its_budget() {
    on_a_thread_of_its_own(|| {
        for order in Order::all() {
            let empty = Puzzle::new(Grid::empty(order));
            let budget = Budget { tests: Some(5_000), solutions: Some(1), ..Budget::default() };
            for engine in COMPLETE {
                let (ended, _) = search(engine, &empty, &budget, Watch::Count);
                let tests = ended.stats.tests.unwrap();
                match ended.outcome {
                    Outcome::Stopped => assert_eq!(ended.stats.solutions, 1),
                    outcome => assert_eq!(outcome, Outcome::BudgetSpent, "{engine} on {order:?}"),
                }
                // Between two checks of the budget, `masks` makes one choice, and other engines the
                // tests of a node, whose number grows with the grid.
                let unchecked = if engine == Engine::Masks { 1 } else { 4 * order.cells() as u64 };
                assert!(tests <= 5_000 + unchecked, "{engine} on {order:?}: {tests} tests");
            }
            let quick = |&engine: &Engine| engine == Engine::Singles || order.n() <= 6;
            for engine in DEDUCING.into_iter().filter(quick) {
                assert_eq!(engine.count(&empty, 1), (0, Outcome::Stalled), "{engine}");
            }
        }
    });
}

#[test]
#[ignore = "up to five seconds for a grid; `.ci/nightly` runs it"]
fn a_human_player_stalls_at_the_largest_empty_grids() {
    for order in Order::all() {
        if order.n() > 6 {
            let empty = Puzzle::new(Grid::empty(order));
            assert_eq!(Engine::Human.count(&empty, 1), (0, Outcome::Stalled), "{order:?}");
        }
    }
}

/// In reading order the empty 64x64 grid is filled without taking back a digit, because its side is a power
/// of two, so that each cell can get the smallest digit without a clash. So the recursion has a level for
/// each cell.
#[test]
fn recursion_over_4096_cells_fits_on_a_small_stack() {
    on_a_thread_of_its_own(|| {
        let empty = Puzzle::new(Grid::empty(Order::new(8).unwrap()));
        for engine in [Engine::NaiveTree, Engine::NaiveFirst] {
            let (ended, _) = search(engine, &empty, &Budget::solutions(1), Watch::Count);
            assert_eq!((ended.stats.solutions, ended.stats.nodes), (1, Some(4097)), "{engine}");
        }
    });
}

#[test]
fn five_million_tests_on_81x81_fit_on_a_small_stack() {
    on_a_thread_of_its_own(|| {
        let empty = Puzzle::new(Grid::empty(Order::new(9).unwrap()));
        let budget = Budget { tests: Some(5_000_000), ..Budget::default() };
        for engine in [Engine::NaiveTree, Engine::NaiveFirst] {
            let (ended, _) = search(engine, &empty, &budget, Watch::Off);
            assert_eq!(ended.outcome, Outcome::BudgetSpent, "{engine}");
        }
    });
}
