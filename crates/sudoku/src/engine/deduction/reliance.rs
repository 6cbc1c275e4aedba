//! The strikes that a deduction relies on. A deduction names cells and units, and holds as long as
//! these have no candidates that they did not have when the deduction was found.

use super::{Because, Candidate, Claim, Deduction, Premise};
use crate::grid::{Layout, Unit};

impl Deduction {
    /// Whether the deduction may rely on a candidate having been struck before. If the result is
    /// `false`, the deduction follows without that strike too; if `true`, it probably does not.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn relies_on(&self, struck: Candidate) -> bool {
        let layout = self.order.layout();
        let (cell, digit) = struck;
        let units = layout.units_of(cell);
        let within = |unit: Unit| units.contains(&unit.number(self.order));
        match &self.because {
            Because::OnlyPlace(unit) => {
                self.placed.is_some_and(|(_, placed)| placed == digit) && within(*unit)
            }
            Because::OnlyCandidate => self.placed.is_some_and(|(placed, _)| placed == cell),
            Because::Locked { digit: locked, within: unit, .. } => {
                *locked == digit && within(*unit)
            }
            Because::Subset { cells, .. } if self.technique.name().starts_with("naked") => {
                cells.contains(&cell)
            }
            Because::Subset { unit, digits, .. } => digits.contains(&digit) && within(*unit),
            Because::Fish { digit: fish, base, .. } => {
                *fish == digit && base.iter().any(|&unit| within(unit))
            }
            Because::Wing { pivot, pincers, .. } => *pivot == cell || pincers.contains(&cell),
            Because::Bridge { ends, unit, linked, .. } => {
                ends.contains(&cell) || *linked == digit && within(*unit)
            }
            Because::Rectangle { corners, digits, locked, .. } => {
                corners.contains(&cell) || digits.contains(&digit) && locked.is_some_and(within)
            }
            Because::BugPlusOne => true,
            Because::Colours { digit: coloured, .. } => *coloured == digit,
            Because::Chain(chain) => chain_relies(layout, chain, struck),
            Because::Chains { from, chains } => {
                let starts = match *from {
                    Premise::Cell(from) => from == cell,
                    Premise::Unit(unit, of) => of == digit && within(unit),
                };
                starts || chains.iter().any(|chain| chain_relies(layout, chain, struck))
            }
        }
    }
}

/// Whether a claim of a chain may rely on a strike. A claim that a digit stands in a cell may rely
/// on strikes of other digits in the cell, and of the same digit in the cell's units.
fn chain_relies(layout: &Layout, chain: &[Claim], (cell, digit): Candidate) -> bool {
    chain.iter().filter(|claim| claim.stands).any(|claim| {
        claim.cell == cell || claim.digit == digit && layout.share_a_unit(claim.cell, cell)
    })
}
