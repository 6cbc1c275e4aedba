//! What charts and the table of instances show of a field, as the page's script reads it.

use std::collections::BTreeMap;

use quadrille_harness::Verdict;
use quadrille_harness::results::Results;
use quadrille_harness::statistics::best::NEVER;
use serde::Serialize;

use super::field::Field;
use super::sample;

/// Points of a curve.
const POINTS: usize = 400;
/// Instances of a chart and its table.
const INSTANCES: usize = 2000;
/// Engines times instances of all charts together: some ten bytes each.
const CELLS: usize = 400_000;
/// Fewer instances than these show nothing.
const FEWEST: usize = 100;

/// How many instances each of so many charts may show, so that the page stays small enough to open.
pub(super) fn most_instances(charts: usize, engines: usize) -> usize {
    (CELLS / (charts * engines).max(1)).clamp(FEWEST, INSTANCES)
}

/// A field, as far as it is shown. Engines stand in the order of [`engines`](Self::engines) everywhere.
#[derive(Debug, Serialize)]
pub(super) struct Chart {
    pub name: String,
    /// How many instances there are, of which only some may be shown.
    pub cases: usize,
    /// The engines, by their places in the report.
    engines: Vec<usize>,
    /// How many instances of each engine have a time.
    timed: Vec<usize>,
    /// How many instances have a time of the one engine and of the other.
    both: Vec<Vec<usize>>,
    /// How many instances were answered within a time.
    answered: Vec<Curve>,
    /// On what share of the instances an engine took no more than so many times as long as the fastest (Dolan and
    /// Moré, Benchmarking optimization software with performance profiles, Mathematical Programming 91, 2002).
    profile: Vec<Curve>,
    forks: Forks,
    /// The instances shown.
    pub instances: Vec<String>,
    /// What each engine did with each of them; nothing if it was not run.
    cells: Vec<Vec<Option<Shown>>>,
    /// The forks of its search, if they are known and it was answered.
    cell_forks: Vec<Vec<Option<u64>>>,
}

/// A curve that rises in steps.
#[derive(Debug, Default, PartialEq, Serialize)]
struct Curve {
    x: Vec<f64>,
    y: Vec<f64>,
}

/// How many instances took so many forks: none, one, two or three, four to seven and so on.
#[derive(Debug, Serialize)]
struct Forks {
    bins: Vec<String>,
    counts: Vec<Vec<usize>>,
}

