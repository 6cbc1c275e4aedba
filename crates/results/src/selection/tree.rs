//! A decision tree that chooses an engine by features, and is learnt from what each engine costs.
//!
//! A node chooses the engine that costs least in all on its samples. It is split at the feature and the value by which the costs of
//! the best engines of both sides together become least: the criterion is the cost of the choice itself, not how often it is the
//! best one, because a wrong choice between two fast engines costs nothing. Of equal splits the first feature and the smallest value
//! are taken, and of equal engines the first, so that the same samples give the same tree.

/// Fewest samples on each side of a split: a rule should not stand on one instance.
const FEWEST: usize = 3;

/// The share of a node's cost that a split must save.
const SAVES: f64 = 0.01;

/// An instance as a tree sees it.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'s> {
    /// The values of the features, as far as they are known.
    pub features: &'s [Option<f64>],
    /// The cost of each engine.
    pub costs: &'s [f64],
}

/// A tree, or a node of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// The engine that is chosen if the node is not split, as a place in [`Sample::costs`].
    pub engine: usize,
    /// The number of samples that the node was learnt from.
    pub samples: usize,
    /// How the node is split.
    pub split: Option<Box<Split>>,
}

/// A node that is split.
#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    /// The feature, as a place in [`Sample::features`].
    pub feature: usize,
    /// The largest value of the feature in `low`.
    pub at: f64,
    /// Whether instances of which the feature is not known go to `high`.
    pub unknown_is_high: bool,
    /// The side of small values.
    pub low: Tree,
    /// The side of large values.
    pub high: Tree,
}

impl Split {
    fn is_high(&self, features: &[Option<f64>]) -> bool {
        features[self.feature].map_or(self.unknown_is_high, |value| value > self.at)
    }
}

