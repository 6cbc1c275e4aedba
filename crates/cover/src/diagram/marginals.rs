//! In how many solutions each option lies.

use num_bigint::BigUint;

use super::ranks::Ranks;
use super::shape::Shape;
use crate::number::Number;

/// By option, the number of solutions that hold it: one pass from the root to the leaves, over the counts.
pub(super) fn marginals<N: Number>(
    shape: &Shape,
    ranks: &Ranks<N>,
    options: usize,
) -> Vec<BigUint> {
    let mut holding = vec![N::ZERO; options];
    // By node, the number of ways to complete each of its solutions to a solution of the problem.
    let mut ways = vec![N::ZERO; shape.len()];
    ways[shape.root()] = N::one();
    for node in (0..shape.len()).rev() {
        for alternative in shape.alternatives_of(node) {
            let children = shape.children(alternative);
            let counts = children.iter().map(|&child| &ranks.counts[child as usize]);
            let mut solutions = N::product(counts);
            solutions.multiply(&ways[node]);
            for option in shape.options(alternative) {
                holding[option.index()].add(&solutions);
            }
            for &child in children {
                let mut others = solutions.clone();
                others.divide(&ranks.counts[child as usize]);
                ways[child as usize].add(&others);
            }
        }
    }
    holding.iter().map(N::unbounded).collect()
}
