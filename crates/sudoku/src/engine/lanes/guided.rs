//! Guided search: digit lanes that skip large branches without a solution.
//!
//! The search visits the solutions of digit lanes, in the same order. If digit lanes find nothing for long, the
//! engine `large`, which learns from conflicts, counts the solutions of the first branch. So no branch without a
//! solution is searched for long, and the first solution is found even behind a branch that would take hours.
//!
//! A node is stored as a puzzle: the digits given or tried, and the digits excluded from cells. The order
//! in which conclusions are drawn does not matter, so the puzzle has the same search tree as the node.

use std::ops::ControlFlow;

use quadrille_cover::Budget;
use quadrille_cover::search::{Found, Outcome, Probe};

use super::digit::{DigitLanesEnd, Start, Visit};
use super::forecast::Forecast;
use super::{Cells, Lanes};
use crate::engine::large;
use crate::engine::observer::StepObserver;
use crate::engine::step::Step;
use crate::{Candidates, Grid, Puzzle};

/// Number of guesses without a solution after which a node is split into its branches.
const PATIENCE: u64 = 1000;
/// Upper bound on the number of solutions that `large` visits in vain, because they hold an excluded digit.
const LOOKS: u64 = 1000;
/// If fewer solutions than this are left, they are counted beforehand, so that the search ends at the last one.
const FEW: u64 = 100;

/// A puzzle whose whole tree is searched.
#[derive(Clone, Copy)]
pub(super) struct Root<'p> {
    pub(super) givens: &'p Cells,
    /// The candidates of all cells, if the puzzle restricts them. A given is the only candidate of its cell.
    pub(super) candidates: Option<&'p Candidates>,
}

impl<'p> From<&'p Cells> for Root<'p> {
    fn from(givens: &'p Cells) -> Self {
        Self { givens, candidates: None }
    }
}

impl Root<'_> {
    pub(super) fn nots(self) -> Vec<(usize, u8)> {
        let excluded = self.candidates.into_iter().flat_map(Candidates::excluded);
        excluded.filter(|&(cell, _)| self.givens[cell] == 0).collect()
    }

    fn puzzle(self, givens: &Cells) -> Puzzle {
        let grid = Grid::from_cells(givens.to_vec()).expect("81 digits up to 9");
        match self.candidates {
            None => Puzzle::new(grid),
            Some(all) => Puzzle::restricted(&grid, all.clone()).expect("candidates of a 9x9 grid"),
        }
    }
}

/// A part of the tree still to be searched.
struct Node {
    givens: Cells,
    nots: Vec<(usize, u8)>,
    /// Number of solutions of the node that were visited before.
    skip: u64,
}

/// Visits all solutions except the first `skip`, which were visited before.
pub(super) fn search<W: StepObserver>(
    lanes: &mut Lanes,
    root: Root<'_>,
    skip: u64,
    watcher: &mut W,
    visit: &mut impl Visit,
) -> Outcome {
    patiently([PATIENCE, LOOKS], lanes, root, skip, watcher, visit)
}

