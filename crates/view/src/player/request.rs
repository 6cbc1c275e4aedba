//! What the player asks its caller to do.

use std::sync::Arc;

use quadrille_sudoku::rules::Rules;
use quadrille_sudoku::{Engine, Order, Puzzle};

use super::Challenge;

/// Work that takes time or accesses files, which the caller carries out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Solve a puzzle with an engine.
    Solve(Engine, Puzzle),
    /// Generate puzzle number `number` of a seed.
    Generate {
        /// The size of the grid.
        order: Order,
        /// The difficulty of the puzzle.
        challenge: Challenge,
        /// The seed of all random choices.
        seed: u64,
        /// The number of the puzzle, from 0.
        number: u64,
    },
    /// Find the only solution of a puzzle, which digits are then compared with.
    Compare(Puzzle),
    /// Work on puzzles under rules, by engines of exact cover.
    Under(Arc<Rules>, Box<Request>),
    /// Cancel the current work.
    Cancel,
    /// Load a file.
    Load(String),
    /// Save to a file.
    Save {
        /// The name of the file.
        name: String,
        /// Whether an existing file may be replaced.
        replace: bool,
    },
}
