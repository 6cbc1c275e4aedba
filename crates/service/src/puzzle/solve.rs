//! Solutions of a puzzle, their number, its rating and its canonical form.

use std::ops::ControlFlow;

use quadrille_cover::{Budget, CancelToken};
use quadrille_sudoku::canonical::canonical_within;
use quadrille_sudoku::engine::human::{Rating, rate_within};
use quadrille_sudoku::{Engine, Grid, Puzzle, Uniqueness, Watch};

/// Upper bound on rating a puzzle, in tests of the engine `human`, which take some seconds. The hardest
/// shipped puzzle, of 16x16, needs about 50,000 tests.
pub const RATING_TESTS: u64 = 1_000_000;

/// Upper bound on the search for a canonical form, in nodes, so that no grid delays all others. Grids
/// that exceed it count as too symmetric. Empty, cyclic and generated grids need far fewer nodes.
pub const CANONICAL_NODES: u64 = 20_000;

/// The number of solutions of a puzzle of any size, up to a limit, and the first one found. After a cancellation these are what was
/// found until then.
pub fn count(puzzle: &Puzzle, most: u64, cancel: &CancelToken) -> (u64, Option<Grid>) {
    let (mut count, mut first) = (0, None);
    let budget = Budget { cancel: Some(cancel.clone()), ..Budget::solutions(most) };
    Engine::fastest(puzzle.order()).search(puzzle, &budget, Watch::Off, &mut |grid| {
        count += 1;
        first.get_or_insert_with(|| grid.clone());
        ControlFlow::Continue(())
    });
    (count, first)
}

/// How many solutions a puzzle of any size has; `None` if cancelled.
pub fn uniqueness(puzzle: &Puzzle, cancel: &CancelToken) -> Option<Uniqueness> {
    let budget = Budget { cancel: Some(cancel.clone()), ..Budget::default() };
    Engine::fastest(puzzle.order()).uniqueness(puzzle, &budget)
}

/// The rating of a unique puzzle; `None` if it takes more than [`RATING_TESTS`], or if cancelled.
pub fn rating(puzzle: &Puzzle, cancel: &CancelToken) -> Option<Rating> {
    let mut left = RATING_TESTS;
    rate_within(puzzle, &mut |tests| {
        let goes_on = tests <= left && !cancel.is_cancelled();
        left = left.saturating_sub(tests);
        goes_on
    })
}

/// The canonical form of a puzzle of givens; `None` if it is too symmetric ([`CANONICAL_NODES`]).
pub fn canonical(puzzle: &Puzzle) -> Option<Grid> {
    canonical_within(puzzle.givens(), CANONICAL_NODES)
}
