//! One puzzle looked at from every side asked for.

use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::{Result, bail};
use quadrille_cover::{Budget, CancelToken, Outcome, Search};
use quadrille_sudoku::canonical::canonical_within;
use quadrille_sudoku::engine::human::{Ending, Technique, rate_within};
use quadrille_sudoku::format::read::{Found, ReadError};
use quadrille_sudoku::rate::{Level, level};
use quadrille_sudoku::{Engine, Grid, Puzzle, Uniqueness, Watch};

use super::cross::{self, Doubt};
use crate::args::{Check, CheckOutput, Duplicates};
use crate::output::Answer;

/// Nodes of the search for a canonical form after which a grid counts as too symmetric, so that
/// no grid can hold up all others. Empty, cyclic and generated grids come nowhere near it.
const CANONICAL_NODES: u64 = 20_000;

/// Tests of the human player after which a puzzle is left unrated: some seconds. The hardest of
/// those shipped, of 16x16, takes some fifty thousand.
const RATING_TESTS: u64 = 1_000_000;

/// What is known of a puzzle, or of a line that is none.
#[derive(Debug)]
pub struct Record {
    /// Its first line in the source, from 1.
    pub line: usize,
    /// What is known of it, if it could be read.
    pub puzzle: Option<Examined>,
    pub answer: Answer,
    /// Why it is not known, or none, or invalid.
    pub reason: Option<String>,
    /// Goes to stderr: what is wrong with the line, or with an engine.
    pub message: Option<String>,
}

/// What is known of a puzzle. What was not asked for, and what is not known, is not there.
#[derive(Debug)]
pub struct Examined {
    pub puzzle: Puzzle,
    pub engine: Engine,
    pub search: Search,
    /// Of the search, if anybody wants to know.
    pub wall_ns: Option<u64>,
    /// The first two found.
    pub solutions: [Option<Grid>; 2],
    pub clues: Option<Clues>,
    pub level: Option<Level>,
    pub rating: Option<Rated>,
    pub canonical: Option<Grid>,
    /// The line of the first puzzle that this one repeats.
    pub duplicate_of: Option<usize>,
    /// Whether a second engine says the same.
    pub confirmed: bool,
    /// What speaks against the verdict.
    pub doubt: Option<Doubt>,
}

/// What one engine says of a puzzle.
#[derive(Clone, Debug)]
pub struct Claim {
    pub engine: Engine,
    pub answer: Answer,
    pub search: Search,
    pub wall_ns: Option<u64>,
    /// The first two solutions found.
    pub solutions: [Option<Grid>; 2],
    /// Of a puzzle that is unique.
    pub clues: Option<Clues>,
}

/// What a unique puzzle takes of the human player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rated {
    /// This technique, and none that is harder.
    Hardest(Technique),
    /// More than all techniques there are.
    Beyond,
}

/// Which clues of a unique puzzle are needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clues {
    /// The cells of those that can be spared, each by itself.
    pub redundant: Vec<usize>,
    /// Whether the engine gave up at some of the others.
    pub open: bool,
}

impl Clues {
    /// Whether every clue is needed, as far as that is known.
    pub fn minimal(&self) -> Option<bool> {
        match (&*self.redundant, self.open) {
            ([_, ..], _) => Some(false),
            ([], true) => None,
            ([], false) => Some(true),
        }
    }
}

/// What is asked of every puzzle.
pub struct Examiner {
    engine: Engine,
    cross: Option<Engine>,
    budget: Budget,
    cancel: CancelToken,
    counted: bool,
    minimal: bool,
    rate: bool,
    canonical: bool,
}

