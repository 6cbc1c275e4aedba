//! The ratio of the times of two sides over many instances: the geometric mean, with an interval.
//!
//! Ratios are averaged by their logarithms, so that exchanging the sides inverts the mean (Fleming and Wallace, How not
//! to lie with statistics, CACM 29, 1986). Each instance has one ratio, that of the medians of its repetitions.
//! Isomorphs of an instance count as one instance: their ratios are averaged first.
//!
//! The interval is a percentile bootstrap (Efron, Bootstrap methods: another look at the jackknife, Annals of
//! Statistics 7, 1979) over instances. An instance is drawn with all its repetitions: their noise is part of the
//! instance's ratio, and to resample them as well would count the noise twice (Davison and Hinkley, Bootstrap methods
//! and their application, 1997, 3.8). With fewer than six instances, for example a single batch, isomorphs and
//! repetitions are resampled within each instance (Georges, Buytaert and Eeckhout, Statistically rigorous Java
//! performance evaluation, OOPSLA 2007).

use std::collections::BTreeMap;

use quadrille_cover::random::{Stream, shuffle};

use super::spread::{DRAWS, interval, median};

/// Upper bound on the draws for one bootstrap sample. If there are more instances, they are divided at random into this
/// number of groups, and groups are drawn instead of instances. The mean of that many groups varies as the mean of the
/// instances does, and a million instances need not be drawn one by one.
const GROUPS: usize = 2048;

/// With fewer instances, a bootstrap over instances alone has too few different samples, so that isomorphs and
/// repetitions are resampled as well.
const FEWEST: usize = 6;

/// The number of resampled means that are prepared for each instance if there are fewer than [`FEWEST`]; bootstrap
/// samples draw from them.
const PREPARED: usize = 1024;

/// The times of both sides on the same case, one for each repetition: at least one on each side, all above 0.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'t> {
    /// The times of the base, the denominator of ratios.
    pub base: &'t [f64],
    /// The times of the other side.
    pub other: &'t [f64],
}

impl Pair<'_> {
    /// Whether both sides are the same times: their ratio is 1 in every sample.
    fn is_one(&self) -> bool {
        std::ptr::eq(self.base, self.other)
    }

    /// The median of either side.
    pub fn medians(&self) -> [f64; 2] {
        [self.base, self.other].map(|times| match times {
            [time] => *time,
            _ => median(&mut times.to_vec()).unwrap_or(1.0),
        })
    }

    /// The logarithm of the ratio of the medians.
    fn log_ratio(&self) -> f64 {
        if self.is_one() {
            return 0.0;
        }
        // The logarithm of a quotient above 1, so that equal ratios have exactly equal logarithms, and a ratio and its
        // inverse exactly opposite ones.
        let [base, other] = self.medians();
        if other >= base { (other / base).ln() } else { -(base / other).ln() }
    }

    fn drawn(&self, stream: &mut Stream, spare: &mut Vec<f64>) -> f64 {
        if self.is_one() {
            return 0.0;
        }
        let mut side = |times: &[f64]| {
            if let [time] = times {
                return time.ln();
            }
            spare.clear();
            spare.extend(times.iter().map(|_| times[stream.below(times.len())]));
            median(spare).map_or(0.0, f64::ln)
        };
        let base = side(self.base);
        side(self.other) - base
    }
}

/// The ratios of the instances that both sides answered, and bootstrap samples of their mean.
#[derive(Clone, Debug, Default)]
pub struct Ratios {
    /// The logarithm of each instance's ratio.
    pub logs: Vec<f64>,
    /// `DRAWS` bootstrap samples of the mean of these logarithms. Empty if there is nothing to resample: no instance, or
    /// one that was measured once.
    pub draws: Vec<f64>,
    /// The number of instances.
    pub instances: usize,
}

