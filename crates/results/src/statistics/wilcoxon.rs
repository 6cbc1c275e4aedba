//! The signed-rank test: whether paired differences are centred on zero.
//!
//! Differences are ranked by size, and the ranks of the positive ones are added up (Wilcoxon, Individual
//! comparisons by ranking methods, Biometrics Bulletin 1, 1945). Under the null hypothesis, each difference is as likely
//! positive as negative. For up to 50 differences, with or without ties, the distribution of the sum is computed
//! exactly, over all assignments of signs. For more differences it is taken to be normal, with a correction for
//! continuity. Differences of zero are ranked with the others and then left out (Pratt, Remarks on zeros and ties in
//! the Wilcoxon signed rank procedures, JASA 54, 1959): to leave them out before would exaggerate the evidence.

use statrs::distribution::{ContinuousCDF, Normal};

use super::ranks::ranks;

/// The largest number of differences other than zero that are tested exactly.
const EXACT: usize = 50;

/// The two-sided p-value: the probability of a sum of ranks at least as extreme under the null hypothesis. 1 if all
/// differences are zero.
pub fn signed_rank(differences: &[f64]) -> f64 {
    let sizes: Vec<f64> = differences.iter().map(|difference| difference.abs()).collect();
    let ranked = ranks(&sizes).into_iter().zip(differences);
    let (ranks, signed): (Vec<f64>, Vec<&f64>) = ranked.filter(|(_, d)| **d != 0.0).unzip();
    let above = ranks.iter().zip(signed).filter(|(_, d)| **d > 0.0).map(|(rank, _)| rank).sum();
    if ranks.len() <= EXACT { exact(&ranks, above) } else { approximate(&ranks, above) }
}

/// The share of all assignments of signs with a sum at least as extreme.
#[expect(clippy::cast_sign_loss, reason = "ranks are above 0")]
fn exact(ranks: &[f64], above: f64) -> f64 {
    // Ranks shared by equal differences may be halves, so all ranks are doubled to be whole numbers.
    let doubled: Vec<usize> = ranks.iter().map(|rank| (2.0 * rank) as usize).collect();
    let most: usize = doubled.iter().sum();
    let mut chances = vec![0.0; most + 1];
    chances[0] = 1.0;
    for rank in doubled {
        for sum in (0..=most).rev() {
            let with = if sum >= rank { chances[sum - rank] } else { 0.0 };
            chances[sum] = f64::midpoint(chances[sum], with);
        }
    }
    let above = (2.0 * above) as usize;
    let low: f64 = chances[..=above].iter().sum();
    let high: f64 = chances[above..].iter().sum();
    (2.0 * low.min(high)).min(1.0)
}

/// The p-value of the normal approximation. The mean is half the sum of all ranks, and the variance a quarter of the sum
/// of their squares. Both formulas hold with shared ranks, and with the ranks of zeros left out.
fn approximate(ranks: &[f64], above: f64) -> f64 {
    let mean = ranks.iter().sum::<f64>() / 2.0;
    let deviation = (ranks.iter().map(|rank| rank * rank).sum::<f64>() / 4.0).sqrt();
    let distance = ((above - mean).abs() - 0.5).max(0.0) / deviation;
    (2.0 * Normal::standard().sf(distance)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn close(found: f64, expected: f64) -> bool {
        (found - expected).abs() < 1e-12
    }

    /// Wilcoxon's own example, after Darwin: heights of 15 pairs of maize plants, crossed less
    /// self-fertilised, in eighths of an inch. The ranks below zero add up to 24, and 1346 of the 2^15
    /// ways to give signs have a sum no greater on one side or the other, which are 0.0410.
    #[test]
    fn darwin_s_maize() {
        let heights = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
        let p = signed_rank(&heights.map(f64::from));
        assert!((p - 0.0413).abs() < 0.0005, "{p}");
    }

    #[test]
    fn small_samples_by_hand() {
        assert!(close(signed_rank(&[]), 1.0));
        assert!(close(signed_rank(&[0.0, 0.0]), 1.0));
        assert!(close(signed_rank(&[1.0]), 1.0));
        // One of 2^5 ways, and its mirror image.
        assert!(close(signed_rank(&[1.0, 2.0, 3.0, 4.0, 5.0]), 2.0 / 32.0));
        // The sum below zero is 1: {} and {1} are as far out, of 2^6, twice.
        assert!(close(signed_rank(&[-1.0, 2.0, 3.0, 4.0, 5.0, 6.0]), 4.0 / 64.0));
        // Equal sizes share rank 2: sums 0, 2 (3 ways), 4 (3), 6. At least 4 or at most 2: everything.
        assert!(close(signed_rank(&[1.0, 1.0, -1.0]), 1.0));
        // Pratt: ranks 2 to 5 with two below that make 5 of 14: {}, 2, 3, 4, 5, 2+3 are as small, 6 of 16. Without
        // the zero, ranks 1 to 4 with 3 of 10: {}, 1, 2, 3, 1+2 are 5 of 16.
        assert!(close(signed_rank(&[0.0, -1.0, -2.0, 3.0, 4.0]), 12.0 / 16.0));
    }

    #[test]
    fn the_two_ways_meet() {
        // Fifty differences with every second, third and so on below zero: exactly, and as if there were more. Their
        // sizes are all different, or some are equal.
        for (step, equal) in [(2, 1), (3, 1), (4, 1), (7, 1), (3, 2), (4, 3)] {
            let sizes: Vec<f64> = (0..EXACT).map(|i| (i / equal) as f64).collect();
            let ranks = ranks(&sizes);
            let above =
                ranks.iter().enumerate().filter(|(i, _)| i % step > 0).map(|(_, r)| r).sum();
            let (exactly, about) = (exact(&ranks, above), approximate(&ranks, above));
            assert!((exactly - about).abs() < 0.002, "{exactly} {about}");
        }
    }

    /// Over all ways to give signs, p falls to or below a level no more often than the level says, and as often
    /// as it can.
    #[test]
    fn its_level_is_kept() {
        let sizes = [0.0, 1.0, 1.0, 2.0, 3.0, 3.0, 3.0, 8.0, 9.0, 9.0, 11.0];
        let all = 1 << sizes.len();
        for level in [0.01, 0.05, 0.1, 0.5] {
            let sign =
                |bits: i32, i: usize, size: f64| if bits >> i & 1 == 1 { size } else { -size };
            let rejected = (0..all).filter(|&bits| {
                let signed: Vec<f64> =
                    sizes.iter().enumerate().map(|(i, &size)| sign(bits, i, size)).collect();
                signed_rank(&signed) <= level
            });
            let share = rejected.count() as f64 / f64::from(all);
            assert!(share <= level && share > level / 3.0, "{share} at {level}");
        }
    }

    proptest! {
        #[test]
        fn it_is_a_probability_and_knows_no_sides(values in prop::collection::vec(-3i8..9, 0..80)) {
            let values: Vec<f64> = values.into_iter().map(f64::from).collect();
            let p = signed_rank(&values);
            prop_assert!(p > 0.0 && p <= 1.0);
            let mirrored: Vec<f64> = values.iter().map(|value| -value).collect();
            prop_assert!((signed_rank(&mirrored) - p).abs() < 1e-9);
        }
    }
}