impl Examiner {
    /// What the arguments ask for.
    ///
    /// # Errors
    /// If an engine is to confirm what another of its kind says.
    pub fn new(args: &Check, cancel: &CancelToken) -> Result<Self> {
        let (engine, cross) = (args.engine(), args.cross());
        if let Some(second) = cross.filter(|&second| cross::kind(second) == cross::kind(engine)) {
            let kind = cross::kind(engine);
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
            counted: args.output != CheckOutput::Plain,
            minimal: args.minimal,
            rate: args.rate,
            canonical: args.canonical || args.duplicates == Some(Duplicates::Isomorphs),
        })
    }

    /// Whether nothing is asked of a puzzle but its verdict, by an engine that gives those of many
    /// puzzles at once, without limits.
    pub fn wants_verdicts_alone(&self) -> bool {
        let Budget { nodes, tests, memory, .. } = self.budget;
        let limited = nodes.is_some() || tests.is_some() || memory.is_some();
        let more = self.cross.is_some() || self.counted || self.minimal || self.rate;
        self.engine == Engine::Lanes && !limited && !more && !self.canonical
    }

    /// What cancels it all.
    pub fn cancel(&self) -> &CancelToken {
        &self.cancel
    }

    /// The record of a puzzle; nothing if it was cancelled.
    pub fn examine(&self, found: Found) -> Option<Record> {
        let Found { puzzle, line } = found;
        let claim = self.claim(self.engine, &puzzle, self.counted);
        let second = self.cross.filter(|_| claim.answer != Answer::Unknown);
        let second = second.map(|engine| self.claim(engine, &puzzle, false));
        let doubt =
            second.as_ref().and_then(|second| cross::compare(&puzzle, &claim, second).err());
        let answer = if doubt.is_some() { Answer::Unknown } else { claim.answer };
        let rated = self.rate && answer == Answer::Unique;
        let level = if rated { level(&puzzle) } else { None };
        let rating = if rated { self.rating(&puzzle) } else { None };
        let canonical =
            if self.canonical { canonical_within(puzzle.givens(), CANONICAL_NODES) } else { None };
        // Only now, as whatever was cancelled on the way is worth nothing.
        if self.cancel.is_cancelled() {
            return None;
        }
        let reason = doubt.as_ref().map(ToString::to_string).or_else(|| reason(&puzzle, &claim));
        let disagree = matches!(doubt, Some(Doubt::Disagree(_)));
        let message = reason.as_ref().filter(|_| disagree).map(|why| format!("{line}:1: {why}"));
        let Claim { engine, search, wall_ns, solutions, clues, .. } = claim;
        let examined = Examined {
            puzzle,
            engine,
            search,
            wall_ns,
            solutions,
            clues: clues.filter(|_| answer == Answer::Unique),
            level,
            rating,
            canonical,
            duplicate_of: None,
            confirmed: second.is_some() && doubt.is_none(),
            doubt,
        };
        Some(Record { line, puzzle: Some(examined), answer, reason, message })
    }

    /// What an engine says of a puzzle.
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
        debug_assert!(are_solutions(puzzle, &solutions), "{engine}: {puzzle:?}");
        let answer = Answer::of(&search);
        let asked = self.minimal && answer == Answer::Unique;
        let clues = asked.then(|| self.clues(engine, puzzle));
        Claim { engine, answer, search, wall_ns, solutions, clues }
    }

    /// The rating of a unique puzzle, if it takes any technique and is found in time.
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

    /// Which clues of a unique puzzle are needed: those without which it has more solutions.
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
                // None: a solution got lost, so that nothing can be said.
                Some(Uniqueness::None) | None => clues.open = true,
            }
            fewer.set(cell, digit);
        }
        clues
    }
}

/// Whether what an engine found are solutions, all different.
pub fn are_solutions(puzzle: &Puzzle, solutions: &[Option<Grid>; 2]) -> bool {
    let all_solve = solutions.iter().flatten().all(|grid| puzzle.is_solved_by(grid));
    all_solve && (solutions[0] != solutions[1] || solutions[0].is_none())
}

/// Why an answer is not the obvious one.
fn reason(puzzle: &Puzzle, claim: &Claim) -> Option<String> {
    match (claim.answer, claim.search.outcome) {
        (Answer::None, _) => puzzle.clash().map(|clash| clash.to_string()),
        (Answer::Unknown, Outcome::Stalled) => Some("stalled: a guess is needed".to_owned()),
        (Answer::Unknown, _) => Some("gave up at the limit".to_owned()),
        _ => None,
    }
}

impl Record {
    /// The record of something that cannot be read.
    pub fn bad(error: &ReadError) -> Self {
        let reason = error.to_string();
        let (line, message) = (error.line, Some(reason.clone()));
        let answer = Answer::Invalid;
        Self { line, puzzle: None, answer, reason: Some(reason), message }
    }
}
