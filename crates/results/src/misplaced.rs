//! A fault in a TOML text, with its place.

use serde::de::DeserializeOwned;
use thiserror::Error;

/// A fault in a TOML text, with its place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}:{column}: {what}")]
pub struct Misplaced {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What was found, and what was expected.
    pub what: String,
}

impl Misplaced {
    /// A fault at a byte of a text.
    pub fn new(text: &str, at: usize, what: impl Into<String>) -> Self {
        let before = text.get(..at).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        Self { line, column, what: what.into() }
    }
}

/// Reads a TOML text.
///
/// # Errors
/// The first fault, in one line.
pub fn read_toml<T: DeserializeOwned>(text: &str) -> Result<T, Misplaced> {
    toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        Misplaced::new(text, at, error.message().replace('\n', "; "))
    })
}
