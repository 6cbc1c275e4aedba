//! The gate: whether NEW may take the place of BASE.
//!
//! Nothing of BASE may be missing; counters must be the same, whatever the versions; no verdict may be worse; and no
//! engine may be slower on a corpus by more than the measured noise. That is, the lower end of the
//! interval about the ratio of its times may not lie above the factor of the noise.

use serde::Serialize;

use super::comparison::{Comparison, CountDifference, Line, VerdictDifference};

/// What is found of an engine's times on a corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// No slower than noise explains.
    Within,
    /// Faster, by more than noise explains.
    Faster,
    /// Slower, by more than noise explains.
    Slower,
    /// There are times, but nobody measured the noise.
    Unmeasured,
    /// There are no times, as nothing was answered.
    Nothing,
}

/// What must hold.
#[derive(Clone, Debug)]
pub struct Gate<'c> {
    comparison: &'c Comparison,
    counts_only: bool,
}

impl<'c> Gate<'c> {
    /// Looks at a comparison of NEW, as side B, with BASE; at times only if asked to.
    pub fn new(comparison: &'c Comparison, counts_only: bool) -> Self {
        Self { comparison, counts_only }
    }

    /// Counters that are not the same.
    pub fn counts(&self) -> &'c [CountDifference] {
        &self.comparison.counts
    }

    /// Verdicts that are worse.
    pub fn worse(&self) -> impl Iterator<Item = &'c VerdictDifference> {
        self.comparison.verdicts.iter().filter(|verdict| verdict.is_worse())
    }

    /// What BASE has and NEW has not: an engine, a corpus of an engine, a case, or another puzzle in its place.
    pub fn missing(&self) -> impl Iterator<Item = String> {
        let Comparison { only_a, changed, .. } = self.comparison;
        let parts = [&only_a.engines, &only_a.corpora, &only_a.cases];
        let changed = changed.iter().map(|case| format!("{case} (another puzzle in its place)"));
        parts.into_iter().flatten().cloned().chain(changed)
    }

    /// Engines on corpora, and what is found of their times; none if times are not asked about.
    pub fn paces(&self) -> impl Iterator<Item = (&'c Line, Pace)> {
        let lines = self.comparison.lines.iter().filter(|_| !self.counts_only);
        lines.map(|line| (line, pace(line)))
    }

    /// Whether times should be judged and cannot be.
    pub fn is_unmeasured(&self) -> bool {
        self.paces().any(|(_, pace)| pace == Pace::Unmeasured)
    }

    /// Whether nothing speaks against NEW.
    pub fn is_open(&self) -> bool {
        self.counts().is_empty()
            && self.worse().next().is_none()
            && self.missing().next().is_none()
            && self.paces().all(|(_, pace)| pace != Pace::Slower)
    }
}

fn pace(line: &Line) -> Pace {
    let Some(ratio) = line.ratio else {
        return if line.left_out.untimed > 0 { Pace::Unmeasured } else { Pace::Nothing };
    };
    match (ratio.interval, line.noise) {
        (Some((low, _)), Some(noise)) if low > noise => Pace::Slower,
        (Some((_, high)), Some(noise)) if high < noise.recip() => Pace::Faster,
        (Some(_), Some(_)) => Pace::Within,
        _ => Pace::Unmeasured,
    }
}
