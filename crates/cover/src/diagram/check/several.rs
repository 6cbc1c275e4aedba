//! Checks what is particular to problems with bounds: how often the solutions of a node cover an item, no option twice, and no solution twice.
//!
//! Parts are independent, so the least and the greatest number of times that the solutions of an alternative cover an item are the sums of
//! those of its options and children. No solution lies in two alternatives of a node, if the first option of each lies in none of the
//! alternatives after it.

use super::Wrong;
use crate::diagram::shape::Shape;
use crate::problem::{Bounds, ItemId, Problem};

pub(super) struct Several<'p> {
    problem: &'p Problem,
    items: Vec<ItemId>,
    nodes: Vec<Node>,
}

/// What is known of the solutions of a node or of an alternative.
#[derive(Clone, Default)]
struct Node {
    /// The options in some solution, as a set.
    scope: Vec<u64>,
    /// By item with bounds, the least and the greatest number of times that a solution covers it.
    times: Vec<[u64; 2]>,
}

impl<'p> Several<'p> {
    /// `None` for a problem without bounds.
    pub(super) fn new(problem: &'p Problem) -> Option<Self> {
        let has_bounds = |item: &ItemId| problem.bounds(*item).is_some_and(|it| it != Bounds::ONCE);
        let items: Vec<ItemId> = problem.item_ids().filter(has_bounds).collect();
        (!items.is_empty()).then(|| Self { problem, items, nodes: Vec::new() })
    }

    pub(super) fn add(&mut self, shape: &Shape, node: usize) -> Result<(), Wrong> {
        let empty = Node {
            scope: vec![0; self.problem.options().div_ceil(64)],
            times: vec![[0; 2]; self.items.len()],
        };
        let mut all: Option<Node> = None;
        let mut firsts = Vec::new();
        for alternative in shape.alternatives_of(node) {
            let wrong = |what| (node, Some(alternative), what);
            let mut own = empty.clone();
            let twice = |option: usize| {
                wrong(format!("found option {} twice in a solution; expected it once", option + 1))
            };
            for &option in shape.options(alternative) {
                let (word, bit) = (option.index() / 64, 1 << (option.index() % 64));
                if own.scope[word] & bit != 0 {
                    return Err(twice(option.index()));
                }
                own.scope[word] |= bit;
                for entry in self.problem.option(option) {
                    if let Ok(place) = self.items.binary_search(&entry.item) {
                        own.times[place].iter_mut().for_each(|times| *times += 1);
                    }
                }
            }
            for &child in shape.children(alternative) {
                let child = &self.nodes[child as usize];
                for (word, (own, &child)) in own.scope.iter_mut().zip(&child.scope).enumerate() {
                    if *own & child != 0 {
                        return Err(twice(64 * word + (*own & child).trailing_zeros() as usize));
                    }
                    *own |= child;
                }
                for (own, child) in own.times.iter_mut().zip(&child.times) {
                    // Numbers of a text that is wrong may be large.
                    *own = [0, 1].map(|end| own[end].saturating_add(child[end]));
                }
            }
            let holds = |option: &usize| own.scope[option / 64] >> (option % 64) & 1 == 1;
            if let Some(option) = firsts.iter().find(|option| holds(option)) {
                return Err(wrong(format!(
                    "found option {}, with which an alternative before this one begins; expected it there only",
                    option + 1
                )));
            }
            let is_last = alternative + 1 == shape.alternatives_of(node).end;
            match shape.options(alternative).first() {
                Some(first) => firsts.push(first.index()),
                None if is_last => {}
                None => {
                    return Err(wrong(
                        "found an alternative without an option; expected one, because others follow"
                            .to_owned(),
                    ));
                }
            }
            all = Some(match all {
                None => own,
                Some(mut all) => {
                    all.scope.iter_mut().zip(&own.scope).for_each(|(all, own)| *all |= own);
                    for (all, own) in all.times.iter_mut().zip(own.times) {
                        *all = [all[0].min(own[0]), all[1].max(own[1])];
                    }
                    all
                }
            });
        }
        self.nodes.push(all.unwrap_or(empty));
        Ok(())
    }

    pub(super) fn forget(&mut self, node: usize) {
        self.nodes[node] = Node::default();
    }

    /// Checks that the solutions of the root, which is the last node and has some, keep the bounds.
    pub(super) fn check_bounds(&self) -> Result<(), Wrong> {
        let root = self.nodes.len() - 1;
        for (&item, &[least, most]) in self.items.iter().zip(&self.nodes[root].times) {
            let Some(Bounds { low, high }) = self.problem.bounds(item) else { continue };
            if least < low.into() || most > high.into() {
                let name = self.problem.item_name(item);
                let what = format!(
                    "found item `{name}` covered {least} to {most} times; expected {low} to {high} times in each solution"
                );
                return Err((root, None, what));
            }
        }
        Ok(())
    }
}
