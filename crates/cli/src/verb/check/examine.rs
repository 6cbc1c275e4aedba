//! One puzzle examined in every respect asked for.

use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::{Result, bail};
use quadrille_cover::{Budget, CancelToken, Outcome};
use quadrille_sudoku::canonical::{Same, canonical_within};
use quadrille_sudoku::engine::human::{Ending, Technique, rate_within};
use quadrille_sudoku::engine::lanes::Instructions;
use quadrille_sudoku::format::read::{Found, ReadError};
use quadrille_sudoku::rate::{Level, level};
use quadrille_sudoku::{Engine, Grid, Puzzle, Uniqueness, Watch};

use super::claim::{Claim, Clues};
use super::cross::{self, Doubt};
use crate::args::{Check, TableOutput};
use crate::output::json::Answer;

/// Upper bound on the search for a canonical form, in nodes, so that no grid delays all others. Grids
/// that exceed it count as too symmetric. Empty, cyclic and generated grids need far fewer nodes.
const CANONICAL_NODES: u64 = 20_000;

/// Upper bound on rating a puzzle, in tests of the engine `human`: some seconds. The hardest shipped
/// puzzle, of 16x16, needs about 50,000.
const RATING_TESTS: u64 = 1_000_000;

/// The verdict on a puzzle or on an unreadable line.
#[derive(Debug)]
pub struct Record {
    /// First line of the puzzle in the source, from 1.
    pub line: usize,
    /// Absent if the puzzle could not be read.
    pub puzzle: Option<Examined>,
    pub answer: Answer,
    /// Why the answer is none, unknown or invalid.
    pub reason: Option<String>,
    /// A message for standard error: the line is unreadable, or an engine is wrong.
    pub message: Option<String>,
}

/// What is known of a puzzle. Facts that were not asked for or are not known are absent.
#[derive(Debug)]
pub struct Examined {
    pub puzzle: Puzzle,
    /// What the engine claims; its clues only if the verdict is unique.
    pub claim: Claim,
    pub level: Option<Level>,
    pub rating: Option<Rated>,
    pub canonical: Option<Grid>,
    /// The line of the first puzzle that this one repeats.
    pub duplicate_of: Option<usize>,
    /// Whether a second engine confirms the verdict.
    pub confirmed: bool,
    pub doubt: Option<Doubt>,
}

/// How far the techniques of the engine `human` go in a unique puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rated {
    /// They solve it; this is the hardest one needed.
    Hardest(Technique),
    /// They do not solve it.
    Beyond,
}

impl Rated {
    pub fn hardest(self) -> Option<Technique> {
        if let Self::Hardest(technique) = self { Some(technique) } else { None }
    }
}

/// The questions asked of every puzzle.
pub struct Examiner {
    engine: Engine,
    cross: Option<Engine>,
    budget: Budget,
    pub cancel: CancelToken,
    counted: bool,
    minimal: bool,
    rate: bool,
    canonical: bool,
}

impl Examiner {
    /// The questions of the arguments.
    ///
    /// # Errors
    /// The second engine is of the same kind as the first.
    pub fn new(args: &Check, cancel: &CancelToken) -> Result<Self> {
        let &Check { engine, cross, minimal, rate, .. } = args;
        let kind = cross::kind(engine);
        if let Some(second) = cross.filter(|&second| cross::kind(second) == kind) {
            bail!(
                "--cross {second}: found an engine of the same kind as {engine}, {kind}; expected \
                 one of another kind: {}",
                cross::of_other_kinds(engine).join(", ")
            );
        }
        Ok(Self {
            engine,
            cross,
            budget: args.limits.budget(Some(2), cancel),
            cancel: cancel.clone(),
            counted: args.output != TableOutput::Plain,
            minimal,
            rate,
            canonical: args.canonical || args.duplicates == Some(Same::Isomorphs),
        })
    }

    /// If only verdicts are asked for, without limits, of the engine `lanes`, which takes many puzzles at once: the
    /// best instructions that it may use.
    pub fn verdicts_only(&self) -> Option<Instructions> {
        let Budget { nodes, tests, memory, .. } = self.budget;
        let limited = nodes.is_some() || tests.is_some() || memory.is_some();
        let more = self.cross.is_some() || self.counted || self.minimal || self.rate;
        match self.engine {
            Engine::Lanes(most) if !limited && !more && !self.canonical => Some(most),
            _ => None,
        }
    }

