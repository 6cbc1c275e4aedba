//! What a run comes to: for each corpus and engine, verdicts and times.

use std::collections::BTreeMap;

use crate::record::{Record, Verdict};

/// The sums of a run, by corpus and engine.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// By corpus, then engine.
    pub cells: BTreeMap<(String, String), Cell>,
    /// Wrong answers: where, and what was wrong.
    pub wrong: Vec<String>,
    /// Rows of each verdict.
    pub verdicts: BTreeMap<Verdict, usize>,
}

/// One engine on one corpus.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    /// Rows.
    pub rows: usize,
    /// Rows with a right answer.
    pub ok: usize,
    /// CPU time of one search in nanoseconds, for each right answer.
    pub times: Vec<f64>,
}

impl Summary {
    /// Adds a row, and if its answer is wrong, why.
    pub fn add(&mut self, record: &Record, reason: Option<&str>) {
        *self.verdicts.entry(record.verdict).or_default() += 1;
        if record.verdict == Verdict::Wrong {
            let Record { engine, corpus, instance, .. } = record;
            let reason = reason.unwrap_or("wrong");
            self.wrong.push(format!("{engine} on {corpus}/{instance}: {reason}"));
        }
        let cell = self.cells.entry((record.corpus.clone(), record.engine.clone())).or_default();
        cell.rows += 1;
        if record.verdict == Verdict::Ok {
            cell.ok += 1;
        }
        if let (Some(cpu), Some(iterations)) = (record.cpu_ns, record.iterations) {
            cell.times.push(cpu as f64 / iterations as f64);
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
