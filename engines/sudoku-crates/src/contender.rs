//! What an engine is to this program: a name, and puzzles that become answers.

use quadrille_sudoku::engine::lanes::Cells;
use quadrille_sudoku::{Engine, Puzzle};

use crate::corpus::Corpus;

/// What is asked of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Question {
    /// Whether it has one solution, several or none: a count up to two.
    Unique,
    /// A solution.
    First,
}

impl Question {
    pub const ALL: [Self; 2] = [Self::Unique, Self::First];

    /// After how many solutions it is answered.
    pub fn limit(self) -> u64 {
        match self {
            Self::Unique => 2,
            Self::First => 1,
        }
    }
}

/// A question, and after how many tests an engine that counts them may give up.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    pub question: Question,
    pub tests: Option<u64>,
}

/// What an engine says of a puzzle; nothing if it gave up.
pub type Answer = Option<Said>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// So many solutions, up to two.
    Count(u64),
    /// A solution, if there is one.
    First(Option<Cells>),
}

/// Puzzles in the form that an engine takes, and what it said of them last.
pub trait Ready {
    /// Answers the question for every puzzle. This is what is timed.
    fn run(&mut self, asked: Asked);

    /// What it said of each puzzle.
    fn answers(&self) -> Vec<Answer>;
}

/// An engine, and how it is used.
pub struct Contender {
    /// What it is called in the tables.
    pub name: String,
    /// How many puzzles of a list it gets at most.
    pub sample: usize,
    /// Tests after which it may give up on a puzzle. When it is timed, on those that it answers, it
    /// is not held to it.
    pub tests: Option<u64>,
    /// If forks can be counted, by this engine.
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

    /// The engine with the puzzles in these places of a list.
    pub fn ready<'c>(&self, corpus: &'c Corpus, places: &[usize]) -> Box<dyn Ready + 'c> {
        (self.prepare)(places.iter().map(|&place| &corpus.puzzles[place]).collect())
    }
}

/// An engine that takes one puzzle after the other.
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
