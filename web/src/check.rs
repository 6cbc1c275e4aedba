//! Check a file: a verdict for each of its puzzles, and the table back with the verdicts.
//!
//! The file is read in pieces and so is the table written, so that memory stays bounded.

mod file;
mod found;
mod ruled;
mod table;
mod verdict;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quadrille_cover::CancelToken;
use quadrille_service::puzzle::check::{self, Examiner, Record, Sink, Unique};
use quadrille_service::puzzle::prove::Proved;
use quadrille_sudoku::format::InputFormat;
use quadrille_tables::{
    Bytes, Columns, Content, Input, Items, Kind, Packing, Row, TableError, Wanted, open,
};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use self::file::{FilePieces, keep_piece, now};
use self::found::CheckSummary;
use self::table::Output;
use self::verdict::Verdict;
use crate::{Refused, json, tell_progress};

/// Puzzles that are searched at once.
const AT_ONCE: usize = 2048;

/// Bytes of a piece of the table.
const PIECE: usize = 1 << 19;

/// Time between two reports of progress, in milliseconds.
const BETWEEN_REPORTS: f64 = 100.0;

/// Upper bound on the columns that are named to the page.
const NAMED: usize = 200;

#[derive(Clone, Debug, Default, Deserialize)]
struct CheckRequest {
    /// The column of puzzles, if it is not to be found by itself.
    column: Option<String>,
    /// The column of answers, likewise.
    answers: Option<String>,
    /// The rules of the puzzles, which are then read from text; `file` if the file says them.
    rules: Option<String>,
    /// Whether the table is to be written.
    table: bool,
}

/// What a file holds.
#[derive(Debug, Default, PartialEq, Serialize)]
struct Contents {
    kind: &'static str,
    is_packed: bool,
    /// The names of the columns, the first [`NAMED`] only.
    columns: Vec<String>,
    /// The number of columns that are not named.
    more: usize,
    puzzles: Option<String>,
    answers: Option<String>,
    /// Further columns that may hold answers.
    passed_over: Vec<String>,
}

/// Says what the file of this worker holds, as JSON. `size` is its number of bytes.
///
/// # Errors
/// If the file cannot be read, or a column that is asked for is not there.
#[wasm_bindgen]
pub fn check_contents(size: f64, asked: &str) -> Result<String, Refused> {
    let content = opened(Box::new(FilePieces::new(size, Arc::default())), &asked_for(asked))?;
    Ok(json(&contents(&content)))
}

/// Checks the file of this worker, tells the page of progress, and keeps the table for it. Returns what was found, as JSON.
///
/// # Errors
/// If the file cannot be read, or a column that is asked for is not there.
#[wasm_bindgen]
pub fn check_file(size: f64, asked: &str) -> Result<String, Refused> {
    let read = Arc::new(AtomicU64::new(0));
    let (file, asked) = (FilePieces::new(size, Arc::clone(&read)), asked_for(asked));
    let mut last = now();
    let progress = &mut |found: &CheckSummary| {
        if now() - last < BETWEEN_REPORTS {
            return;
        }
        last = now();
        tell_progress(&json(&found.progress(read.load(Ordering::Relaxed))));
    };
    Ok(json(&checked(Box::new(file), &asked, &mut keep_piece, progress)?))
}

fn asked_for(asked: &str) -> CheckRequest {
    serde_json::from_str(asked).unwrap_or_default()
}

fn opened(input: Bytes, asked: &CheckRequest) -> Result<Content, TableError> {
    let (column, answers) = (asked.column.clone(), asked.answers.clone());
    open(
        Input::Stream(input),
        &Wanted { columns: Columns { puzzles: column, answers, names: None }, kind: None },
    )
}

fn contents(content: &Content) -> Contents {
    let Content::Table(table) = content else {
        return Contents { kind: "text", ..Contents::default() };
    };
    let layout = &table.layout;
    let mut columns = layout.columns();
    let more = columns.len().saturating_sub(NAMED);
    columns.truncate(NAMED);
    Contents {
        kind: match layout.kind {
            Kind::Delimited(b'\t') => "TSV",
            Kind::Delimited(_) => "CSV",
            Kind::JsonLines => "JSON Lines",
            Kind::Json => "JSON",
            Kind::Parquet => "Parquet",
        },
        is_packed: layout.packing == Some(Packing::Gzip),
        columns,
        more,
        puzzles: Some(layout.puzzles().to_owned()),
        answers: layout.answers().map(str::to_owned),
        passed_over: layout.passed_over.iter().take(NAMED).cloned().collect(),
    }
}

/// Checks all puzzles of a source. `write` gets the pieces of the table, `progress` what was found so far.
fn checked(
    input: Bytes,
    asked: &CheckRequest,
    write: &mut dyn FnMut(Vec<u8>),
    progress: &mut dyn FnMut(&CheckSummary),
) -> Result<CheckSummary, TableError> {
    if let Some(rules) = &asked.rules {
        return ruled::checked(input, rules, asked, write, progress);
    }
    let content = opened(input, asked)?;
    let output = if asked.table { Some(Output::new(&content)?) } else { None };
    let is_judged = matches!(&content, Content::Table(table) if table.layout.answers().is_some());
    let request = check::Request {
        puzzles: true,
        solutions: asked.table,
        faults: true,
        ..Default::default()
    };
    let examiner = Examiner::new(request, &CancelToken::new()).expect("`lanes` is an engine");
    let mut taken =
        Taken { found: CheckSummary::new(is_judged), output, is_judged, failed: Ok(()) };
    let mut items = Items::new(content, InputFormat::Auto, None);
    while let Some(item) = items.next(AT_ONCE, &mut || ()) {
        check::check([item], &examiner, &mut taken, &mut Proved::default());
        std::mem::replace(&mut taken.failed, Ok(()))?;
        if let Some(piece) = taken.output.as_mut().and_then(|output| output.take(PIECE)) {
            write(piece);
        }
        progress(&taken.found);
    }
    taken.end(write)
}

/// Where verdicts go.
struct Taken {
    found: CheckSummary,
    output: Option<Output>,
    is_judged: bool,
    /// The first error of the output.
    failed: Result<(), TableError>,
}

impl Taken {
    /// What was found; the rest of the table is written.
    fn end(self, write: &mut dyn FnMut(Vec<u8>)) -> Result<CheckSummary, TableError> {
        let Self { mut found, output, failed, .. } = self;
        failed?;
        if let Some(output) = output {
            write(output.finish()?);
        }
        found.note_memory();
        Ok(found)
    }

    fn take(&mut self, verdict: &Verdict<'_>, row: &[u8]) {
        self.found.add(verdict, row);
        if let (Some(output), Ok(())) = (&mut self.output, &self.failed) {
            self.failed = output.row(row, verdict, self.is_judged);
        }
    }
}

impl Sink for Taken {
    fn unique(&mut self, found: Unique<'_>) {
        let row = found.row.map_or(&[][..], |row| row.raw);
        self.take(&Verdict::unique(&found, self.is_judged), row);
    }

    fn record(&mut self, record: Record, row: Option<&Row<'_>>) {
        self.take(&Verdict::of(&record), row.map_or(&[], |row| row.raw));
    }
}

#[cfg(test)]
mod tests;
