//! Difficulty levels from 1 to 5, as defined by system E, with the same meaning at every size.
//!
//! | level | what `masks` needs to find the solution and to show that it is the only one |
//! |---|---|
//! | 1 | cells with a single candidate, which system E calls *basic* |
//! | 2 | also digits with a single place in a row or a column |
//! | 3 | also digits with a single place in a region |
//! | 4 | 1 to 3 forks, in a search of the whole tree |
//! | 5 | more than 3 forks |
//!
//! Every 4x4 puzzle with one solution is at level 1; a test checks all of them.
//!
//! Source: system E, "Projet IF3: Générer et Résoudre des sudokus", which generates at difficulty 1 to 5.

use std::fmt;
use std::ops::ControlFlow;

use quadrille_cover::Budget;
use quadrille_cover::search::{Found, Outcome, Probe};

use crate::engine::{Step, StepObserver, Uniqueness, Why, masks};
use crate::grid::{Order, Puzzle};

/// A difficulty level from 1 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// Level 5, which is more than 3 forks.
    pub const FIVE: Self = Self(5);

    /// The level with this number, from 1 to 5.
    pub fn new(number: u8) -> Option<Self> {
        (1..=5).contains(&number).then_some(Self(number))
    }

    /// The highest level of puzzles of this order.
    pub fn highest(order: Order) -> Self {
        if order.n() == 2 { Self(1) } else { Self(5) }
    }

    /// The number of the level, from 1 to 5.
    pub fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The difficulty of a puzzle with one solution, measured by `masks` in a search of the whole tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rated {
    /// The level of the puzzle.
    pub level: Level,
    /// The number of forks that `masks` makes.
    pub forks: u64,
}

/// The level of a puzzle that has one solution.
///
/// `None` if the search shows that the puzzle has none or several, or if the puzzle restricts candidates, because levels
/// are defined for ordinary puzzles. The search ends when there are more than
/// 3 forks, so it does not show that a puzzle at level 5 has one solution; [`confirm`] or
/// [`Puzzle::uniqueness`] does.
pub fn level(puzzle: &Puzzle) -> Option<Level> {
    if puzzle.candidates().is_some() {
        return None;
    }
    let (rater, count, outcome) = search(puzzle, 2, Rater::new(3, u64::MAX));
    match Uniqueness::shown(count, outcome) {
        Some(Uniqueness::None | Uniqueness::Multiple) => None,
        _ => Some(rater.level()),
    }
}

/// The difficulty of a puzzle with one solution, with more than 3 forks reported as 4.
pub(crate) fn up_to_four_forks(puzzle: &Puzzle) -> Rated {
    let (rater, ..) = search(puzzle, 2, Rater::new(3, u64::MAX));
    Rated { level: rater.level(), forks: rater.forks }
}

/// The difficulty of a puzzle that is shown to have one solution. `None` if it has none or several, if
/// the search takes more than `tests` tests, or if the puzzle restricts candidates.
pub fn confirm(puzzle: &Puzzle, tests: u64) -> Option<Rated> {
    let (rater, count, outcome) = search(puzzle, 2, Rater::new(u64::MAX, tests));
    let rated = Rated { level: rater.level(), forks: rater.forks };
    (Uniqueness::shown(count, outcome) == Some(Uniqueness::Unique)).then_some(rated)
}

/// The number of solutions of a puzzle if it is below `limit`; `None` if it is not, or if `masks`
/// begins a node after more than `tests` tests.
pub(crate) fn count_below(limit: u64, puzzle: &Puzzle, tests: u64) -> Option<u64> {
    let (_, count, outcome) = search(puzzle, limit, Rater::new(u64::MAX, tests));
    (outcome == Outcome::Exhausted).then_some(count)
}

/// Searches for up to `limit` solutions; returns their number and how the search ended.
fn search(puzzle: &Puzzle, limit: u64, mut rater: Rater) -> (Rater, u64, Outcome) {
    if puzzle.clash().is_some() {
        return (rater, 0, Outcome::Exhausted);
    }
    if puzzle.candidates().is_some() {
        return (rater, 0, Outcome::Stalled);
    }
    let budget = Budget::solutions(limit);
    let mut visit = |_: &_| ControlFlow::Continue(());
    let mut found = Found::new(&budget, &mut visit);
    let outcome = masks::search(puzzle, &mut rater, &mut found);
    (rater, found.count(), outcome)
}

/// Observes the hardest step that placed a digit, and counts forks. Its limits are checked between
/// nodes only, so that generated puzzles do not depend on where `masks` checks a budget.
struct Rater {
    hardest: u8,
    forks: u64,
    tests: u64,
    most_forks: u64,
    most_tests: u64,
}

impl Rater {
    fn new(most_forks: u64, most_tests: u64) -> Self {
        Self { hardest: 1, forks: 0, tests: 0, most_forks, most_tests }
    }

    fn level(&self) -> Level {
        Level(match self.forks {
            0 => self.hardest,
            1..=3 => 4,
            4.. => 5,
        })
    }
}

impl Probe for Rater {
    const COUNTING: bool = false;
    fn tests(&mut self, n: u64) {
        self.tests += n;
    }
    fn fork(&mut self) {
        self.forks += 1;
    }
    fn enter(&mut self) -> bool {
        self.forks <= self.most_forks && self.tests <= self.most_tests
    }
}

impl StepObserver for Rater {
    #[inline]
    fn step(&mut self, step: impl FnOnce() -> Step) {
        if let Step::Placed { why, .. } = step() {
            self.hardest = self.hardest.max(match why {
                Why::Row | Why::Column => 2,
                Why::Region => 3,
                // Of these, `masks` reports only the first.
                Why::Basic | Why::Unique(_) | Why::Implied | Why::Swept => 1,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::InputFormat;
    use crate::format::read::read_one;

    fn level_of(text: &str) -> Option<u8> {
        let puzzle = read_one(text, InputFormat::Auto, None).expect("a puzzle");
        level(&puzzle).map(Level::number)
    }

    #[test]
    fn the_puzzles_of_the_systems_have_their_levels() {
        let p1 =
            "100007090030020008009600500005300900010080002600004000300000010040000007007000300";
        let p4 =
            "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
        assert_eq!(level_of(p4), Some(1), "5 tests, all of them basic");
        assert_eq!(level_of(p1), Some(5), "71 forks when run to exhaustion");
    }

    #[test]
    fn a_puzzle_without_a_single_solution_has_no_level() {
        assert_eq!(level_of("1234341221434321"), Some(1));
        assert_eq!(level_of("12343412214343.."), Some(1));
        assert_eq!(level_of("1.34341221434322"), None, "a clash");
        assert_eq!(level_of("..2.41....32..4."), None, "no solution");
        assert_eq!(level_of("1234341.2......."), None, "several");
    }

    #[test]
    fn every_4x4_puzzle_is_at_level_1() {
        // One full grid of each of the two classes, and all sets of clues.
        for full in ["1234341221434321", "1234341223414123"] {
            let full = read_one(full, InputFormat::Auto, None).expect("a grid");
            let mut unique = 0;
            for clues in 0..1u32 << 16 {
                let mut givens = full.givens().clone();
                for cell in (0..16).filter(|cell| clues >> cell & 1 == 0) {
                    givens.set(cell, 0);
                }
                if let Some(rated) = confirm(&Puzzle::new(givens), 1000) {
                    assert_eq!(rated.level, Level::highest(full.order()));
                    unique += 1;
                }
            }
            assert!(unique > 40_000, "{unique}");
        }
    }
}
