//! How many times as long one side took as another, over many instances: the geometric mean of the ratios,
//! and how sure it is.
//!
//! Ratios are averaged by their logarithms, so that twice as long and half as long come to the same,
//! whichever side is called the base (Fleming and Wallace, How not to lie with statistics, CACM 29,
//! 1986). An instance has one ratio, that of the medians of its repetitions. Isomorphs of an instance
//! are one instance: their ratios are averaged first.
//!
//! The interval is a percentile bootstrap (Efron, Bootstrap methods: another look at the jackknife, Annals of
//! Statistics 7, 1979) over instances. An instance that is drawn comes as it is, with its repetitions: their noise is
//! in its ratio, and to draw them anew would count it twice (Davison and Hinkley, Bootstrap methods and their
//! application, 1997, 3.8). Only where there are too few instances to draw from, one batch at the worst, are
//! isomorphs and repetitions drawn anew within each (Georges, Buytaert and Eeckhout, Statistically rigorous Java
//! performance evaluation, OOPSLA 2007).

use quadrille_cover::random::{Stream, shuffle};

pub use super::spread::{DRAWS, LEVEL};
use super::spread::{interval, median};

/// More instances than these are drawn in so many groups: the mean of a great many instances varies as does that
/// of groups made of them at random, and a million instances need not be drawn one by one.
const GROUPS: usize = 2048;

/// So many instances can be told from chance at all: with five, even if all go one way, that happens by
/// chance in one of sixteen cases.
pub const FEWEST: usize = 6;

/// Within fewer instances than that, so many draws are made beforehand, to be drawn from.
const PREPARED: usize = 1024;

/// Times of both sides on the same problem, one for each repetition; all above 0, and at least one.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'t> {
    /// Of the side that ratios are taken to.
    pub base: &'t [f64],
    /// Of the other.
    pub other: &'t [f64],
}

impl Pair<'_> {
    /// Whether a side is held against itself: then there is nothing in it to be drawn anew.
    fn is_one(&self) -> bool {
        std::ptr::eq(self.base, self.other)
    }

    /// The logarithm of the ratio of the medians.
    pub fn log_ratio(&self) -> f64 {
        if self.is_one() {
            return 0.0;
        }
        // Of a quotient, and of one above 1, so that equal ratios have equal logarithms, and one and its inverse
        // opposite ones: ranks tell ties by that.
        let (base, other) = (middle(self.base), middle(self.other));
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

fn middle(times: &[f64]) -> f64 {
    match times {
        [time] => *time,
        _ => median(&mut times.to_vec()).unwrap_or(1.0),
    }
}

/// The instances that both sides answered: of each, a pair for each of its isomorphs.
#[derive(Clone, Debug, Default)]
pub struct Paired<'t> {
    pairs: Vec<Pair<'t>>,
    ends: Vec<usize>,
}

impl<'t> Paired<'t> {
    /// From pairs, each with the number of its instance.
    pub fn by_instance(mut pairs: Vec<(usize, Pair<'t>)>) -> Self {
        pairs.sort_by_key(|(instance, _)| *instance);
        let mut paired = Self::default();
        for instance in pairs.chunk_by(|a, b| a.0 == b.0) {
            paired.push(instance.iter().map(|(_, pair)| *pair));
        }
        paired
    }

    /// Adds an instance; nothing if it has no pairs.
    pub fn push(&mut self, pairs: impl IntoIterator<Item = Pair<'t>>) {
        let before = self.pairs.len();
        self.pairs.extend(pairs);
        if self.pairs.len() > before {
            self.ends.push(self.pairs.len());
        }
    }

    /// How many instances there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn instance(&self, place: usize) -> &[Pair<'t>] {
        let begin = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.pairs[begin..self.ends[place]]
    }

    fn log_ratio(&self, place: usize) -> f64 {
        let pairs = self.instance(place);
        pairs.iter().map(Pair::log_ratio).sum::<f64>() / pairs.len() as f64
    }

    /// The logarithm of each instance's ratio.
    pub fn log_ratios(&self) -> Vec<f64> {
        (0..self.len()).map(|place| self.log_ratio(place)).collect()
    }

