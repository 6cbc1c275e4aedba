//! Puzzles on which node lanes stall are handed to `large`, which learns from conflicts.
//!
//! Example: four digits must share the three cells of a minirow, and there are few other givens. No rule of a
//! sweep detects this, and a search without learning rediscovers the contradiction everywhere in the tree, for
//! minutes. A search with learning takes milliseconds. `large` counts the solutions; if there are several,
//! [`guided`](super::guided) finds the first. If more than [`MANY`] solutions are to be counted, node lanes
//! continue.

use std::ops::ControlFlow;

use quadrille_cover::Budget;
use quadrille_cover::search::{Found, Outcome, Silent};

use super::Cells;
use super::work::{Solved, Tag, Work};
use crate::engine::large;
use crate::engine::observer::StepObserver;
use crate::{Grid, Puzzle};

/// Upper bound on the number of solutions that `large` counts.
const MANY: u64 = 1000;

/// The answers of `large` for puzzles of a batch.
#[derive(Debug, Default)]
pub(super) struct Learnt {
    /// The indices in the batch of the puzzles handed to `large`.
    asked: Vec<u32>,
    /// The indices of the puzzles whose answers are complete, with the answers.
    settled: Vec<(u32, Solved)>,
}

impl Learnt {
    /// Hands those of `puzzles` to `large` that were not handed over before. Settled puzzles are marked as
    /// fully searched in `work`, until [`write`](Self::write). Ends early if cancelled; of the budget, only
    /// cancellation is used.
    pub(super) fn ask(&mut self, puzzles: &[u32], work: &mut Work<'_>, budget: &Budget) {
        for &puzzle in puzzles {
            if self.asked.contains(&puzzle) {
                continue;
            }
            self.asked.push(puzzle);
            let place = puzzle as usize;
            let limit = if work.limit <= MANY { work.limit.max(2) } else { 2 };
            let (solved, outcome) = up_to(&work.puzzles[place], limit, &mut Silent::new(budget));
            if outcome == Outcome::BudgetSpent {
                return;
            }
            if solved.count < 2 || work.limit <= MANY {
                self.settled.push((puzzle, solved));
                work.counts[place] = work.limit;
                if let Some(way) = work.ways.get_mut(place) {
                    *way = Tag::root(puzzle);
                }
            }
        }
    }

    /// Writes the answers of settled puzzles to `work`, after the search has ended.
    pub(super) fn write(self, work: &mut Work<'_>) {
        for (puzzle, solved) in self.settled {
            let place = puzzle as usize;
            work.counts[place] = solved.count.min(work.limit);
            if let Some(first) = work.firsts.get_mut(place) {
                *first = solved;
                if solved.count > 1 {
                    // `large` found some solution, perhaps not the first of the search tree, which is searched
                    // for later.
                    work.ways[place] = Tag::UNCERTAIN;
                }
            }
        }
    }
}

/// Searches with `large`. Returns the number of solutions up to a limit, one of them, and the outcome.
pub(super) fn up_to<W: StepObserver>(
    givens: &Cells,
    limit: u64,
    watcher: &mut W,
) -> (Solved, Outcome) {
    let puzzle = Puzzle::new(Grid::from_cells(givens.to_vec()).expect("81 digits up to 9"));
    let mut solved = Solved::NONE;
    if puzzle.clash().is_some() {
        return (solved, Outcome::Exhausted);
    }
    let mut visit = |solution: &Grid| {
        if solved.count == 0 {
            solved.cells = solution.cells().try_into().expect("81 digits");
        }
        solved.count += 1;
        ControlFlow::Continue(())
    };
    let budget = Budget::solutions(limit);
    let mut found = Found::new(&budget, &mut visit);
    let outcome = large::search(&puzzle, watcher, &mut found);
    (solved, outcome)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{DOWN, FOUR_IN_THREE, cells};
    use super::super::{Instructions, Lanes};
    use super::*;
    use crate::Uniqueness;

    const UNIQUE: &str =
        "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    const EMPTY: &str =
        ".................................................................................";

    #[test]
    fn what_no_rule_refutes_is_refuted_alone_and_in_company() {
        let puzzles = [UNIQUE, FOUR_IN_THREE, UNIQUE, EMPTY, DOWN, EMPTY].map(cells);
        let (mut verdicts, mut solved) = (Vec::new(), Vec::new());
        for mut lanes in Instructions::ALL.into_iter().filter_map(Lanes::with) {
            let unique = lanes.first(&puzzles[0]).expect("a solution");
            let empty = lanes.first(&puzzles[3]).expect("a solution");
            for clash in [1, 4].map(|i| &puzzles[i]) {
                assert_eq!(lanes.uniqueness(clash), Uniqueness::None);
                assert_eq!(lanes.count_and_first(clash, 1000), (0, None));
            }
            lanes.check_batch(&puzzles, &mut verdicts);
            let (none, one, more) = (Uniqueness::None, Uniqueness::Unique, Uniqueness::Multiple);
            assert_eq!(verdicts, [one, none, one, more, none, more]);
            lanes.solve_batch(&puzzles, 30, &mut solved);
            let answers: Vec<_> = solved.iter().map(|s| (s.count, s.first().copied())).collect();
            let (unique, empty) = ((1, Some(unique)), (30, Some(empty)));
            assert_eq!(answers, [unique, (0, None), unique, empty, (0, None), empty]);
        }
    }

    #[test]
    fn only_what_answers_the_question_is_settled() {
        let puzzles = [UNIQUE, EMPTY, FOUR_IN_THREE].map(cells);
        for (limit, with_firsts, settled) in [
            (2, false, [0, 1, 2].as_slice()),
            (2, true, &[0, 1, 2]),
            (1000, true, &[0, 1, 2]),
            (1001, true, &[0, 2]),
        ] {
            let (mut counts, mut ways) = ([0; 3], vec![Tag::LAST; 3]);
            let mut firsts = vec![Solved::NONE; 3];
            if !with_firsts {
                (ways, firsts) = (Vec::new(), Vec::new());
            }
            let mut work = Work {
                puzzles: &puzzles,
                next: 3,
                limit,
                counts: &mut counts,
                firsts: &mut firsts,
                ways: &mut ways,
            };
            let mut learnt = Learnt::default();
            learnt.ask(&[0, 1, 2], &mut work, &Budget::default());
            learnt.ask(&[2, 1], &mut work, &Budget::default());
            let asked: Vec<u32> = learnt.settled.iter().map(|&(puzzle, _)| puzzle).collect();
            assert_eq!(asked, settled);
            for puzzle in 0..3 {
                // Any node of the puzzle except the root, which no node precedes.
                let (_, node) = Tag::root(puzzle).split();
                assert_eq!(work.wants(node), !settled.contains(&puzzle));
            }
            learnt.write(&mut work);
            assert_eq!((counts[0], counts[2]), (1, 0));
            assert_eq!(counts[1], if settled.contains(&1) { limit } else { 0 });
            if with_firsts {
                assert_eq!(firsts[0].first().map(|first| first[0]), Some(6));
                assert_eq!(firsts[2].first(), None);
                let uncertain: Vec<bool> = ways.iter().map(|way| way.is_uncertain()).collect();
                assert_eq!(uncertain, [false, settled.contains(&1), false]);
            }
        }
    }
}
