//! The linear program whose solution is a set of weights, and its rounding to whole numbers.
//!
//! The program minimises the sum of the absolute weights, under two conditions: the weights of each option sum to at most 0,
//! and the weights of what must be covered sum to at least 1. It has no solution if and only if the relaxation of the problem
//! has one.

use std::collections::BTreeSet;

use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Variable};

/// Largest multiple of the smallest weight that is tried as a whole number, before weights are rounded down on a fine scale.
const MULTIPLES: u32 = 64;
/// Largest scale on which weights are rounded down, as a power of two. The solver's sums are exact to 1e-7, so that on a larger
/// scale the sum of an option may round to 1.
const FINEST: u32 = 23;

/// A linear program. Items are numbered as the caller likes.
#[derive(Default)]
pub(super) struct Program {
    /// By item, how often it must and may be covered.
    bounds: Vec<[u32; 2]>,
    /// The items of each different option, in ascending order.
    options: BTreeSet<Vec<usize>>,
}

impl Program {
    /// Adds an item that must be covered `low` times and may be covered `high` times. Returns its number.
    pub(super) fn item(&mut self, low: u32, high: u32) -> usize {
        self.bounds.push([low, high]);
        self.bounds.len() - 1
    }

    pub(super) fn option(&mut self, mut items: Vec<usize>) {
        items.sort_unstable();
        self.options.insert(items);
    }

    /// The weights by item, if the program has a solution and this can be rounded.
    pub(super) fn solve(&self) -> Option<Vec<i64>> {
        let mut program = microlp::Problem::new(OptimizationDirection::Minimize);
        let mut variable = || program.add_var(1.0, (0.0, f64::INFINITY));
        // A weight is the difference of two variables, of which the first is needed only if it helps.
        let split: Vec<(Option<Variable>, Variable)> = (self.bounds.iter())
            .map(|&[low, _]| ((low > 0).then(&mut variable), variable()))
            .collect();
        for option in &self.options {
            let mut sum = LinearExpr::empty();
            for &item in option {
                add(&mut sum, split[item], [1.0, 1.0]);
            }
            program.add_constraint(sum, ComparisonOp::Le, 0.0);
        }
        let mut least = LinearExpr::empty();
        for (&pair, bounds) in split.iter().zip(&self.bounds) {
            add(&mut least, pair, bounds.map(f64::from));
        }
        program.add_constraint(least, ComparisonOp::Ge, 1.0);
        let solution = program.solve().ok()?.into_solution().ok()?;
        let value = |variable: Variable| solution.var_value(variable);
        let weights: Vec<f64> =
            split.iter().map(|&(plus, minus)| plus.map_or(0.0, value) - value(minus)).collect();
        self.round(&weights)
    }

    /// Whole-number weights in about these proportions, as small as possible.
    fn round(&self, weights: &[f64]) -> Option<Vec<i64>> {
        let sizes = weights.iter().map(|weight| weight.abs()).filter(|&size| size > 1e-6);
        let smallest = sizes.fold(f64::INFINITY, f64::min);
        let whole = |scale: f64, round: fn(f64) -> f64| -> Option<Vec<i64>> {
            let scaled = weights.iter().map(|weight| round(weight * scale) as i64);
            let scaled: Vec<i64> = scaled.collect();
            self.is_unbalanced(&scaled).then(|| lowest_terms(scaled))
        };
        let multiples = (1..=MULTIPLES).filter_map(|n| whole(f64::from(n) / smallest, f64::round));
        // Rounding down keeps the sums of options at most 0, and takes less than 1 from each weight, which is little on a
        // fine scale.
        let finer = (0..=FINEST).filter_map(|n| whole(f64::from(1 << n), |w| (w + 1e-9).floor()));
        multiples.chain(finer).next()
    }

    /// Whether each option's weights sum to at most 0, but those of what must be covered to at least 1.
    fn is_unbalanced(&self, weights: &[i64]) -> bool {
        let least = weights.iter().zip(&self.bounds).map(|(&weight, &[low, high])| {
            i128::from(weight) * i128::from(if weight > 0 { low } else { high })
        });
        let sum =
            |option: &Vec<usize>| option.iter().map(|&i| i128::from(weights[i])).sum::<i128>();
        least.sum::<i128>() > 0 && self.options.iter().all(|option| sum(option) <= 0)
    }
}

/// Adds the weight of an item, positive and negative part, with the coefficients of each.
fn add(sum: &mut LinearExpr, (plus, minus): (Option<Variable>, Variable), [low, high]: [f64; 2]) {
    if let Some(plus) = plus {
        sum.add(plus, low);
    }
    sum.add(minus, -high);
}

fn lowest_terms(weights: Vec<i64>) -> Vec<i64> {
    let divisor = weights.iter().fold(0, |divisor, &weight| gcd(divisor, weight));
    weights.into_iter().map(|weight| weight / divisor.abs().max(1)).collect()
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_rounded_to_the_smallest_that_do_not_balance() {
        let mut program = Program::default();
        let [a, b, c] = [(); 3].map(|()| program.item(1, 1));
        program.option(vec![a, b]);
        program.option(vec![c, b]);
        assert_eq!(program.solve(), Some(vec![1, -1, 1]));
        assert_eq!(program.round(&[0.999_999_9, -1.0, 1.000_000_1]), Some(vec![1, -1, 1]));
        assert_eq!(program.round(&[1.0 / 3.0, -1.0 / 3.0, 1.0 / 3.0]), Some(vec![1, -1, 1]));
        // Balanced weights, and weights that some option exceeds.
        assert_eq!(program.round(&[0.5, -1.0, 0.5]), None);
        assert_eq!(program.round(&[1.0, 0.5, 1.0]), None);
        program.option(vec![a, c]);
        assert_eq!(program.solve().map(|weights| weights.len()), None);
    }

    #[test]
    fn rounding_down_serves_where_no_multiple_is_near() {
        let mut program = Program::default();
        let [a, b] = [(); 2].map(|()| program.item(1, 1));
        program.option(vec![b]);
        // The weights stand for the best of a solver whose multiples are not near whole numbers.
        let weights = program.round(&[std::f64::consts::SQRT_2 * 1e3, -1e-2]);
        let [positive, negative] = weights.unwrap()[..] else { panic!("two weights") };
        assert!(positive > 0 && negative <= 0);
        assert!(program.is_unbalanced(&[1, 0]) && !program.is_unbalanced(&[0, 0]));
        assert_eq!([a, b], [0, 1]);
    }

    #[test]
    fn bounds_count() {
        let mut program = Program::default();
        // The first item must be covered three times, but the second, which is in the same options, at most twice.
        let [a, b] = [program.item(3, 5), program.item(0, 2)];
        program.option(vec![b, a]);
        assert_eq!(program.solve(), Some(vec![1, -1]));
    }
}
