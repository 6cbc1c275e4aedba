//! The verdict on a row, as the page and the table show it.

use quadrille_service::puzzle::check::{Record, Unique};
use quadrille_sudoku::engine::lanes::Cells;
use quadrille_tables::{Answer, Given};

/// What is known of a row.
pub struct Verdict<'r> {
    /// The line, or the row in a table in which rows are not lines; 0 for what ends a source that cannot be read further.
    pub line: u64,
    puzzle: PuzzleOfRow<'r>,
    pub answer: Answer,
    /// The only solution, if it was asked for.
    pub solution: Option<String>,
    /// What the given answer is, if the table has a column of answers and the row has a puzzle.
    pub given: Option<Given>,
    /// Why there is no solution or no puzzle.
    pub reason: Option<&'r str>,
    /// Why the given answer is wrong, for the list of the page. The table has no column for it.
    pub answer_fault: Option<&'r str>,
}

enum PuzzleOfRow<'r> {
    Nine(&'r Cells),
    Line(&'r str),
}

impl<'r> Verdict<'r> {
    /// Of a unique puzzle; `is_judged`: the table has a column of answers.
    pub fn unique(unique: &Unique<'r>, is_judged: bool) -> Self {
        Self {
            line: unique.line,
            puzzle: PuzzleOfRow::Nine(unique.cells),
            answer: Answer::Unique,
            solution: unique.solution.map(|cells| text(cells, b'0')),
            given: is_judged.then_some(Given::Right),
            reason: None,
            answer_fault: None,
        }
    }

    /// Of any puzzle, or of what cannot be read.
    pub fn of(record: &'r Record) -> Self {
        let is_unique = record.answer == Answer::Unique;
        Self {
            line: record.line as u64,
            puzzle: PuzzleOfRow::Line(record.puzzle.as_deref().unwrap_or_default()),
            answer: record.answer,
            solution: record.solutions.first().filter(|_| is_unique).cloned(),
            given: record.given,
            reason: record.reason.as_deref(),
            answer_fault: record.answer_fault.as_deref(),
        }
    }

    /// The puzzle in a line.
    pub fn puzzle_text(&self) -> String {
        match self.puzzle {
            PuzzleOfRow::Nine(cells) => text(cells, b'.'),
            PuzzleOfRow::Line(line) => line.to_owned(),
        }
    }
}

fn text(cells: &Cells, empty: u8) -> String {
    cells.iter().map(|&digit| char::from(if digit == 0 { empty } else { b'0' + digit })).collect()
}
