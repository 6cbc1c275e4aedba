//! Trials. A trial finds whether removing the clues of a full grid in some order meets a minimal puzzle.
//!
//! A trial is run backwards: clues are put back until there is one solution, and then all of them must be
//! needed. Most of this work is avoided. Clues that miss an unavoidable set have several solutions, so
//! another clue is put back without a search. A clue that follows from the other clues is never needed, so
//! the trial fails. Nearly every trial is known to fail after some 28 clues, before the number of clues
//! that leave one solution is known. The other trials are decided by a search, which asks for a solution
//! with another digit in the cell of a clue. If there is none, the clue is not needed, neither now nor
//! among more clues. If there is one, it shows an unavoidable set, which is learned.

use super::implied::{GivenClues, Tables};
use super::sets::Sets;
use super::{CellSet, bit};
use crate::generate::kernel::other_first;
use crate::generate::kernel::{Answer, Kernel, Question};

/// Numbers of clues at which a trial checks whether some clue follows from the others.
const LOOKS: [usize; 5] = [28, 31, 34, 37, 40];

/// Trials with one full grid.
pub(super) struct Trials<'a> {
    kernel: Kernel,
    tables: &'a Tables,
    solution: &'a [u8],
    sets: Sets,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// The clues have one solution, and each clue is needed.
    Minimal,
    /// There are several solutions, because no clue is in some unavoidable set.
    SeveralSolutions,
    /// One of the clues is not needed, whatever clues are added.
    SpareClue,
}

impl<'a> Trials<'a> {
    pub(super) fn new(kernel: Kernel, tables: &'a Tables, solution: &'a [u8]) -> Self {
        Self { kernel, tables, solution, sets: Sets::new(solution) }
    }

    /// Runs a trial. `cells` yields the cells in the order in which their clues are put back, which is
    /// the reverse of the order in which they are removed. Returns the clues of the minimal puzzle, if
    /// the trial succeeds.
    pub(super) fn run(&mut self, mut cells: impl Iterator<Item = usize>) -> Option<CellSet> {
        let mut given = GivenClues::default();
        loop {
            self.put_back(&mut given, &mut cells)?;
            match self.judge(given.clues) {
                Verdict::Minimal => return Some(given.clues),
                Verdict::SeveralSolutions => {}
                Verdict::SpareClue => return None,
            }
        }
    }

    /// Puts clues back until every known unavoidable set has a clue; `None` if some clue follows from
    /// the others, so that the trial fails.
    fn put_back(
        &mut self,
        given: &mut GivenClues,
        cells: &mut impl Iterator<Item = usize>,
    ) -> Option<()> {
        let mut at = 0;
        while let Some((place, set)) = self.sets.missed(at, given.clues) {
            while given.clues & set == 0 {
                let cell = cells.next().expect("all cells meet every set");
                given.add(cell, self.solution[cell], self.tables);
                if LOOKS.contains(&given.count) && given.some_follows(self.tables) {
                    return None;
                }
            }
            at = place + 1;
        }
        (!given.some_follows(self.tables)).then_some(())
    }

    /// Decides whether each clue is needed, and then whether there is one solution; stops at the first
    /// negative answer.
    fn judge(&mut self, clues: CellSet) -> Verdict {
        loop {
            let open = clues & !self.sets.needed(clues);
            let cell = (open != 0).then(|| open.trailing_zeros() as usize);
            match (self.another_solution(clues, cell), cell) {
                (None, None) => return Verdict::Minimal,
                (None, Some(_)) => return Verdict::SpareClue,
                (Some(set), _) => {
                    self.sets.learn(set);
                    if set & clues == 0 {
                        return Verdict::SeveralSolutions;
                    }
                }
            }
        }
    }

    /// The cells in which another solution differs from the known one, if there is another solution. Given
    /// a cell `without`, its clue is left out, and the other solution must have another digit there.
    fn another_solution(&self, clues: CellSet, without: Option<usize>) -> Option<CellSet> {
        let solution = self.solution;
        let clues = without.map_or(clues, |cell| clues & !bit(cell));
        let givens: [u8; 81] =
            std::array::from_fn(|cell| if clues & bit(cell) == 0 { 0 } else { solution[cell] });
        let not = without.map(|cell| (cell, solution[cell]));
        let besides = without.is_none().then_some(solution);
        let question = Question { givens: &givens, not, besides, nodes: u64::MAX };
        let answer = self.kernel.search(question, |cell, bits| match without {
            None => other_first(bits, solution[cell]),
            // The cell `without` differs already. The fewer other cells differ, the more useful the set is.
            Some(_) => known_first(bits, solution[cell]),
        });
        let other = match answer {
            Answer::Solution(other) => other,
            Answer::None => return None,
            Answer::Unknown => unreachable!("the search has no limit of nodes"),
        };
        let differs = (0..81).filter(|&cell| other[cell] != solution[cell]);
        Some(differs.fold(0, |set, cell| set | bit(cell)))
    }
}

