//! The mean of times of which some are only known to be longer than the limit of time: each counts up to the limit.
//!
//! It is the area up to the limit under the curve of Kaplan and Meier (Nonparametric estimation from incomplete observations,
//! Journal of the American Statistical Association 53, 1958), the estimated share of searches that take longer than any time.
//! As no search is cut off before the limit, that area is the plain mean, and its variance after Greenwood that of a mean. The
//! variance has the correction of Kaplan and Meier for the number of times (their section 6). PAR-2 in place of that charges
//! the limit twice for each search without an answer.

use statrs::distribution::{ContinuousCDF, Normal};

use super::ratio::mean;
use super::spread::LEVEL;

/// A mean of times, each counted up to a limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RestrictedMean {
    /// The mean.
    pub mean: f64,
    /// The interval about the mean at [`LEVEL`]; none of fewer than two times below the limit.
    pub interval: Option<(f64, f64)>,
}

/// The restricted mean of some times up to `limit`, which is above 0. None of no times.
pub(super) fn restricted_mean(times: &[f64], limit: f64) -> Option<RestrictedMean> {
    let counted: Vec<f64> = times.iter().map(|time| time.min(limit)).collect();
    let mean = mean(&counted)?;
    let below = times.iter().filter(|&&time| time < limit).count() as f64;
    let interval = (below > 1.0).then(|| {
        let squares: f64 = counted.iter().map(|time| (time - mean).powi(2)).sum();
        let variance = squares / (counted.len() as f64).powi(2) * below / (below - 1.0);
        let reach = Normal::standard().inverse_cdf(f64::midpoint(1.0, LEVEL)) * variance.sqrt();
        ((mean - reach).max(0.0), (mean + reach).min(limit))
    });
    Some(RestrictedMean { mean, interval })
}

#[cfg(test)]
mod tests {
    use quadrille_cover::random::Stream;

    use super::super::simulated::uniform;
    use super::*;

    #[test]
    fn of_times_worked_out_by_hand() {
        let found = restricted_mean(&[1.0, 2.0, 3.0, f64::INFINITY], 4.0).unwrap();
        assert!((found.mean - 2.5).abs() < 1e-12, "{found:?}");
        // Squares of distances from 2.5 sum up to 5, over 4 times 4, with the correction 3 / 2.
        let reach = 1.959_964 * (5.0_f64 / 16.0 * 1.5).sqrt();
        let (low, high) = found.interval.unwrap();
        assert!((low - 2.5 + reach).abs() < 1e-4 && (high - 2.5 - reach).abs() < 1e-4, "{found:?}");
        assert_eq!(restricted_mean(&[], 1.0), None);
        let never = restricted_mean(&[9.0, f64::INFINITY], 5.0).unwrap();
        assert_eq!(never, RestrictedMean { mean: 5.0, interval: None });
    }

    /// Of 2000 samples, the share whose interval holds the truth. Times are exponential with the mean 1.
    fn coverage(size: usize, limit: f64) -> f64 {
        let truth = 1.0 - (-limit).exp();
        let holds = |&seed: &u64| {
            let mut stream = Stream::new(seed, 5);
            let times: Vec<f64> = (0..size).map(|_| -(1.0 - uniform(&mut stream)).ln()).collect();
            let found = restricted_mean(&times, limit).unwrap();
            found.interval.is_some_and(|(low, high)| low < truth && truth < high)
        };
        (0..2000).filter(holds).count() as f64 / 2000.0
    }

    #[test]
    fn the_interval_holds_the_truth_as_often_as_it_says() {
        // Up to 0.3, only a quarter of the times is known.
        for (size, limit, least) in
            [(60, 1.0, 0.93), (60, 2.0, 0.93), (200, 1.0, 0.93), (60, 0.3, 0.92)]
        {
            let found = coverage(size, limit);
            println!("{size} times up to {limit}: {found}");
            assert!((least..=0.97).contains(&found), "{found}: {size} {limit}");
        }
    }
}
