//! Algorithm X with ties broken by weights that grow where items are wiped out.
//!
//! The item branched on is one with the fewest options left, as ever. Among equals it is the one that
//! was most often found without an option, the leftmost if there are several: what fails often is
//! hard, and is better tried early. So the search learns from its dead ends, but from them alone, and
//! always in the same way.
//!
//! Weights settle ties and nothing else. Items that are hard but have many options are not taken
//! before others, so a problem without ties is searched as by [`Bits`]. Where most dead ends
//! are due to a few items, the tree is smaller; where all are alike, weights are no better than the order
//! from left to right, which in many problems is a good one.
//!
//! What was learnt ends with the search. In a [search in parts](crate::parallel) each part begins anew, so
//! that the tree does not depend on how many workers there are; it is not that of the undivided search.
//!
//! Problems are searched with the tables of [`Bits`] where they fit, otherwise with those of
//! [`Cells`](super::Cells). In bitsets an item is found wiped out when a node is looked at, and the
//! weightiest of several is taken; in cells when its last option goes, which may be another. `tests` are
//! those of either.
//!
//! Source: F. Boussemart, F. Hemery, C. Lecoutre and L. Sais, *Boosting systematic search by weighting
//! constraints* (ECAI 2004), where sizes are divided by weights. That weights only break ties is ours.

use super::cells;
use super::ties::Weights;
use super::{Bits, bits};
use crate::problem::Problem;
use crate::search::{Budget, Counters, Search, Solver, Unsupported, Visitor};

/// Bitsets or cells, with ties broken by weights; with colours but without multiplicities.
///
/// ```
/// use quadrille_cover::{Solver, engine::Weighted, family};
///
/// let board = family::build("dominoes:6x6")?;
/// assert_eq!(Weighted.count(&board)?, 6728u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Weighted;

impl Solver for Weighted {
    fn name(&self) -> &'static str {
        "weighted"
    }

    fn about(&self) -> &'static str {
        "bits or cells; among items with equally few options, the one that failed most often"
    }

    fn search(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
        visit: &mut Visitor<'_>,
    ) -> Result<Search, Unsupported> {
        super::refuse_multiplicities(self.name(), problem)?;
        if bits::refuse(Bits.name(), problem).is_ok() {
            return Ok(bits::weighted(problem, budget, counters, visit));
        }
        cells::search::<Weights>(self.name(), problem, budget, counters, visit)
    }
}
