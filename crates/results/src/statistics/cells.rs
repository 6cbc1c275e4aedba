//! Cells: the rows of one engine on one instance, over all repetitions.
//!
//! A cell is answered if every repetition is. Near a limit of time an engine may answer only some repetitions, and the
//! times of these alone would be too short. All times of an answered cell are kept; their median is the cell's time. A
//! search that was too short to have a time has an upper bound in its place, which only comparisons use.

use std::collections::BTreeMap;
use std::ops::Range;

use indexmap::{IndexMap, IndexSet};

use super::StatisticsError;
use super::spread::median;
use crate::{CaseId, Clock, Counts, Entry, Name, Results, Verdict};

/// The rows of one engine on one case.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The engine.
    pub engine: Name,
    /// The engine's version.
    pub version: Name,
    /// The instance and the task.
    pub case: CaseId,
    /// The worst verdict among the rows.
    pub verdict: Verdict,
    /// The counters, each from the first row in which it is known.
    pub counts: Counts,
    /// The place in [`Results::entries`] of the first row.
    pub first: usize,
    /// The place in [`Results::entries`] of the first row whose counts differ from those of the rows before it.
    pub other_counts: Option<usize>,
    times: Range<usize>,
    /// The bounds, which stand behind the times.
    bounds: Range<usize>,
}

/// The cells of some rows, in the order of engine, version and case.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    /// All cells, in order.
    pub all: Vec<Cell>,
    /// The times and bounds of the answered cells, and the round in which each was taken.
    times: Vec<f64>,
    rounds: Vec<u32>,
    /// For each round the process that measured it, and its file.
    processes: Vec<u32>,
    sources: Vec<u32>,
    /// For each verdict other than `ok`, the number of rows; these rows have no time.
    pub unanswered: BTreeMap<Verdict, usize>,
}

impl Cell {
    /// Whether more repetitions have times than bounds. Then the bounds lie below the median, and do not matter.
    pub(super) fn is_timed(&self) -> bool {
        self.times.len() > self.bounds.len()
    }
}

/// A row by what it is sorted by, and its place in [`Results::entries`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    /// The engine, its version and the rank of the case.
    cell: (Name, Name, u32),
    /// The run and the repetition.
    round: (Name, u32),
    place: usize,
}

/// The severity of a verdict: 0 for a right answer, 1 for no answer, 2 for a crash, 3 for a wrong answer.
pub(super) fn badness(verdict: Verdict) -> u8 {
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

/// Whether counters of a search with this verdict are reproducible. They are not where the search was stopped from
/// outside, because they then depend on the moment.
pub(super) fn counts_hold(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Ok | Verdict::Stalled | Verdict::Budget | Verdict::Wrong)
}

impl Cells {
    /// The cells of the rows for which `wanted` holds.
    ///
    /// # Errors
    /// If a row occurs twice.
    pub fn of(
        results: &Results,
        clock: Clock,
        wanted: impl Fn(&Entry) -> bool,
    ) -> Result<Self, StatisticsError> {
        // Rows have keys that are compared without looking up cases: of a million rows, sorting takes most of the time.
        let rank = results.case_ranks();
        let row = |(place, entry): (usize, &Entry)| Row {
            cell: (entry.engine, entry.version, rank[entry.case.0 as usize]),
            round: (entry.run, entry.repetition),
            place,
        };
        let entries = results.entries.iter().enumerate();
        let mut rows: Vec<Row> = entries.filter(|(_, entry)| wanted(entry)).map(row).collect();
        rows.sort_unstable();
        let mut cells = Self::default();
        let mut rounds = IndexMap::new();
        for rows in rows.chunk_by(|a, b| a.cell == b.cell) {
            cells.add(results, clock, rows, &mut rounds)?;
        }
        let mut processes = IndexSet::new();
        let process = |&(run, _): &(Name, u32)| processes.insert_full(run).0 as u32;
        cells.processes = rounds.keys().map(process).collect();
        cells.sources = rounds.values().copied().collect();
        Ok(cells)
    }

