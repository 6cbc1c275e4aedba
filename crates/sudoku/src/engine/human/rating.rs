//! How hard a puzzle is for a human player: the techniques that it takes.

use std::cmp::Ordering;
use std::fmt;

use super::deduction::Deduction;
use super::state::State;
use super::technique::{Difficulty, Technique};
use super::{Ask, Assume};
use crate::grid::{Grid, Puzzle};

/// How the player ended.
#[derive(Clone, Debug)]
pub enum Ending {
    /// With the solution.
    Solved(Grid),
    /// With these candidates left, and no technique that goes on.
    Stalled(State),
    /// With a cell without a candidate, or a digit without a place: the puzzle has no solution,
    /// or (if one was assumed) not exactly one.
    Contradiction,
}

/// The techniques that a puzzle takes. Ratings are compared, and equal, by their
/// [`score`](Self::score).
#[derive(Clone, Debug)]
pub struct Rating {
    /// How it ended.
    pub ending: Ending,
    steps: [u32; Technique::ALL.len()],
}

/// What ratings are compared by: first whether the player stalled, then the hardest technique,
/// then the sum over all steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score {
    /// Whether it takes more than all techniques there are.
    pub unsolved: bool,
    /// The hardest technique's number, if there was a step at all.
    pub hardest: Option<Difficulty>,
    /// The numbers of all steps together, in tenths.
    pub sum: u32,
}

/// Rates a puzzle that has one solution. Of any other, what the techniques of uniqueness
/// conclude may be wrong, and so may the rating.
pub fn rate(puzzle: &Puzzle) -> Rating {
    solve(puzzle, Assume::OneSolution, |_| ())
}

/// Rates a puzzle that has one solution, unless `ask` ends it first.
pub fn rate_within(puzzle: &Puzzle, ask: &mut Ask<'_>) -> Option<Rating> {
    play(puzzle, Assume::OneSolution, |_| (), ask)
}

/// Solves as far as the techniques go, tells each step, and says what it took.
pub fn solve(puzzle: &Puzzle, assume: Assume, told: impl FnMut(&Deduction)) -> Rating {
    play(puzzle, assume, told, &mut |_| true).expect("nobody ends it")
}

fn play(
    puzzle: &Puzzle,
    assume: Assume,
    mut told: impl FnMut(&Deduction),
    ask: &mut Ask<'_>,
) -> Option<Rating> {
    let mut state = State::new(puzzle);
    let mut steps = [0; Technique::ALL.len()];
    let mut goes_on = true;
    let mut ask = |tests| {
        goes_on = goes_on && ask(tests);
        goes_on
    };
    let ending = loop {
        if state.is_contradictory() {
            break Ending::Contradiction;
        }
        if state.grid().is_full() {
            break Ending::Solved(state.grid().clone());
        }
        let Some(deduction) = state.easiest(assume, &mut ask) else {
            break Ending::Stalled(state);
        };
        steps[deduction.technique as usize] += 1;
        state.apply(&deduction);
        told(&deduction);
    };
    // One that was ended knows too little to say that it stalled.
    goes_on.then_some(Rating { ending, steps })
}

impl Rating {
    /// How many steps a technique made.
    pub fn steps(&self, technique: Technique) -> u32 {
        self.steps[technique as usize]
    }

    /// The techniques used, easiest first, with their steps.
    pub fn techniques(&self) -> impl Iterator<Item = (Technique, u32)> {
        let all = Technique::ALL.into_iter().zip(self.steps);
        all.filter(|&(_, steps)| steps > 0)
    }

    /// The hardest technique used; `None` if the grid was full, or nothing could be done.
    pub fn hardest(&self) -> Option<Technique> {
        self.techniques().last().map(|(technique, _)| technique)
    }

    /// Whether the solution was found.
    pub fn is_solved(&self) -> bool {
        matches!(self.ending, Ending::Solved(_))
    }

    /// What it is compared by.
    pub fn score(&self) -> Score {
        let tenths =
            |(technique, steps): (Technique, u32)| u32::from(technique.difficulty().tenths) * steps;
        Score {
            unsolved: !self.is_solved(),
            hardest: self.hardest().map(Technique::difficulty),
            sum: self.techniques().map(tenths).sum(),
        }
    }
}