fn patiently<W: StepObserver>(
    [patience, looks]: [u64; 2],
    lanes: &mut Lanes,
    puzzle: Root<'_>,
    skip: u64,
    watcher: &mut W,
    visit: &mut impl Visit,
) -> Outcome {
    let root = Node { givens: *puzzle.givens, nots: puzzle.nots(), skip };
    let mut left = match count(puzzle, &root, skip + FEW, looks, watcher) {
        Count::All(count) if count == skip => return Outcome::Exhausted,
        Count::All(count) if count < skip + FEW => Some(count - skip),
        Count::All(_) | Count::Unknown => None,
        Count::Cancelled => return Outcome::BudgetSpent,
    };
    let mut nodes = vec![root];
    while let Some(node) = nodes.pop() {
        let mut later = Later { visit: &mut *visit, skip: node.skip, seen: 0, left: &mut left };
        let forecast = Forecast::until_in_vain(patience);
        let start = Start { nots: &node.nots, ..Start::at_root(&node.givens, forecast) };
        let ended = lanes.search(start, watcher, &mut later);
        let seen = later.seen;
        match ended {
            DigitLanesEnd::Here(Outcome::Exhausted) => {
                // Of the solutions to skip, those that are not in this node are in the next.
                if let Some(next) = nodes.last_mut() {
                    next.skip += node.skip.saturating_sub(seen);
                }
            }
            DigitLanesEnd::Here(Outcome::Stopped) if left == Some(0) => return Outcome::Exhausted,
            DigitLanesEnd::Here(outcome) => return outcome,
            DigitLanesEnd::Hard => {
                let [with, without] = branches(lanes, &node);
                let visited = seen.max(node.skip);
                match count(puzzle, &with, visited + 1, looks, watcher) {
                    Count::Cancelled => return Outcome::BudgetSpent,
                    Count::All(count) if count <= visited => {
                        nodes.push(Node { skip: visited - count, ..without });
                    }
                    Count::All(_) | Count::Unknown => {
                        nodes.push(without);
                        nodes.push(Node { skip: visited, ..with });
                    }
                }
            }
        }
    }
    Outcome::Exhausted
}

/// The two branches of a node at which the search makes a guess.
fn branches(lanes: &mut Lanes, node: &Node) -> [Node; 2] {
    let mut guess = Guess { entered: false, tried: None };
    let start = Start { nots: &node.nots, ..Start::at_root(&node.givens, Forecast::none()) };
    lanes.search(start, &mut guess, &mut Ignored);
    let (cell, digit) = guess.tried.expect("a search that made guesses branches at its root");
    let (mut givens, mut nots) = (node.givens, node.nots.clone());
    givens[cell] = digit;
    nots.push((cell, digit));
    [Node { givens, nots: node.nots.clone(), skip: 0 }, Node { givens: node.givens, nots, skip: 0 }]
}

/// The result of counting solutions with `large`.
enum Count {
    All(u64),
    Unknown,
    Cancelled,
}

/// Counts the solutions of a node with `large`, up to a limit.
fn count<W: StepObserver>(
    root: Root<'_>,
    node: &Node,
    limit: u64,
    most_looks: u64,
    watcher: &mut W,
) -> Count {
    let puzzle = root.puzzle(&node.givens);
    if puzzle.contradiction().is_some() {
        return Count::All(0);
    }
    let (mut looks, mut count) = (0, 0);
    let mut visit = |grid: &Grid| {
        looks += 1;
        let holds = |&(cell, digit): &(usize, u8)| grid.cells()[cell] == digit;
        count += u64::from(!node.nots.iter().any(holds));
        if count == limit || looks == most_looks + limit {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    };
    let budget = Budget::default();
    let outcome = large::search(&puzzle, watcher, &mut Found::new(&budget, &mut visit));
    match outcome {
        Outcome::Exhausted => Count::All(count),
        Outcome::Stopped if count == limit => Count::All(count),
        Outcome::Stopped => Count::Unknown,
        Outcome::BudgetSpent | Outcome::Stalled => Count::Cancelled,
    }
}

/// Passes on all solutions except the first `skip`, and stops at the last.
struct Later<'v, V> {
    visit: &'v mut V,
    skip: u64,
    seen: u64,
    /// Number of solutions still to be passed on, if known.
    left: &'v mut Option<u64>,
}

