//! The cells that a reason speaks of, to be marked for a learner.

use super::deduction::{Because, Deduction, Premise};
use crate::grid::{Order, Unit};

impl Deduction {
    /// The cells from which it follows, in reading order: those that its reason names, and those
    /// where the units meet that it names. None of a reason that speaks of the whole grid, or only
    /// of the cell that a digit is placed in.
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
                    // Each of its places begins a chain.
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

#[cfg(test)]
mod tests {
    use super::super::state::State;
    use super::super::technique::Technique;
    use super::super::testing::{at, blank, cells};

    fn reason(state: &State, technique: Technique) -> Vec<usize> {
        state.found(technique).expect("the technique finds something").reason_cells()
    }

    #[test]
    fn a_single_follows_from_its_unit_or_from_nothing_else() {
        let single = blank().with_row(4, 7, &[1]);
        assert_eq!(reason(&single, Technique::HiddenSingleInLine), (27..36).collect::<Vec<_>>());
        let single = blank().with(at(2, 2), &[5]);
        assert_eq!(reason(&single, Technique::NakedSingle), []);
    }

    #[test]
    fn a_fish_follows_from_where_its_lines_cross_and_a_pair_from_its_cells() {
        let fish = blank().with_row(2, 5, &[3, 8]).with_row(7, 5, &[3, 8]);
        assert_eq!(reason(&fish, Technique::XWing), cells([(2, 3), (2, 8), (7, 3), (7, 8)]));
        let pair = blank().with(at(1, 1), &[1, 2]).with(at(1, 7), &[1, 2]);
        assert_eq!(reason(&pair, Technique::NakedPair), cells([(1, 1), (1, 7)]));
    }

    #[test]
    fn a_chain_follows_from_its_cells() {
        let pairs = [((1, 1), [1, 2]), ((1, 9), [2, 3]), ((9, 9), [3, 4]), ((9, 2), [1, 4])];
        let state = pairs
            .iter()
            .fold(blank(), |state, &((row, column), digits)| state.with(at(row, column), &digits));
        let expected = cells([(1, 1), (1, 9), (9, 2), (9, 9)]);
        assert_eq!(reason(&state, Technique::XyChain), expected);
    }
}
