//! Random Latin squares, by a random walk over all Latin squares.
//!
//! A square is a cube of n x n x n numbers: 1 where the place of a row and a column has a symbol, 0 elsewhere. Each
//! line of the cube has the sum 1. A step adds 1 at a place with 0 (or -1) and at three others, and subtracts 1 at
//! four places, so that all sums stay the same. A place may then have -1; the square is *improper* until a later
//! step raises that place to 0. The walk can reach all squares, and in the limit visits each equally often. Here it
//! begins at the cyclic square and ends after 4 n^2 proper squares. Ending at the first proper square after a fixed
//! number of steps would favour squares that are reached from improper ones.
//!
//! Source: M. T. Jacobson and P. Matthews, *Generating uniformly distributed random Latin squares*,
//! *Journal of Combinatorial Designs* 4 (1996), 405-437.

use crate::random::Stream;

/// A random Latin square of order n, row by row.
pub(super) fn square(n: usize, stream: &mut Stream) -> Vec<usize> {
    let mut walk = Walk::new(n);
    let mut met = 0;
    while n > 1 && met < 4 * n * n {
        walk.step(stream);
        met += usize::from(walk.improper.is_none());
    }
    let symbol = |place: usize| {
        let is_there = |&symbol: &usize| walk.at([place / n, place % n, symbol]) == 1;
        (0..n).find(is_there).expect("each place of a proper square has a symbol")
    };
    (0..n * n).map(symbol).collect()
}

struct Walk {
    n: usize,
    cube: Vec<i8>,
    /// The place with -1, if the square is improper.
    improper: Option<[usize; 3]>,
}

impl Walk {
    fn new(n: usize) -> Self {
        let mut walk = Self { n, cube: vec![0; n * n * n], improper: None };
        for row in 0..n {
            for column in 0..n {
                walk.add([row, column, (row + column) % n], 1);
            }
        }
        walk
    }

    fn at(&self, [row, column, symbol]: [usize; 3]) -> i8 {
        self.cube[(row * self.n + column) * self.n + symbol]
    }

    fn add(&mut self, [row, column, symbol]: [usize; 3], number: i8) {
        self.cube[(row * self.n + column) * self.n + symbol] += number;
    }

    /// The coordinate along an axis of the 1 in the line through a place; of a random one if there are two.
    fn one(&self, place: [usize; 3], axis: usize, stream: &mut Stream) -> usize {
        let mut ones = (0..self.n).filter(|&i| {
            let mut on_line = place;
            on_line[axis] = i;
            self.at(on_line) == 1
        });
        let first = ones.next().expect("each line has a 1");
        match ones.next() {
            Some(second) if stream.below(2) == 1 => second,
            _ => first,
        }
    }

    fn step(&mut self, stream: &mut Stream) {
        let here = self.improper.unwrap_or_else(|| {
            loop {
                let place = [0; 3].map(|_| stream.below(self.n));
                if self.at(place) == 0 {
                    break place;
                }
            }
        });
        let there: [usize; 3] = std::array::from_fn(|axis| self.one(here, axis, stream));
        // Adds 1 or subtracts 1 at the eight corners of the box between the two places.
        for corner in 0..8_usize {
            let ways = [corner & 1, corner >> 1 & 1, corner >> 2];
            let place = std::array::from_fn(|i| if ways[i] == 1 { there[i] } else { here[i] });
            self.add(place, if ways.iter().sum::<usize>() % 2 == 0 { 1 } else { -1 });
        }
        self.improper = (self.at(there) == -1).then_some(there);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn squares_are_latin() {
        for n in 1..=12 {
            let square = square(n, &mut Stream::new(n as u64, 0));
            assert!(super::super::is_latin(n, &square), "{square:?}");
        }
    }

    /// The 576 squares of order 4 are about equally frequent: chi squared with 575 degrees of
    /// freedom exceeds 750 with a probability of about one in a million.
    #[test]
    fn all_squares_are_met_equally_often() {
        let mut met: BTreeMap<Vec<usize>, u32> = BTreeMap::new();
        let samples = 57_600;
        for seed in 0..samples {
            *met.entry(square(4, &mut Stream::new(seed, 0))).or_default() += 1;
        }
        assert_eq!(met.len(), 576, "all are reached");
        let expected = samples as f64 / 576.0;
        let chi: f64 = met.values().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
        assert!(chi < 750.0, "{chi}");
    }
}
