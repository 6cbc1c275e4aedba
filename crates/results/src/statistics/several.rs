//! Adjustment of p-values for the number of tests: at the 5 % level, one test in twenty finds a difference where there
//! is none.
//!
//! Holm, A simple sequentially rejective multiple test procedure (Scandinavian Journal of Statistics 6,
//! 1979): the smallest of m p-values is multiplied by m, the next by m - 1, and so on. With adjusted p-values compared
//! to 5 %, at most one table in twenty contains any false finding.

/// The p-values adjusted for their number by Holm's procedure, in the same order.
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
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
mod tests {
    use super::*;

    #[test]
    fn of_probabilities_worked_out_by_hand() {
        // 0.01 * 4, 0.02 * 3, 0.03 * 2 and 0.4: the third is no smaller than the second.
        let found = holm(&[0.03, 0.01, 0.4, 0.02]);
        let expected = [0.06, 0.04, 0.4, 0.06];
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
        assert_eq!(holm(&[]), [0.0; 0]);
        assert_eq!(holm(&[0.3]), [0.3]);
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
    }
}
