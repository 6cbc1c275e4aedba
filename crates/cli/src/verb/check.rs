//! `quadrille check`: for each puzzle, whether it is unique, multiple, none or invalid.
//!
//! A thread reads puzzles in batches ([`batches`]), workers examine them ([`batch`]), and this module
//! writes the results in order. Memory is constant, except for `--duplicates`, which remembers every
//! puzzle.

mod batch;
mod claim;
mod cross;
mod examine;
mod page;
mod tally;

use std::io::{self, IsTerminal, Write};
use std::time::Instant;

use anyhow::{Result, bail};
use quadrille_cover::CancelToken;
use quadrille_sudoku::canonical::{Same, Seen};

use self::batch::Content;
use self::examine::{Examiner, Record};
use self::page::{Page, Printer};
use self::tally::Tally;
use crate::Status;
use crate::args::{Check, jobs_or_cores};
use crate::input::{self, batches};
use crate::output::message::tell;
use crate::output::{progress, stdout};

pub fn run(args: &Check, cancel: &CancelToken) -> Result<Status> {
    let examiner = Examiner::new(args, cancel)?;
    let source = input::open(&args.source)?;
    let name = source.name.clone();
    let start = Instant::now();
    let printer = Printer::new(args);
    let mut seen = args.duplicates.map(|_| Seen::new(Same::Digits));
    let open = seen.is_some();
    let work = move |puzzles| batch::check(puzzles, &examiner, printer, open);
    let results = batches::start(source, jobs_or_cores(args.jobs), cancel, work)?;
    // Not among verdicts on a terminal.
    let shown = !args.quiet && !io::stdout().is_terminal();
    let bar = progress::bar("{spinner} {human_pos} puzzles, {rate}", None, shown);
    let mut tally = Tally::default();
    let mut out = stdout();
    out.write_all(printer.header().as_bytes())?;
    for checked in results {
        let page = match checked.content {
            Content::Printed(page) => page,
            Content::Open(records) => compared(records, seen.as_mut(), printer),
        };
        let complain =
            |message: &str| bar.suspend(|| tell(format_args!("error: {name}:{message}")));
        page.write(&mut out, complain)?;
        out.flush()?;
        tally += &page.tally;
        bar.set_position(tally.puzzles());
        if !checked.whole {
            break;
        }
    }
    out.flush()?;
    bar.finish_and_clear();
    if tally.puzzles() == 0 && !cancel.is_cancelled() {
        bail!("{name}: found no puzzle; expected at least one");
    }
    if !args.quiet {
        tell(tally.summary(args));
        if io::stderr().is_terminal() {
            let seconds = start.elapsed().as_secs_f64();
            let rate = tally.puzzles() as f64 / seconds.max(1e-9);
            tell(format_args!("{seconds:.2} s, {rate:.0} puzzles per second"));
        }
    }
    Ok(tally.status())
}

/// The records in print, each with the earlier line that it repeats. Workers have computed canonical
/// forms if isomorphs count, so equal digits mean a repetition. A puzzle without a canonical form is
/// compared by its givens.
fn compared(mut records: Vec<Record>, mut seen: Option<&mut Seen>, printer: Printer) -> Page {
    let mut page = Page::default();
    for record in &mut records {
        if let (Some(examined), Some(seen)) = (&mut record.puzzle, &mut seen) {
            let grid = examined.canonical.as_ref().unwrap_or(examined.puzzle.givens());
            examined.duplicate_of = seen.earlier(grid, record.line);
        }
        page.add(record, printer);
    }
    page
}
