//! How much a machine's times differ where nothing else does.
//!
//! Repetitions of a run are taken in rounds, all instances once and then all again, so whatever slows
//! down the machine for a while lifts a whole round. By how much two rounds differ says how much
//! two runs may differ with nothing to blame; what the repetitions of a single instance say does
//! not, as their chances cancel out over many instances while those of a round do not.
//!
//! Two rounds differ by the median, over the instances, of the ratio of their times, so that a few measurements
//! that something else got into do not matter. From all pairs of rounds comes the spread s of a round, with
//! as many degrees of freedom as there are rounds less one, and two rounds differ by less than t s sqrt(2)
//! nineteen times of twenty, t being the quantile of Student's distribution (Student, The probable error
//! of a mean, Biometrika 6, 1908) for as many degrees: few rounds know little. A run is the median of its
//! rounds and varies less than one of them, if rounds vary independently; as it may also be that a whole run
//! had bad luck, it is trusted no more than a round.

use std::collections::{BTreeMap, BTreeSet};

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::cells::{Cell, Cells};
use super::ratio::LEVEL;
use super::spread::median;

/// How rounds of an engine spread.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Noise {
    /// The sum of the squares of the distances of rounds from their mean.
    squares: f64,
    /// Degrees of freedom: how many of these could have been otherwise.
    freedom: f64,
}

impl Noise {
    /// From the cells of an engine on a corpus. A cell without repetitions says nothing.
    pub fn of<'c>(cells: &Cells, of_engine: impl Iterator<Item = &'c Cell>) -> Self {
        let mut rounds = BTreeSet::new();
        let mut differences: BTreeMap<(u32, u32), Vec<f64>> = BTreeMap::new();
        for cell in of_engine {
            let times: Vec<(u32, f64)> =
                cells.rounds(cell).iter().copied().zip(cells.times(cell).iter().copied()).collect();
            for (i, &(one, time)) in times.iter().enumerate() {
                for &(other, other_time) in &times[..i] {
                    let (pair, difference) = if one < other {
                        ((one, other), (other_time / time).ln())
                    } else {
                        ((other, one), (time / other_time).ln())
                    };
                    rounds.extend([one, other]);
                    differences.entry(pair).or_default().push(difference);
                }
            }
        }
        if rounds.is_empty() {
            return Self::default();
        }
        // The squares of the differences of all pairs of n values add up to n times those of their distances
        // from the mean. Pairs of rounds without an instance in common are taken to be like the others.
        let pairs = differences.len() as f64;
        let squares = differences.values_mut().filter_map(|pair| median(pair)).map(|d| d * d);
        let squares = squares.sum::<f64>() / pairs;
        let freedom = (rounds.len() - 1) as f64;
        Self { squares: squares * freedom / 2.0, freedom }
    }

    /// What two sides know together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { squares: self.squares + other.squares, freedom: self.freedom + other.freedom }
    }

    /// The factor by which two rounds differ at most, nineteen times of twenty. None if there were no
    /// two rounds to tell it by.
    pub fn floor(self) -> Option<f64> {
        if self.freedom == 0.0 {
            return None;
        }
        let student = StudentsT::new(0.0, 1.0, self.freedom).expect("degrees of freedom above 0");
        let quantile = student.inverse_cdf(f64::midpoint(1.0, LEVEL));
        Some((quantile * (2.0 * self.squares / self.freedom).sqrt()).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tables of Student's distribution.
    #[test]
    fn few_rounds_know_little() {
        for (freedom, expected) in [(1.0, 12.706), (2.0, 4.303), (8.0, 2.306), (30.0, 2.042)] {
            let noise = Noise { squares: 0.0001 * freedom, freedom };
            let found = noise.floor().unwrap().ln() / (0.01 * 2.0_f64.sqrt());
            assert!((found - expected).abs() < 0.001, "{found} {expected}");
        }
        assert_eq!(Noise::default().floor(), None);
        assert_eq!(Noise { squares: 0.0, freedom: 3.0 }.floor(), Some(1.0));
    }

    #[test]
    fn both_sides_know_more() {
        let one = Noise { squares: 0.01, freedom: 2.0 };
        let both = one.and(one);
        assert_eq!(both, Noise { squares: 0.02, freedom: 4.0 });
        assert!(both.floor() < one.floor());
        assert_eq!(one.and(Noise::default()), one);
    }
}
