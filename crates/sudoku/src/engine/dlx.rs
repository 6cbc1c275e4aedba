//! `dlx`: dancing links on the puzzle as an exact cover problem.
//!
//! The puzzle is encoded by [`to_problem`](crate::encode::to_problem) before the clock starts;
//! the counters are those of [`quadrille_cover::engine::Dlx`]. A choice of an option is told as
//! a digit tried in a cell.

use quadrille_cover::engine::links::Linked;
use quadrille_cover::search::{Found, Leaf, Outcome, Probe, ProbedSearch};
use quadrille_cover::{Budget, OptionId, Problem};

use super::watch::{Step, Watcher};
use crate::encode::Decoder;
use crate::grid::Grid;

pub(super) fn search<W: Watcher>(
    problem: &Problem,
    decoder: &Decoder,
    watcher: &mut W,
    found: &mut Found<'_, Grid>,
) -> Outcome {
    let mut decode = |solution: &[OptionId]| found.solution(&decoder.grid(solution));
    // The limit is kept by `found`, to whom every solution goes.
    let mut options = Found::new(&Budget::default(), &mut decode);
    let mut told = Told { watcher, decoder, chosen: Vec::new() };
    Linked(problem).run(&mut told, &mut options)
}

/// Tells a watcher of placements what dancing links tell of options.
struct Told<'a, W> {
    watcher: &'a mut W,
    decoder: &'a Decoder,
    chosen: Vec<(usize, u8)>,
}

impl<W: Watcher> Probe for Told<'_, W> {
    const COUNTING: bool = W::COUNTING;
    fn tests(&mut self, n: u64) {
        self.watcher.tests(n);
    }
    fn fork(&mut self) {
        self.watcher.fork();
    }
    fn depth(&mut self, open: usize) {
        self.watcher.depth(open);
    }
    fn leaf(&mut self, leaf: Leaf) {
        self.watcher.leaf(leaf);
    }
    fn may_go_on(&self) -> bool {
        self.watcher.may_go_on()
    }
    fn enter(&mut self) -> bool {
        self.watcher.enter()
    }
    fn chose(&mut self, option: impl FnOnce() -> OptionId, fork: bool) {
        let Self { watcher, decoder, chosen } = self;
        watcher.step(|| {
            let (cell, digit) = decoder.placement(option());
            chosen.push((cell, digit));
            Step::Tried { cell, digit, fork }
        });
    }
    fn took_back(&mut self) {
        let chosen = &mut self.chosen;
        self.watcher.step(|| {
            let (cell, digit) = chosen.pop().expect("what is taken back was chosen");
            Step::TakenBack { cell, digit }
        });
    }
}
