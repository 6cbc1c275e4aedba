//! The engines that are compiled into this program, listed by [`all`], and engines that are other programs.

pub mod searched;

use std::sync::Arc;

use quadrille_cover::{Solver, engine as cover};
use quadrille_results::Isolation;
use quadrille_sudoku::Engine as SudokuEngine;

use crate::corpus::Body;
use crate::process::External;

/// An engine that can be measured.
#[derive(Clone, Debug)]
pub enum Engine {
    /// An engine compiled into this program.
    Native(Native),
    /// An engine in a process of its own.
    Process(Arc<External>),
}

/// An engine compiled into this program, for Sudokus, exact cover problems or both.
#[derive(Clone, Copy, Debug)]
pub struct Native {
    /// The name on the command line and in results.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// The engine for Sudokus, if there is one.
    pub sudoku: Option<SudokuEngine>,
    /// The engine for exact cover problems, if there is one.
    pub cover: Option<&'static dyn Solver>,
}

impl Engine {
    /// The name on the command line and in results.
    pub fn name(&self) -> &str {
        match self {
            Self::Native(native) => native.name,
            Self::Process(external) => &external.program.name,
        }
    }

    /// The engine's version.
    pub fn version(&self) -> &str {
        match self {
            Self::Native(_) => env!("CARGO_PKG_VERSION"),
            Self::Process(external) => &external.hello.version,
        }
    }

    /// How the engine is kept from the rest of the machine.
    pub fn isolation(&self) -> Option<Isolation> {
        match self {
            Self::Native(_) => None,
            Self::Process(external) => external.program.sandbox.then_some(Isolation::Sandbox),
        }
    }

    /// The version, and for another program a fingerprint of its files. Times of two runs are comparable only if this
    /// text is equal in both.
    pub fn fingerprint(&self) -> String {
        match self {
            Self::Native(_) => self.version().to_owned(),
            Self::Process(external) => {
                format!("{} {}", self.version(), external.program.fingerprint())
            }
        }
    }

    /// Whether the engine accepts instances of this kind and size.
    pub fn takes(&self, body: &Body) -> bool {
        match self {
            Self::Native(native) => native.takes(body),
            Self::Process(external) => external.takes(body),
        }
    }
}

impl Native {
    /// Whether the engine's searches equal those of another engine, unless solutions are only counted. A run leaves such an
    /// engine out unless it is named in the plan, because its rows would repeat those of the other.
    pub fn is_another(&self) -> bool {
        let delegating: [&dyn Solver; 4] =
            [&cover::Auto, &cover::Memo, &cover::Iso, &cover::Frontier];
        delegating.iter().any(|engine| engine.name() == self.name)
    }

    /// Whether the engine accepts instances of this kind and size, and their candidates if they are restricted.
    pub fn takes(&self, body: &Body) -> bool {
        match body {
            Body::Sudoku(puzzle) => self.sudoku.is_some_and(|engine| {
                engine.is_for(puzzle.order()) && engine.refuses(puzzle).is_none()
            }),
            Body::Cover(_) => self.cover.is_some(),
        }
    }
}

/// All native engines: first those for Sudokus, beginning with the simplest, then those for exact cover only.
pub fn all() -> Vec<Native> {
    let for_sudoku = SudokuEngine::ALL.into_iter().map(|engine| Native {
        name: engine.name(),
        about: engine.about(),
        sudoku: Some(engine),
        cover: cover::by_name(engine.name()),
    });
    let for_cover_alone = cover::ENGINES
        .iter()
        .copied()
        .filter(|solver| SudokuEngine::from_name(solver.name()).is_none())
        .map(|solver| Native {
            name: solver.name(),
            about: solver.about(),
            sudoku: None,
            cover: Some(solver),
        });
    for_sudoku.chain(for_cover_alone).collect()
}

/// The native engine with this name.
pub fn by_name(name: &str) -> Option<Native> {
    all().into_iter().find(|engine| engine.name == name)
}
