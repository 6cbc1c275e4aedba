//! The rows that an interrupted run left in its file, so that the run can be continued without losing or repeating a
//! row.
//!
//! A row is identified by its place in the order drawn from the seed (`block`, `position`). Each row of the file is
//! compared with the plan. An incomplete row at the end of the file, where the run was interrupted, is removed and
//! measured again. A line elsewhere that is not a row is damage, and the run is not resumed.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};

use quadrille_results::{COLUMNS, Record, RowError, Rows, Verdict};
use thiserror::Error;

use crate::plan::Plan;
use crate::plan::order::{Block, Order, Side};
use crate::run::summary::{Finished, Summary};

/// Why a run cannot be resumed from a file.
#[derive(Debug, Error)]
pub enum ResumeError {
    /// The file cannot be read.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The first line is not the head line of results.
    #[error(
        "{}:1:1: found another head line; expected `{}...`; give --resume a file that `quadrille run` has written",
        path.display(),
        &COLUMNS.join(",")[..30]
    )]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A line that is not a row, with rows after it.
    #[error(
        "{}:{line}: found a line that is not a valid row of results ({what}), but valid rows follow it; an interrupted \
         run leaves an incomplete line only at the end of its file, so something changed the file; remove the line, \
         or start again with --force",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What was found and what was expected.
        what: String,
    },
    /// A second row of the same place in the order of the run.
    #[error(
        "{}:{line}: found a second row of block {block}, position {position}; expected only one; remove one of the \
         two, or start again with --force",
        path.display()
    )]
    Duplicate {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// The row's block in the order of the run.
        block: usize,
        /// The row's position in the block.
        position: usize,
    },
    /// A row that does not belong to the run.
    #[error(
        "{}:{line}: found a row of another run: {what}; expected only rows of the run to be resumed; remove the row, \
         or start again with --force",
        path.display()
    )]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What differs.
        what: String,
    },
}

/// The rows that a run has already.
#[derive(Debug, Default)]
pub struct Done {
    /// A bit for each place in the order of the run, `width` places for each block: whether the file has the row.
    rows: Vec<u64>,
    width: usize,
    summary: Summary,
    /// The bytes of the file up to the end of its last whole row.
    keep: u64,
}

impl Done {
    /// No row: for a run that begins now.
    pub fn nothing() -> Self {
        Self::default()
    }

    /// Reads the rows that a run of this plan has written to a file.
    ///
    /// # Errors
    /// If the file cannot be read, or has anything but rows of the run `run_id` of this plan.
    pub fn read(path: &Path, plan: &Plan, run_id: &str) -> Result<Self, ResumeError> {
        let io = |error| ResumeError::Io { path: path.to_owned(), error };
        let mut file = File::open(path).map_err(io)?;
        let head = format!("{}\n", COLUMNS.join(","));
        let mut begin = Vec::new();
        (&file).take(head.len() as u64).read_to_end(&mut begin).map_err(io)?;
        if begin.len() < head.len() && head.as_bytes().starts_with(&begin) {
            return Ok(Self::nothing());
        }
        if begin != head.as_bytes() {
            return Err(ResumeError::Foreign { path: path.to_owned() });
        }
        file.rewind().map_err(io)?;
        let order = Order::new(plan);
        let mut reading = Reading {
            path,
            order: &order,
            run_id,
            block: None,
            done: Self { width: order.width(), keep: head.len() as u64, ..Self::default() },
        };
        reading.rows(file)?;
        Ok(reading.done)
    }

    /// Whether the file has a head line.
    pub fn is_begun(&self) -> bool {
        self.keep > 0
    }

    /// The number of bytes up to the end of the last whole row. The caller truncates the file there.
    pub fn keep(&self) -> u64 {
        self.keep
    }

    /// Whether the file has the row of a place.
    pub fn has(&self, block: usize, position: usize) -> bool {
        let (word, bit) = self.place(block, position);
        self.rows.get(word).is_some_and(|word| word >> bit & 1 == 1)
    }

    /// The summary of the rows of the file.
    pub fn summary(&self) -> Summary {
        self.summary.clone()
    }

    fn place(&self, block: usize, position: usize) -> (usize, usize) {
        let place = block * self.width + position;
        (place / 64, place % 64)
    }

