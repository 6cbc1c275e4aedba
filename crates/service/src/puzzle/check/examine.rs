//! Examines one puzzle in every respect that is asked for.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::time::Instant;

use quadrille_cover::{Budget, CancelToken, Outcome, Search};
use quadrille_sudoku::engine::human::Technique;
use quadrille_sudoku::engine::lanes::Instructions;
use quadrille_sudoku::format::read::Found;
use quadrille_sudoku::format::write;
use quadrille_sudoku::grid::CellName;
use quadrille_sudoku::rate::{Level, level};
use quadrille_sudoku::{Engine, Grid, Order, Puzzle, Uniqueness, Watch};
use quadrille_tables::{Answer, Given, Refused, Row, read_answer};

use super::clues::Clues;
use super::fault::fault;
use super::{BEYOND, Record, Repeated, Request};
use crate::Error;
use crate::puzzle::prove::{Proved, Prover};
use crate::puzzle::solve;

/// The questions asked of every puzzle.
pub struct Examiner {
    pub(super) request: Request,
    pub(super) cancel: CancelToken,
    engine: Engine,
    budget: Budget,
    size: Option<Order>,
    prover: Option<Prover>,
}

/// What one engine claims about a puzzle.
struct Claim {
    answer: Answer,
    search: Search,
    /// Wall time of the search, if it was measured.
    wall_ns: Option<u64>,
    /// The first two solutions found.
    solutions: [Option<Grid>; 2],
}

impl Claim {
    /// Whether the solutions are solutions of the puzzle, and differ.
    fn has_true_solutions(&self, puzzle: &Puzzle) -> bool {
        let [first, second] = &self.solutions;
        let all_solve = self.solutions.iter().flatten().all(|grid| puzzle.is_solved_by(grid));
        all_solve && (first != second || first.is_none())
    }
}

impl Examiner {
    /// An examiner that stops when the token is cancelled.
    ///
    /// # Errors
    /// There is no such engine, or no such size.
    pub fn new(request: Request, cancel: &CancelToken) -> Result<Self, Error> {
        let engine = Engine::from_name(&request.engine).ok_or_else(|| {
            let all = Engine::ALL.map(Engine::name).join(", ");
            Error::Input(format!("engine: found \"{}\"; expected one of {all}", request.engine))
        })?;
        let size = |rows| {
            let found = || Error::Input(format!("found {rows} rows; expected a size of a grid"));
            Order::from_side(rows).ok_or_else(found)
        };
        Ok(Self {
            engine,
            budget: request.limits.budget(Some(2), cancel),
            size: request.rows.map(size).transpose()?,
            prover: request.proofs.then(Prover::default),
            cancel: cancel.clone(),
            request,
        })
    }

    /// With at most these instructions, if the engine is `lanes`.
    #[must_use]
    pub fn at_most(self, most: Instructions) -> Self {
        let engine =
            if let Engine::Lanes(_) = self.engine { Engine::Lanes(most) } else { self.engine };
        Self { engine, ..self }
    }

    /// The size that all puzzles are to have.
    pub fn size(&self) -> Option<Order> {
        self.size
    }

    pub(super) fn batch_instructions(&self) -> Option<Instructions> {
        self.request.batch_instructions(self.engine)
    }

    /// Adds the proof of a puzzle to `proved`, if proofs are asked for. Returns the answer proved; `None` if there is none, or
    /// cancelled.
    pub(super) fn prove(
        &self,
        puzzle: &Puzzle,
        proved: &mut Proved,
    ) -> Result<Option<Uniqueness>, Error> {
        let Some(prover) = &self.prover else { return Ok(None) };
        prover.prove(puzzle, &self.cancel, proved)
    }

