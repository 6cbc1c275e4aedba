//! What was found about a puzzle.

use quadrille_cover::Search;
use quadrille_sudoku::Grid;
use quadrille_tables::{Answer, Given, Refused};
use serde::Serialize;

/// The `technique` in the record of a puzzle that the techniques of the engine `human` do not solve.
pub const BEYOND: &str = "beyond";

/// The verdict on a puzzle or on an unreadable line, and what is known of the puzzle. Facts that were not
/// asked for or are not known are absent.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Record {
    /// First line of the puzzle in the source, from 1; 0 for what ends a source that cannot be read further.
    pub line: usize,
    /// What a table calls the puzzle.
    pub name: Option<String>,
    /// The verdict.
    pub answer: Answer,
    /// Why there is no solution or no puzzle, or why the answer is not known.
    pub reason: Option<String>,
    /// The puzzle, in a line.
    pub puzzle: Option<String>,
    /// The engine that decided.
    pub engine: Option<&'static str>,
    /// The first two solutions, in a line each, where they are shown.
    pub solutions: Vec<String>,
    /// How the search ended, and its counts.
    #[serde(skip)]
    pub search: Option<Search>,
    /// Wall time of the search, if it was measured.
    pub wall_ns: Option<u64>,
    /// Whether every clue is needed, if that is known.
    pub minimal: Option<bool>,
    /// Names of the redundant clues, `row 1 column 2`, if the puzzle is unique.
    pub redundant: Option<Vec<String>>,
    /// The level, from 1 to 5.
    pub level: Option<u8>,
    /// The difficulty of the hardest technique needed.
    pub rating: Option<f64>,
    /// That technique, or [`BEYOND`].
    pub technique: Option<&'static str>,
    /// The canonical form, in a line.
    pub canonical: Option<String>,
    /// Whether there is no canonical form although it was asked for.
    pub too_symmetric: bool,
    /// Whether a question was left out that is asked only of puzzles without restricted candidates.
    pub left_out: bool,
    /// What the answer is that the table gives, if it has a column of answers.
    pub given: Option<Given>,
    /// What is wrong with that answer.
    pub answer_fault: Option<String>,
    /// A message about the row: it cannot be read, or its answer cannot.
    pub message: Option<String>,
    /// Whether the source cannot be read further.
    pub is_end: bool,
    /// If repetitions are looked for, the grid that a puzzle and its repetitions share: the canonical form if
    /// isomorphs count and there is one, otherwise the givens.
    #[serde(skip)]
    pub compared: Option<Grid>,
    /// If isomorphs count as repetitions or are looked for elsewhere, the givens, by which an exact copy is known.
    #[serde(skip)]
    pub givens: Option<Grid>,
    /// If isomorphs are looked for elsewhere, the canonical form.
    #[serde(skip)]
    pub form: Option<Grid>,
}

impl Record {
    /// The record of an unreadable puzzle.
    pub fn bad(refused: &Refused) -> Self {
        Self {
            line: refused.line,
            answer: Answer::Invalid,
            reason: Some(refused.text.trim().to_owned()),
            message: Some(refused.text.clone()),
            is_end: refused.is_end,
            ..Self::default()
        }
    }
}
