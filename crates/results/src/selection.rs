//! Learning from results which engine to use for a problem, by its features: a small decision tree, judged on families of instances
//! that it was not learnt from.
//!
//! An engine costs on an instance what PAR-2 charges: the time of its answer, or twice the limit of time without an answer. Where no
//! row is, the engine was not run because it does not accept the instance, which is no answer either. The regret of a choice is its
//! mean cost less that of the virtual best solver, which chooses the fastest engine on each instance (Bischl and others, `ASlib`: A
//! benchmark library for algorithm selection, Artificial Intelligence 237, 2016).
//!
//! The engine `auto` chooses by itself: it is judged like the tree, and is none of the engines that are chosen from.

mod features;
mod judging;
pub mod tree;

use std::collections::{BTreeMap, BTreeSet};

pub use features::{Features, FeaturesOfOne};
use tree::{Sample, Tree};

use crate::statistics::StatisticsError;
use crate::statistics::cells::{Cell, Cells};
use crate::statistics::cut_off::is_cut_off;
use crate::statistics::ranking::limit;
use crate::{CaseId, Clock, Results, Verdict, WHOLE_CORPUS};

/// Number of parts for cross-validation, if there are as many families.
const PARTS: usize = 10;

/// The name of the engine that chooses by itself.
const AUTO: &str = "auto";

/// An instance that has features and rows of results.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The name, `corpus/instance`.
    pub name: String,
    /// The family.
    pub family: String,
    features: Vec<Option<f64>>,
    /// Nanoseconds that it took to find the features.
    asking: f64,
    /// Nanoseconds of each engine; none without an answer.
    times: Vec<Option<f64>>,
    /// What each engine costs, in nanoseconds.
    costs: Vec<f64>,
    /// The engine that a tree learnt without the instance's part of the families chooses.
    pub chosen: usize,
}

/// A way to choose engines, judged.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What chooses.
    pub name: String,
    /// The number of instances answered.
    pub answered: usize,
    /// The mean cost, in nanoseconds.
    pub par2_ns: f64,
    /// The mean cost less that of the virtual best solver, in nanoseconds.
    pub regret_ns: f64,
    /// The share of the regret of the single best engine that is saved; none if the single best engine has no regret.
    pub saved: Option<f64>,
}

/// A tree learnt from results, and what it is worth.
#[derive(Clone, Debug)]
pub struct Selection {
    /// The engines that are chosen from.
    pub engines: Vec<String>,
    /// The names of the features.
    pub features: Vec<String>,
    /// The instances.
    pub instances: Vec<Instance>,
    /// The number of families.
    pub families: usize,
    /// The number of parts in which the families were left out.
    pub parts: usize,
    /// The tree, learnt from all instances.
    pub tree: Tree,
    /// The virtual best solver, the tree without and with the time for features, the single best engine, and `auto` if it was run.
    pub choices: Vec<Choice>,
    /// The number of instances that are left out because their features are not known.
    pub without_features: usize,
    /// The number of pairs of an engine and an instance that have no row.
    pub without_row: usize,
}

impl Selection {
    /// Learns a tree of at most this depth.
    ///
    /// # Errors
    /// If the rows have no common limit of time, are of several tasks or processors, or were cut off by other limits; or if fewer than
    /// two engines or families are left.
    pub fn of(
        results: &Results,
        features: &Features,
        clock: Clock,
        depth: usize,
    ) -> Result<Self, StatisticsError> {
        task(results)?;
        let limit = limit(results).ok_or_else(no_limit)?;
        let wanted = |case: CaseId| results.text(results.case(case).instance) != WHOLE_CORPUS;
        let cells = Cells::of(results, clock, |entry| wanted(entry.case))?;
        refuse_what_has_no_cost(results, &cells)?;
        let labels = cells.labels(results);
        let engines = cells.engines();
        let mut times: BTreeMap<CaseId, Vec<Option<Option<f64>>>> = BTreeMap::new();
        for cell in &cells.all {
            let engine = engines.iter().position(|&one| one == (cell.engine, cell.version));
            let times = times.entry(cell.case).or_insert_with(|| vec![None; engines.len()]);
            times[engine.expect("a cell is of one of the engines")] = Some(time(&cells, cell));
        }
        let all = times.len();
        let mut without_row = 0;
        let mut instances: Vec<Instance> = times
            .into_iter()
            .filter_map(|(case, times)| {
                let found = features.get(results.case(case).sha256)?;
                without_row += times.iter().filter(|time| time.is_none()).count();
                let times: Vec<Option<f64>> = times.into_iter().map(Option::flatten).collect();
                Some(Instance {
                    name: results.case_name(case),
                    family: family(results, case).to_owned(),
                    features: found.values,
                    asking: found.seconds * 1e9,
                    costs: times.iter().map(|time| time.unwrap_or(2.0 * limit)).collect(),
                    times,
                    chosen: 0,
                })
            })
            .collect();
        instances.sort_by(|a, b| a.name.cmp(&b.name));
        let is_auto: Vec<bool> =
            engines.iter().map(|&(engine, _)| results.text(engine) == AUTO).collect();
        let without_features = all - instances.len();
        let field = judging::Field { limit, labels, is_auto, depth };
        let (engines, tree, choices, parts) = field.judge(&mut instances)?;
        let families: BTreeSet<&str> = instances.iter().map(|one| &*one.family).collect();
        let families = families.len();
        let features = features.names.clone();
        Ok(Self {
            engines,
            features,
            instances,
            families,
            parts,
            tree,
            choices,
            without_features,
            without_row,
        })
    }
}

