//! What one engine claims about a puzzle.

use quadrille_cover::Search;
use quadrille_sudoku::{Engine, Grid, Puzzle};
use quadrille_tables::Answer;

#[derive(Clone, Debug)]
pub struct Claim {
    pub engine: Engine,
    pub answer: Answer,
    pub search: Search,
    /// Wall time of the search, if it was measured.
    pub wall_ns: Option<u64>,
    /// The first two solutions found.
    pub solutions: [Option<Grid>; 2],
    /// Which clues are needed, if that was asked and the puzzle is unique.
    pub clues: Option<Clues>,
}

impl Claim {
    /// Whether the solutions are solutions of the puzzle, and differ.
    pub fn has_true_solutions(&self, puzzle: &Puzzle) -> bool {
        let [first, second] = &self.solutions;
        let all_solve = self.solutions.iter().flatten().all(|grid| puzzle.is_solved_by(grid));
        all_solve && (first != second || first.is_none())
    }
}

/// Which clues of a unique puzzle are needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clues {
    /// Cells of the redundant clues: without any single one of these clues the puzzle is still unique.
    pub redundant: Vec<usize>,
    /// Whether some clue could not be decided, because of a limit or a fault of the engine.
    pub open: bool,
}

impl Clues {
    /// Whether every clue is needed, if that is known.
    pub fn minimal(&self) -> Option<bool> {
        match (&*self.redundant, self.open) {
            ([_, ..], _) => Some(false),
            ([], true) => None,
            ([], false) => Some(true),
        }
    }
}
