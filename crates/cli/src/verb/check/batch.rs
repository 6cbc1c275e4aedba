//! The puzzles of a batch, examined by a worker and printed into memory.

use quadrille_service::puzzle::check::{self, Examiner, Record, Sink, Unique};
use quadrille_service::puzzle::prove::Proved;

use quadrille_tables::Row;

use super::page::Page;
use super::printed::Printed;
use crate::args::{Check, CheckOutput};
use crate::input::batches::Batch;

#[derive(Default)]
pub struct Checked {
    /// Records as text, ready to be printed.
    pub page: Page,
    /// Records to be compared with earlier ones before they are printed.
    pub open: Vec<Printed>,
    /// False if the batch was cut short by a cancellation.
    pub whole: bool,
    /// Whether the source cannot be read further.
    pub is_cut: bool,
    /// Proofs of the puzzles, if asked for.
    pub proved: Proved,
}

struct Printer<'p> {
    args: &'p Check,
    page: Page,
    open: Vec<Printed>,
    is_cut: bool,
    unique: u64,
    right: u64,
}

impl Sink for Printer<'_> {
    fn unique(&mut self, Unique { line, is_right, row, .. }: Unique<'_>) {
        self.page.add_unique(line, row.and_then(Row::name).as_deref(), is_right);
        *if is_right { &mut self.right } else { &mut self.unique } += 1;
    }

    fn record(&mut self, record: Record, row: Option<&Row<'_>>) {
        self.is_cut |= record.is_end;
        let is_rewritten = self.args.output == CheckOutput::Table;
        let is_judged = |row: &Row<'_>| row.layout.answers().is_some();
        let row = row.filter(|_| is_rewritten).map(|row| (row.raw.to_vec(), is_judged(row)));
        let printed = Printed { record, row, ..Printed::default() };
        if self.args.duplicates.is_some() || !self.args.against.is_empty() {
            self.open.push(printed);
        } else {
            self.page.add(&printed, self.args);
        }
    }
}

pub fn check(batch: Batch, args: &Check, examiner: &Examiner) -> Checked {
    let (page, open, proved) = Default::default();
    let mut printer = Printer { args, page, open, is_cut: false, unique: 0, right: 0 };
    let mut proved: Proved = proved;
    let whole = check::check(batch, examiner, &mut printer, &mut proved);
    let Printer { mut page, open, is_cut, unique, right, .. } = printer;
    page.tally.add_unique(unique);
    page.tally.add_right(right);
    Checked { page, open, whole, is_cut, proved }
}
