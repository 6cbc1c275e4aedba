//! The summary of a run: for each corpus and engine, verdicts and times.

use std::collections::BTreeMap;

use quadrille_results::statistics::spread::median;
use quadrille_results::{Record, Timing, Verdict};

/// A finished row, with what the row itself does not contain.
#[derive(Clone, Debug, Default)]
pub struct Finished {
    /// The row.
    pub record: Record,
    /// The number of instances of the row: one, or all of a corpus.
    pub instances: usize,
    /// The number of instances with a right answer.
    pub answered: usize,
    /// Ids of instances with wrong answers, and what is wrong with each.
    pub wrong: Vec<(String, String)>,
    /// Ids of other instances with messages, such as that a process failed or that its times cannot be right.
    pub troubles: Vec<(String, String)>,
}

/// The sums of a run, by corpus and engine.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The sums of each engine on each corpus; the key is the name of the corpus, then that of the engine.
    pub cells: BTreeMap<(String, String), Cell>,
    /// Messages about wrong answers.
    pub wrong: Vec<String>,
    /// Other messages, such as that a process failed.
    pub troubles: Vec<String>,
    /// Number of rows with a right answer and no time, by engine.
    pub untimed: BTreeMap<String, usize>,
    /// Number of rows whose time is unverified, by engine.
    pub unverified: BTreeMap<String, usize>,
    /// Number of rows with each verdict.
    pub verdicts: BTreeMap<Verdict, usize>,
}

/// The sums of one engine on one corpus.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    /// Number of instances.
    pub instances: usize,
    /// Number of instances with a right answer.
    pub ok: usize,
    /// CPU time of one search in nanoseconds, for each row that has a time; for a batch, the mean of its
    /// searches.
    pub times: Vec<f64>,
}

impl Summary {
    /// Adds a row.
    pub fn add(&mut self, finished: &Finished) {
        let Finished { record, instances, answered, wrong, troubles } = finished;
        *self.verdicts.entry(record.verdict).or_default() += 1;
        let Record { engine, corpus, .. } = record;
        if record.verdict == Verdict::Ok && record.wall_ns.is_none() {
            *self.untimed.entry(engine.clone()).or_default() += 1;
        }
        if record.timing == Some(Timing::Unverified) {
            *self.unverified.entry(engine.clone()).or_default() += 1;
        }
        let message =
            |(id, reason): &(String, String)| format!("{engine} on {corpus}/{id}: {reason}");
        self.wrong.extend(wrong.iter().map(message));
        self.troubles.extend(troubles.iter().map(message));
        let cell = self.cells.entry((corpus.clone(), engine.clone())).or_default();
        cell.instances += instances;
        cell.ok += answered;
        if let (Some(cpu), Some(iterations)) = (record.cpu_ns, record.iterations) {
            cell.times.push(cpu as f64 / (iterations as f64 * *instances as f64));
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.verdicts.values().sum()
    }
}

impl Cell {
    /// The median time of one search in nanoseconds, if any row has a time.
    pub fn median(&self) -> Option<f64> {
        median(&mut self.times.clone())
    }
}
