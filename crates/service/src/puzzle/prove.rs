//! Proves answers about puzzles: one certificate for all puzzles of a source (docs/PROOFS.md).
//!
//! Every puzzle is the exact cover problem of the empty grid without the options that its givens exclude, so one table
//! serves all puzzles, and workers may prove them at the same time.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use quadrille_cover::proof::xcd::Restricted;
use quadrille_cover::{Budget, CancelToken, OptionId, Outcome};
use quadrille_sudoku::encode::to_problem;
use quadrille_sudoku::{Grid, Order, Puzzle, Uniqueness};
use quadrille_tables::Answer;

use super::check::Record;
use crate::Error;

/// Digits in the order of their values.
const DIGITS: &[u8; 25] = b"123456789ABCDEFGHIJKLMNOP";

/// Proves answers about puzzles of one size, that of the first.
#[derive(Default)]
pub struct Prover(OnceLock<EmptyGrid>);

struct EmptyGrid {
    order: Order,
    problem: Restricted,
    /// The options: cell by cell, and in each cell digit by digit.
    options: Vec<OptionId>,
}

/// Proved puzzles, as bytes of the files of their folder.
#[derive(Debug, Default)]
pub struct Proved {
    /// The puzzles, a line each.
    pub puzzles: Vec<u8>,
    /// Their answers with the solutions, a line each.
    pub answers: Vec<u8>,
    /// The certificate.
    pub certificate: Vec<u8>,
    /// Number of puzzles.
    pub number: u64,
    /// Why a puzzle has no proof.
    pub failed: Option<Error>,
}

impl EmptyGrid {
    fn new(order: Order) -> Self {
        let problem = to_problem(&Puzzle::new(Grid::empty(order)));
        let problem = problem.expect("an empty grid has no clash");
        let options = problem.option_ids().collect();
        let problem = Restricted::new(&problem).expect("an empty grid is small");
        Self { order, problem, options }
    }
}

impl Prover {
    /// Adds a puzzle and the proof of its answer to `proved`; `None` if cancelled.
    ///
    /// # Errors
    /// The puzzle has another size than the first, more than 25 rows, or restricted candidates.
    pub fn prove(
        &self,
        puzzle: &Puzzle,
        cancel: &CancelToken,
        proved: &mut Proved,
    ) -> Result<Option<Uniqueness>, Error> {
        let (order, side) = (puzzle.order(), puzzle.order().side());
        if side > DIGITS.len() {
            return Err(Error::Input(format!("found a grid of {side} rows; expected 25 at most")));
        }
        if puzzle.candidates().is_some() {
            let found =
                "found a puzzle with restricted candidates; expected puzzles of givens only";
            return Err(Error::Input(found.to_owned()));
        }
        let empty = self.0.get_or_init(|| EmptyGrid::new(order));
        if empty.order != order {
            let first = empty.order.side();
            let found =
                format!("found grids of {first} and of {side} rows; prove each size on its own");
            return Err(Error::Input(found));
        }
        let given = |option: usize| puzzle.givens().digit(option / side) as usize;
        let is_excluded = |&option: &usize| given(option) > 0 && given(option) != option % side + 1;
        let excluded = (0..empty.options.len()).filter(is_excluded);
        let excluded: Vec<OptionId> = excluded.map(|option| empty.options[option]).collect();
        let mut grids: Vec<Vec<u8>> = Vec::new();
        let mut visit = |solution: &[OptionId]| {
            let mut grid = vec![b'.'; order.cells()];
            for option in solution {
                grid[option.index() / side] = DIGITS[option.index() % side];
            }
            grids.push(grid);
            ControlFlow::Continue(())
        };
        let budget = Budget { cancel: Some(cancel.clone()), ..Budget::solutions(2) };
        let begin = proved.certificate.len();
        let search = empty.problem.all(&excluded, &budget, &mut proved.certificate, &mut visit);
        let search = search.expect("memory can be written to");
        let (answer, word): (_, &[u8]) = match (search.outcome, grids.len()) {
            (Outcome::BudgetSpent, _) => return Ok(None),
            (_, 0) => (Uniqueness::None, b"none"),
            (_, 1) => (Uniqueness::Unique, b"unique"),
            _ => (Uniqueness::Multiple, b"several"),
        };
        if answer == Uniqueness::Multiple {
            // Two grids are their own proof.
            proved.certificate.truncate(begin);
        }
        let cells = puzzle.givens().cells().iter();
        let symbol = |&digit: &u8| if digit == 0 { b'.' } else { DIGITS[digit as usize - 1] };
        proved.puzzles.extend(cells.map(symbol).chain([b'\n']));
        proved.answers.extend_from_slice(word);
        for grid in grids {
            proved.answers.push(b' ');
            proved.answers.extend(grid);
        }
        proved.answers.push(b'\n');
        proved.number += 1;
        Ok(Some(answer))
    }
}

impl Proved {
    /// Notes the first puzzle without a proof, or whose answer is not the one proved.
    pub(super) fn note(&mut self, proved: Result<Option<Uniqueness>, Error>, record: &Record) {
        let agrees = proved.and_then(|proved| {
            let proved = proved.map(Answer::from).filter(|_| record.answer != Answer::Unknown);
            match proved.filter(|&proved| proved != record.answer) {
                None => Ok(()),
                Some(proved) => Err(Error::Defect(format!(
                    "the puzzle in line {} is {}, but {} was proved",
                    record.line,
                    record.answer.name(),
                    proved.name()
                ))),
            }
        });
        if let Err(error) = agrees {
            self.failed.get_or_insert(error);
        }
    }
}
