//! Where values lie and how far apart: median, median absolute deviation, quantiles.
//!
//! Times have heavy tails - something else ran, once - so what stands for several of them is their median,
//! and what says how they spread the median of the distances from it (MAD; Hampel, The influence curve
//! and its role in robust estimation, JASA 69, 1974), which half of the values cannot spoil.

/// The median; of two in the middle, their mean. None of no values.
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

/// The median distance from the median, as it is, not scaled to a standard deviation.
pub fn median_absolute_deviation(values: &[f64]) -> Option<f64> {
    let middle = median(&mut values.to_vec())?;
    let mut distances: Vec<f64> = values.iter().map(|value| (value - middle).abs()).collect();
    median(&mut distances)
}

/// The value below which that share of the values lies, between two of them where it must be (definition
/// 7 of Hyndman and Fan, Sample quantiles in statistical packages, American Statistician 50, 1996).
/// The values are in order.
#[expect(clippy::cast_sign_loss, reason = "a share is at least 0")]
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = share.clamp(0.0, 1.0) * last as f64;
    let (lower, upper) = (place.floor() as usize, place.ceil() as usize);
    Some(sorted[lower] + (sorted[upper] - sorted[lower]) * place.fract())
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
        // 1 1 2 2 4 6 9: the median is 2, the distances 1 1 0 0 2 4 7.
        assert_eq!(median_absolute_deviation(&[1.0, 1.0, 2.0, 2.0, 4.0, 6.0, 9.0]), Some(1.0));
        let sorted = [1.0, 2.0, 3.0, 4.0];
        assert_eq!(
            [0.0, 0.25, 0.5, 1.0].map(|share| quantile(&sorted, share)),
            [1.0, 1.75, 2.5, 4.0].map(Some)
        );
        assert_eq!(quantile(&[], 0.5), None);
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
