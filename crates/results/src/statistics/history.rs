//! How the times of engines went over revisions: a curve for each engine, and the revisions at which it changed.
//!
//! Each file is a revision. An engine's value is the geometric mean, over the instances that it answered in all revisions, of its time
//! divided by that of its first revision, so that each value is over the same instances. All revisions have to be measured on one machine.

use std::collections::{BTreeSet, HashMap};

use super::cells::Cells;
use super::change::changes;
use super::ratio::{Pair, Ratio, Ratios, mean};
use super::section::original;
use super::{StatisticsError, stream};
use crate::{CaseId, Clock, Name, Results};

/// The probability with which a change is named anywhere in a history without one.
pub const LEVEL: f64 = 0.05;

/// Fewest random orders of the values of an engine.
const ORDERS: usize = 999;

/// Random orders for each engine of the history: the smallest probability that they can show is a quarter of the level of one engine.
const ORDERS_AN_ENGINE: usize = 80;

/// The engines over revisions.
#[derive(Clone, Debug)]
pub struct History {
    /// The revisions in the order of time.
    pub revisions: Vec<Revision>,
    /// The course of each engine that was measured in at least two revisions, in the order of the names.
    pub courses: Vec<Course>,
    /// The engines that have no instance answered in all their revisions.
    pub without_instances: Vec<String>,
    /// The models of processors, if there are several: their times cannot be compared.
    pub cpus: Vec<String>,
}

/// A file of results.
#[derive(Clone, Debug)]
pub struct Revision {
    /// The revision of the build, or else the name of the run.
    pub name: String,
    /// When the run began, in UTC; empty if it is not known.
    pub started: String,
    /// The place in [`Results::sources`].
    source: usize,
}

/// An engine over the revisions.
#[derive(Clone, Debug)]
pub struct Course {
    /// The engine.
    pub engine: String,
    /// The number of instances.
    pub instances: usize,
    /// The revisions in which the engine was measured, as places in [`History::revisions`], each with its time divided by that of the
    /// first.
    pub points: Vec<(usize, Ratio)>,
    /// The changes.
    pub changes: Vec<Step>,
}

/// A change of an engine's times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The last revision before the change, as a place in [`Course::points`].
    pub after: usize,
    /// The times behind the change, up to the next, divided by those before it, since the last: a geometric mean.
    pub ratio: f64,
    /// The probability of such a change by chance.
    pub p: f64,
}

/// The time of each case in a file, in each repetition.
type Times = HashMap<CaseId, Vec<f64>>;

impl History {
    /// The history in the files of `results`.
    ///
    /// # Errors
    /// If there are fewer than two files, or a row occurs twice.
    pub fn of(results: &Results, clock: Clock, seed: u64) -> Result<Self, StatisticsError> {
        let mut revisions: Vec<Revision> =
            (0..results.sources.len()).map(|source| Revision::of(results, source)).collect();
        revisions.sort_by(|a, b| (&a.started, a.source).cmp(&(&b.started, b.source)));
        if revisions.len() < 2 {
            return Err(StatisticsError(format!(
                "found {} of results; expected two files at least: measure another revision with `quadrille run --history FOLDER`",
                if revisions.is_empty() { "no file" } else { "one file" }
            )));
        }
        let engines: BTreeSet<&str> =
            results.entries.iter().map(|entry| results.text(entry.engine)).collect();
        let names: Vec<Name> = engines.iter().filter_map(|name| results.name(name)).collect();
        let mut times: Vec<Vec<Times>> = Vec::new();
        for revision in &revisions {
            let is_of = |source: u32| source as usize == revision.source;
            let cells = Cells::of(results, clock, |entry| is_of(entry.source))?;
            let of_engine = |&engine: &Name| -> Times {
                let timed = cells.of_engine(engine).iter();
                let timed = timed.map(|cell| (cell.case, cells.times(cell).to_vec()));
                timed.filter(|(_, times)| !times.is_empty()).collect()
            };
            times.push(names.iter().map(of_engine).collect());
        }
        let (mut courses, mut without_instances) = (Vec::new(), Vec::new());
        for (place, engine) in engines.into_iter().enumerate() {
            let is_measured = |revision: &usize| {
                results.entries.iter().any(|entry| {
                    entry.source as usize == revisions[*revision].source
                        && entry.engine == names[place]
                })
            };
            let measured: Vec<usize> = (0..revisions.len()).filter(is_measured).collect();
            let of_engine: Vec<&Times> = measured.iter().map(|&one| &times[one][place]).collect();
            if measured.len() < 2 {
                continue;
            }
            match course(results, engine, &measured, &of_engine, seed) {
                Some(course) => courses.push(course),
                None => without_instances.push(engine.to_owned()),
            }
        }
        let level = LEVEL / courses.len().max(1) as f64;
        let orders = ORDERS.max(ORDERS_AN_ENGINE * courses.len());
        for course in &mut courses {
            course.find_changes(level, orders, seed);
        }
        let cpus: BTreeSet<&str> =
            results.entries.iter().filter_map(|entry| results.cpu(entry)).collect();
        let cpus =
            if cpus.len() > 1 { cpus.into_iter().map(str::to_owned).collect() } else { Vec::new() };
        Ok(Self { revisions, courses, without_instances, cpus })
    }
}

