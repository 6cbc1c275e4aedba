//! Solutions by their costs: the cheapest one after another, and how many there are of each cost.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use num_bigint::BigUint;

use super::shape::Shape;
use crate::number::Number;
use crate::problem::{OptionId, Problem};
use crate::search::{CancelToken, Solution};

/// The solutions by cost, and among equal costs in their order.
///
/// Best first: a set of solutions is given by the alternatives that begin them, and has an exact lower bound, the cost of these
/// and of the cheapest solution of each child still to be decided. The set of the least bound is divided until one is a solution.
pub(super) struct Cheapest<'d> {
    shape: &'d Shape,
    problem: &'d Problem,
    /// By node, the cost of its cheapest solution.
    least: Vec<u64>,
    /// Sets of solutions: the bound, and the place of the alternative of each node that is decided, each node before its
    /// children. Of equal bounds the set whose solutions come first is taken first.
    sets: BinaryHeap<Reverse<(u64, Vec<u32>)>>,
}

impl<'d> Cheapest<'d> {
    pub(super) fn new(shape: &'d Shape, problem: &'d Problem) -> Self {
        let mut least: Vec<u64> = Vec::with_capacity(shape.len());
        for node in 0..shape.len() {
            let costs = shape.alternatives_of(node).map(|it| bound(shape, problem, &least, it));
            least.push(costs.min().unwrap_or(0));
        }
        let root = shape.root();
        let is_empty = shape.alternatives_of(root).is_empty();
        let all = (!is_empty).then(|| Reverse((least[root], Vec::new())));
        Self { shape, problem, least, sets: all.into_iter().collect() }
    }
}

/// The cost of the cheapest solution of an alternative.
fn bound(shape: &Shape, problem: &Problem, least: &[u64], alternative: usize) -> u64 {
    let children = shape.children(alternative).iter().map(|&child| least[child as usize]);
    problem.cost_of(shape.options(alternative)) + children.sum::<u64>()
}

impl Iterator for Cheapest<'_> {
    type Item = (u64, Solution);

    fn next(&mut self) -> Option<Self::Item> {
        let shape = self.shape;
        loop {
            let Reverse((cost, places)) = self.sets.pop()?;
            let mut todo = vec![shape.root()];
            let mut solution: Vec<OptionId> = Vec::new();
            for &place in &places {
                let node = todo.pop().expect("a set decides no more nodes than there are");
                let alternative = shape.alternatives_of(node).start + place as usize;
                solution.extend_from_slice(shape.options(alternative));
                todo.extend(shape.children(alternative).iter().rev().map(|&child| child as usize));
            }
            let Some(node) = todo.pop() else { return Some((cost, solution)) };
            for (place, alternative) in shape.alternatives_of(node).enumerate() {
                let more = bound(shape, self.problem, &self.least, alternative) - self.least[node];
                let mut places = places.clone();
                places.push(place as u32);
                self.sets.push(Reverse((cost + more, places)));
            }
        }
    }
}

/// The number of solutions of each cost, by cost; `None` if it takes more than `room` bytes, or if it is cancelled.
pub(super) fn costs<N: Number>(
    shape: &Shape,
    problem: &Problem,
    room: usize,
    cancel: Option<&CancelToken>,
) -> Option<Vec<(u64, BigUint)>> {
    let last_uses = shape.last_uses();
    let mut tables: Vec<Vec<(u64, N)>> = Vec::with_capacity(shape.len());
    // Number of entries in all tables. An entry of a large number is taken to have 256 bits.
    let entry = size_of::<(u64, N)>().max(16) + if size_of::<N>() > 16 { 32 } else { 0 };
    let mut entries = 0;
    let mut ended = last_uses.iter().peekable();
    for node in 0..shape.len() {
        if cancel.is_some_and(CancelToken::is_cancelled) {
            return None;
        }
        let mut sums: Vec<(u64, N)> = Vec::new();
        for alternative in shape.alternatives_of(node) {
            let mut table = vec![(problem.cost_of(shape.options(alternative)), N::one())];
            for &child in shape.children(alternative) {
                let child = &tables[child as usize];
                if (entries + table.len() * child.len()).saturating_mul(entry) > room {
                    return None;
                }
                let pairs = table.iter().flat_map(|(cost, number)| {
                    child.iter().map(move |(other, times)| {
                        let mut number = number.clone();
                        number.multiply(times);
                        (cost + other, number)
                    })
                });
                table = merged(pairs.collect());
            }
            sums.extend(table);
        }
        let sums = merged(sums);
        entries += sums.len();
        tables.push(sums);
        while let Some(&(_, child)) = ended.next_if(|(by, _)| *by as usize == node) {
            entries -= std::mem::take(&mut tables[child as usize]).len();
        }
    }
    let all = tables.pop()?;
    Some(all.iter().map(|(cost, number)| (*cost, number.unbounded())).collect())
}

/// The entries by cost, those of equal cost added up.
fn merged<N: Number>(mut entries: Vec<(u64, N)>) -> Vec<(u64, N)> {
    entries.sort_by_key(|(cost, _)| *cost);
    entries.dedup_by(|(cost, number), (before, sum)| {
        let is_same = cost == before;
        if is_same {
            sum.add(number);
        }
        is_same
    });
    entries
}
