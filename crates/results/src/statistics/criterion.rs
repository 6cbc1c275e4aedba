//! The criterion of difference: whether side B is slower than side A by more than a tolerance, is shown to be no slower
//! than that, or neither. `compare`, `gate` and `race` all judge by it.
//!
//! An estimate is the logarithm of a ratio of times with the parts of its variance: instances, rounds, processes or
//! blocks. Two claims are tested, each at 2.5 %: that B is slower by more than the tolerance, and that it is not
//! (non-inferiority; Wellek, Testing statistical hypotheses of equivalence and noninferiority, 2010). If neither is
//! shown, the question is undecided.
//!
//! The first claim is corrected for the number of lines after Holm, because a gate fails if a single line is slower: at
//! most one gate in forty fails by chance, however many lines it has. The false discovery rate of Benjamini and
//! Hochberg would allow one false finding for every nineteen true ones, which is one too many for a gate. The second
//! claim is not corrected: a gate passes only if it is shown for every line, so the chance that a slower line passes
//! does not grow with the number of lines (Berger, Multiparameter hypothesis testing and acceptance sampling,
//! Technometrics 24, 1982).

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::ratio::{large_strata, mean};

/// The level of each claim: the probability of a false claim. It is half of 5 %, so a claim is shown where the 95 %
/// interval lies on one side of the tolerance.
const LEVEL: f64 = 0.025;

/// The share of blocks that a trimmed mean leaves out at either end.
const TRIMMED: f64 = 0.2;

/// A variance, and the degrees of freedom with which it was estimated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Variance {
    /// The variance.
    pub value: f64,
    /// Degrees of freedom, above 0.
    pub freedom: f64,
}

impl Variance {
    /// The variance of the mean of some values. None of fewer than two values.
    pub fn of_mean(values: &[f64]) -> Option<Self> {
        let freedom = values.len().checked_sub(1).filter(|&freedom| freedom > 0)? as f64;
        let mean = mean(values)?;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Some(Self { value: squares / freedom / values.len() as f64, freedom })
    }

    /// The variance of the mean of values in strata, such as the nodes that measured them, of which `strata` names that of
    /// each value: only the differences within strata count (Cochran, Sampling techniques, 1977, 5.3).
    pub fn of_strata(values: &[f64], strata: &[u32]) -> Option<Self> {
        let parts = large_strata(strata).into_iter().filter_map(|members| {
            let share = members.len() as f64 / values.len() as f64;
            let values: Vec<f64> = members.into_iter().map(|place| values[place]).collect();
            let Self { value, freedom } = Self::of_mean(&values)?;
            Some(Self { value: value * share.powi(2), freedom })
        });
        Self::of_sum(&parts.collect::<Vec<_>>())
    }

    /// The variance of a sum of independent estimates. Its degrees of freedom are those of Satterthwaite (An
    /// approximate distribution of estimates of variance components, Biometrics Bulletin 2, 1946). None of no parts.
    pub fn of_sum(parts: &[Self]) -> Option<Self> {
        let value: f64 = parts.iter().map(|part| part.value).sum();
        let uncertain: f64 = parts.iter().map(|part| part.value.powi(2) / part.freedom).sum();
        let most = parts.iter().map(|part| part.freedom).reduce(f64::max)?;
        Some(Self {
            value,
            freedom: if uncertain > 0.0 { value.powi(2) / uncertain } else { most },
        })
    }

    /// Half the width of the 95 % interval (Student, The probable error of a mean, Biometrika 6, 1908).
    pub fn reach(self) -> f64 {
        self.student().inverse_cdf(1.0 - LEVEL) * self.value.sqrt()
    }

    /// The probability of an error of at least `distance`.
    fn tail(self, distance: f64) -> f64 {
        if self.value > 0.0 {
            return self.student().sf(distance / self.value.sqrt());
        }
        if distance > 0.0 { 0.0 } else { 1.0 }
    }

    fn student(self) -> StudentsT {
        StudentsT::new(0.0, 1.0, self.freedom).expect("degrees of freedom above 0")
    }
}

