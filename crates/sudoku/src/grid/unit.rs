//! Rows, columns and regions; clashes in them; and the names of cells in messages.

use std::fmt;

use super::Order;

/// A row, a column or a region, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// A row.
    Row(usize),
    /// A column.
    Column(usize),
    /// A region of n x n cells.
    Region(usize),
}

impl Unit {
    /// The number of the unit among the rows, the columns or the regions, from 0.
    pub fn index(self) -> usize {
        match self {
            Self::Row(i) | Self::Column(i) | Self::Region(i) => i,
        }
    }

    /// The cells of the unit, in reading order.
    ///
    /// # Panics
    /// If grids of that order have no such unit.
    pub fn cells(self, order: Order) -> impl Iterator<Item = usize> + Clone {
        order.layout().units[self.number(order)].iter().map(|&cell| usize::from(cell))
    }

    /// The index of the unit in [`Layout::units`](super::Layout::units).
    pub(crate) fn number(self, order: Order) -> usize {
        match self {
            Self::Row(i) => i,
            Self::Column(i) => order.side() + i,
            Self::Region(i) => 2 * order.side() + i,
        }
    }
}

impl fmt::Display for Unit {
    /// The name of the unit, such as `row 3`, counted from 1 as people do; with `{:#}` its short name: `r3`, `c3`, or `b3`
    /// for a region.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, short) = match self {
            Self::Row(_) => ("row", 'r'),
            Self::Column(_) => ("column", 'c'),
            Self::Region(_) => ("region", 'b'),
        };
        let number = self.index() + 1;
        if f.alternate() { write!(f, "{short}{number}") } else { write!(f, "{kind} {number}") }
    }
}

/// Two cells of one unit that hold the same digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The order of the grid in which the cells are.
    pub order: Order,
    /// The digit that both cells hold.
    pub digit: u8,
    /// The two cells, in reading order.
    pub cells: (usize, usize),
    /// The unit that both cells share.
    pub unit: Unit,
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |cell| CellName { order: self.order, cell };
        let (a, b) = (name(self.cells.0), name(self.cells.1));
        write!(f, "digit {} stands twice in {}: at {a} and {b}", self.digit, self.unit)
    }
}

/// A cell as messages name it, such as `row 1 column 9`, counted from 1; with `{:#}` its short name, `r1c9`.
#[derive(Clone, Copy, Debug)]
pub struct CellName {
    /// The order of the grid.
    pub order: Order,
    /// The number of the cell.
    pub cell: usize,
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { order, cell } = *self;
        let (row, column) = (order.row(cell) + 1, order.column(cell) + 1);
        if f.alternate() {
            write!(f, "r{row}c{column}")
        } else {
            write!(f, "row {row} column {column}")
        }
    }
}
