//! The typical size of paired differences: the median of the means of all pairs of differences, each difference also
//! paired with itself (Hodges and Lehmann, Estimates of location based on rank tests, Annals of Mathematical
//! Statistics 34, 1963). With the differences moved by this estimate, the signed-rank test would find nothing.
//!
//! There are about n^2 / 2 means, too many to be stored. The number of means up to a given value is counted in one
//! pass over the sorted differences, and the median is found by bisection over values.

/// The estimate of Hodges and Lehmann for the typical difference; `None` if there are no differences.
pub fn hodges_lehmann(differences: &[f64]) -> Option<f64> {
    let mut sorted = differences.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let n = sorted.len() as u64;
    let means = n * (n + 1) / 2;
    if means == 0 {
        return None;
    }
    let lower = sum_of_rank(&sorted, means.div_ceil(2));
    let upper = if means.is_multiple_of(2) { sum_of_rank(&sorted, means / 2 + 1) } else { lower };
    Some(f64::midpoint(lower, upper) / 2.0)
}

/// The sum at a rank, from 1, among the sums of all pairs in increasing order.
fn sum_of_rank(sorted: &[f64], rank: u64) -> f64 {
    // Keys are integers in the order of the values, so bisection over keys ends at the exact sum.
    let (mut low, mut high) = (key(2.0 * sorted[0]), key(2.0 * sorted[sorted.len() - 1]));
    while low < high {
        let middle = low + (high - low) / 2;
        if sums_up_to(sorted, value(middle)) >= rank { high = middle } else { low = middle + 1 }
    }
    value(low)
}

/// The number of pairs with a sum of at most `most`, each difference also paired with itself.
fn sums_up_to(sorted: &[f64], most: f64) -> u64 {
    let mut partners = sorted.len();
    let mut count = 0;
    for (i, &one) in sorted.iter().enumerate() {
        while partners > 0 && one + sorted[partners - 1] > most {
            partners -= 1;
        }
        // Pairs of this difference with earlier ones were counted at the earlier ones.
        if partners <= i {
            break;
        }
        count += (partners - i) as u64;
    }
    count
}

fn key(value: f64) -> u64 {
    let bits = value.to_bits();
    if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
}

fn value(key: u64) -> f64 {
    f64::from_bits(if key >> 63 == 1 { key & !(1 << 63) } else { !key })
}

#[cfg(test)]
mod tests {
    use super::super::spread::median;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn of_known_values() {
        assert_eq!(hodges_lehmann(&[]), None);
        assert_eq!(hodges_lehmann(&[-4.0]), Some(-4.0));
        // Means: 1, 2, 3, 5.5, 6.5, 10.
        assert_eq!(hodges_lehmann(&[10.0, 1.0, 3.0]), Some(4.25));
        assert_eq!(hodges_lehmann(&[0.0, 0.0, -0.0]), Some(0.0));
    }

    proptest! {
        #[test]
        fn it_is_the_median_of_all_means_and_moves_with_the_values(
            values in prop::collection::vec(-1e3..1e3, 1..30), coarse in any::<bool>(), by in -1e3..1e3f64,
        ) {
            let values: Vec<f64> = values.iter().map(|&v: &f64| if coarse { (v / 200.0).round() } else { v }).collect();
            let pairs = (0..values.len()).flat_map(|i| (i..values.len()).map(move |j| (i, j)));
            let mut means: Vec<f64> = pairs.map(|(i, j)| f64::midpoint(values[i], values[j])).collect();
            let expected = median(&mut means).unwrap();
            let moved: Vec<f64> = values.iter().map(|value| value + by).collect();
            let (found, after) = (hodges_lehmann(&values).unwrap(), hodges_lehmann(&moved).unwrap());
            prop_assert!((found - expected).abs() < 1e-9 && (after - found - by).abs() < 1e-9);
        }
    }
}
