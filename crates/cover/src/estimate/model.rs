//! A guess at the size of the subtree of a node, from what is seen at the node.
//!
//! The logarithm of the number of nodes is a linear function of a few [features](Features), fitted by least squares to
//! subtrees that were searched whole. Large subtrees weigh more: the guess serves to draw nodes with a probability that is
//! proportional to size. A wrong guess makes estimates less precise, and never biased.
//!
//! Logarithms and powers are computed here by sums and products, because those of the system differ in the
//! last digit from one machine to another, and estimates are the same on all machines.

use super::ground::State;

pub(super) const FEATURES: usize = 5;

/// What is seen at a node: 1, the number of open items, the logarithm of the number of options left, and the sum of the
/// logarithms of the sizes of open items; and the least of these sizes, at most 8.
pub(super) type Features = [f64; FEATURES];

/// A linear function of the features.
#[derive(Clone, Debug)]
pub(super) struct Model {
    factors: Features,
}

/// The samples that were not drawn weigh, all together, as much as this number of average drawn ones. They are no fair sample, so
/// their weight must not grow with their number.
const OTHERS_WEIGH: f64 = 10.0;
/// The ridge, as a share of the weight of all samples.
const RIDGE: f64 = 1e-3;
/// Upper bound on the logarithm of a guessed size. The lower bound is 0, because a subtree has at least one node.
const MOST: f64 = 400.0;

impl Model {
    /// The guess before any subtree was searched: the logarithm (to the base 2) of the number of nodes is half of the number of open
    /// items, half of the logarithm of the number of options left, and a quarter of the sum of the logarithms of the sizes of items.
    pub(super) fn unfitted() -> Self {
        Self { factors: [0.0, 0.5, 0.5, 0.25, 0.0] }
    }

    pub(super) fn size(&self, features: &Features) -> f64 {
        let log: f64 = self.factors.iter().zip(features).map(|(factor, x)| factor * x).sum();
        power_of_2(log.clamp(0.0, MOST))
    }

    /// Fits the function to subtrees, given by the features and the number of nodes of each.
    pub(super) fn fit(samples: &[(Features, f64)]) -> Self {
        Self::of(&Sums::of(samples.iter().map(|&(x, nodes)| (x, nodes, 1.0))))
    }

    /// Fits the function to subtrees that were drawn, each with the inverse of its probability, and to other samples, which
    /// weigh as much as [`OTHERS_WEIGH`] says.
    pub(super) fn fit_both(others: &[(Features, f64)], drawn: &[(Features, f64, f64)]) -> Self {
        let mut sums = Sums::of(others.iter().map(|&(x, nodes)| (x, nodes, 1.0)));
        let of_drawn = Sums::of(drawn.iter().copied());
        let share = OTHERS_WEIGH / drawn.len().max(1) as f64;
        let (wanted, weight_of_others) = (of_drawn.0[0][0] * share, sums.0[0][0]);
        if wanted > 0.0 && weight_of_others > 0.0 {
            // What is drawn is scaled, so that the others weigh as much as is wanted.
            sums.add(&of_drawn, weight_of_others / wanted);
        }
        Self::of(&sums)
    }

    fn of(sums: &Sums) -> Self {
        let mut rows = sums.0;
        // A ridge, for features that are the same in all samples or depend on each other.
        let weights = rows[0][0];
        for (i, row) in rows.iter_mut().enumerate() {
            row[i] += RIDGE * weights;
        }
        Self { factors: solve(rows) }
    }
}

/// The sums of least squares: products of features with each other, and with the logarithm of the number of nodes.
#[derive(Clone, Copy, Default)]
struct Sums([[f64; FEATURES + 1]; FEATURES]);

