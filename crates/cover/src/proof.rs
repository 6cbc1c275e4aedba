//! Certificates: files from which others check an answer without this program.
//!
//! `docs/PROOFS.md` specifies the forms. Each form has a module.

use std::io;

use crate::problem::Problem;
use crate::search::{Solver, Unsupported};

pub mod clauses;
pub mod xcd;

/// Why no certificate was written.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// A problem that the search cannot handle.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// An error of writing.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The text of a problem as a certificate needs it: without comments, costs, and options that can be in no solution.
///
/// ```
/// use quadrille_cover::{Problem, proof};
///
/// let problem = Problem::parse("| numbered from 1:\na b | x\na |7\nx\nb x:red |2\n")?;
/// assert_eq!(proof::statement(&problem), "a b | x\na\nb x:red\n");
/// # Ok::<(), quadrille_cover::TextError>(())
/// ```
pub fn statement(problem: &Problem) -> String {
    let mut text = problem.to_string();
    text.truncate(text.find('\n').map_or(0, |end| end + 1));
    for option in problem.option_ids().filter(|&option| problem.is_choosable(option)) {
        text += &problem.option_text(option);
        text.push('\n');
    }
    text
}

/// Whether a certificate of a problem can be written along the search of an engine.
fn certified(engine: &dyn Solver, problem: &Problem) -> Result<(), Unsupported> {
    let refused = engine.refuses(problem);
    refused.map_or(Ok(()), |what| Err(Unsupported { engine: "a certificate", what }))
}
