//! The data of the charts and of the table of instances, in the form that the page's script reads.

mod drawn;

use std::collections::BTreeMap;

use quadrille_results::statistics::bands::reach;
use quadrille_results::statistics::best::NEVER;
use quadrille_results::statistics::ranking::Table;
use quadrille_results::statistics::stream;
use quadrille_results::{Fingerprint, Results, Verdict};
use serde::Serialize;

use super::field::Field;
use super::instance::{Place, Texts};
use super::sample;

pub use drawn::Kind;
pub(super) use drawn::short;

/// Largest number of points of a curve.
const POINTS: usize = 400;
/// Curves of more engines have no bands, which would hide each other.
const BANDS: usize = 4;
/// A chart, and its table, with more instances than this show a sample of about this size.
const INSTANCES: usize = 2000;
/// Largest number of pairs of engine and instance in all charts together; each takes about ten bytes of the page.
const CELLS: usize = 400_000;
/// Smallest number of instances that a chart shows, however many charts there are.
const FEWEST: usize = 100;

/// The number of instances that each of several charts may show, so that the page stays small enough to open.
pub(super) fn most_instances(charts: usize, engines: usize) -> usize {
    (CELLS / (charts * engines).max(1)).clamp(FEWEST, INSTANCES)
}

/// The data of one [`Field`]. All lists of engines have the order of [`engines`](Self::engines).
#[derive(Debug, Serialize)]
pub(super) struct Chart {
    pub name: String,
    /// Number of instances; a chart may show only some of them.
    pub cases: usize,
    /// The engines that a limit of tests or nodes cut off, in words, if the table is not ranked.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_ranked: Option<String>,
    /// The engines, as indices into the engines of the report.
    engines: Vec<usize>,
    /// For each engine, the number of instances with a time.
    timed: Vec<usize>,
    /// For each pair of engines, the number of instances for which both have a time.
    both: Vec<Vec<usize>>,
    /// A curve for each engine: for each time, the number of instances that the engine answered within that time.
    answered: Vec<Curve>,
    /// A curve for each engine: for each factor, the share of instances that the engine answered within that factor
    /// times the time of the fastest engine (E. D. Dolan and J. J. Moré, "Benchmarking optimization software with
    /// performance profiles", Mathematical Programming 91, 2002).
    profile: Vec<Curve>,
    /// How far the bands around the curves of `answered` and `profile` reach, as a share of all instances; `None` with too few.
    answered_reach: Vec<Option<f64>>,
    profile_reach: Vec<Option<f64>>,
    /// A curve for each engine: for each factor, the share of the instances measured several times whose slowest
    /// repetition takes at most that factor times the fastest.
    spread: Vec<Curve>,
    forks: Forks,
    /// The engines of the scatter plot at first, if others than those with the most times.
    pair: Option<[usize; 2]>,
    /// The instances shown.
    pub instances: Vec<String>,
    /// The result of each engine on each instance shown; none if the engine did not run.
    cells: Vec<Vec<Option<Shown>>>,
    /// The number of forks of each search in `cells`, if it is known and the instance was answered.
    cell_forks: Vec<Vec<Option<u64>>>,
    /// The shortest and the longest time of each search in `cells` that was measured several times; empty if none was.
    cell_ends: Vec<Vec<Option<[f64; 2]>>>,
    /// For each instance shown, where its text is.
    texts: Vec<Place>,
    /// The fingerprint of each instance shown; none of a batch.
    #[serde(skip)]
    fingerprints: Vec<Option<Fingerprint>>,
}

/// A curve that rises in steps, as the coordinates of its points.
#[derive(Debug, Default, PartialEq, Serialize)]
struct Curve {
    x: Vec<f64>,
    y: Vec<f64>,
}

/// A histogram for each engine: how many searches had 0 forks, 1 fork, 2 to 3, 4 to 7 and so on.
#[derive(Debug, Serialize)]
struct Forks {
    bins: Vec<String>,
    counts: Vec<Vec<usize>>,
}

