//! `human`: a solver that uses the techniques of human players, an extension of system D.
//!
//! The techniques are ordered by difficulty, from the full house to forcing chains. The easiest technique
//! that makes progress is applied once, and then the search for the easiest begins again. The engine never
//! guesses. Where no technique makes progress the search ends stalled, and its answer is the candidates
//! left ([`State::candidates`]). Each step is a [`Deduction`] that explains itself.
//!
//! Unique rectangles and BUG+1 assume that the puzzle has one solution, but an engine must find out
//! whether it has. So the engine does without these techniques: a solution that it finds is the only
//! one, and a contradiction means that there is no solution. [`rate`](rate()) rates puzzles that are
//! known to have one solution, and may use all techniques ([`Assume`]).
//!
//! `tests` count the searches for one technique: in the whole grid (singles, locked candidates,
//! wings, uniqueness), in a unit (subsets), for a digit (fish, colouring) or for a candidate from
//! which chains start. The engine never forks.
//!
//! Sources: system D, a first-year C project, "SUDOKU", for the player who closes cells one by
//! one; the techniques are common knowledge among players.

mod chains;
mod challenge;
mod colouring;
mod combine;
mod fish;
mod locked;
mod rating;
mod rectangles;
mod singles;
mod state;
mod subsets;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod wings;

use quadrille_cover::search::{Found, Outcome};

pub use self::challenge::Challenge;
pub use self::rating::{Ending, Rating, Score, rate, rate_within, solve};
pub use self::state::State;
pub use super::deduction::{
    Because, Candidate, Claim, Deduction, Difficulty, Link, Location, Premise, Technique,
};
use super::observer::{StepObserver, end_contradictory, end_solved};
use super::step::Step;
use crate::grid::{Grid, Puzzle};

/// Decides whether a search goes on. Called with the number of tests to be made next, or with 0
/// within a test.
pub type Ask<'a> = dyn FnMut(u64) -> bool + 'a;

/// What deductions may assume of a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Assume {
    /// Nothing, so every deduction holds in all solutions.
    #[default]
    Nothing,
    /// The puzzle has exactly one solution. For other puzzles, deductions may be wrong.
    OneSolution,
}

impl Assume {
    /// Whether a technique may be used under this assumption.
    pub fn allows(self, technique: Technique) -> bool {
        self == Self::OneSolution || !technique.assumes_one_solution()
    }
}

impl State {
    /// The first deduction that a technique makes, if it makes one. `ask` may end a long search.
    pub fn find(&self, technique: Technique, ask: &mut Ask<'_>) -> Option<Deduction> {
        use Technique as T;
        match technique {
            T::NakedPair => subsets::naked(self, technique, 2, ask),
            T::NakedTriple => subsets::naked(self, technique, 3, ask),
            T::NakedQuad => subsets::naked(self, technique, 4, ask),
            T::HiddenPair => subsets::hidden(self, technique, 2, ask),
            T::HiddenTriple => subsets::hidden(self, technique, 3, ask),
            T::HiddenQuad => subsets::hidden(self, technique, 4, ask),
            T::XWing => fish::plain(self, technique, 2, ask),
            T::Swordfish => fish::plain(self, technique, 3, ask),
            T::Jellyfish => fish::plain(self, technique, 4, ask),
            T::FinnedXWing => fish::finned(self, technique, 2, ask),
            T::FinnedSwordfish => fish::finned(self, technique, 3, ask),
            T::FinnedJellyfish => fish::finned(self, technique, 4, ask),
            T::Colouring => colouring::find(self, ask),
            T::XChain => chains::x_chain(self, ask),
            T::XyChain => chains::xy_chain(self, ask),
            T::AlternatingChain => chains::alternating_chain(self, ask),
            T::ForcingChains => chains::forcing_chains(self, ask),
            _ if !ask(1) => None,
            T::FullHouse => singles::full_house(self),
            T::HiddenSingleInRegion => singles::hidden_in_region(self),
            T::HiddenSingleInLine => singles::hidden_in_line(self),
            T::NakedSingle => singles::naked(self),
            T::Pointing => locked::pointing(self),
            T::Claiming => locked::claiming(self),
            T::XyWing => wings::xy(self),
            T::XyzWing => wings::xyz(self),
            T::WWing => wings::w(self),
            T::UniqueRectangle1 => rectangles::type_1(self),
            T::UniqueRectangle2 => rectangles::type_2(self),
            T::UniqueRectangle4 => rectangles::type_4(self),
            T::BugPlusOne => rectangles::bug_plus_one(self),
        }
    }

    /// The first deduction of the easiest technique that makes progress, if one does.
    pub fn easiest(&self, assume: Assume, ask: &mut Ask<'_>) -> Option<Deduction> {
        let allowed = Technique::ALL.into_iter().filter(|&technique| assume.allows(technique));
        allowed.into_iter().find_map(|technique| self.find(technique, ask))
    }

    /// Applies a deduction to the state.
    pub fn apply(&mut self, deduction: &Deduction) {
        if let Some((cell, digit)) = deduction.placed {
            self.place(cell, digit);
        }
        for &(cell, digit) in &deduction.struck {
            self.strike(cell, digit);
        }
    }
}

pub(super) fn search<O: StepObserver>(
    puzzle: &Puzzle,
    observer: &mut O,
    found: &mut Found<'_, Grid>,
) -> Outcome {
    let mut state = State::new(puzzle);
    loop {
        if !observer.may_go_on() {
            return Outcome::BudgetSpent;
        }
        if state.is_contradictory() {
            return end_contradictory(observer);
        }
        if state.grid().is_full() {
            return end_solved(state.grid(), observer, found);
        }
        let mut ask = |tests| {
            let goes_on = observer.may_go_on();
            if goes_on {
                observer.tests(tests);
            }
            goes_on
        };
        match state.easiest(Assume::Nothing, &mut ask) {
            Some(deduction) => {
                state.apply(&deduction);
                observer.step(|| Step::Deduced(Box::new(deduction)));
            }
            None if observer.may_go_on() => return Outcome::Stalled,
            None => return Outcome::BudgetSpent,
        }
    }
}