/// What stands for an engine on an instance.
#[derive(Debug, PartialEq, Serialize)]
#[serde(untagged)]
enum Shown {
    /// Nanoseconds.
    Time(f64),
    /// A verdict; `ok` if there is no time all the same.
    Verdict(&'static str),
}

impl Chart {
    /// What is shown of a field, and of its instances no more than `most`.
    pub fn of(results: &Results, field: &Field<'_>, most: usize) -> Self {
        let engines = 0..field.engines.len();
        let shown = sample::cases(field, most);
        let pooled = field.title.corpus.is_none();
        let instance = |&case: &usize| {
            let case = results.case(field.cases[case]);
            match (pooled, field.title.batch) {
                (_, true) => results.text(case.corpus).to_owned(),
                (true, false) => results.case_name(case),
                (false, false) => results.text(case.instance).to_owned(),
            }
        };
        let cell = |engine: usize, case: usize| {
            let cell = field.cells[engine][case]?;
            Some(match field.time(engine, case) {
                Some(time) => Shown::Time(rounded(time)),
                None => Shown::Verdict(cell.verdict.name()),
            })
        };
        let forks = |engine: usize, case: usize| forks_of(field, engine, case);
        let best = field.times.best_times();
        Self {
            name: match &field.title.task {
                Some(task) => format!("{}, task {task}", field.title),
                None => field.title.to_string(),
            },
            cases: field.cases.len(),
            engines: field.engines.clone(),
            timed: engines.clone().map(|engine| field.times_of(engine).len()).collect(),
            both: engines
                .clone()
                .map(|a| engines.clone().map(|b| both(field, a, b)).collect())
                .collect(),
            answered: engines
                .clone()
                .map(|engine| Curve::rising(field.times_of(engine), 1.0))
                .collect(),
            profile: engines
                .clone()
                .map(|engine| {
                    let times = field.times.of_engine(engine).zip(&best);
                    let ratios =
                        times.filter(|(time, _)| *time < NEVER).map(|(time, best)| time / best);
                    Curve::rising(ratios.collect(), field.cases.len() as f64)
                })
                .collect(),
            forks: Forks::of(field),
            instances: shown.iter().map(instance).collect(),
            cells: engines
                .clone()
                .map(|engine| shown.iter().map(|&case| cell(engine, case)).collect())
                .collect(),
            cell_forks: engines
                .map(|engine| shown.iter().map(|&case| forks(engine, case)).collect())
                .collect(),
        }
    }
}

impl Curve {
    /// How many of the values, in units, are no greater than each.
    fn rising(mut values: Vec<f64>, unit: f64) -> Self {
        values.sort_unstable_by(f64::total_cmp);
        let mut steps: Vec<(f64, usize)> = Vec::new();
        for (i, value) in values.into_iter().map(rounded).enumerate() {
            match steps.last_mut() {
                Some(last) if last.0 >= value => last.1 = i + 1,
                _ => steps.push((value, i + 1)),
            }
        }
        let steps = sample::points(&steps, POINTS);
        let y = |count: usize| if unit > 1.0 { rounded(count as f64 / unit) } else { count as f64 };
        Self {
            x: steps.iter().map(|step| step.0).collect(),
            y: steps.iter().map(|step| y(step.1)).collect(),
        }
    }
}

impl Forks {
    fn of(field: &Field<'_>) -> Self {
        let cases = field.cases.len();
        let bins = |engine: usize| {
            let mut bins: BTreeMap<u32, usize> = BTreeMap::new();
            for forks in (0..cases).filter_map(|case| forks_of(field, engine, case)) {
                *bins.entry(bin(forks)).or_default() += 1;
            }
            bins
        };
        let found: Vec<_> = (0..field.engines.len()).map(bins).collect();
        let last = found.iter().filter_map(|bins| bins.keys().next_back()).max();
        let all: Vec<u32> = last.map_or_else(Vec::new, |&last| (0..=last).collect());
        let count = |bins: &BTreeMap<u32, usize>| {
            all.iter().map(|bin| bins.get(bin).copied().unwrap_or_default()).collect()
        };
        Self {
            bins: all.iter().map(|&bin| bin_name(bin)).collect(),
            counts: found.iter().map(count).collect(),
        }
    }
}

/// The forks of an answered search, if they are known.
fn forks_of(field: &Field<'_>, engine: usize, case: usize) -> Option<u64> {
    let cell = field.cells[engine][case].filter(|cell| cell.verdict == Verdict::Ok)?;
    cell.counts.forks()
}

/// The number of binary digits: 0, 1, 2 to 3, 4 to 7.
fn bin(forks: u64) -> u32 {
    u64::BITS - forks.leading_zeros()
}

fn bin_name(bin: u32) -> String {
    match bin {
        0 | 1 => bin.to_string(),
        _ => {
            let low = 1_u64 << (bin - 1);
            format!("{low}\u{2013}{}", low + (low - 1))
        }
    }
}

fn both(field: &Field<'_>, a: usize, b: usize) -> usize {
    let times = field.times.of_engine(a).zip(field.times.of_engine(b));
    times.filter(|&(a, b)| a < NEVER && b < NEVER).count()
}

/// To five figures, which is more than anybody sees.
fn rounded(value: f64) -> f64 {
    format!("{value:.4e}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_count_what_is_no_greater() {
        let curve = Curve::rising(vec![4.0, 1.0, 2.0, 1.0], 1.0);
        assert_eq!(curve, Curve { x: vec![1.0, 2.0, 4.0], y: vec![2.0, 3.0, 4.0] });
        let curve = Curve::rising(vec![1.0, 2.5], 4.0);
        assert_eq!(curve, Curve { x: vec![1.0, 2.5], y: vec![0.25, 0.5] });
        assert_eq!(Curve::rising(Vec::new(), 4.0), Curve::default());
        let long = Curve::rising((1..=100_000).map(f64::from).collect(), 1.0);
        assert_eq!((long.x.len(), long.x[0], long.y.last()), (POINTS, 1.0, Some(&100_000.0)));
    }

    #[test]
    fn forks_are_binned_by_powers_of_two() {
        let bins = [0, 1, 2, 3, 4, 7, 8, u64::MAX].map(bin);
        assert_eq!(bins, [0, 1, 2, 2, 3, 3, 4, 64]);
        assert_eq!([0, 1, 2, 4].map(bin_name), ["0", "1", "2\u{2013}3", "8\u{2013}15"]);
        assert!(bin_name(64).ends_with(&u64::MAX.to_string()));
    }

    #[test]
    fn pages_with_many_charts_show_less_of_each() {
        assert_eq!(most_instances(1, 10), INSTANCES);
        assert_eq!(most_instances(40, 10), 1000);
        assert_eq!(most_instances(1000, 1000), FEWEST);
        assert_eq!(most_instances(0, 0), INSTANCES);
    }
}
