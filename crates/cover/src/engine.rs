//! The engines, one a module.

pub mod auto;
pub mod bits;
pub mod cells;
pub mod links;
pub mod memo;
pub mod naive;
#[cfg(test)]
mod planted;
mod ties;
pub mod weighted;

pub use auto::{Auto, Choice};
pub use bits::Bits;
pub use cells::Cells;
pub use links::{Dlx, Solutions};
pub use memo::Memo;
pub use naive::Naive;
pub use weighted::Weighted;

use crate::problem::Problem;
use crate::search::{Solver, Unsupported};

/// Every engine, by the name it goes by on the command line.
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
pub const ENGINES: [&dyn Solver; 7] = [&Auto, &Dlx, &Cells, &Bits, &Weighted, &Memo, &Naive];

/// The engine of that name.
///
/// ```
/// use quadrille_cover::engine::by_name;
///
/// assert_eq!(by_name("dlx").map(|engine| engine.about()), Some("dancing links on the exact cover problem"));
/// assert!(by_name("no such engine").is_none());
/// ```
pub fn by_name(name: &str) -> Option<&'static dyn Solver> {
    ENGINES.into_iter().find(|engine| engine.name() == name)
}

/// Refuses a problem with multiplicities, on behalf of an engine that knows none.
///
/// ```
/// use quadrille_cover::{Problem, engine::refuse_multiplicities};
///
/// let problem = Problem::parse("2|a\na\na\n")?;
/// let refused = refuse_multiplicities("plain", &problem).unwrap_err();
/// assert_eq!(refused.to_string(), "engine `plain` does not handle items with multiplicities");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If an item may be covered more or less often than once.
pub fn refuse_multiplicities(engine: &'static str, problem: &Problem) -> Result<(), Unsupported> {
    if problem.has_multiplicities() {
        return Err(Unsupported { engine, what: "items with multiplicities" });
    }
    Ok(())
}
