//! The engines, one a module.

pub mod auto;
pub mod bits;
pub mod links;
pub mod memo;
pub mod naive;

pub use auto::{Auto, Choice};
pub use bits::Bits;
pub use links::Dlx;
pub use memo::Memo;
pub use naive::Naive;

use crate::problem::Problem;
use crate::search::{Solver, Unsupported};

/// Every engine, by the name it goes by on the command line.
pub const ENGINES: [&dyn Solver; 5] = [&Auto, &Dlx, &Bits, &Memo, &Naive];

/// The engine of that name.
pub fn by_name(name: &str) -> Option<&'static dyn Solver> {
    ENGINES.into_iter().find(|engine| engine.name() == name)
}

/// Refuses a problem with multiplicities, on behalf of an engine that knows none.
///
/// # Errors
/// If an item may be covered more or less often than once.
pub fn refuse_multiplicities(engine: &'static str, problem: &Problem) -> Result<(), Unsupported> {
    if problem.has_multiplicities() {
        return Err(Unsupported { engine, what: "items with multiplicities" });
    }
    Ok(())
}
