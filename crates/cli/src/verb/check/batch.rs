//! The puzzles of a batch, examined by a worker.
//!
//! Where only verdicts are asked for, runs of 9x9 puzzles go unparsed to `lanes`, many at once. A
//! unique puzzle needs nothing more; one with another verdict is examined again, because its line also
//! shows solutions or a reason.

use quadrille_sudoku::Uniqueness;
use quadrille_sudoku::engine::lanes::{Instructions, Lanes};
use quadrille_sudoku::format::read::{Found, Run};
use quadrille_tables::{Block, Item, Row, solves};

use super::examine::{Examiner, Record};
use super::page::Page;
use crate::input::batches::Batch;
use crate::work::lanes;
use crate::work::prover::Proved;

/// The results of a batch.
#[derive(Default)]
pub struct Checked {
    /// Records as text, ready to be printed.
    pub page: Page,
    /// Records to be compared with earlier ones before they are printed.
    pub open: Vec<Record>,
    /// False if the batch was cut short by a cancellation.
    pub whole: bool,
    /// Whether the source cannot be read further.
    pub is_cut: bool,
    /// Proofs of the puzzles, if asked for.
    pub proved: Proved,
    /// Why a puzzle has no proof.
    pub unproved: Option<anyhow::Error>,
}

impl Checked {
    /// Adds a record. `None` means that the examination was cancelled; then the result is false.
    fn add(&mut self, record: Option<Record>, examiner: &Examiner) -> bool {
        let Some(record) = record else { return false };
        if examiner.args.duplicates.is_some() || !examiner.args.against.is_empty() {
            self.open.push(record);
        } else {
            self.page.add(&record, &examiner.args);
        }
        true
    }

    /// Adds the record of a puzzle, and its proof. False if cancelled.
    fn examine(&mut self, found: Found, examiner: &Examiner) -> bool {
        let proved = examiner.prove(&found, &mut self.proved);
        let record = examiner.examine(found);
        self.agree(record, proved, examiner)
    }

    /// Adds the record of a row of a table, and its proof. False if cancelled.
    fn examine_row(&mut self, row: &Row<'_>, examiner: &Examiner) -> bool {
        let found = examiner.read(row);
        let proved = match &found {
            Ok(found) => examiner.prove(found, &mut self.proved),
            Err(_) => Ok(None),
        };
        let record = examiner.examine_row(row, found);
        self.agree(record, proved, examiner)
    }

    /// Adds a record, whose answer must be the one proved.
    fn agree(
        &mut self,
        record: Option<Record>,
        proved: anyhow::Result<Option<Uniqueness>>,
        examiner: &Examiner,
    ) -> bool {
        let Some(record) = record else { return false };
        let agreed = proved.and_then(|proved| record.agrees(proved));
        if let Err(error) = agreed {
            self.unproved.get_or_insert(error);
        }
        self.add(Some(record), examiner)
    }
}

/// Examines a batch.
pub fn check(batch: Batch, examiner: &Examiner) -> Checked {
    let mut checked = Checked::default();
    let quick = examiner.verdicts_only();
    let whole = batch.into_iter().all(|item| match (item, quick) {
        (Item::Run(run), Some(most)) => check_run(&run, most, &mut checked, examiner),
        (Item::Run(run), None) => {
            let mut places = 0..run.len();
            places.all(|place| checked.examine(run.puzzle(place), examiner))
        }
        (Item::Block(block), quick) => check_block(&block, quick, &mut checked, examiner),
        (Item::One(Ok(found)), _) => checked.examine(found, examiner),
        (Item::One(Err(error)), _) => {
            checked.is_cut |= error.is_end;
            checked.add(Some(Record::bad(&error)), examiner)
        }
    });
    Checked { whole, ..checked }
}

/// Adds the verdicts of a run. False if it was cancelled.
fn check_run(run: &Run, most: Instructions, checked: &mut Checked, examiner: &Examiner) -> bool {
    let cells: Vec<_> = run.cells().collect();
    let mut verdicts = Vec::with_capacity(cells.len());
    if !lanes::with(most, |lanes| lanes.check_batch_within(&cells, &examiner.cancel, &mut verdicts))
    {
        return false;
    }
    let mut unique = 0;
    let whole = verdicts.into_iter().enumerate().all(|(place, verdict)| {
        if verdict == Uniqueness::Unique {
            checked.page.add_unique(run.first_line() + place);
            unique += 1;
            return true;
        }
        checked.add(examiner.examine(run.puzzle(place)), examiner)
    });
    checked.page.tally.add_unique(unique);
    whole && !examiner.cancel.is_cancelled()
}

/// Adds the verdicts of rows of a table. False if cancelled.
fn check_block(
    block: &Block,
    quick: Option<Instructions>,
    checked: &mut Checked,
    examiner: &Examiner,
) -> bool {
    let Some(most) = quick.filter(|_| !examiner.is_for_other_size()) else {
        return block.rows().all(|row| checked.examine_row(&row, examiner));
    };
    let searched = block.searched(|cells| {
        let mut verdicts = Vec::with_capacity(cells.len());
        let check =
            |lanes: &mut Lanes| lanes.check_batch_within(cells, &examiner.cancel, &mut verdicts);
        lanes::with(most, check).then_some(verdicts)
    });
    let Some(mut searched) = searched else { return false };
    let is_judged = block.layout().answers().is_some();
    let (mut unique, mut right) = (0, 0);
    let whole = searched.all(|(row, found)| match found {
        Some((_, Uniqueness::Unique)) if !is_judged => {
            checked.page.add_unique(row.place() as usize);
            unique += 1;
            true
        }
        Some((cells, Uniqueness::Unique))
            if row.answer().is_some_and(|answer| solves(&cells, answer)) =>
        {
            checked.page.add_right(row.place() as usize);
            right += 1;
            true
        }
        _ => checked.examine_row(&row, examiner),
    });
    checked.page.tally.add_unique(unique);
    checked.page.tally.add_right(right);
    whole && !examiner.cancel.is_cancelled()
}
