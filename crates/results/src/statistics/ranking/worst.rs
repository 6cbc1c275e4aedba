//! Where an engine is worst: compared with the virtual best solver, and on shuffled copies of an instance compared with the
//! instance in the order of its text.

use std::collections::BTreeMap;

use super::super::best::NEVER;
use super::super::ratio::mean;
use super::super::section::original;
use crate::{CaseId, Name, Results};

/// A ratio of times, and the case where it is met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worst {
    /// The ratio.
    pub ratio: f64,
    /// The case.
    pub case: CaseId,
}

/// An engine on the copies `ID~1`, `ID~2`... of instances `ID`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shuffled {
    /// The geometric mean over the instances of the time on a copy divided by that on the instance; the copies of an instance
    /// are averaged first.
    pub mean: f64,
    /// The largest of these ratios, over all copies.
    pub worst: Worst,
    /// The number of instances with a time that have a copy with a time.
    pub instances: usize,
    /// The number of copies without a time, of instances with a time.
    pub lost: usize,
}

/// The largest ratio of `times` to those of the virtual best solver, over the cases on which the engine has a time.
pub(super) fn worst(cases: &[CaseId], times: &[f64], best: &[f64]) -> Option<Worst> {
    let timed = cases.iter().zip(times).zip(best).filter(|((_, time), _)| **time < NEVER);
    let all = timed.map(|((&case, time), best)| Worst { ratio: time / best, case });
    all.reduce(largest)
}

/// The times of an engine on copies compared with those on the instances that they are copies of, if there is any pair.
pub(super) fn shuffled(results: &Results, cases: &[CaseId], times: &[f64]) -> Option<Shuffled> {
    let key = |case: CaseId| {
        let of = results.case(case);
        (of.corpus, of.task, original(results, case))
    };
    let is_text =
        |case: CaseId| original(results, case) == results.text(results.case(case).instance);
    let timed = || cases.iter().copied().zip(times.iter().copied());
    let texts: BTreeMap<(Name, Name, &str), f64> = timed()
        .filter(|&(case, time)| time < NEVER && is_text(case))
        .map(|(case, time)| (key(case), time))
        .collect();
    let (mut logs, mut worst, mut lost) = (BTreeMap::<_, Vec<f64>>::new(), None, 0);
    for (case, time) in timed().filter(|&(case, _)| !is_text(case)) {
        let Some(text) = texts.get(&key(case)) else { continue };
        if time == NEVER {
            lost += 1;
            continue;
        }
        let found = Worst { ratio: time / text, case };
        worst = Some(worst.map_or(found, |worst| largest(worst, found)));
        logs.entry(key(case)).or_default().push(found.ratio.ln());
    }
    let of_instances: Vec<f64> = logs.values().filter_map(|logs| mean(logs)).collect();
    let mean = mean(&of_instances)?.exp();
    Some(Shuffled { mean, worst: worst?, instances: of_instances.len(), lost })
}

/// The larger of two ratios; of equal ones the first.
fn largest(one: Worst, other: Worst) -> Worst {
    if other.ratio > one.ratio { other } else { one }
}
