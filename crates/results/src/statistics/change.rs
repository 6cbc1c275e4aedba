//! Places at which a series changes: E-divisive (Matteson and James, A nonparametric approach for multiple change point analysis of
//! multivariate data, Journal of the American Statistical Association 109, 2014).
//!
//! A series is divided where the parts before and behind the place differ most, by the distances between their values: this finds a
//! change of the spread as well as one of the mean, and assumes no distribution. Whether the division is more than chance is tested by the
//! same search in the values in random orders: without a change, each order is as likely as another. If it is, the parts are searched in
//! their turn.

use quadrille_cover::random::{Stream, shuffle};

/// Fewest values on either side of a change: one value has no distances within.
const FEWEST: usize = 2;

/// A change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// The place of the first value after the change.
    pub at: usize,
    /// The share of random orders in which a division differs as much; the value itself counts as one of them.
    pub p: f64,
}

/// The changes in a series, in the order of their places. Each was found by a test that finds one in a series without a change with
/// at most the probability `level`, from `orders` random orders.
pub fn changes(values: &[f64], level: f64, orders: usize, stream: &mut Stream) -> Vec<Change> {
    let mut found: Vec<Change> = Vec::new();
    loop {
        let mut ends: Vec<usize> = found.iter().map(|change| change.at).collect();
        ends.extend([0, values.len()]);
        ends.sort_unstable();
        let mut parts: Vec<Vec<f64>> =
            ends.windows(2).map(|two| values[two[0]..two[1]].to_vec()).collect();
        let best = parts.iter().zip(&ends).filter_map(|(part, start)| {
            division(part).map(|(at, difference)| (start + at, difference))
        });
        let Some((at, difference)) = best.reduce(|one, two| if two.1 > one.1 { two } else { one })
        else {
            break;
        };
        let mut as_large = 1;
        for _ in 0..orders {
            let mut largest = f64::NEG_INFINITY;
            for part in &mut parts {
                shuffle(part, stream);
                largest = largest.max(division(part).map_or(f64::NEG_INFINITY, |one| one.1));
            }
            as_large += usize::from(largest >= difference);
        }
        let p = as_large as f64 / (orders + 1) as f64;
        if p > level {
            break;
        }
        found.push(Change { at, p });
    }
    found.sort_by_key(|change| change.at);
    found
}

