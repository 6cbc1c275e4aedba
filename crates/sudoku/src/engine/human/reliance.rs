//! Which strikes a deduction relies on: it speaks of cells and units, and holds as long as
//! nothing is a candidate there that was none when it was found.

use super::deduction::{Because, Candidate, Claim, Deduction, Premise};
use crate::grid::{Layout, Unit};

impl Deduction {
    /// Whether it may rely on a candidate having been struck before. If not it follows without
    /// that strike too; the other way round it is only likely.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn relies_on(&self, struck: Candidate) -> bool {
        let layout = self.order.layout();
        let (cell, digit) = struck;
        let within = |unit: Unit| stands_in(layout, cell, unit);
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

/// Whether some claim of a chain, that a digit stands in a cell, may rely on a strike: of
/// another digit of the cell, or of the digit in one of its units.
fn chain_relies(layout: &Layout, chain: &[Claim], (cell, digit): Candidate) -> bool {
    let shares_a_unit = |other: usize| {
        layout.row[other] == layout.row[cell]
            || layout.column[other] == layout.column[cell]
            || layout.region[other] == layout.region[cell]
    };
    chain
        .iter()
        .filter(|claim| claim.stands)
        .any(|claim| claim.cell == cell || claim.digit == digit && shares_a_unit(claim.cell))
}

fn stands_in(layout: &Layout, cell: usize, unit: Unit) -> bool {
    let number = match unit {
        Unit::Row(_) => layout.row[cell],
        Unit::Column(_) => layout.column[cell],
        Unit::Region(_) => layout.region[cell],
    };
    usize::from(number) == unit.index()
}

#[cfg(test)]
mod tests {
    use super::super::state::State;
    use super::super::technique::Technique;
    use super::super::testing::{at, blank};

    /// What a technique finds once these candidates are struck, and which of the strikes it does
    /// without.
    fn not_relied_on(state: &State, technique: Technique) -> Vec<(usize, u8)> {
        let deduction = state.found(technique).expect("the technique finds something");
        let struck = (0..81).flat_map(|cell| (1..=9).map(move |digit| (cell, digit)));
        struck
            .filter(|&(cell, digit)| !state.has(cell, digit))
            .filter(|&candidate| !deduction.relies_on(candidate))
            .collect()
    }

    #[test]
    fn a_single_relies_on_its_own_cell_or_unit() {
        let mut state = blank().with(at(2, 2), &[5]);
        state.strike(at(9, 9), 5);
        assert_eq!(not_relied_on(&state, Technique::NakedSingle), [(at(9, 9), 5)]);
        let mut state = blank().with_row(4, 7, &[1]);
        state.strike(at(4, 1), 6);
        state.strike(at(5, 3), 7);
        let spared = not_relied_on(&state, Technique::HiddenSingleInLine);
        assert_eq!(spared, [(at(4, 1), 6), (at(5, 3), 7)]);
    }

    #[test]
    fn a_fish_relies_on_its_base_and_a_pair_on_its_cells() {
        let mut state = blank().with_row(2, 5, &[3, 8]).with_row(7, 5, &[3, 8]);
        state.strike(at(4, 4), 5);
        state.strike(at(2, 3), 9);
        assert_eq!(not_relied_on(&state, Technique::XWing), [(at(2, 3), 9), (at(4, 4), 5)]);
        let mut state = blank().with(at(1, 1), &[1, 2]).with(at(1, 7), &[1, 2]);
        state.strike(at(1, 9), 1);
        assert_eq!(not_relied_on(&state, Technique::NakedPair), [(at(1, 9), 1)]);
    }

    #[test]
    fn a_chain_relies_on_the_cells_and_units_that_leave_no_choice() {
        let pairs = [((1, 1), [1, 2]), ((1, 9), [2, 3]), ((9, 9), [3, 4]), ((9, 2), [1, 4])];
        let mut state = pairs
            .iter()
            .fold(blank(), |state, &((row, column), digits)| state.with(at(row, column), &digits));
        state.strike(at(5, 5), 7);
        assert_eq!(not_relied_on(&state, Technique::XyChain), [(at(5, 5), 7)]);
    }
}