impl Revision {
    fn of(results: &Results, source: usize) -> Self {
        let notes = results.sources[source].notes.as_ref();
        let named = notes.and_then(|notes| notes.revision()).map(str::to_owned);
        let run = || {
            let first = results.entries.iter().find(|entry| entry.source as usize == source);
            first.map_or_else(String::new, |entry| results.text(entry.run).to_owned())
        };
        let started = notes.and_then(|notes| notes.started()).unwrap_or_default().to_owned();
        Self { name: named.unwrap_or_else(run), started, source }
    }
}

/// The course of an engine without its changes; none if no instance has a time in all revisions.
fn course(
    results: &Results,
    engine: &str,
    measured: &[usize],
    times: &[&Times],
    seed: u64,
) -> Option<Course> {
    let mut cases: Vec<CaseId> = times[0].keys().copied().collect();
    cases.retain(|case| times.iter().all(|of_one| of_one.contains_key(case)));
    let key = |case: &CaseId| {
        let of = results.case(*case);
        (of.corpus, of.task, original(results, *case).to_owned())
    };
    cases.sort_by_key(|case| (key(case), *case));
    let keys: Vec<_> = cases.iter().map(key).collect();
    let mut instances: Vec<usize> = Vec::new();
    for (i, key) in keys.iter().enumerate() {
        let last = instances.last().copied();
        instances.push(match last {
            Some(last) if keys[i - 1] == *key => last,
            last => last.map_or(0, |last| last + 1),
        });
    }
    let point = |(&revision, of_one): (&usize, &&Times)| {
        let pair = |(case, &instance): (&CaseId, &usize)| {
            (instance, Pair { base: &times[0][case], other: &of_one[case] })
        };
        let pairs = cases.iter().zip(&instances).map(pair).collect();
        let names = ["history", engine, &revision.to_string()];
        Some((revision, Ratios::of(pairs, &[], &mut stream(seed, &names)).mean()?))
    };
    let points = measured.iter().zip(times).map(point).collect::<Option<Vec<_>>>()?;
    let instances = instances.last().map_or(0, |last| last + 1);
    Some(Course { engine: engine.to_owned(), instances, points, changes: Vec::new() })
}

impl Course {
    fn find_changes(&mut self, level: f64, orders: usize, seed: u64) {
        let logs: Vec<f64> = self.points.iter().map(|(_, ratio)| ratio.mean.ln()).collect();
        let mut stream = stream(seed, &["history", &self.engine, "changes"]);
        let found = changes(&logs, level, orders, &mut stream);
        let mut ends: Vec<usize> = found.iter().map(|change| change.at).collect();
        ends.insert(0, 0);
        ends.push(logs.len());
        let of_part = |part: usize| mean(&logs[ends[part]..ends[part + 1]]).unwrap_or_default();
        self.changes = (0..)
            .zip(found)
            .map(|(part, change)| Step {
                after: change.at - 1,
                ratio: (of_part(part + 1) - of_part(part)).exp(),
                p: change.p,
            })
            .collect();
    }
}

