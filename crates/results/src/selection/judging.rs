//! What a learnt tree is worth on families that it was not learnt from.
//!
//! The families are divided into parts. For each part a tree is learnt from the others, and chooses for the instances of the part.
//! How many splits may follow each other is found in the same way, by parts of the others alone, so that no instance has a say in the
//! tree that it judges (nested cross-validation; Varma and Simon, Bias in error estimation when using cross-validation for model
//! selection, BMC Bioinformatics 7, 2006).

use super::tree::{Sample, Tree};
use super::{Choice, Instance, parts};
use crate::statistics::StatisticsError;

/// What the judgement needs beside the instances.
pub(super) struct Field {
    /// The limit of time, in nanoseconds.
    pub limit: f64,
    /// The names of all engines that were run.
    pub labels: Vec<String>,
    /// Which of them choose by themselves.
    pub is_auto: Vec<bool>,
    /// Upper bound on the splits that follow each other.
    pub depth: usize,
}

impl Field {
    /// The engines that are chosen from, the tree, the choices, and the number of parts. Sets [`Instance::chosen`].
    pub fn judge(
        &self,
        instances: &mut [Instance],
    ) -> Result<(Vec<String>, Tree, Vec<Choice>, usize), StatisticsError> {
        let (autos, engines): (Vec<usize>, Vec<usize>) =
            (0..self.labels.len()).partition(|&engine| self.is_auto[engine]);
        let parts = parts(instances.iter().map(|instance| &*instance.family));
        if engines.len() < 2 || parts.len() < 2 {
            let families = parts.len();
            return Err(StatisticsError(format!(
                "found {} and {} with features; expected at least two engines to choose from, `auto` not counted, and two families, \
                 because a choice is judged on families that it was not learnt from: measure more of them with `quadrille run`",
                counted(engines.len(), "engine", "engines"),
                counted(families, "family", "families"),
            )));
        }
        let of = |times: &[Option<f64>], engines: &[usize]| -> Vec<Option<f64>> {
            engines.iter().map(|&engine| times[engine]).collect()
        };
        let of_autos: Vec<Vec<Option<f64>>> =
            instances.iter().map(|instance| of(&instance.times, &autos)).collect();
        for instance in instances.iter_mut() {
            instance.times = of(&instance.times, &engines);
            instance.costs = engines.iter().map(|&engine| instance.costs[engine]).collect();
        }
        let samples: Vec<(&str, Sample<'_>)> =
            instances.iter().map(|one| (&*one.family, one.sample())).collect();
        let mut chosen = vec![0; instances.len()];
        for part in &parts {
            let is_left_out = |place: &usize| part.contains(place);
            let others: Vec<(&str, Sample<'_>)> = (0..samples.len())
                .filter(|place| !is_left_out(place))
                .map(|place| samples[place])
                .collect();
            let tree = self.learn(&others);
            for &place in part {
                chosen[place] = tree.choice(samples[place].1.features, self.depth);
            }
        }
        let tree = self.learn(&samples);
        for (instance, chosen) in instances.iter_mut().zip(chosen) {
            instance.chosen = chosen;
        }
        let best = self.choice("virtual best", instances.iter().map(Instance::fastest));
        let chosen = |one: &Instance| one.times[one.chosen];
        let single = (0..engines.len())
            .map(|engine| self.choice("", instances.iter().map(|one| one.times[engine])))
            .enumerate()
            .reduce(|one, other| if other.1.par2_ns < one.1.par2_ns { other } else { one });
        let (place, single) = single.expect("there are two engines");
        let named: Vec<String> =
            engines.iter().map(|&engine| self.labels[engine].clone()).collect();
        let with_features = |one: &Instance| {
            chosen(one).map(|time| time + one.asking).filter(|&time| time <= self.limit)
        };
        let mut choices = vec![
            self.choice("tree", instances.iter().map(chosen)),
            self.choice("tree and features", instances.iter().map(with_features)),
            Choice { name: format!("single best: {}", named[place]), ..single },
        ];
        choices.extend(autos.iter().enumerate().map(|(place, &engine)| {
            self.choice(&self.labels[engine], of_autos.iter().map(|times| times[place]))
        }));
        choices.insert(0, best);
        let (least, most) = (choices[0].par2_ns, choices[3].par2_ns);
        for choice in &mut choices {
            choice.regret_ns = choice.par2_ns - least;
            choice.saved = (most > least).then(|| (most - choice.par2_ns) / (most - least));
        }
        Ok((named, tree, choices, parts.len()))
    }

    fn choice(&self, name: &str, times: impl Iterator<Item = Option<f64>>) -> Choice {
        let (mut answered, mut sum, mut count) = (0, 0.0, 0.0);
        for time in times {
            answered += usize::from(time.is_some());
            sum += time.unwrap_or(2.0 * self.limit);
            count += 1.0;
        }
        let par2_ns = sum / f64::max(count, 1.0);
        Choice { name: name.to_owned(), answered, par2_ns, regret_ns: 0.0, saved: None }
    }

    /// A tree of the depth that costs least on families left out, of equal depths the smallest.
    fn learn(&self, samples: &[(&str, Sample<'_>)]) -> Tree {
        let parts = parts(samples.iter().map(|sample| sample.0));
        let mut costs = vec![0.0; self.depth + 1];
        for part in parts.iter().filter(|_| parts.len() > 1) {
            let others: Vec<Sample<'_>> = (0..samples.len())
                .filter(|place| !part.contains(place))
                .map(|place| samples[place].1)
                .collect();
            let tree = Tree::learn(&others, self.depth);
            for &place in part {
                let sample = samples[place].1;
                for (depth, cost) in costs.iter_mut().enumerate() {
                    *cost += sample.costs[tree.choice(sample.features, depth)];
                }
            }
        }
        let mut depth = 0;
        for (other, cost) in costs.iter().enumerate() {
            if *cost < costs[depth] {
                depth = other;
            }
        }
        let samples: Vec<Sample<'_>> = samples.iter().map(|sample| sample.1).collect();
        Tree::learn(&samples, depth)
    }
}

impl Instance {
    /// The time of the fastest engine.
    fn fastest(&self) -> Option<f64> {
        self.times.iter().copied().flatten().reduce(f64::min)
    }
}

fn counted(number: usize, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}