impl Sums {
    /// The sums over samples, each with a weight. Large subtrees weigh more than small ones.
    fn of(samples: impl Iterator<Item = (Features, f64, f64)>) -> Self {
        let mut sums = Self::default();
        for (x, nodes, weight) in samples {
            let weight = weight * nodes.sqrt();
            let y = log_2(nodes);
            for (row, a) in sums.0.iter_mut().zip(&x) {
                for (sum, b) in row.iter_mut().zip(x.iter().chain([&y])) {
                    *sum += weight * a * b;
                }
            }
        }
        sums
    }

    fn add(&mut self, other: &Self, weight: f64) {
        for (row, more) in self.0.iter_mut().zip(&other.0) {
            row.iter_mut().zip(more).for_each(|(sum, more)| *sum += weight * more);
        }
    }
}

/// The solution of a system of linear equations, by elimination.
fn solve(mut rows: [[f64; FEATURES + 1]; FEATURES]) -> Features {
    for i in 0..FEATURES {
        let pivot = rows[i];
        for (j, row) in rows.iter_mut().enumerate() {
            if j != i && pivot[i] != 0.0 {
                let factor = row[i] / pivot[i];
                row.iter_mut().zip(pivot).for_each(|(a, b)| *a -= factor * b);
            }
        }
    }
    let mut factors = [0.0; FEATURES];
    for (i, row) in rows.iter().enumerate() {
        factors[i] = if row[i] == 0.0 { 0.0 } else { row[FEATURES] / row[i] };
    }
    factors
}

#[derive(Debug)]
pub(super) struct Logs(Vec<f64>);

impl Logs {
    pub(super) fn up_to(most: u32) -> Self {
        Self((0..=most).map(|size| log_2(f64::from(size.max(1)))).collect())
    }

    pub(super) fn features(&self, state: &State) -> Features {
        let (mut sum, mut least) = (0.0, u16::MAX);
        for size in state.sizes() {
            sum += self.0[size as usize];
            least = least.min(size);
        }
        let least = if least == u16::MAX { 0.0 } else { f64::from(least.min(8)) };
        let options = log_2(f64::from(state.options + 1));
        [1.0, f64::from(state.open), options, sum, least]
    }
}

/// The logarithm to the base 2 of a number of at least 1.
fn log_2(number: f64) -> f64 {
    let bits = number.max(1.0).to_bits();
    let exponent = (bits >> 52) as i32 - 1023;
    let mantissa = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    // ln(m) = 2 (z + z^3 / 3 + z^5 / 5 + ...) with z = (m - 1) / (m + 1).
    let z = (mantissa - 1.0) / (mantissa + 1.0);
    let square = z * z;
    let series = 1.0 + square * (1.0 / 3.0 + square * (0.2 + square * (1.0 / 7.0 + square / 9.0)));
    f64::from(exponent) + 2.0 * z * series * std::f64::consts::LOG2_E
}

/// 2 to the power of a number from 0 to [`MOST`].
fn power_of_2(log: f64) -> f64 {
    let whole = log.floor();
    let x = (log - whole) * std::f64::consts::LN_2;
    let mut sum = 1.0;
    for i in (1..10).rev() {
        sum = 1.0 + sum * x / f64::from(i);
    }
    sum * f64::from_bits(((whole as u64) + 1023) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_and_logarithms() {
        for number in [1.0, 1.5, 2.0, 3.0, 1000.0, 1e30_f64] {
            assert!((log_2(number) - number.log2()).abs() < 1e-5, "{number}");
            assert!((power_of_2(log_2(number)) / number - 1.0).abs() < 1e-5, "{number}");
        }
    }

    #[test]
    fn a_line_is_found() {
        let samples: Vec<_> = (1..50u32)
            .map(|i| {
                let features = [1.0, f64::from(i % 7), f64::from(i % 5), f64::from(i % 11), 0.0];
                (features, power_of_2(1.0 + 0.5 * features[1] + 2.0 * features[3]))
            })
            .collect();
        let model = Model::fit(&samples);
        for (features, nodes) in &samples {
            let ratio = model.size(features) / nodes;
            assert!((0.8..1.25).contains(&ratio), "{ratio} {model:?}");
        }
    }
}
