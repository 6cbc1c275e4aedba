//! The engines, one a module.

pub mod auto;
pub mod bits;
pub mod cells;
pub mod links;
pub mod memo;
pub mod naive;
mod ties;
pub mod weighted;

pub use auto::{Auto, Choice};
pub use bits::Bits;
pub use cells::Cells;
pub use links::Dlx;
pub use memo::Memo;
pub use naive::Naive;
pub use weighted::Weighted;

use crate::problem::Problem;
use crate::search::{Solver, Unsupported};

/// Every engine, by the name it goes by on the command line.
pub const ENGINES: [&dyn Solver; 7] = [&Auto, &Dlx, &Cells, &Bits, &Weighted, &Memo, &Naive];

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
