//! The registry of engines.

use quadrille_cover::{Solver, engine as cover};
use quadrille_sudoku::Engine as SudokuEngine;

use crate::corpus::Body;

/// An engine by its name, for Sudokus, exact cover problems or both.
#[derive(Clone, Copy)]
pub struct Engine {
    /// The name on the command line and in results.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// What it does with a Sudoku.
    pub sudoku: Option<SudokuEngine>,
    /// What it does with an exact cover problem.
    pub cover: Option<&'static dyn Solver>,
}

impl Engine {
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
        write!(f, "Engine({})", self.name)
    }
}

/// All engines: those for Sudokus from the simplest on, then those for exact cover alone.
pub fn all() -> Vec<Engine> {
    let for_sudoku = SudokuEngine::ALL.into_iter().map(|engine| Engine {
        name: engine.name(),
        about: engine.about(),
        sudoku: Some(engine),
        cover: cover::by_name(engine.name()),
    });
    let for_cover_alone = cover::ENGINES
        .into_iter()
        .filter(|solver| SudokuEngine::from_name(solver.name()).is_none())
        .map(|solver| Engine {
            name: solver.name(),
            about: solver.about(),
            sudoku: None,
            cover: Some(solver),
        });
    for_sudoku.chain(for_cover_alone).collect()
}

/// The engine of that name.
pub fn by_name(name: &str) -> Option<Engine> {
    all().into_iter().find(|engine| engine.name == name)
}
