//! `check --rules`: verdicts on puzzles under rules of a grid.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::Write;

use anyhow::{Result, bail};
use quadrille_cover::CancelToken;
use quadrille_service::puzzle::check::Record;
use quadrille_service::puzzle::ruled::Examiner;
use quadrille_sudoku::Engine;
use quadrille_sudoku::canonical::Same;
use quadrille_sudoku::format::read::ReadError;
use quadrille_sudoku::rules::read::Found;
use quadrille_tables::Refused;

use super::page::{COLUMNS, Page};
use super::printed::Printed;
use crate::args::{AUTO, Check, CheckOutput, jobs_or_cores, refuse};
use crate::input::rules;
use crate::output::message::tell;
use crate::output::{plural, stdout};
use crate::status::Status;
use crate::work::pipeline;

/// Puzzles that a worker takes at once.
const BATCH: usize = 16;

pub fn run(args: &Check, rules: &str, cancel: &CancelToken) -> Result<Status> {
    let given = [
        (args.rate, "--rate"),
        (args.canonical, "--canonical"),
        (args.duplicates == Some(Same::Isomorphs), "--duplicates isomorphs"),
        (!args.against.is_empty(), "--against"),
        (args.division.shards.is_some(), "--shards"),
        (args.out.is_some(), "--out"),
        (args.output == CheckOutput::Table, "--output table"),
        (!matches!(args.engine, Engine::Lanes(_) | Engine::Dlx), "--engine"),
    ];
    refuse(&given, |option| {
        format!(
            "found --rules, under which puzzles have verdicts, clues that are needed, and copies, by the engines auto or dlx; omit {option}"
        )
    })?;
    let engine = if args.engine == Engine::Dlx { args.engine.name() } else { AUTO };
    let request = quadrille_service::puzzle::check::Request {
        engine: engine.to_owned(),
        ..super::request(args)
    };
    let examiner = Examiner::new(request, cancel)?;
    let (name, mut reader) = rules::open(&args.source, rules)?;
    let feed = move |put: &dyn Fn(Vec<Result<Found, ReadError>>) -> bool| {
        loop {
            let batch: Vec<_> = reader.by_ref().take(BATCH).collect();
            if batch.is_empty() || !put(batch) {
                break;
            }
        }
    };
    let work = move |batch: Vec<Result<Found, ReadError>>| -> Result<Vec<Checked>> {
        batch.into_iter().map(|found| check(found, &examiner)).collect()
    };
    let mut page = Page::default();
    let (mut tally, mut seen) = (super::Tally::default(), HashMap::new());
    let mut out = stdout();
    if args.output == CheckOutput::Csv {
        writeln!(out, "{COLUMNS}")?;
    }
    for checked in pipeline::start(jobs_or_cores(args.jobs), cancel, feed, work)? {
        for Checked { record, puzzle } in checked?? {
            let Some(record) = record else { continue };
            let mut duplicate_of = None;
            if let (Some(puzzle), true) = (puzzle, args.duplicates.is_some()) {
                match seen.entry(puzzle) {
                    Entry::Occupied(first) => duplicate_of = Some(*first.get()),
                    Entry::Vacant(place) => _ = place.insert(record.line),
                }
            }
            page.add(&Printed { record, duplicate_of, ..Printed::default() }, args);
        }
        page.write(&mut out, |message| tell(format_args!("error: {name}:{message}")))?;
        out.flush()?;
        tally += &page.tally;
        page = Page::default();
    }
    if cancel.is_cancelled() {
        tell(format_args!(
            "interrupted after {}; the counts are of these",
            plural(tally.puzzles(), "puzzle")
        ));
    } else if tally.puzzles() == 0 {
        bail!("{name}: found no puzzle; expected at least one");
    }
    if !args.quiet {
        tell(tally.summary(args));
    }
    Ok(tally.status())
}

struct Checked {
    /// `None` if cancelled.
    record: Option<Record>,
    /// The name of its rules, and its line, by which a copy is known; `None` for what cannot be read.
    puzzle: Option<(String, String)>,
}

fn check(found: Result<Found, ReadError>, examiner: &Examiner) -> Result<Checked> {
    let found = match found {
        Ok(found) => found,
        Err(error) => {
            return Ok(Checked { record: Some(Record::bad(&Refused::from(error))), puzzle: None });
        }
    };
    let record = examiner.examine(&found)?;
    let line = found.rules.puzzle_line(&found.givens);
    Ok(Checked { record, puzzle: Some((found.rules.name().to_owned(), line)) })
}
