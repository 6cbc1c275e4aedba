//! Grids of n² x n² cells, puzzles, and the rules of Sudoku.
//!
//! Cells are numbered from 0 in reading order. Rows, columns and regions are numbered from 0 too, the
//! regions in reading order. A digit is a number from 1 to n²; 0 stands for an empty cell.

mod candidates;
mod puzzle;
mod unit;

use std::fmt;
use std::sync::OnceLock;

use num_traits::PrimInt;

pub use candidates::Candidates;
pub use puzzle::{Contradiction, Puzzle};
pub use unit::{CellName, Clash, Unit};

/// The order n of a grid: it has n² rows of n² cells, and regions of n x n. From 2 (4x4) to 9 (81x81).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Order(u8);

impl Order {
    /// The ordinary 9x9 grid.
    pub const NINE: Self = Self(3);

    /// The order `n`, which must be from 2 to 9; `None` for other numbers.
    pub fn new(n: usize) -> Option<Self> {
        (2..=9).contains(&n).then_some(Self(n as u8))
    }

    /// The order of a grid with `side` rows: 4, 9, 16, ... 81.
    pub fn from_side(side: usize) -> Option<Self> {
        Self::all().find(|order| order.side() == side)
    }

    /// The order of a grid with `cells` cells: 16, 81, 256, ... 6561.
    pub fn from_cells(cells: usize) -> Option<Self> {
        Self::all().find(|order| order.cells() == cells)
    }

    /// All orders, smallest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (2..=9).map(Self)
    }

    /// The order n, which is also the side of a region.
    pub fn n(self) -> usize {
        self.0 as usize
    }

    /// The number of rows, of columns, of regions, and of digits, which is n².
    pub fn side(self) -> usize {
        self.n() * self.n()
    }

    /// The number of cells, which is n⁴.
    pub fn cells(self) -> usize {
        self.side() * self.side()
    }

    /// The row of a cell.
    pub fn row(self, cell: usize) -> usize {
        cell / self.side()
    }

    /// The column of a cell.
    pub fn column(self, cell: usize) -> usize {
        cell % self.side()
    }

    /// The region of a cell.
    pub fn region(self, cell: usize) -> usize {
        self.row(cell) / self.n() * self.n() + self.column(cell) / self.n()
    }

    /// The lookup tables of this order, which are computed once and kept.
    pub fn layout(self) -> &'static Layout {
        static LAYOUTS: [OnceLock<Layout>; 8] = [const { OnceLock::new() }; 8];
        LAYOUTS[self.n() - 2].get_or_init(|| Layout::new(self))
    }
}

/// Lookup tables for the units and neighbours of cells, which are faster than divisions.
#[derive(Debug)]
pub struct Layout {
    /// The row of each cell.
    pub row: Vec<u8>,
    /// The column of each cell.
    pub column: Vec<u8>,
    /// The region of each cell.
    pub region: Vec<u8>,
    /// The cells of each unit: all rows, then all columns, then all regions.
    pub units: Vec<Vec<u16>>,
    /// The neighbours of each cell, which are the other cells that share a unit with it.
    pub neighbours: Vec<Vec<u16>>,
}

impl Layout {
    fn new(order: Order) -> Self {
        let (side, cells) = (order.side(), order.cells());
        let index = |f: fn(Order, usize) -> usize| -> Vec<u8> {
            (0..cells).map(|cell| f(order, cell) as u8).collect()
        };
        let (row, column, region) = (index(Order::row), index(Order::column), index(Order::region));
        let mut units = vec![Vec::with_capacity(side); 3 * side];
        for cell in 0..cells {
            units[row[cell] as usize].push(cell as u16);
            units[side + column[cell] as usize].push(cell as u16);
            units[2 * side + region[cell] as usize].push(cell as u16);
        }
        let mut layout = Self { row, column, region, units, neighbours: Vec::new() };
        layout.neighbours = (0..cells)
            .map(|cell| {
                let units = layout.units_of(cell);
                let mut list = units.map(|unit| layout.units[unit].clone()).concat();
                list.sort_unstable();
                list.dedup();
                list.retain(|&other| other as usize != cell);
                list
            })
            .collect();
        layout
    }

    pub(crate) fn share_a_unit(&self, a: usize, b: usize) -> bool {
        self.row[a] == self.row[b]
            || self.column[a] == self.column[b]
            || self.region[a] == self.region[b]
    }

    /// The three units of a cell, as indices of [`units`](Self::units): row, column, region.
    pub fn units_of(&self, cell: usize) -> [usize; 3] {
        let side = self.units.len() / 3;
        [
            self.row[cell] as usize,
            side + self.column[cell] as usize,
            2 * side + self.region[cell] as usize,
        ]
    }
}

/// A grid: the digits of its cells, 0 where empty.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    order: Order,
    cells: Box<[u8]>,
}

impl Grid {
    /// The empty grid.
    pub fn empty(order: Order) -> Self {
        Self { order, cells: vec![0; order.cells()].into() }
    }

    /// A grid from its cells in reading order, 0 for an empty cell. `None` if the number of cells is not
    /// n⁴ for some n from 2 to 9, or if a digit is above n².
    pub fn from_cells(cells: Vec<u8>) -> Option<Self> {
        let order = Order::from_cells(cells.len())?;
        let side = order.side();
        cells
            .iter()
            .all(|&digit| digit as usize <= side)
            .then(|| Self { order, cells: cells.into() })
    }

