//! The engine that chooses another engine by properties of the problem.

use std::fmt;

use super::{Bits, Cells, Dlx, Memo};
use crate::problem::Problem;
use crate::search::{
    Budget, CostVisitor, Counters, Search, Solver, Tally, Unsupported, Visitor, Whole,
};

/// Searches with the engine that is likely to be the fastest for the problem.
///
/// ```
/// use quadrille_cover::{Solver, engine::Auto, family};
///
/// // More solutions than could be visited: about 2.4 * 10^30.
/// let dominoes = family::build("dominoes:16x16")?;
/// assert_eq!(Auto.count(&dominoes)?.to_string(), "2444888770250892795802079170816");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Auto;

/// The engine chosen, and the reason.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The engine.
    pub engine: &'static dyn Solver,
    /// The reason: the property of the problem that decided.
    pub why: &'static str,
}

impl Auto {
    /// The engine for visiting the solutions of a problem.
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
        if let Some(why) = Bits.refuses(problem) {
            return Choice { engine: &Cells, why };
        }
        if problem.has_preferences() {
            return Choice { engine: &Dlx, why: "some items are preferred" };
        }
        Choice { engine: &Bits, why: "the problem fits into bitsets" }
    }

    /// The engine for the cheapest solutions of a problem.
    pub fn choice_of_cheapest(&self) -> Choice {
        Choice { engine: &Dlx, why: "dlx skips subtrees whose solutions all cost too much" }
    }

    /// The engine for counting the solutions of a problem.
    pub fn choice_to_count(&self, problem: &Problem) -> Choice {
        let choice = self.choice(problem);
        if choice.engine.name() == Bits.name() {
            let why = "the problem fits into bitsets, and solutions are only counted";
            return Choice { engine: &Memo, why };
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

    fn refuses(&self, problem: &Problem) -> Option<&'static str> {
        self.choice(problem).engine.refuses(problem)
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

    /// Always [`Dlx`], which skips subtrees whose solutions all cost too much.
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
