//! Digests of sets of solutions, by which a visit is checked: an engine in another program that visits every solution can
//! compute it, and one that counts them by other means cannot. `docs/PROTOCOL.md` defines it.

use std::ops::ControlFlow;

use quadrille_cover::{BigUint, Budget, Counters, Outcome, Search, Solver, engine, verify};
use quadrille_sudoku::{Engine as SudokuEngine, Order, Puzzle, Watch};

use crate::corpus::Body;

/// The digest of a set of solutions, which does not depend on their order: the sum of their hashes modulo 2^64.
///
/// ```
/// use quadrille_harness::digest::Digest;
///
/// let mut digest = Digest::default();
/// digest.add([0, 3, 4]);
/// assert_eq!(digest, Digest(15984948024299193693));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Digest(pub u64);

impl Digest {
    /// Adds a solution: the digits of its cells, row by row, or the numbers of its options from 0, ascending.
    pub fn add(&mut self, numbers: impl IntoIterator<Item = u64>) {
        let hash =
            numbers.into_iter().fold(0, |hash: u64, number| mixed(hash.wrapping_add(number)));
        self.0 = self.0.wrapping_add(hash);
    }

    /// The digest of all solutions, with their number, by a search of ours; `None` if the budget ends it.
    pub fn of(body: &Body, budget: &Budget) -> Option<(Self, BigUint)> {
        let mut digest = Self::default();
        let search: Search = match body {
            Body::Sudoku(puzzle) => {
                visitor(puzzle).search(puzzle, budget, Watch::Count, &mut |grid| {
                    digest.add(grid.cells().iter().map(|&digit| digit.into()));
                    ControlFlow::Continue(())
                })
            }
            Body::Cover(problem) => {
                let mut is_lawful = true;
                let search = engine::Auto.search(problem, budget, Counters::Off, &mut |options| {
                    is_lawful &= verify(problem, options).is_ok();
                    let mut numbers: Vec<u64> =
                        options.iter().map(|option| option.index() as u64).collect();
                    numbers.sort_unstable();
                    digest.add(numbers);
                    ControlFlow::Continue(())
                });
                search.ok().filter(|_| is_lawful)?
            }
        };
        let is_whole = search.outcome == Outcome::Exhausted;
        is_whole.then(|| (digest, search.stats.solutions.into()))
    }
}

/// The engine of ours that visits solutions of a puzzle, by its size.
pub(crate) fn visitor(puzzle: &Puzzle) -> SudokuEngine {
    let is_small = puzzle.order().side() <= Order::NINE.side();
    if is_small { SudokuEngine::Masks } else { SudokuEngine::Large }
}

/// A step of `SplitMix64` (Steele, Lea, Flood 2014).
fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use quadrille_cover::family;
    use quadrille_sudoku::Grid;

    use super::*;

    #[test]
    fn a_digest_is_of_the_set_and_not_of_its_order() {
        let of = |solutions: &[&[u64]]| {
            let mut digest = Digest::default();
            for solution in solutions {
                digest.add(solution.iter().copied());
            }
            digest
        };
        assert_eq!(of(&[&[1, 2], &[3]]), of(&[&[3], &[1, 2]]));
        let different =
            [of(&[&[1, 2], &[3]]), of(&[&[1, 2, 3]]), of(&[&[1, 3], &[2]]), of(&[&[2, 1], &[3]])];
        for (place, one) in different.iter().enumerate() {
            assert!(different[..place].iter().all(|other| other != one), "{place}");
        }
    }

    #[test]
    fn engines_that_visit_in_other_orders_have_one_digest() {
        let problem = family::build("queens:7").unwrap();
        let mut by_dlx = Digest::default();
        for solution in engine::Dlx.all(&problem).unwrap().iter_mut().rev() {
            solution.sort_unstable();
            by_dlx.add(solution.iter().map(|option| option.index() as u64));
        }
        let body = Body::from(problem);
        assert_eq!(Digest::of(&body, &Budget::default()), Some((by_dlx, 40u8.into())));
        assert_eq!(Digest::of(&body, &Budget { nodes: Some(5), ..Budget::default() }), None);
        let empty = Body::Sudoku(Puzzle::new(Grid::empty(Order::new(2).unwrap())));
        assert_eq!(Digest::of(&empty, &Budget::default()).unwrap().1, 288u32.into());
    }
}
