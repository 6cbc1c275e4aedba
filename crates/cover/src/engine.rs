//! The engines, one a module.

pub mod links;
pub mod naive;

pub use links::Dlx;
pub use naive::Naive;

use crate::problem::Problem;
use crate::search::{Solver, Unsupported};

/// Every engine, by the name it goes by on the command line.
pub const ENGINES: [&dyn Solver; 2] = [&Dlx, &Naive];

/// The engine of that name.
pub fn by_name(name: &str) -> Option<&'static dyn Solver> {
    ENGINES.into_iter().find(|engine| engine.name() == name)
}

/// Refuses a problem with multiplicities, on behalf of engines that know none.
fn refuse_multiplicities(engine: &'static str, problem: &Problem) -> Result<(), Unsupported> {
    if problem.has_multiplicities() {
        return Err(Unsupported { engine, what: "items with multiplicities" });
    }
    Ok(())
}