    /// The record of a puzzle; `None` if cancelled.
    pub fn examine(&self, found: Found) -> Option<Record> {
        let Found { puzzle, line } = found;
        let mut claim = self.claim(self.engine, &puzzle, self.counted);
        let second = self.cross.filter(|_| claim.answer != Answer::Unknown);
        let second = second.map(|engine| self.claim(engine, &puzzle, false));
        let doubt =
            second.as_ref().and_then(|second| cross::compare(&puzzle, &claim, second).err());
        let answer = if doubt.is_some() { Answer::Unknown } else { claim.answer };
        let unique = answer == Answer::Unique;
        let rated = self.rate && unique;
        let level = if rated { level(&puzzle) } else { None };
        let rating = if rated { self.rating(&puzzle) } else { None };
        let canonical =
            if self.canonical { canonical_within(puzzle.givens(), CANONICAL_NODES) } else { None };
        // Checked last: any of the steps above may have been cut short.
        if self.cancel.is_cancelled() {
            return None;
        }
        let reason = doubt.as_ref().map(ToString::to_string).or_else(|| reason(&puzzle, &claim));
        let disagree = matches!(doubt, Some(Doubt::Disagree(_)));
        let message = reason.as_ref().filter(|_| disagree).map(|why| format!("{line}:1: {why}"));
        claim.clues = claim.clues.filter(|_| unique);
        let confirmed = second.is_some() && doubt.is_none();
        let duplicate_of = None;
        let puzzle =
            Examined { puzzle, claim, level, rating, canonical, duplicate_of, confirmed, doubt };
        Some(Record { line, puzzle: Some(puzzle), answer, reason, message })
    }

    /// The claim of an engine about a puzzle.
    fn claim(&self, engine: Engine, puzzle: &Puzzle, counted: bool) -> Claim {
        let mut solutions = [None, None];
        let mut found = solutions.iter_mut();
        let mut keep = |grid: &Grid| {
            if let Some(place) = found.next() {
                *place = Some(grid.clone());
            }
            ControlFlow::Continue(())
        };
        let watch = if counted { Watch::Count } else { Watch::Off };
        let prepared = engine.prepare(puzzle);
        let start = counted.then(Instant::now);
        let search = prepared.search(&self.budget, watch, &mut keep);
        let wall_ns = start.map(|start| start.elapsed().as_nanos() as u64);
        let answer = Answer::of(&search);
        let asked = self.minimal && answer == Answer::Unique;
        let clues = asked.then(|| self.clues(engine, puzzle));
        let claim = Claim { engine, answer, search, wall_ns, solutions, clues };
        debug_assert!(claim.has_true_solutions(puzzle), "{engine}: {puzzle:?}");
        claim
    }

    /// The rating of a unique puzzle; `None` if it needs no technique or too many tests.
    fn rating(&self, puzzle: &Puzzle) -> Option<Rated> {
        let mut left = RATING_TESTS;
        let rating = rate_within(puzzle, &mut |tests| {
            let goes_on = tests <= left && !self.cancel.is_cancelled();
            left = left.saturating_sub(tests);
            goes_on
        })?;
        match rating.ending {
            Ending::Solved(_) => rating.hardest().map(Rated::Hardest),
            Ending::Stalled(_) | Ending::Contradiction => Some(Rated::Beyond),
        }
    }

    /// Which clues of a unique puzzle are needed, because the puzzle has more solutions without them.
    fn clues(&self, engine: Engine, puzzle: &Puzzle) -> Clues {
        let mut clues = Clues { redundant: Vec::new(), open: false };
        let mut fewer = puzzle.givens().clone();
        for (cell, &digit) in puzzle.givens().cells().iter().enumerate() {
            if digit == 0 {
                continue;
            }
            fewer.set(cell, 0);
            match engine.uniqueness(&Puzzle::new(fewer.clone()), &self.budget) {
                Some(Uniqueness::Unique) => clues.redundant.push(cell),
                Some(Uniqueness::Multiple) => {}
                // No solution: the engine has lost one, so nothing is known.
                Some(Uniqueness::None) | None => clues.open = true,
            }
            fewer.set(cell, digit);
        }
        clues
    }
}

/// Why an answer is none or unknown.
fn reason(puzzle: &Puzzle, claim: &Claim) -> Option<String> {
    match (claim.answer, claim.search.outcome) {
        (Answer::None, _) => puzzle.clash().map(|clash| clash.to_string()),
        (Answer::Unknown, Outcome::Stalled) => Some("stalled: a guess is needed".to_owned()),
        (Answer::Unknown, _) => Some("stopped at the limit".to_owned()),
        _ => None,
    }
}

impl Record {
    /// The record of an unreadable puzzle.
    pub fn bad(error: &ReadError) -> Self {
        let reason = error.to_string();
        let (line, message) = (error.line, Some(reason.clone()));
        let answer = Answer::Invalid;
        Self { line, puzzle: None, answer, reason: Some(reason), message }
    }
}
