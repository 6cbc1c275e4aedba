//! The median, with its interval, and quantiles.
//!
//! Times have heavy tails, as another program may disturb a measurement. Therefore the median stands for several times:
//! it stays useful as long as fewer than half of the values are outliers.

use quadrille_cover::random::Stream;

/// The number of bootstrap samples for an interval.
pub(super) const DRAWS: usize = 2000;

/// The confidence level of an interval: the share of bootstrap samples within it.
pub const LEVEL: f64 = 0.95;

/// The median; with an even number of values, the mean of the two in the middle. `None` if there are no values.
pub fn median(values: &mut [f64]) -> Option<f64> {
    let upper = values.len() / 2;
    if values.is_empty() {
        return None;
    }
    let odd = values.len() % 2 == 1;
    let (below, &mut middle, _) = values.select_nth_unstable_by(upper, f64::total_cmp);
    if odd {
        return Some(middle);
    }
    let lower = below.iter().copied().max_by(f64::total_cmp)?;
    Some(f64::midpoint(lower, middle))
}

/// The value below which a share of the sorted values lies, interpolated between two values where necessary
/// (definition 7 of Hyndman and Fan, Sample quantiles in statistical packages, American Statistician 50, 1996).
#[expect(clippy::cast_sign_loss, reason = "a share is at least 0")]
pub(super) fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = share.clamp(0.0, 1.0) * last as f64;
    let (lower, upper) = (place.floor() as usize, place.ceil() as usize);
    Some(sorted[lower] + (sorted[upper] - sorted[lower]) * place.fract())
}

/// The percentile bootstrap interval at [`LEVEL`] from bootstrap samples (Efron, Bootstrap methods:
/// another look at the jackknife, Annals of Statistics 7, 1979). `None` if there are no samples.
pub(super) fn interval(mut draws: Vec<f64>) -> Option<(f64, f64)> {
    draws.sort_unstable_by(f64::total_cmp);
    let end = |share| quantile(&draws, share);
    end(f64::midpoint(0.0, 1.0 - LEVEL)).zip(end(f64::midpoint(1.0, LEVEL)))
}

/// The bootstrap interval of the median; `None` if there are fewer than two values.
pub fn median_interval(values: &[f64], stream: &mut Stream) -> Option<(f64, f64)> {
    if values.len() < 2 {
        return None;
    }
    let mut drawn = values.to_vec();
    let mut draw = |_| {
        for place in &mut drawn {
            *place = values[stream.below(values.len())];
        }
        median(&mut drawn)
    };
    interval((0..DRAWS).filter_map(&mut draw).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn of_known_values() {
        assert_eq!(median(&mut []), None);
        assert_eq!(median(&mut [3.0]), Some(3.0));
        assert_eq!(median(&mut [9.0, 1.0, 4.0, 2.0]), Some(3.0));
        let sorted = [1.0, 2.0, 3.0, 4.0];
        let quantiles = [0.0, 0.25, 0.5, 1.0].map(|share| quantile(&sorted, share));
        assert_eq!(quantiles, [1.0, 1.75, 2.5, 4.0].map(Some));
        assert_eq!(quantile(&[], 0.5), None);
    }

    #[test]
    fn a_median_is_as_sure_as_its_values_are_close() {
        let mut stream = Stream::new(1, 0);
        assert_eq!(median_interval(&[], &mut stream), None);
        assert_eq!(median_interval(&[3.0], &mut stream), None);
        assert_eq!(median_interval(&[3.0; 9], &mut stream), Some((3.0, 3.0)));
        // Of the values 0 to 99 the median lies between two order statistics; by the binomial
        // distribution about the 40th and the 60th.
        let values: Vec<f64> = (0..100).map(f64::from).collect();
        let (low, high) = median_interval(&values, &mut stream).unwrap();
        assert!((36.0..=43.0).contains(&low) && (56.0..=63.0).contains(&high), "{low} {high}");
    }

    proptest! {
        #[test]
        fn the_median_is_the_middle_of_the_sorted(mut values in prop::collection::vec(-1e9..1e9, 1..40)) {
            let found = median(&mut values.clone());
            values.sort_by(f64::total_cmp);
            let n = values.len();
            prop_assert_eq!(found, Some(f64::midpoint(values[(n - 1) / 2], values[n / 2])));
            prop_assert!((found.unwrap() - quantile(&values, 0.5).unwrap()).abs() < 1e-6);
        }
    }
}
