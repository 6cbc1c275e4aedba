//! Puzzles: givens, and candidates where a puzzle restricts them.

use std::fmt;

use super::candidates::every;
use super::{Candidates, CellName, Clash, Grid, Order};

/// A puzzle: a grid of givens, to be completed. A puzzle can be parsed from text
/// (`"1..43..2.1..4..1".parse::<Puzzle>()`) in every format of [`format`](mod@crate::format).
///
/// A puzzle may also restrict the candidates of its empty cells ([`restricted`](Self::restricted)). Not every engine
/// takes such puzzles: see [`Engine::refuses`](crate::Engine::refuses).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Puzzle {
    givens: Grid,
    /// Boxed and absent in an ordinary puzzle, so that an ordinary puzzle stays small.
    candidates: Option<Box<Candidates>>,
}

impl Puzzle {
    /// The puzzle with these givens. Givens that [clash](Grid::clash) make a puzzle without a solution;
    /// they are not an error.
    pub fn new(givens: Grid) -> Self {
        Self { givens, candidates: None }
    }

    /// The puzzle with these givens, in which each cell may hold only the candidates that it has. `None` if the two
    /// have different sizes.
    ///
    /// Equal restrictions make equal puzzles, however they are split between givens and candidates:
    /// - A cell with exactly one candidate becomes a given, because it says the same.
    /// - A given that is not a candidate of its cell leaves the cell empty and without a candidate.
    /// - If every empty cell has all digits as candidates, the puzzle is the ordinary one, without candidates.
    ///
    /// A cell without a candidate makes a puzzle without a solution; it is not an error.
    ///
    /// ```
    /// use quadrille_sudoku::grid::Candidates;
    /// use quadrille_sudoku::{Grid, Order, Puzzle, Uniqueness};
    ///
    /// let four = Order::new(2).expect("4x4");
    /// let mut candidates = Candidates::all(four).expect("4x4 has symbols");
    /// for digit in 1..=4 {
    ///     candidates.strike(0, digit);
    /// }
    /// let puzzle = Puzzle::restricted(&Grid::empty(four), candidates).expect("both are 4x4");
    /// assert_eq!(puzzle.uniqueness(), Uniqueness::None);
    /// let why = puzzle.contradiction().expect("a cell without a candidate").to_string();
    /// assert_eq!(why, "row 1 column 1 has no candidate");
    /// ```
    pub fn restricted(givens: &Grid, mut candidates: Candidates) -> Option<Self> {
        if givens.order != candidates.order() {
            return None;
        }
        for (cell, digit) in givens.filled_cells() {
            candidates.fix(cell, digit);
        }
        let given =
            |&mask: &u32| if mask.is_power_of_two() { mask.trailing_zeros() as u8 + 1 } else { 0 };
        let cells = candidates.masks().iter().map(given).collect();
        let givens = Grid { order: givens.order, cells };
        let all = every(givens.order);
        let is_free = |&mask: &u32| mask.is_power_of_two() || mask == all;
        let is_ordinary = candidates.masks().iter().all(is_free);
        let candidates = (!is_ordinary).then(|| Box::new(candidates));
        Some(Self { givens, candidates })
    }

    /// The grid of givens.
    pub fn givens(&self) -> &Grid {
        &self.givens
    }

    /// The candidates of all cells, if the puzzle restricts those of an empty cell. A given is the only candidate of
    /// its cell. `None` for an ordinary puzzle.
    pub fn candidates(&self) -> Option<&Candidates> {
        self.candidates.as_deref()
    }

    /// The order of the grid.
    pub fn order(&self) -> Order {
        self.givens.order
    }

    /// The number of givens.
    pub fn clues(&self) -> usize {
        self.givens.filled()
    }

    /// Two givens that clash, if there are any.
    pub fn clash(&self) -> Option<Clash> {
        self.givens.clash()
    }

    /// A contradiction that shows without a search that the puzzle has no solution, if there is one.
    pub fn contradiction(&self) -> Option<Contradiction> {
        if let Some(clash) = self.clash() {
            return Some(Contradiction::Clash(clash));
        }
        let masks = self.candidates.as_ref()?.masks();
        let cell = masks.iter().position(|&mask| mask == 0)?;
        Some(Contradiction::NoCandidate(CellName { order: self.order(), cell }))
    }

