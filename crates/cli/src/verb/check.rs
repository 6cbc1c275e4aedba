//! `quadrille check`: for each puzzle, whether it is unique, multiple, none or invalid.
//!
//! A thread reads puzzles in batches ([`batches`]), workers examine them ([`batch`]), and this module
//! writes the results in order. Memory is constant, except for `--duplicates`, which remembers every
//! puzzle, and for `--against`, which remembers those of other files.

mod against;
mod batch;
mod page;
mod printed;
mod rewrite;
mod ruled;
mod shards;
mod tally;

use std::io::{self, IsTerminal, Write};
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Result, bail};
use quadrille_cover::CancelToken;
use quadrille_service::puzzle::check::{self, Examiner, Record, Repeated};
use quadrille_sudoku::canonical::{Same, Seen};
use quadrille_sudoku::{Engine, Order};
use quadrille_tables::Content;

use self::against::Others;
use self::printed::Printed;
use self::rewrite::Rewrite;
pub use self::shards::{merged, shard};
use self::tally::Tally;
use crate::args::{Check, CheckOutput, jobs_or_cores};
use crate::input::{self, Opened, batches};
use crate::output::message::tell;
use crate::output::puzzle_proofs::PuzzleProofs;
use crate::output::{plural, progress, stdout};
use crate::status::Status;

pub fn run(args: &Check, cancel: &CancelToken) -> Result<Status> {
    if let Some(rules) = &args.rules {
        return ruled::run(args, rules, cancel);
    }
    match args.division.shards {
        Some(shards) => shards::create(args, shards, cancel),
        None if args.out.is_some() => {
            bail!(
                "found --out without --shards; expected both, because --out names the folder of shards"
            )
        }
        None => run_all(args, &Extent::Whole, &mut stdout(), cancel).map(|(_, status)| status),
    }
}

/// What is said of a table that is written again and could not be read to its end.
const INCOMPLETE: &str = "the table on standard output is not complete";

/// The puzzles of a source that are checked.
enum Extent {
    Whole,
    /// Those of a shard: its number, and the places of its puzzles.
    Shard(usize, Range<usize>),
}

