//! The gate: whether the results NEW are acceptable in place of the results BASE.
//!
//! No part of BASE may be missing in NEW. Counters must be equal, even between different versions. No verdict may be
//! worse. No engine may be slower on a corpus by more than the tolerance, by the [`criterion`](super::criterion).

use super::comparison::{Comparison, CountDifference, Line, VerdictDifference};
use super::criterion::Outcome;

/// What a gate judges, beside verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// Counters must be equal.
    pub counts: bool,
    /// Nothing of BASE may be missing in NEW.
    pub missing: bool,
    /// No engine may be slower.
    pub times: bool,
}

impl Conditions {
    /// All conditions.
    pub const ALL: Self = Self { counts: true, missing: true, times: true };
    /// All but those of times, as for a machine that is busy.
    pub const COUNTS_ONLY: Self = Self { times: false, ..Self::ALL };
    /// All but those of counters, as for an engine that takes other steps on purpose.
    pub const TIMES_ONLY: Self = Self { counts: false, ..Self::ALL };
    /// Those of a race, whose blocks are not the same on both sides if it was interrupted.
    pub const RACE: Self = Self { counts: false, missing: false, times: true };
}

/// The conditions on a comparison of NEW with BASE.
#[derive(Clone, Debug)]
pub struct Gate<'c> {
    comparison: &'c Comparison,
    conditions: Conditions,
}

/// What decided that a gate does not pass: the first of all reasons, in this order.
#[derive(Clone, Debug)]
pub enum Decision<'c> {
    /// A verdict is worse.
    Verdict(&'c VerdictDifference),
    /// A part of BASE is missing in NEW.
    Missing(String),
    /// A counter differs.
    Count(&'c CountDifference),
    /// The times of an engine on a corpus are worse, or it is undecided whether they are.
    Times(&'c Line),
}

impl<'c> Gate<'c> {
    /// The gate for a comparison with BASE as side A and NEW as side B.
    pub fn new(comparison: &'c Comparison, conditions: Conditions) -> Self {
        Self { comparison, conditions }
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
        let lines = self.comparison.lines.iter().filter(|_| self.conditions.times);
        lines.map(|line| {
            let has_times = line.ratio.is_some() || line.left_out.untimed > 0;
            let outcome = match line.finding().outcome() {
                outcome if outcome.is_acceptable() && line.left_out.lost > 0 => Outcome::Undecided,
                outcome => outcome,
            };
            (line, has_times.then_some(outcome))
        })
    }

    /// The number of instances, of all engines, that both sides answered and that have a time in BASE, and neither a time
    /// nor a bound in NEW.
    pub fn lost_times(&self) -> usize {
        self.outcomes().map(|(line, _)| line.left_out.lost).sum()
    }

    /// What decides that the gate does not pass; none if it passes.
    pub fn decision(&self) -> Option<Decision<'c>> {
        let times = |wanted| self.outcomes().find(|(_, outcome)| *outcome == Some(wanted));
        let Conditions { counts, missing, .. } = self.conditions;
        let worse = self.worse().next().map(Decision::Verdict);
        let missing = || self.missing().next().filter(|_| missing).map(Decision::Missing);
        let count = || self.comparison.counts.first().filter(|_| counts).map(Decision::Count);
        let times = || times(Outcome::Worse).or_else(|| times(Outcome::Undecided));
        let times = || times().map(|(line, _)| Decision::Times(line));
        worse.or_else(missing).or_else(count).or_else(times)
    }

    /// What the gate decides: worse if a condition does not hold, undecided if all others hold but it is open whether
    /// an engine is slower, faster if no engine is slower and one is faster.
    pub fn outcome(&self) -> Outcome {
        match self.decision() {
            Some(Decision::Times(line)) if line.finding().outcome() != Outcome::Worse => {
                Outcome::Undecided
            }
            Some(_) => Outcome::Worse,
            None if self.outcomes().any(|(_, found)| found == Some(Outcome::Faster)) => {
                Outcome::Faster
            }
            None => Outcome::NoWorse,
        }
    }
}