impl PartialEq for Rating {
    fn eq(&self, other: &Self) -> bool {
        self.score() == other.score()
    }
}

impl Eq for Rating {}

impl PartialOrd for Rating {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rating {
    fn cmp(&self, other: &Self) -> Ordering {
        self.score().cmp(&other.score())
    }
}

impl fmt::Display for Rating {
    /// `4.2 (XY-wing)`, or `stalled after 4.2 (XY-wing)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ending {
            Ending::Solved(_) => {}
            Ending::Stalled(_) => f.write_str("stalled after ")?,
            Ending::Contradiction => f.write_str("contradiction after ")?,
        }
        match self.hardest() {
            Some(technique) => write!(f, "{} ({technique})", technique.difficulty()),
            None => f.write_str("no step"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{InputFormat, read::read_one};

    fn rating(text: &str) -> Rating {
        rate(&read_one(text, InputFormat::Auto, None).expect("a puzzle"))
    }

    /// P4 of systems C and D, G5 and G6 of system D, a puzzle known as Inkala's of 2010.
    const P4: &str =
        "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
    const G5: &str =
        "010405800052800010000010006001000700800030004007000200600070000070008640004600090";
    const INKALA: &str =
        "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..";

    #[test]
    fn an_easy_puzzle_takes_singles_alone() {
        let easy = rating(P4);
        assert!(easy.is_solved());
        assert!(easy.hardest() <= Some(Technique::NakedSingle), "{easy}");
        let steps: u32 = easy.techniques().map(|(_, steps)| steps).sum();
        assert_eq!(steps, 51, "one for each open cell");
    }

    #[test]
    fn harder_puzzles_have_higher_ratings() {
        let (easy, hard, hardest) = (rating(P4), rating(G5), rating(INKALA));
        assert!(easy < hard, "{easy} and {hard}");
        assert!(hard < hardest, "{hard} and {hardest}");
        assert_eq!(easy, rating(P4));
        assert!(hard.is_solved() && hard.hardest() > Some(Technique::NakedSingle), "{hard}");
    }

    #[test]
    fn equally_hard_techniques_are_told_apart_by_all_steps_together() {
        let score = |hardest: Technique, sum| Score {
            unsolved: false,
            hardest: Some(hardest.difficulty()),
            sum,
        };
        assert!(score(Technique::XyWing, 900) < score(Technique::Jellyfish, 100));
        assert!(score(Technique::XyWing, 900) > score(Technique::XyWing, 899));
        assert!(
            Score { unsolved: true, ..score(Technique::XyWing, 1) }
                > score(Technique::Jellyfish, 9)
        );
    }

    #[test]
    fn a_full_grid_takes_no_step_and_a_clash_ends_in_contradiction() {
        let full = rating("1234341221434321");
        assert_eq!((full.hardest(), full.to_string()), (None, "no step".to_owned()));
        assert!(matches!(rating("11..............").ending, Ending::Contradiction));
        assert!(matches!(rating("..2.41....32..4.").ending, Ending::Contradiction));
    }

    #[test]
    fn a_rating_that_is_ended_is_none() {
        let puzzle = read_one(G5, InputFormat::Auto, None).expect("a puzzle");
        let mut tests = 0;
        let whole = rate_within(&puzzle, &mut |more| {
            tests += more;
            true
        });
        assert_eq!(whole, Some(rate(&puzzle)));
        let within = |most: u64| {
            let mut left = most;
            rate_within(&puzzle, &mut |more| {
                let enough = more <= left;
                left = left.saturating_sub(more);
                enough
            })
        };
        assert_eq!(within(tests), whole);
        assert_eq!((within(tests - 1), within(0)), (None, None));
    }

    #[test]
    fn the_empty_grid_stalls_with_every_candidate_left() {
        let Ending::Stalled(left) = rating(&".".repeat(81)).ending else { panic!("it stalls") };
        assert!((0..81).all(|cell| left.candidates(cell) == 0b1_1111_1111));
    }
}