    /// Marks the row of a place as present. Returns false if it was marked before.
    fn mark(&mut self, block: usize, position: usize) -> bool {
        let (word, bit) = self.place(block, position);
        if self.rows.len() <= word {
            self.rows.resize(word + 1, 0);
        }
        let there = self.rows[word] >> bit & 1 == 1;
        self.rows[word] |= 1 << bit;
        !there
    }
}

struct Reading<'r> {
    path: &'r Path,
    order: &'r Order<'r>,
    run_id: &'r str,
    /// The block of the last row.
    block: Option<Block<'r>>,
    done: Done,
}

impl Reading<'_> {
    fn rows(&mut self, file: File) -> Result<(), ResumeError> {
        let io = |error| ResumeError::Io { path: self.path.to_owned(), error };
        let mut rows = Rows::new("", file).map_err(|error| io(io::Error::other(error)))?;
        let mut cut: Option<(u64, String)> = None;
        loop {
            match (rows.next_row(), &cut) {
                (Ok(None), _) => return Ok(()),
                (Ok(Some((line, row))), None) => {
                    self.add(row, line)?;
                    self.done.keep = rows.whole_bytes();
                }
                (Ok(Some(_)), Some((line, what))) => {
                    let (path, what) = (self.path.to_owned(), what.clone());
                    return Err(ResumeError::Damaged { path, line: *line, what });
                }
                (Err(RowError::Row { line, found, expected, .. }), _) => {
                    cut.get_or_insert((line, format!("{found}, expected {expected}")));
                }
                (Err(RowError::Io { error, .. }), _) => return Err(io(error)),
            }
        }
    }

    /// Adds a row after a check that it belongs to this run.
    fn add(&mut self, record: Record, line: u64) -> Result<(), ResumeError> {
        let other = |what| ResumeError::OtherRun { path: self.path.to_owned(), line, what };
        let (number, position) = (record.block, record.position);
        if self.block.as_ref().is_none_or(|block| block.number != number) {
            self.block = self.order.block(number);
        }
        let turn = self.block.as_ref().and_then(|block| Some((block, block.turns.get(position)?)));
        let Some((block, turn)) = turn else {
            return Err(other(format!(
                "block {number}, position {position}, which the plan does not have"
            )));
        };
        let id = block.instance.map_or(quadrille_results::WHOLE_CORPUS, |instance| &instance.id);
        let sha256 = block.sha256();
        let run_id = Side::run_id(turn.side, self.run_id);
        let repetition = block.repetition.to_string();
        for (column, found, expected) in [
            ("run_id", &*record.run_id, &*run_id),
            ("corpus", &record.corpus, &block.corpus.name),
            ("instance", &record.instance, id),
            ("sha256", &record.sha256, &sha256),
            ("engine", &record.engine, turn.engine.name()),
            ("engine_version", &record.engine_version, turn.engine.version()),
            ("repetition", &record.repetition.to_string(), &repetition),
        ] {
            if found != expected {
                return Err(other(format!("found {column} {found}, expected {expected}")));
            }
        }
        let instances = block.instance.map_or(block.corpus.instances.len(), |_| 1);
        if !self.done.mark(number, position) {
            let (path, block) = (self.path.to_owned(), number);
            return Err(ResumeError::Duplicate { path, line, block, position });
        }
        self.done.summary.add(&finished(record, instances));
        Ok(())
    }
}

/// A row of the file in the form in which a run reports its rows.
fn finished(record: Record, instances: usize) -> Finished {
    let reason = || "according to the rows written before".to_owned();
    let wrong = record.verdict == Verdict::Wrong;
    let answered = if record.verdict == Verdict::Ok { instances } else { 0 };
    Finished {
        // The row of a batch without a time does not hold the number of instances answered.
        instances: if instances == 1 { 1 } else { answered },
        answered,
        wrong: wrong.then(|| (record.instance.clone(), reason())).into_iter().collect(),
        troubles: Vec::new(),
        record,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_many_of_a_batch_were_answered_is_not_made_up() {
        let row = |verdict| Record { verdict, ..Record::blank() };
        let counted = |verdict, instances| {
            let finished = finished(row(verdict), instances);
            (finished.answered, finished.instances)
        };
        assert_eq!(counted(Verdict::Ok, 200), (200, 200));
        assert_eq!(counted(Verdict::Budget, 200), (0, 0), "not in the row");
        assert_eq!(counted(Verdict::Budget, 1), (0, 1));
    }
}
