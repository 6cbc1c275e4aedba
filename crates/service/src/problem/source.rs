//! Where a problem comes from.

use std::ops::ControlFlow;

use quadrille_cover::family::{self, Layout};
use quadrille_cover::{Problem, TextError};
pub use quadrille_tables::{read_leniently, read_strictly};
use serde::{Deserialize, Serialize};

use crate::Error;

/// A problem, by what says which it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// DLX text.
    Text(String),
    /// The spec of a family, such as `queens:8`.
    Family(String),
    /// What the caller names and reads, such as a file.
    Named(String),
}

impl Source {
    /// The family of a spec.
    pub fn family(spec: &str) -> Self {
        Self::Family(spec.to_owned())
    }

    /// Reads the problem; with `keep_going` without the options that cannot be read.
    ///
    /// # Errors
    /// If there is no such problem, or its text is that of something else. [`Source::Named`] is for callers, who read the text themselves.
    pub fn read(&self, keep_going: bool) -> Result<NamedProblem, Error> {
        match self {
            Self::Family(spec) => {
                let problem = family::build(spec).map_err(Error::input)?;
                let layout = family::layout(spec).map_err(Error::input)?;
                Ok(NamedProblem { problem, layout, spec: Some(spec.clone()) })
            }
            Self::Text(text) => {
                let mut pass_over = |_: &TextError| {
                    if keep_going { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                };
                let read = read_leniently(text.as_bytes(), &mut pass_over);
                let (problem, _) = read.map_err(|error| Error::Input(format!("line {error}")))?;
                // A comment may name a family that the problem is not of; then there is no board.
                let spec = family::in_comment(text.as_bytes()).map(str::to_owned);
                let layout = spec.as_ref().and_then(|spec| family::layout(spec).ok()).flatten();
                Ok(NamedProblem { problem, layout, spec })
            }
            Self::Named(name) => Err(Error::Input(format!(
                "found the name `{name}`; expected a text or a family, because this library reads no files"
            ))),
        }
    }
}

/// A problem and what is known of its board.
#[derive(Clone, Debug)]
pub struct NamedProblem {
    /// The problem.
    pub problem: Problem,
    /// Where the items lie on a board, if that is known.
    pub layout: Option<Layout>,
    /// The spec that names the problem, or that a comment of its text names.
    pub spec: Option<String>,
}

/// The board on which a problem is rotated.
///
/// # Errors
/// There is none.
pub fn board(layout: Option<&Layout>) -> Result<&Layout, Error> {
    layout.ok_or_else(|| {
        let why = "--rotations: found no family with a board; expected one, such as queens:8, or a first line `| family NAME:PARAMETERS`, \
                   because items alone do not say which of their symmetries turn a board";
        Error::Input(why.to_owned())
    })
}
