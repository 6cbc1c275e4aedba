//! The gate: whether the results NEW are acceptable in place of the results BASE.
//!
//! No part of BASE may be missing in NEW. Counters must be equal, even between different versions. No verdict may be
//! worse. No engine may be slower on a corpus by more than the measured noise: the lower end of the interval about the
//! ratio of times may not be above the noise factor.

use serde::Serialize;

use super::comparison::{Comparison, Line, VerdictDifference};

/// The gate's finding about the times of an engine on a corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// NEW is not slower than BASE by more than the noise, nor faster by more than the noise.
    Within,
    /// NEW is faster than BASE by more than the noise.
    Faster,
    /// NEW is slower than BASE by more than the noise.
    Slower,
    /// The times, their interval or the noise were not measured.
    Unmeasured,
    /// There are no times, because no instance was answered on both sides.
    Nothing,
}

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

    /// The finding about the times of each engine on each corpus; empty if times are ignored.
    pub fn paces(&self) -> impl Iterator<Item = (&'c Line, Pace)> {
        let lines = self.comparison.lines.iter().filter(|_| !self.counts_only);
        lines.map(|line| (line, pace(line)))
    }

    /// Whether times must be judged but cannot be, because the noise was not measured.
    pub fn is_unmeasured(&self) -> bool {
        self.paces().any(|(_, pace)| pace == Pace::Unmeasured)
    }

    /// Whether all conditions hold.
    pub fn is_open(&self) -> bool {
        self.comparison.counts.is_empty()
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
