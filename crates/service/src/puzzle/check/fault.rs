//! What is wrong with an answer.

use quadrille_sudoku::{Grid, Puzzle};

/// Why a grid is no solution of a puzzle.
pub fn fault(puzzle: &Puzzle, grid: &Grid) -> String {
    if puzzle.order() != grid.order() {
        let (found, expected) = (grid.order().side(), puzzle.order().side());
        return format!("the answer has {found} rows, the puzzle {expected}");
    }
    let side = puzzle.order().side();
    let place = |cell: usize| format!("row {} column {}", cell / side + 1, cell % side + 1);
    for (cell, &digit) in grid.cells().iter().enumerate() {
        let given = puzzle.givens().digit(cell);
        if digit == 0 {
            return format!("the answer is empty at {}", place(cell));
        }
        if given != 0 && given != digit {
            return format!("the answer has {digit} at {}, the puzzle {given}", place(cell));
        }
    }
    match Puzzle::new(grid.clone()).contradiction() {
        Some(why) => format!("in the answer, {why}"),
        None => "the answer breaks a restriction of the puzzle".to_owned(),
    }
}