    /// The order of the grid.
    pub fn order(&self) -> Order {
        self.order
    }

    /// All digits in reading order, 0 where empty.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// The digit of a cell, 0 if empty.
    ///
    /// # Panics
    /// If the grid has no such cell.
    pub fn digit(&self, cell: usize) -> u8 {
        self.cells[cell]
    }

    /// Puts a digit into a cell, or empties it with 0.
    ///
    /// # Panics
    /// If the grid has no such cell, or if the digit is above n².
    pub fn set(&mut self, cell: usize, digit: u8) {
        assert!(digit as usize <= self.order.side(), "digit {digit} is too large for {self:?}");
        self.cells[cell] = digit;
    }

    /// Replaces all cells.
    ///
    /// # Panics
    /// If there are more or fewer cells. Digits are checked only in debug builds.
    pub(crate) fn set_all(&mut self, cells: &[u8]) {
        debug_assert!(cells.iter().all(|&digit| digit as usize <= self.order.side()));
        self.cells.copy_from_slice(cells);
    }

    /// The cells that hold a digit, in reading order, with their digits.
    pub(crate) fn filled_cells(&self) -> impl Iterator<Item = (usize, u8)> {
        self.cells.iter().copied().enumerate().filter(|&(_, digit)| digit > 0)
    }

    /// The number of cells that hold a digit.
    pub fn filled(&self) -> usize {
        self.cells.iter().filter(|&&digit| digit > 0).count()
    }

    /// Whether every cell holds a digit.
    pub fn is_full(&self) -> bool {
        self.cells.iter().all(|&digit| digit > 0)
    }

    /// Whether some unit holds a digit twice. With one bit for each digit this is faster than finding the
    /// place, and it is checked first, because most grids of long lists have no clash.
    fn repeats_a_digit<M: PrimInt>(&self) -> bool {
        let (n, side) = (self.order.n(), self.order.side());
        let mut columns = [M::zero(); 81];
        let mut twice = M::zero();
        for band in self.cells.chunks(n * side) {
            let mut regions = [M::zero(); 9];
            for row in band.chunks(side) {
                let mut in_row = M::zero();
                let pieces = row.chunks(n).zip(columns.chunks_mut(n)).zip(&mut regions);
                for ((digits, columns), region) in pieces {
                    for (&digit, column) in digits.iter().zip(columns) {
                        let bit = M::one() << usize::from(digit);
                        twice = twice | bit & (in_row | *column | *region);
                        in_row = in_row | bit;
                        *column = *column | bit;
                        *region = *region | bit;
                    }
                }
            }
        }
        twice > M::one() // bit 0 stands for empty cells
    }

    /// The first two cells, in reading order of the second, that hold one digit in one unit.
    pub fn clash(&self) -> Option<Clash> {
        let repeats = match self.order.side() {
            ..=25 => self.repeats_a_digit::<u32>(),
            _ => self.repeats_a_digit::<u128>(),
        };
        if !repeats {
            return None;
        }
        let order = self.order;
        let side = order.side();
        // For each unit and digit, 1 + the cell that holds the digit, or 0 if no cell does.
        let mut holder = vec![0u16; 3 * side * (side + 1)];
        for (cell, &digit) in self.cells.iter().enumerate().filter(|&(_, &digit)| digit > 0) {
            let units = [
                Unit::Row(order.row(cell)),
                Unit::Column(order.column(cell)),
                Unit::Region(order.region(cell)),
            ];
            for (kind, unit) in units.into_iter().enumerate() {
                let slot = &mut holder[(kind * side + unit.index()) * (side + 1) + digit as usize];
                if *slot > 0 {
                    let cells = (*slot as usize - 1, cell);
                    return Some(Clash { order, digit, cells, unit });
                }
                *slot = cell as u16 + 1;
            }
        }
        None
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.order.side();
        write!(f, "Grid({side}x{side} {:?})", self.cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clashes_are_found_in_every_kind_of_unit() {
        let clash = |a: usize, b: usize| {
            let mut grid = Grid::empty(Order::NINE);
            grid.set(a, 5);
            grid.set(b, 5);
            grid.clash().map(|c| c.to_string())
        };
        let text = |s: &str| Some(s.to_owned());
        assert_eq!(
            clash(0, 8),
            text("digit 5 stands twice in row 1: at row 1 column 1 and row 1 column 9")
        );
        assert_eq!(
            clash(1, 73),
            text("digit 5 stands twice in column 2: at row 1 column 2 and row 9 column 2")
        );
        assert_eq!(
            clash(60, 80),
            text("digit 5 stands twice in region 9: at row 7 column 7 and row 9 column 9")
        );
        assert_eq!(clash(0, 40), None);
        for order in Order::all() {
            for unit in &order.layout().units {
                let mut grid = Grid::empty(order);
                let ends = [unit[0], unit[order.side() - 1]].map(usize::from);
                for cell in ends {
                    grid.set(cell, order.side() as u8);
                }
                assert_eq!(grid.clash().unwrap().cells, ends.into());
                grid.set(ends[0], 1);
                assert_eq!(grid.clash(), None);
            }
        }
    }
}
