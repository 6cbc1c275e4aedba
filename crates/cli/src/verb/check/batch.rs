//! The puzzles of a batch, examined by a worker.
//!
//! Where only verdicts are asked for, runs of 9x9 puzzles go unparsed to `lanes`, many at once. A
//! unique puzzle needs nothing more; one with another verdict is examined again, because its line also
//! shows solutions or a reason.

use quadrille_sudoku::Uniqueness;
use quadrille_sudoku::engine::lanes::Instructions;
use quadrille_sudoku::format::read::Run;

use super::examine::{Examiner, Record};
use super::page::{Page, Printer};
use crate::input::batches::{Batch, Item};
use crate::work::lanes;

/// What a worker makes of a batch.
pub struct Checked {
    pub content: Content,
    /// False if the batch was cut short by a cancellation.
    pub whole: bool,
}

pub enum Content {
    /// Records in print.
    Printed(Page),
    /// Records to be compared with earlier ones before they are printed.
    Open(Vec<Record>),
}

impl Content {
    /// Adds a record. False if it is `None`, which means that it was cancelled.
    fn add(&mut self, record: Option<Record>, printer: Printer) -> bool {
        let Some(record) = record else { return false };
        match self {
            Self::Printed(page) => page.add(&record, printer),
            Self::Open(records) => records.push(record),
        }
        true
    }
}

/// Examines a batch. With `open` the records are not printed yet.
pub fn check(batch: Batch, examiner: &Examiner, printer: Printer, open: bool) -> Checked {
    let mut content =
        if open { Content::Open(Vec::new()) } else { Content::Printed(Page::default()) };
    let quick = examiner.verdicts_only();
    let whole = batch.into_iter().all(|item| match item {
        Item::Run(run) => match (&mut content, quick) {
            (Content::Printed(page), Some(most)) => check_run(&run, most, page, examiner, printer),
            (content, _) => {
                run.puzzles().all(|found| content.add(examiner.examine(found), printer))
            }
        },
        Item::Found(found) => content.add(examiner.examine(found), printer),
        Item::Bad(error) => content.add(Some(Record::bad(&error)), printer),
    });
    Checked { content, whole }
}

/// Adds the verdicts of a run. False if it was cancelled.
fn check_run(
    run: &Run,
    most: Instructions,
    page: &mut Page,
    examiner: &Examiner,
    printer: Printer,
) -> bool {
    let cells: Vec<_> = run.cells().collect();
    let mut verdicts = Vec::with_capacity(cells.len());
    if !lanes::with(most, |lanes| lanes.check_batch_within(&cells, &examiner.cancel, &mut verdicts))
    {
        return false;
    }
    let mut puzzles = run.puzzles();
    // The number of unique puzzles, and the place of the next puzzle of `puzzles`.
    let (mut unique, mut next) = (0, 0);
    let whole = verdicts.into_iter().enumerate().all(|(place, verdict)| {
        if verdict == Uniqueness::Unique {
            page.add_unique(run.first_line() + place);
            unique += 1;
            return true;
        }
        let found = puzzles.nth(place - next).expect("a puzzle for each verdict");
        next = place + 1;
        let record = examiner.examine(found);
        if let Some(record) = &record {
            page.add(record, printer);
        }
        record.is_some()
    });
    page.tally.add_unique(unique);
    whole && !examiner.cancel.is_cancelled()
}
