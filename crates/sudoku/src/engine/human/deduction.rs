//! A deduction: what is concluded, by which technique, and from what.

use super::state::State;
use super::technique::Technique;
use crate::grid::{Order, Unit};

/// A candidate: a cell and a digit.
pub type Candidate = (usize, u8);

/// One step of the player: a digit placed, or candidates struck. Cells are numbered from 0 in
/// reading order. Its `Display` explains it to a learner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deduction {
    /// The order of the grid.
    pub order: Order,
    /// The technique.
    pub technique: Technique,
    /// The digit placed, if one is, with its cell. What it strikes from the cell's neighbours
    /// goes without saying.
    pub placed: Option<Candidate>,
    /// The candidates struck; none if a digit is placed.
    pub struck: Vec<Candidate>,
    /// The cells, units and digits from which it follows.
    pub because: Because,
}

impl Deduction {
    /// A digit placed.
    pub(super) fn place(
        state: &State,
        technique: Technique,
        placed: Candidate,
        because: Because,
    ) -> Self {
        let order = state.grid().order();
        Self { order, technique, placed: Some(placed), struck: Vec::new(), because }
    }

    /// Candidates struck, if there are any.
    pub(super) fn strike(
        state: &State,
        technique: Technique,
        struck: Vec<Candidate>,
        because: impl FnOnce() -> Because,
    ) -> Option<Self> {
        let order = state.grid().order();
        let made = |struck| Self { order, technique, placed: None, struck, because: because() };
        (!struck.is_empty()).then_some(struck).map(made)
    }
}

/// From what a deduction follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Because {
    /// The unit has one place left for the digit.
    OnlyPlace(Unit),
    /// The cell has one candidate left.
    OnlyCandidate,
    /// Locked candidates: what the digit may take in `within` lies in `to` as well.
    Locked {
        /// The digit.
        digit: u8,
        /// Where it has places in the other unit only.
        within: Unit,
        /// The other unit, from the rest of which it is struck.
        to: Unit,
    },
    /// As many cells as digits, which have no others (naked), or of which the digits have no
    /// other places in the unit (hidden).
    Subset {
        /// The unit.
        unit: Unit,
        /// The cells.
        cells: Vec<usize>,
        /// The digits.
        digits: Vec<u8>,
    },
    /// A fish: as many base lines as cover lines across them.
    Fish {
        /// The digit.
        digit: u8,
        /// The lines in which the digit stands in the cover lines only.
        base: Vec<Unit>,
        /// The lines across.
        cover: Vec<Unit>,
        /// Places in the base lines outside the cover lines, all in one region.
        fins: Vec<usize>,
    },
    /// An XY-wing or XYZ-wing: one of the pincers (or the pivot) holds the digit.
    Wing {
        /// The cell that sees both pincers.
        pivot: usize,
        /// The two others.
        pincers: [usize; 2],
        /// The digit.
        digit: u8,
    },
    /// A W-wing: two cells with the same two candidates, of which one cannot be in both.
    Bridge {
        /// The two cells.
        ends: [usize; 2],
        /// The unit in which `linked` has two places only, each seen by one end.
        unit: Unit,
        /// The candidate that cannot be in both ends.
        linked: u8,
        /// The other, which is then in one of them.
        digit: u8,
    },
    /// A unique rectangle.
    Rectangle {
        /// The corners: two rows, two columns and two regions.
        corners: [usize; 4],
        /// The digits that could change places.
        digits: [u8; 2],
        /// The corners with more candidates.
        roof: Vec<usize>,
        /// Where the first digit has no places but the roof (type 4).
        locked: Option<Unit>,
    },
    /// BUG+1: with any other digit in the cell there would be two solutions or none.
    BugPlusOne,
    /// Simple colouring: one of the two colours is right.
    Colours {
        /// The digit.
        digit: u8,
        /// Its places in the two colours.
        colours: [Vec<usize>; 2],
        /// Two places of the first colour that see each other, if that is why it is wrong.
        clash: Option<[usize; 2]>,
    },
    /// A chain: if the first claim holds then the second does, and so on.
    Chain(Vec<Claim>),
    /// Chains from all there is to choose from, one of which must be right, to one end.
    Chains {
        /// Whose candidates they start from.
        from: Premise,
        /// The chains, each from a candidate that is supposed to stand.
        chains: Vec<Vec<Claim>>,
    },
}

/// That a digit stands in a cell, or that it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The cell.
    pub cell: usize,
    /// The digit.
    pub digit: u8,
    /// Whether it stands there.
    pub stands: bool,
}

/// What has to be one of its candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Premise {
    /// A cell must hold one of its candidates.
    Cell(usize),
    /// A unit must hold a digit in one of its places.
    Unit(Unit, u8),
}
