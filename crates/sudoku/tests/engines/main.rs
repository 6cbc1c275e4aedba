//! Properties of every Sudoku engine, tested on random puzzles and on grids of every size.

mod agreement;
mod budgets;
mod candidates;
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

/// Engines for grids of all sizes that search until they can answer.
const COMPLETE: [Engine; 7] = [
    Engine::NaiveTree,
    Engine::NaiveFirst,
    Engine::NaiveIterative,
    Engine::NaiveOrdered,
    Engine::Masks,
    Engine::Large,
    Engine::Dlx,
];

const DEDUCING: [Engine; 2] = [Engine::Singles, Engine::Human];

/// Engines that fill cells one after another, and look only for clashes.
const NAIVE: [Engine; 4] =
    [Engine::NaiveTree, Engine::NaiveFirst, Engine::NaiveIterative, Engine::NaiveOrdered];

/// Searches within a budget; returns how the search ended and the solutions visited, in order.
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

/// Searches to the end, with counters.
fn exhaust(engine: Engine, puzzle: &Puzzle) -> (Search, Vec<Grid>) {
    search(engine, puzzle, &Budget::default(), Watch::Count)
}

/// The budget for 9x9 grids, so that naive engines end in reasonable time.
fn patience() -> Budget {
    Budget { tests: Some(50_000), solutions: Some(60), ..Budget::default() }
}

fn answered(search: &Search) -> bool {
    matches!(search.outcome, Outcome::Exhausted | Outcome::Stopped)
}

/// Fewer cases than usual, for larger puzzles.
fn fewer(by: u32) -> ProptestConfig {
    let config = ProptestConfig::default();
    ProptestConfig { cases: config.cases.div_ceil(by), ..config }
}
