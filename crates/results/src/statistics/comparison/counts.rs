//! Counters and verdicts that should be equal on both sides and are not.
//!
//! Counters are exact. All counters of an engine are equal in every run of the same version; between two engines only
//! the number of solutions is. Counters are compared where both searches ended by themselves and with the same verdict.
//! Where time or memory ran out, or the engine died, the counters depend on the moment.

use crate::{Counts, Results, Verdict};

use super::super::cells::{Cell, badness, counts_hold};

/// Two rows with different counters. Both are of the same side if an engine's own repetitions differ.
#[derive(Clone, Debug)]
pub struct CountDifference {
    /// The rows' places in [`Results::entries`].
    pub rows: (usize, usize),
    /// The places in [`Counts::NAMES`] of the counters that differ.
    counters: Vec<usize>,
    counts: (Counts, Counts),
}

/// A case with different verdicts on the two sides.
#[derive(Clone, Copy, Debug)]
pub struct VerdictDifference {
    /// The places in [`Results::entries`] of the first row on side A and on side B.
    pub rows: (usize, usize),
    /// The verdicts of side A and of side B.
    pub verdicts: (Verdict, Verdict),
}

impl CountDifference {
    /// The differences within and between a pair of cells.
    pub(super) fn between(results: &Results, a: &Cell, b: &Cell) -> Vec<Self> {
        let entries = results.entries();
        let mut found = Vec::new();
        for cell in [a, b] {
            let Some(other) = cell.other_counts else { continue };
            let counts = (cell.counts, entries[other].counts);
            let rows = (cell.first, other);
            let counters = counts.0.differing(&counts.1, false);
            found.push(Self { rows, counters, counts });
        }
        if a.verdict != b.verdict || !counts_hold(a.verdict) {
            return found;
        }
        // Near a limit of time, a search that counts may be stopped while a faster one without counters ends, so a
        // counter may be missing on one side.
        let limited = |cell: &Cell| {
            let source = &results.sources()[entries[cell.first].source as usize];
            source.notes.as_ref().is_some_and(|notes| notes.limit_ns().is_some())
        };
        let same_engine = a.engine == b.engine;
        let all = same_engine && !limited(a) && !limited(b);
        let counts = (a.counts, b.counts);
        let wanted = |counter: &usize| same_engine || *counter == 0 && a.verdict == Verdict::Ok;
        let counters: Vec<usize> =
            a.counts.differing(&b.counts, all).into_iter().filter(wanted).collect();
        if !counters.is_empty() {
            found.push(Self { rows: (a.first, b.first), counters, counts });
        }
        found
    }

    /// The counters that differ: the name, and the value in either row if it is known.
    pub fn values(&self, results: &Results) -> Vec<(&'static str, Option<String>, Option<String>)> {
        let value = |&counter: &usize| {
            let (one, other) = &self.counts;
            (Counts::NAMES[counter], one.get(counter, results), other.get(counter, results))
        };
        self.counters.iter().map(value).collect()
    }
}

impl VerdictDifference {
    /// The difference between a pair of cells, if there is one.
    pub(super) fn between(a: &Cell, b: &Cell) -> Option<Self> {
        let found = Self { rows: (a.first, b.first), verdicts: (a.verdict, b.verdict) };
        (a.verdict != b.verdict).then_some(found)
    }

    /// Whether the verdict of B is more severe.
    pub fn is_worse(&self) -> bool {
        badness(self.verdicts.1) > badness(self.verdicts.0)
    }

    /// Whether the verdict of B is less severe.
    pub fn is_better(&self) -> bool {
        badness(self.verdicts.1) < badness(self.verdicts.0)
    }
}
