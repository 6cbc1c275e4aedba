//! The state of the human player: the digits, and the candidates of the open cells.

use crate::grid::{Grid, Layout, Order, Puzzle, Unit};

/// A grid with the candidates of its open cells, indexed by cell and by unit.
#[derive(Clone, Debug)]
pub struct State {
    grid: Grid,
    layout: &'static Layout,
    side: usize,
    /// Bit d - 1 for each candidate d of a cell; 0 for a closed cell.
    candidates: Vec<u128>,
    /// For each digit in each unit, at index unit * side + digit - 1: a bit for each place that the
    /// digit may take, counted along the unit; no bits if the digit stands in the unit already.
    places: Vec<u128>,
    open: Vec<u8>,
    contradictory: bool,
}

impl State {
    /// The state before any step, in which the candidates of a cell are the digits that neither a given
    /// nor a restriction of the puzzle excludes.
    pub fn new(puzzle: &Puzzle) -> Self {
        let order = puzzle.order();
        let side = order.side();
        let all = u128::MAX >> (128 - side);
        let mut state = Self {
            grid: Grid::empty(order),
            layout: order.layout(),
            side,
            candidates: vec![all; order.cells()],
            places: vec![all; 3 * side * side],
            open: vec![side as u8; 3 * side],
            contradictory: false,
        };
        for (cell, digit) in puzzle.givens().filled_cells() {
            state.place(cell, digit);
        }
        for (cell, digit) in puzzle.candidates().iter().flat_map(|all| all.excluded()) {
            state.strike(cell, digit);
        }
        state
    }

    /// The grid as far as it is filled.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The candidates of a cell, bit d - 1 for digit d; 0 if it holds a digit.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn candidates(&self, cell: usize) -> u128 {
        self.candidates[cell]
    }

    /// Whether a digit is a candidate of a cell.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn has(&self, cell: usize, digit: u8) -> bool {
        self.candidates[cell] & bit(digit) != 0
    }

    /// Whether some cell has no candidate left, or some digit no place in a unit.
    pub fn is_contradictory(&self) -> bool {
        self.contradictory
    }

    /// Places a digit in an open cell, and strikes it from the cell's neighbours. If the digit is not
    /// a candidate of the cell, the state becomes contradictory.
    pub fn place(&mut self, cell: usize, digit: u8) {
        if !self.has(cell, digit) {
            self.contradictory = true;
            return;
        }
        for other in digits(self.candidates[cell] & !bit(digit)) {
            self.take_place(cell, other);
        }
        self.grid.set(cell, digit);
        self.candidates[cell] = 0;
        let units = self.layout.units_of(cell);
        let places = units.map(|unit| {
            self.open[unit] -= 1;
            std::mem::take(&mut self.places[unit * self.side + digit as usize - 1])
        });
        for (unit, places) in units.into_iter().zip(places) {
            for place in bits(places) {
                let neighbour = self.layout.units[unit][place] as usize;
                if self.has(neighbour, digit) {
                    self.strike(neighbour, digit);
                }
            }
        }
    }

    /// Strikes a digit from the candidates of a cell, if it is one of them.
    pub fn strike(&mut self, cell: usize, digit: u8) {
        if self.has(cell, digit) {
            self.candidates[cell] &= !bit(digit);
            self.contradictory |= self.candidates[cell] == 0;
            self.take_place(cell, digit);
        }
    }

    fn take_place(&mut self, cell: usize, digit: u8) {
        let units = self.layout.units_of(cell);
        for (unit, place) in units.into_iter().zip(self.places_of(cell)) {
            let places = &mut self.places[unit * self.side + digit as usize - 1];
            if *places & 1 << place != 0 {
                *places &= !(1 << place);
                self.contradictory |= *places == 0;
            }
        }
    }

    /// The place of a cell along its row, its column and its region.
    fn places_of(&self, cell: usize) -> [u8; 3] {
        let (row, column) = (self.layout.row[cell], self.layout.column[cell]);
        let n = self.n() as u8;
        [column, row, row % n * n + column % n]
    }

    pub(super) fn order(&self) -> Order {
        self.grid.order()
    }

    /// The number of rows, columns, regions and digits: n².
    pub(super) fn side(&self) -> usize {
        self.side
    }

    /// The side of a region.
    pub(super) fn n(&self) -> usize {
        self.order().n()
    }

    pub(super) fn layout(&self) -> &'static Layout {
        self.layout
    }

    pub(super) fn all_digits(&self) -> impl Iterator<Item = u8> + use<> {
        1..=self.side as u8
    }

    pub(super) fn open_cells(&self) -> impl Iterator<Item = usize> {
        (0..self.candidates.len()).filter(|&cell| self.candidates[cell] != 0)
    }

    pub(super) fn open_in(&self, unit: usize) -> usize {
        self.open[unit] as usize
    }

    /// The places a digit may take in a unit, as bits along the unit.
    pub(super) fn places(&self, unit: usize, digit: u8) -> u128 {
        self.places[unit * self.side + digit as usize - 1]
    }

    /// The cells a digit may take in a unit.
    pub(super) fn cells(&self, unit: usize, digit: u8) -> impl Iterator<Item = usize> + use<'_> {
        self.cells_at(unit, self.places(unit, digit))
    }

    pub(super) fn cells_at(&self, unit: usize, places: u128) -> impl Iterator<Item = usize> {
        let cells = &self.layout.units[unit];
        bits(places).map(|place| cells[place] as usize)
    }

    pub(super) fn count(&self, cell: usize) -> u32 {
        self.candidates[cell].count_ones()
    }

    /// Whether two different cells share a unit.
    pub(super) fn sees(&self, a: usize, b: usize) -> bool {
        a != b && self.layout.share_a_unit(a, b)
    }

    pub(super) fn open_neighbours(&self, cell: usize) -> impl Iterator<Item = usize> {
        let neighbours = self.layout.neighbours[cell].iter().map(|&other| other as usize);
        neighbours.filter(|&other| self.candidates[other] != 0)
    }

    pub(super) fn seen_by_all(&self, digit: u8, cells: &[usize]) -> Vec<(usize, u8)> {
        let [first, others @ ..] = cells else { return Vec::new() };
        self.open_neighbours(*first)
            .filter(|&cell| self.has(cell, digit))
            .filter(|&cell| others.iter().all(|&other| self.sees(cell, other)))
            .map(|cell| (cell, digit))
            .collect()
    }

    pub(super) fn unit(&self, unit: usize) -> Unit {
        let index = unit % self.side;
        match unit / self.side {
            0 => Unit::Row(index),
            1 => Unit::Column(index),
            _ => Unit::Region(index),
        }
    }
}

