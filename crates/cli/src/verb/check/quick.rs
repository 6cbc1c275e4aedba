//! Verdicts of long lists in plain text, with nothing made of a puzzle but its verdict.
//!
//! Runs of 9x9 puzzles go to `lanes` as they stand, many at once. That a puzzle is unique says all
//! there is to say; any other verdict shows solutions or reasons, and is found the usual way.

use quadrille_sudoku::Uniqueness;
use quadrille_sudoku::format::read::Run;

use super::examine::{Examiner, Record};

use super::print::{Page, Printer};
use super::tally::Tally;
use super::{Checked, Content};
use crate::feed::{Batch, Item};
use crate::lanes;

/// What is printed so far.
struct Print<'a> {
    page: Page,
    tally: Tally,
    examiner: &'a Examiner,
    printer: Printer,
}

/// The verdicts of a batch.
pub fn checked(batch: Batch, examiner: &Examiner, printer: Printer) -> Checked {
    let (page, tally) = (Page::default(), Tally::default());
    let mut print = Print { page, tally, examiner, printer };
    let whole = batch.into_iter().all(|item| match item {
        Item::Run(run) => print.run(&run),
        Item::Found(found) => print.record(examiner.examine(found).as_ref()),
        Item::Bad(error) => print.record(Some(&Record::bad(&error))),
    });
    Checked { content: Content::Printed(print.page, print.tally), whole }
}

impl Print<'_> {
    /// Adds the verdicts of a run. False if it was cancelled.
    fn run(&mut self, run: &Run) -> bool {
        let cells: Vec<_> = run.cells().collect();
        let mut verdicts = Vec::with_capacity(cells.len());
        let cancel = self.examiner.cancel();
        if !lanes::with(|lanes| lanes.check_batch_within(&cells, cancel, &mut verdicts)) {
            return false;
        }
        let mut puzzles = run.puzzles();
        let mut next = 0;
        for (i, verdict) in verdicts.into_iter().enumerate() {
            if verdict == Uniqueness::Unique {
                self.page.unique(run.first_line() + i);
                self.tally.add_unique();
                continue;
            }
            let found = puzzles.nth(i - next).expect("as many as there are verdicts");
            next = i + 1;
            if !self.record(self.examiner.examine(found).as_ref()) {
                return false;
            }
        }
        !cancel.is_cancelled()
    }

    /// Adds a record. False if there is none.
    fn record(&mut self, record: Option<&Record>) -> bool {
        if let Some(record) = record {
            self.tally.add(record);
            self.page.append(self.printer.print(std::slice::from_ref(record)));
        }
        record.is_some()
    }
}
