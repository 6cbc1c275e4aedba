//! Examines one puzzle in every respect that the options ask for.

use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::{Result, bail};
use quadrille_cover::{Budget, CancelToken, Outcome};
use quadrille_sudoku::canonical::{Same, canonical_within};
use quadrille_sudoku::engine::human::{Technique, rate_within};
use quadrille_sudoku::engine::lanes::Instructions;
use quadrille_sudoku::format::read::Found;
use quadrille_sudoku::format::write;
use quadrille_sudoku::grid::CellName;
use quadrille_sudoku::rate::{Level, level};
use quadrille_sudoku::{Engine, Grid, Order, Puzzle, Uniqueness, Watch};
use quadrille_tables::{Answer, Given, Refused, Row};
use serde::Serialize;
use serde_with_macros::skip_serializing_none;

use super::claim::{Claim, Clues};
use crate::args::{Check, CheckOutput};
use crate::output::json::{Json, difficulty};
use crate::work::CANONICAL_NODES;
use crate::work::prover::{Proved, Prover};

/// Upper bound on rating a puzzle, in tests of the engine `human`, which take some seconds. The hardest
/// shipped puzzle, of 16x16, needs about 50,000 tests.
const RATING_TESTS: u64 = 1_000_000;

/// The verdict on a puzzle or on an unreadable line, and what is known of the puzzle. Facts that were not
/// asked for or are not known are absent. JSON has the fields of every verb, and those of `check`.
#[skip_serializing_none]
#[derive(Debug, Default, Serialize)]
pub struct Record {
    #[serde(flatten)]
    pub known: Json<'static, String>,
    pub minimal: Option<bool>,
    /// Names of the redundant clues, `row 1 column 2`, if the puzzle is unique.
    pub redundant: Option<Vec<String>>,
    pub level: Option<u8>,
    /// The line of the first puzzle that this one repeats.
    pub duplicate_of: Option<usize>,
    pub canonical: Option<String>,
    /// What the answer is that the table gives, if it has a column of answers.
    #[serde(rename = "given_answer")]
    pub given: Option<Given>,
    /// The file and the line of an isomorph, if isomorphs in other files are looked for.
    pub isomorph_of: Option<String>,
    /// First line of the puzzle in the source, from 1.
    #[serde(skip)]
    pub line: usize,
    #[serde(skip)]
    pub answer: Answer,
    /// Whether there is no canonical form although it was asked for.
    #[serde(skip)]
    pub too_symmetric: bool,
    /// Whether a question was left out that is asked only of puzzles without restricted candidates.
    #[serde(skip)]
    pub left_out: bool,
    /// If repetitions are looked for, the grid that a puzzle and its repetitions share: the canonical form if
    /// isomorphs count and there is one, otherwise the givens.
    #[serde(skip)]
    pub compared: Option<Grid>,
    /// If isomorphs in other files are looked for, the canonical form.
    #[serde(skip)]
    pub form: Option<Grid>,
    /// The row as it stands in the table, if it is to be written again.
    #[serde(skip)]
    pub row: Option<Vec<u8>>,
    /// Whether the table has a column of answers.
    #[serde(skip)]
    pub is_judged: bool,
    /// A message for standard error: the line is unreadable.
    #[serde(skip)]
    pub message: Option<String>,
}

impl Record {
    /// Checks that the answer is the one proved.
    pub fn agrees(&self, proved: Option<Uniqueness>) -> Result<()> {
        let proved = proved.map(Answer::from).filter(|_| self.answer != Answer::Unknown);
        if let Some(proved) = proved.filter(|&proved| proved != self.answer) {
            let (line, answer, proved) = (self.line, self.answer.name(), proved.name());
            bail!(
                "the puzzle in line {line} is {answer}, but {proved} was proved; this is a defect, please report it"
            );
        }
        Ok(())
    }
}

/// The `technique` in the record of a puzzle that the techniques of the engine `human` do not solve.
pub const BEYOND: &str = "beyond";

/// The questions asked of every puzzle.
pub struct Examiner {
    pub args: Check,
    budget: Budget,
    pub cancel: CancelToken,
    prover: Option<Prover>,
}

