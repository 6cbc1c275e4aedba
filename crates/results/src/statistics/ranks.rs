//! Ranks of values, and correlations of two orders.
//!
//! Spearman's rho (Spearman, The proof and measurement of association between two things, 1904) is the
//! correlation of ranks. Kendall's tau-b (Kendall, The treatment of ties in ranking problems, Biometrika
//! 33, 1945) compares the number of pairs in the same order with the number in opposite orders, and allows for ties.
//! Both are 1 for equal orders and -1 for opposite ones; only the order of the values matters.

/// The rank of each value, from 1; equal values share the mean of their ranks.
#[expect(clippy::float_cmp, reason = "ties are values that are exactly equal")]
pub(super) fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_unstable_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0;
    for equal in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let after = before + equal.len();
        // The mean of before + 1, ..., after.
        for &i in equal {
            ranks[i] = f64::midpoint((before + 1) as f64, after as f64);
        }
        before = after;
    }
    ranks
}

/// Spearman's rho of pairs. None if there are fewer than two pairs, or if all values on one side are equal.
pub(super) fn spearman(pairs: &[(f64, f64)]) -> Option<f64> {
    let (one, other): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (one, other) = (ranks(&one), ranks(&other));
    let middle = f64::midpoint(pairs.len() as f64, 1.0);
    let product = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - middle) * (b - middle)).sum()
    };
    let spread = (product(&one, &one) * product(&other, &other)).sqrt();
    (spread > 0.0).then(|| (product(&one, &other) / spread).clamp(-1.0, 1.0))
}

/// Kendall's tau-b of pairs, by looking at every two of them. None if there are fewer than two pairs, or if all values
/// on one side are equal.
pub fn kendall(pairs: &[(f64, f64)]) -> Option<f64> {
    let order = |a: f64, b: f64| f64::from(i8::from(a > b) - i8::from(a < b));
    let (mut score, mut ones, mut others) = (0.0, 0.0, 0.0);
    for (i, a) in pairs.iter().enumerate() {
        for b in &pairs[..i] {
            let (x, y) = (order(a.0, b.0), order(a.1, b.1));
            score += x * y;
            ones += x * x;
            others += y * y;
        }
    }
    let spread = f64::sqrt(ones * others);
    (spread > 0.0).then(|| (score / spread).clamp(-1.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn close(found: Option<f64>, expected: f64) -> bool {
        found.is_some_and(|found| (found - expected).abs() < 1e-12)
    }

    #[test]
    fn equal_values_share_their_ranks() {
        assert_eq!(ranks(&[30.0, 10.0, 20.0, 10.0]), [4.0, 1.5, 3.0, 1.5]);
        assert_eq!(ranks(&[]), [0.0; 0]);
    }

    /// By hand. Ranks 1 2 3 4 5 with 2 1 4 3 5: the squared differences add up to 4, so rho is 1 - 6 * 4 /
    /// (5 * 24); two of the ten pairs are in opposite order, so tau is (8 - 2) / 10.
    #[test]
    fn of_orders_worked_out_by_hand() {
        let pairs = [(1.0, 20.0), (2.0, 10.0), (3.0, 40.0), (4.0, 30.0), (5.0, 50.0)];
        assert!(close(spearman(&pairs), 0.8));
        assert!(close(kendall(&pairs), 0.6));
        // Ties: of six pairs one is tied in x, one in y, one is in opposite order: (3 - 1) / sqrt(5 * 5).
        let tied = [(1.0, 1.0), (1.0, 3.0), (2.0, 2.0), (3.0, 3.0)];
        assert!(close(kendall(&tied), 0.4));
        let opposite = pairs.map(|(x, _)| (x, -x));
        assert!(close(spearman(&opposite), -1.0) && close(kendall(&opposite), -1.0));
    }

    #[test]
    fn where_there_is_no_order_there_is_no_agreement() {
        for pairs in [&[][..], &[(1.0, 2.0)], &[(1.0, 2.0), (1.0, 3.0)], &[(1.0, 3.0), (2.0, 3.0)]]
        {
            assert_eq!((spearman(pairs), kendall(pairs)), (None, None));
        }
    }

    proptest! {
        /// Only the order counts.
        #[test]
        fn values_may_be_stretched(pairs in prop::collection::vec((-5.0..5.0, -5.0..5.0), 2..40)) {
            let stretched: Vec<(f64, f64)> = pairs.iter().map(|&(x, y): &(f64, f64)| (x.exp(), y * y * y)).collect();
            prop_assert_eq!(spearman(&pairs), spearman(&stretched));
            prop_assert_eq!(kendall(&pairs), kendall(&stretched));
        }
    }
}
