//! What a run comes to: for each corpus and engine, verdicts and times.

use std::collections::BTreeMap;

use crate::record::{Record, Verdict};

/// A row that is finished, with what the row itself does not say.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The row.
    pub record: Record,
    /// How many instances it is about: one, or all of a corpus.
    pub instances: usize,
    /// How many of them were answered rightly.
    pub answered: usize,
    /// The instances with wrong answers, and what is wrong with each.
    pub wrong: Vec<(String, String)>,
    /// What else should be known: instances at which a process failed, and times that cannot be.
    pub troubles: Vec<(String, String)>,
}

/// The sums of a run, by corpus and engine.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// By corpus, then engine.
    pub cells: BTreeMap<(String, String), Cell>,
    /// Wrong answers: where, and what was wrong.
    pub wrong: Vec<String>,
    /// What else should be known of processes: where, and what was the matter.
    pub troubles: Vec<String>,
    /// Rows of each verdict.
    pub verdicts: BTreeMap<Verdict, usize>,
}

/// One engine on one corpus.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    /// Instances.
    pub instances: usize,
    /// Instances with a right answer.
    pub ok: usize,
    /// CPU time of one search in nanoseconds, for each row with right answers. Of a batch it is
    /// the mean of its searches.
    pub times: Vec<f64>,
}

impl Summary {
    /// Adds a row.
    pub fn add(&mut self, finished: &Finished) {
        let Finished { record, instances, answered, wrong, troubles } = finished;
        *self.verdicts.entry(record.verdict).or_default() += 1;
        let Record { engine, corpus, .. } = record;
        let told = |(id, reason): &(String, String)| format!("{engine} on {corpus}/{id}: {reason}");
        self.wrong.extend(wrong.iter().map(told));
        self.troubles.extend(troubles.iter().map(told));
        let cell = self.cells.entry((corpus.clone(), engine.clone())).or_default();
        cell.instances += instances;
        cell.ok += answered;
        if let (Some(cpu), Some(iterations)) = (record.cpu_ns, record.iterations) {
            cell.times.push(cpu as f64 / (iterations as f64 * *instances as f64));
        }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.verdicts.values().sum()
    }

    /// How many answers were wrong.
    pub fn wrong(&self) -> usize {
        self.wrong.len()
    }
}

impl Cell {
    /// The median time of one search in nanoseconds, if anything was answered.
    pub fn median(&self) -> Option<f64> {
        let mut times = self.times.clone();
        times.sort_by(f64::total_cmp);
        let middle = times.len() / 2;
        match times.len() {
            0 => None,
            n if n % 2 == 1 => Some(times[middle]),
            _ => Some(f64::midpoint(times[middle - 1], times[middle])),
        }
    }
}