/// A ratio of times B / A, with what is known about its error.
#[derive(Clone, Debug, Default)]
pub(super) struct Estimate {
    /// The logarithm of the ratio.
    pub log: f64,
    /// Independent parts of the variance of `log`.
    pub parts: Vec<Variance>,
    /// An error that is no random one: how much the speed of the machine was seen to differ, as a logarithm.
    pub drift: f64,
    /// The logarithm of the factor by which equal measurements may differ, if it was measured.
    pub noise: Option<f64>,
}

impl Estimate {
    /// The estimate from blocks, each of which measured both sides in turns and in new processes: the mean of the
    /// logarithms of their ratios without the lowest and the highest fifth, so that a few disturbed blocks do not
    /// matter (Tukey and `McLaughlin`, Less vulnerable confidence and significance procedures for location, Sankhya A
    /// 25, 1963). None of fewer than two blocks.
    pub fn of_blocks(logs: &[f64]) -> Option<Self> {
        let mut sorted = logs.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let blocks = sorted.len();
        #[expect(clippy::cast_sign_loss, reason = "a number of blocks is not below 0")]
        let cut = (TRIMMED * blocks as f64) as usize;
        let kept = blocks - 2 * cut;
        let log = mean(&sorted[cut..blocks - cut])?;
        // The variance of the values with each outlier replaced by the value next to it that is kept.
        let (low, high) = (sorted[cut], sorted[blocks - cut - 1]);
        for value in &mut sorted {
            *value = value.clamp(low, high);
        }
        let all = Variance::of_mean(&sorted)?;
        let squares = all.value * blocks as f64 * (blocks - 1) as f64;
        let freedom = (kept - 1) as f64;
        let variance = Variance { value: squares / (kept as f64 * freedom), freedom };
        let noise = Some(variance.reach());
        Some(Self { log, parts: vec![variance], drift: 0.0, noise })
    }

    /// The ends of the 95 % interval of the ratio, if anything is known about its error.
    pub fn interval(&self) -> Option<(f64, f64)> {
        let reach = Variance::of_sum(&self.parts)?.reach() + self.drift;
        Some(((self.log - reach).exp(), (self.log + reach).exp()))
    }
}

/// What is known of a ratio where some searches were too short to have a time, and only have upper bounds. Without such
/// searches, both estimates are the same.
///
/// The claims that B is faster or no slower are made of `upper`, and the claim that B is slower of `lower`. Each then holds
/// whatever the searches took (worst-case bounds: Manski, Partial identification of probability distributions, 2003).
#[derive(Clone, Debug, Default)]
pub(super) struct Bounded {
    /// Over the instances of which B has a time; of A, bounds stand for times, so the ratio is at least this.
    pub lower: Option<Estimate>,
    /// Over the instances of which A has a time; of B, bounds stand for times, so the ratio is at most this.
    pub upper: Option<Estimate>,
}

impl From<Option<Estimate>> for Bounded {
    fn from(exact: Option<Estimate>) -> Self {
        Self { lower: exact.clone(), upper: exact }
    }
}

/// The finding about side B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Finding {
    /// B is faster by more than the tolerance.
    Faster,
    /// B is slower by more than the tolerance.
    Slower,
    /// B is neither slower nor faster by more than the tolerance.
    Equal,
    /// B is not slower by more than the tolerance; it may be faster.
    NoSlower,
    /// The interval is too wide to decide.
    Undecided,
    /// The sides are different runs, and the noise between runs was not measured.
    NoiseUnknown,
    /// A single instance that was measured once, or no instance.
    TooFew,
}

/// Whether B is worse than A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// B is slower by more than the tolerance.
    Worse,
    /// B is not slower by more than the tolerance.
    NoWorse,
    /// Neither is shown.
    Undecided,
    /// B is faster by more than the tolerance.
    Faster,
}

impl Outcome {
    /// Whether B may replace A.
    pub fn is_acceptable(self) -> bool {
        matches!(self, Self::NoWorse | Self::Faster)
    }
}

impl Finding {
    /// What the finding says about B.
    pub fn outcome(self) -> Outcome {
        match self {
            Self::Slower => Outcome::Worse,
            Self::Faster => Outcome::Faster,
            Self::Equal | Self::NoSlower => Outcome::NoWorse,
            Self::Undecided | Self::NoiseUnknown | Self::TooFew => Outcome::Undecided,
        }
    }
}

