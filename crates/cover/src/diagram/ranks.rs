//! The numbers of solutions of all nodes, from which every solution has its place in an order.
//!
//! The solutions of a node are ordered by its alternatives, in their order. Those of an alternative are ordered by the solutions of its
//! children as numbers are by their digits: the first child is the most significant, and the last changes fastest.

use num_bigint::BigUint;

use super::shape::Shape;
use crate::number::Number;
use crate::problem::OptionId;
use crate::random::Stream;

/// The numbers of solutions of a shape.
#[derive(Clone, Debug)]
pub(super) struct Ranks<N> {
    /// By node, its number of solutions.
    pub(super) counts: Vec<N>,
    /// By alternative, the number of solutions of its node that belong to alternatives before it.
    before: Vec<N>,
}

/// The numbers of solutions of a shape, in the narrowest type that is wide enough.
#[derive(Clone, Debug)]
pub(super) enum Counted {
    Words(Ranks<u64>),
    Pairs(Ranks<u128>),
    Large(Ranks<BigUint>),
}

/// Does the same for each type of numbers.
macro_rules! with_ranks {
    ($counted:expr, $ranks:ident => $body:expr) => {
        match $counted {
            $crate::diagram::ranks::Counted::Words($ranks) => $body,
            $crate::diagram::ranks::Counted::Pairs($ranks) => $body,
            $crate::diagram::ranks::Counted::Large($ranks) => $body,
        }
    };
}
pub(super) use with_ranks;

impl Counted {
    pub(super) fn new(shape: &Shape) -> Self {
        // Sums and products of positive numbers: the error is far below the factor of two that is left here.
        let mut about: Vec<f64> = Vec::with_capacity(shape.len());
        for node in 0..shape.len() {
            let product = |it: usize| {
                shape.children(it).iter().map(|&it| about[it as usize]).product::<f64>()
            };
            about.push(shape.alternatives_of(node).map(product).sum());
        }
        match about[shape.root()].log2() {
            ..63.0 => Self::Words(Ranks::new(shape)),
            ..127.0 => Self::Pairs(Ranks::new(shape)),
            _ => Self::Large(Ranks::new(shape)),
        }
    }
}

impl<N: Number> Ranks<N> {
    /// Counts. The numbers must be wide enough for the solutions of the root.
    pub(super) fn new(shape: &Shape) -> Self {
        let mut counts: Vec<N> = Vec::with_capacity(shape.len());
        let mut before = Vec::with_capacity(shape.alternatives());
        for node in 0..shape.len() {
            let mut count = N::ZERO;
            for alternative in shape.alternatives_of(node) {
                before.push(count.clone());
                let children = shape.children(alternative).iter();
                count.add(&N::product(children.map(|&child| &counts[child as usize])));
            }
            counts.push(count);
        }
        Self { counts, before }
    }

    /// The number of solutions of the root.
    pub(super) fn all(&self) -> &N {
        self.counts.last().expect("a shape has a root")
    }

    /// Passes the alternatives of a solution, counted from 0, to `visit`: those of a node before those of its children, and
    /// those of a child before those of the next. There must be such a solution.
    #[inline]
    pub(super) fn descend(&self, shape: &Shape, index: N, mut visit: impl FnMut(usize)) {
        let mut todo = vec![(shape.root() as u32, index)];
        while let Some((node, mut index)) = todo.pop() {
            let alternatives = shape.alternatives_of(node as usize);
            let begin = alternatives.start;
            // Few nodes have enough alternatives for a binary search to be faster.
            let behind = self.before[alternatives].iter().skip(1).take_while(|it| **it <= index);
            let alternative = begin + behind.count();
            index.subtract(&self.before[alternative]);
            visit(alternative);
            if let Some((&first, others)) = shape.children(alternative).split_first() {
                for &child in others.iter().rev() {
                    let rest = index.divide(&self.counts[child as usize]);
                    todo.push((child, rest));
                }
                todo.push((first, index));
            }
        }
    }

    /// A random number below the number of solutions; `None` if there are none.
    #[inline]
    pub(super) fn random(&self, stream: &mut Stream) -> Option<N> {
        (*self.all() > N::ZERO).then(|| self.all().random_below(stream))
    }

    /// The index of the solution that has the options for which `holds` is true, and the number of options on the way to it;
    /// `None` if it is no solution.
    pub(super) fn index_of(
        &self,
        shape: &Shape,
        holds: impl Fn(OptionId) -> bool,
    ) -> Option<(N, usize)> {
        // Nodes still to be passed, with the number of solutions by which one step in each moves the index.
        let mut todo = vec![(shape.root(), N::one())];
        let (mut index, mut options) = (N::ZERO, 0);
        while let Some((node, mut weight)) = todo.pop() {
            let has = |alternative: &usize| shape.options(*alternative).iter().all(|&o| holds(o));
            let alternative = shape.alternatives_of(node).find(has)?;
            options += shape.options(alternative).len();
            let mut before = self.before[alternative].clone();
            before.multiply(&weight);
            index.add(&before);
            for &child in shape.children(alternative).iter().rev() {
                todo.push((child as usize, weight.clone()));
                weight.multiply(&self.counts[child as usize]);
            }
        }
        Some((index, options))
    }
}

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
