//! `quadrille check`: unique, multiple, none or invalid, for each puzzle.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::{Result, bail};
use quadrille_cover::{CancelToken, Outcome};
use quadrille_sudoku::format::read::{Found, ReadError};
use quadrille_sudoku::format::write;
use quadrille_sudoku::{Engine, Grid, Watch};

use crate::Status;
use crate::args::{Check, Output};
use crate::input;
use crate::output::{Answer, Json, plural, stdout};

pub fn run(args: &Check, cancel: &CancelToken) -> Result<Status> {
    let puzzles = input::puzzles(&args.source, false)?;
    let mut checker = Checker { args, cancel, source: &puzzles.name, out: stdout() };
    let mut tally = Tally::default();
    for found in puzzles.reader {
        let answer = match found {
            Ok(found) => checker.check(&found)?,
            Err(error) => checker.refuse(&error)?,
        };
        if cancel.is_cancelled() {
            break;
        }
        tally.add(answer);
    }
    checker.out.flush()?;
    if tally.puzzles() == 0 && !cancel.is_cancelled() {
        bail!("{}: found no puzzle; expected at least one", puzzles.name);
    }
    if !args.quiet {
        eprintln!("{}", tally.summary());
    }
    Ok(tally.status())
}

struct Checker<'a, W: Write> {
    args: &'a Check,
    cancel: &'a CancelToken,
    source: &'a str,
    out: W,
}

impl<W: Write> Checker<'_, W> {
    fn check(&mut self, found: &Found) -> Result<Answer> {
        let engine = Engine::from_name(&self.args.engine).expect("clap lets only engines through");
        let budget = self.args.limits.budget(Some(2), self.cancel);
        let mut first = None;
        let mut keep = |grid: &Grid| {
            first.get_or_insert_with(|| grid.clone());
            ControlFlow::Continue(())
        };
        let watch = if self.args.output == Output::Json { Watch::Count } else { Watch::Off };
        let prepared = engine.prepare(&found.puzzle);
        let start = Instant::now();
        let search = prepared.search(&budget, watch, &mut keep);
        let wall_ns = start.elapsed().as_nanos() as u64;
        if self.cancel.is_cancelled() {
            return Ok(Answer::Unknown);
        }
        let answer = Answer::of(&search);
        let reason = match (answer, search.outcome, found.puzzle.clash()) {
            (Answer::None, _, Some(clash)) => Some(clash.to_string()),
            (Answer::Unknown, Outcome::Stalled, _) => Some("stalled: a guess is needed".to_owned()),
            (Answer::Unknown, ..) => Some("gave up at the limit".to_owned()),
            _ => None,
        };
        if self.args.output == Output::Json {
            let puzzle = write::line(found.puzzle.givens());
            let json = Json {
                puzzle: Some(&puzzle),
                engine: Some(engine.name()),
                line: Some(found.line),
                reason,
                solution: first.as_ref().map(write::line),
                wall_ns: Some(wall_ns),
                ..Json::default()
            };
            json.with(&search).write(&mut self.out)?;
        } else {
            let why = reason.map_or_else(String::new, |reason| format!(" ({reason})"));
            writeln!(self.out, "{}: {}{why}", found.line, answer.name())?;
        }
        Ok(answer)
    }

    fn refuse(&mut self, error: &ReadError) -> Result<Answer> {
        // In order with the verdicts, wherever both go.
        self.out.flush()?;
        eprintln!("error: {}:{error}", self.source);
        let answer = Answer::Invalid;
        if self.args.output == Output::Json {
            let json = Json::<String> {
                line: Some(error.line),
                answer: Some(answer),
                reason: Some(error.to_string()),
                ..Json::default()
            };
            json.write(&mut self.out)?;
        } else {
            writeln!(self.out, "{}: {}", error.line, answer.name())?;
        }
        Ok(answer)
    }
}

/// How many puzzles got each answer.
#[derive(Default)]
struct Tally {
    unique: u64,
    multiple: u64,
    none: u64,
    unknown: u64,
    invalid: u64,
}

impl Tally {
    fn add(&mut self, answer: Answer) {
        *match answer {
            Answer::Unique => &mut self.unique,
            Answer::Multiple => &mut self.multiple,
            Answer::None => &mut self.none,
            Answer::Unknown => &mut self.unknown,
            Answer::Invalid => &mut self.invalid,
        } += 1;
    }

    fn puzzles(&self) -> u64 {
        self.unique + self.multiple + self.none + self.unknown + self.invalid
    }

    fn summary(&self) -> String {
        let mut text = format!(
            "{}: {} unique, {} multiple, {} none",
            plural(self.puzzles(), "puzzle"),
            self.unique,
            self.multiple,
            self.none
        );
        for (count, what) in [(self.unknown, "unknown"), (self.invalid, "refused")] {
            if count > 0 {
                text += &format!(", {count} {what}");
            }
        }
        text
    }

    fn status(&self) -> Status {
        match self {
            Self { invalid: 1.., .. } => Status::Bad,
            _ if self.unique < self.puzzles() => Status::Negative,
            _ => Status::Positive,
        }
    }
}