/// The result of an engine on an instance.
#[derive(Debug, PartialEq, Serialize)]
#[serde(untagged)]
enum Shown {
    /// A time in nanoseconds.
    Time(f64),
    /// The name of a verdict. It is `ok` if the answer is right but its time is not known.
    Verdict(&'static str),
}

impl Chart {
    /// The data of a field, with a [sample](sample::cases) of its instances if there are more than `most`.
    pub fn of(results: &Results, field: &Field<'_>, most: usize, seed: u64) -> Self {
        let shown = sample::cases(field, most);
        let Table { title, cases, best, .. } = field.table;
        let instance = |&case: &usize| {
            let id = field.case(case);
            match (title.corpus.is_none(), title.batch) {
                (_, true) => results.text(results.case(id).corpus).to_owned(),
                (true, false) => results.case_name(id),
                (false, false) => results.text(results.case(id).instance).to_owned(),
            }
        };
        let cell = |engine: usize, case: usize| {
            let cell = field.cell(engine, case)?;
            Some(match field.time(engine, case) {
                Some(time) => Shown::Time(rounded(time)),
                None => Shown::Verdict(cell.verdict.name()),
            })
        };
        let fingerprint =
            |&case: &usize| (!title.batch).then(|| results.case(field.case(case)).sha256);
        let ends = |engine: usize, case: usize| Some(field.ends(engine, case)?.map(rounded));
        let timed = for_each_engine(field, |engine| field.lines[engine].known_times());
        let spread = for_each_engine(field, |engine| {
            let all = (0..cases.len()).filter_map(|case| field.ends(engine, case));
            all.map(|[low, high]| high / low).collect::<Vec<f64>>()
        });
        // Divided by the time of the fastest engine.
        let ratios = |engine: usize| -> Vec<f64> {
            let times = field.lines[engine].times.iter().zip(best);
            times.map(|(&time, best)| if time < NEVER { time / best } else { NEVER }).collect()
        };
        let reach_of = |name: &str, engine: usize, values: &[f64]| {
            let names = ["band", name, &title.to_string(), &field.lines[engine].engine];
            let is_shown = field.lines.len() <= BANDS && !title.batch;
            let reach = || reach(results, cases, values, &mut stream(seed, &names));
            is_shown.then(reach).flatten().map(rounded)
        };
        let has_ends = spread.iter().any(|ratios| !ratios.is_empty());
        Self {
            name: match &title.task {
                Some(task) => format!("{title}, task {task}"),
                None => title.to_string(),
            },
            cases: cases.len(),
            not_ranked: field.table.cut_off(),
            engines: field.lines.iter().map(|line| line.place).collect(),
            timed: timed.iter().map(Vec::len).collect(),
            both: for_each_engine(field, |a| for_each_engine(field, |b| both(field, a, b))),
            answered: timed.into_iter().map(|times| Curve::rising(times, 1.0)).collect(),
            answered_reach: for_each_engine(field, |engine| {
                reach_of("answered", engine, &field.lines[engine].times)
            }),
            profile: for_each_engine(field, |engine| {
                let mut ratios = ratios(engine);
                ratios.retain(|&ratio| ratio < NEVER);
                Curve::rising(ratios, cases.len() as f64)
            }),
            profile_reach: for_each_engine(field, |engine| {
                reach_of("profile", engine, &ratios(engine))
            }),
            spread: spread.into_iter().map(Curve::shares).collect(),
            forks: Forks::of(field),
            pair: None,
            instances: shown.iter().map(instance).collect(),
            cells: for_each_engine(field, |engine| {
                shown.iter().map(|&case| cell(engine, case)).collect()
            }),
            cell_forks: for_each_engine(field, |engine| {
                shown.iter().map(|&case| forks_of(field, engine, case)).collect()
            }),
            cell_ends: if has_ends {
                for_each_engine(field, |engine| {
                    shown.iter().map(|&case| ends(engine, case)).collect()
                })
            } else {
                Vec::new()
            },
            texts: vec![Place::NOT_AT_HAND; shown.len()],
            fingerprints: shown.iter().map(fingerprint).collect(),
        }
    }
}

impl Chart {
    /// The fingerprint of each instance shown; none of a batch.
    pub fn fingerprints(&self) -> impl Iterator<Item = Option<Fingerprint>> {
        self.fingerprints.iter().copied()
    }

    /// Notes where the texts of the instances are.
    pub fn find(&mut self, texts: &Texts) {
        self.texts = self.fingerprints().map(|one| texts.place(one)).collect();
    }

    /// Puts two engines of the report on the axes of the scatter plot, if the chart has both.
    pub fn set_pair(&mut self, engines: [Option<usize>; 2]) {
        let place =
            |engine: Option<usize>| self.engines.iter().position(|&own| Some(own) == engine);
        self.pair = place(engines[0]).zip(place(engines[1])).map(Into::into);
    }
}

fn for_each_engine<T>(field: &Field<'_>, of: impl Fn(usize) -> T) -> Vec<T> {
    (0..field.lines.len()).map(of).collect()
}

impl Curve {
    /// The share of all values that are at most as large as each of them.
    fn shares(values: Vec<f64>) -> Self {
        let all = values.len() as f64;
        Self::rising(values, all)
    }

    /// A point for each different value: the value, and how many of the values are at most that large. If `unit` is
    /// above 1, these numbers are divided by `unit`.
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
        let cases = field.table.cases.len();
        let found = for_each_engine(field, |engine| {
            let mut bins: BTreeMap<u32, usize> = BTreeMap::new();
            for forks in (0..cases).filter_map(|case| forks_of(field, engine, case)) {
                *bins.entry(bin(forks)).or_default() += 1;
            }
            bins
        });
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

/// The number of forks of a search, if it is known and the instance was answered.
fn forks_of(field: &Field<'_>, engine: usize, case: usize) -> Option<u64> {
    let cell = field.cell(engine, case).filter(|cell| cell.verdict == Verdict::Ok)?;
    cell.counts.forks()
}

/// The index of the bin for a number of forks, which is how many binary digits the number has.
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
    let times = field.lines[a].times.iter().zip(&field.lines[b].times);
    times.filter(|(a, b)| **a < NEVER && **b < NEVER).count()
}

/// A number rounded to five significant digits, which is finer than a chart can show.
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
