//! Ranks of values, and how far two orders agree.
//!
//! Spearman's rho (Spearman, The proof and measurement of association between two things, 1904) is the
//! correlation of ranks; Kendall's tau-b (Kendall, The treatment of ties in ranking problems, Biometrika
//! 33, 1945) how many more pairs are in the same order than in opposite ones, allowing for ties; it is
//! counted by sorting, as in Knight, A computer method for calculating Kendall's tau with ungrouped data
//! (JASA 61, 1966). Both are 1 for the same order and -1 for the opposite, whatever the values.

/// The rank of each value, from 1; values that are equal share the mean of their ranks.
#[expect(clippy::float_cmp, reason = "ties are values that are exactly equal")]
pub fn ranks(values: &[f64]) -> Vec<f64> {
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

/// Spearman's rho of pairs. None if there are less than two, or if one side is all the same.
pub fn spearman(pairs: &[(f64, f64)]) -> Option<f64> {
    let (one, other): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (one, other) = (ranks(&one), ranks(&other));
    let middle = f64::midpoint(pairs.len() as f64, 1.0);
    let product = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - middle) * (b - middle)).sum()
    };
    let spread = (product(&one, &one) * product(&other, &other)).sqrt();
    (spread > 0.0).then(|| (product(&one, &other) / spread).clamp(-1.0, 1.0))
}

/// Kendall's tau-b of pairs. None if there are less than two, or if one side is all the same.
#[expect(clippy::float_cmp, reason = "ties are values that are exactly equal")]
pub fn kendall(pairs: &[(f64, f64)]) -> Option<f64> {
    let mut pairs = pairs.to_vec();
    pairs.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let of_two = |n: usize| n as f64 * (n as f64 - 1.0) / 2.0;
    let tied = |equal: fn(&(f64, f64), &(f64, f64)) -> bool, pairs: &[(f64, f64)]| -> f64 {
        pairs.chunk_by(equal).map(|chunk| of_two(chunk.len())).sum()
    };
    let tied_both = tied(|a, b| a == b, &pairs);
    let tied_one = tied(|a, b| a.0 == b.0, &pairs);
    let mut others: Vec<f64> = pairs.iter().map(|pair| pair.1).collect();
    let against = sort_counting(&mut others, &mut Vec::with_capacity(pairs.len()));
    let tied_other: f64 = others.chunk_by(|a, b| a == b).map(|chunk| of_two(chunk.len())).sum();
    let all = of_two(pairs.len());
    let spread = ((all - tied_one) * (all - tied_other)).sqrt();
    let score = all - tied_one - tied_other + tied_both - 2.0 * against;
    (spread > 0.0).then(|| (score / spread).clamp(-1.0, 1.0))
}

/// Sorts by merging, and counts the pairs that stood in the wrong order.
fn sort_counting(values: &mut [f64], spare: &mut Vec<f64>) -> f64 {
    if values.len() < 2 {
        return 0.0;
    }
    let middle = values.len() / 2;
    let (left, right) = values.split_at_mut(middle);
    let mut wrong = sort_counting(left, spare) + sort_counting(right, spare);
    spare.clear();
    let (mut i, mut j) = (0, 0);
    while i < left.len() || j < right.len() {
        if j == right.len() || i < left.len() && left[i] <= right[j] {
            spare.push(left[i]);
            i += 1;
        } else {
            spare.push(right[j]);
            wrong += (left.len() - i) as f64;
            j += 1;
        }
    }
    values.copy_from_slice(spare);
    wrong
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

    /// Tau-b by looking at every pair.
    fn slow_kendall(pairs: &[(f64, f64)]) -> Option<f64> {
        let (mut score, mut ones, mut others) = (0.0, 0.0, 0.0);
        for (i, a) in pairs.iter().enumerate() {
            for b in &pairs[..i] {
                let sign = |d: f64| if d == 0.0 { 0.0 } else { d.signum() };
                let (x, y) = (sign(a.0 - b.0), sign(a.1 - b.1));
                score += x * y;
                ones += x * x;
                others += y * y;
            }
        }
        let spread = f64::sqrt(ones * others);
        (spread > 0.0).then(|| score / spread)
    }

    proptest! {
        #[test]
        fn counting_by_sorting_is_counting(pairs in prop::collection::vec((0u8..9, 0u8..9), 0..40)) {
            let pairs: Vec<_> = pairs.iter().map(|&(x, y)| (f64::from(x), f64::from(y))).collect();
            match (kendall(&pairs), slow_kendall(&pairs)) {
                (Some(found), Some(expected)) => prop_assert!((found - expected).abs() < 1e-12),
                (found, expected) => prop_assert_eq!(found, expected),
            }
        }

        /// Only the order counts.
        #[test]
        fn values_may_be_stretched(pairs in prop::collection::vec((-5.0..5.0, -5.0..5.0), 2..40)) {
            let stretched: Vec<(f64, f64)> = pairs.iter().map(|&(x, y): &(f64, f64)| (x.exp(), y * y * y)).collect();
            prop_assert_eq!(spearman(&pairs), spearman(&stretched));
            prop_assert_eq!(kendall(&pairs), kendall(&stretched));
        }
    }
}
