//! Dropping clauses, restarts and the tail search lose no solution and repeat none.

use std::ops::ControlFlow;

use quadrille_cover::Budget;
use quadrille_cover::random::Stream;
use quadrille_cover::search::Counter;

use super::super::{equal, root::Root, rules};
use super::*;
use crate::engine::{Engine, Watch};
use crate::generate::{Generator, Recipe};
use crate::grid::{Order, Puzzle};

/// The solutions and the number of dead ends of a search changed by `arrange`.
fn solutions(puzzle: &Puzzle, arrange: fn(&mut LearningSearch<'_>)) -> (Vec<Grid>, u64) {
    let budget = Budget::default();
    let mut counter = Counter::new(&budget);
    let mut root = Root::new(puzzle);
    assert!(root.place_singles(&mut counter).is_continue());
    let model = equal::merged(rules::rules(&root).unwrap(), &|| true).ok().unwrap();
    let mut grids = Vec::new();
    let mut visit = |grid: &Grid| {
        grids.push(grid.clone());
        ControlFlow::Continue(())
    };
    let mut search = LearningSearch::new(&model, root.grid, &mut counter);
    arrange(&mut search);
    let outcome = search.run(&mut counter, &mut Found::new(&budget, &mut visit));
    assert_eq!(outcome, Outcome::Exhausted);
    assert_eq!(counter.leaves, counter.forks + 1);
    let dead_ends = counter.leaves - grids.len() as u64;
    grids.sort_unstable_by(|a, b| a.cells().cmp(b.cells()));
    (grids, dead_ends)
}

fn restart_often(search: &mut LearningSearch<'_>, choices: Choices) {
    let restarts = &mut search.restarts;
    (restarts.choices, restarts.deep) = (choices, 1);
    (restarts.round, restarts.round_by_memory) = (3, 5);
}

/// Searches that drop clauses after every second dead end or never, restart often, or soon give up the tail search or do without it.
const WAYS: [fn(&mut LearningSearch<'_>); 7] = [
    |search| (search.next_drop, search.drop_every, search.drop_later) = (2, 2, 0),
    |search| search.next_drop = u64::MAX,
    |search| restart_often(search, Choices::Activity),
    |search| restart_often(search, Choices::Room),
    |search| restart_often(search, Choices::Memory),
    |search| search.wasted = WASTE,
    |search| search.wasted = WASTE + 1,
];

#[test]
fn no_way_to_search_loses_or_repeats_a_solution() {
    // Of the clues of random puzzles with one solution, every `step`-th is removed.
    for (n, seeds, step, most) in [(3, 12, 7, 1000), (4, 8, 100, 20)] {
        let generator = Generator::new(Recipe::new(Order::new(n).unwrap())).unwrap();
        let (mut met, mut dead_ends, mut more) = (0, 0, 0);
        for seed in 0..seeds {
            let mut stream = Stream::new(seed, 1);
            let made = (0..10).find_map(|_| generator.attempt(&mut stream).ok()).expect("a puzzle");
            let mut givens = made.puzzle.givens().clone();
            let clues: Vec<_> = givens.filled_cells().step_by(step).collect();
            for (cell, _) in clues {
                givens.set(cell, 0);
            }
            let puzzle = Puzzle::new(givens);
            let (expected, once) = solutions(&puzzle, |_| ());
            assert_eq!(expected.len() as u64, Engine::Masks.count(&puzzle, u64::MAX).0);
            assert!(expected.windows(2).all(|two| two[0] != two[1]));
            for (way, &arrange) in WAYS.iter().enumerate() {
                let (found, ended) = solutions(&puzzle, arrange);
                assert_eq!(found, expected, "{way}");
                more += usize::from(ended > once);
            }
            (met, dead_ends) = (met + expected.len(), dead_ends + once);
        }
        // With too few dead ends, clauses and restarts would not matter.
        assert!(met > most && dead_ends > 100 && more > 8, "{n}: {met} {dead_ends} {more}");
    }
}

/// A nearly empty grid has many solutions, but a bad early choice can hide them all.
#[test]
fn large_grids_with_next_to_nothing_given_are_soon_filled() {
    for (n, given) in [(5, 0), (6, 0), (6, 36), (7, 0), (7, 49)] {
        let mut grid = Grid::empty(Order::new(n).unwrap());
        for cell in 0..given {
            grid.set(cell, (cell * 5 % given) as u8 + 1);
        }
        let puzzle = Puzzle::new(grid);
        let budget = Budget { nodes: Some(10_000), ..Budget::solutions(2) };
        let mut grids: Vec<Grid> = Vec::new();
        let search = Engine::Large.search(&puzzle, &budget, Watch::Count, &mut |grid| {
            assert!(puzzle.is_solved_by(grid) && !grids.contains(grid));
            grids.push(grid.clone());
            ControlFlow::Continue(())
        });
        assert_eq!(search.outcome, Outcome::Stopped, "{n} {given} {:?}", search.stats);
    }
}

/// In this puzzle a literal implies both literals of more than one free variable at once.
#[test]
fn a_literal_may_imply_more_than_there_are_variables_free() {
    let line = "................97..5..3........18.3.9........6...4......76..8.3.....5..1...9....";
    let digits = line.bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' });
    let puzzle = Puzzle::new(Grid::from_cells(digits.collect()).unwrap());
    assert_eq!(Engine::Large.count(&puzzle, 2).0, 1);
}