impl<V: Visit> Visit for Later<'_, V> {
    fn wants_digits(&self) -> bool {
        self.seen >= self.skip && self.visit.wants_digits()
    }
    fn solution(&mut self, digits: &Cells) -> ControlFlow<()> {
        self.seen += 1;
        if self.seen <= self.skip {
            return ControlFlow::Continue(());
        }
        if let Some(left) = self.left {
            *left -= 1;
        }
        self.visit.solution(digits)?;
        if *self.left == Some(0) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Ignores solutions and stops the search.
struct Ignored;

impl Visit for Ignored {
    fn wants_digits(&self) -> bool {
        false
    }
    fn solution(&mut self, _: &Cells) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// Observes the first guess of a search, which ends after its first node.
struct Guess {
    entered: bool,
    tried: Option<(usize, u8)>,
}

impl StepObserver for Guess {
    const TELLS: bool = true;
    fn step(&mut self, step: impl FnOnce() -> Step) {
        if let Step::Tried { cell, digit, .. } = step() {
            self.tried.get_or_insert((cell, digit));
        }
    }
}

impl Probe for Guess {
    const COUNTING: bool = false;
    fn enter(&mut self) -> bool {
        !std::mem::replace(&mut self.entered, true)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quadrille_cover::search::Silent;

    use super::super::tests::{cells, puzzle};
    use super::super::{Instructions, SolutionCounter};
    use super::*;
    use crate::Uniqueness;

    /// Stores solutions, up to a limit.
    struct FirstSolutions(Vec<Cells>, usize);

    impl Visit for FirstSolutions {
        fn wants_digits(&self) -> bool {
            true
        }
        fn solution(&mut self, digits: &Cells) -> ControlFlow<()> {
            self.0.push(*digits);
            if self.0.len() < self.1 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }
    }

    proptest! {
        #[test]
        fn it_visits_what_digit_lanes_visit_in_their_order(
            seed: u64,
            stay in 18usize..40,
            wrong in prop::option::of((0..81usize, 1..=9u8)),
            limit in 1usize..60,
            skip in 0usize..20,
            patience in 1u64..20,
            looks in 0u64..5,
        ) {
            let givens = puzzle(seed, stay, wrong);
            let budget = Budget::default();
            let (mut lanes, mut kept) = (Lanes::new(), FirstSolutions(Vec::new(), limit + skip));
            let start = Start::at_root(&givens, Forecast::none());
            lanes.search(start, &mut Silent::new(&budget), &mut kept);
            let expected = kept.0.split_off(skip.min(kept.0.len()));
            let mut guided = FirstSolutions(Vec::new(), limit);
            // No more are skipped than were visited.
            let skip = kept.0.len() as u64;
            let (silent, knobs) = (&mut Silent::new(&budget), [patience, looks]);
            let outcome = patiently(knobs, &mut lanes, (&givens).into(), skip, silent, &mut guided);
            prop_assert_eq!(&guided.0, &expected);
            let whole = guided.0.len() < limit;
            prop_assert!(!whole || outcome == Outcome::Exhausted);
        }
    }

    /// Puzzles with seven or eight givens whose solutions all lie behind a large branch without one.
    const BEHIND: [&str; 2] = [
        "............12.34....34..2....8..................................................",
        ".............2.34....34.12.......................................................",
    ];

    #[test]
    fn solutions_behind_a_branch_without_any_are_found() {
        for line in BEHIND {
            let givens = cells(line);
            let puzzle = Puzzle::new(Grid::from_cells(givens.to_vec()).unwrap());
            let mut known = None;
            for mut lanes in Instructions::ALL.into_iter().filter_map(Lanes::with) {
                let first = lanes.first(&givens).expect("there are many");
                assert!(puzzle.is_solved_by(&Grid::from_cells(first.to_vec()).unwrap()));
                assert_eq!(&first, known.get_or_insert(first), "the same on every machine");
                assert_eq!(lanes.count_and_first(&givens, 5), (5, Some(first)));
                let (mut solved, mut verdicts) = (Vec::new(), Vec::new());
                lanes.solve_batch(&[givens; 3], 1, &mut solved);
                assert!(solved.iter().all(|solved| solved.first() == Some(&first)));
                lanes.check_batch(&[givens], &mut verdicts);
                assert_eq!(verdicts, [Uniqueness::Multiple]);
                let mut again = [0; 81];
                let mut counted =
                    SolutionCounter { solutions: 0, limit: 1, first: Some(&mut again) };
                let budget = Budget::default();
                search(&mut lanes, (&givens).into(), 0, &mut Silent::new(&budget), &mut counted);
                assert_eq!(again, first);
            }
            let solution = crate::Engine::LANES.first(&puzzle).expect("there are many");
            assert_eq!(solution.cells(), known.expect("a machine at least"));
        }
    }
}
