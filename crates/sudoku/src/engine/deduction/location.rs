//! Where a deduction is, for a learner who is to find it: less than its explanation says.

use super::explain::listed;
use super::{Because, Deduction, Premise};
use crate::grid::{CellName, Unit};

/// The units or cells from which a deduction begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// Rows, columns or regions.
    Units(Vec<Unit>),
    /// Cells, in reading order.
    Cells(Vec<usize>),
    /// The whole grid.
    Grid,
}

impl Deduction {
    /// Where to look for the deduction: the units that its technique examines, or else the cells from which it begins.
    pub fn location(&self) -> Location {
        let placed = || self.placed.map(|(cell, _)| cell).into_iter().collect();
        match &self.because {
            Because::OnlyPlace(unit)
            | Because::Subset { unit, .. }
            | Because::Chains { from: Premise::Unit(unit, _), .. } => Location::Units(vec![*unit]),
            Because::Locked { within, .. } => Location::Units(vec![*within]),
            Because::Fish { base, .. } => Location::Units(base.clone()),
            Because::OnlyCandidate => Location::Cells(placed()),
            Because::Wing { pivot, .. } => Location::Cells(vec![*pivot]),
            Because::Bridge { ends, .. } => Location::Cells(ends.to_vec()),
            Because::Rectangle { corners, .. } => Location::Cells(corners.to_vec()),
            Because::Chain(chain) => {
                Location::Cells(chain.first().map(|claim| claim.cell).into_iter().collect())
            }
            Because::Chains { from: Premise::Cell(cell), .. } => Location::Cells(vec![*cell]),
            Because::BugPlusOne | Because::Colours { .. } => Location::Grid,
        }
    }

    /// The [location](Self::location) in words, such as `region 7` or `row 1 column 2 and row 3 column 4`.
    pub fn location_name(&self) -> String {
        match self.location() {
            Location::Units(units) => listed(units, "and"),
            Location::Cells(cells) => {
                listed(cells.iter().map(|&cell| CellName { order: self.order, cell }), "and")
            }
            Location::Grid => "the whole grid".to_owned(),
        }
    }

    /// The cells of the [location](Self::location); none for the whole grid.
    pub fn location_cells(&self) -> Vec<usize> {
        match self.location() {
            Location::Units(units) => {
                units.iter().flat_map(|unit| unit.cells(self.order)).collect()
            }
            Location::Cells(cells) => cells,
            Location::Grid => Vec::new(),
        }
    }

    /// The digits that the deduction is about: those of the pattern, or else those placed or struck out.
    pub fn digits(&self) -> Vec<u8> {
        let mut digits: Vec<u8> = match &self.because {
            Because::Subset { digits, .. } => digits.clone(),
            Because::Rectangle { digits, .. } => digits.to_vec(),
            _ => self.placed.iter().chain(&self.struck).map(|&(_, digit)| digit).collect(),
        };
        digits.sort_unstable();
        digits.dedup();
        digits
    }

    /// The technique and the digits in words, such as `X-wing, digit 5` or `naked pair, digits 3 and 7`.
    pub fn title(&self) -> String {
        let digits = self.digits();
        let s = if digits.len() == 1 { "" } else { "s" };
        format!("{}, digit{s} {}", self.technique, listed(digits, "and"))
    }
}

#[cfg(test)]
mod tests {
    use crate::Puzzle;
    use crate::engine::human::{Assume, State};

    /// Where the first deduction is, and what it is.
    fn first(puzzle: &str) -> (String, String, usize) {
        let puzzle: Puzzle = puzzle.parse().expect("a puzzle");
        let state = State::new(&puzzle);
        let step = state.easiest(Assume::Nothing, &mut |_| true).expect("a deduction");
        (step.location_name(), step.title(), step.location_cells().len())
    }

    #[test]
    fn a_single_is_in_its_unit() {
        let expected = ("row 1".to_owned(), "full house, digit 4".to_owned(), 4);
        assert_eq!(first("123............."), expected);
    }

    #[test]
    fn every_step_of_a_hard_puzzle_has_a_place_and_digits() {
        let puzzle =
            "6....3.1......95....42..6.9..1.7..4.4..89...5.5.........6.....1..3.1..722........";
        let mut state = State::new(&puzzle.parse().expect("a puzzle"));
        let mut titles = Vec::new();
        while let Some(step) = state.easiest(Assume::Nothing, &mut |_| true) {
            assert!(!step.digits().is_empty() && !step.location_name().is_empty(), "{step}");
            titles.push(format!("{}: {}", step.location_name(), step.title()));
            state.apply(&step);
        }
        assert!(titles.iter().any(|title| title.contains("forcing chains, digit")), "{titles:?}");
    }
}
