//! The engines, one module for each.

#[cfg(test)]
mod agreement;
pub mod auto;
pub mod bits;
pub mod cells;
#[cfg(test)]
pub(crate) mod copied;
pub mod domains;
pub mod frontier;
pub mod iso;
pub mod links;
pub mod memo;
pub(crate) mod model;
pub mod naive;
#[cfg(test)]
mod planted;
pub(crate) mod traced;

pub use auto::{Auto, Choice};
pub use bits::Bits;
pub use cells::Cells;
pub use domains::Domains;
pub use frontier::Frontier;
pub use iso::Iso;
pub use links::{Dlx, SearchStep, Solutions, Stepwise};
pub use memo::Memo;
pub use naive::Naive;

use crate::search::Solver;

/// Every engine, in the order of the help text of the command line.
///
/// ```
/// use quadrille_cover::{Problem, engine::ENGINES};
///
/// let problem = Problem::parse("a b\na\nb\na b\n")?;
/// for engine in ENGINES {
///     assert_eq!(engine.count(&problem)?, 2u32.into(), "{}", engine.name());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const ENGINES: &[&dyn Solver] =
    &[&Auto, &Dlx, &Cells, &Bits, &Memo, &Iso, &Frontier, &Domains, &Naive];

/// The engines whose search tree is that of `dlx`, unless an item is preferred or has a multiplicity.
pub const OF_ONE_TREE: &[&dyn Solver] = &[&Dlx, &Cells, &Bits, &Naive];

/// The engine with this [name](Solver::name).
pub fn by_name(name: &str) -> Option<&'static dyn Solver> {
    ENGINES.iter().copied().find(|engine| engine.name() == name)
}