/// The bit of the digit of the known solution, or else the lowest.
fn known_first(bits: u32, known: u8) -> u32 {
    let known = bits & 1 << (known - 1);
    if known == 0 { bits & bits.wrapping_neg() } else { known }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Engine, Uniqueness};
    use crate::generate::uniform;
    use crate::grid::{Grid, Order, Puzzle};
    use quadrille_cover::Budget;
    use quadrille_cover::random::{Stream, shuffle};

    fn is_unique(solution: &[u8], clues: CellSet) -> bool {
        let digit = |cell| if clues & bit(cell) == 0 { 0 } else { solution[cell] };
        let puzzle = Puzzle::new(Grid::from_cells((0..81).map(digit).collect()).unwrap());
        Engine::Dlx.uniqueness(&puzzle, &Budget::default()) == Some(Uniqueness::Unique)
    }

    fn each(clues: CellSet) -> impl Iterator<Item = usize> {
        (0..81).filter(move |&cell| clues & bit(cell) != 0)
    }

    fn needs_all(solution: &[u8], clues: CellSet) -> bool {
        each(clues).all(|cell| !is_unique(solution, clues & !bit(cell)))
    }

    /// The result of a trial by its definition.
    fn by_definition(solution: &[u8], cells: &[usize]) -> Option<CellSet> {
        let mut clues = 0;
        let unique = cells.iter().find(|&&cell| {
            clues |= bit(cell);
            clues.count_ones() >= 17 && is_unique(solution, clues)
        });
        unique.is_some().then_some(clues).filter(|&clues| needs_all(solution, clues))
    }

    /// Random orders hardly ever succeed. So each order begins with the clues of a minimal puzzle, in
    /// random order, and some orders are then disturbed.
    #[test]
    fn trials_end_as_defined() {
        let mut stream = Stream::new(4, 0);
        let (kernel, tables) = (Kernel::new(Order::NINE), Tables::new());
        let (mut successes, mut failures) = (0, 0);
        for _ in 0..6 {
            let solution = uniform::full_grid(&mut stream);
            let mut trials = Trials::new(kernel, &tables, &solution);
            for disturbed in [0, 0, 1, 2, 40] {
                let mut cells: Vec<usize> = (0..81).collect();
                shuffle(&mut cells, &mut stream);
                let mut puzzle = (1 << 81) - 1;
                for &cell in cells.iter().rev() {
                    if is_unique(&solution, puzzle & !bit(cell)) {
                        puzzle &= !bit(cell);
                    }
                }
                cells.sort_by_key(|&cell| puzzle & bit(cell) == 0);
                for _ in 0..disturbed {
                    let (a, b) = (stream.below(40), stream.below(40));
                    cells.swap(a, b);
                }
                let expected = by_definition(&solution, &cells);
                assert_eq!(trials.run(cells.iter().copied()), expected, "{cells:?}");
                assert!(disturbed > 0 || expected == Some(puzzle));
                *(if expected.is_some() { &mut successes } else { &mut failures }) += 1;
            }
        }
        assert!(successes >= 12 && failures >= 6, "{successes} {failures}");
    }

    #[test]
    fn what_is_said_of_clues_is_what_dancing_links_find() {
        let mut stream = Stream::new(5, 0);
        let (kernel, tables) = (Kernel::new(Order::NINE), Tables::new());
        let (mut needed, mut follow) = (0, 0);
        for clues in 22..40 {
            let solution = uniform::full_grid(&mut stream);
            let mut trials = Trials::new(kernel, &tables, &solution);
            let mut cells: Vec<usize> = (0..81).collect();
            for _ in 0..8 {
                shuffle(&mut cells, &mut stream);
                let mut given = GivenClues::default();
                cells[..clues].iter().for_each(|&c| given.add(c, solution[c], &tables));
                trials.judge(given.clues);
                let has_other =
                    |cell: usize| trials.another_solution(given.clues, Some(cell)).is_some();
                for cell in each(trials.sets.needed(given.clues)) {
                    needed += 1;
                    assert!(!is_unique(&solution, given.clues & !bit(cell)));
                    assert!(has_other(cell));
                }
                if given.some_follows(&tables) {
                    follow += 1;
                    assert!(!each(given.clues).all(has_other), "{:?}", given.clues);
                }
            }
        }
        assert!(needed > 100 && follow > 50, "{needed} {follow}");
    }

    #[test]
    fn unavoidable_sets_are_where_two_solutions_differ() {
        let mut stream = Stream::new(6, 0);
        let (kernel, tables) = (Kernel::new(Order::NINE), Tables::new());
        for _ in 0..3 {
            let solution = uniform::full_grid(&mut stream);
            let mut trials = Trials::new(kernel, &tables, &solution);
            let at_first = trials.sets.len();
            for _ in 0..200 {
                let mut cells: Vec<usize> = (0..81).collect();
                shuffle(&mut cells, &mut stream);
                let clues = cells[..25].iter().fold(0, |all, &cell| all | bit(cell));
                trials.judge(clues);
            }
            assert!(trials.sets.len() > at_first, "some were learned");
            for set in trials.sets.cells() {
                assert!(!is_unique(&solution, !set), "{set:b}");
            }
        }
    }
}
