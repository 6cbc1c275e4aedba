//! The noise of a machine: the difference between times of equal measurements.
//!
//! A run takes repetitions in rounds: all instances once, then all instances again. A disturbance that lasts for a
//! while slows down a whole round. So the difference between two rounds shows how much two equal runs may differ. The
//! spread of a single instance's repetitions does not show this: it cancels out over many instances, while the
//! disturbance of a round does not.
//!
//! The difference between two rounds is the median, over the instances, of the logarithm of the ratio of their times,
//! so that a few disturbed measurements do not matter. All pairs of rounds together give the standard deviation s of a
//! round, with one degree of freedom less than there are rounds. With a probability of 95 %, two rounds differ by less
//! than t s sqrt(2), where t is the quantile of Student's distribution (Student, The probable error of a mean,
//! Biometrika 6, 1908) for these degrees of freedom. A run takes the median of its rounds. It would vary less than one
//! round if rounds were independent, but a disturbance may last for a whole run, so a run is taken to vary as a round
//! does.

use std::collections::{BTreeMap, BTreeSet};

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::cells::{Cell, Cells};
use super::spread::{LEVEL, median};

/// How far the times of an engine's rounds, which are the repetitions of a run, lie apart.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Noise {
    /// The sum of the squares of the distances of rounds from their mean.
    squares: f64,
    /// Degrees of freedom of `squares`.
    freedom: f64,
}

impl Noise {
    /// The noise in the cells of an engine on a corpus. A cell without repetitions does not contribute.
    pub fn of<'c>(cells: &Cells, of_engine: impl Iterator<Item = &'c Cell>) -> Self {
        let mut rounds = BTreeSet::new();
        let mut differences: BTreeMap<(u32, u32), Vec<f64>> = BTreeMap::new();
        for cell in of_engine {
            let rounds_and_times = cells.rounds(cell).iter().zip(cells.times(cell));
            let mut times: Vec<(u32, f64)> = rounds_and_times.map(|(&r, &t)| (r, t)).collect();
            times.sort_unstable_by_key(|(round, _)| *round);
            for (i, &(other, other_time)) in times.iter().enumerate() {
                for &(one, time) in &times[..i] {
                    rounds.extend([one, other]);
                    differences.entry((one, other)).or_default().push((other_time / time).ln());
                }
            }
        }
        if rounds.is_empty() {
            return Self::default();
        }
        // Over all pairs of n values, the squared differences add up to n times the squared distances from the mean.
        // Pairs of rounds without a common instance are taken to differ as the others do.
        let pairs = differences.len() as f64;
        let squares = differences.values_mut().filter_map(|pair| median(pair)).map(|d| d * d);
        let squares = squares.sum::<f64>() / pairs;
        let freedom = (rounds.len() - 1) as f64;
        Self { squares: squares * freedom / 2.0, freedom }
    }

    /// The noise of two sides together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { squares: self.squares + other.squares, freedom: self.freedom + other.freedom }
    }

    /// The factor within which two rounds differ with a probability of 95 %. None if there are fewer than two rounds.
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
