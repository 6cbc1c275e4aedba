//! Finds duplicates in a sequence of puzzles, either exact duplicates or isomorphic puzzles.
//!
//! For each puzzle, its line and a fingerprint of 16 bytes are kept: the first half of the SHA-256 of its
//! cells, or of the cells of its canonical form. The probability that any two of 10^12 different puzzles
//! share a fingerprint is about 10^-15.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use sha2::{Digest, Sha256};

use super::canonical;
use crate::grid::Grid;

/// When two puzzles count as the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Same {
    /// The same digits stand in the same cells.
    Digits,
    /// A [`Transform`](super::Transform) turns one into the other.
    Isomorphs,
}

/// The puzzles seen so far. Each takes 25 bytes in a hash table that is at least 7/16 full.
#[derive(Debug)]
pub struct Seen {
    up_to: Same,
    lines: HashMap<[u64; 2], usize>,
}

impl Seen {
    /// An empty set, for the given notion of sameness.
    pub fn new(up_to: Same) -> Self {
        Self { up_to, lines: HashMap::new() }
    }

    /// The line of the first puzzle that is the same as this one; `None` if there is none. Then this puzzle is
    /// added.
    ///
    /// ```
    /// use quadrille_sudoku::canonical::{Same, Seen};
    /// use quadrille_sudoku::{Grid, Order};
    ///
    /// let (mut five, mut six) = (Grid::empty(Order::NINE), Grid::empty(Order::NINE));
    /// five.set(0, 5);
    /// six.set(40, 6);
    /// let mut seen = Seen::new(Same::Isomorphs);
    /// assert_eq!(seen.earlier(&five, 1), None);
    /// assert_eq!(seen.earlier(&six, 2), Some(1));
    /// ```
    pub fn earlier(&mut self, grid: &Grid, line: usize) -> Option<usize> {
        let print = match self.up_to {
            Same::Digits => fingerprint(grid),
            Same::Isomorphs => fingerprint(&canonical(grid)),
        };
        match self.lines.entry(print) {
            Entry::Occupied(earlier) => Some(*earlier.get()),
            Entry::Vacant(first) => {
                first.insert(line);
                None
            }
        }
    }
}

fn fingerprint(grid: &Grid) -> [u64; 2] {
    let hash = Sha256::digest(grid.cells());
    [0, 8].map(|at| u64::from_le_bytes(hash[at..at + 8].try_into().expect("eight bytes of 32")))
}

#[cfg(test)]
mod tests {
    use quadrille_cover::random::Stream;

    use super::*;
    use crate::Order;
    use crate::canonical::Transform;
    use crate::generate::full_grid;

    #[test]
    fn the_first_of_several_is_named_each_time() {
        let mut stream = Stream::new(1, 0);
        let [a, b] = [0; 2].map(|_| full_grid(Order::NINE, &mut stream));
        let mut seen = Seen::new(Same::Digits);
        let told = [(&a, 3), (&b, 4), (&a, 9), (&a, 12), (&b, 13)];
        let earlier = told.map(|(grid, line)| seen.earlier(grid, line));
        assert_eq!(earlier, [None, None, Some(3), Some(3), Some(4)]);
    }

    #[test]
    fn isomorphs_are_the_same_only_if_asked_for() {
        let mut stream = Stream::new(2, 0);
        for order in Order::all().take(3) {
            let grid = full_grid(order, &mut stream);
            let other = Transform::random(order, &mut stream).apply(&grid);
            assert_ne!(grid, other);
            for (up_to, expected) in [(Same::Digits, None), (Same::Isomorphs, Some(1))] {
                let mut seen = Seen::new(up_to);
                assert_eq!(seen.earlier(&grid, 1), None);
                assert_eq!(seen.earlier(&other, 2), expected);
            }
        }
    }

    #[test]
    fn empty_grids_of_two_sizes_are_not_the_same() {
        let mut seen = Seen::new(Same::Isomorphs);
        for (order, line) in Order::all().zip(1..) {
            assert_eq!(seen.earlier(&Grid::empty(order), line), None);
        }
    }
}
