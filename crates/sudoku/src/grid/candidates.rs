//! The candidates of each cell, where a puzzle restricts them.

use std::fmt;

use super::Order;

/// For each cell of a grid up to 25x25, the set of digits that the cell may hold.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Candidates {
    order: Order,
    /// Bit d - 1 of a cell's mask stands for digit d.
    masks: Box<[u32]>,
}

impl Candidates {
    /// The largest order that has candidates. In larger grids a digit has no symbol of one character, so a puzzle with
    /// candidates could not be written.
    pub const LARGEST: usize = 5;

    /// All digits in every cell; `None` for grids larger than 25x25.
    pub fn all(order: Order) -> Option<Self> {
        let has_symbols = order.n() <= Self::LARGEST;
        has_symbols.then(|| Self { order, masks: vec![every(order); order.cells()].into() })
    }

    /// Candidates from a mask for each cell in reading order, bit d - 1 for digit d. `None` if the number of masks is
    /// not n⁴ for some n from 2 to 5, or if a mask has a bit above n².
    pub fn from_masks(masks: Vec<u32>) -> Option<Self> {
        let order = Order::from_cells(masks.len()).filter(|order| order.n() <= Self::LARGEST)?;
        let fits = masks.iter().all(|mask| mask & !every(order) == 0);
        fits.then(|| Self { order, masks: masks.into() })
    }

    /// The order of the grid.
    pub fn order(&self) -> Order {
        self.order
    }

    /// The candidates of a cell, bit d - 1 for digit d.
    ///
    /// # Panics
    /// If the grid has no such cell.
    pub fn mask(&self, cell: usize) -> u32 {
        self.masks[cell]
    }

    /// The candidates of all cells in reading order, bit d - 1 for digit d.
    pub fn masks(&self) -> &[u32] {
        &self.masks
    }

    /// Whether a cell may hold a digit, which must be from 1 to n².
    ///
    /// # Panics
    /// If the grid has no such cell.
    pub fn has(&self, cell: usize, digit: u8) -> bool {
        self.masks[cell] & bit(digit) != 0
    }

    /// Removes a digit, which must be from 1 to n², from the candidates of a cell.
    ///
    /// # Panics
    /// If the grid has no such cell.
    pub fn strike(&mut self, cell: usize, digit: u8) {
        self.masks[cell] &= !bit(digit);
    }

    /// Leaves a digit, which must be from 1 to n², as the only candidate of a cell, or no candidate if the cell did not
    /// have the digit.
    ///
    /// # Panics
    /// If the grid has no such cell.
    pub fn fix(&mut self, cell: usize, digit: u8) {
        self.masks[cell] &= bit(digit);
    }

    /// Each cell and digit that is excluded, in reading order, then from digit 1 up.
    pub fn excluded(&self) -> impl Iterator<Item = (usize, u8)> {
        let digits = move || 1..=self.order.side() as u8;
        let all = (0..self.masks.len()).flat_map(move |cell| digits().map(move |d| (cell, d)));
        all.filter(|&(cell, digit)| !self.has(cell, digit))
    }
}

impl fmt::Debug for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.order.side();
        write!(f, "Candidates({side}x{side} {:?})", self.masks)
    }
}

fn bit(digit: u8) -> u32 {
    1 << (digit - 1)
}

pub(super) fn every(order: Order) -> u32 {
    u32::MAX >> (32 - order.side())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_must_fit_a_grid() {
        assert!(Candidates::from_masks(vec![0b1111; 16]).is_some());
        assert!(Candidates::from_masks(vec![0b1_0000; 16]).is_none(), "no digit 5 in 4x4");
        assert!(Candidates::from_masks(vec![1; 15]).is_none(), "no grid has 15 cells");
        assert!(Candidates::from_masks(vec![1; 1296]).is_none(), "36x36 has no symbols");
        let sizes: Vec<_> = Order::all().filter_map(Candidates::all).collect();
        assert_eq!(sizes.len(), 4);
        assert_eq!(sizes[3].mask(624), (1 << 25) - 1);
    }

    #[test]
    fn digits_are_struck_and_fixed() {
        let mut candidates = Candidates::all(Order::NINE).unwrap();
        candidates.strike(3, 9);
        candidates.fix(4, 2);
        assert_eq!((candidates.mask(3), candidates.mask(4)), (0b0_1111_1111, 0b10));
        let excluded: Vec<_> = candidates.excluded().collect();
        assert_eq!(excluded[..3], [(3, 9), (4, 1), (4, 3)]);
        candidates.fix(4, 3);
        assert_eq!(candidates.mask(4), 0);
    }
}
