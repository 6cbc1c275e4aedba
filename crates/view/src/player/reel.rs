//! The steps of a search, played forwards and back.
//!
//! A step of the search puts a digit into the grid, or takes a digit back together with all digits that followed from
//! it. The digits taken back are kept, so that going one step back restores the grid and the counts exactly.

use std::collections::VecDeque;

use quadrille_cover::Outcome;
use quadrille_sudoku::engine::human::Candidate;
use quadrille_sudoku::{Grid, Step};

/// Number of steps that are kept, so that the user can go back. Older steps are forgotten.
pub const KEPT: usize = 100_000;

/// An event of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Step(Step),
    End(Outcome),
}

/// The counts of a search up to and including an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub steps: u64,
    /// Number of tests that the engine has counted.
    pub tests: u64,
    pub forks: u64,
    pub solutions: u64,
}

/// A digit put into the grid.
#[derive(Clone, Copy, Debug)]
struct Placement {
    cell: u16,
    digit: u8,
    /// Whether the digit was tried (and not deduced).
    tried: bool,
}

#[derive(Debug)]
struct Frame {
    event: Event,
    /// The counts up to this step, including it.
    counts: Counts,
    /// The digits that the step took back, newest first.
    taken: Vec<Placement>,
}

/// The current grid of a search, and the steps that led to it.
#[derive(Debug)]
pub struct Reel {
    pub grid: Grid,
    /// The digits in the grid, oldest first.
    placed: Vec<Placement>,
    frames: VecDeque<Frame>,
    /// Number of frames that have been played.
    at: usize,
    /// The counts before the first frame that is kept.
    before: Counts,
    most: usize,
}

impl Reel {
    /// The beginning of a search, of which the latest `most` steps will be kept.
    pub fn new(givens: Grid, most: usize) -> Self {
        let (placed, frames) = (Vec::new(), VecDeque::new());
        Self { grid: givens, placed, frames, at: 0, before: Counts::default(), most }
    }

    /// The counts up to the current step.
    pub fn counts(&self) -> Counts {
        self.last().map_or(self.before, |frame| frame.counts)
    }

    /// The last event played.
    pub fn event(&self) -> Option<&Event> {
        self.last().map(|frame| &frame.event)
    }

    /// The candidates struck out before the last step. Engines that strike out candidates never put them back, and end
    /// long before a step is forgotten, so none is missing.
    pub fn struck_before(&self) -> impl Iterator<Item = Candidate> + '_ {
        let before = self.frames.iter().take(self.at.saturating_sub(1));
        before
            .flat_map(|frame| match &frame.event {
                Event::Step(Step::Deduced(deduction)) => &deduction.struck[..],
                _ => &[],
            })
            .copied()
    }

    /// Whether the oldest steps were forgotten, because more than `most` were played.
    pub fn has_forgotten(&self) -> bool {
        self.before.steps > 0
    }

    fn last(&self) -> Option<&Frame> {
        self.frames.get(self.at.checked_sub(1)?)
    }

    /// Plays the next step. Returns `false` if the next step is not known yet.
    pub fn forward(&mut self) -> bool {
        let Some(frame) = self.frames.get_mut(self.at) else { return false };
        match &frame.event {
            Event::Step(Step::Placed { cell, digit, .. }) => {
                place(&mut self.grid, &mut self.placed, *cell, *digit, false);
            }
            Event::Step(Step::Deduced(deduction)) => {
                if let Some((cell, digit)) = deduction.placed {
                    place(&mut self.grid, &mut self.placed, cell, digit, false);
                }
            }
            Event::Step(Step::Tried { cell, digit, .. }) => {
                place(&mut self.grid, &mut self.placed, *cell, *digit, true);
            }
            Event::Step(Step::TakenBack { .. }) => {
                frame.taken.clear();
                while let Some(last) = self.placed.pop() {
                    self.grid.set(last.cell as usize, 0);
                    frame.taken.push(last);
                    if last.tried {
                        break;
                    }
                }
            }
            Event::Step(Step::DeadEnd | Step::Solution) | Event::End(_) => {}
        }
        self.at += 1;
        true
    }

    /// Goes one step back. Returns `false` if there is no step to go back, or if it was forgotten.
    pub fn back(&mut self) -> bool {
        let Some(at) = self.at.checked_sub(1) else { return false };
        let frame = &mut self.frames[at];
        match &frame.event {
            Event::Step(Step::Deduced(deduction)) if deduction.placed.is_none() => {}
            Event::Step(Step::Placed { .. } | Step::Tried { .. } | Step::Deduced(_)) => {
                if let Some(last) = self.placed.pop() {
                    self.grid.set(last.cell as usize, 0);
                }
            }
            Event::Step(Step::TakenBack { .. }) => {
                while let Some(taken) = frame.taken.pop() {
                    self.grid.set(taken.cell as usize, taken.digit);
                    self.placed.push(taken);
                }
            }
            Event::Step(Step::DeadEnd | Step::Solution) | Event::End(_) => {}
        }
        self.at = at;
        true
    }

    /// Adds a new event after all known events and plays it at once. Forgets the oldest event if there are too many.
    pub fn push(&mut self, event: Event, tests: u64, forks: u64) {
        while self.forward() {}
        let Counts { steps, solutions, .. } = self.counts();
        let counts = Counts {
            steps: steps + u64::from(matches!(event, Event::Step(_))),
            tests,
            forks,
            solutions: solutions + u64::from(event == Event::Step(Step::Solution)),
        };
        self.frames.push_back(Frame { event, counts, taken: Vec::new() });
        self.forward();
        if self.frames.len() > self.most {
            self.before = self.frames.pop_front().map_or(self.before, |frame| frame.counts);
            self.at -= 1;
        }
    }
}

