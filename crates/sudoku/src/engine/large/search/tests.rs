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

/// The solutions and the number of dead ends, if clauses are dropped after every `drop_every` dead
/// ends, and `wasted` dead ends were wasted before the search.
fn solutions(puzzle: &Puzzle, drop_every: u64, wasted: u64) -> (Vec<Grid>, u64) {
    solutions_by(puzzle, |search| {
        search.next_drop = drop_every;
        search.drop_every = drop_every;
        search.drop_later = 0;
        search.wasted = wasted;
    })
}

/// The solutions and the number of dead ends of a search changed by `arrange`.
fn solutions_by(puzzle: &Puzzle, arrange: impl Fn(&mut LearningSearch<'_>)) -> (Vec<Grid>, u64) {
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

/// The givens of a random puzzle with one solution.
fn givens(generator: &Generator, mut stream: Stream) -> Grid {
    let made = (0..10).find_map(|_| generator.attempt(&mut stream).ok()).expect("a puzzle");
    made.puzzle.givens().clone()
}

#[test]
fn searching_the_rest_without_learning_loses_and_repeats_no_solution() {
    let generator = Generator::new(Recipe::new(Order::new(3).unwrap())).unwrap();
    let mut met = 0;
    for seed in 0..12 {
        let mut givens = givens(&generator, Stream::new(seed, 1));
        let clues = (0..81).filter(|&cell| givens.digit(cell) > 0).step_by(7);
        for clue in clues.collect::<Vec<_>>() {
            givens.set(clue, 0);
        }
        let puzzle = Puzzle::new(givens);
        let (found, _) = solutions(&puzzle, 100, 0);
        assert!(found.windows(2).all(|two| two[0] != two[1]));
        // The solutions are the same without a tail search, and with one that soon ends.
        assert_eq!(found, solutions(&puzzle, 100, WASTE + 1).0);
        assert_eq!(found, solutions(&puzzle, 100, WASTE).0);
        met += found.len();
    }
    assert!(met > 1000, "only {met} solutions");
}

#[test]
fn dropping_clauses_often_loses_no_solution() {
    let generator = Generator::new(Recipe::new(Order::new(4).unwrap())).unwrap();
    let mut dead_ends = 0;
    for seed in 0..6 {
        let mut givens = givens(&generator, Stream::new(seed, 0));
        let clue = givens.cells().iter().position(|&digit| digit > 0).unwrap();
        givens.set(clue, 0);
        let puzzle = Puzzle::new(givens);
        let (found, ended) = solutions(&puzzle, 2, 0);
        assert_eq!(found, solutions(&puzzle, u64::MAX / 2, 0).0);
        let masks = Engine::Masks.count(&puzzle, u64::MAX).0;
        assert_eq!(found.len() as u64, masks);
        dead_ends += ended;
    }
    assert!(dead_ends > 100, "only {dead_ends} dead ends: too few for clauses to matter");
}

#[test]
fn beginning_anew_often_loses_and_repeats_no_solution() {
    let generator = Generator::new(Recipe::new(Order::new(4).unwrap())).unwrap();
    let (mut more, mut met) = (0, 0);
    for seed in 0..8 {
        let mut givens = givens(&generator, Stream::new(seed, 2));
        for _ in 0..=seed % 2 {
            let clue = givens.cells().iter().position(|&digit| digit > 0).unwrap();
            givens.set(clue, 0);
        }
        let puzzle = Puzzle::new(givens);
        let (expected, once) = solutions(&puzzle, 1000, 0);
        assert!(expected.windows(2).all(|two| two[0] != two[1]));
        for choices in [Choices::Activity, Choices::Room, Choices::Memory] {
            let (found, dead_ends) = solutions_by(&puzzle, |search| {
                search.restarts.choices = choices;
                (search.restarts.deep, search.restarts.round) = (1, 3);
                search.restarts.round_by_memory = 5;
            });
            assert_eq!(found, expected);
            more += usize::from(dead_ends > once);
        }
        met += expected.len();
    }
    assert!(more > 8 && met > 20, "only {more} searches with restarts and {met} solutions");
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
