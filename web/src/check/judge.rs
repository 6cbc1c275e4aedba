//! The verdict on each puzzle of a source.

use std::ops::ControlFlow;

use quadrille_cover::{Budget, CancelToken};
use quadrille_sudoku::engine::lanes::batch::Solved;
use quadrille_sudoku::engine::lanes::{Cells, Lanes};
use quadrille_sudoku::format::read::{Found, Run};
use quadrille_sudoku::format::write;
use quadrille_sudoku::{Engine, Grid, Puzzle, Uniqueness, Watch};
use quadrille_tables::{Answer, Block, Given, Item, Refused, Row, read_answer, solves};

/// Upper bound on the rows of each list that the page shows.
pub const KEPT: usize = 500;

/// What is known of a row.
pub struct Verdict<'r> {
    /// The line, or the row in a table in which rows are not lines.
    pub line: u64,
    pub puzzle: PuzzleOfRow<'r>,
    pub answer: Answer,
    /// The only solution, if it was asked for.
    pub solution: Option<String>,
    /// What the given answer is, if the table has a column of answers and the row has a puzzle.
    pub given: Option<Given>,
    /// Why there is no solution or no puzzle.
    pub reason: Option<String>,
    /// Why the given answer is wrong, for the list of the page: known for the first [`KEPT`] of them. The table has no column for it.
    pub answer_fault: Option<String>,
}

/// The puzzle of a row.
pub enum PuzzleOfRow<'r> {
    /// A 9x9 puzzle.
    Nine(&'r Cells),
    /// Any puzzle.
    Any(&'r Puzzle),
    /// None that can be read.
    None,
}

impl<'r> Verdict<'r> {
    fn of(line: u64, puzzle: PuzzleOfRow<'r>, answer: Answer) -> Self {
        let (solution, given, reason, answer_fault) = (None, None, None, None);
        Self { line, puzzle, answer, solution, given, reason, answer_fault }
    }

    /// The puzzle in a line.
    pub fn puzzle_text(&self) -> String {
        match self.puzzle {
            PuzzleOfRow::Nine(cells) => text(cells, b'.'),
            PuzzleOfRow::Any(puzzle) => write::puzzle(puzzle),
            PuzzleOfRow::None => String::new(),
        }
    }
}

/// Gives verdicts. Keeps the memory of the engine.
pub struct Judge {
    lanes: Lanes,
    cancel: CancelToken,
    wants_solutions: bool,
    is_judged: bool,
    /// Number of wrong answers of which it was said why.
    explained: usize,
}

/// Takes a verdict, and the row as it stands in the table.
type Take<'t, E> = dyn FnMut(Verdict<'_>, &[u8]) -> Result<(), E> + 't;

impl Judge {
    /// `wants_solutions`: the solutions are wanted too; `is_judged`: the table has a column of answers.
    pub fn new(wants_solutions: bool, is_judged: bool) -> Self {
        let (lanes, cancel) = (Lanes::new(), CancelToken::new());
        Self { lanes, cancel, wants_solutions, is_judged, explained: 0 }
    }

    /// Calls `take` with the verdict on each puzzle of an item.
    ///
    /// # Errors
    /// Those of `take`.
    pub fn item<E>(&mut self, item: &Item, take: &mut Take<'_, E>) -> Result<(), E> {
        match item {
            Item::Run(run) => self.run(run, take),
            Item::Block(block) => self.block(block, take),
            Item::One(Ok(found)) => {
                let (answer, solution, reason) = self.any(&found.puzzle);
                let Found { puzzle, line } = found;
                let (line, puzzle) = (*line as u64, PuzzleOfRow::Any(puzzle));
                take(Verdict { solution, reason, ..Verdict::of(line, puzzle, answer) }, &[])
            }
            Item::One(Err(refused)) => take(invalid(refused), &[]),
        }
    }

    fn run<E>(&mut self, run: &Run, take: &mut Take<'_, E>) -> Result<(), E> {
        let cells: Vec<Cells> = run.cells().collect();
        let found = self.search(&cells);
        for ((line, cells), found) in (run.first_line() as u64..).zip(&cells).zip(found) {
            let (solution, reason) = (found.solution, reason(found.answer, cells));
            let (puzzle, answer) = (PuzzleOfRow::Nine(cells), found.answer);
            take(Verdict { solution, reason, ..Verdict::of(line, puzzle, answer) }, &[])?;
        }
        Ok(())
    }

    fn block<E>(&mut self, block: &Block, take: &mut Take<'_, E>) -> Result<(), E> {
        let searched = block.searched(|cells| Some(self.search(cells)));
        let searched: Vec<_> = searched.into_iter().flatten().collect();
        for (row, found) in searched {
            match found {
                Some((cells, found)) => take(self.nine(&row, &cells, found), row.raw())?,
                None => self.row(&row, take)?,
            }
        }
        Ok(())
    }

    /// The verdict on a row with a 9x9 puzzle.
    fn nine<'r>(&mut self, row: &Row<'_>, cells: &'r Cells, found: Nine) -> Verdict<'r> {
        let Nine { answer, solution } = found;
        let mut verdict = Verdict {
            solution,
            reason: reason(answer, cells),
            ..Verdict::of(row.place(), PuzzleOfRow::Nine(cells), answer)
        };
        if self.is_judged {
            let is_right = answer == Answer::Unique
                && row.answer().is_some_and(|answer| solves(cells, answer));
            if is_right {
                verdict.given = Some(Given::Right);
            } else {
                self.judge(&mut verdict, row, &puzzle_of(cells));
            }
        }
        verdict
    }