/// The place where a series is divided, and how much its parts differ. The part behind the place may end before the series does, so
/// that another change behind it does not hide this one.
fn division(values: &[f64]) -> Option<(usize, f64)> {
    let n = values.len();
    // The sums of the distances between the first `i` and the first `j` values.
    let mut sums = vec![0.0; (n + 1) * (n + 1)];
    for i in 0..n {
        let mut row = 0.0;
        for j in 0..n {
            row += (values[i] - values[j]).abs();
            sums[(i + 1) * (n + 1) + j + 1] = sums[i * (n + 1) + j + 1] + row;
        }
    }
    let sum = |i: usize, j: usize| sums[i * (n + 1) + j];
    let mut best: Option<(usize, f64)> = None;
    for at in FEWEST..n.saturating_sub(FEWEST - 1) {
        for end in at + FEWEST..=n {
            let (before, behind) = (at as f64, (end - at) as f64);
            let between = sum(at, end) - sum(at, at);
            let (within_before, within_behind) =
                (sum(at, at), sum(end, end) - 2.0 * sum(at, end) + sum(at, at));
            let difference = 2.0 * between / (before * behind)
                - within_before / (before * (before - 1.0))
                - within_behind / (behind * (behind - 1.0));
            let difference = difference * before * behind / (before + behind);
            if best.is_none_or(|best| difference > best.1) {
                best = Some((at, difference));
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::super::simulated::{normal, uniform};
    use super::*;

    const LEVEL: f64 = 0.05;

    fn found(values: &[f64], stream: &mut Stream) -> Vec<usize> {
        changes(values, LEVEL, 199, stream).iter().map(|change| change.at).collect()
    }

    /// Of some series, the share for which `is` holds.
    fn share(series: u64, is: impl Fn(&mut Stream) -> bool) -> f64 {
        let held = (0..series).filter(|&seed| is(&mut Stream::new(seed, 77))).count();
        held as f64 / series as f64
    }

    /// The definition, by sums over all pairs.
    #[test]
    fn parts_differ_as_the_definition_says() {
        let mut stream = Stream::new(3, 0);
        let values: Vec<f64> = (0..7).map(|_| normal(&mut stream)).collect();
        let mean = |one: &[f64], two: &[f64], pairs: usize| {
            let all = one.iter().flat_map(|a| two.iter().map(move |b| (a - b).abs()));
            all.sum::<f64>() / pairs as f64
        };
        let mut expected = (0, f64::NEG_INFINITY);
        for at in 2..=5 {
            for end in at + 2..=7 {
                let (x, y) = (&values[..at], &values[at..end]);
                let (m, n) = (x.len(), y.len());
                let e = 2.0 * mean(x, y, m * n) - mean(x, x, m * (m - 1)) - mean(y, y, n * (n - 1));
                let q = e * (m * n) as f64 / (m + n) as f64;
                if q > expected.1 {
                    expected = (at, q);
                }
            }
        }
        let (at, difference) = division(&values).unwrap();
        assert_eq!(at, expected.0);
        assert!((difference - expected.1).abs() < 1e-12, "{difference} {expected:?}");
        assert_eq!(division(&values[..3]), None);
    }

    #[test]
    fn changes_are_found_where_they_are() {
        let mut stream = Stream::new(1, 0);
        let level = |i: usize| [0.0, 0.10, 0.03][i / 10];
        let values: Vec<f64> = (0..30).map(|i| level(i) + 0.01 * normal(&mut stream)).collect();
        assert_eq!(found(&values, &mut stream), [10, 20]);
        assert_eq!(found(&[1.0; 20], &mut stream), [0; 0]);
        assert_eq!(found(&[1.0, 2.0], &mut stream), [0; 0]);
        assert_eq!(found(&[], &mut stream), [0; 0]);
    }

    /// Series of 8 and 20 values, of a bell curve and with one in ten values far above.
    #[test]
    fn a_series_without_a_change_has_one_at_most_as_often_as_the_level_says() {
        let outlying = |stream: &mut Stream| {
            normal(stream) + if uniform(stream) < 0.1 { 10.0 * uniform(stream) } else { 0.0 }
        };
        for (name, size, noise) in [
            ("bell", 8, normal as fn(&mut Stream) -> f64),
            ("bell", 20, normal),
            ("outliers", 20, outlying),
        ] {
            let alarms = share(400, |stream| {
                let values: Vec<f64> = (0..size).map(|_| noise(stream)).collect();
                !found(&values, stream).is_empty()
            });
            println!("{name} {size}: {alarms}");
            // Of 400 series with 5 % alarms, more than 8 % with a probability below one in two hundred.
            assert!(alarms <= 0.08, "{name} {size}: {alarms}");
        }
    }

    #[test]
    #[ignore = "a minute; `.ci/nightly` runs it"]
    fn alarms_in_many_series_are_as_many_as_the_level_says() {
        for size in [8, 20, 60] {
            let alarms = share(2000, |stream| {
                let values: Vec<f64> = (0..size).map(|_| normal(stream)).collect();
                !found(&values, stream).is_empty()
            });
            println!("{size}: {alarms}");
            assert!(alarms <= 0.06, "{size}: {alarms}");
        }
    }

    /// A step of 5 % in series of 20 values, whose noise is a bell curve of a standard deviation of 1 % or 2 %.
    #[test]
    fn a_step_of_five_per_cent_is_found() {
        for (noise, step, least) in [(0.01, 10, 0.99), (0.02, 10, 0.80), (0.01, 16, 0.95)] {
            let hits = share(200, |stream| {
                let value = |i: usize| if i < step { 0.0 } else { 1.05_f64.ln() };
                let values: Vec<f64> = (0..20).map(|i| value(i) + noise * normal(stream)).collect();
                found(&values, stream).iter().any(|at| at.abs_diff(step) <= 1)
            });
            println!("noise {noise}, step {step}: {hits}");
            assert!(hits >= least, "noise {noise}, step {step}: {hits}");
        }
    }
}
