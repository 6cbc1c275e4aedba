//! The steps of a search, as a trace shows them.

use std::fmt;

use super::deduction::Deduction;

/// A step of a search. Cells are numbered in reading order from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A digit was placed because no other digit, or no other cell, was left.
    Placed {
        /// The cell that the digit was placed in.
        cell: usize,
        /// The digit that was placed.
        digit: u8,
        /// The reason why the digit had to be placed.
        why: Why,
    },
    /// `human` placed a digit or struck candidates.
    Deduced(Box<Deduction>),
    /// A digit was tried in a cell.
    Tried {
        /// The cell that the digit was tried in.
        cell: usize,
        /// The digit that was tried.
        digit: u8,
        /// Whether an alternative was still untried, so that this step is a fork.
        fork: bool,
    },
    /// All branches under a digit that was tried are done. The digit is taken back, with every
    /// digit placed after it.
    TakenBack {
        /// The cell that is emptied.
        cell: usize,
        /// The digit that is taken back.
        digit: u8,
    },
    /// A cell has no digit left, or a node no alternative; in `large` also a branch given up by a restart.
    DeadEnd,
    /// The grid is a solution.
    Solution,
}

/// Why a digit had to be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// `masks`, step 1, and `large`: the only bit left in the cell's mask.
    Basic,
    /// `masks`, step 2, and `large`: the only cell left for the digit in its row.
    Row,
    /// `masks`, step 2, and `large`: the only cell left for the digit in its column.
    Column,
    /// `masks`, step 3, and `large`: the only cell left for the digit in its region.
    Region,
    /// `lanes`: the only digit left in the cell when the sweeps ended.
    Swept,
    /// `large`: implied by the choices, the digits placed and the clauses learnt so far.
    Implied,
    /// `singles`: a unique candidate, by one or more of system D's rules.
    Unique(UniqueBy),
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Basic => f.write_str("the only digit possible in the cell"),
            Self::Row => f.write_str("the only cell possible in the row"),
            Self::Column => f.write_str("the only cell possible in the column"),
            Self::Region => f.write_str("the only cell possible in the region"),
            Self::Swept => f.write_str("the only digit left after all conclusions"),
            Self::Implied => f.write_str("implied by the digits placed so far"),
            Self::Unique(rules) => write!(f, "unique by {rules}"),
        }
    }
}

/// The rules of system D by which a candidate is unique.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UniqueBy {
    /// (i) The candidate is the only one of its cell.
    pub cell: bool,
    /// (ii) The candidate stands in no other open cell of the row.
    pub row: bool,
    /// (iii) The candidate stands in no other open cell of the column.
    pub column: bool,
    /// (iv) The candidate stands in no other open cell of the region.
    pub region: bool,
}

impl UniqueBy {
    /// Whether any rule holds.
    pub fn any(self) -> bool {
        self.cell || self.row || self.column || self.region
    }
}

impl fmt::Display for UniqueBy {
    /// The names of the rules that hold, such as `(ii), (iv)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all =
            [(self.cell, "(i)"), (self.row, "(ii)"), (self.column, "(iii)"), (self.region, "(iv)")];
        let names: Vec<_> = all.into_iter().filter(|(holds, _)| *holds).map(|(_, n)| n).collect();
        f.write_str(&names.join(", "))
    }
}