    /// Takes the verdict on a row with any puzzle, or none.
    fn row<E>(&mut self, row: &Row<'_>, take: &mut Take<'_, E>) -> Result<(), E> {
        let puzzle = match row.found(None) {
            Ok(found) => found.puzzle,
            Err(refused) => return take(invalid(&refused), row.raw()),
        };
        let (answer, solution, reason) = self.any(&puzzle);
        let shown = PuzzleOfRow::Any(&puzzle);
        let mut verdict = Verdict { solution, reason, ..Verdict::of(row.place(), shown, answer) };
        if self.is_judged {
            self.judge(&mut verdict, row, &puzzle);
        }
        take(verdict, row.raw())
    }

    /// Judges the answer that a row gives for a puzzle.
    fn judge(&mut self, verdict: &mut Verdict<'_>, row: &Row<'_>, puzzle: &Puzzle) {
        let (given, refusal) = Given::of(row, puzzle, verdict.answer);
        verdict.given = Some(given);
        if given == Given::Wrong && self.explained < KEPT {
            self.explained += 1;
            let read = || read_answer(row.answer()?).ok();
            verdict.answer_fault = match refusal {
                Some(refusal) => Some(refusal.to_string()),
                None => read().map(|grid| fault(puzzle, &grid)),
            };
        }
    }

    /// Searches 9x9 puzzles.
    fn search(&mut self, cells: &[Cells]) -> Vec<Nine> {
        if !self.wants_solutions {
            let mut found = Vec::with_capacity(cells.len());
            self.lanes.check_batch_within(cells, &self.cancel, &mut found);
            let known = |uniqueness| Nine { answer: Answer::from(uniqueness), solution: None };
            return found.into_iter().map(known).collect();
        }
        let mut solved = Vec::with_capacity(cells.len());
        self.lanes.solve_batch_within(cells, 2, &self.cancel, &mut solved);
        let known = |solved: &Solved| {
            let answer = match solved.count {
                0 => Answer::None,
                1 => Answer::Unique,
                _ => Answer::Multiple,
            };
            let first = solved.first().filter(|_| answer == Answer::Unique);
            Nine { answer, solution: first.map(|cells| text(cells, b'0')) }
        };
        solved.iter().map(known).collect()
    }

    /// The answer for a puzzle of any size, its only solution if it is wanted, and why it has none.
    fn any(&self, puzzle: &Puzzle) -> (Answer, Option<String>, Option<String>) {
        let engine = Engine::fastest(puzzle.order());
        let mut first = None;
        let mut visit = |grid: &Grid| {
            first.get_or_insert_with(|| write::line(grid));
            ControlFlow::Continue(())
        };
        let search = engine.search(puzzle, &Budget::solutions(2), Watch::Off, &mut visit);
        let answer = Answer::from(Uniqueness::of(&search));
        let is_wanted = self.wants_solutions && answer == Answer::Unique;
        let contradiction = puzzle.contradiction().filter(|_| answer == Answer::None);
        (answer, first.filter(|_| is_wanted), contradiction.map(|why| why.to_string()))
    }
}

/// What a search found of a 9x9 puzzle.
struct Nine {
    answer: Answer,
    solution: Option<String>,
}

fn invalid(refused: &Refused) -> Verdict<'static> {
    let reason = Some(refused.text.trim().to_owned());
    Verdict { reason, ..Verdict::of(refused.line as u64, PuzzleOfRow::None, Answer::Invalid) }
}

/// The clash that leaves a puzzle without a solution, if there is one.
fn reason(answer: Answer, cells: &Cells) -> Option<String> {
    let contradiction =
        (answer == Answer::None).then(|| puzzle_of(cells).contradiction()).flatten();
    contradiction.map(|why| why.to_string())
}

/// Why a grid is no solution of a puzzle.
fn fault(puzzle: &Puzzle, grid: &Grid) -> String {
    if puzzle.order() != grid.order() {
        let (found, expected) = (grid.order().side(), puzzle.order().side());
        return format!("the answer has {found} rows, the puzzle {expected}");
    }
    let side = puzzle.order().side();
    let place = |cell: usize| format!("row {} column {}", cell / side + 1, cell % side + 1);
    for (cell, &digit) in grid.cells().iter().enumerate() {
        let given = puzzle.givens().digit(cell);
        if digit == 0 {
            return format!("the answer is empty at {}", place(cell));
        }
        if given != 0 && given != digit {
            return format!("the answer has {digit} at {}, the puzzle {given}", place(cell));
        }
    }
    match Puzzle::new(grid.clone()).contradiction() {
        Some(why) => format!("in the answer, {why}"),
        None => "the answer breaks a restriction of the puzzle".to_owned(),
    }
}

fn puzzle_of(cells: &Cells) -> Puzzle {
    Puzzle::new(Grid::from_cells(cells.to_vec()).expect("81 digits from 0 to 9"))
}

fn text(cells: &Cells, empty: u8) -> String {
    cells.iter().map(|&digit| char::from(if digit == 0 { empty } else { b'0' + digit })).collect()
}