impl Ratios {
    /// The ratios of pairs, each with the number of its instance. An instance has one pair for each of its isomorphs. Instances
    /// belong to strata, such as the nodes that measured them, and are drawn within each (Davison and Hinkley, 1997, 3.2):
    /// `strata` has that of each instance by its number; all are of one if it is empty.
    pub fn of(mut pairs: Vec<(usize, Pair<'_>)>, strata: &[u32], stream: &mut Stream) -> Self {
        let logs = log_ratios(&mut pairs);
        let all: Vec<&[(usize, Pair<'_>)]> = pairs.chunk_by(|a, b| a.0 == b.0).collect();
        let instances = all.len();
        let repeated = |(_, pair): &(usize, Pair<'_>)| {
            !pair.is_one() && pair.base.len() + pair.other.len() > 2
        };
        let inner = pairs.len() > instances || pairs.iter().any(repeated);
        let anew = instances < FEWEST && inner;
        if instances == 0 || instances == 1 && !anew {
            return Self { logs, draws: Vec::new(), instances };
        }
        let prepared = if anew { PREPARED } else { 1 };
        let stratum = |pairs: &&[(usize, Pair<'_>)]| strata.get(pairs[0].0).copied().unwrap_or(0);
        let stratum_of: Vec<u32> = all.iter().map(stratum).collect();
        let (mut parts, mut sums, mut sizes) = (Vec::new(), Vec::new(), Vec::new());
        let mut spare = Vec::new();
        for mut order in large_strata(&stratum_of) {
            let groups = (GROUPS * order.len()).div_ceil(instances).min(order.len());
            if groups < order.len() {
                shuffle(&mut order, stream);
            }
            let begin = sizes.len();
            sums.resize((begin + groups) * prepared, 0.0);
            sizes.resize(begin + groups, 0.0);
            for (i, &place) in order.iter().enumerate() {
                let group = begin + i % groups;
                sizes[group] += 1.0;
                for sum in &mut sums[group * prepared..][..prepared] {
                    *sum += if anew { drawn(all[place], stream, &mut spare) } else { logs[place] };
                }
            }
            parts.push(begin..begin + groups);
        }
        let draw = |_| {
            let (mut sum, mut size) = (0.0, 0.0);
            for part in &parts {
                for _ in part.clone() {
                    let drawn = part.start * prepared + stream.below(part.len() * prepared);
                    sum += sums[drawn];
                    size += sizes[drawn / prepared];
                }
            }
            sum / size
        };
        Self { logs, draws: (0..DRAWS).map(draw).collect(), instances }
    }

    /// The geometric mean of the ratios; `None` if there are no instances.
    pub fn mean(&self) -> Option<Ratio> {
        let mean = mean(&self.logs)?.exp();
        let interval = interval(self.draws.clone()).map(|(low, high)| (low.exp(), high.exp()));
        Some(Ratio { mean, interval, instances: self.instances })
    }
}

/// The places of the members of each stratum, given the stratum of each place. Strata with fewer than [`FEWEST`] members
/// are put together, because too little is known of the differences within each; if they are still too few, they join the
/// smallest other stratum.
pub(super) fn large_strata(strata: &[u32]) -> Vec<Vec<usize>> {
    let mut all: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (place, &stratum) in strata.iter().enumerate() {
        all.entry(stratum).or_default().push(place);
    }
    let (mut large, small): (Vec<_>, Vec<_>) =
        all.into_values().partition(|members| members.len() >= FEWEST);
    let mut rest: Vec<usize> = small.into_iter().flatten().collect();
    rest.sort_unstable();
    match large.iter_mut().min_by_key(|members| members.len()) {
        Some(smallest) if rest.len() < FEWEST => {
            smallest.extend(rest);
            smallest.sort_unstable();
        }
        _ => large.push(rest),
    }
    large.retain(|members| !members.is_empty());
    large
}

/// The logarithm of the ratio of each instance, in the order of their numbers, by which the pairs are sorted.
pub(super) fn log_ratios(pairs: &mut [(usize, Pair<'_>)]) -> Vec<f64> {
    pairs.sort_by_key(|(instance, _)| *instance);
    let of_instance = |pairs: &[(usize, Pair<'_>)]| {
        pairs.iter().map(|(_, pair)| pair.log_ratio()).sum::<f64>() / pairs.len() as f64
    };
    pairs.chunk_by(|a, b| a.0 == b.0).map(of_instance).collect()
}

/// The logarithm of an instance's ratio with its isomorphs and repetitions resampled.
fn drawn(pairs: &[(usize, Pair<'_>)], stream: &mut Stream, spare: &mut Vec<f64>) -> f64 {
    let mut one = || match pairs {
        [(_, pair)] => pair.drawn(stream, spare),
        _ => pairs[stream.below(pairs.len())].1.drawn(stream, spare),
    };
    pairs.iter().map(|_| one()).sum::<f64>() / pairs.len() as f64
}

/// The ratio of the times of two sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The geometric mean.
    pub mean: f64,
    /// The interval about the mean at [`LEVEL`](super::spread::LEVEL), if there was something to resample.
    pub interval: Option<(f64, f64)>,
    /// The number of instances.
    pub instances: usize,
}

/// The arithmetic mean; `None` if there are no values.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::super::simulated::normal;
    use super::*;
    use proptest::prelude::*;

    /// The ratio over instances that have one pair each.
    fn ratio(times: &[(&[f64], &[f64])], stream: &mut Stream) -> Option<Ratio> {
        let pair = |(instance, &(base, other))| (instance, Pair { base, other });
        Ratios::of(times.iter().enumerate().map(pair).collect(), &[], stream).mean()
    }

    #[test]
    fn small_strata_are_put_together() {
        let of = |sizes: &[usize]| {
            let each = sizes.iter().enumerate();
            let strata: Vec<u32> = each.flat_map(|(i, &n)| vec![i as u32; n]).collect();
            large_strata(&strata).iter().map(Vec::len).collect::<Vec<_>>()
        };
        assert_eq!(of(&[10]), [10]);
        assert_eq!(of(&[10, 7]), [10, 7]);
        assert_eq!(of(&[10, 3, 4, 8]), [10, 8, 7]);
        assert_eq!(of(&[10, 3, 8]), [10, 11]);
        assert_eq!(of(&[2, 1]), [3]);
    }

    #[test]
    fn differences_between_nodes_do_not_widen_the_interval() {
        // A node on which every ratio is about 2, and another on which it is about 8.
        let ratio = |i: usize| if i < 40 { 2.0 } else { 8.0 } * (1.0 + i as f64 % 5.0 / 100.0);
        let times: Vec<[f64; 1]> = (0..80).map(|i| [ratio(i)]).collect();
        let width = |strata: &[u32]| {
            let pairs = times.iter().enumerate();
            let pairs = pairs.map(|(i, other)| (i, Pair { base: &[1.0], other })).collect();
            let found = Ratios::of(pairs, strata, &mut stream()).mean().unwrap();
            let (low, high) = found.interval.unwrap();
            assert!(low < found.mean && found.mean < high);
            (high / low).ln()
        };
        let nodes: Vec<u32> = (0..80).map(|i| u32::from(i >= 40)).collect();
        assert!(width(&nodes) * 10.0 < width(&[]), "{} {}", width(&nodes), width(&[]));
    }

    fn stream() -> Stream {
        Stream::new(1, 2)
    }

    #[test]
    fn the_mean_is_geometric_over_instances_and_their_medians() {
        let pair = |instance, base, other| (instance, Pair { base, other });
        let pairs = vec![
            pair(0, &[1.0], &[8.0]),
            // Medians 2 and 1.
            pair(1, &[2.0, 1.0, 90.0], &[1.0, 1.0]),
            // Isomorphs with 4 and 1 times: 2 for the instance.
            pair(2, &[1.0], &[4.0]),
            pair(2, &[3.0], &[3.0]),
        ];
        let ratio = Ratios::of(pairs, &[], &mut stream()).mean().unwrap();
        assert_eq!(ratio.instances, 3);
        assert!((ratio.mean - 2.0).abs() < 1e-12);
        let (low, high) = ratio.interval.unwrap();
        assert!(low < 2.0 && high > 2.0 && high <= 8.0 + 1e-9, "{low} {high}");
    }

    #[test]
    fn the_interval_is_as_wide_as_what_it_is_drawn_from() {
        assert_eq!(ratio(&[], &mut stream()), None);
        let times = [1.0, 2.0, 4.0];
        // In every fourth instance one repetition of five is an outlier, which moves no median.
        let tail = [1.0, 1.0, 1.0, 1.0, 20.0];
        let tails: Vec<(&[f64], &[f64])> =
            (0..60).map(|i| (&[1.0][..], if i % 4 == 0 { &tail[..] } else { &[1.0; 5] })).collect();
        for (pairs, mean, interval) in [
            (&[(&[1.0][..], &[3.0][..])][..], 3.0, None),
            (&[(&times, &times), (&times[..2], &times[..2])], 1.0, Some((1.0, 1.0))),
            (&tails, 1.0, Some((1.0, 1.0))),
        ] {
            let found = ratio(pairs, &mut stream()).unwrap();
            assert!((found.mean - mean).abs() < 1e-12, "{} {mean}", found.mean);
            assert_eq!(found.interval, interval);
        }
        let times: &[(&[f64], &[f64])] = &[(&[1.0, 1.0, 1.0], &[2.0, 2.2, 2.4, 2.6, 9.0])];
        let (low, high) = ratio(times, &mut stream()).unwrap().interval.unwrap();
        assert!((low - 2.0).abs() < 1e-9 && high > 2.5 && high < 9.1, "{low} {high}");
    }

    /// The number of samples, drawn with the seeds from 0, whose interval holds the truth.
    fn held(
        samples: u64,
        truth: f64,
        times: impl Fn(&mut Stream) -> Vec<(Vec<f64>, Vec<f64>)>,
    ) -> usize {
        let holds = |&seed: &u64| {
            let mut stream = Stream::new(seed, 0);
            let times = times(&mut stream);
            let pairs: Vec<_> = times.iter().map(|(a, b)| (&a[..], &b[..])).collect();
            let (low, high) = ratio(&pairs, &mut stream).unwrap().interval.unwrap();
            low < truth && truth < high
        };
        (0..samples).filter(holds).count()
    }

    /// Of 200 samples, about nineteen in twenty have an interval that holds the truth; as many as that, whether
    /// instances are drawn one by one or in groups.
    #[test]
    fn the_interval_holds_the_truth_as_often_as_it_says() {
        for instances in [40, 3 * GROUPS / 2] {
            let times = |stream: &mut Stream| {
                (0..instances).map(|_| (vec![1.0], vec![(0.3 + normal(stream)).exp()])).collect()
            };
            let held = held(200, 0.3_f64.exp(), times);
            assert!((180..=199).contains(&held), "{held} of 200 with {instances}");
        }
    }

    /// Noise of repetitions alone: drawn with the instances, or within them if they are few.
    #[test]
    fn noise_of_repetitions_is_in_the_interval() {
        let side = |stream: &mut Stream| (0..9).map(|_| (0.1 * normal(stream)).exp()).collect();
        for instances in [1, 3, 30] {
            let times = |stream: &mut Stream| {
                (0..instances).map(|_| (side(stream), side(stream))).collect()
            };
            let held = held(100, 1.0, times);
            assert!(held >= 88, "{held} of 100 with {instances}");
        }
    }

    proptest! {
        #[test]
        fn the_other_way_round_is_the_inverse(times in prop::collection::vec(([1e-3..1e3], [1e-3..1e3]), 1..20)) {
            let one: Vec<(&[f64], &[f64])> = times.iter().map(|(a, b)| (&a[..], &b[..])).collect();
            let other: Vec<(&[f64], &[f64])> = times.iter().map(|(a, b)| (&b[..], &a[..])).collect();
            let (one, other) = (ratio(&one, &mut stream()).unwrap(), ratio(&other, &mut stream()).unwrap());
            prop_assert!((one.mean * other.mean - 1.0).abs() < 1e-9);
            if let (Some((low, high)), Some((inverse_high, inverse_low))) = (one.interval, other.interval) {
                prop_assert!((low * inverse_low - 1.0).abs() < 1e-6 && (high * inverse_high - 1.0).abs() < 1e-6);
            }
        }
    }
}