    /// Logarithms of geometric means, as they might have come out: [`DRAWS`] of them. Empty if there is
    /// nothing to draw from, a single instance measured once.
    pub fn draws(&self, stream: &mut Stream) -> Vec<f64> {
        let repeated = |pair: &Pair<'_>| !pair.is_one() && pair.base.len() + pair.other.len() > 2;
        let inner = self.pairs.len() > self.len() || self.pairs.iter().any(repeated);
        let anew = self.len() < FEWEST && inner;
        if self.is_empty() || self.len() == 1 && !anew {
            return Vec::new();
        }
        let (groups, prepared) = (self.len().min(GROUPS), if anew { PREPARED } else { 1 });
        let mut order: Vec<usize> = (0..self.len()).collect();
        if groups < order.len() {
            shuffle(&mut order, stream);
        }
        let mut sums = vec![0.0; groups * prepared];
        let mut sizes = vec![0.0; groups];
        let mut spare = Vec::new();
        for (i, &place) in order.iter().enumerate() {
            let group = i % groups;
            sizes[group] += 1.0;
            for sum in &mut sums[group * prepared..][..prepared] {
                *sum += if anew {
                    drawn(self.instance(place), stream, &mut spare)
                } else {
                    self.log_ratio(place)
                };
            }
        }
        let draw = |_| {
            let (mut sum, mut size) = (0.0, 0.0);
            for _ in 0..groups {
                let drawn = stream.below(sums.len());
                sum += sums[drawn];
                size += sizes[drawn / prepared];
            }
            sum / size
        };
        (0..DRAWS).map(draw).collect()
    }
}

/// An instance whose isomorphs and repetitions are drawn anew.
fn drawn(pairs: &[Pair<'_>], stream: &mut Stream, spare: &mut Vec<f64>) -> f64 {
    let mut one = || match pairs {
        [pair] => pair.drawn(stream, spare),
        _ => pairs[stream.below(pairs.len())].drawn(stream, spare),
    };
    pairs.iter().map(|_| one()).sum::<f64>() / pairs.len() as f64
}

/// How many times as long a side took as another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The geometric mean.
    pub mean: f64,
    /// Where it lies at [`LEVEL`], if there is something to tell it by.
    pub interval: Option<(f64, f64)>,
    /// Over so many instances.
    pub instances: usize,
}

impl Ratio {
    /// From the logarithms of instances and of draws. None of no instances.
    pub fn new(log_ratios: &[f64], draws: Vec<f64>) -> Option<Self> {
        let instances = log_ratios.len();
        let mean = mean(log_ratios)?.exp();
        let interval = interval(draws).map(|(low, high)| (low.exp(), high.exp()));
        Some(Self { mean, interval, instances })
    }

    /// Of these instances.
    pub fn of(paired: &Paired<'_>, stream: &mut Stream) -> Option<Self> {
        Self::new(&paired.log_ratios(), paired.draws(stream))
    }
}

