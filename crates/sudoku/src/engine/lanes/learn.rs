//! Puzzles that node lanes cannot be done with are left to `large`, which learns.
//!
//! Four digits for the three cells of a minirow, and hardly a clue besides: no rule of a sweep sees that
//! there is no solution, and a search that does not learn finds it out again in every corner of the
//! grid, for minutes. A search that learns takes milliseconds. It is asked whether there are no
//! solutions, one or more; where that is not all that is asked, node lanes go on.

use std::ops::ControlFlow;

use quadrille_cover::Budget;
use quadrille_cover::search::Outcome;

use super::Cells;
use super::batch::Solved;
use super::node::{Tag, Work};
use crate::engine::{Engine, Watch};
use crate::{Grid, Puzzle};

/// What was learnt of the puzzles of a batch.
#[derive(Debug, Default)]
pub(super) struct Learnt {
    /// Puzzles that were asked about.
    asked: Vec<u32>,
    /// Those of which all that is wanted is known.
    settled: Vec<(u32, Solved)>,
}

impl Learnt {
    /// Asks about those of these puzzles that were not asked about before. What is settled counts as
    /// searched until [`told`](Self::told).
    pub(super) fn ask(&mut self, puzzles: &[u32], work: &mut Work<'_>) {
        for &puzzle in puzzles {
            if self.asked.contains(&puzzle) {
                continue;
            }
            self.asked.push(puzzle);
            let place = puzzle as usize;
            let solved = up_to_2(&work.puzzles[place]);
            if solved.count < 2 || work.limit <= 2 && work.ways.is_empty() {
                self.settled.push((puzzle, solved));
                work.counts[place] = work.limit;
                if let Some(way) = work.ways.get_mut(place) {
                    *way = Tag::root(puzzle);
                }
            }
        }
    }

    /// Puts down what is known, when nothing is searched any more.
    pub(super) fn told(self, work: &mut Work<'_>) {
        for (puzzle, solved) in self.settled {
            let place = puzzle as usize;
            work.counts[place] = solved.count.min(work.limit);
            if let Some(first) = work.firsts.get_mut(place) {
                *first = solved;
            }
        }
    }
}

/// The number of solutions up to two, and one of them.
fn up_to_2(givens: &Cells) -> Solved {
    let grid = Grid::from_cells(givens.to_vec()).expect("81 digits up to 9");
    let mut found = Solved::NONE;
    let mut visit = |solution: &Grid| {
        if found.count == 0 {
            found.cells = solution.cells().try_into().expect("81 digits");
        }
        found.count += 1;
        ControlFlow::Continue(())
    };
    let budget = Budget::solutions(2);
    let search = Engine::Large.search(&Puzzle::new(grid), &budget, Watch::Off, &mut visit);
    assert!(search.outcome != Outcome::BudgetSpent, "the budget is of solutions only");
    found
}

#[cfg(test)]
mod tests {
    use super::super::{Instructions, Lanes};
    use super::*;
    use crate::Uniqueness;

    /// Digits 1 to 4 have no place in box 1 but the three cells of its first row.
    const FOUR_IN_THREE: &str =
        "............12.34....34.12.......................................................";
    /// The same in a column.
    const DOWN: &str =
        "............................13.......24................31.......42...............";
    const UNIQUE: &str =
        "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    const EMPTY: &str =
        ".................................................................................";

    fn cells(line: &str) -> Cells {
        let digit = |&byte: &u8| if byte == b'.' { 0 } else { byte - b'0' };
        let digits: Vec<u8> = line.as_bytes().iter().map(digit).collect();
        digits.try_into().expect("81 digits")
    }

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
        for (limit, with_firsts, settled) in
            [(2, false, [0, 1, 2].as_slice()), (2, true, &[0, 2]), (3, false, &[0, 2])]
        {
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
            learnt.ask(&[0, 1, 2], &mut work);
            learnt.ask(&[2, 1], &mut work);
            let asked: Vec<u32> = learnt.settled.iter().map(|&(puzzle, _)| puzzle).collect();
            assert_eq!(asked, settled);
            for puzzle in 0..3 {
                // Any node of it but the root, before which nothing comes.
                let (_, node) = Tag::root(puzzle).split();
                assert_eq!(work.wants(node), !settled.contains(&puzzle));
            }
            learnt.told(&mut work);
            assert_eq!((counts[0], counts[2]), (1, 0));
            assert_eq!(counts[1], if settled.contains(&1) { 2 } else { 0 });
            if with_firsts {
                assert_eq!(firsts[0].first().map(|first| first[0]), Some(6));
                assert_eq!((firsts[1].first(), firsts[2].first()), (None, None));
            }
        }
    }
}
