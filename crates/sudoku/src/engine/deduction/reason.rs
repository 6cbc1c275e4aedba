//! The cells that the reason of a deduction names, to be marked for a learner.

use super::{Because, Deduction, Premise};
use crate::grid::{Order, Unit};

impl Deduction {
    /// The cells from which the deduction follows, in reading order: those that its reason names, and
    /// those where the units that it names meet. Empty if the reason is about the whole grid, or only
    /// about the cell in which a digit is placed.
    pub fn reason_cells(&self) -> Vec<usize> {
        let order = self.order;
        let mut cells: Vec<usize> = match &self.because {
            Because::OnlyPlace(unit) => unit.cells(order).collect(),
            Because::OnlyCandidate | Because::BugPlusOne => Vec::new(),
            Because::Locked { within, to, .. } => crossing(order, *within, *to).collect(),
            Because::Subset { cells, .. } => cells.clone(),
            Because::Fish { base, cover, fins, .. } => {
                let across = |&line| cover.iter().flat_map(move |&to| crossing(order, line, to));
                base.iter().flat_map(across).chain(fins.iter().copied()).collect()
            }
            Because::Wing { pivot, pincers, .. } => vec![*pivot, pincers[0], pincers[1]],
            Because::Bridge { ends, .. } => ends.to_vec(),
            Because::Rectangle { corners, .. } => corners.to_vec(),
            Because::Colours { colours, .. } => colours.concat(),
            Because::Chain(chain) => chain.iter().map(|claim| claim.cell).collect(),
            Because::Chains { from, chains } => {
                let from = match *from {
                    Premise::Cell(cell) => vec![cell],
                    // A chain begins in each place of the digit, so the chains name these cells.
                    Premise::Unit(..) => Vec::new(),
                };
                from.into_iter().chain(chains.iter().flatten().map(|claim| claim.cell)).collect()
            }
        };
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

/// The cells that two units share.
fn crossing(order: Order, unit: Unit, other: Unit) -> impl Iterator<Item = usize> {
    let others: Vec<usize> = other.cells(order).collect();
    unit.cells(order).filter(move |cell| others.contains(cell))
}
