//! The restricted mean of times of which some are only known to be longer than a bound, such as the limit of time.
//!
//! Kaplan and Meier, Nonparametric estimation from incomplete observations (Journal of the American Statistical Association
//! 53, 1958), estimate the share of searches that take longer than any time. The area under that curve up to a limit is the
//! mean of the times, each counted up to the limit; its variance is that of Greenwood, with the correction of Kaplan and Meier
//! for the number of times (their section 6). PAR-2 in place of that charges the limit twice for each search without an answer.

use statrs::distribution::{ContinuousCDF, Normal};

use super::spread::LEVEL;

/// A time, or a lower bound of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observed {
    /// The time, or the bound.
    pub time: f64,
    /// Whether this is a time.
    pub is_exact: bool,
}

/// A mean of times, each counted up to a limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RestrictedMean {
    /// The mean.
    pub mean: f64,
    /// The interval about the mean at [`LEVEL`]; none of fewer than two exact times below the limit.
    pub interval: Option<(f64, f64)>,
}

/// The restricted mean of some times up to `limit`, which is above 0. None of no times.
pub fn restricted_mean(observed: &[Observed], limit: f64) -> Option<RestrictedMean> {
    let mut all: Vec<Observed> = observed.to_vec();
    // At one time, exact times come before bounds, which are longer.
    all.sort_by(|a, b| a.time.total_cmp(&b.time).then(b.is_exact.cmp(&a.is_exact)));
    let count = all.len();
    if count == 0 {
        return None;
    }
    // Steps of the curve below the limit: the time, the share that takes longer, and Greenwood's part of the variance.
    let (mut steps, mut share, mut place) = (Vec::new(), 1.0, 0);
    for same in all.chunk_by(|a, b| a.time.total_cmp(&b.time).is_eq()) {
        let exact = same.iter().filter(|one| one.is_exact).count();
        let left = count - place;
        place += same.len();
        if exact > 0 && same[0].time < limit {
            share *= (left - exact) as f64 / left as f64;
            let rest = (left * (left - exact)) as f64;
            let part = if rest > 0.0 { exact as f64 / rest } else { 0.0 };
            steps.push((same[0].time, share, part, exact));
        }
    }
    // The areas under the curve from each step to the limit, from the last step to the first.
    let (mut area, mut end, mut variance) = (0.0, limit, 0.0);
    for &(time, share, part, _) in steps.iter().rev() {
        area += share * (end - time);
        end = time;
        variance += area * area * part;
    }
    let mean = area + end;
    let events: usize = steps.iter().map(|step| step.3).sum();
    let interval = (events > 1).then(|| {
        let corrected = variance * events as f64 / (events - 1) as f64;
        let normal = Normal::standard();
        let reach = normal.inverse_cdf(f64::midpoint(1.0, LEVEL)) * corrected.sqrt();
        ((mean - reach).max(0.0), (mean + reach).min(limit))
    });
    Some(RestrictedMean { mean, interval })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quadrille_cover::random::Stream;

    use super::*;

    fn exact(time: f64) -> Observed {
        Observed { time, is_exact: true }
    }

    fn bound(time: f64) -> Observed {
        Observed { time, is_exact: false }
    }

    /// The example of Kaplan and Meier (section 2): deaths at 0.8, 3.1, 5.4 and 9.2 months, losses at 1.0, 2.7, 7.0 and 12.1.
    #[test]
    fn the_example_of_kaplan_and_meier() {
        let observed = [
            exact(0.8),
            bound(1.0),
            bound(2.7),
            exact(3.1),
            exact(5.4),
            bound(7.0),
            exact(9.2),
            bound(12.1),
        ];
        let found = restricted_mean(&observed, 12.1).unwrap();
        // The curve: 1, 7/8 from 0.8, 7/10 from 3.1, 21/40 from 5.4, 21/80 from 9.2.
        let areas = [0.8, 0.875 * 2.3, 0.7 * 2.3, 0.525 * 3.8, 0.2625 * 2.9];
        assert!((found.mean - areas.iter().sum::<f64>()).abs() < 1e-12, "{found:?}");
        let parts = [(1.0, 8.0 * 7.0), (1.0, 5.0 * 4.0), (1.0, 4.0 * 3.0), (1.0, 2.0 * 1.0)];
        let area = |from: usize| areas[from..].iter().sum::<f64>();
        let terms = parts.iter().enumerate().map(|(i, (d, rest))| area(i + 1).powi(2) * d / rest);
        let reach = 1.959_964 * (terms.sum::<f64>() * 4.0 / 3.0).sqrt();
        let (low, high) = found.interval.unwrap();
        assert!(
            (low - (found.mean - reach)).abs() < 1e-4 && (high - (found.mean + reach)).abs() < 1e-4,
            "{found:?}"
        );
        assert_eq!(restricted_mean(&[], 1.0), None);
        let never = restricted_mean(&[bound(5.0), bound(5.0)], 5.0).unwrap();
        assert_eq!(never, RestrictedMean { mean: 5.0, interval: None });
    }

    fn uniform(stream: &mut Stream) -> f64 {
        (stream.word() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Of 2000 samples, the share whose interval holds the truth. Times are exponential with the mean 1, counted up to
    /// `limit`; some are only known to be longer than a time drawn at random, up to `losses`.
    fn coverage(size: usize, limit: f64, losses: f64) -> f64 {
        let truth = 1.0 - (-limit).exp();
        let holds = |&seed: &u64| {
            let mut stream = Stream::new(seed, 5);
            let observed: Vec<Observed> = (0..size)
                .map(|_| {
                    let time = -(1.0 - uniform(&mut stream)).ln();
                    let lost = limit.min(losses * uniform(&mut stream));
                    if time < lost { exact(time) } else { bound(lost) }
                })
                .collect();
            let found = restricted_mean(&observed, limit).unwrap();
            found.interval.is_some_and(|(low, high)| low < truth && truth < high)
        };
        (0..2000).filter(holds).count() as f64 / 2000.0
    }

    #[test]
    fn the_interval_holds_the_truth_as_often_as_it_says() {
        for (size, limit, losses) in
            [(60, 1.0, f64::MAX), (60, 2.0, f64::MAX), (200, 1.0, 3.0), (60, 0.3, 4.0)]
        {
            let found = coverage(size, limit, losses);
            println!("{size} times up to {limit}, losses up to {losses}: {found}");
            assert!((0.93..=0.97).contains(&found), "{found}: {size} {limit} {losses}");
        }
    }

    proptest! {
        /// Without losses before the limit, the area under the curve is the plain mean of the times up to the limit.
        #[test]
        fn without_losses_it_is_the_mean_up_to_the_limit(times in prop::collection::vec(1u8..40, 1..30), limit in 1u8..40) {
            let limit = f64::from(limit);
            let times: Vec<f64> = times.into_iter().map(f64::from).collect();
            let observed: Vec<Observed> = times.iter().map(|&time| if time < limit { exact(time) } else { bound(limit) }).collect();
            let found = restricted_mean(&observed, limit).unwrap().mean;
            let mean = times.iter().map(|time| time.min(limit)).sum::<f64>() / times.len() as f64;
            prop_assert!((found - mean).abs() < 1e-9, "{} {}", found, mean);
        }
    }
}
