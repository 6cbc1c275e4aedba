//! Counters and verdicts that should be equal on both sides and are not.
//!
//! Counters are exact. All counters of an engine are equal in every run of the same version; between two engines only
//! the number of solutions is. Counters are compared where both searches ended by themselves and with the same verdict.
//! Where time or memory ran out, or the engine died, the counters depend on the moment.

use std::cmp::Ordering;

use crate::{Counts, Results, Verdict};

use super::super::cells::{Cell, badness, counts_hold};

/// Two rows with different counters. Both are of the same side if an engine's own repetitions differ.
#[derive(Clone, Debug)]
pub struct CountDifference {
    /// The rows' places in [`Results::entries`].
    pub rows: [usize; 2],
    /// The counters that differ: the name, and the value in either row if it is known.
    pub values: Vec<(&'static str, [Option<String>; 2])>,
}

/// A case with different verdicts on the two sides.
#[derive(Clone, Copy, Debug)]
pub struct VerdictDifference {
    /// The places in [`Results::entries`] of the first row on side A and on side B.
    pub rows: [usize; 2],
    /// The verdicts of side A and of side B.
    pub verdicts: [Verdict; 2],
}

impl CountDifference {
    /// Whether the counters of two cells should be equal: both searches ended by themselves, with the same verdict.
    pub(super) fn is_compared([a, b]: [&Cell; 2]) -> bool {
        a.verdict == b.verdict
            && if a.engine == b.engine { counts_hold(a.verdict) } else { a.verdict == Verdict::Ok }
    }

    /// The differences within and between a pair of cells.
    pub(super) fn between(results: &Results, [a, b]: [&Cell; 2]) -> Vec<Self> {
        let entries = &results.entries;
        let difference = |rows, counts: [Counts; 2], counters: Vec<usize>| {
            let values = |place| (Counts::NAMES[place], counts.map(|c| c.get(place, results)));
            Self { rows, values: counters.into_iter().map(values).collect() }
        };
        let mut found = Vec::new();
        for cell in [a, b] {
            let Some(other) = cell.other_counts else { continue };
            let counts = [cell.counts, entries[other].counts];
            let counters = counts[0].differing(&counts[1], false);
            found.push(difference([cell.first, other], counts, counters));
        }
        if !Self::is_compared([a, b]) {
            return found;
        }
        // Near a limit of time, a search that counts may be stopped while a faster one without counters ends, so a
        // counter may be missing on one side.
        let limited = |cell: &Cell| {
            let source = &results.sources[entries[cell.first].source as usize];
            source.notes.as_ref().is_some_and(|notes| notes.limit_ns().is_some())
        };
        let same_engine = a.engine == b.engine;
        let mut counters = a.counts.differing(&b.counts, same_engine && !limited(a) && !limited(b));
        counters.retain(|&place| same_engine || place == 0);
        if !counters.is_empty() {
            found.push(difference([a.first, b.first], [a.counts, b.counts], counters));
        }
        found
    }
}

impl VerdictDifference {
    /// The difference between a pair of cells, if there is one.
    pub(super) fn between(cells: [&Cell; 2]) -> Option<Self> {
        let verdicts = cells.map(|cell| cell.verdict);
        let rows = cells.map(|cell| cell.first);
        (verdicts[0] != verdicts[1]).then_some(Self { rows, verdicts })
    }

    /// Whether the verdict of B is more severe (greater), less severe, or as severe.
    pub fn severity(&self) -> Ordering {
        badness(self.verdicts[1]).cmp(&badness(self.verdicts[0]))
    }
}
