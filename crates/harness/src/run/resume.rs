//! The rows that an interrupted run left in its file, so that the run can be continued without losing or repeating a
//! row.
//!
//! A row is identified by its place in the order drawn from the seed (`block`, `position`). Each row of the file is
//! compared with the plan. An incomplete row at the end of the file, where the run was interrupted, is removed and
//! measured again. A line elsewhere that is not a row is damage, and the run is not resumed.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use quadrille_results::{COLUMNS, Record, RowError, Rows, Shown, Verdict};
use thiserror::Error;

use crate::plan::Plan;
use crate::plan::order::{Block, Order};
use crate::run::blank;
use crate::run::summary::{Finished, Summary};

/// Why a run cannot be resumed from a file: the file or a place in it, and what was found and expected there.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct ResumeError(String);

/// The rows that a run has already; by default none, for a run that begins now.
#[derive(Debug, Default)]
pub struct Done {
    /// Whether the file has the row of each place in the order of the run; each block has `width` places.
    rows: Vec<bool>,
    width: usize,
    /// The summary of the rows of the file.
    pub summary: Summary,
    /// The bytes of the file up to the end of its last whole row, where the caller truncates it; 0 without a head line.
    pub keep: u64,
}

impl Done {
    /// Reads the rows that a run of this plan has written to a file.
    ///
    /// # Errors
    /// If the file cannot be read, or has anything but rows of the run `run_id` of this plan.
    pub fn read(path: &Path, plan: &Plan, run_id: &str) -> Result<Self, ResumeError> {
        let path_name = path.shown();
        let io = |error: io::Error| ResumeError(format!("{path_name}: {error}"));
        let wrong = |line, what| ResumeError(format!("{path_name}:{line}: {what}"));
        let no_rows = |error: RowError| ResumeError(error.to_string());
        let mut file = File::open(path).map_err(io)?;
        let head = format!("{}\n", COLUMNS.join(","));
        let mut begin = Vec::new();
        (&file).take(head.len() as u64).read_to_end(&mut begin).map_err(io)?;
        if begin.len() < head.len() && head.as_bytes().starts_with(&begin) {
            return Ok(Self::default());
        }
        if begin != head.as_bytes() {
            return Err(ResumeError(format!(
                "{path_name}:1:1: found another head line; expected `{}...`; name a file that \
                 `quadrille run` has written",
                &head[..30]
            )));
        }
        file.rewind().map_err(io)?;
        let mut rows = Rows::new(&path_name.to_string(), file).map_err(no_rows)?;
        let order = Order::new(plan);
        let mut done = Self { width: order.width(), keep: head.len() as u64, ..Self::default() };
        let mut block: Option<Block<'_>> = None;
        let mut cut: Option<(u64, String)> = None;
        loop {
            match (rows.next_row::<Record>(), &cut) {
                (Ok(None), _) => return Ok(done),
                (Ok(Some((line, row))), None) => {
                    if block.as_ref().is_none_or(|block| block.number != row.block) {
                        block = order.block(row.block);
                    }
                    let added = done.add(row, block.as_ref(), plan, run_id);
                    added.map_err(|what| wrong(line, what))?;
                    done.keep = rows.whole_bytes;
                }
                (Ok(Some(_)), Some((line, what))) => {
                    let what = format!(
                        "found a line that is not a valid row of results ({what}), but valid rows follow it; an \
                         interrupted run leaves an incomplete line only at the end of its file, so something changed \
                         the file; remove the line, or start again with --force"
                    );
                    return Err(wrong(*line, what));
                }
                (Err(RowError::Row { line, found, expected, .. }), _) => {
                    cut.get_or_insert((line, format!("{found}, expected {expected}")));
                }
                (Err(RowError::OpenQuote(_, line)), _) if !has_rows(path, done.keep, run_id) => {
                    cut.get_or_insert((line, "found a quote that stays open".to_owned()));
                }
                (Err(error), _) => return Err(no_rows(error)),
            }
        }
    }

    /// Adds a row after a check that it belongs to this run. `block` is the plan's block with the row's number, if any.
    fn add(
        &mut self,
        record: Record,
        block: Option<&Block<'_>>,
        plan: &Plan,
        run_id: &str,
    ) -> Result<(), String> {
        let other = |what: String| {
            Err(format!(
                "found a row of another run: {what}; expected only rows of the run to be resumed; remove the row, \
                 or start again with --force"
            ))
        };
        let (number, position) = (record.block, record.position);
        let Some((block, turn)) = block.and_then(|block| Some((block, block.turns.get(position)?)))
        else {
            return other(format!(
                "block {number}, position {position}, which the plan does not have"
            ));
        };
        let task = plan.task(block.corpus);
        let blank = Record { task, ..blank(block, run_id, turn, position) };
        let line = |row: &Record| row.line.map_or_else(|| "nothing".to_owned(), |n| n.to_string());
        for (column, found, expected) in [
            ("run_id", &record.run_id, &blank.run_id),
            ("corpus", &record.corpus, &blank.corpus),
            ("instance", &record.instance, &blank.instance),
            ("line", &line(&record), &line(&blank)),
            ("sha256", &record.sha256, &blank.sha256),
            ("engine", &record.engine, &blank.engine),
            ("engine_version", &record.engine_version, &blank.engine_version),
            ("task", &record.task.name().to_owned(), &blank.task.name().to_owned()),
            ("repetition", &record.repetition.to_string(), &blank.repetition.to_string()),
        ] {
            if found != expected {
                return other(format!("found {column} {found}, expected {expected}"));
            }
        }
        let place = number * self.width + position;
        if self.rows.len() <= place {
            self.rows.resize(place + 1, false);
        }
        if std::mem::replace(&mut self.rows[place], true) {
            return Err(format!(
                "found a second row of block {number}, position {position}; expected only one; remove one of the \
                 two, or start again with --force"
            ));
        }
        let instances = block.instance.map_or(block.corpus.instances.len(), |_| 1);
        self.summary.add(&finished(record, instances));
        Ok(())
    }

    /// Whether the file has the row of this block and position.
    pub fn has(&self, block: usize, position: usize) -> bool {
        self.rows.get(block * self.width + position).is_some_and(|&there| there)
    }
}

/// Whether there are rows of a run behind the first line after `begin` bytes of a file. A quote that stays open hides
/// them.
fn has_rows(path: &Path, begin: u64, run_id: &str) -> bool {
    let Ok(mut file) = File::open(path) else { return false };
    if file.seek(SeekFrom::Start(begin)).is_err() {
        return false;
    }
    let mut lines = BufReader::new(file).split(b'\n').map_while(Result::ok).skip(1);
    let is_row = |line: Vec<u8>| {
        let name = line.split(|&byte| byte == b',').nth(1);
        name.is_some_and(|name| name.starts_with(run_id.as_bytes()))
    };
    lines.any(is_row)
}

/// A row of the file in the form in which a run reports its rows.
fn finished(record: Record, instances: usize) -> Finished {
    let reason = || "gave a wrong answer before the run was interrupted".to_owned();
    let wrong = record.verdict == Verdict::Wrong;
    let answered = if record.verdict == Verdict::Ok { instances } else { 0 };
    Finished {
        // The row of a batch without a time does not say how many instances were answered, so none are counted.
        instances: if instances == 1 { 1 } else { answered },
        answered,
        proved: if record.proved.is_some() { answered } else { 0 },
        wrong: wrong.then(|| (record.instance.clone(), reason())).into_iter().collect(),
        record,
        ..Finished::default()
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
