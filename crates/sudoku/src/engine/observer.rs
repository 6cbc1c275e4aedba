//! Observers of a search: none, counters, or a listener to each step.

use quadrille_cover::search::{Counter, Found, Leaf, Outcome, Probe, Silent};

use super::step::Step;
use crate::grid::Grid;

/// How closely a search is observed.
pub enum Watch<'a> {
    /// Not at all; but if the budget limits nodes or tests, these are counted.
    Off,
    /// Count tests, forks, nodes and depth.
    Count,
    /// Count, and call the listener at each step.
    Trace(&'a mut StepListener<'a>),
}

/// Called at each step, with the counts up to and including that step.
pub type StepListener<'a> = dyn FnMut(&Step, &Counter<'_>) + 'a;

/// A probe that may also observe steps. Leaves (solutions, dead ends) reach an observer through
/// [`Probe::leaf`], all other steps through [`step`](Self::step).
pub trait StepObserver: Probe {
    /// Whether steps are observed. If not, an engine may skip work done for the steps alone.
    const TELLS: bool = false;
    /// Receives a step that was made. The closure is called only if steps are observed.
    #[inline]
    fn step(&mut self, _: impl FnOnce() -> Step) {}
}

impl StepObserver for Silent<'_> {}
impl StepObserver for Counter<'_> {}

/// Counts, and calls a listener at each step.
pub(super) struct Tracer<'a> {
    pub(super) counter: Counter<'a>,
    on_step: &'a mut StepListener<'a>,
}

impl<'a> Tracer<'a> {
    pub(super) fn new(counter: Counter<'a>, on_step: &'a mut StepListener<'a>) -> Self {
        Self { counter, on_step }
    }
}

impl StepObserver for Tracer<'_> {
    const TELLS: bool = true;
    fn step(&mut self, step: impl FnOnce() -> Step) {
        (self.on_step)(&step(), &self.counter);
    }
}

impl Probe for Tracer<'_> {
    const COUNTING: bool = true;
    fn tests(&mut self, n: u64) {
        self.counter.tests(n);
    }
    fn fork(&mut self) {
        self.counter.fork();
    }
    fn depth(&mut self, open: usize) {
        self.counter.depth(open);
    }
    fn leaf(&mut self, leaf: Leaf) {
        self.counter.leaf(leaf);
        let step = match leaf {
            Leaf::Solution => Step::Solution,
            Leaf::DeadEnd => Step::DeadEnd,
        };
        (self.on_step)(&step, &self.counter);
    }
    fn may_go_on(&self) -> bool {
        self.counter.may_go_on()
    }
    fn enter(&mut self) -> bool {
        self.counter.enter()
    }
}

/// Ends a search in which no choice was made, at its only solution.
pub(super) fn end_solved<O: StepObserver>(
    solution: &Grid,
    observer: &mut O,
    found: &mut Found<'_, Grid>,
) -> Outcome {
    observer.leaf(Leaf::Solution);
    if found.solution(solution).is_break() { Outcome::Stopped } else { Outcome::Exhausted }
}

/// Ends a search in which no choice was made, at a contradiction.
pub(super) fn end_contradictory<O: StepObserver>(observer: &mut O) -> Outcome {
    observer.leaf(Leaf::DeadEnd);
    Outcome::Exhausted
}
