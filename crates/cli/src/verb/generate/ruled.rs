//! `generate --rules`: puzzles under rules of a grid. They begin with a line that says the rules, which `--rules file` reads.

use std::io::Write;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, Result};
use quadrille_cover::CancelToken;
use quadrille_service::puzzle::{link, ruled};
use quadrille_sudoku::generate::{Method, Wanted};
use quadrille_sudoku::rules::make::{Failure, Made};
use quadrille_sudoku::rules::read::MARK;

use crate::args::{Generate, GenerateOutput, jobs_or_cores, refuse};
use crate::input::rules;
use crate::output::json::{self, Json};
use crate::output::message::tell;
use crate::output::{plural, progress, stdout};
use crate::status::Status;
use crate::work::pipeline;

/// Makes puzzles, each from the random numbers of its number.
pub fn run(args: &Generate, rules: &str, cancel: &CancelToken) -> Result<Status> {
    let is_plain = matches!(
        args.output,
        GenerateOutput::Line | GenerateOutput::Plain | GenerateOutput::Json | GenerateOutput::Link
    );
    let given = [
        (args.difficulty.is_some(), "--difficulty"),
        (args.rating.is_some(), "--rating"),
        (args.technique.is_some(), "--technique"),
        (args.clues.is_some(), "--clues"),
        (args.pattern.is_some(), "--pattern"),
        (args.from.is_some(), "--from"),
        (args.method != Method::TopDown, "--method"),
        (args.aim.is_some(), "--aim"),
        (args.steps.is_some(), "--steps"),
        (args.answer != Wanted::Unique, "--answer"),
        (args.path, "--path"),
        (args.out.is_some(), "--out"),
        (args.division.shards.is_some(), "--shards"),
        (!is_plain, "--output"),
    ];
    refuse(&given, |option| {
        format!(
            "found --rules, under which clues are taken from a random grid while the solution stays the only one; expected --size, \
             --count, --seed, --symmetry, --minimal, --attempts, --jobs and the output line, plain, json or link; omit {option}"
        )
    })?;
    let spec = rules::spec(rules)?;
    let rules = Arc::new(ruled::rules_to_make(&spec, args.size.side()).context("--rules")?);
    let wanted = ruled::Wanted {
        symmetry: args.symmetry,
        minimal: args.minimal,
        attempts: args.attempts.unwrap_or(ruled::ATTEMPTS),
    };
    let failed = Arc::new(AtomicU64::new(0));
    let (made_under, seed, token) = (Arc::clone(&rules), args.seed, cancel.clone());
    let count = Arc::clone(&failed);
    let work = move |number: u64| {
        let failed = || _ = count.fetch_add(1, Ordering::Relaxed);
        ruled::make(&made_under, wanted, (seed, number), &token, &failed)
    };
    let Range { start, end } = 0..args.count as u64;
    let feed = move |put: &dyn Fn(u64) -> bool| _ = (start..end).all(put);
    let mut out = stdout();
    let mut clues = Vec::new();
    let bar = progress::bar("", Some(args.count as u64), false);
    let _reports = progress::report(&bar, !args.quiet, "puzzles", move || {
        let failed = failed.load(Ordering::Relaxed);
        (failed > 0).then(|| format!("{}: not minimal", plural(failed, "failed attempt")))
    });
    for made in pipeline::start(jobs_or_cores(args.jobs), cancel, feed, work)? {
        let made = match made? {
            Err(Failure::Cancelled) => break,
            made => made.with_context(|| format!("--rules {}", rules.name()))?,
        };
        let Made { rules, givens, solution, .. } = &made;
        let count = givens.iter().filter(|&&digit| digit > 0).count();
        if clues.is_empty() && matches!(args.output, GenerateOutput::Line | GenerateOutput::Plain) {
            writeln!(out, "{MARK} {}", rules.name())?;
        }
        clues.push(count);
        bar.inc(1);
        match args.output {
            GenerateOutput::Plain => writeln!(out, "{}", rules.puzzle_plain(givens))?,
            GenerateOutput::Link => {
                writeln!(out, "{}", link::link(rules, givens).context("--output link")?)?;
            }
            GenerateOutput::Json => {
                let json = Json {
                    puzzle: Some(rules.puzzle_line(givens)),
                    rules: Some(rules.name()),
                    solution: Some(rules.line(solution)),
                    clues: Some(count),
                    ..Json::default()
                };
                json::write_line(&mut out, &json)?;
            }
            _ => writeln!(out, "{}", rules.puzzle_line(givens))?,
        }
        out.flush()?;
    }
    if clues.len() < args.count {
        return Ok(Status::Interrupted);
    }
    if let (Some(least), Some(most), false) = (clues.iter().min(), clues.iter().max(), args.quiet) {
        tell(format_args!(
            "{} under the rules {}, with {least} to {most} clues",
            plural(clues.len(), "puzzle"),
            rules.name()
        ));
    }
    Ok(Status::Positive)
}