impl Examiner {
    /// The questions of the arguments.
    pub fn new(args: Check, cancel: &CancelToken) -> Self {
        let budget = args.limits.budget(Some(2), cancel);
        let prover = args.proof.is_some().then(Prover::default);
        Self { args, budget, cancel: cancel.clone(), prover }
    }

    /// Whether counts and times are printed.
    fn counts(&self) -> bool {
        self.args.output != CheckOutput::Plain
    }

    /// If only verdicts are asked for, without limits, of the engine `lanes`, which takes many puzzles at once: the
    /// best instructions that it may use.
    pub fn verdicts_only(&self) -> Option<Instructions> {
        let Check { limits, minimal, rate, canonical, duplicates, against, .. } = &self.args;
        let limited = limits.max_nodes.is_some() || limits.max_tests.is_some();
        let more = *minimal || *rate || *canonical || duplicates.is_some();
        let more = more || self.prover.is_some() || !against.is_empty();
        match self.args.engine {
            Engine::Lanes(most) if !limited && !more && !self.counts() => Some(most),
            _ => None,
        }
    }

    /// Adds the proof of a puzzle to `proved`, if proofs are asked for. Returns the answer proved; `None` if there is none, or
    /// cancelled.
    pub fn prove(&self, found: &Found, proved: &mut Proved) -> Result<Option<Uniqueness>> {
        let Some(prover) = &self.prover else { return Ok(None) };
        prover.prove(&found.puzzle, &self.cancel, proved)
    }

    /// The record of a puzzle; `None` if cancelled.
    pub fn examine(&self, Found { puzzle, line }: Found) -> Option<Record> {
        let args = &self.args;
        let claim = self.claim(args.engine, &puzzle, self.counts());
        let answer = claim.answer;
        let unique = answer == Answer::Unique;
        let rated = args.rate && unique;
        let level = if rated { level(&puzzle) } else { None };
        let (rating, technique) = if rated { self.rating(&puzzle) } else { (None, None) };
        let isomorphs = args.duplicates == Some(Same::Isomorphs);
        // Levels, ratings, canonical forms and needed clues are defined for puzzles of givens only.
        let ordinary = puzzle.candidates().is_none();
        let wanted = args.canonical || isomorphs || !args.against.is_empty();
        let asked = wanted && ordinary;
        let canonical = asked.then(|| canonical_within(puzzle.givens(), CANONICAL_NODES)).flatten();
        // Checked last, because any of the steps above may have been cut short.
        if self.cancel.is_cancelled() {
            return None;
        }
        let reason = reason(&puzzle, &claim);
        let clues = claim.clues.filter(|_| unique);
        let order = puzzle.order();
        let name = |&cell: &usize| CellName { order, cell }.to_string();
        // Plain text shows solutions only if there are several.
        let shown = self.counts() || answer == Answer::Multiple;
        let solutions = claim.solutions.iter().flatten().filter(|_| shown).map(write::line);
        let solutions: Vec<String> = solutions.collect();
        let known = Json {
            puzzle: shown.then(|| write::puzzle(&puzzle)),
            engine: Some(claim.engine.name()),
            line: Some(line),
            solution: solutions.first().cloned(),
            all: Some(solutions).filter(|solutions| solutions.len() > 1),
            rating,
            technique,
            wall_ns: claim.wall_ns,
            ..Json::default()
        };
        Some(Record {
            message: None,
            known: Json { answer: Some(answer), reason, ..known.with(&claim.search) },
            minimal: clues.as_ref().and_then(Clues::minimal),
            redundant: clues.map(|clues| clues.redundant.iter().map(name).collect()),
            level: level.map(Level::number),
            duplicate_of: None,
            too_symmetric: asked && canonical.is_none(),
            left_out: !ordinary
                && (wanted || args.duplicates.is_some() || unique && (args.rate || args.minimal)),
            compared: args.duplicates.filter(|_| ordinary).map(|_| {
                canonical.as_ref().filter(|_| isomorphs).unwrap_or(puzzle.givens()).clone()
            }),
            canonical: canonical.as_ref().filter(|_| args.canonical).map(write::line),
            form: canonical.filter(|_| !args.against.is_empty()),
            given: None,
            isomorph_of: None,
            row: None,
            is_judged: false,
            line,
            answer,
        })
    }

