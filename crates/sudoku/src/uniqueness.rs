//! Says by one call whether a puzzle has no solution, exactly one, or several.

use quadrille_cover::Budget;

use crate::engine::{Engine, Uniqueness};
use crate::grid::Puzzle;

impl Puzzle {
    /// Whether the puzzle has no solution, exactly one, or several.
    ///
    /// The answer is exact and the call always ends, because it searches without a limit until a second
    /// solution is found or none is left. Most 9x9 puzzles take microseconds (engine `lanes`), most 16x16
    /// and 25x25 puzzles at most a few milliseconds (engine `large`). No bound holds for all large grids,
    /// and a hard one of 25x25 or more can take very long; to search within a limit, call
    /// [`Engine::uniqueness`] with a [`Budget`].
    ///
    /// ```
    /// use quadrille_sudoku::{Puzzle, Uniqueness};
    ///
    /// assert_eq!("1..43..2.1..4..1".parse::<Puzzle>()?.uniqueness(), Uniqueness::Unique);
    /// # Ok::<(), quadrille_sudoku::ReadError>(())
    /// ```
    pub fn uniqueness(&self) -> Uniqueness {
        let engine = Engine::fastest(self.order());
        engine.uniqueness(self, &Budget::default()).expect("a search without a limit is complete")
    }
}

#[cfg(test)]
mod tests {
    use quadrille_cover::random::Stream;

    use crate::engine::Uniqueness;
    use crate::generate::full_grid;
    use crate::grid::{Grid, Order, Puzzle};

    #[test]
    fn grids_of_every_size_get_the_right_answer() {
        for n in 2..=5 {
            let order = Order::new(n).expect("an order");
            let mut givens = full_grid(order, &mut Stream::new(1, 0));
            let uniqueness = |givens: &Grid| Puzzle::new(givens.clone()).uniqueness();
            assert_eq!(uniqueness(&Grid::empty(order)), Uniqueness::Multiple);
            assert_eq!(uniqueness(&givens), Uniqueness::Unique);
            givens.set(0, 0);
            assert_eq!(uniqueness(&givens), Uniqueness::Unique, "one cell is empty");
            givens.set(1, givens.digit(2));
            assert_eq!(uniqueness(&givens), Uniqueness::None, "two givens clash");
        }
    }
}
