//! Cells: what an engine did with an instance, over all repetitions.
//!
//! A cell is answered if every repetition was. One that was answered only sometimes, as may happen near a limit of
//! time, would otherwise show the times of its lucky days. Of the repetitions of an answered cell
//! all times are kept; what stands for them is their median.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::Range;

use indexmap::IndexSet;
use thiserror::Error;

use super::spread::{median, median_absolute_deviation};
use crate::record::Verdict;
use crate::results::{CaseId, Clock, Counts, Entry, Name, Results};

/// An engine and an instance.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The engine.
    pub engine: Name,
    /// Its version.
    pub version: Name,
    /// What it was asked.
    pub case: CaseId,
    /// `ok` if all its rows are, else the worst of theirs.
    pub verdict: Verdict,
    /// How many rows it has.
    pub rows: usize,
    /// The counters, as far as any row knows them.
    pub counts: Counts,
    /// The place in [`Results::entries`] of its first row, and of the first with other counts than that.
    pub first: usize,
    /// See `first`.
    pub other_counts: Option<usize>,
    times: Range<usize>,
}

/// The cells of some rows, in the order of engine, version and case.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    all: Vec<Cell>,
    /// Times of the answered cells, and in which round each was taken.
    times: Vec<f64>,
    rounds: Vec<u32>,
    unanswered: BTreeMap<Verdict, usize>,
}

/// The same row a second time.
#[derive(Debug, Error)]
#[error(
    "{second}: found {what} a second time, after {first}; expected every row once; is a file named twice, or one a \
     part of another?"
)]
pub struct Twice {
    first: String,
    second: String,
    what: String,
}

/// How bad a verdict is: an answer, none, a failure, a lie.
pub fn badness(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Ok => 0,
        Verdict::Stalled
        | Verdict::Timeout
        | Verdict::Memout
        | Verdict::Budget
        | Verdict::Unsupported => 1,
        Verdict::Crash => 2,
        Verdict::Wrong => 3,
    }
}

/// Whether what was counted by then is the engine's own: elsewhere it depends on when it was stopped.
pub fn counts_hold(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Ok | Verdict::Stalled | Verdict::Budget | Verdict::Wrong)
}

impl Cells {
    /// The cells of those rows that are wanted.
    ///
    /// # Errors
    /// If a row is there twice.
    pub fn of(
        results: &Results,
        clock: Clock,
        wanted: impl Fn(&Entry) -> bool,
    ) -> Result<Self, Twice> {
        let entries = results.entries();
        let mut order: Vec<usize> = (0..entries.len()).filter(|&i| wanted(&entries[i])).collect();
        let by_cell = |a: &Entry, b: &Entry| {
            let case = |entry: &Entry| results.case(entry.case);
            let engines = (a.engine, a.version).cmp(&(b.engine, b.version));
            engines.then_with(|| case(a).cmp(case(b)))
        };
        order.sort_unstable_by(|&i, &j| {
            let (a, b) = (&entries[i], &entries[j]);
            let rounds = (a.run, a.repetition).cmp(&(b.run, b.repetition));
            by_cell(a, b).then(rounds).then(i.cmp(&j))
        });
        let mut cells = Self::default();
        let mut rounds = IndexSet::new();
        for rows in order.chunk_by(|&i, &j| by_cell(&entries[i], &entries[j]) == Ordering::Equal) {
            cells.add(results, clock, rows, &mut rounds)?;
        }
        Ok(cells)
    }

    fn add(
        &mut self,
        results: &Results,
        clock: Clock,
        rows: &[usize],
        rounds: &mut IndexSet<(Name, u32)>,
    ) -> Result<(), Twice> {
        let entries = results.entries();
        let begin = self.times.len();
        let first = &entries[rows[0]];
        let mut cell = Cell {
            engine: first.engine,
            version: first.version,
            case: first.case,
            verdict: first.verdict,
            rows: rows.len(),
            counts: Counts::default(),
            first: rows[0],
            other_counts: None,
            times: begin..begin,
        };
        let mut before: Option<&Entry> = None;
        for &row in rows {
            let entry = &entries[row];
            let same =
                |before: &&Entry| (before.run, before.repetition) == (entry.run, entry.repetition);
            if let Some(before) = before.filter(same) {
                return Err(Twice::new(results, before, entry));
            }
            before = Some(entry);
            if badness(entry.verdict) > badness(cell.verdict) {
                cell.verdict = entry.verdict;
            }
            if entry.verdict != Verdict::Ok {
                *self.unanswered.entry(entry.verdict).or_default() += 1;
            }
            if counts_hold(entry.verdict) && !cell.counts.fill(&entry.counts) {
                cell.other_counts.get_or_insert(row);
            }
            if let Some(time) = entry.time(clock) {
                self.times.push(time);
                self.rounds.push(rounds.insert_full((entry.run, entry.repetition)).0 as u32);
            }
        }
        if cell.verdict != Verdict::Ok {
            self.times.truncate(begin);
            self.rounds.truncate(begin);
        }
        cell.times.end = self.times.len();
        self.all.push(cell);
        Ok(())
    }

    /// All cells, in order.
    pub fn all(&self) -> &[Cell] {
        &self.all
    }

    /// The engines, in the order of their names' numbers, with their versions.
    pub fn engines(&self) -> Vec<(Name, Name)> {
        let mut engines: Vec<_> = self.all.iter().map(|cell| (cell.engine, cell.version)).collect();
        engines.dedup();
        engines
    }

    /// What each of the [engines](Self::engines) is called: by its name, and by its version too if there are several.
    pub fn labels(&self, results: &Results) -> Vec<String> {
        let engines = self.engines();
        let label = |&(engine, version): &(Name, Name)| {
            let several = engines.iter().filter(|other| other.0 == engine).count() > 1;
            let engine = results.text(engine);
            if several { format!("{engine} {}", results.text(version)) } else { engine.to_owned() }
        };
        engines.iter().map(label).collect()
    }

    /// The places of the cells of an engine, whatever its version.
    pub fn of_engine(&self, engine: Name) -> Range<usize> {
        let begin = self.all.partition_point(|cell| cell.engine < engine);
        let end = self.all.partition_point(|cell| cell.engine <= engine);
        begin..end
    }

    /// Nanoseconds of a search, of each repetition; empty if the cell is not answered, or not timed.
    pub fn times(&self, cell: &Cell) -> &[f64] {
        &self.times[cell.times.clone()]
    }

    /// In which round each of the times was taken: all repetitions of that number, of one run.
    pub fn rounds(&self, cell: &Cell) -> &[u32] {
        &self.rounds[cell.times.clone()]
    }

    /// The median time, if there is one.
    pub fn median(&self, cell: &Cell) -> Option<f64> {
        median(&mut self.times(cell).to_vec())
    }

    /// The median distance from it.
    pub fn deviation(&self, cell: &Cell) -> Option<f64> {
        median_absolute_deviation(self.times(cell))
    }

    /// How many rows of each verdict have no time, as they are no answers.
    pub fn unanswered(&self) -> &BTreeMap<Verdict, usize> {
        &self.unanswered
    }
}

impl Twice {
    fn new(results: &Results, first: &Entry, second: &Entry) -> Self {
        let (engine, run) = (results.text(second.engine), results.text(second.run));
        let case = results.case_name(results.case(second.case));
        let what =
            format!("{engine} on {case}, repetition {} of the run {run},", second.repetition);
        Self { first: results.place(first), second: results.place(second), what }
    }
}
