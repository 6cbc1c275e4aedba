//! The clauses that `large` learns and drops never change the answer.

use std::collections::HashSet;

use proptest::prelude::*;
use quadrille_cover::{Budget, Outcome};
use quadrille_sudoku::format::{InputFormat, read::read_one};
use quadrille_sudoku::{Engine, Grid, Order, Puzzle, Watch};

use crate::encoding::LETTERS;
use crate::puzzles::{nine, unique};
use crate::{fewer, search};

/// A budget for both engines; most of these puzzles need far less.
fn most() -> Budget {
    Budget { nodes: Some(100_000), solutions: Some(3_000), ..Budget::default() }
}

/// Checks that `large` finds the solutions that dancing links find, each once.
fn check_against_dlx(puzzle: &Puzzle) -> Result<(), TestCaseError> {
    let (by_dlx, expected) = search(Engine::Dlx, puzzle, &most(), Watch::Off);
    let (by_large, found) = search(Engine::Large, puzzle, &most(), Watch::Off);
    let different: HashSet<&Grid> = found.iter().collect();
    prop_assert_eq!(different.len(), found.len(), "a solution was given twice");
    if by_dlx.outcome == Outcome::BudgetSpent || by_large.outcome == Outcome::BudgetSpent {
        return Ok(());
    }
    prop_assert_eq!(by_large, by_dlx);
    if by_dlx.outcome == Outcome::Exhausted {
        prop_assert_eq!(different, expected.iter().collect::<HashSet<_>>());
    }
    Ok(())
}

/// The puzzle without some of its clues, and with a wrong clue if `wrong`.
fn loosened(puzzle: &Puzzle, removed: usize, wrong: bool) -> Puzzle {
    let mut grid = puzzle.givens().clone();
    let clues: Vec<usize> = (0..grid.cells().len()).filter(|&cell| grid.digit(cell) > 0).collect();
    for &cell in clues.iter().step_by(7).take(removed) {
        grid.set(cell, 0);
    }
    if wrong {
        let cell = clues[1];
        let side = grid.order().side() as u8;
        grid.set(cell, grid.digit(cell) % side + 1);
    }
    Puzzle::new(grid)
}

proptest! {
    #![proptest_config(fewer(4))]

    #[test]
    fn many_solutions_of_a_9x9_are_those_of_dlx(puzzle in nine(), removed in 0..8usize) {
        check_against_dlx(&loosened(&puzzle, removed, false))?;
    }

    #[test]
    fn many_solutions_of_a_16x16_are_those_of_dlx(
        puzzle in unique(Order::new(4).unwrap(), 105..140),
        removed in 0..9usize,
        wrong in any::<bool>(),
    ) {
        check_against_dlx(&loosened(&puzzle, removed, wrong))?;
    }
}

/// The puzzle has more solutions than `large` excludes by clauses, so later ones are excluded without a clause.
#[test]
fn a_16x16_puzzle_has_all_its_537_solutions() {
    let puzzle = read_one(LETTERS, InputFormat::Auto, None).unwrap();
    let (ended, found) = search(Engine::Large, &puzzle, &Budget::default(), Watch::Off);
    assert_eq!((ended.outcome, found.len()), (Outcome::Exhausted, 537));
    check_against_dlx(&puzzle).unwrap();
}