fn place(grid: &mut Grid, placed: &mut Vec<Placement>, cell: usize, digit: u8, tried: bool) {
    grid.set(cell, digit);
    placed.push(Placement { cell: cell as u16, digit, tried });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::ControlFlow;

    use proptest::prelude::*;
    use quadrille_cover::Budget;
    use quadrille_cover::search::Counter;
    use quadrille_sudoku::{Engine, Order, Puzzle, Watch};

    /// Records a search; returns the grid and the counts after each step, and the solutions.
    fn record(
        engine: Engine,
        puzzle: &Puzzle,
        most: usize,
    ) -> (Reel, Vec<(Grid, Counts)>, Vec<Grid>) {
        let mut reel = Reel::new(puzzle.givens().clone(), most);
        let mut states = vec![(reel.grid.clone(), reel.counts())];
        let mut solutions = Vec::new();
        let mut visit = |grid: &Grid| {
            solutions.push(grid.clone());
            ControlFlow::Continue(())
        };
        let mut told = |step: &Step, counter: &Counter<'_>| {
            reel.push(Event::Step(step.clone()), counter.tests, counter.forks);
            states.push((reel.grid.clone(), reel.counts()));
        };
        let budget = Budget { tests: Some(3000), solutions: Some(20), ..Budget::default() };
        let ended = engine.search(puzzle, &budget, Watch::Trace(&mut told), &mut visit);
        let stats = ended.stats;
        reel.push(Event::End(ended.outcome), stats.tests.unwrap(), stats.forks.unwrap());
        states.push((reel.grid.clone(), reel.counts()));
        (reel, states, solutions)
    }

    fn puzzle(cells: &[(usize, u8)], order: Order) -> Puzzle {
        let mut grid = Grid::empty(order);
        for &(cell, digit) in cells {
            grid.set(cell, digit);
        }
        Puzzle::new(grid)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]

        #[test]
        fn every_step_back_restores_what_was_before(
            small in prop::collection::vec((0..16usize, 1..=4u8), 0..6),
            nine in prop::collection::vec((0..81usize, 1..=9u8), 0..6),
            walk in prop::collection::vec(any::<bool>(), 0..200),
        ) {
            for puzzle in [puzzle(&small, Order::new(2).unwrap()), puzzle(&nine, Order::NINE)] {
                for engine in Engine::ALL {
                    let (mut reel, states, _) = record(engine, &puzzle, usize::MAX);
                    let mut at = states.len() - 1;
                    for forward in walk.iter().copied().chain(vec![false; states.len()]) {
                        let moved = if forward { reel.forward() } else { reel.back() };
                        prop_assert_eq!(moved, if forward { at + 1 < states.len() } else { at > 0 });
                        at = if forward { at + usize::from(moved) } else { at - usize::from(moved) };
                        prop_assert_eq!(&(reel.grid.clone(), reel.counts()), &states[at]);
                    }
                }
            }
        }
    }

    #[test]
    fn the_grid_is_a_solution_where_the_engine_says_so() {
        let empty = puzzle(&[], Order::new(2).unwrap());
        let stalls = |engine| matches!(engine, Engine::Singles | Engine::Human);
        for engine in Engine::ALL.into_iter().filter(|&engine| !stalls(engine)) {
            let (mut reel, states, solutions) = record(engine, &empty, usize::MAX);
            assert_eq!(reel.counts().solutions, 20, "{engine}");
            assert_eq!(reel.counts().steps as usize, states.len() - 2, "{engine}");
            let mut shown = Vec::new();
            while reel.back() {
                if reel.event() == Some(&Event::Step(Step::Solution)) {
                    shown.insert(0, reel.grid.clone());
                }
            }
            assert_eq!(shown, solutions, "{engine}");
        }
    }

    #[test]
    fn steps_too_long_ago_are_forgotten_and_the_others_are_right() {
        let (mut reel, states, _) = record(Engine::NaiveFirst, &puzzle(&[], Order::NINE), 10);
        assert!(reel.has_forgotten());
        for back in 1..=10 {
            assert!(reel.back());
            let expected = &states[states.len() - 1 - back];
            assert_eq!(&(reel.grid.clone(), reel.counts()), expected);
        }
        assert!(!reel.back(), "ten are kept");
    }
}
