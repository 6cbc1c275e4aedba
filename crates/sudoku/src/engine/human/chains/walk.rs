//! Walks along the links, breadth first, so that the shortest chains are found first.

use super::web::{Node, Web};
use crate::engine::deduction::{Candidate, Claim, Link};
use crate::engine::human::state::State;

/// A walk from one candidate over the others. Each claim has the number of the last walk that
/// reached it, so that no table must be cleared before the next walk.
pub(super) struct Walk<'w> {
    web: &'w Web,
    number: u32,
    /// For each claim (2 * node, + 1 if the candidate stands), the walk that last reached it.
    reached: Vec<u32>,
    /// For each claim, the claim before it, and the number of links from the start.
    from: Vec<(u32, u32)>,
    /// For each node, the last walk whose start has a weak link to it.
    near: Vec<u32>,
    queue: Vec<u32>,
}

impl<'w> Walk<'w> {
    pub(super) fn new(web: &'w Web) -> Self {
        let nodes = web.len();
        Self {
            web,
            number: 0,
            reached: vec![0; 2 * nodes],
            from: vec![(0, 0); 2 * nodes],
            near: vec![0; nodes],
            queue: Vec::new(),
        }
    }

    /// Supposes that the start is wrong, and walks at most `most` links to a candidate that is right
    /// then, such that another candidate has weak links to both ends.
    pub(super) fn end_of_chain(&mut self, start: Node, most: usize) -> Option<Node> {
        self.begin(start, false);
        for &node in self.web.weak(start) {
            self.near[node as usize] = self.number;
        }
        let mut next = 0;
        while let Some(&wrong) = self.queue.get(next) {
            next += 1;
            if self.links_to(wrong) >= most {
                return None;
            }
            for &right in self.web.strong(wrong as usize / 2) {
                if self.reach(right, true, wrong) && self.strikes_with_start(right) {
                    return Some(right as usize);
                }
            }
        }
        None
    }

    /// Walks on from a candidate that is right. Returns whether another candidate has weak links to
    /// this candidate and to the start.
    fn strikes_with_start(&mut self, right: u32) -> bool {
        for &node in self.web.weak(right as usize) {
            if self.near[node as usize] == self.number {
                return true;
            }
            self.reach_wrong(node, right);
        }
        false
    }

    /// Supposes that the start is right, walks at most `most` links, and returns the candidates that
    /// are wrong then, each with its distance.
    pub(super) fn wrong_if(&mut self, start: Node, most: usize) -> Vec<(u32, u32)> {
        self.begin(start, true);
        let mut wrong = Vec::new();
        self.spread_wrong(start as u32, &mut wrong);
        let mut next = 1;
        while let Some(&claim) = self.queue.get(next) {
            next += 1;
            if self.links_to(claim) + 2 > most {
                break;
            }
            for &right in self.web.strong(claim as usize / 2) {
                if self.reach(right, true, claim) {
                    self.spread_wrong(right, &mut wrong);
                }
            }
        }
        wrong
    }

    /// Adds the candidates that are wrong if this one is right and that were not reached before.
    fn spread_wrong(&mut self, right: u32, wrong: &mut Vec<(u32, u32)>) {
        let links = self.links_to(2 * right + 1) as u32 + 1;
        for &node in self.web.weak(right as usize) {
            if self.reach_wrong(node, right) {
                wrong.push((node, links));
            }
        }
    }

    /// The claims from the start of the last walk to a claim that it reached. The web is that of `state`.
    pub(super) fn path(&self, state: &State, end: Node, stands: bool) -> Vec<Claim> {
        let mut claim = 2 * end as u32 + u32::from(stands);
        let mut path = Vec::new();
        loop {
            let (cell, digit) = self.web.candidate(claim as usize / 2);
            let stands = claim % 2 == 1;
            let (before, links) = self.from[claim as usize];
            if links == 0 {
                path.push(Claim { cell, digit, stands, by: None });
                path.reverse();
                return path;
            }
            let (other, _) = self.web.candidate(before as usize / 2);
            let by = link(state, (cell, digit), other, stands);
            path.push(Claim { cell, digit, stands, by: Some(by) });
            claim = before;
        }
    }

    fn begin(&mut self, start: Node, stands: bool) {
        self.number += 1;
        self.queue.clear();
        let claim = 2 * start as u32 + u32::from(stands);
        self.queue.push(claim);
        self.reached[claim as usize] = self.number;
        self.from[claim as usize] = (claim, 0);
    }

    /// Marks the claim that a candidate is wrong as reached, and queues it if it has strong links.
    /// Returns whether it is reached for the first time.
    fn reach_wrong(&mut self, node: u32, right: u32) -> bool {
        let first = self.reach(node, false, 2 * right + 1);
        if first && !self.web.strong(node as usize).is_empty() {
            self.queue.push(2 * node);
        }
        first
    }

    /// Marks a claim as reached from the claim `before`. Returns whether it is reached for the first time.
    fn reach(&mut self, node: u32, stands: bool, before: u32) -> bool {
        let claim = (2 * node + u32::from(stands)) as usize;
        let first = self.reached[claim] != self.number;
        if first {
            self.reached[claim] = self.number;
            self.from[claim] = (before, self.from[before as usize].1 + 1);
        }
        first
    }

    fn links_to(&self, claim: u32) -> usize {
        self.from[claim as usize].1 as usize
    }
}

/// The link between a candidate and the one before it, which is in the cell `other`. A strong link, to a candidate that
/// `stands`, is in a unit with two places for the digit.
fn link(state: &State, (cell, digit): Candidate, other: usize, stands: bool) -> Link {
    let layout = state.layout();
    let others = layout.units_of(other);
    let is_linked = |&unit: &usize| {
        others.contains(&unit) && (!stands || state.places(unit, digit).count_ones() == 2)
    };
    match layout.units_of(cell).into_iter().find(is_linked) {
        Some(unit) if cell != other => Link::Unit(state.unit(unit)),
        _ => Link::Cell,
    }
}
