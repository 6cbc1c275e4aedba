//! The engine that chooses an engine, and says why.
//!
//! [`Weighted`](super::Weighted) is never chosen. What it gains or loses lies in the dead ends of a search, and
//! nothing in a problem foretells them: of two boards of dominoes, that of 8x8 without two corners
//! is searched three times as fast as by `bits`, and that of 6x6 half as long again.

use std::fmt;

use super::bits;
use super::{Bits, Cells, Dlx, Memo};
use crate::problem::Problem;
use crate::search::{
    Budget, CostVisitor, Counters, Search, Solver, Tally, Unsupported, Visitor, Whole,
};

/// Chooses the engine that is likely to be the fastest.
///
/// ```
/// use quadrille_cover::{Solver, engine::Auto, family};
///
/// // Counted without being visited: there are some 2.4 * 10^30.
/// let dominoes = family::build("dominoes:16x16")?;
/// assert_eq!(Auto.count(&dominoes)?.to_string(), "2444888770250892795802079170816");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Auto;

/// An engine, and why it was chosen.
///
/// ```
/// use quadrille_cover::{Problem, engine::{Auto, Choice}};
///
/// let problem = Problem::parse("a #b\na\n#b\n")?;
/// let choice: Choice = Auto.choice(&problem);
/// assert_eq!(choice.to_string(), "dlx: some items are preferred");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Choice {
    /// The engine.
    pub engine: &'static dyn Solver,
    /// The reason: what of the problem decided it.
    pub why: &'static str,
}

impl Auto {
    /// The engine that visits the solutions of a problem.
    ///
    /// ```
    /// use quadrille_cover::{engine::Auto, family};
    ///
    /// let queens = family::build("queens:8")?;
    /// assert_eq!(Auto.choice(&queens).engine.name(), "bits");
    /// assert_eq!(Auto.choice_to_count(&queens).engine.name(), "memo");
    /// assert_eq!(Auto.choice_of_cheapest().engine.name(), "dlx");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn choice(&self, problem: &Problem) -> Choice {
        if problem.has_multiplicities() {
            return Choice { engine: &Dlx, why: "items with multiplicities" };
        }
        if let Err(refused) = bits::refuse(Bits.name(), problem) {
            return Choice { engine: &Cells, why: refused.what };
        }
        if problem.has_preferences() {
            return Choice { engine: &Dlx, why: "some items are preferred" };
        }
        Choice { engine: &Bits, why: "the problem fits into bitsets" }
    }

    /// The engine that finds the cheapest solutions of a problem.
    pub fn choice_of_cheapest(&self) -> Choice {
        Choice { engine: &Dlx, why: "it leaves out what is bound to be too dear" }
    }

    /// The engine that counts the solutions of a problem.
    pub fn choice_to_count(&self, problem: &Problem) -> Choice {
        let choice = self.choice(problem);
        if choice.engine.name() == Bits.name() {
            return Choice {
                engine: &Memo,
                why: "it fits into bitsets, and solutions are only counted",
            };
        }
        choice
    }
}

impl Solver for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn about(&self) -> &'static str {
        "chooses the engine that is likely to be the fastest"
    }

    fn search(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
        visit: &mut Visitor<'_>,
    ) -> Result<Search, Unsupported> {
        self.choice(problem).engine.search(problem, budget, counters, visit)
    }

    fn tally(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
    ) -> Result<Tally, Unsupported> {
        self.choice_to_count(problem).engine.tally(problem, budget, counters)
    }

    fn tally_whole(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
    ) -> Result<Whole, Unsupported> {
        self.choice_to_count(problem).engine.tally_whole(problem, budget, counters)
    }

    /// The engine that leaves out what is bound to be too dear.
    fn cheapest(
        &self,
        problem: &Problem,
        k: usize,
        budget: &Budget,
        counters: Counters,
        visit: &mut CostVisitor<'_>,
    ) -> Result<Search, Unsupported> {
        Dlx.cheapest(problem, k, budget, counters, visit)
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.engine.name(), self.why)
    }
}

impl fmt::Debug for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Choice({self})")
    }
}
