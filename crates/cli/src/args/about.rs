//! The arguments of `doctor`, `list`, `completions` and `man`.

use clap::{Args, ValueEnum};
use clap_complete::Shell;

use super::{Data, Output};

#[derive(Debug, Args)]
pub struct Doctor {
    /// Format of the findings
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: Output,
}

#[derive(Debug, Args)]
pub struct List {
    /// What to list [default: everything]
    pub what: Option<Listed>,
    #[command(flatten)]
    pub data: Data,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Listed {
    /// Engines for Sudoku and for exact cover problems
    Engines,
    /// Corpora, and whether their files are present and complete
    Corpora,
    /// Families of exact cover problems
    Families,
    /// Published tables that `reproduce` can reproduce
    Tables,
}

#[derive(Debug, Args)]
pub struct Completions {
    /// The shell for which the script is written
    pub shell: Shell,
}

/// The arguments of `man`, which has none.
#[derive(Debug, Args)]
pub struct Manual {}
