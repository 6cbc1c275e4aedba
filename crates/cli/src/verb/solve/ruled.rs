//! `solve --rules`: puzzles under rules of a grid, by engines of exact cover.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::{Result, anyhow};
use quadrille_cover::{CancelToken, Counters, Outcome, Solver as Solves, Tally};
use quadrille_service::problem::engine;
use quadrille_service::puzzle::ruled;
use quadrille_sudoku::rules::read::Found;

use super::Solver;
use crate::args::{AUTO, Chosen, Drawn, Solve, SolveOutput, refuse};
use crate::input::rules;
use crate::output::json::{self, Json};
use crate::output::message::tell;
use crate::output::whole_file::refuse_input;
use crate::output::{counts, plural};
use crate::status::Status;

/// Solves the puzzles of a source one after another.
pub fn run(args: &Solve, rules: &str, cancel: &CancelToken) -> Result<Status> {
    let is_plain =
        matches!(args.output, SolveOutput::Plain | SolveOutput::Line | SolveOutput::Json);
    let given = [
        (args.trace, "--trace"),
        (args.verbose.is_some(), "--verbose"),
        (args.engines.is_some(), "--engines"),
        (matches!(args.picture.what, Drawn::Tree { .. }), "--draw tree"),
        (!is_plain, "--output"),
    ];
    refuse(&given, |option| {
        format!(
            "found --rules, whose puzzles are solved by engines of exact cover; expected the output plain, line or json, and pictures of grids, \
             but neither steps nor search trees; omit {option}"
        )
    })?;
    let name = match &args.engine {
        Chosen::Auto(_) => AUTO,
        Chosen::Ours(engine) => engine.name(),
        Chosen::Program(name) => name,
    };
    let engine =
        engine(name).map_err(|error| anyhow!("--rules needs an engine of exact cover: {error}"))?;
    if let Some(written) = &args.picture.file {
        refuse_input(written, [&args.source.input])?;
    }
    let mut solver = Solver::begin(args, cancel)?;
    let (source, reader) = rules::open(&args.source, rules)?;
    solver.source = source;
    let mut reader = reader.peekable();
    while let Some(found) = reader.next() {
        match found {
            Ok(found) => {
                if let Some(pictures) = &mut solver.pictures {
                    pictures.begin(|| reader.peek().is_some())?;
                }
                solver.status = solver.status.max(solver.solve_ruled(engine, &found)?);
                solver.solved += 1;
            }
            Err(error) => solver.refuse(&error)?,
        }
        if !solver.goes_on() {
            break;
        }
    }
    solver.end()
}

impl Solver<'_> {
    fn solve_ruled(&mut self, engine: &dyn Solves, found: &Found) -> Result<Status> {
        let args = self.args;
        let guard = self.guard();
        let stop = guard.as_ref().map_or(self.cancel, |guard| &guard.token).clone();
        let budget = args.limits.budget(args.how_many.solutions(), &stop);
        let is_json = args.output == SolveOutput::Json;
        let counters = if args.stats || is_json { Counters::On } else { Counters::Off };
        let (mut first, mut all, mut lost) = (None, Vec::new(), None);
        let start = Instant::now();
        let Tally { solutions, search, .. } = if args.how_many.count {
            ruled::count(found, engine, &budget, counters)?
        } else {
            let search = ruled::search(found, engine, &budget, counters, &mut |digits| {
                if is_json {
                    all.push(found.rules.line(digits));
                } else if let Err(error) = self.print_ruled(found, digits) {
                    lost = Some(error);
                    return ControlFlow::Break(());
                }
                first.get_or_insert_with(|| digits.to_vec());
                ControlFlow::Continue(())
            })?;
            Tally::new(search.stats.solutions.into(), search)
        };
        let wall = start.elapsed();
        drop(guard);
        lost.map_or(Ok(()), Err)?;
        let out = &mut self.out;
        if is_json {
            let json = Json {
                puzzle: Some(found.rules.puzzle_line(&found.givens)),
                rules: Some(found.rules.name()),
                engine: Some(engine.name()),
                line: Some(found.line),
                solution: first.as_deref().map(|digits| found.rules.line(digits)),
                all: args.how_many.several().then_some(all),
                wall_ns: Some(wall.as_nanos() as u64),
                ..Json::default()
            };
            let json = Json { solutions: Some(json::big_count(&solutions)), ..json.with(&search) };
            json::write_line(out, &json)?;
        } else {
            match search.outcome {
                _ if !args.how_many.count => {}
                // An incomplete number would be mistaken for the complete one.
                Outcome::BudgetSpent => writeln!(out, "unknown")?,
                _ => writeln!(out, "{solutions}")?,
            }
            for (name, count) in counts(search.stats).filter(|_| args.stats) {
                writeln!(out, "{name} {count}")?;
            }
        }
        out.flush()?;
        if let (Some(pictures), false) = (&mut self.pictures, self.cancel.is_cancelled()) {
            pictures.draw_ruled(found, &search, first.as_deref())?;
        }
        let why_not = match search.outcome {
            Outcome::BudgetSpent if self.cancel.is_cancelled() => return Ok(Status::Interrupted),
            Outcome::BudgetSpent => {
                let so_far = plural(&solutions, "solution");
                format!("stopped at the limit, with {so_far} so far; use a larger limit")
            }
            _ if solutions > 0u32.into() => return Ok(Status::Positive),
            _ => match found.rules.fault(&found.givens) {
                Some(fault) => format!("no solution: {fault}"),
                None => "no solution".to_owned(),
            },
        };
        if !args.quiet {
            tell(format_args!("{}:{}: {why_not}", self.source, found.line));
        }
        Ok(Status::Negative)
    }

    fn print_ruled(&mut self, found: &Found, digits: &[u8]) -> Result<()> {
        self.print_text(&match self.args.output {
            SolveOutput::Line => found.rules.line(digits) + "\n",
            _ => found.rules.plain(digits),
        })
    }
}
