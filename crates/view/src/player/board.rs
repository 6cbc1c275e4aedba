//! A grid that records the origin of each digit, and the user's pencil marks.

use std::sync::Arc;

use quadrille_sudoku::rules::Rules;
use quadrille_sudoku::{Grid, Order, Puzzle};

use super::houses;

/// The origin of a digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The digit belongs to the puzzle; typing does not change it.
    Given,
    /// The digit was typed.
    Typed,
    /// An engine found the digit.
    Found,
}

/// A grid, the origins of its digits, and the pencil marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    grid: Grid,
    /// The origin of an empty cell is always `Typed`, so that equal boards compare equal.
    origins: Vec<Origin>,
    /// For each cell a mask of the digits that the user has marked, bit d - 1 for digit d. The marks of a cell with a
    /// digit are kept, and are shown again when the cell is emptied.
    marks: Vec<u32>,
    /// The rules, if they are not those of the ordinary Sudoku.
    rules: Option<Arc<Rules>>,
}

impl Board {
    /// A board with the givens of a puzzle.
    pub fn new(puzzle: &Puzzle) -> Self {
        Self::resumed(puzzle, puzzle.givens())
    }

    /// A puzzle with digits typed into it.
    ///
    /// # Panics
    /// If the puzzle and the grid have different sizes.
    pub fn resumed(puzzle: &Puzzle, grid: &Grid) -> Self {
        assert_eq!(puzzle.order(), grid.order(), "a puzzle and its grid have one size");
        let given = |&digit: &u8| if digit > 0 { Origin::Given } else { Origin::Typed };
        let origins = puzzle.givens().cells().iter().map(given).collect();
        let marks = vec![0; grid.cells().len()];
        Self { grid: grid.clone(), origins, marks, rules: None }
    }

    /// The same board under rules of grids of its size.
    #[must_use]
    pub(super) fn under(self, rules: Option<Arc<Rules>>) -> Self {
        Self { rules, ..self }
    }

    /// The rules, if they are not those of the ordinary Sudoku.
    pub fn rules(&self) -> Option<&Arc<Rules>> {
        self.rules.as_ref()
    }

    /// Two digits of a grid that the rules forbid together, in words.
    pub(super) fn clash_of(&self, grid: &Grid) -> Option<String> {
        match &self.rules {
            Some(rules) => rules.fault(grid.cells()),
            None => grid.clash().map(|clash| clash.to_string()),
        }
    }

    /// All digits, whatever their origin.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The size of the grid.
    pub fn order(&self) -> Order {
        self.grid.order()
    }

    /// The origin of a cell's digit; `None` if the cell is empty.
    pub fn origin(&self, cell: usize) -> Option<Origin> {
        (self.grid.digit(cell) > 0).then_some(self.origins[cell])
    }

    /// Number of cells whose digit has the given origin.
    pub fn count(&self, origin: Origin) -> usize {
        self.cells().filter(|&cell| self.origin(cell) == Some(origin)).count()
    }

    /// Types a digit, or empties the cell with 0. Returns `false` if the cell holds a given.
    pub fn set(&mut self, cell: usize, digit: u8) -> bool {
        let free = self.origin(cell) != Some(Origin::Given);
        if free {
            self.grid.set(cell, digit);
            self.origins[cell] = Origin::Typed;
        }
        free
    }

    /// The digits that the user has marked in a cell, as a mask: bit d - 1 for digit d.
    pub fn marks(&self, cell: usize) -> u32 {
        self.marks[cell]
    }

    /// Whether a cell has pencil marks.
    pub fn has_marks(&self) -> bool {
        self.marks.iter().any(|&marks| marks != 0)
    }

    /// Marks a digit in a cell, or removes the mark if there is one.
    ///
    /// # Panics
    /// If the digit is 0 or too large for the grid.
    pub fn toggle_mark(&mut self, cell: usize, digit: u8) {
        assert!((1..=self.order().side() as u8).contains(&digit), "a digit of this grid");
        self.marks[cell] ^= 1 << (digit - 1);
    }

    /// Removes the pencil marks of a cell.
    pub fn clear_marks(&mut self, cell: usize) {
        self.marks[cell] = 0;
    }

    /// Removes all pencil marks.
    pub fn clear_all_marks(&mut self) {
        self.marks.fill(0);
    }

    /// The cells that are not given and have marks, with these.
    pub(super) fn marked(&self) -> impl Iterator<Item = (usize, Vec<u8>)> {
        let cells = self.cells().filter(|&cell| self.origin(cell) != Some(Origin::Given));
        let marked = cells.filter(|&cell| self.marks[cell] != 0);
        marked.map(|cell| (cell, digits_of(self.order(), self.marks[cell].into())))
    }

    /// Fills empty cells with the digits that an engine found.
    pub fn fill(&mut self, found: &Grid) {
        for cell in self.cells() {
            if self.grid.digit(cell) == 0 && found.digit(cell) > 0 {
                self.grid.set(cell, found.digit(cell));
                self.origins[cell] = Origin::Found;
            }
        }
    }

    /// Empties every cell whose digit has the given origin.
    pub fn empty(&mut self, origin: Origin) {
        for cell in self.cells() {
            if self.origin(cell) == Some(origin) {
                self.grid.set(cell, 0);
                self.origins[cell] = Origin::Typed;
            }
        }
    }

    /// Gives all digits of origin `from` the origin `into`.
    pub fn turn(&mut self, from: Origin, into: Origin) {
        for cell in self.cells() {
            if self.origin(cell) == Some(from) {
                self.origins[cell] = into;
            }
        }
    }

    /// The givens alone.
    pub fn givens(&self) -> Puzzle {
        self.keeping(|origin| origin == Origin::Given)
    }

    /// The puzzle that an engine is to solve: the givens and the typed digits.
    pub fn puzzle(&self) -> Puzzle {
        self.keeping(|origin| origin != Origin::Found)
    }

    fn keeping(&self, kept: impl Fn(Origin) -> bool) -> Puzzle {
        let mut grid = Grid::empty(self.order());
        for cell in self.cells() {
            if self.origin(cell).is_some_and(&kept) {
                grid.set(cell, self.grid.digit(cell));
            }
        }
        Puzzle::new(grid)
    }

    fn cells(&self) -> std::ops::Range<usize> {
        0..self.origins.len()
    }
}

/// The digits of a mask, in which bit d - 1 stands for digit d.
pub(super) fn digits_of(order: Order, mask: u128) -> Vec<u8> {
    (1..=order.side() as u8).filter(|digit| mask >> (digit - 1) & 1 == 1).collect()
}

/// For each cell, whether its digit stands a second time in its row, column or region, or the rules forbid it beside another.
pub(super) fn clashing(grid: &Grid, rules: Option<&Rules>) -> Vec<bool> {
    if let Some(rules) = rules {
        return houses::clashing(rules, grid);
    }
    let neighbours = &grid.order().layout().neighbours;
    let twice = |(cell, &digit): (usize, &u8)| {
        digit > 0 && neighbours[cell].iter().any(|&other| grid.digit(other as usize) == digit)
    };
    grid.cells().iter().enumerate().map(twice).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_emptied_board_equals_one_that_was_never_filled() {
        let mut givens = Grid::empty(Order::new(2).unwrap());
        givens.set(0, 1);
        let mut board = Board::new(&Puzzle::new(givens));
        assert!(board.set(1, 2));
        board.turn(Origin::Given, Origin::Typed);
        board.empty(Origin::Typed);
        assert_eq!(board, Board::new(&Puzzle::new(Grid::empty(board.order()))));
    }
}