impl Instance {
    /// The cost of the engine chosen, in nanoseconds.
    pub fn cost(&self) -> f64 {
        self.costs[self.chosen]
    }

    /// The cost of the virtual best solver, in nanoseconds.
    pub fn least(&self) -> f64 {
        self.costs.iter().copied().fold(f64::INFINITY, f64::min)
    }

    fn sample(&self) -> Sample<'_> {
        Sample { features: &self.features, costs: &self.costs }
    }
}

/// The time of an answered cell. A search that was too short to have a time took its bound at most.
fn time(cells: &Cells, cell: &Cell) -> Option<f64> {
    let values = cells.values(cell).iter().copied().reduce(f64::max);
    let answered = (cell.verdict == Verdict::Ok).then_some(values);
    cells.median(cell).or(answered.map(Option::unwrap_or_default))
}

/// The task, of which there must be one, because a choice answers one question.
pub(crate) fn task(results: &Results) -> Result<&str, StatisticsError> {
    let entries = results.entries.iter();
    let tasks: BTreeSet<&str> =
        entries.map(|entry| results.text(results.case(entry.case).task)).collect();
    let found = match Vec::from_iter(tasks)[..] {
        [task] => return Ok(task),
        [] => "no rows".to_owned(),
        ref several => format!("the tasks {}", several.join(", ")),
    };
    Err(StatisticsError(format!(
        "found {found}; expected rows of one task, because a scenario and a choice of engines have one question: make them with \
         `quadrille run --task NAME`"
    )))
}

/// The error of rows without a limit of time.
pub(crate) fn no_limit() -> StatisticsError {
    StatisticsError(
        "found rows without a common limit of time; expected one, by which searches without an answer are charged: measure with \
         `quadrille run --time-limit SECONDS`"
            .to_owned(),
    )
}

/// Refuses rows that PAR-2 does not charge either: those that other limits cut off, and those of several processors.
fn refuse_what_has_no_cost(results: &Results, cells: &Cells) -> Result<(), StatisticsError> {
    if let Some(cell) = cells.all.iter().find(|cell| is_cut_off(results, cell)) {
        return Err(StatisticsError(format!(
            "{}: found a search of {} that a limit of tests or nodes cut off; expected rows with a limit of time only, because such \
             a search has no cost: measure with `quadrille run --time-limit SECONDS`",
            results.place(&results.entries[cell.first]),
            results.text(cell.engine)
        )));
    }
    let cpus = results.cpus(cells.all.iter().map(|cell| &results.entries[cell.first]));
    if let [_, _, ..] = &*cpus {
        return Err(StatisticsError(format!(
            "found rows of the CPU models {}; expected rows of one, because seconds of different processors cannot be added: name \
             the files of one model only",
            cpus.join(", ")
        )));
    }
    Ok(())
}

/// The family of an instance: what stands before the colon in its name, or the letters that its name begins with; of an instance
/// that has only a number, the corpus.
pub(crate) fn family(results: &Results, id: CaseId) -> &str {
    let case = results.case(id);
    let name = results.text(case.instance);
    let end = name.find(|c: char| !(c.is_alphabetic() || c == '-')).unwrap_or(name.len());
    match name.split_once(':') {
        Some((family, _)) => family,
        None if end > 0 => &name[..end],
        None => results.text(case.corpus),
    }
}

/// The parts of a cross-validation, as places of instances: families go, the largest first, to the part with the fewest instances.
pub(crate) fn parts<'f>(family_of: impl IntoIterator<Item = &'f str>) -> Vec<Vec<usize>> {
    let mut families: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, family) in family_of.into_iter().enumerate() {
        families.entry(family).or_default().push(place);
    }
    let mut families: Vec<Vec<usize>> = families.into_values().collect();
    families.sort_by_key(|places| std::cmp::Reverse(places.len()));
    let mut parts: Vec<Vec<usize>> = vec![Vec::new(); PARTS.min(families.len())];
    for places in families {
        if let Some(smallest) = parts.iter_mut().min_by_key(|part| part.len()) {
            smallest.extend(places);
        }
    }
    parts
}

#[cfg(test)]
mod tests;
