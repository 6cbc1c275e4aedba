//! Solutions one after another, in their order.

use super::shape::Shape;
use crate::problem::OptionId;
use crate::search::Solution;

/// A solution and the way to it, which can be moved to the next solution.
#[derive(Clone, Debug)]
pub(super) struct Walk<'d> {
    shape: &'d Shape,
    /// The alternatives of the solution, each before those of its children.
    steps: Vec<Step>,
    solution: Solution,
    has_ended: bool,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    node: usize,
    alternative: usize,
    /// The step whose child this is, and the place among its children.
    parent: usize,
    place: usize,
    /// Number of options of the solution before this step.
    options: usize,
}

impl<'d> Walk<'d> {
    /// A walk without a solution.
    pub(super) fn ended(shape: &'d Shape) -> Self {
        Self { shape, steps: Vec::new(), solution: Vec::new(), has_ended: true }
    }

    /// A walk at the solution of these alternatives, in the order of [`Ranks::descend`](super::ranks::Ranks::descend).
    pub(super) fn at(shape: &'d Shape, alternatives: impl Iterator<Item = usize>) -> Self {
        let mut walk = Self { has_ended: false, ..Self::ended(shape) };
        for alternative in alternatives {
            let (node, parent, place) = walk.next_node().expect("the solution has no more steps");
            walk.take(Step { node, alternative, parent, place, options: 0 });
        }
        walk
    }

    /// The solution; `None` behind the last one.
    pub(super) fn solution(&self) -> Option<&[OptionId]> {
        (!self.has_ended).then_some(&self.solution)
    }

    pub(super) fn advance(&mut self) {
        loop {
            let Some(step) = self.steps.pop() else {
                self.has_ended = true;
                return;
            };
            self.solution.truncate(step.options);
            let alternative = step.alternative + 1;
            if alternative < self.shape.alternatives_of(step.node).end {
                self.take(Step { alternative, ..step });
                break;
            }
        }
        while let Some((node, parent, place)) = self.next_node() {
            let alternative = self.shape.alternatives_of(node).start;
            self.take(Step { node, alternative, parent, place, options: 0 });
        }
    }

    fn take(&mut self, step: Step) {
        self.steps.push(Step { options: self.solution.len(), ..step });
        self.solution.extend_from_slice(self.shape.options(step.alternative));
    }

    /// The node whose alternative is to be taken next, with its parent's step and its place; `None` if the solution is whole.
    fn next_node(&self) -> Option<(usize, usize, usize)> {
        let Some(mut at) = self.steps.len().checked_sub(1) else {
            return Some((self.shape.root(), 0, 0));
        };
        let mut place = 0;
        loop {
            let step = self.steps[at];
            if let Some(&child) = self.shape.children(step.alternative).get(place) {
                return Some((child as usize, at, place));
            }
            if at == 0 {
                return None;
            }
            (at, place) = (step.parent, step.place + 1);
        }
    }
}