    /// Whether the puzzle allows a digit, from 1 to n², in a cell: the digit is the cell's given, or the cell is empty
    /// and has the digit as a candidate. Other cells are not looked at.
    ///
    /// # Panics
    /// If the grid has no such cell.
    pub fn allows(&self, cell: usize, digit: u8) -> bool {
        let given = self.givens.cells[cell];
        let is_candidate = || self.candidates.as_ref().is_none_or(|all| all.has(cell, digit));
        if given > 0 { given == digit } else { is_candidate() }
    }

    /// The digits that the puzzle allows in each cell, bit d - 1 for digit d; nothing for an ordinary puzzle.
    pub(crate) fn restrictions(&self) -> impl Iterator<Item = (usize, u32)> {
        self.candidates.iter().flat_map(|all| all.masks().iter().copied().enumerate())
    }

    /// Whether `grid` is a solution, that is, full, without a clash, with every given in its place, and with a
    /// candidate in every cell. The check does not use any engine, so it can judge the answers of all of them.
    pub fn is_solved_by(&self, grid: &Grid) -> bool {
        let kept = |(&given, &digit): (&u8, &u8)| given == 0 || given == digit;
        grid.order == self.order()
            && self.givens.cells.iter().zip(&grid.cells).all(kept)
            && grid.is_full()
            && self.restrictions().all(|(cell, mask)| mask >> (grid.cells[cell] - 1) & 1 == 1)
            && grid.clash().is_none()
    }
}

/// Why a puzzle has no solution, as far as it shows without a search.
#[derive(Clone, Copy, Debug)]
pub enum Contradiction {
    /// Two givens clash.
    Clash(Clash),
    /// A cell has no candidate.
    NoCandidate(CellName),
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clash(clash) => clash.fmt(f),
            Self::NoCandidate(cell) => write!(f, "{cell} has no candidate"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full() -> Grid {
        Grid::from_cells(vec![1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]).unwrap()
    }

    #[test]
    fn a_solution_is_full_lawful_and_keeps_the_givens() {
        let full = full();
        let mut givens = Grid::empty(full.order());
        givens.set(3, 4);
        let puzzle = Puzzle::new(givens.clone());
        assert!(puzzle.is_solved_by(&full));
        assert!(!puzzle.is_solved_by(&givens), "not full");
        givens.set(3, 1);
        assert!(!Puzzle::new(givens).is_solved_by(&full), "a given changed");
        let mut clashing = full.clone();
        clashing.set(0, 4);
        assert!(!puzzle.is_solved_by(&clashing), "against the rules");
        assert!(!puzzle.is_solved_by(&Grid::empty(Order::NINE)), "another size");
    }

    #[test]
    fn a_solution_keeps_to_the_candidates() {
        let order = full().order();
        let all = Candidates::all(order).unwrap();
        let without = |digit| {
            let mut candidates = all.clone();
            candidates.strike(5, digit);
            Puzzle::restricted(&Grid::empty(order), candidates).unwrap()
        };
        assert!(without(1).is_solved_by(&full()));
        assert!(!without(4).is_solved_by(&full()));
        assert!(!without(4).allows(5, 4) && without(4).allows(5, 3) && without(4).allows(4, 4));
        assert!(Puzzle::restricted(&Grid::empty(Order::NINE), all).is_none(), "another size");
    }

    #[test]
    fn equal_restrictions_make_equal_puzzles() {
        let order = full().order();
        let all = Candidates::all(order).unwrap();
        let (mut givens, mut fixed) = (Grid::empty(order), all.clone());
        givens.set(2, 3);
        fixed.fix(2, 3);
        let ordinary = Puzzle::new(givens.clone());
        assert_eq!(Puzzle::restricted(&givens, all.clone()).unwrap(), ordinary);
        assert_eq!(Puzzle::restricted(&Grid::empty(order), fixed).unwrap(), ordinary);
        assert!(ordinary.candidates().is_none() && ordinary.contradiction().is_none());
        let mut other = all;
        other.strike(2, 3);
        let none = Puzzle::restricted(&givens, other).unwrap();
        assert_eq!(none.clues(), 0);
        let why = none.contradiction().unwrap().to_string();
        assert_eq!(why, "row 1 column 3 has no candidate");
    }

    #[test]
    fn an_ordinary_puzzle_is_as_small_as_its_grid_and_a_pointer() {
        let pointer = size_of::<usize>();
        assert_eq!(size_of::<Puzzle>(), size_of::<Grid>() + pointer);
        assert_eq!(size_of::<Puzzle>(), 4 * pointer);
    }
}
