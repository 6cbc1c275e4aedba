//! What a step of a hint or of a search points at: candidates struck, and the cells it follows
//! from.

use quadrille_sudoku::engine::human::{Candidate, Deduction};

/// What is to be marked in the grid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pointed {
    /// Candidates that the step strikes.
    pub struck: Vec<Candidate>,
    /// Cells that its reason speaks of.
    pub reason: Vec<usize>,
    /// Candidates that the steps before it have struck, and that are none any more.
    pub gone: Vec<Candidate>,
}

impl Pointed {
    /// By a deduction, after others have struck what is gone.
    pub fn by(deduction: &Deduction, gone: Vec<Candidate>) -> Self {
        Self { struck: deduction.struck.clone(), reason: deduction.reason_cells(), gone }
    }
}
