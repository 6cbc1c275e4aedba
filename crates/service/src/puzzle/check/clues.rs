//! Which clues of a puzzle are needed.

use quadrille_cover::Budget;
use quadrille_sudoku::{Engine, Puzzle, Uniqueness};

/// Which clues of a unique puzzle are needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clues {
    /// Cells of the redundant clues: without any single one of these clues the puzzle is still unique.
    pub redundant: Vec<usize>,
    /// Whether some clue could not be decided, because of a limit or a fault of the engine.
    pub open: bool,
}

impl Clues {
    /// Asks the engine about the puzzle without each of its clues: it has more solutions without those that are needed.
    pub fn of(puzzle: &Puzzle, engine: Engine, budget: &Budget) -> Self {
        let mut clues = Self { redundant: Vec::new(), open: false };
        let mut fewer = puzzle.givens().clone();
        for (cell, &digit) in puzzle.givens().cells().iter().enumerate() {
            if digit == 0 {
                continue;
            }
            fewer.set(cell, 0);
            match engine.uniqueness(&Puzzle::new(fewer.clone()), budget) {
                Some(Uniqueness::Unique) => clues.redundant.push(cell),
                Some(Uniqueness::Multiple) => {}
                // Without this clue there are at least as many solutions, so `None` is a fault of the engine.
                Some(Uniqueness::None) | None => clues.open = true,
            }
            fewer.set(cell, digit);
        }
        clues
    }

    /// Whether every clue is needed, if that is known.
    pub fn minimal(&self) -> Option<bool> {
        match (&*self.redundant, self.open) {
            ([_, ..], _) => Some(false),
            ([], true) => None,
            ([], false) => Some(true),
        }
    }
}