impl Tree {
    /// Learns a tree in which at most `depth` splits follow each other.
    pub fn learn(samples: &[Sample<'_>], depth: usize) -> Self {
        let sums = Sums::of(samples);
        let (engine, cost) = sums.least();
        let leaf = Self { engine, samples: samples.len(), split: None };
        if depth == 0 {
            return leaf;
        }
        let features = samples.first().map_or(0, |sample| sample.features.len());
        let mut best: Option<Candidate> = None;
        for feature in 0..features {
            for unknown_is_high in [true, false] {
                candidates(samples, &sums, feature, unknown_is_high, &mut best);
            }
        }
        let Some(best) = best.filter(|best| best.cost < cost * (1.0 - SAVES)) else { return leaf };
        let mut split = Split {
            feature: best.feature,
            at: shortest(best.between),
            unknown_is_high: best.unknown_is_high,
            low: leaf.clone(),
            high: leaf.clone(),
        };
        let (high, low): (Vec<_>, Vec<_>) =
            samples.iter().copied().partition(|sample| split.is_high(sample.features));
        split.low = Self::learn(&low, depth - 1);
        split.high = Self::learn(&high, depth - 1);
        Self { split: Some(Box::new(split)), ..leaf }
    }

    /// The engine for an instance with these features, if no more than `depth` splits are looked at: that of the tree learnt with
    /// this depth.
    pub fn choice(&self, features: &[Option<f64>], depth: usize) -> usize {
        match &self.split {
            Some(split) if depth > 0 => {
                let side = if split.is_high(features) { &split.high } else { &split.low };
                side.choice(features, depth - 1)
            }
            _ => self.engine,
        }
    }
}

/// The cost of each engine over some samples.
#[derive(Clone)]
struct Sums(Vec<f64>);

impl Sums {
    fn of(samples: &[Sample<'_>]) -> Self {
        let engines = samples.first().map_or(0, |sample| sample.costs.len());
        let mut sums = Self(vec![0.0; engines]);
        for sample in samples {
            sums.add(sample);
        }
        sums
    }

    fn add(&mut self, sample: &Sample<'_>) {
        self.0.iter_mut().zip(sample.costs).for_each(|(sum, cost)| *sum += cost);
    }

    /// The first engine of the least cost, and its cost.
    fn least(&self) -> (usize, f64) {
        let first =
            |one: (usize, f64), other: (usize, f64)| if other.1 < one.1 { other } else { one };
        self.0.iter().copied().enumerate().reduce(first).unwrap_or_default()
    }

    /// The least cost of the samples that are in these sums and not in `part`.
    fn least_without(&self, part: &Self) -> f64 {
        self.0.iter().zip(&part.0).map(|(all, part)| all - part).fold(f64::INFINITY, f64::min)
    }
}

/// A split that may be made.
struct Candidate {
    feature: usize,
    unknown_is_high: bool,
    /// The values on both sides of the split.
    between: (f64, f64),
    /// The least cost of both sides together.
    cost: f64,
}

/// Looks at all splits by a feature for one that costs less than `best`.
fn candidates(
    samples: &[Sample<'_>],
    all: &Sums,
    feature: usize,
    unknown_is_high: bool,
    best: &mut Option<Candidate>,
) {
    let value = |sample: &Sample<'_>| sample.features[feature];
    let mut known: Vec<(f64, &Sample<'_>)> =
        samples.iter().filter_map(|sample| Some((value(sample)?, sample))).collect();
    let unknown = samples.len() - known.len();
    // Where all are known, it makes no difference where others go.
    if unknown == 0 && !unknown_is_high {
        return;
    }
    known.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut low = Sums(vec![0.0; all.0.len()]);
    let mut count = 0;
    if !unknown_is_high {
        for sample in samples.iter().filter(|sample| value(sample).is_none()) {
            low.add(sample);
        }
        count = unknown;
    }
    for (place, &(value, sample)) in known.iter().enumerate() {
        low.add(sample);
        count += 1;
        let Some(&(next, _)) = known.get(place + 1) else { break };
        if next <= value || count < FEWEST || samples.len() - count < FEWEST {
            continue;
        }
        let cost = low.least().1 + all.least_without(&low);
        if best.as_ref().is_none_or(|best| cost < best.cost) {
            *best = Some(Candidate { feature, unknown_is_high, between: (value, next), cost });
        }
    }
}

/// A value with few digits in the middle half between two others, so that a rule is read easily.
fn shortest((low, high): (f64, f64)) -> f64 {
    let quarter = (high - low) / 4.0;
    let middle = low + 2.0 * quarter;
    let rounded = |digits: usize| format!("{middle:.digits$e}").parse::<f64>().ok();
    let is_between = |value: &f64| low + quarter <= *value && *value <= high - quarter;
    (0..17).filter_map(rounded).find(|value| is_between(value) && *value < high).unwrap_or(low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Trees of samples: each has one feature and the costs of the engines.
    fn learn(samples: &[(Option<f64>, [f64; 2])], depth: usize) -> Tree {
        let features: Vec<[Option<f64>; 1]> = samples.iter().map(|sample| [sample.0]).collect();
        let samples = samples.iter().zip(&features);
        let samples: Vec<Sample<'_>> =
            samples.map(|((_, costs), features)| Sample { features, costs }).collect();
        Tree::learn(&samples, depth)
    }

    #[test]
    fn a_tree_finds_the_value_at_which_the_better_engine_changes() {
        let mut samples: Vec<_> = (0..10)
            .map(|i| (Some(f64::from(i)), if i < 6 { [1.0, 9.0] } else { [9.0, 1.0] }))
            .collect();
        let tree = learn(&samples, 3);
        let split = tree.split.as_ref().expect("two engines");
        assert_eq!((split.feature, split.at.to_string()), (0, "5.5".to_owned()));
        assert_eq!((split.low.engine, split.high.engine), (0, 1));
        assert_eq!((split.low.samples, split.high.samples), (6, 4));
        assert!(split.low.split.is_none() && split.high.split.is_none());
        let choices =
            [Some(-1.0), Some(5.4), Some(5.6), Some(99.0)].map(|value| tree.choice(&[value], 3));
        assert_eq!(choices, [0, 0, 1, 1]);
        // Unknown values go where those of the samples fare best.
        for (costs, expected) in [([9.0, 1.0], 1), ([1.0, 9.0], 0)] {
            samples.push((None, costs));
            samples.push((None, costs));
            assert_eq!(learn(&samples, 3).choice(&[None], 3), expected);
            samples.truncate(10);
        }
    }

    #[test]
    fn a_tree_splits_neither_few_samples_nor_for_little() {
        let few = [(Some(1.0), [1.0, 9.0]), (Some(2.0), [1.0, 9.0]), (Some(3.0), [9.0, 1.0])];
        assert!(learn(&few, 3).split.is_none());
        let alike: Vec<_> = (0..10)
            .map(|i| (Some(f64::from(i)), if i < 5 { [10.0, 10.1] } else { [10.1, 10.0] }))
            .collect();
        let tree = learn(&alike, 3);
        assert_eq!((tree.engine, tree.split), (0, None), "and of equal engines it takes the first");
    }

    #[test]
    fn a_rule_has_few_digits() {
        let found =
            [(2.0, 9.0), (0.12, 0.13), (1.0, 1.0 + f64::EPSILON), (-3.2, -3.1)].map(shortest);
        assert_eq!(found.map(|value| value.to_string()), ["6", "0.125", "1", "-3.15"]);
    }

    proptest! {
        /// A deeper tree never costs more on its own samples, and is the shallower one with more splits.
        #[test]
        fn a_deeper_tree_costs_no_more_and_begins_alike(
            samples in prop::collection::vec(
                (prop::option::of((0u8..20).prop_map(f64::from)), [(1u8..99).prop_map(f64::from), (1u8..99).prop_map(f64::from)]), 1..60,
            ),
        ) {
            let deep = learn(&samples, 4);
            let mut before = f64::INFINITY;
            for depth in 0..=4 {
                let shallow = learn(&samples, depth);
                let choice = |features: &[Option<f64>]| shallow.choice(features, depth);
                let cost: f64 = samples.iter().map(|(value, costs)| costs[choice(&[*value])]).sum();
                prop_assert!(cost <= before + 1e-9, "{cost} {before}");
                before = cost;
                for (value, _) in &samples {
                    prop_assert_eq!(choice(&[*value]), deep.choice(&[*value], depth));
                }
            }
        }
    }
}