pub(super) fn bit(digit: u8) -> u128 {
    1 << (digit - 1)
}

/// The bits that are set, lowest first.
pub(super) fn bits(mut mask: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        lowest
    })
}

pub(super) fn digits(mask: u128) -> impl Iterator<Item = u8> {
    bits(mask).map(|bit| bit as u8 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::human::testing::{at, blank};

    /// Checks that the places of each unit are exactly the candidates of its cells.
    fn check_views(state: &State) {
        for unit in 0..27 {
            let cells = &state.layout.units[unit];
            assert_eq!(
                state.open_in(unit),
                cells.iter().filter(|&&c| state.count(c.into()) > 0).count()
            );
            for digit in state.all_digits() {
                let seen = cells.iter().map(|&cell| cell as usize);
                let seen: Vec<usize> = seen.filter(|&cell| state.has(cell, digit)).collect();
                assert_eq!(state.cells(unit, digit).collect::<Vec<_>>(), seen);
            }
        }
    }

    #[test]
    fn cells_and_units_see_the_same_candidates() {
        let mut state = blank();
        for (row, column, digit) in [(1, 1, 1), (2, 4, 1), (9, 9, 5), (5, 5, 5), (5, 6, 2)] {
            state.place(at(row, column), digit);
            state.strike(at(8, 2), digit);
            check_views(&state);
        }
        assert_eq!(state.grid().filled(), 5);
        assert!(!state.is_contradictory());
    }

    #[test]
    fn the_last_candidate_of_a_cell_and_the_last_place_of_a_digit_are_missed() {
        let mut cell = blank().with(at(1, 1), &[3]);
        assert!(!cell.is_contradictory());
        cell.strike(at(1, 1), 3);
        assert!(cell.is_contradictory());
        let mut place = blank().with_row(4, 6, &[2]);
        place.place(at(4, 2), 7);
        assert!(place.is_contradictory(), "row 4 has no place for 6 any more");
        let mut twice = blank();
        twice.place(at(1, 1), 1);
        twice.place(at(1, 2), 1);
        assert!(twice.is_contradictory());
    }
}
