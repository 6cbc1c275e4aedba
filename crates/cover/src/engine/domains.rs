//! Algorithm X with consistent domains: options that leave some item nothing are removed before they are tried.
//!
//! The *domain* of an item to be covered is the set of its options that are left. An option can be in no solution if it
//! excludes the whole domain of some item that it does not hold. At each node such options are removed until none is left,
//! which is domain consistency, or arc consistency, of the problem as a constraint network with a variable for each
//! item. A search that only looks for items without options sees such a dead end one choice later.
//!
//! The options that an item removes are the intersection of what each option of its domain excludes: sets of bits, of which
//! few words are left after a few options. An item is looked at again only if its domain has changed.
//!
//! The item branched on is one with the fewest options, of these one that has led into the most dead ends, then the leftmost, so
//! impossible problems show sooner that they are. This order of solutions depends on earlier dead ends, and is the same
//! each time.
//!
//! Each node takes several times as long as one of [`Bits`]. It pays where an option constrains many items loosely, as in random
//! constraint networks, and hardly ever where items have few neighbours.
//!
//! Source: domain consistency for exact covers is that of the program XCCDC described in D. E. Knuth, *TAOCP* 4 pre-fascicle
//! 7a, *Constraint satisfaction* (2025); arc consistency by sets of bits follows C. Lecoutre and J. Vion, *Enforcing arc
//! consistency using bitwise operations* (2008); weights, F. Boussemart, F. Hemery, C. Lecoutre and L. Sais, *Boosting
//! systematic search by weighting constraints* (ECAI 2004).

// Functions are always inlined, because otherwise they are not compiled for the instruction set of their caller.
#![allow(clippy::inline_always)]

mod search;

pub(super) use self::search::Search;
use super::Bits;
use super::bits;
use super::model::Model;
use crate::problem::{OptionId, Problem};
use crate::search::{
    Budget, Counters, Found, Outcome, Probe, ProbedSearch, Search as Ended, Solver, Unsupported,
    Visitor, run_probed,
};

/// The engine that keeps domains consistent. It handles colours but not multiplicities.
///
/// ```
/// use quadrille_cover::{Budget, Counters, Solver, engine::{Bits, Domains}, family};
///
/// let network = family::build("frb:14:6:40:14:planted:seed=1")?;
/// let nodes = |engine: &dyn Solver| {
///     let tally = engine.tally(&network, &Budget::default(), Counters::On)?;
///     Ok::<_, quadrille_cover::Unsupported>((tally.solutions, tally.search.stats.nodes))
/// };
/// let (domains, bits) = (nodes(&Domains)?, nodes(&Bits)?);
/// assert!(domains.0 == bits.0 && domains.1 < bits.1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Domains;

impl Solver for Domains {
    fn name(&self) -> &'static str {
        "domains"
    }

    fn about(&self) -> &'static str {
        "removes options that leave some item nothing; for constraint networks"
    }

    fn refuses(&self, problem: &Problem) -> Option<&'static str> {
        let several = problem.has_multiplicities().then_some("items with multiplicities");
        several.or_else(|| Bits.refuses(problem))
    }

    fn search(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
        visit: &mut Visitor<'_>,
    ) -> Result<Ended, Unsupported> {
        self.accepts(problem)?;
        if let Some(ended) = budget.exceeded_by(|| bits::Table::bytes(problem)) {
            return Ok(ended);
        }
        Ok(run_probed(Modelled(&Model::new(problem)), budget, counters, visit))
    }
}

struct Modelled<'m>(&'m Model);

impl ProbedSearch<[OptionId]> for Modelled<'_> {
    fn run<P: Probe>(self, probe: &mut P, found: &mut Found<'_, [OptionId]>) -> Outcome {
        Search::new(self.0).run(probe, found)
    }
}

#[cfg(test)]
mod tests;
