//! The difficulty of a puzzle for a human player, by the techniques needed.

use std::fmt;

use super::state::State;
use super::{Ask, Assume};
use crate::engine::deduction::Deduction;
use crate::engine::deduction::{Difficulty, Technique};
use crate::grid::{Grid, Puzzle};

/// How solving ended.
#[derive(Clone, Debug)]
pub enum Ending {
    /// The puzzle was solved.
    Solved(Grid),
    /// No technique makes progress; these candidates are left.
    Stalled(State),
    /// A cell has no candidate, or a digit no place in a unit. So the puzzle has no solution, or, if one
    /// solution was assumed, not exactly one.
    Contradiction,
}

/// The techniques that a puzzle needs. Ratings are compared by their [`score`](Self::score).
#[derive(Clone, Debug)]
pub struct Rating {
    /// How solving ended.
    pub ending: Ending,
    steps: [u32; Technique::ALL.len()],
}

/// The key by which ratings are compared: first whether the puzzle is unsolved, then the hardest
/// technique, then the sum over all steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score {
    /// Whether the techniques do not solve the puzzle.
    pub unsolved: bool,
    /// The difficulty of the hardest technique; `None` if there was no step.
    pub hardest: Option<Difficulty>,
    /// The sum of the difficulties of all steps, in tenths.
    pub sum: u32,
}

/// Rates a puzzle that has one solution. For other puzzles the techniques that assume one solution
/// may conclude wrongly, so the rating may be wrong.
pub fn rate(puzzle: &Puzzle) -> Rating {
    solve(puzzle, Assume::OneSolution, |_| ())
}

/// Rates a puzzle that has one solution; `None` if `ask` ends the search first, or if the puzzle restricts candidates.
pub fn rate_within(puzzle: &Puzzle, ask: &mut Ask<'_>) -> Option<Rating> {
    if puzzle.candidates().is_some() {
        return None;
    }
    play(puzzle, Assume::OneSolution, |_| (), ask)
}

/// Solves a puzzle as far as the techniques go, calls `on_step` with each step, and returns the rating. In a puzzle that
/// restricts candidates nothing is assumed, because the techniques that assume one solution do not hold there.
pub fn solve(puzzle: &Puzzle, assume: Assume, on_step: impl FnMut(&Deduction)) -> Rating {
    play(puzzle, assume, on_step, &mut |_| true).expect("the search is never ended early")
}

fn play(
    puzzle: &Puzzle,
    assume: Assume,
    mut on_step: impl FnMut(&Deduction),
    ask: &mut Ask<'_>,
) -> Option<Rating> {
    let assume = if puzzle.candidates().is_some() { Assume::Nothing } else { assume };
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
        on_step(&deduction);
    };
    // A search that `ask` ended early must not be reported as stalled.
    goes_on.then_some(Rating { ending, steps })
}

impl Rating {
    /// The number of steps made by a technique.
    pub fn steps(&self, technique: Technique) -> u32 {
        self.steps[technique as usize]
    }

    /// The techniques used, easiest first, with their numbers of steps.
    pub fn techniques(&self) -> impl Iterator<Item = (Technique, u32)> {
        let all = Technique::ALL.into_iter().zip(self.steps);
        all.filter(|&(_, steps)| steps > 0)
    }

    /// The hardest technique used; `None` if there was no step.
    pub fn hardest(&self) -> Option<Technique> {
        self.techniques().last().map(|(technique, _)| technique)
    }

    /// Whether the solution was found.
    pub fn is_solved(&self) -> bool {
        matches!(self.ending, Ending::Solved(_))
    }

    /// The key by which ratings are compared.
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

impl fmt::Display for Rating {
    /// The rating in words, such as `4.2 (XY-wing)`, or `stalled after 4.2 (XY-wing)`.
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

    /// P4 is a puzzle of systems C and D, G5 one of system D; the third is known as Inkala's puzzle
    /// of 2010.
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
        assert!(easy.score() < hard.score(), "{easy} and {hard}");
        assert!(hard.score() < hardest.score(), "{hard} and {hardest}");
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
        let whole = whole.map(|rating| rating.score());
        assert_eq!(whole, Some(rate(&puzzle).score()));
        let within = |most: u64| {
            let mut left = most;
            let cut = rate_within(&puzzle, &mut |more| {
                let enough = more <= left;
                left = left.saturating_sub(more);
                enough
            });
            cut.map(|rating| rating.score())
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
