//! The engines, one module for each.

pub mod auto;
pub mod bits;
pub mod cells;
pub mod links;
pub mod memo;
pub mod naive;
#[cfg(test)]
mod planted;

pub use auto::{Auto, Choice};
pub use bits::Bits;
pub use cells::Cells;
pub use links::{Dlx, Solutions};
pub use memo::Memo;
pub use naive::Naive;

use crate::problem::Problem;
use crate::search::{Solver, Unsupported};

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
pub const ENGINES: [&dyn Solver; 6] = [&Auto, &Dlx, &Cells, &Bits, &Memo, &Naive];

/// The engine with this [name](Solver::name).
pub fn by_name(name: &str) -> Option<&'static dyn Solver> {
    ENGINES.into_iter().find(|engine| engine.name() == name)
}

/// Returns an error for a problem with multiplicities, on behalf of an engine that does not handle them.
///
/// # Errors
/// If some item has bounds other than exactly once.
pub(crate) fn refuse_multiplicities(
    engine: &'static str,
    problem: &Problem,
) -> Result<(), Unsupported> {
    if problem.has_multiplicities() {
        return Err(Unsupported { engine, what: "items with multiplicities" });
    }
    Ok(())
}
