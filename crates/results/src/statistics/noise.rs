//! The noise between runs: how much times of equal measurements differ from one process to the next.
//!
//! A run takes repetitions in rounds: all instances once, then all instances again. What disturbs a machine for a while
//! slows down a whole round, and what a process happens to get (addresses, pages, a core) shifts all times of that
//! process. Neither shows in the spread of single instances: it cancels out over many instances, while the shift of a
//! round does not. So the unit is the process where a side has several, and the round otherwise.
//!
//! The difference between two units is the median, over the instances, of the logarithm of the ratio of their times, so
//! that a few disturbed measurements do not matter. All pairs of units together give the variance of a unit, with one
//! degree of freedom less than there are units.

use std::collections::{BTreeMap, BTreeSet};

use super::cells::{Cell, Cells};
use super::criterion::Variance;
use super::spread::median;

/// Times by unit, and the units of a side: the logarithm of the time of each instance in each unit.
#[derive(Clone, Debug, Default)]
pub struct Units(Vec<BTreeMap<u32, f64>>);

impl Units {
    /// The units of some cells. `unit` gives the unit of a round.
    pub fn of<'c>(
        cells: &Cells,
        of_engine: impl Iterator<Item = &'c Cell>,
        unit: impl Fn(u32) -> u32,
    ) -> Self {
        let of_cell = |cell: &Cell| {
            let mut times: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
            for (&round, &time) in cells.rounds(cell).iter().zip(cells.values(cell)) {
                times.entry(unit(round)).or_default().push(time.ln());
            }
            let median = |(unit, mut times): (u32, Vec<f64>)| Some((unit, median(&mut times)?));
            times.into_iter().filter_map(median).collect()
        };
        Self(of_engine.map(of_cell).collect())
    }

    /// The differences between two sides that were measured in turns, unit by unit.
    #[must_use]
    pub fn less(&self, base: &Self) -> Self {
        let difference = |(other, base): (&BTreeMap<u32, f64>, &BTreeMap<u32, f64>)| {
            // Units are in the order in which they were measured, which is the same on both sides.
            let pairs = other.values().zip(base.values());
            pairs.enumerate().map(|(unit, (other, base))| (unit as u32, other - base)).collect()
        };
        Self(self.0.iter().zip(&base.0).map(difference).collect())
    }

    /// The number of units.
    pub fn count(&self) -> usize {
        self.0.iter().flat_map(BTreeMap::keys).collect::<BTreeSet<_>>().len()
    }

    /// The variance of a unit, if there are at least two units.
    pub fn variance(&self) -> Option<Variance> {
        let mut differences: BTreeMap<(u32, u32), Vec<f64>> = BTreeMap::new();
        for times in &self.0 {
            for (i, (&other, other_time)) in times.iter().enumerate() {
                for (&one, time) in times.iter().take(i) {
                    differences.entry((one, other)).or_default().push(other_time - time);
                }
            }
        }
        // Over all pairs of n values, the mean of the squared differences is twice the variance. Pairs of units without
        // a common instance are taken to differ as the others do.
        let pairs = differences.len() as f64;
        let squares = differences.values_mut().filter_map(|pair| median(pair)).map(|d| d * d);
        let value = squares.sum::<f64>() / pairs / 2.0;
        (pairs > 0.0).then(|| Variance { value, freedom: (self.count() - 1) as f64 })
    }
}

/// The variance of the median over the units of a side, if a unit has `variance`: that of a mean of up to two units,
/// and pi / 2 times as much for more.
pub fn of_median(units: usize, variance: f64) -> f64 {
    let efficiency = if units > 2 { std::f64::consts::FRAC_PI_2 } else { 1.0 };
    variance * efficiency / units.max(1) as f64
}

/// The variance of a unit from both sides together.
pub fn pooled(sides: [Option<Variance>; 2]) -> Option<Variance> {
    let known = || sides.iter().flatten();
    let freedom: f64 = known().map(|side| side.freedom).sum();
    let squares: f64 = known().map(|side| side.value * side.freedom).sum();
    (freedom > 0.0).then(|| Variance { value: squares / freedom, freedom })
}
