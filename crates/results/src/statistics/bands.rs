//! Bands around curves of the share of instances: cactus curves and performance profiles.
//!
//! A curve gives, for each value, the share of cases whose value is at most that large, so that it is an empirical distribution
//! function. The band has the same width everywhere, and holds the whole curve of all instances of the same kind at once, not each
//! point of it for itself. Its width is the quantile of the largest distance between the curve and the curves of bootstrap samples
//! of the instances (Bickel and Krieger, Confidence bands for a distribution function using the bootstrap, Journal of the
//! American Statistical Association 84, 1989). An instance is drawn with all its isomorphs.
//!
//! A sample's curve jumps where the curve jumps, but the curve of all instances goes on between two jumps: half a jump is added.

use indexmap::IndexMap;
use quadrille_cover::random::Stream;

use super::best::NEVER;
use super::section::original;
use super::spread::{LEVEL, quantile};
use crate::{CaseId, Results};

/// The number of bootstrap samples.
const DRAWS: usize = if cfg!(test) { 400 } else { 1000 };

/// Upper bound on the instances of a sample. With more, samples of this size are drawn, and the distance, which shrinks with
/// the square root of the size, is scaled (Bickel, Götze and van Zwet, Resampling fewer than n observations, Statistica
/// Sinica 7, 1997). It also bounds the number of places where curves are compared.
const MOST: usize = 512;

/// With fewer instances there is no band.
const FEWEST: usize = 6;

/// How far the band reaches to either side of the curve of some values, as a share of all cases; `values` has [`NEVER`] for a case
/// that the curve never counts. None with too few instances.
pub fn reach(
    results: &Results,
    cases: &[CaseId],
    values: &[f64],
    stream: &mut Stream,
) -> Option<f64> {
    let mut instances: IndexMap<_, Vec<f64>> = IndexMap::new();
    for (&case, &value) in cases.iter().zip(values) {
        let of = results.case(case);
        instances.entry((of.corpus, of.task, original(results, case))).or_default().push(value);
    }
    let instances: Vec<Vec<f64>> = instances.into_values().collect();
    reach_of(&instances, [LEVEL], stream).map(|[reach]| reach)
}

/// The reach from the values of each instance, at each confidence level.
fn reach_of<const L: usize>(
    instances: &[Vec<f64>],
    levels: [f64; L],
    stream: &mut Stream,
) -> Option<[f64; L]> {
    let n = instances.len();
    if n < FEWEST {
        return None;
    }
    let mut sorted: Vec<f64> = instances.iter().flatten().copied().collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let cases = sorted.len();
    // The places where curves are compared: values that the curve jumps at, and the curve there.
    let timed = sorted.partition_point(|&value| value < NEVER);
    let mut places: Vec<f64> =
        (0..timed.min(MOST)).map(|i| sorted[(i + 1) * timed / timed.min(MOST) - 1]).collect();
    places.dedup();
    let curve: Vec<f64> = places
        .iter()
        .map(|&place| sorted.partition_point(|&value| value <= place) as f64 / cases as f64)
        .collect();
    let place_of = |&value: &f64| places.partition_point(|&place| place < value);
    let placed: Vec<Vec<usize>> =
        instances.iter().map(|values| values.iter().map(place_of).collect()).collect();
    let size = n.min(MOST);
    let mut jumps = vec![0u32; places.len() + 1];
    let mut distance = |_| {
        jumps.fill(0);
        let mut drawn = 0;
        for _ in 0..size {
            for &place in &placed[stream.below(n)] {
                jumps[place] += 1;
                drawn += 1;
            }
        }
        let (mut count, mut largest) = (0, 0.0_f64);
        for (jump, share) in jumps.iter().zip(&curve) {
            count += jump;
            largest = largest.max((f64::from(count) / f64::from(drawn) - share).abs());
        }
        largest
    };
    let mut distances: Vec<f64> = (0..DRAWS).map(&mut distance).collect();
    distances.sort_unstable_by(f64::total_cmp);
    let half_a_jump = 0.5 / n as f64;
    let scale = (size as f64 / n as f64).sqrt();
    Some(levels.map(|level| quantile(&distances, level).unwrap_or(1.0) * scale + half_a_jump))
}

