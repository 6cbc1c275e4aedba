//! An engine as this program sees it: a name, and a function that turns puzzles into answers.

use quadrille_sudoku::engine::lanes::Cells;
use quadrille_sudoku::{Engine, Puzzle};

use crate::corpus::Corpus;

/// A question about a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Question {
    /// Whether the puzzle has one solution, several or none. The answer is a count up to two.
    Unique,
    /// What a solution is, if there is one.
    First,
}

impl Question {
    pub const ALL: [Self; 2] = [Self::Unique, Self::First];

    /// Number of solutions after which the question is answered.
    pub fn limit(self) -> u64 {
        match self {
            Self::Unique => 2,
            Self::First => 1,
        }
    }
}

/// A question, and the number of tests after which an engine that counts tests may give up.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    pub question: Question,
    pub tests: Option<u64>,
}

/// The answer of an engine for a puzzle; `None` if the engine gave up.
pub type Answer = Option<Said>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// The number of solutions, up to two.
    Count(u64),
    /// A solution, if there is one.
    First(Option<Cells>),
}

/// Puzzles in the input form of an engine, and the engine's latest answers.
pub trait Ready {
    /// Answers the question for every puzzle. The measured time is that of this function.
    fn run(&mut self, asked: Asked);

    /// The latest answer for each puzzle.
    fn answers(&self) -> Vec<Answer>;
}

/// An engine, and the way it is used.
pub struct Contender {
    /// The engine's name in the tables.
    pub name: String,
    /// Largest number of puzzles of a list that the engine receives.
    pub sample: usize,
    /// Number of tests after which the engine may give up on a puzzle. The limit does not apply while the engine is
    /// timed, on the puzzles that it answered.
    pub tests: Option<u64>,
    /// The engine that counts forks for this contender, if forks can be counted.
    pub counts: Option<Engine>,
    prepare: Prepare,
}

type Prepare = Box<dyn for<'c> Fn(Vec<&'c Puzzle>) -> Box<dyn Ready + 'c>>;

impl Contender {
    pub fn new(
        name: impl Into<String>,
        sample: usize,
        prepare: impl for<'c> Fn(Vec<&'c Puzzle>) -> Box<dyn Ready + 'c> + 'static,
    ) -> Self {
        Self { name: name.into(), sample, tests: None, counts: None, prepare: Box::new(prepare) }
    }

    /// The engine with the puzzles at these indices of a list.
    pub fn ready<'c>(&self, corpus: &'c Corpus, places: &[usize]) -> Box<dyn Ready + 'c> {
        (self.prepare)(places.iter().map(|&place| &corpus.puzzles[place]).collect())
    }
}

/// An engine that solves one puzzle after the other.
pub struct OneByOne<P, S> {
    puzzles: Vec<P>,
    solve: S,
    answers: Vec<Answer>,
}

impl<P, S: FnMut(&P, Asked) -> Answer> OneByOne<P, S> {
    pub fn new(puzzles: Vec<P>, solve: S) -> Self {
        let answers = Vec::with_capacity(puzzles.len());
        Self { puzzles, solve, answers }
    }
}

impl<P, S: FnMut(&P, Asked) -> Answer> Ready for OneByOne<P, S> {
    fn run(&mut self, asked: Asked) {
        self.answers.clear();
        for puzzle in &self.puzzles {
            self.answers.push((self.solve)(puzzle, asked));
        }
    }

    fn answers(&self) -> Vec<Answer> {
        self.answers.clone()
    }
}

/// The digits of a 9x9 puzzle.
pub fn cells(puzzle: &Puzzle) -> Cells {
    puzzle.givens().cells().try_into().expect("9x9")
}
