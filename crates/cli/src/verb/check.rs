//! `quadrille check`: unique, multiple, none or invalid, for each puzzle.
//!
//! Puzzles travel in batches: [`feed`] reads them on a thread of its own, [`pipeline`] hands them
//! to the workers and brings the results back in order, [`examine`] looks at one puzzle, and
//! [`mod@print`] makes text of what it found. All this is in constant memory but for `--duplicates`,
//! which remembers every puzzle.

mod cross;
mod examine;
mod print;
mod quick;
mod tally;

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use quadrille_cover::CancelToken;
use quadrille_sudoku::canonical::{Same, Seen};

use self::examine::{Examiner, Record};
use self::print::{Page, Printer};
use self::tally::Tally;
use crate::Status;
use crate::args::{Check, jobs_or_cores};
use crate::feed::{self, Batch, Item, Pace};
use crate::input::{self, Opened};
use crate::output::stdout;
use crate::pipeline;
use crate::tell::tell;

pub fn run(args: &Check, cancel: &CancelToken) -> Result<Status> {
    let examiner = Examiner::new(args, cancel)?;
    let Opened { name, input } = input::open(&args.source)?;
    let start = Instant::now();
    let pace = Arc::new(Pace::new());
    let printer = Printer::new(args);
    let mut seen = args.duplicates.map(|_| Seen::new(Same::Digits));
    let noted = Arc::clone(&pace);
    // Repetitions are found in order, hence here, and printed after that.
    let early = seen.is_none().then_some(printer);
    let work = move |batch| checked(batch, &examiner, &noted, early);
    let (intake, outlet) = pipeline::start(jobs_or_cores(args.jobs), work)?;
    let source = feed::Source { input, format: args.source.format, size: args.source.size };
    feed::start(source, intake, pace, cancel.clone())?;

    let bar = progress_bar(args.quiet);
    let mut tally = Tally::default();
    let mut out = stdout();
    out.write_all(&printer.header())?;
    let complain = |message: &str| bar.suspend(|| tell(format_args!("error: {name}:{message}")));
    while let Some(checked) = outlet.next(cancel, &mut || out.flush())? {
        let (page, counts) = match checked.content {
            Content::Printed(page, counts) => (page, counts),
            Content::Open(mut records) => {
                if let Some(seen) = &mut seen {
                    mark_duplicates(&mut records, seen);
                }
                printed(&records, printer)
            }
        };
        page.write(&mut out, complain)?;
        tally.merge(&counts);
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
            tell(speed(tally.puzzles(), start.elapsed()));
        }
    }
    Ok(tally.status())
}

/// What a worker makes of a batch.
struct Checked {
    content: Content,
    /// Whether all of the batch is in it: not if it was cancelled.
    whole: bool,
}

impl Checked {
    /// How many puzzles are in it.
    fn puzzles(&self) -> usize {
        match &self.content {
            Content::Printed(_, tally) => tally.puzzles() as usize,
            Content::Open(records) => records.len(),
        }
    }
}

enum Content {
    /// Ready to be written.
    Printed(Page, Tally),
    /// To be held against earlier puzzles.
    Open(Vec<Record>),
}

/// Examines the puzzles of a batch, and prints them unless that has to wait.
fn checked(batch: Batch, examiner: &Examiner, pace: &Pace, printer: Option<Printer>) -> Checked {
    let start = Instant::now();
    if let Some(printer) = printer.filter(|_| examiner.wants_verdicts_alone()) {
        let checked = quick::checked(batch, examiner, printer);
        pace.note(checked.puzzles(), start.elapsed());
        return checked;
    }
    let mut records = Vec::new();
    let mut whole = true;
    for item in batch {
        let mut examine = |found| {
            let record = examiner.examine(found);
            whole &= record.is_some();
            record
        };
        match item {
            Item::Run(run) => {
                records.reserve(run.len());
                records.extend(run.puzzles().map_while(&mut examine));
            }
            Item::Found(found) => records.extend(examine(found)),
            Item::Bad(error) => records.push(Record::bad(&error)),
        }
        if !whole {
            break;
        }
    }
    pace.note(records.len(), start.elapsed());
    let content = match printer {
        Some(printer) => {
            let (page, tally) = printed(&records, printer);
            Content::Printed(page, tally)
        }
        None => Content::Open(records),
    };
    Checked { content, whole }
}

fn printed(records: &[Record], printer: Printer) -> (Page, Tally) {
    let mut tally = Tally::default();
    for record in records {
        tally.add(record);
    }
    (printer.print(records), tally)
}

/// Notes of each puzzle which earlier one it repeats. Canonical forms come from the workers, so
/// that here two puzzles are the same if their digits are. One without is known by its givens.
fn mark_duplicates(records: &mut [Record], seen: &mut Seen) {
    for record in records {
        if let Some(examined) = &mut record.puzzle {
            let grid = examined.canonical.as_ref().unwrap_or(examined.puzzle.givens());
            examined.duplicate_of = seen.earlier(grid, record.line);
        }
    }
}

/// Shown on a terminal only, and not among verdicts.
fn progress_bar(quiet: bool) -> ProgressBar {
    let hidden = quiet || io::stdout().is_terminal();
    let target = if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let style = ProgressStyle::with_template("{spinner} {human_pos} puzzles, {per_sec}");
    let style = style.expect("a template that is right");
    ProgressBar::with_draw_target(None, target).with_style(style)
}

/// `0.41 s, 2439024 puzzles a second`.
fn speed(puzzles: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    format!("{seconds:.2} s, {:.0} puzzles a second", puzzles as f64 / seconds.max(1e-9))
}
