//! `human`: the solver in the image of the human player, system D grown up.
//!
//! Named techniques in order of difficulty, from the full house to forcing chains. The easiest
//! that makes progress is applied, once, and then the easiest is tried again. It never guesses:
//! where no technique goes on the search ends stalled, with the candidates left as its answer
//! ([`State::candidates`]). Each step is a [`Deduction`] that explains itself.
//!
//! Unique rectangles and BUG+1 conclude from the puzzle having one solution, which is what an
//! engine is asked to find out. So the engine does without them: the solution that it finds is
//! the only one, and a contradiction means that there is none. [`rate`](rate()) rates puzzles
//! that are known to have one solution, and may use them ([`Assume`]).
//!
//! `tests` count looks for one technique: at the whole grid (singles, locked candidates, wings,
//! uniqueness), at a unit (subsets), at a digit (fish, colouring) or at a candidate from which
//! chains start. It never forks.
//!
//! Sources: system D, a first-year C project, "SUDOKU", for the player who closes cells one by
//! one; the techniques are common property of players.

mod chains;
mod colouring;
mod combine;
mod deduction;
mod explain;
mod fish;
mod locked;
mod rating;
mod reason;
mod rectangles;
mod reliance;
mod singles;
mod state;
mod subsets;
mod technique;
#[cfg(test)]
mod testing;
mod wings;

use quadrille_cover::search::{Found, Leaf, Outcome};

pub use self::deduction::{Because, Candidate, Claim, Deduction, Premise};
pub use self::rating::{Ending, Rating, Score, rate, rate_within, solve};
pub use self::state::State;
pub use self::technique::{Difficulty, Technique};
use super::watch::{Step, Watcher};
use crate::grid::{Grid, Puzzle};

/// Asked before that many tests are made (or, with 0, within one): whether to go on.
pub type Ask<'a> = dyn FnMut(u64) -> bool + 'a;

/// What may be taken for granted of a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Assume {
    /// Nothing: every deduction holds in all solutions.
    #[default]
    Nothing,
    /// That there is exactly one solution. If there is not, what is deduced may be wrong.
    OneSolution,
}

impl Assume {
    /// Whether a technique may be used.
    pub fn allows(self, technique: Technique) -> bool {
        self == Self::OneSolution || !technique.assumes_one_solution()
    }
}

impl State {
    /// What a technique concludes first, if anything. `ask` may end a search that is long.
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

    /// What the easiest technique concludes that makes progress, if one does.
    pub fn easiest(&self, assume: Assume, ask: &mut Ask<'_>) -> Option<Deduction> {
        let allowed = Technique::ALL.into_iter().filter(|&technique| assume.allows(technique));
        allowed.into_iter().find_map(|technique| self.find(technique, ask))
    }

    /// Does what a deduction says.
    pub fn apply(&mut self, deduction: &Deduction) {
        if let Some((cell, digit)) = deduction.placed {
            self.place(cell, digit);
        }
        for &(cell, digit) in &deduction.struck {
            self.strike(cell, digit);
        }
    }
}

pub(super) fn search<W: Watcher>(
    puzzle: &Puzzle,
    watcher: &mut W,
    found: &mut Found<'_, Grid>,
) -> Outcome {
    let mut state = State::new(puzzle);
    loop {
        if !watcher.may_go_on() {
            return Outcome::BudgetSpent;
        }
        if state.is_contradictory() {
            watcher.leaf(Leaf::DeadEnd);
            return Outcome::Exhausted;
        }
        if state.grid().is_full() {
            watcher.leaf(Leaf::Solution);
            let enough = found.solution(state.grid()).is_break();
            return if enough { Outcome::Stopped } else { Outcome::Exhausted };
        }
        let mut ask = |tests| {
            let goes_on = watcher.may_go_on();
            if goes_on {
                watcher.tests(tests);
            }
            goes_on
        };
        match state.easiest(Assume::Nothing, &mut ask) {
            Some(deduction) => {
                state.apply(&deduction);
                watcher.step(|| Step::Deduced(Box::new(deduction)));
            }
            None if watcher.may_go_on() => return Outcome::Stalled,
            None => return Outcome::BudgetSpent,
        }
    }
}
