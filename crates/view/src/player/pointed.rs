//! The marks of a step of a hint or of a search: candidates struck out, the cells of the reason, and wrong digits.

use quadrille_sudoku::engine::human::{Candidate, Deduction};

/// What the grid marks while a step is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pointed {
    /// Candidates that the step strikes out.
    pub struck: Vec<Candidate>,
    /// Cells that are part of the reason for the step.
    pub reason: Vec<usize>,
    /// Candidates that earlier steps have struck out.
    pub gone: Vec<Candidate>,
    /// Cells with a digit that the only solution does not have.
    pub wrong: Vec<usize>,
}

impl Pointed {
    /// What is highlighted for a deduction, after earlier steps have struck out the candidates in `gone`.
    pub fn by(deduction: &Deduction, gone: Vec<Candidate>) -> Self {
        let (struck, reason) = (deduction.struck.clone(), deduction.reason_cells());
        Self { struck, reason, gone, wrong: Vec::new() }
    }
}
