//! Why a request has no answer.

use quadrille_cover::Unsupported;
use quadrille_cover::symmetry::SymmetryError;

/// Why a request has no answer. A search that a limit ended is no error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// What was asked makes no sense: the message says what was found and what was expected.
    #[error("{0}")]
    Input(String),
    /// The engine does not handle the problem.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The symmetries or the classes could not be found.
    #[error(transparent)]
    Symmetry(#[from] SymmetryError),
    /// Two ways to the same number gave different numbers.
    #[error("{0}: this is a bug in quadrille, please report it with the problem")]
    Defect(String),
}

impl Error {
    #[expect(clippy::needless_pass_by_value, reason = "it is passed to `map_err`")]
    pub(crate) fn input(error: impl ToString) -> Self {
        Self::Input(error.to_string())
    }
}
