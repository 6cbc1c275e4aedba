//! All engines that answer give the same answer.

use std::collections::HashSet;
use std::sync::LazyLock;

use proptest::prelude::*;
use quadrille_cover::{Budget, Outcome};
use quadrille_sudoku::engine::singles::Closing;
use quadrille_sudoku::{Engine, Grid, Order, Puzzle, Watch};

use crate::puzzles::{nine, small, unique};
use crate::{COMPLETE, DEDUCING, answered, exhaust, fewer, patience, search};

proptest! {
    #[test]
    fn every_engine_finds_the_same_set_of_solutions(puzzle in small()) {
        let all = lawful_completions(&puzzle);
        for engine in COMPLETE {
            let (ended, solutions) = exhaust(engine, &puzzle);
            prop_assert_eq!(ended.outcome, Outcome::Exhausted);
            prop_assert_eq!(solutions.len(), all.len(), "{}", engine);
            prop_assert_eq!(HashSet::from_iter(solutions), all.clone(), "{}", engine);
        }
        for engine in DEDUCING {
            let (ended, solutions) = exhaust(engine, &puzzle);
            if ended.outcome != Outcome::Stalled {
                prop_assert_eq!(HashSet::from_iter(solutions), all.clone(), "{}", engine);
            }
        }
    }

    #[test]
    fn what_singles_close_is_so_in_every_solution(puzzle in small()) {
        check_singles(&puzzle, &exhaust(Engine::NaiveTree, &puzzle).1)?;
    }
}

proptest! {
    #![proptest_config(fewer(4))]

    #[test]
    fn every_engine_that_ends_agrees_on_9x9(puzzle in nine()) {
        check_agreement(&puzzle)?;
    }

    #[test]
    fn singles_are_right_on_9x9_even_where_they_stall(puzzle in unique(Order::NINE, 24..40)) {
        let solution = Engine::Masks.first(&puzzle).unwrap();
        check_singles(&puzzle, &[solution])?;
    }
}

proptest! {
    #![proptest_config(fewer(32))]

    #[test]
    fn every_engine_that_ends_agrees_on_16x16(puzzle in unique(Order::new(4).unwrap(), 120..200)) {
        check_agreement(&puzzle)?;
        check_singles(&puzzle, &[Engine::Masks.first(&puzzle).unwrap()])?;
    }
}

/// Checks that all engines that answer find the same number of solutions, and the same solutions if
/// the search is exhausted.
fn check_agreement(puzzle: &Puzzle) -> Result<(), TestCaseError> {
    let (by_masks, expected) = search(Engine::Masks, puzzle, &patience(), Watch::Off);
    prop_assert!(answered(&by_masks), "masks spent its budget");
    let (by_dlx, _) = search(Engine::Dlx, puzzle, &Budget::solutions(60), Watch::Off);
    prop_assert_eq!(by_dlx, by_masks);
    for engine in Engine::ALL {
        let (ended, solutions) = search(engine, puzzle, &patience(), Watch::Off);
        if !answered(&ended) {
            continue;
        }
        prop_assert_eq!(ended.outcome, by_masks.outcome, "{}", engine);
        prop_assert_eq!(solutions.len(), expected.len(), "{}", engine);
        let different: HashSet<&Grid> = solutions.iter().collect();
        prop_assert_eq!(different.len(), solutions.len(), "{} gave a solution twice", engine);
        // Where the limit of sixty is reached, engines may find different solutions.
        if ended.outcome == Outcome::Exhausted {
            prop_assert!(expected.iter().all(|grid| different.contains(grid)), "{}", engine);
        }
    }
    Ok(())
}

/// Checks that each digit placed by singles stands in all these solutions, and that the candidates
/// left in open cells include the digits of the solutions.
fn check_singles(puzzle: &Puzzle, solutions: &[Grid]) -> Result<(), TestCaseError> {
    if puzzle.clash().is_some() {
        return Ok(()); // no digit is right
    }
    let mut closing = Closing::new(puzzle);
    closing.close_all();
    for solution in solutions {
        for (cell, &closed) in closing.grid().cells().iter().enumerate() {
            let digit = solution.digit(cell);
            if closed > 0 {
                prop_assert_eq!(closed, digit, "cell {}", cell);
            } else {
                prop_assert!(closing.candidates(cell) >> (digit - 1) & 1 == 1, "cell {}", cell);
            }
        }
    }
    prop_assert!(solutions.is_empty() || !closing.is_contradictory());
    Ok(())
}

/// The solutions of a 4x4 puzzle, by checking all full 4x4 grids.
fn lawful_completions(puzzle: &Puzzle) -> HashSet<Grid> {
    static ALL: LazyLock<Vec<Grid>> = LazyLock::new(all_4x4);
    ALL.iter().filter(|grid| puzzle.is_solved_by(grid)).cloned().collect()
}

/// Every full 4x4 grid, built row by row without an engine.
fn all_4x4() -> Vec<Grid> {
    let mut rows = Vec::new();
    for code in 0..256u32 {
        let row: Vec<u8> = (0..4).map(|i| (code >> (2 * i) & 3) as u8 + 1).collect();
        if (1..=4).all(|digit| row.contains(&digit)) {
            rows.push(row);
        }
    }
    assert_eq!(rows.len(), 24, "the orders of four digits");
    let mut grids = vec![Vec::new()];
    for _ in 0..4 {
        let longer = |grid: &Vec<u8>| {
            let grid = grid.clone();
            rows.iter().map(move |row| [&grid[..], row].concat())
        };
        grids = grids.iter().flat_map(longer).collect();
        grids.retain(|cells| {
            let mut padded = cells.clone();
            padded.resize(16, 0);
            Grid::from_cells(padded).unwrap().clash().is_none()
        });
    }
    grids.into_iter().map(|cells| Grid::from_cells(cells).unwrap()).collect()
}

#[test]
fn the_empty_4x4_grid_has_288_solutions_in_every_engine() {
    let empty = Puzzle::new(Grid::empty(Order::new(2).unwrap()));
    let all = lawful_completions(&empty);
    assert_eq!(all.len(), 288, "OEIS A107739");
    for engine in COMPLETE {
        assert_eq!(HashSet::from_iter(exhaust(engine, &empty).1), all, "{engine}");
    }
    for engine in DEDUCING {
        assert_eq!(engine.count(&empty, 2), (0, Outcome::Stalled), "{engine}");
    }
}
