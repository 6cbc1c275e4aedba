//! Puzzles under rules of a grid, by engines of exact cover: solutions, their number, verdicts.

use std::ops::ControlFlow;

use quadrille_cover::random::Stream;
use quadrille_cover::{Budget, CancelToken, Counters, Outcome, Search, SearchStats, Solver, Tally};
use quadrille_sudoku::Uniqueness;
use quadrille_sudoku::generate::Symmetry;
use quadrille_sudoku::rules::make::{Failure, Made, puzzle};
use quadrille_sudoku::rules::read::Found;
use quadrille_sudoku::rules::{Rules, RulesError, Spec};
use quadrille_tables::Answer;

use super::check::{Record, Request};
use crate::Error;
use crate::problem::engine;

/// A search that found at once that two givens exclude each other.
const CONTRADICTION: Search = Search {
    outcome: Outcome::Exhausted,
    stats: SearchStats { solutions: 0, tests: None, forks: None, nodes: None, max_depth: None },
};

/// Passes the solutions of a puzzle to `visit`, by an engine of exact cover.
///
/// # Errors
/// The engine does not handle the problem.
pub fn search(
    found: &Found,
    engine: &dyn Solver,
    budget: &Budget,
    counters: Counters,
    visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> Result<Search, Error> {
    let Ok((problem, decoder)) = found.rules.to_problem(&found.givens) else {
        return Ok(CONTRADICTION);
    };
    let mut visit = |solution: &[_]| visit(&decoder.digits(solution));
    Ok(engine.search(&problem, budget, counters, &mut visit)?)
}

/// A solution of a puzzle by the usual engine, if it has one; also `None` if cancelled.
///
/// # Errors
/// As [`search`].
pub fn first(found: &Found, cancel: &CancelToken) -> Result<Option<Vec<u8>>, Error> {
    let budget = Budget { cancel: Some(cancel.clone()), ..Budget::solutions(1) };
    let mut first = None;
    search(found, engine("auto")?, &budget, Counters::Off, &mut |digits| {
        first = Some(digits.to_vec());
        ControlFlow::Break(())
    })?;
    Ok(first)
}

/// The number of solutions of a puzzle, of any size.
///
/// # Errors
/// As [`search`].
pub fn count(
    found: &Found,
    engine: &dyn Solver,
    budget: &Budget,
    counters: Counters,
) -> Result<Tally, Error> {
    match found.rules.to_problem(&found.givens) {
        Ok((problem, _)) => Ok(engine.tally(&problem, budget, counters)?),
        Err(_) => Ok(Tally::new(0u32.into(), CONTRADICTION)),
    }
}

/// The rules of puzzles that are made: of this number of rows, which need not be the usual 9 if the rules say how many there are.
///
/// # Errors
/// The rules do not fit grids of that size.
pub fn rules_to_make(spec: &Spec, rows: usize) -> Result<Rules, RulesError> {
    spec.rules(Some(rows).filter(|&rows| spec.side().is_none() || rows != 9))
}

/// What puzzles that are made under rules are to be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The symmetry of the cells with clues.
    pub symmetry: Symmetry,
    /// Whether each clue must be needed. Without a symmetry only a search that is given up leaves another clue.
    pub minimal: bool,
    /// Upper bound on the puzzles that are made in search of a minimal one.
    pub attempts: u64,
}

/// The attempts at a puzzle under rules unless the caller says a number.
pub const ATTEMPTS: u64 = 1000;

/// The puzzle of this number that is made from a seed. `failed` is called after each attempt that failed.
///
/// # Errors
/// No grid obeys the rules, none was found, no puzzle is minimal, or the work was cancelled.
pub fn make(
    rules: &Rules,
    wanted: Wanted,
    (seed, number): (u64, u64),
    cancel: &CancelToken,
    failed: &dyn Fn(),
) -> Result<Made, Failure> {
    let mut stream = Stream::new(seed, number);
    for _ in 0..wanted.attempts {
        let made = puzzle(rules, wanted.symmetry, &mut stream, cancel)?;
        let is_wanted = !wanted.minimal || made.needs_each_clue(wanted.symmetry, cancel);
        if cancel.is_cancelled() {
            return Err(Failure::Cancelled);
        }
        if is_wanted {
            return Ok(made);
        }
        failed();
    }
    Err(Failure::NotMinimal(wanted.attempts))
}

/// What `check` says of puzzles under rules: verdicts, their solutions, and whether each clue is needed. Of the request, `engine` is
/// one of exact cover.
#[derive(Clone, Debug)]
pub struct Examiner {
    request: Request,
    engine: &'static dyn Solver,
    budget: Budget,
    cancel: CancelToken,
}

impl Examiner {
    /// An examiner that stops when the token is cancelled.
    ///
    /// # Errors
    /// There is no such engine.
    pub fn new(request: Request, cancel: &CancelToken) -> Result<Self, Error> {
        let budget = request.limits.budget(Some(2), cancel);
        Ok(Self { engine: engine(&request.engine)?, budget, cancel: cancel.clone(), request })
    }

    /// The record of a puzzle; `None` if cancelled.
    ///
    /// # Errors
    /// As [`search`].
    pub fn examine(&self, found: &Found) -> Result<Option<Record>, Error> {
        let Found { rules, givens, line } = found;
        let counters = if self.request.counts { Counters::On } else { Counters::Off };
        let mut solutions = Vec::new();
        let search = search(found, self.engine, &self.budget, counters, &mut |digits| {
            debug_assert!(rules.is_solved_by(givens, digits), "{}", rules.name());
            solutions.push(rules.line(digits));
            ControlFlow::Continue(())
        })?;
        let answer = Answer::from(Uniqueness::of(&search));
        let needed = answer == Answer::Unique && self.request.minimal;
        let clues = if needed { Some(self.redundant(found)?) } else { None };
        if self.cancel.is_cancelled() {
            return Ok(None);
        }
        let shown = self.request.puzzles || answer == Answer::Multiple;
        solutions.retain(|_| shown || self.request.solutions);
        Ok(Some(Record {
            line: *line,
            answer,
            reason: match answer {
                Answer::None => rules.fault(givens),
                Answer::Unknown => Some("stopped at the limit".to_owned()),
                _ => None,
            },
            puzzle: shown.then(|| rules.puzzle_line(givens)),
            engine: Some(self.engine.name()),
            solutions,
            search: Some(search),
            minimal: clues.as_ref().and_then(|(redundant, is_open)| match redundant[..] {
                [_, ..] => Some(false),
                [] => (!is_open).then_some(true),
            }),
            redundant: clues.map(|(redundant, _)| redundant),
            ..Record::default()
        }))
    }

    /// The cells of the clues without which the puzzle is still unique, and whether a clue is not decided because of a limit.
    fn redundant(&self, found: &Found) -> Result<(Vec<String>, bool), Error> {
        let (mut redundant, mut is_open) = (Vec::new(), false);
        let mut fewer = found.clone();
        for (cell, &digit) in found.givens.iter().enumerate().filter(|&(_, &digit)| digit > 0) {
            fewer.givens[cell] = 0;
            let mut ignored = |_: &[u8]| ControlFlow::Continue(());
            let search = search(&fewer, self.engine, &self.budget, Counters::Off, &mut ignored)?;
            match Uniqueness::of(&search) {
                Some(Uniqueness::Unique) => redundant.push(found.rules.cell_name(cell)),
                Some(_) => {}
                None => is_open = true,
            }
            fewer.givens[cell] = digit;
        }
        Ok((redundant, is_open))
    }
}
