//! The engine that solves a puzzle, if `--engine` does not name one.
//!
//! A puzzle is solved by the engine that is fastest for its size. Two things need `masks` instead: `--output decorated`
//! prints the tests and forks that system E printed, and steps are shown to be followed, but `lanes` takes all candidates
//! at once, and `large` learns clauses. Counts (`--stats`, `--output json`) and limits of counts are those of the engine
//! that solves, which is named beside them.

use anyhow::{Result, bail};
use quadrille_sudoku::{Engine, Order};

use crate::args::{AUTO, Chosen, Drawn, Solve, SolveOutput};

/// The engine of this program that solves puzzles of this order.
pub fn engine_for(args: &Solve, order: Order) -> Engine {
    match args.engine {
        Chosen::Ours(engine) => engine,
        _ if needs_masks(args) => Engine::Masks,
        Chosen::Auto(most) if order == Order::NINE => Engine::Lanes(most),
        _ => Engine::fastest(order),
    }
}

/// The engine whose tree is drawn.
pub fn engine_of_tree(args: &Solve) -> Engine {
    engine_for(args, Order::NINE)
}

/// Whether steps are shown, or the screen of system E.
fn needs_masks(args: &Solve) -> bool {
    let is_drawn = args.picture.file.is_some() && matches!(args.picture.what, Drawn::Tree { .. });
    args.trace || args.verbose.is_some() || is_drawn || args.output == SolveOutput::Decorated
}

/// Refuses a name that is not one of an engine, unless `--engines` may declare it.
pub fn refuse_unknown(args: &Solve) -> Result<()> {
    if let (Chosen::Program(name), None) = (&args.engine, &args.engines) {
        let names = Engine::ALL.map(Engine::name).join(", ");
        bail!(
            "--engine: found '{name}'; expected one of {AUTO}, {names}, or the name of an engine that the file of \
             --engines declares"
        );
    }
    Ok(())
}