/// Checks puzzles, and writes what is found to `out`. Returns the counts and the status of the verb.
fn run_all(
    args: &Check,
    extent: &Extent,
    mut out: &mut dyn Write,
    cancel: &CancelToken,
) -> Result<(Tally, Status)> {
    let mut proofs = args.proof.as_ref().map(PuzzleProofs::create).transpose()?;
    let examiner = Arc::new(examiner(args, cancel)?);
    let source = input::open(&args.source, cancel)?;
    let name = source.name.clone();
    if !args.quiet {
        name_columns(&source);
    }
    let mut table =
        (args.output == CheckOutput::Table).then(|| Rewrite::new(args, &source)).transpose()?;
    let mut others = Others::read(&args.against, args.jobs, cancel)?;
    let start = Instant::now();
    // If isomorphs count as duplicates, the workers have computed canonical forms, so only digits are compared.
    let mut seen = Seen::new(Same::Digits);
    let mut copies = Seen::new(Same::Digits);
    let asked = args.clone();
    let work = move |puzzles| batch::check(puzzles, &asked, &examiner);
    let range = match extent {
        Extent::Whole => 0..usize::MAX,
        Extent::Shard(_, range) => range.clone(),
    };
    let results = batches::start_within(source, range, jobs_or_cores(args.jobs), cancel, work)?;
    // The bar must not come among verdicts on a terminal.
    let is_whole = matches!(extent, Extent::Whole);
    let shown = !(args.quiet || is_whole && io::stdout().is_terminal());
    let bar = progress::bar("{spinner} {human_pos} puzzles, {rate}", None, shown);
    let (mut tally, mut is_cut) = (Tally::default(), false);
    // The head line is in the first shard.
    if args.output == CheckOutput::Csv && matches!(extent, Extent::Whole | Extent::Shard(0, _)) {
        writeln!(out, "{}", page::COLUMNS)?;
    }
    for checked in results {
        let mut checked = checked?;
        for printed in checked.open {
            let Record { compared, givens, form, line, .. } = &printed.record;
            let givens = givens.as_ref();
            let same = compared.as_ref().and_then(|grid| seen.earlier(grid, *line));
            let compared_with = givens.filter(|_| args.duplicates == Some(Same::Isomorphs));
            let copy_of = compared_with.and_then(|grid| copies.earlier(grid, *line));
            let (duplicate_of, is_copy) = (copy_of.or(same), copy_of.is_some());
            let found =
                form.as_ref().zip(givens).and_then(|(form, givens)| others.find(form, givens));
            checked.page.add(&Printed { duplicate_of, is_copy, found, ..printed }, args);
        }
        if let (Some(proofs), None) = (&mut proofs, &checked.proved.failed) {
            proofs.add(&checked.proved)?;
        }
        let page = checked.page;
        let complain =
            |message: &str| bar.suspend(|| tell(format_args!("error: {name}:{message}")));
        page.write(&mut out, complain)?;
        match &mut table {
            Some(table) => table.write(&page.rows)?,
            None => out.flush()?,
        }
        tally += &page.tally;
        bar.set_position(tally.puzzles());
        if let Some(error) = checked.proved.failed {
            return Err(error.into());
        }
        is_cut |= checked.is_cut;
        if !checked.whole {
            break;
        }
    }
    out.flush()?;
    bar.finish_and_clear();
    if cancel.is_cancelled() {
        let read = plural(tally.puzzles(), "puzzle");
        if let Some(table) = table {
            table.abandon()?;
            tell(format_args!("error: interrupted after {read}; {INCOMPLETE}"));
        } else if !args.quiet {
            tell(format_args!("interrupted after {read}; the counts are of these"));
        }
    } else if let Some(table) = table {
        if is_cut {
            table.abandon()?;
            tell(format_args!("error: {name}: {INCOMPLETE}"));
        } else {
            table.finish()?;
        }
    }
    if tally.puzzles() == 0 && is_whole && !cancel.is_cancelled() {
        bail!("{name}: found no puzzle; expected at least one");
    }
    if !args.quiet {
        tell(tally.summary(args) + &others.summary());
        if io::stderr().is_terminal() {
            let seconds = start.elapsed().as_secs_f64();
            let rate = tally.puzzles() as f64 / seconds.max(1e-9);
            tell(format_args!("{seconds:.2} s, {rate:.0} puzzles per second"));
        }
    }
    if let Some(proofs) = proofs.filter(|_| !cancel.is_cancelled()) {
        proofs.finish(tally.unreadable())?;
    }
    let status = if others.is_whole() { tally.status() } else { Status::Bad };
    Ok((tally, status))
}

fn request(args: &Check) -> check::Request {
    check::Request {
        engine: args.engine.name().to_owned(),
        limits: args.limits.into(),
        minimal: args.minimal,
        rate: args.rate,
        canonical: args.canonical,
        same: args.duplicates.map(|same| match same {
            Same::Digits => Repeated::Digits,
            Same::Isomorphs => Repeated::Isomorphs,
        }),
        forms: !args.against.is_empty(),
        counts: args.output != CheckOutput::Plain,
        puzzles: args.output != CheckOutput::Plain,
        proofs: args.proof.is_some(),
        rows: args.source.size.map(Order::side),
        ..check::Request::default()
    }
}

fn examiner(args: &Check, cancel: &CancelToken) -> Result<Examiner> {
    let examiner = Examiner::new(request(args), cancel)?;
    Ok(match args.engine {
        Engine::Lanes(most) => examiner.at_most(most),
        _ => examiner,
    })
}

/// Says which columns are read where the table has several that may hold answers.
fn name_columns(source: &Opened) {
    let Content::Table(table) = &source.content else { return };
    let layout = &table.layout;
    if let (Some(answers), others @ [_, ..]) = (layout.answers(), &layout.passed_over[..]) {
        tell(format_args!(
            "{}: the puzzles are read from the column {}, the answers from {answers}, not from {}; --column answers=NAME chooses a column",
            source.name,
            layout.puzzles(),
            others.join(", ")
        ));
    }
}
