//! A search that is told where there is nothing to find.
//!
//! It visits the solutions that digit lanes would visit, in the same order; but where these find nothing
//! for long, `large`, which learns, is asked how many solutions the first branch has. So no branch without
//! a solution is searched for long, and the first solution of the tree is found although it lies behind a
//! branch that would take hours.
//!
//! A node is written down as a puzzle: the digits given or tried, and those that were tried and are to be
//! found no more. Conclusions do not depend on the order in which they are drawn, so such a puzzle has the
//! tree that the node has.

use std::ops::ControlFlow;

use quadrille_cover::search::{Found, Leaf, Outcome, Probe};
use quadrille_cover::{Budget, OptionId};

use super::digit::{Ended, Start, Visit};
use super::forecast::Forecast;
use super::{Cells, Lanes};
use crate::engine::large;
use crate::engine::watch::{Step, Watcher};
use crate::{Grid, Puzzle};

/// Guesses without a solution after which a node is taken apart.
const PATIENCE: u64 = 1000;
/// So many solutions `large` looks at, to find enough that hold none of the digits not to be found.
const LOOKS: u64 = 1000;
/// Where fewer than so many solutions are left, the search ends with the last.
const FEW: u64 = 100;

/// A part of the tree still to be searched.
struct Node {
    givens: Cells,
    nots: Vec<(usize, u8)>,
    /// How many of its solutions were visited before.
    skip: u64,
}

/// Visits all solutions but the first so many, which were visited before.
pub(super) fn search<W: Watcher>(
    lanes: &mut Lanes,
    givens: &Cells,
    skip: u64,
    watcher: &mut W,
    visit: &mut impl Visit,
) -> Outcome {
    patiently([PATIENCE, LOOKS], lanes, givens, skip, watcher, visit)
}

fn patiently<W: Watcher>(
    [patience, looks]: [u64; 2],
    lanes: &mut Lanes,
    givens: &Cells,
    skip: u64,
    watcher: &mut W,
    visit: &mut impl Visit,
) -> Outcome {
    let root = Node { givens: *givens, nots: Vec::new(), skip };
    let mut left = match count(&root, skip + FEW, looks, watcher) {
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
            Ended::Here(Outcome::Exhausted) => {
                // Solutions visited before that were not here are in what comes next.
                if let Some(next) = nodes.last_mut() {
                    next.skip += node.skip.saturating_sub(seen);
                }
            }
            Ended::Here(Outcome::Stopped) if left == Some(0) => return Outcome::Exhausted,
            Ended::Here(outcome) => return outcome,
            Ended::Hard => {
                let [with, without] = branches(lanes, &node);
                let visited = seen.max(node.skip);
                match count(&with, visited + 1, looks, watcher) {
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

/// The two branches of a node that has some.
fn branches(lanes: &mut Lanes, node: &Node) -> [Node; 2] {
    let mut guess = Guess { entered: false, tried: None };
    let start = Start { nots: &node.nots, ..Start::at_root(&node.givens, Forecast::none()) };
    lanes.search(start, &mut guess, &mut Nobody);
    let (cell, digit) = guess.tried.expect("a search that made guesses branches at its root");
    let (mut givens, mut nots) = (node.givens, node.nots.clone());
    givens[cell] = digit;
    nots.push((cell, digit));
    [Node { givens, nots: node.nots.clone(), skip: 0 }, Node { givens: node.givens, nots, skip: 0 }]
}

/// A number of solutions.
enum Count {
    /// As many there are, or as many were asked for.
    All(u64),
    Unknown,
    Cancelled,
}

/// How many solutions a node has, up to a limit, says `large`.
fn count<W: Watcher>(node: &Node, limit: u64, most_looks: u64, watcher: &mut W) -> Count {
    let puzzle = Puzzle::new(Grid::from_cells(node.givens.to_vec()).expect("81 digits up to 9"));
    if puzzle.clash().is_some() {
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

/// Passes on all solutions but the first, and stops at the last.
struct Later<'v, V> {
    visit: &'v mut V,
    skip: u64,
    seen: u64,
    /// How many are still to be passed on, if that is known.
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

struct Nobody;

impl Visit for Nobody {
    fn wants_digits(&self) -> bool {
        false
    }
    fn solution(&mut self, _: &Cells) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// Finds out what is tried first.
struct Guess {
    entered: bool,
    tried: Option<(usize, u8)>,
}

impl Watcher for Guess {
    const TELLS: bool = true;
    fn step(&mut self, step: impl FnOnce() -> Step) {
        if let Step::Tried { cell, digit, .. } = step() {
            self.tried.get_or_insert((cell, digit));
        }
    }
}

impl Probe for Guess {
    const COUNTING: bool = false;
    fn tests(&mut self, _: u64) {}
    fn fork(&mut self) {}
    fn depth(&mut self, _: usize) {}
    fn leaf(&mut self, _: Leaf) {}
    fn chose(&mut self, _: impl FnOnce() -> OptionId, _: bool) {}
    fn enter(&mut self) -> bool {
        !std::mem::replace(&mut self.entered, true)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quadrille_cover::search::Silent;

    use super::super::tests::{cells, puzzle};
    use super::super::{Counted, Instructions};
    use super::*;
    use crate::Uniqueness;

    /// Keeps solutions, up to a limit.
    struct Kept(Vec<Cells>, usize);

    impl Visit for Kept {
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
            let (mut lanes, mut kept) = (Lanes::new(), Kept(Vec::new(), limit + skip));
            let start = Start::at_root(&givens, Forecast::none());
            lanes.search(start, &mut Silent::new(&budget), &mut kept);
            let expected = kept.0.split_off(skip.min(kept.0.len()));
            let mut guided = Kept(Vec::new(), limit);
            // No more are skipped than were visited.
            let skip = kept.0.len() as u64;
            let (silent, knobs) = (&mut Silent::new(&budget), [patience, looks]);
            let outcome = patiently(knobs, &mut lanes, &givens, skip, silent, &mut guided);
            prop_assert_eq!(&guided.0, &expected);
            let whole = guided.0.len() < limit;
            prop_assert!(!whole || outcome == Outcome::Exhausted);
        }
    }

    /// Seven or eight digits, and solutions, but none where the search begins.
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
                let mut counted = Counted { solutions: 0, limit: 1, first: Some(&mut again) };
                let budget = Budget::default();
                search(&mut lanes, &givens, 0, &mut Silent::new(&budget), &mut counted);
                assert_eq!(again, first);
            }
            let solution = crate::Engine::Lanes.first(&puzzle).expect("there are many");
            assert_eq!(solution.cells(), known.expect("a machine at least"));
        }
    }
}