    fn add(
        &mut self,
        results: &Results,
        clock: Clock,
        rows: &[Row],
        rounds: &mut IndexMap<(Name, u32), u32>,
    ) -> Result<(), StatisticsError> {
        let entries = &results.entries;
        let begin = self.times.len();
        let first = &entries[rows[0].place];
        let mut cell = Cell {
            engine: first.engine,
            version: first.version,
            case: first.case,
            verdict: first.verdict,
            counts: Counts::UNKNOWN,
            first: rows[0].place,
            other_counts: None,
            times: begin..begin,
            bounds: begin..begin,
        };
        let mut bounds = Vec::new();
        if let Some(two) = rows.windows(2).find(|two| two[0].round == two[1].round) {
            return Err(repeated(results, &entries[two[0].place], &entries[two[1].place]));
        }
        for row in rows {
            let entry = &entries[row.place];
            if badness(entry.verdict) > badness(cell.verdict) {
                cell.verdict = entry.verdict;
            }
            if entry.verdict != Verdict::Ok {
                *self.unanswered.entry(entry.verdict).or_default() += 1;
            }
            if counts_hold(entry.verdict) && !cell.counts.fill(&entry.counts) {
                cell.other_counts.get_or_insert(row.place);
            }
            let mut round = || {
                let known = rounds.get_index_of(&row.round);
                known.unwrap_or_else(|| rounds.insert_full(row.round, entry.source).0) as u32
            };
            if let Some(time) = entry.time(clock) {
                self.times.push(time);
                self.rounds.push(round());
            }
            bounds.extend(entry.bound(clock).map(|bound| (bound, round())));
        }
        cell.times.end = self.times.len();
        for (bound, round) in bounds {
            self.times.push(bound);
            self.rounds.push(round);
        }
        if cell.verdict != Verdict::Ok {
            self.times.truncate(begin);
            self.rounds.truncate(begin);
            cell.times.end = begin;
        }
        cell.bounds = cell.times.end..self.times.len();
        self.all.push(cell);
        Ok(())
    }

    /// The engines with their versions, in the order of [`Name`]s.
    pub fn engines(&self) -> Vec<(Name, Name)> {
        let mut engines: Vec<_> = self.all.iter().map(|cell| (cell.engine, cell.version)).collect();
        engines.dedup();
        engines
    }

    /// The label of each of the [engines](Self::engines): the name, followed by the version if there are several.
    pub fn labels(&self, results: &Results) -> Vec<String> {
        let engines = self.engines();
        let label = |&(engine, version): &(Name, Name)| {
            let several = engines.iter().filter(|other| other.0 == engine).count() > 1;
            let engine = results.text(engine);
            if several { format!("{engine} {}", results.text(version)) } else { engine.to_owned() }
        };
        engines.iter().map(label).collect()
    }

    /// An engine's cells, of all versions.
    pub fn of_engine(&self, engine: Name) -> &[Cell] {
        let begin = self.all.partition_point(|cell| cell.engine < engine);
        let end = self.all.partition_point(|cell| cell.engine <= engine);
        &self.all[begin..end]
    }

    /// The nanoseconds of one search in each repetition; empty if the cell is not answered, or has no times.
    pub fn times(&self, cell: &Cell) -> &[f64] {
        &self.times[cell.times.clone()]
    }

    /// The nanoseconds of one search in each repetition: its time, or what it took at most if it was too short to have a
    /// time.
    pub(crate) fn values(&self, cell: &Cell) -> &[f64] {
        &self.times[cell.times.start..cell.bounds.end]
    }

    /// The round of each of the [`values`](Self::values). A round is one repetition of one run, over all instances.
    pub(super) fn rounds(&self, cell: &Cell) -> &[u32] {
        &self.rounds[cell.times.start..cell.bounds.end]
    }

    /// The process that measured each round: that of its run.
    pub(super) fn processes(&self) -> &[u32] {
        &self.processes
    }

    /// The file of each round, as a place in [`Results::sources`].
    pub(super) fn sources(&self) -> &[u32] {
        &self.sources
    }

    /// The median time, if there is one.
    pub fn median(&self, cell: &Cell) -> Option<f64> {
        median(&mut self.times(cell).to_vec())
    }
}

/// The error of two rows of the same repetition of an engine on a case.
fn repeated(results: &Results, first: &Entry, second: &Entry) -> StatisticsError {
    let (engine, run) = (results.text(second.engine), results.text(second.run));
    let case = results.case_name(second.case);
    StatisticsError(format!(
        "{}: found {engine} on {case}, repetition {} of the run {run}, a second time, after {}; expected every row once: \
         name each file once, and no file that contains another",
        results.place(second),
        second.repetition,
        results.place(first)
    ))
}
