//! The results of work and of files: solutions, generated puzzles, wrong digits, boards loaded and saved.

use quadrille_cover::Outcome;
use quadrille_sudoku::Puzzle;
use quadrille_sudoku::grid::CellName;

use super::{Message, Player};
use crate::player::Challenge;
use crate::player::board::{Board, Origin};
use crate::player::files::{LoadError, Loaded, SaveError};
use crate::player::hint::Pointed;
use crate::player::prompt::Question;
use crate::player::work::{Answer, Done, Solved};

/// Upper bound on the cells that a message names.
const SHOWN: usize = 5;

impl Player {
    /// Handles the result of work.
    pub fn done(&mut self, done: Done) {
        self.rest();
        match done {
            Done::Solved(solved) => self.solved(&solved),
            Done::Generated(puzzle) => self.made(puzzle.as_ref()),
            Done::Compared(answer) => self.compared(&answer),
        }
    }

    /// Handles the end of work that was cancelled.
    pub fn cancelled(&mut self) {
        self.rest();
        self.say("stopped".into());
    }

    /// Handles a generated puzzle, or that there is none.
    fn made(&mut self, puzzle: Option<&Puzzle>) {
        let Some(puzzle) = puzzle else {
            let asked = self.challenge.about();
            self.warn(format!(
                "found no puzzle ({asked}) in 10000 attempts; d chooses another difficulty"
            ));
            return;
        };
        self.generated += 1;
        self.take(Board::new(puzzle).under(self.board.rules().cloned()));
        self.file = None;
        let (seed, number, clues) = (self.seed, self.generated, puzzle.clues());
        let asked = match self.challenge {
            Challenge::Any => String::new(),
            other => format!(", {}", other.about()),
        };
        self.say(format!("puzzle {number} of seed {seed}: {clues} givens, one solution{asked}"));
    }

    /// Compares the digits on the board with the only solution of the givens, and marks those that differ.
    fn compared(&mut self, answer: &Answer) {
        let solution = match answer {
            Answer::One(solution) => solution,
            Answer::Several => {
                let text =
                    "the givens have several solutions, so no single digit can be called wrong";
                return self.warn(text.into());
            }
            Answer::None => return self.warn("the givens have no solution".into()),
            Answer::Unknown => return self.say("stopped".into()),
        };
        let order = self.board.order();
        let grid = self.board.grid();
        let is_wrong = |&cell: &usize| ![0, solution.digit(cell)].contains(&grid.digit(cell));
        let wrong: Vec<usize> = (0..order.cells()).filter(is_wrong).collect();
        let unmarked = |cell: &usize| {
            let marks = self.board.marks(*cell);
            grid.digit(*cell) == 0 && marks != 0 && marks >> (solution.digit(*cell) - 1) & 1 == 0
        };
        let lacking: Vec<usize> = (0..order.cells()).filter(unmarked).collect();
        let names = |cells: &[usize]| {
            let named = cells.iter().take(SHOWN).map(|&cell| CellName { order, cell }.to_string());
            let more = cells.len().saturating_sub(SHOWN);
            let more = (more > 0).then(|| format!("{more} more"));
            named.chain(more).collect::<Vec<_>>().join(", ")
        };
        let mut said = match wrong.len() {
            0 => "no digit is wrong".to_owned(),
            1 => format!("1 digit is wrong: {}", names(&wrong)),
            many => format!("{many} digits are wrong: {}", names(&wrong)),
        };
        if !lacking.is_empty() {
            said +=
                &format!("; the right digit is not among the pencil marks of {}", names(&lacking));
        }
        if let Some(&first) = wrong.first().or(lacking.first()) {
            self.cursor = first;
        }
        let bad = !wrong.is_empty() || !lacking.is_empty();
        self.point(Pointed { wrong, reason: lacking, ..Pointed::default() });
        self.message = Message { text: said, bad };
    }

    fn solved(&mut self, solved: &Solved) {
        self.stats = Some(solved.search.stats);
        if let Some(grid) = &solved.grid {
            self.change(|board| {
                board.empty(Origin::Found);
                board.fill(grid);
            });
        }
        let open = self.board.order().cells() - self.board.grid().filled();
        let engine = self.solver();
        match (solved.search.outcome, &solved.grid) {
            (Outcome::Stalled, _) => {
                self.warn(format!(
                    "{engine} stalls with {open} open cells: the next step needs a guess"
                ));
            }
            (_, Some(_)) if solved.is_one_of_several => {
                self.say(format!("solved by {engine}; there are other solutions"));
            }
            (_, Some(_)) => self.say(format!("solved by {engine}")),
            (Outcome::Exhausted, None) => {
                self.warn(format!("{engine} found that this grid has no solution"));
            }
            (_, None) => self.say("stopped".into()),
        }
    }

    /// Handles the result of loading a file.
    pub fn loaded(&mut self, name: &str, loaded: Result<Loaded, LoadError>) {
        match loaded {
            Ok(Loaded { board, more }) => {
                self.take(board);
                self.file = Some(name.to_owned());
                let which = if more { "the first puzzle of " } else { "" };
                self.say(format!("opened {which}{name}"));
            }
            Err(error @ (LoadError::Read(_) | LoadError::Marks { .. })) => {
                self.warn(format!("{name}:{error}"));
            }
            Err(error) => self.warn(format!("{name}: {error}")),
        }
    }

    /// Handles the result of saving to a file.
    pub fn saved(&mut self, name: &str, saved: Result<(), SaveError>) {
        match saved {
            Ok(()) => {
                self.kept = self.board.clone();
                self.file = Some(name.to_owned());
                self.say(format!("saved to {name}"));
            }
            Err(SaveError::Exists) => {
                self.ask_first(Question::Replace(name.to_owned()));
            }
            Err(SaveError::Failed(reason)) => self.warn(reason),
        }
    }

    /// Replaces the board by one that has nothing unsaved.
    fn take(&mut self, board: Board) {
        if board.order() != self.board.order() {
            self.cursor = 0;
        }
        self.kept = board.clone();
        self.stats = None;
        self.change(|now| *now = board);
    }
}
