//! The registry of engines, and engines that are other programs.

use std::sync::Arc;

use quadrille_cover::{Solver, engine as cover};
use quadrille_sudoku::Engine as SudokuEngine;

use crate::corpus::Body;
use crate::process::{Hello, Program};

/// An engine: one of ours, or another program.
#[derive(Clone)]
pub enum Engine {
    /// Compiled into this program.
    Native(Native),
    /// A process of its own.
    Process(Arc<External>),
}

/// An engine of ours by its name, for Sudokus, exact cover problems or both.
#[derive(Clone, Copy)]
pub struct Native {
    /// The name on the command line and in results.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// What it does with a Sudoku.
    pub sudoku: Option<SudokuEngine>,
    /// What it does with an exact cover problem.
    pub cover: Option<&'static dyn Solver>,
}

/// A program that was started once, and said what it is.
#[derive(Debug)]
pub struct External {
    /// What is started.
    pub program: Program,
    /// What it said.
    pub hello: Hello,
}

impl Engine {
    /// The name on the command line and in results.
    pub fn name(&self) -> &str {
        match self {
            Self::Native(native) => native.name,
            Self::Process(external) => &external.program.name,
        }
    }

    /// Its version.
    pub fn version(&self) -> &str {
        match self {
            Self::Native(_) => env!("CARGO_PKG_VERSION"),
            Self::Process(external) => &external.hello.version,
        }
    }

    /// What must be the same for its times to be those of one engine.
    pub fn fingerprint(&self) -> String {
        match self {
            Self::Native(_) => self.version().to_owned(),
            Self::Process(external) => {
                format!("{} {}", self.version(), external.program.fingerprint())
            }
        }
    }

    /// Whether it takes instances of this kind and size.
    pub fn takes(&self, body: &Body) -> bool {
        match self {
            Self::Native(native) => native.takes(body),
            Self::Process(external) => external.program.takes(body) && external.hello.takes(body),
        }
    }
}

impl From<Native> for Engine {
    fn from(native: Native) -> Self {
        Self::Native(native)
    }
}

impl Native {
    /// Whether its searches are those of another engine: a row of its own would say nothing new, so a
    /// run leaves it out unless it is named.
    pub fn is_another(&self) -> bool {
        [cover::Auto.name(), cover::Memo.name()].contains(&self.name)
    }

    /// Whether it takes instances of this kind and size.
    pub fn takes(&self, body: &Body) -> bool {
        match body {
            Body::Sudoku(puzzle) => self.sudoku.is_some_and(|engine| engine.is_for(puzzle.order())),
            Body::Cover(_) => self.cover.is_some(),
        }
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Engine({})", self.name())
    }
}

impl std::fmt::Debug for Native {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Native({})", self.name)
    }
}

/// All engines of ours: those for Sudokus from the simplest on, then those for exact cover alone.
pub fn all() -> Vec<Native> {
    let for_sudoku = SudokuEngine::ALL.into_iter().map(|engine| Native {
        name: engine.name(),
        about: engine.about(),
        sudoku: Some(engine),
        cover: cover::by_name(engine.name()),
    });
    let for_cover_alone = cover::ENGINES
        .into_iter()
        .filter(|solver| SudokuEngine::from_name(solver.name()).is_none())
        .map(|solver| Native {
            name: solver.name(),
            about: solver.about(),
            sudoku: None,
            cover: Some(solver),
        });
    for_sudoku.chain(for_cover_alone).collect()
}

/// The engine of ours of that name.
pub fn by_name(name: &str) -> Option<Native> {
    all().into_iter().find(|engine| engine.name == name)
}
