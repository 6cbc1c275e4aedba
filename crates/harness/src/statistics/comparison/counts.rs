//! What should be the same on both sides, and is not: counters and verdicts.
//!
//! Counters are exact. Of one engine they are the same in every run of the same version; of two engines the
//! number of solutions is. They are compared where both sides came to the same end by themselves: where
//! time or memory ran out, or the engine died, what was counted until then depends on when.

use crate::record::Verdict;
use crate::results::{Counts, Results};

use super::super::cells::{Cell, badness, counts_hold};

/// Two rows with other counters. They are of the same side if an engine contradicts itself.
#[derive(Clone, Debug)]
pub struct CountDifference {
    /// Their places in [`Results::entries`].
    pub rows: (usize, usize),
    /// The places in [`Counts::NAMES`] of the counters that differ.
    counters: Vec<usize>,
    counts: (Counts, Counts),
}

/// A case with another verdict on the one side than on the other.
#[derive(Clone, Copy, Debug)]
pub struct VerdictDifference {
    /// The first rows of both, in [`Results::entries`].
    pub rows: (usize, usize),
    /// Of side A, and of side B.
    pub verdicts: (Verdict, Verdict),
}

impl CountDifference {
    /// Those of a pair of cells.
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
        // Near a limit of time, a search that counts may be cut off where one that does not comes to an end.
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

    /// The counters that differ: what they are called, and what both rows say of them, if they know.
    pub fn values(&self, results: &Results) -> Vec<(&'static str, Option<String>, Option<String>)> {
        let value = |&counter: &usize| {
            let (one, other) = &self.counts;
            (Counts::NAMES[counter], one.get(counter, results), other.get(counter, results))
        };
        self.counters.iter().map(value).collect()
    }
}

impl VerdictDifference {
    /// That of a pair of cells, if there is one.
    pub(super) fn between(a: &Cell, b: &Cell) -> Option<Self> {
        let found = Self { rows: (a.first, b.first), verdicts: (a.verdict, b.verdict) };
        (a.verdict != b.verdict).then_some(found)
    }

    /// Whether B is worse: no answer where there was one, a failure where there was none, a lie.
    pub fn is_worse(&self) -> bool {
        badness(self.verdicts.1) > badness(self.verdicts.0)
    }

    /// Whether B is better.
    pub fn is_better(&self) -> bool {
        badness(self.verdicts.1) < badness(self.verdicts.0)
    }
}
