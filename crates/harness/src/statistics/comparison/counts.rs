//! What should be the same on both sides, and is not: counters and verdicts.
//!
//! Counters are exact. Of one engine they are the same in every run of the same version; of two engines the
//! number of solutions is. They are compared where both sides came to the same end by themselves: where
//! time or memory ran out, or the engine died, what was counted until then depends on when.

use crate::record::Verdict;
use crate::results::{Counts, Results};

use super::super::cells::{Cell, badness, counts_hold};
use super::Sides;

/// A counter that differs between two rows. They are of the same side if an engine contradicts itself.
#[derive(Clone, Copy, Debug)]
pub struct CountDifference {
    /// Their places in [`Results::entries`].
    pub rows: (usize, usize),
    /// The place of the counter in [`Counts::NAMES`].
    pub counter: usize,
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
    pub(super) fn between(results: &Results, sides: &Sides, a: &Cell, b: &Cell) -> Vec<Self> {
        let entries = results.entries();
        let mut found = Vec::new();
        for cell in [a, b] {
            let Some(other) = cell.other_counts else { continue };
            let counts = (entries[cell.first].counts, entries[other].counts);
            let rows = (cell.first, other);
            let mut places = counts.0.differing(&counts.1, false);
            // The first row may know less than others, which then contradict each other.
            if places.is_empty() {
                places = cell.counts.differing(&counts.1, false);
            }
            found.extend(places.into_iter().map(|counter| Self { rows, counter, counts }));
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
        let solutions_only =
            |counter: &usize| same_engine || (*counter == 0 && a.verdict == Verdict::Ok);
        let differing = a.counts.differing(&b.counts, all).into_iter().filter(solutions_only);
        let rows = (a.first, b.first);
        found.extend(differing.map(|counter| Self { rows, counter, counts }));
        debug_assert!(sides.engines.contains(&(a.engine, b.engine)), "cells of the two sides");
        found
    }

    /// The values of both rows, if they are known.
    pub fn values(&self, results: &Results) -> (Option<String>, Option<String>) {
        (self.counts.0.get(self.counter, results), self.counts.1.get(self.counter, results))
    }

    /// What the counter is called.
    pub fn name(&self) -> &'static str {
        Counts::NAMES[self.counter]
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