/// An estimate, judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// The factor beyond which a difference is one: the tolerance asked for, or the noise if that is more.
    pub tolerance: f64,
    /// The probability that B looks this slow although it is within the tolerance, adjusted for the number of
    /// estimates; none if nothing is known about the error.
    pub p_slower: Option<f64>,
    /// The finding.
    pub finding: Finding,
}

/// Judges estimates that are read together. `tolerance` is the share by which B may be slower: 0.03 for 3 %.
pub(super) fn judge(estimates: &[Bounded], tolerance: f64) -> Vec<Judged> {
    let tested = |estimates: &Bounded, slower: bool| {
        let estimate = if slower { &estimates.lower } else { &estimates.upper };
        estimate.clone().filter(|estimate| !estimate.parts.is_empty())
    };
    let limit = |estimate: &Estimate| tolerance.ln_1p().max(estimate.noise.unwrap_or(0.0));
    let sign = |slower| if slower { 1.0 } else { -1.0 };
    // The probability of an estimate this far beyond the tolerance, on the side of the slower or the faster.
    let beyond = |estimates: &Bounded, slower| {
        let estimate = tested(estimates, slower)?;
        let distance = sign(slower) * estimate.log - estimate.drift - limit(&estimate);
        Some(Variance::of_sum(&estimate.parts)?.tail(distance))
    };
    // The probability of an estimate this far within the tolerance that was asked for, which noise does not raise here:
    // on a noisy machine, a slower side would pass.
    let within = |estimates: &Bounded, slower: bool| {
        let estimate = tested(estimates, !slower)?;
        let distance = tolerance.ln_1p() - sign(slower) * estimate.log - estimate.drift;
        Some(Variance::of_sum(&estimate.parts)?.tail(distance))
    };
    let adjusted = |slower| {
        let all: Vec<Option<f64>> =
            estimates.iter().map(|estimates| beyond(estimates, slower)).collect();
        let mut tested = holm(&all.iter().flatten().copied().collect::<Vec<_>>()).into_iter();
        all.into_iter().map(move |p| p.and_then(|_| tested.next())).collect::<Vec<_>>()
    };
    let is_shown = |p: Option<f64>| p.is_some_and(|p| p < LEVEL);
    let (slower, faster) = (adjusted(true), adjusted(false));
    let judged = |(i, estimates): (usize, &Bounded)| {
        let asked = 1.0 + tolerance;
        let Some(estimate) = tested(estimates, false).or_else(|| tested(estimates, true)) else {
            return Judged { tolerance: asked, p_slower: None, finding: Finding::TooFew };
        };
        let no = |slower| is_shown(within(estimates, slower));
        let finding = match (no(true), no(false)) {
            _ if estimate.noise.is_none() => Finding::NoiseUnknown,
            // Both, if some instances became too short to have a time, and others no longer are.
            _ if is_shown(slower[i]) && is_shown(faster[i]) => Finding::Undecided,
            _ if is_shown(slower[i]) => Finding::Slower,
            _ if is_shown(faster[i]) => Finding::Faster,
            (true, true) => Finding::Equal,
            (true, false) => Finding::NoSlower,
            (false, _) => Finding::Undecided,
        };
        Judged { tolerance: limit(&estimate).exp(), p_slower: slower[i], finding }
    };
    estimates.iter().enumerate().map(judged).collect()
}

/// The p-values adjusted for their number, in the same order: the smallest of m p-values is multiplied by m, the next by m - 1,
/// and so on (Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6, 1979). With
/// adjusted p-values compared to 5 %, at most one table in twenty contains any false finding.
fn holm(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]));
    let mut adjusted = vec![0.0; probabilities.len()];
    let mut greatest: f64 = 0.0;
    for (before, &i) in order.iter().enumerate() {
        let left = (probabilities.len() - before) as f64;
        greatest = greatest.max((left * probabilities[i]).min(1.0));
        adjusted[i] = greatest;
    }
    adjusted
}

#[cfg(test)]
mod tests;
