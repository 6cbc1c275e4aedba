//! `dlx`: dancing links on the puzzle as an exact cover problem.
//!
//! The puzzle is encoded by [`to_problem`](crate::encode::to_problem) before the clock starts;
//! the counters are those of [`quadrille_cover::engine::Dlx`]. A choice of an option is reported
//! as a digit tried in a cell.

use quadrille_cover::engine::links::Linked;
use quadrille_cover::search::{Found, Leaf, Outcome, Probe, ProbedSearch};
use quadrille_cover::{Budget, OptionId, Problem};

use super::observer::StepObserver;
use super::step::Step;
use crate::encode::Decoder;
use crate::grid::Grid;

pub(super) fn search<O: StepObserver>(
    problem: &Problem,
    decoder: &Decoder,
    observer: &mut O,
    found: &mut Found<'_, Grid>,
) -> Outcome {
    let mut decode = |solution: &[OptionId]| found.solution(&decoder.grid(solution));
    // This has no limit of solutions, because `found`, which receives every solution, keeps the limit.
    let mut options = Found::new(&Budget::default(), &mut decode);
    let mut probe = PlacementProbe { observer, decoder, chosen: Vec::new() };
    Linked(problem).run(&mut probe, &mut options)
}

/// Reports the options that dancing links choose to a Sudoku observer, as placements. All counts
/// are passed on unchanged.
struct PlacementProbe<'a, O> {
    observer: &'a mut O,
    decoder: &'a Decoder,
    chosen: Vec<(usize, u8)>,
}

impl<O: StepObserver> Probe for PlacementProbe<'_, O> {
    const COUNTING: bool = O::COUNTING;
    fn tests(&mut self, n: u64) {
        self.observer.tests(n);
    }
    fn fork(&mut self) {
        self.observer.fork();
    }
    fn depth(&mut self, open: usize) {
        self.observer.depth(open);
    }
    fn leaf(&mut self, leaf: Leaf) {
        self.observer.leaf(leaf);
    }
    fn may_go_on(&self) -> bool {
        self.observer.may_go_on()
    }
    fn enter(&mut self) -> bool {
        self.observer.enter()
    }
    fn chose(&mut self, option: impl FnOnce() -> OptionId, fork: bool) {
        let Self { observer, decoder, chosen } = self;
        observer.step(|| {
            let (cell, digit) = decoder.placement(option());
            chosen.push((cell, digit));
            Step::Tried { cell, digit, fork }
        });
    }
    fn took_back(&mut self) {
        let chosen = &mut self.chosen;
        self.observer.step(|| {
            let (cell, digit) = chosen.pop().expect("an option taken back was chosen before");
            Step::TakenBack { cell, digit }
        });
    }
}