    /// The record of a row of a table; `None` if cancelled. `found` is the row's puzzle.
    pub fn examine_row(&self, row: &Row<'_>, found: Result<Found, Refused>) -> Option<Record> {
        let is_judged = row.layout().answers().is_some();
        let mut record = match found {
            Err(refused) => Record::bad(&refused),
            Ok(found) => {
                let puzzle = is_judged.then(|| found.puzzle.clone());
                let mut record = self.examine(found)?;
                if let Some(puzzle) = puzzle {
                    let (given, refusal) = Given::of(row, &puzzle, record.answer);
                    record.given = Some(given);
                    let message = refusal.map(|refusal| Refused::from(refusal).text);
                    record.message = record.message.or(message);
                }
                record
            }
        };
        record.is_judged = is_judged;
        record.row = (self.args.output == CheckOutput::Table).then(|| row.raw().to_vec());
        Some(record)
    }

    /// The puzzle of a row.
    pub fn read(&self, row: &Row<'_>) -> Result<Found, Refused> {
        row.found(self.args.source.size)
    }

    /// Whether a size other than 9x9 is asked for.
    pub fn is_for_other_size(&self) -> bool {
        self.args.source.size.is_some_and(|size| size != Order::NINE)
    }

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
        let answer = Answer::from(Uniqueness::of(&search));
        let asked = self.args.minimal && answer == Answer::Unique && puzzle.candidates().is_none();
        let clues = asked.then(|| self.clues(engine, puzzle));
        let claim = Claim { engine, answer, search, wall_ns, solutions, clues };
        debug_assert!(claim.has_true_solutions(puzzle), "{engine}: {puzzle:?}");
        claim
    }

    /// The rating of a unique puzzle, and the hardest technique needed; `None` if the puzzle needs no technique or
    /// too many tests.
    fn rating(&self, puzzle: &Puzzle) -> (Option<f64>, Option<&'static str>) {
        let mut left = RATING_TESTS;
        let rating = rate_within(puzzle, &mut |tests| {
            let goes_on = tests <= left && !self.cancel.is_cancelled();
            left = left.saturating_sub(tests);
            goes_on
        });
        let Some(rating) = rating else { return (None, None) };
        let hardest = rating.hardest().filter(|_| rating.is_solved());
        let number = hardest.map(|found| difficulty(found.difficulty()));
        let beyond = Some(BEYOND).filter(|_| !rating.is_solved());
        (number, hardest.map(Technique::name).or(beyond))
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
                // Without this clue there are at least as many solutions, so `None` is a fault of the engine.
                Some(Uniqueness::None) | None => clues.open = true,
            }
            fewer.set(cell, digit);
        }
        clues
    }
}

/// The clash that makes an answer `none`, or why an answer is `unknown`; nothing for other answers.
fn reason(puzzle: &Puzzle, claim: &Claim) -> Option<String> {
    match (claim.answer, claim.search.outcome) {
        (Answer::None, _) => puzzle.contradiction().map(|contradiction| contradiction.to_string()),
        (Answer::Unknown, _) if claim.engine.refuses(puzzle).is_some() => {
            claim.engine.refuses(puzzle).map(|why| format!("{} {why}", claim.engine))
        }
        (Answer::Unknown, Outcome::Stalled) => Some("stalled: a guess is needed".to_owned()),
        (Answer::Unknown, _) => Some("stopped at the limit".to_owned()),
        _ => None,
    }
}

impl Record {
    /// The record of an unreadable puzzle.
    pub fn bad(error: &Refused) -> Self {
        let (line, answer, reason) = (error.line, Answer::Invalid, error.text.trim().to_owned());
        let message = Some(error.text.clone());
        let (of_line, reason) = (Some(line), Some(reason));
        let known = Json { answer: Some(answer), reason, line: of_line, ..Json::default() };
        Self { known, line, answer, message, ..Self::default() }
    }
}