/// The mean; none of no values.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn stream() -> Stream {
        Stream::new(1, 2)
    }

    fn pair<'t>(base: &'t [f64], other: &'t [f64]) -> Pair<'t> {
        Pair { base, other }
    }

    #[test]
    fn the_mean_is_geometric_over_instances_and_their_medians() {
        let mut paired = Paired::default();
        paired.push([pair(&[1.0], &[8.0])]);
        // Medians 2 and 1.
        paired.push([pair(&[2.0, 1.0, 90.0], &[1.0, 1.0])]);
        // Isomorphs with 4 and 1 times: 2 for the instance.
        paired.push([pair(&[1.0], &[4.0]), pair(&[3.0], &[3.0])]);
        paired.push([]);
        let ratio = Ratio::of(&paired, &mut stream()).unwrap();
        assert_eq!(ratio.instances, 3);
        assert!((ratio.mean - 2.0).abs() < 1e-12);
        let (low, high) = ratio.interval.unwrap();
        assert!(low < 2.0 && high > 2.0 && high <= 8.0 + 1e-9, "{low} {high}");
    }

    #[test]
    fn there_is_no_interval_where_there_is_nothing_to_draw_from() {
        let mut paired = Paired::default();
        assert_eq!(Ratio::of(&paired, &mut stream()), None);
        paired.push([pair(&[1.0], &[3.0])]);
        let ratio = Ratio::of(&paired, &mut stream()).unwrap();
        assert!((ratio.mean - 3.0).abs() < 1e-12);
        assert_eq!(ratio.interval, None);
    }

    #[test]
    fn one_instance_is_as_sure_as_its_repetitions() {
        let mut paired = Paired::default();
        paired.push([pair(&[1.0, 1.0, 1.0], &[2.0, 2.2, 2.4, 2.6, 9.0])]);
        let (low, high) = Ratio::of(&paired, &mut stream()).unwrap().interval.unwrap();
        assert!((low - 2.0).abs() < 1e-9 && high > 2.5 && high < 9.1, "{low} {high}");
    }

    #[test]
    fn a_side_against_itself_is_one_and_nothing_else() {
        let times = [1.0, 2.0, 4.0];
        let mut paired = Paired::default();
        paired.push([pair(&times, &times)]);
        paired.push([pair(&times[..2], &times[..2])]);
        let ratio = Ratio::of(&paired, &mut stream()).unwrap();
        assert_eq!((ratio.mean, ratio.interval), (1.0, Some((1.0, 1.0))));
    }

    /// A bell curve from uniform numbers (Box and Muller).
    fn normal(stream: &mut Stream) -> f64 {
        let mut uniform = || (stream.word() >> 11) as f64 / (1u64 << 53) as f64;
        let (u, v) = (1.0 - uniform(), uniform());
        (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
    }

    /// Of 200 samples, about nineteen in twenty have an interval that holds the truth; as many as that, whether
    /// instances are drawn one by one or in groups.
    #[test]
    fn the_interval_holds_the_truth_as_often_as_it_says() {
        for instances in [40, 3 * GROUPS / 2] {
            let held = (0..200).filter(|&seed| {
                let mut stream = Stream::new(seed, 0);
                let times: Vec<[f64; 1]> =
                    (0..instances).map(|_| [(0.3 + normal(&mut stream)).exp()]).collect();
                let mut paired = Paired::default();
                for time in &times {
                    paired.push([pair(&[1.0], time)]);
                }
                let (low, high) = Ratio::of(&paired, &mut stream).unwrap().interval.unwrap();
                (low..high).contains(&0.3_f64.exp())
            });
            let held = held.count();
            assert!((180..=199).contains(&held), "{held} of 200 with {instances}");
        }
    }

    /// Noise of repetitions alone: drawn with the instances, or within them if they are few.
    #[test]
    fn noise_of_repetitions_is_in_the_interval() {
        for instances in [1, 3, 30] {
            let held = (0..100).filter(|&seed| {
                let mut stream = Stream::new(seed, 1);
                let side = |stream: &mut Stream| [(); 9].map(|()| (0.1 * normal(stream)).exp());
                let times: Vec<_> =
                    (0..instances).map(|_| (side(&mut stream), side(&mut stream))).collect();
                let mut paired = Paired::default();
                for (base, other) in &times {
                    paired.push([pair(base, other)]);
                }
                let (low, high) = Ratio::of(&paired, &mut stream).unwrap().interval.unwrap();
                low < 1.0 && 1.0 < high
            });
            let held = held.count();
            assert!(held >= 88, "{held} of 100 with {instances}");
        }
    }

    #[test]
    fn heavy_tails_of_repetitions_are_not_counted_twice() {
        let mut stream = stream();
        let times: Vec<[f64; 5]> =
            (0..60).map(|i| [1.0, 1.0, 1.0, 1.0, if i % 4 == 0 { 20.0 } else { 1.0 }]).collect();
        let mut paired = Paired::default();
        for times in &times {
            paired.push([pair(&[1.0], times)]);
        }
        let ratio = Ratio::of(&paired, &mut stream).unwrap();
        assert_eq!((ratio.mean, ratio.interval), (1.0, Some((1.0, 1.0))), "no median was touched");
    }

    proptest! {
        /// Who is called the base does not matter.
        #[test]
        fn the_other_way_round_is_the_inverse(times in prop::collection::vec((1e-3..1e3, 1e-3..1e3), 1..20)) {
            let (mut one, mut other) = (Paired::default(), Paired::default());
            let times: Vec<([f64; 1], [f64; 1])> = times.iter().map(|&(a, b): &(f64, f64)| ([a], [b])).collect();
            for (a, b) in &times {
                one.push([pair(a, b)]);
                other.push([pair(b, a)]);
            }
            let (one, other) = (Ratio::of(&one, &mut stream()).unwrap(), Ratio::of(&other, &mut stream()).unwrap());
            prop_assert!((one.mean * other.mean - 1.0).abs() < 1e-9);
            if let (Some((low, high)), Some((inverse_high, inverse_low))) = (one.interval, other.interval) {
                prop_assert!((low * inverse_low - 1.0).abs() < 1e-6 && (high * inverse_high - 1.0).abs() < 1e-6);
            }
        }
    }
}