    /// The record of a puzzle; `None` if cancelled.
    pub fn examine(&self, puzzle: &Puzzle, line: usize) -> Option<Record> {
        let asked = &self.request;
        let claim = self.claim(puzzle);
        let answer = claim.answer;
        let unique = answer == Answer::Unique;
        // Levels, ratings, canonical forms and needed clues are defined for puzzles of givens only.
        let ordinary = puzzle.candidates().is_none();
        let needed = unique && asked.minimal && ordinary;
        let clues = needed.then(|| Clues::of(puzzle, self.engine, &self.budget));
        let rated = asked.rate && unique;
        let level = if rated { level(puzzle) } else { None };
        let (rating, technique) = if rated { self.rating(puzzle) } else { (None, None) };
        let isomorphs = asked.same == Some(Repeated::Isomorphs);
        let wanted = asked.canonical || isomorphs || asked.forms;
        let form = if wanted && ordinary { solve::canonical(puzzle) } else { None };
        // Checked last, because any of the steps above may have been cut short.
        if self.cancel.is_cancelled() {
            return None;
        }
        let order = puzzle.order();
        let name = |&cell: &usize| CellName { order, cell }.to_string();
        // Verdicts alone show solutions only if there are several.
        let shown = asked.puzzles || answer == Answer::Multiple;
        let first = unique && asked.solutions;
        let solutions = claim.solutions.iter().flatten().filter(|_| shown || first);
        let lines = solutions.map(write::line).collect();
        Some(Record {
            line,
            answer,
            reason: self.reason(puzzle, &claim),
            puzzle: shown.then(|| write::puzzle(puzzle)),
            engine: Some(self.engine.name()),
            solutions: lines,
            search: Some(claim.search),
            wall_ns: claim.wall_ns,
            minimal: clues.as_ref().and_then(Clues::minimal),
            redundant: clues.map(|clues| clues.redundant.iter().map(name).collect()),
            level: level.map(Level::number),
            rating,
            technique,
            too_symmetric: wanted && ordinary && form.is_none(),
            left_out: !ordinary
                && (wanted || asked.same.is_some() || unique && (asked.rate || asked.minimal)),
            compared: asked
                .same
                .filter(|_| ordinary)
                .map(|_| form.as_ref().filter(|_| isomorphs).unwrap_or(puzzle.givens()).clone()),
            givens: Some(puzzle.givens())
                .filter(|_| ordinary && (isomorphs || asked.forms))
                .cloned(),
            canonical: form.as_ref().filter(|_| asked.canonical).map(write::line),
            form: form.filter(|_| asked.forms),
            ..Record::default()
        })
    }

    /// The record of a row of a table; `None` if cancelled. `found` is the row's puzzle.
    pub fn examine_row(&self, row: &Row<'_>, found: Result<Found, Refused>) -> Option<Record> {
        let name = row.name().map(Cow::into_owned);
        let Found { puzzle, line, .. } = match found {
            Ok(found) => found,
            Err(refused) => return Some(Record { name, ..Record::bad(&refused) }),
        };
        let mut record = Record { name, ..self.examine(&puzzle, line)? };
        if row.layout.answers().is_none() {
            return Some(record);
        }
        let (given, refused) = Given::of(row, &puzzle, record.answer);
        record.given = Some(given);
        if self.request.faults && given == Given::Wrong {
            let read = || read_answer(row.answer()?).ok();
            record.answer_fault = match &refused {
                Some(refused) => Some(refused.text.trim_start().to_owned()),
                None => read().map(|grid| fault(&puzzle, &grid)),
            };
        }
        record.message = refused.map(|refused| refused.text);
        Some(record)
    }

    fn claim(&self, puzzle: &Puzzle) -> Claim {
        let mut solutions = [None, None];
        let mut found = solutions.iter_mut();
        let mut keep = |grid: &Grid| {
            if let Some(place) = found.next() {
                *place = Some(grid.clone());
            }
            ControlFlow::Continue(())
        };
        let counted = self.request.counts;
        let watch = if counted { Watch::Count } else { Watch::Off };
        let prepared = self.engine.prepare(puzzle);
        let start = counted.then(Instant::now);
        let search = prepared.search(&self.budget, watch, &mut keep);
        let wall_ns = start.map(|start| start.elapsed().as_nanos() as u64);
        let answer = Answer::from(Uniqueness::of(&search));
        let claim = Claim { answer, search, wall_ns, solutions };
        debug_assert!(claim.has_true_solutions(puzzle), "{}: {puzzle:?}", self.engine);
        claim
    }

    /// The rating of a unique puzzle, and the hardest technique needed; `None` if the puzzle needs no technique or
    /// too many tests.
    fn rating(&self, puzzle: &Puzzle) -> (Option<f64>, Option<&'static str>) {
        let Some(rating) = solve::rating(puzzle, &self.cancel) else { return (None, None) };
        let hardest = rating.hardest().filter(|_| rating.is_solved());
        let number = hardest.map(|found| found.difficulty().number());
        let beyond = Some(BEYOND).filter(|_| !rating.is_solved());
        (number, hardest.map(Technique::name).or(beyond))
    }

    /// The clash that makes an answer `none`, or why an answer is `unknown`; nothing for other answers.
    fn reason(&self, puzzle: &Puzzle, claim: &Claim) -> Option<String> {
        match (claim.answer, claim.search.outcome) {
            (Answer::None, _) => puzzle.contradiction().map(|why| why.to_string()),
            (Answer::Unknown, _) if self.engine.refuses(puzzle).is_some() => {
                self.engine.refuses(puzzle).map(|why| format!("{} {why}", self.engine))
            }
            (Answer::Unknown, Outcome::Stalled) => Some("stalled: a guess is needed".to_owned()),
            (Answer::Unknown, _) => Some("stopped at the limit".to_owned()),
            _ => None,
        }
    }
}
