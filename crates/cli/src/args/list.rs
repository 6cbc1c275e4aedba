//! What `list` is told.

use clap::{Args, ValueEnum};

use super::Data;

#[derive(Debug, Args)]
pub struct List {
    /// Which; all unless named
    pub what: Option<Listed>,
    #[command(flatten)]
    pub data: Data,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Listed {
    /// Solvers
    Engines,
    /// Corpora, and which of them are present and whole
    Corpora,
    /// Families of exact cover problems
    Families,
    /// Published tables that `reproduce` makes again
    Tables,
}
