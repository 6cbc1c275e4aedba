//! The rows a run has already: what a run that was killed left in its file, so that it can go on without
//! losing or doubling one.
//!
//! A row has its place in the order drawn from the seed (`block`, `position`), so the place says whether
//! it is there. Rows are held against the plan, one by one. What is not a whole row can only be the end of
//! the file, where the run was cut off: it is cut away and done again. Anywhere else it is damage, and the
//! run is not resumed.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use csv::ByteRecord;
use thiserror::Error;

use crate::order::{Block, Order, Side};
use crate::plan::Plan;
use crate::record::{COLUMNS, Record, Verdict};
use crate::summary::{Finished, Summary};

/// Why a run cannot be resumed from a file.
#[derive(Debug, Error)]
pub enum ResumeError {
    /// The file cannot be read.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Not a file of results.
    #[error("{}:1:1: found another head line than that of results; expected `{}...`", path.display(), &COLUMNS.join(",")[..30])]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// Something that is no row, with rows after it.
    #[error(
        "{}:{line}: found what is no row ({what}) between rows; a run that was cut off leaves that at the \
         end only, so the file was changed: take the line away, or begin anew with --force",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        what: String,
    },
    /// A row that is there already.
    #[error(
        "{}:{line}: found the row of block {block}, position {position} a second time; no run writes it twice: take \
         one of them away, or begin anew with --force",
        path.display()
    )]
    Twice {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// Its place in the order of the run.
        block: usize,
        /// See `block`.
        position: usize,
    },
    /// A row of something else.
    #[error("{}:{line}: found a row of another run: {what}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What differs.
        what: String,
    },
}

/// The rows there are.
#[derive(Debug, Default)]
pub struct Done {
    /// For each block, so many bits: whether the row of that position is there.
    rows: Vec<u64>,
    width: usize,
    summary: Summary,
    keep: u64,
}

impl Done {
    /// No row; the run begins.
    pub fn nothing() -> Self {
        Self::default()
    }

    /// Reads what there is of a run of this plan.
    ///
    /// # Errors
    /// If the file cannot be read, or is not what a run of that plan and name left behind.
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
        let whole = whole_lines(&mut file).map_err(io)?;
        file.seek(SeekFrom::Start(head.len() as u64)).map_err(io)?;
        let order = Order::new(plan);
        let mut reading = Reading {
            path,
            order: &order,
            run_id,
            block: None,
            done: Self { width: order.width(), keep: head.len() as u64, ..Self::default() },
        };
        let mut rows = csv::ReaderBuilder::new();
        rows.has_headers(false).flexible(true);
        let mut rows = rows.from_reader(BufReader::new(file));
        reading.rows(&mut rows, head.len() as u64, whole)?;
        Ok(reading.done)
    }

    /// Whether there is a head line.
    pub fn is_begun(&self) -> bool {
        self.keep > 0
    }

    /// How many bytes of the file are whole rows; the rest is to be cut away.
    pub fn keep(&self) -> u64 {
        self.keep
    }

    /// Whether that row is there.
    pub fn has(&self, block: usize, position: usize) -> bool {
        let (word, bit) = self.place(block, position);
        self.rows.get(word).is_some_and(|word| word >> bit & 1 == 1)
    }

    /// What the rows come to that are there.
    pub fn summary(&self) -> Summary {
        self.summary.clone()
    }

    fn place(&self, block: usize, position: usize) -> (usize, usize) {
        let place = block * self.width + position;
        (place / 64, place % 64)
    }

    /// Marks a row as there, unless it is.
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

/// How many bytes of the file are ended lines, if only its last line may not be ended.
fn whole_lines(file: &mut File) -> io::Result<u64> {
    let mut last = [0];
    let length = file.seek(SeekFrom::End(-1))? + 1;
    file.read_exact(&mut last)?;
    Ok(if last == *b"\n" { length } else { length - 1 })
}

struct Reading<'r> {
    path: &'r Path,
    order: &'r Order<'r>,
    run_id: &'r str,
    /// The block the last row was of.
    block: Option<Block<'r>>,
    done: Done,
}

impl Reading<'_> {
    fn rows(
        &mut self,
        rows: &mut csv::Reader<impl Read>,
        head: u64,
        whole: u64,
    ) -> Result<(), ResumeError> {
        let mut fields = ByteRecord::new();
        let mut cut: Option<(u64, String)> = None;
        loop {
            // The head line came before.
            let line = rows.position().line() + 1;
            let more = rows.read_byte_record(&mut fields);
            if !*more.as_ref().map_err(|error| self.unreadable(error))? {
                return Ok(());
            }
            let ends = head + rows.position().byte();
            let row = Self::whole_row(&fields, ends <= whole);
            match (row, &cut) {
                (Ok(row), None) => {
                    self.add(row, line)?;
                    self.done.keep = ends;
                }
                (Err(what), None) => cut = Some((line, what)),
                (Err(_), Some(_)) => {}
                (Ok(_), Some((line, what))) => {
                    let (path, what) = (self.path.to_owned(), what.clone());
                    return Err(ResumeError::Damaged { path, line: *line, what });
                }
            }
        }
    }

    fn unreadable(&self, error: &csv::Error) -> ResumeError {
        let error = io::Error::other(error.to_string());
        ResumeError::Io { path: self.path.to_owned(), error }
    }

    /// The row that these fields are, or why they are none.
    fn whole_row(fields: &ByteRecord, ended: bool) -> Result<Record, String> {
        match fields.len() {
            columns if columns != COLUMNS.len() => {
                Err(format!("{columns} columns, expected {}", COLUMNS.len()))
            }
            // A number that was cut off would be another number.
            _ if !ended => Err("no end of the line".to_owned()),
            _ => fields.deserialize(None).map_err(|error| match error.kind() {
                // The line is known, and not by its place among the rows.
                csv::ErrorKind::Deserialize { err, .. } => err.to_string(),
                _ => error.to_string(),
            }),
        }
    }

    /// Adds a row, if it is one of this run.
    fn add(&mut self, record: Record, line: u64) -> Result<(), ResumeError> {
        let other = |what| ResumeError::Other { path: self.path.to_owned(), line, what };
        let (number, position) = (record.block, record.position);
        if self.block.as_ref().is_none_or(|block| block.number != number) {
            self.block = self.order.block(number);
        }
        let turn = self.block.as_ref().and_then(|block| Some((block, block.turns.get(position)?)));
        let Some((block, turn)) = turn else {
            return Err(other(format!(
                "block {number}, position {position}, which the plan lacks"
            )));
        };
        let id = block.instance.map_or(crate::plan::WHOLE_CORPUS, |instance| &instance.id);
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
            return Err(ResumeError::Twice { path, line, block, position });
        }
        self.done.summary.add(&finished(record, instances));
        Ok(())
    }
}

/// A row as its run knew it, as far as the row says.
fn finished(record: Record, instances: usize) -> Finished {
    let reason = || "as the rows say that were there before".to_owned();
    let wrong = record.verdict == Verdict::Wrong;
    let answered = if record.verdict == Verdict::Ok { instances } else { 0 };
    Finished {
        // Of a batch without a time, nobody knows any more how many were answered.
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
        let row = |verdict| Record { verdict, ..Record::BLANK };
        let counted = |verdict, instances| {
            let finished = finished(row(verdict), instances);
            (finished.answered, finished.instances)
        };
        assert_eq!(counted(Verdict::Ok, 200), (200, 200));
        assert_eq!(counted(Verdict::Budget, 200), (0, 0), "nobody knows");
        assert_eq!(counted(Verdict::Budget, 1), (0, 1));
    }
}