#[cfg(test)]
mod tests {
    use super::super::simulated::normal;
    use super::*;
    use crate::{COLUMNS, read_toml};
    use quadrille_cover::random::Stream;

    /// Files of 12 instances by two engines, `a` and `b`, of which `a` takes `factor` times as long from some revision on. `noise` is the
    /// standard deviation of the logarithm of all times of a revision.
    fn files(count: u64, (from, factor): (u64, f64), noise: f64, seed: u64) -> Results {
        let mut results = Results::default();
        let mut stream = Stream::new(seed, 9);
        // The files are read in another order than they were made in.
        for revision in (0..count).rev() {
            let mut csv = COLUMNS.join(",") + "\n";
            for engine in ["a", "b"] {
                let of_revision = (noise * normal(&mut stream)).exp();
                let factor = if engine == "a" && revision >= from { factor } else { 1.0 };
                for instance in 0..12 {
                    let own = (0.005 * normal(&mut stream)).exp();
                    let time = (1e6 * f64::from(1 + instance) * factor * of_revision * own).round();
                    let sha256 = format!("{instance:02x}").repeat(32);
                    csv += &format!(
                        "1,run{revision},all,i{instance},,{sha256},{engine},1.0,count,{instance},0,1,1,ok,1,,,,,{time},{time},,,,,,,,,,,\n"
                    );
                }
            }
            let notes = format!(
                "started = \"2026-01-{:02}\"\n[build]\nrevision = \"r{revision}\"\n",
                revision + 1
            );
            results.add("r.csv", csv.as_bytes(), Some(read_toml(&notes).unwrap())).unwrap();
        }
        results
    }

    #[test]
    fn the_revision_after_which_an_engine_changed_is_named() {
        let history = History::of(&files(16, (10, 1.05), 0.01, 1), Clock::Cpu, 0).unwrap();
        let names: Vec<&str> = history.revisions.iter().map(|one| &*one.name).collect();
        assert_eq!((names[0], names[9], names.len()), ("r0", "r9", 16));
        let [a, b] = &history.courses[..] else { panic!("{history:?}") };
        let [change] = a.changes[..] else { panic!("{a:?}") };
        assert_eq!((change.after, &*a.engine, a.instances), (9, "a", 12));
        assert!((change.ratio - 1.05).abs() < 0.02 && change.p <= LEVEL / 2.0, "{change:?}");
        assert_eq!(b.changes, [], "{b:?}");
        assert_eq!(
            a.points[0].1.interval,
            Some((1.0, 1.0)),
            "the first is what others are divided by"
        );
        let last = a.points[15].1;
        let (low, high) = last.interval.unwrap();
        assert!(low < last.mean && last.mean < high && high < 1.01 * last.mean, "{last:?}");
    }

    #[test]
    fn instances_that_a_revision_lacks_are_left_out_and_an_engine_without_any_is_named() {
        let mut results = files(3, (9, 1.0), 0.0, 1);
        let lacks = |engine: &str, instance: &str, source: u32| {
            let (engine, instance) = (results.name(engine), results.name(instance));
            let found = results.entries.iter().position(|entry| {
                (Some(entry.engine), entry.source) == (engine, source)
                    && Some(results.case(entry.case).instance) == instance
            });
            found.unwrap()
        };
        let place = lacks("a", "i3", 1);
        results.entries.remove(place);
        let b = results.name("b");
        let mut kept = 0;
        results.entries.retain(|entry| {
            let is_b = Some(entry.engine) == b;
            kept += usize::from(is_b);
            // Of `b`, only the first instance of one file and the second of another.
            !is_b || [1, 14].contains(&kept)
        });
        let history = History::of(&results, Clock::Cpu, 0).unwrap();
        assert_eq!((history.courses.len(), history.courses[0].instances), (1, 11));
        assert_eq!(history.without_instances, ["b"]);
        let error =
            History::of(&files(1, (9, 1.0), 0.0, 1), Clock::Cpu, 0).unwrap_err().to_string();
        assert!(error.starts_with("found one file of results; expected two"), "{error}");
    }
}
