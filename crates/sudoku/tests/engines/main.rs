//! What must hold of every Sudoku engine, tried on random puzzles and on grids of every size.

mod agreement;
mod budgets;
mod counters;
mod encoding;
mod human;
mod large;
mod puzzles;
mod sizes;
mod traces;

use std::ops::ControlFlow;

use proptest::prelude::ProptestConfig;
use quadrille_cover::{Budget, Outcome, Search};
use quadrille_sudoku::{Engine, Grid, Puzzle, Watch};

/// Engines that search until they know.
const COMPLETE: [Engine; 7] = [
    Engine::NaiveTree,
    Engine::NaiveFirst,
    Engine::NaiveIterative,
    Engine::NaiveOrdered,
    Engine::Masks,
    Engine::Large,
    Engine::Dlx,
];

/// Engines that deduce and never guess.
const DEDUCING: [Engine; 2] = [Engine::Singles, Engine::Human];

/// Engines that fill cells one after another and only look whether a digit clashes.
const NAIVE: [Engine; 4] =
    [Engine::NaiveTree, Engine::NaiveFirst, Engine::NaiveIterative, Engine::NaiveOrdered];

/// Searches within a budget; gives the end of it and the solutions visited, in order.
fn search(
    engine: Engine,
    puzzle: &Puzzle,
    budget: &Budget,
    watch: Watch<'_>,
) -> (Search, Vec<Grid>) {
    let mut solutions = Vec::new();
    let search = engine.search(puzzle, budget, watch, &mut |grid| {
        assert!(puzzle.is_solved_by(grid), "{engine} gave {grid:?} for {puzzle:?}");
        solutions.push(grid.clone());
        ControlFlow::Continue(())
    });
    assert_eq!(search.stats.solutions, solutions.len() as u64, "{engine}");
    (search, solutions)
}

/// The whole search, counted.
fn exhaust(engine: Engine, puzzle: &Puzzle) -> (Search, Vec<Grid>) {
    search(engine, puzzle, &Budget::default(), Watch::Count)
}

/// What keeps a naive engine from searching a 9x9 grid for ever.
fn patience() -> Budget {
    Budget { tests: Some(50_000), solutions: Some(60), ..Budget::default() }
}

/// Whether a search came to an answer.
fn answered(search: &Search) -> bool {
    matches!(search.outcome, Outcome::Exhausted | Outcome::Stopped)
}

/// Fewer cases than usual, for larger puzzles.
fn fewer(by: u32) -> ProptestConfig {
    let config = ProptestConfig::default();
    ProptestConfig { cases: config.cases.div_ceil(by), ..config }
}