#[cfg(test)]
mod tests {
    use super::super::simulated::uniform;
    use super::*;

    /// Of 2000 samples, the share whose band at each level holds the whole curve of the distribution from which the instances were drawn. Values
    /// are uniform from 0 to 1; those above `limit` are never counted. Of several isomorphs, each has with the probability one
    /// half the value of the first.
    fn coverage(levels: [f64; 2], size: usize, limit: f64, isomorphs: usize) -> [f64; 2] {
        let holds = |seed: u64| {
            let mut stream = Stream::new(seed, 6);
            let instance = |stream: &mut Stream| -> Vec<f64> {
                let first = uniform(stream);
                let other =
                    |copy| if copy > 0 && stream.below(2) == 0 { uniform(stream) } else { first };
                let all = (0..isomorphs).map(other);
                all.map(|value| if value > limit { NEVER } else { value }).collect()
            };
            let instances: Vec<Vec<f64>> = (0..size).map(|_| instance(&mut stream)).collect();
            let reaches = reach_of(&instances, levels, &mut stream).unwrap();
            let mut sorted: Vec<f64> = instances.into_iter().flatten().collect();
            sorted.sort_unstable_by(f64::total_cmp);
            let cases = sorted.len() as f64;
            let timed = sorted.iter().filter(|value| **value < NEVER).count();
            // The distance is largest at a jump, before or after it, or at the limit.
            let jumps = (0..timed).flat_map(|i| [i, i + 1].map(|count| (count, sorted[i])));
            let distances = jumps
                .chain([(timed, limit)])
                .map(|(count, value)| (count as f64 / cases - value).abs());
            let distance = distances.fold(0.0, f64::max);
            reaches.map(|reach| distance <= reach)
        };
        let held: Vec<[bool; 2]> = (0..2000).map(holds).collect();
        [0, 1].map(|level| held.iter().filter(|held| held[level]).count() as f64 / 2000.0)
    }

    #[test]
    fn the_band_holds_the_curve_as_often_as_it_says() {
        check(&[(40, 1.0, 1), (60, 1.0, 3)]);
    }

    #[test]
    #[ignore = "six seconds; `.ci/nightly` runs it"]
    fn the_band_holds_the_curve_of_many_as_often_as_it_says() {
        check(&[(100, 1.0, 1), (100, 0.6, 1), (2 * MOST, 1.0, 1)]);
    }

    /// Sizes, the share that is answered, and isomorphs.
    fn check(cases: &[(usize, f64, usize)]) {
        for &(size, limit, isomorphs) in cases {
            let found = coverage([0.90, LEVEL], size, limit, isomorphs);
            println!("{size} instances, {isomorphs} isomorphs, {limit} answered: {found:?}");
            let [low, high] = found;
            assert!((0.87..=0.93).contains(&low), "{found:?}: {size} {limit} {isomorphs}");
            assert!((0.93..=0.97).contains(&high), "{found:?}: {size} {limit} {isomorphs}");
        }
    }

    #[test]
    fn few_instances_have_no_band_and_many_a_narrow_one() {
        let reach = |size: usize| {
            let instances: Vec<Vec<f64>> = (0..size).map(|i| vec![i as f64]).collect();
            Some(reach_of(&instances, [LEVEL], &mut Stream::new(1, 0))?[0])
        };
        assert_eq!(reach(FEWEST - 1), None);
        // Kolmogorov's limit for many instances: 1.358 divided by the square root of their number.
        for size in [200, 20_000] {
            let scaled = reach(size).unwrap() * (size as f64).sqrt();
            assert!((1.28..1.44).contains(&scaled), "{size}: {scaled}");
        }
    }
}
