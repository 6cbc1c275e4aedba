//! The variables in order of activity: those of the most recent conflicts first.
//!
//! VSIDS: the activity of a variable is raised in each conflict in which it takes part, by an amount
//! that grows from conflict to conflict, so that old conflicts fade (Moskewicz et al., *Chaff*,
//! 2001; exponential form by Eén and Sörensson, *`MiniSat`*, 2003). The variables are kept in a
//! binary heap. Activities only take additions, multiplications and comparisons of doubles, so they
//! are the same on every machine.

use super::literal::Lit;
use super::model::Model;

/// A heap of the variables that place a digit, the most active first; among equals the smaller
/// number first.
pub(super) struct ActivityHeap {
    pub(super) activity: Vec<f64>,
    heap: Vec<u32>,
    /// For each variable, its index in the heap, `OUT` or `NEVER`.
    place: Vec<u32>,
    /// The amount by which the next conflict raises activities.
    step: f64,
}

/// Stands for a variable that is not in the heap now.
const OUT: u32 = u32::MAX;
/// Stands for a variable that places no digit, so it is never in the heap.
const NEVER: u32 = u32::MAX - 1;
/// The factor by which the step grows from conflict to conflict.
const GROWTH: f64 = 1.0 / 0.97;
/// Activities are scaled down when one exceeds this, far below the largest double.
const MOST: f64 = 1e100;

impl ActivityHeap {
    /// All variables. Until the first conflict, those in small groups come first.
    pub(super) fn new(model: &Model) -> Self {
        let of_literal = |lit: Lit| -> f64 {
            let groups = model.groups_of.get(lit.index()).iter();
            groups.map(|&group| (model.groups.get(group as usize).len() as f64).powi(-2)).sum()
        };
        let places = |lit: Lit| !model.placed_by.get(lit.index()).is_empty();
        let lits = || (0..model.variables).map(Lit::positive);
        let mut order = Self {
            // An empty sum of floats is -0.0, whose bits differ from those of 0.0.
            activity: lits().map(|lit| 0.0 + of_literal(lit) + of_literal(!lit)).collect(),
            heap: Vec::new(),
            place: vec![NEVER; model.variables],
            step: 1.0,
        };
        for lit in lits().filter(|&lit| places(lit) || places(!lit)) {
            order.place[lit.variable()] = order.heap.len() as u32;
            order.heap.push(lit.variable() as u32);
        }
        for at in (0..order.heap.len() / 2).rev() {
            order.sink(at);
        }
        order
    }

    /// Raises the activity of a variable that took part in a conflict of this weight.
    pub(super) fn raise(&mut self, variable: usize, weight: f64) {
        self.activity[variable] += weight * self.step;
        if self.activity[variable] > MOST {
            for activity in &mut self.activity {
                *activity *= 1.0 / MOST;
            }
            self.step *= 1.0 / MOST;
        }
        if self.place[variable] < NEVER {
            self.rise(self.place[variable] as usize);
        }
    }

    /// Ends a conflict, so that later conflicts raise activities by more.
    pub(super) fn next_conflict(&mut self) {
        self.step *= GROWTH;
    }

    /// Puts back a variable that is free again.
    pub(super) fn insert(&mut self, variable: usize) {
        if self.place[variable] == OUT {
            self.place[variable] = self.heap.len() as u32;
            self.heap.push(variable as u32);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Takes out the most active variable.
    pub(super) fn pop(&mut self) -> Option<usize> {
        let &top = self.heap.first()?;
        self.place[top as usize] = OUT;
        let last = self.heap.pop().expect("the heap is not empty");
        if last != top {
            self.heap[0] = last;
            self.place[last as usize] = 0;
            self.sink(0);
        }
        Some(top as usize)
    }

    fn before(&self, a: u32, b: u32) -> bool {
        // No activity is negative or NaN, so their bits are in the same order as their values.
        let of = |variable: u32| self.activity[variable as usize].to_bits();
        (of(b), a) < (of(a), b)
    }

    fn rise(&mut self, mut at: usize) {
        let variable = self.heap[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.before(variable, self.heap[parent]) {
                break;
            }
            self.put(at, self.heap[parent]);
            at = parent;
        }
        self.put(at, variable);
    }

    fn sink(&mut self, mut at: usize) {
        let variable = self.heap[at];
        loop {
            let mut child = 2 * at + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.before(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if !self.before(self.heap[child], variable) {
                break;
            }
            self.put(at, self.heap[child]);
            at = child;
        }
        self.put(at, variable);
    }

    fn put(&mut self, at: usize, variable: u32) {
        self.heap[at] = variable;
        self.place[variable as usize] = at as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_active_comes_first_and_the_smaller_number_among_equals() {
        let mut order = ActivityHeap {
            activity: vec![0.0; 5],
            heap: (0..5).collect(),
            place: vec![0, 1, 2, 3, 4],
            step: 1.0,
        };
        order.raise(3, 1.0);
        order.next_conflict();
        order.raise(1, 1.0);
        assert_eq!([order.pop(), order.pop(), order.pop()], [Some(1), Some(3), Some(0)]);
        order.raise(0, 1.0);
        order.insert(0);
        order.insert(0);
        order.insert(3);
        let others: Vec<usize> = std::iter::from_fn(|| order.pop()).collect();
        assert_eq!(others, [0, 3, 2, 4]);
    }

    #[test]
    fn activities_keep_their_order_when_they_are_scaled_down() {
        let mut order = ActivityHeap {
            activity: vec![1.0, 2.0, 3.0],
            heap: vec![2, 0, 1],
            place: vec![1, 2, 0],
            step: MOST,
        };
        order.raise(1, 1.0);
        assert!(order.activity.iter().all(|&activity| activity <= MOST));
        assert_eq!([order.pop(), order.pop(), order.pop()], [Some(1), Some(2), Some(0)]);
    }
}
