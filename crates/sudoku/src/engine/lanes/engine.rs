//! The engine `lanes`: visits each solution within a budget, with counters.

use std::ops::ControlFlow;

use quadrille_cover::search::{Found, Outcome};

use super::digit::{DigitLanesEnd, Start, Visit};
use super::forecast::Forecast;
use super::guided::{self, Root};
use super::{Cells, Instructions, Lanes};
use crate::engine::observer::StepObserver;
use crate::grid::{Grid, Order, Puzzle};

/// Number of guesses without a solution after which the search becomes [`guided`].
const PATIENCE: u64 = 1 << 16;
/// A search that has found more solutions than this does not become [`guided`].
const MANY: u64 = 1000;

struct Visited<'f, 'b> {
    grid: Grid,
    found: &'f mut Found<'b, Grid>,
}

impl Visit for Visited<'_, '_> {
    fn wants_digits(&self) -> bool {
        true
    }
    fn solution(&mut self, digits: &Cells) -> ControlFlow<()> {
        self.grid.set_all(digits);
        self.found.solution(&self.grid)
    }
}

pub(crate) fn search<W: StepObserver>(
    instructions: Instructions,
    puzzle: &Puzzle,
    watcher: &mut W,
    found: &mut Found<'_, Grid>,
) -> Outcome {
    let Ok(givens) = puzzle.givens().cells().try_into() else {
        return crate::engine::large::search(puzzle, watcher, found);
    };
    Lanes::of_thread(instructions, |lanes| {
        let root = Root { givens, candidates: puzzle.candidates() };
        patiently(PATIENCE, lanes, root, watcher, found)
    })
}

fn patiently<W: StepObserver>(
    patience: u64,
    lanes: &mut Lanes,
    root: Root<'_>,
    watcher: &mut W,
    found: &mut Found<'_, Grid>,
) -> Outcome {
    let (givens, nots) = (root.givens, root.nots());
    let mut visited = Visited { grid: Grid::empty(Order::NINE), found };
    // If steps are observed, digit lanes make the whole search, however long it takes.
    let forecast = if W::TELLS { Forecast::none() } else { Forecast::until_in_vain(patience) };
    let start = Start { nots: &nots, ..Start::at_root(givens, forecast) };
    if let DigitLanesEnd::Here(outcome) = lanes.search(start, watcher, &mut visited) {
        return outcome;
    }
    let known = visited.found.count();
    if known > MANY {
        let goes_on = Start { goes_on: true, ..Start::at_root(givens, Forecast::none()) };
        return match lanes.search(goes_on, watcher, &mut visited) {
            DigitLanesEnd::Here(outcome) => outcome,
            DigitLanesEnd::Hard => unreachable!("without a forecast, no search is hard"),
        };
    }
    guided::search(lanes, root, known, watcher, &mut visited)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quadrille_cover::Budget;
    use quadrille_cover::search::{Counter, Silent};

    use super::super::tests::{DOWN, FOUR_IN_THREE, cells, puzzle};
    use super::*;
    use crate::Candidates;
    use crate::engine::{Engine, Watch};

    /// The outcome of a search with this patience, and the solutions visited.
    fn all(patience: u64, root: Root<'_>, limit: u64) -> (Outcome, Vec<Grid>) {
        let mut solutions = Vec::new();
        let mut visit = |grid: &Grid| {
            solutions.push(grid.clone());
            ControlFlow::Continue(())
        };
        let budget = Budget::solutions(limit);
        let mut found = Found::new(&budget, &mut visit);
        let silent = &mut Silent::new(&budget);
        let outcome = patiently(patience, &mut Lanes::new(), root, silent, &mut found);
        (outcome, solutions)
    }

    proptest! {
        #[test]
        fn who_has_no_patience_finds_the_same(
            seed: u64,
            stay in 20usize..40,
            wrong in prop::option::of((0..81usize, 1..=9u8)),
            limit in 1u64..200,
            patience in 1u64..20,
            struck in prop::collection::vec((0..81usize, 1..=9u8), 0..100),
        ) {
            let givens = puzzle(seed, stay, wrong);
            let mut candidates = Candidates::all(Order::NINE).expect("9x9 has symbols");
            for &(cell, digit) in &struck {
                candidates.strike(cell, digit);
            }
            // As in a puzzle, a given is the only candidate of its cell.
            for (cell, &digit) in givens.iter().enumerate().filter(|&(_, &digit)| digit > 0) {
                candidates.fix(cell, digit);
            }
            prop_assume!(candidates.masks().iter().all(|&mask| mask > 0));
            let candidates = Some(&candidates).filter(|_| !struck.is_empty());
            let root = Root { givens: &givens, candidates };
            let (outcome, solutions) = all(u64::MAX, root, limit);
            let (other_outcome, other) = all(patience, root, limit);
            prop_assert_eq!(&other, &solutions);
            // The outcomes may differ if the last solution is the one at the limit.
            if solutions.len() < limit as usize {
                prop_assert_eq!((outcome, other_outcome), (Outcome::Exhausted, Outcome::Exhausted));
            }
        }
    }

    #[test]
    fn what_no_rule_refutes_is_refuted_counted_or_not() {
        for line in [FOUR_IN_THREE, DOWN] {
            let puzzle = Puzzle::new(Grid::from_cells(cells(line).to_vec()).expect("81 digits"));
            for watch in [Watch::Off, Watch::Count] {
                let search = Engine::LANES.search(&puzzle, &Budget::default(), watch, &mut |_| {
                    unreachable!("it has no solution")
                });
                assert_eq!(search.outcome, Outcome::Exhausted);
            }
        }
    }

    #[test]
    fn what_large_does_is_counted_and_bounded() {
        let givens = cells(FOUR_IN_THREE);
        let mut visit = |_: &Grid| unreachable!("it has no solution");
        let mut nodes = |most: Option<u64>| {
            let budget = Budget { nodes: most, ..Budget::default() };
            let mut counter = Counter::new(&budget);
            let mut found = Found::new(&budget, &mut visit);
            let root = (&givens).into();
            (patiently(1000, &mut Lanes::new(), root, &mut counter, &mut found), counter.nodes)
        };
        let (outcome, all) = nodes(None);
        // The nodes beyond the patience are those of `large`.
        assert!(outcome == Outcome::Exhausted && (2000..2100).contains(&all), "{all}");
        assert_eq!(nodes(Some(all - 1)), (Outcome::BudgetSpent, all - 1));
        assert_eq!(nodes(Some(all)), (Outcome::Exhausted, all));
    }
}
