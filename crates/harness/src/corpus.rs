//! Corpora: named lists of instances, with the known answers.

pub mod at_hand;
pub mod isomorphs;
pub mod manifest;

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use quadrille_cover::{BigUint, Problem};
use quadrille_results::{Fingerprint, Shown, Task};
use quadrille_sudoku::format::read::Found;
use quadrille_sudoku::format::write;
use quadrille_sudoku::{Grid, Puzzle};
use thiserror::Error;

/// A named list of instances.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// The name. A corpus without a manifest is named after its file, without the folder, so that runs on copies of the
    /// file in several folders can be compared.
    pub name: String,
    /// The default task of a run on this corpus.
    pub task: Task,
    /// The default limit of tests for a search, if this corpus has one of its own.
    pub tests: Option<u64>,
    /// The fingerprint of all its instances in order.
    pub sha256: String,
    /// The files the corpus was read from, including a manifest; empty for a shipped corpus.
    pub files: Vec<PathBuf>,
    /// The instances.
    pub instances: Vec<Instance>,
}

/// One puzzle or problem. A corpus may have a million instances, so the type is small.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The id in the manifest, or the line number in a file.
    pub id: String,
    /// The line in the source file, from 1.
    pub line: Option<usize>,
    /// The fingerprint of the canonical text.
    pub sha256: Fingerprint,
    /// The puzzle or problem.
    pub body: Body,
    /// The known answer.
    pub expected: Expected,
}

/// A puzzle or a problem.
#[derive(Clone, Debug)]
pub enum Body {
    /// A Sudoku.
    Sudoku(Puzzle),
    /// An exact cover problem.
    Cover(Box<Problem>),
}

impl From<Problem> for Body {
    fn from(problem: Problem) -> Self {
        Self::Cover(Box::new(problem))
    }
}

/// What is known of an answer before any search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// The number of solutions.
    pub solutions: Option<Count>,
    /// The solution of a Sudoku with one solution.
    pub solution: Option<Box<Grid>>,
    /// The least cost of a solution of an exact cover problem.
    pub cost: Option<u64>,
}

/// A number of solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    /// Exactly this number of solutions, which all puzzles of a file share.
    Exactly(Arc<BigUint>),
    /// More than one solution; the exact number is not known.
    Several,
}

impl Count {
    /// Exactly this number of solutions.
    pub fn exactly(number: impl Into<BigUint>) -> Self {
        Self::Exactly(Arc::new(number.into()))
    }
}

/// Why a corpus cannot be read.
#[derive(Debug, Error)]
pub enum CorpusError {
    /// An unknown name, or a file or a line in it that cannot be read: what was found, and what was expected.
    #[error("{0}")]
    Unreadable(String),
    /// A corpus whose file is missing, where the file was expected, and how to obtain it.
    #[error("the corpus `{0}` is missing: {1}")]
    Missing(String, String),
}

/// A function that is called with each puzzle or corpus that cannot be read. It returns `Ok` to continue without the
/// puzzle or corpus, and the error to stop.
pub type OnRefused<'r> = dyn FnMut(CorpusError) -> Result<(), CorpusError> + 'r;

/// A function that is called with each instance of a corpus, in order.
pub type OnInstance<'e> = dyn FnMut(Instance) + 'e;

impl CorpusError {
    /// A file that is not a corpus, and why.
    fn file(path: &Path, what: &impl Display) -> Self {
        Self::Unreadable(format!("{}: {what}", path.shown()))
    }
}

impl Corpus {
    pub(crate) fn empty(name: String, task: Task) -> Self {
        Self::new(name, task, Vec::new())
    }

    /// The corpus with all instances that `visit` passes to its argument.
    pub(crate) fn gathered<E>(
        visit: impl FnOnce(&mut OnInstance<'_>) -> Result<Self, E>,
    ) -> Result<Self, E> {
        let mut instances = Vec::new();
        let corpus = visit(&mut |instance| instances.push(instance))?;
        let Self { name, task, tests, files, .. } = corpus;
        Ok(Self { tests, files, ..Self::new(name, task, instances) })
    }

    /// A corpus of these instances.
    pub fn new(name: String, task: Task, instances: Vec<Instance>) -> Self {
        let sha256 = Fingerprint::of_all(instances.iter().map(|instance| instance.sha256));
        let (sha256, files) = (sha256.to_string(), Vec::new());
        Self { name, task, tests: None, sha256, files, instances }
    }
}

impl Instance {
    /// An instance from a file, named after its line, or after its row in a table in which rows are not lines.
    pub(crate) fn found(Found { puzzle, line, .. }: Found, expected: Expected) -> Self {
        Self::new(line.to_string(), Some(line), Body::Sudoku(puzzle), expected)
    }

    /// An instance with the fingerprint of its canonical text, which is a puzzle's line or a problem's DLX text.
    pub fn new(id: String, line: Option<usize>, body: Body, expected: Expected) -> Self {
        let text = match &body {
            Body::Sudoku(puzzle) => write::puzzle(puzzle),
            Body::Cover(problem) => problem.to_string(),
        };
        let sha256 = Fingerprint::of(text.as_bytes());
        Self { id, line, sha256, body, expected }
    }
}
