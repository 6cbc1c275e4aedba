//! Which candidate to try next: the one whose variable stood in the most recent conflicts.
//!
//! VSIDS: the activity of a variable is raised in each conflict it takes part in, by an amount
//! that grows from conflict to conflict, so that old conflicts fade (Moskewicz et al., *Chaff*,
//! 2001; exponential form by Eén and Sörensson, *`MiniSat`*, 2003). Kept in a binary heap. Nothing
//! but additions, multiplications and comparisons of doubles: the same on every machine.

/// A heap of variables, the most active first, the smaller number among equals.
pub(super) struct Order {
    pub(super) activity: Vec<f64>,
    heap: Vec<u32>,
    /// Where in the heap a variable is, or `OUT`.
    place: Vec<u32>,
    step: f64,
    growth: f64,
}

const OUT: u32 = u32::MAX;
/// Activities are scaled down when one exceeds this.
const MOST: f64 = 1e100;

impl Order {
    /// All variables, with these activities to begin with.
    pub(super) fn new(activity: Vec<f64>, decay: f64) -> Self {
        let len = activity.len() as u32;
        let mut order = Self {
            activity,
            heap: (0..len).collect(),
            place: (0..len).collect(),
            step: 1.0,
            growth: 1.0 / decay,
        };
        for at in (0..order.heap.len() / 2).rev() {
            order.sink(at);
        }
        order
    }

    /// The variable took part in a conflict.
    pub(super) fn raise(&mut self, variable: usize) {
        if variable >= self.activity.len() {
            return;
        }
        self.activity[variable] += self.step;
        if self.activity[variable] > MOST {
            for activity in &mut self.activity {
                *activity *= 1.0 / MOST;
            }
            self.step *= 1.0 / MOST;
        }
        if self.place[variable] != OUT {
            self.rise(self.place[variable] as usize);
        }
    }

    /// A conflict is over.
    pub(super) fn next_conflict(&mut self) {
        self.step *= self.growth;
    }

    /// The variable is free again.
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
        let last = self.heap.pop().expect("it has a first");
        if last != top {
            self.heap[0] = last;
            self.place[last as usize] = 0;
            self.sink(0);
        }
        Some(top as usize)
    }

    fn before(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.activity[a as usize], self.activity[b as usize]);
        x > y || (x == y && a < b)
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
