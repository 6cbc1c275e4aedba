//! The gate: whether the results NEW are acceptable in place of the results BASE.
//!
//! No part of BASE may be missing in NEW. Counters must be equal, even between different versions. No verdict may be
//! worse. No engine may be slower on a corpus by more than the tolerance, by the [`criterion`](super::criterion).

use super::comparison::{Comparison, Line, VerdictDifference};
use super::criterion::Outcome;

/// The conditions on a comparison of NEW with BASE.
#[derive(Clone, Debug)]
pub struct Gate<'c> {
    comparison: &'c Comparison,
    counts_only: bool,
}

impl<'c> Gate<'c> {
    /// The gate for a comparison with BASE as side A and NEW as side B. With `counts_only`, times are ignored.
    pub fn new(comparison: &'c Comparison, counts_only: bool) -> Self {
        Self { comparison, counts_only }
    }

    /// Verdicts that are worse.
    pub fn worse(&self) -> impl Iterator<Item = &'c VerdictDifference> {
        self.comparison.verdicts.iter().filter(|verdict| verdict.severity().is_gt())
    }

    /// The parts of BASE that are missing in NEW: an engine, a corpus of an engine, a case, or a case that is a
    /// different puzzle in NEW.
    pub fn missing(&self) -> impl Iterator<Item = String> {
        let Comparison { only: [only_a, _], changed, .. } = self.comparison;
        let changed = changed.iter().map(|case| format!("{case} (another puzzle in its place)"));
        only_a.all().cloned().chain(changed)
    }

    /// What is found about the times of each engine on each corpus, which is nothing if both sides answered no
    /// instance; empty if times are ignored. An engine that has lost times is not found to be no slower, because
    /// those that it lost may be the slow ones.
    pub fn outcomes(&self) -> impl Iterator<Item = (&'c Line, Option<Outcome>)> {
        let lines = self.comparison.lines.iter().filter(|_| !self.counts_only);
        lines.map(|line| {
            let has_times = line.ratio.is_some() || line.left_out.untimed > 0;
            let outcome = match line.finding().outcome() {
                Outcome::NoWorse if line.left_out.lost > 0 => Outcome::Undecided,
                outcome => outcome,
            };
            (line, has_times.then_some(outcome))
        })
    }

    /// The number of instances, of all engines, that both sides answered and that have a time in BASE and none in NEW.
    pub fn lost_times(&self) -> usize {
        self.outcomes().map(|(line, _)| line.left_out.lost).sum()
    }

    /// What the gate decides: worse if a condition does not hold, undecided if all others hold but it is open whether
    /// an engine is slower.
    pub fn outcome(&self) -> Outcome {
        let any = |wanted| self.outcomes().any(|(_, outcome)| outcome == Some(wanted));
        let is_worse = !self.comparison.counts.is_empty()
            || self.worse().next().is_some()
            || self.missing().next().is_some()
            || any(Outcome::Worse);
        match (is_worse, any(Outcome::Undecided)) {
            (true, _) => Outcome::Worse,
            (false, true) => Outcome::Undecided,
            (false, false) => Outcome::NoWorse,
        }
    }
}
