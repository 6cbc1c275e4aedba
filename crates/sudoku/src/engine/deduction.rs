//! A deduction of the human player: what is concluded, by which technique, and from what.
//!
//! [`explain`] puts deductions into words, [`reason`] lists the cells a reason names, and
//! [`reliance`] says which earlier strikes a deduction needs.

mod explain;
mod location;
mod reason;
mod reliance;
mod technique;

pub use self::location::Location;
pub use self::technique::{Difficulty, Technique};
use crate::grid::{Order, Unit};

/// A candidate: a cell and a digit.
pub type Candidate = (usize, u8);

/// One step of the human player: a digit placed, or candidates struck. Cells are numbered in
/// reading order from 0. The `Display` form explains the step to a learner; `{:#}` names cells and units in short: `r1c9`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deduction {
    /// The order of the grid.
    pub order: Order,
    /// The technique by which the step was found.
    pub technique: Technique,
    /// The cell and the digit placed, if the step places one. The strikes that follow in the cell's
    /// neighbours are not listed.
    pub placed: Option<Candidate>,
    /// The candidates struck; empty if a digit is placed.
    pub struck: Vec<Candidate>,
    /// The cells, units and digits from which the step follows.
    pub because: Because,
}

impl Deduction {
    pub(super) fn place(
        order: Order,
        technique: Technique,
        placed: Candidate,
        because: Because,
    ) -> Self {
        Self { order, technique, placed: Some(placed), struck: Vec::new(), because }
    }

    /// A deduction that strikes candidates; `None` if there are none to strike.
    pub(super) fn strike(
        order: Order,
        technique: Technique,
        struck: Vec<Candidate>,
        because: impl FnOnce() -> Because,
    ) -> Option<Self> {
        let made = |struck| Self { order, technique, placed: None, struck, because: because() };
        (!struck.is_empty()).then_some(struck).map(made)
    }
}

/// The cells, units and digits from which a deduction follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Because {
    /// The unit has one place left for the digit.
    OnlyPlace(Unit),
    /// The cell has one candidate left.
    OnlyCandidate,
    /// Locked candidates: all places of the digit in `within` lie in `to` as well.
    Locked {
        /// The digit that is locked.
        digit: u8,
        /// The unit whose places for the digit all lie in `to`.
        within: Unit,
        /// The unit from the rest of which the digit is struck.
        to: Unit,
    },
    /// A subset: equally many cells and digits of a unit. In a naked subset the cells have no other
    /// candidates; in a hidden one the digits have no other places.
    Subset {
        /// The unit of the subset.
        unit: Unit,
        /// The cells of the subset.
        cells: Vec<usize>,
        /// The digits of the subset.
        digits: Vec<u8>,
    },
    /// A fish: equally many base lines and cover lines, which cross them.
    Fish {
        /// The digit whose places make the fish.
        digit: u8,
        /// The lines whose places for the digit all lie in the cover lines, except the fins.
        base: Vec<Unit>,
        /// The lines across, from which the digit is struck outside the base lines.
        cover: Vec<Unit>,
        /// Places in the base lines outside the cover lines, all in one region.
        fins: Vec<usize>,
    },
    /// An XY-wing or XYZ-wing: one of the pincers (or the pivot of an XYZ-wing) holds the digit.
    Wing {
        /// The cell that sees both pincers.
        pivot: usize,
        /// The two other cells of the wing.
        pincers: [usize; 2],
        /// The digit that one of the cells holds.
        digit: u8,
    },
    /// A W-wing: two cells with the same two candidates, one of which cannot stand in both cells.
    Bridge {
        /// The two cells with the same two candidates.
        ends: [usize; 2],
        /// The unit in which `linked` has exactly two places, each seen by one end.
        unit: Unit,
        /// The candidate that cannot stand in both ends.
        linked: u8,
        /// The other candidate, which therefore stands in one of the ends.
        digit: u8,
    },
    /// A unique rectangle, in whose corners two digits could change places.
    Rectangle {
        /// The corners: two rows, two columns and two regions.
        corners: [usize; 4],
        /// The digits that could change places.
        digits: [u8; 2],
        /// The corners with more candidates than these two digits.
        roof: Vec<usize>,
        /// The unit in which the first digit has no place outside the roof (type 4).
        locked: Option<Unit>,
    },
    /// BUG+1: with any other digit in the cell there would be two solutions or none.
    BugPlusOne,
    /// Simple colouring: one of the two colours is right.
    Colours {
        /// The digit whose places are coloured.
        digit: u8,
        /// The places of the digit in the two colours.
        colours: [Vec<usize>; 2],
        /// Two places of the first colour that see each other, if they show that it is wrong.
        clash: Option<[usize; 2]>,
    },
    /// A chain: if the first claim holds then the second does, and so on.
    Chain(Vec<Claim>),
    /// Chains from all alternatives of a premise, one of which must be right, to the same end.
    Chains {
        /// The premise whose alternatives the chains start from.
        from: Premise,
        /// The chains, each from a candidate that is supposed to stand.
        chains: Vec<Vec<Claim>>,
    },
}

/// The claim that a digit stands in a cell, or that it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The cell that the claim is about.
    pub cell: usize,
    /// The digit that the claim is about.
    pub digit: u8,
    /// Whether the digit is claimed to stand there.
    pub stands: bool,
    /// The link by which the claim follows from the one before it in its chain; `None` for the first claim.
    pub by: Option<Link>,
}

/// A link of a chain: what two claims have to do with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// They are about two digits of one cell.
    Cell,
    /// They are about two places of a digit in this unit.
    Unit(Unit),
}

/// Alternatives one of which must be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Premise {
    /// A cell must hold one of its candidates.
    Cell(usize),
    /// A unit must hold a digit in one of its places.
    Unit(Unit, u8),
}
