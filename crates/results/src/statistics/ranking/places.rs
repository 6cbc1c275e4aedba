//! The places that each engine of a table could have with other instances.

use indexmap::IndexMap;

use super::super::best::NEVER;
use super::super::cells::Cells;
use super::super::rank_intervals::{Outcome, rank_intervals};
use super::super::ratio::mean;
use super::super::section::{Section, original, section};
use super::super::stream;
use super::{Line, Table};
use crate::{Results, Verdict};

/// Fills in the places of the engines of an ordered table.
pub(super) fn fill(results: &Results, cells: &Cells, table: &mut Table, seed: u64) {
    let mut stream = stream(seed, &["places", &table.title.to_string()]);
    let places = rank_intervals(&outcomes(results, cells, table), &mut stream);
    for (line, places) in table.lines.iter_mut().zip(places.into_iter().flatten()) {
        line.places = Some(places);
    }
}

/// For each corpus and task, and each instance, the outcome of each engine.
fn outcomes(results: &Results, cells: &Cells, table: &Table) -> Vec<Vec<Vec<Outcome>>> {
    let mut sections: IndexMap<Section, IndexMap<&str, Vec<usize>>> = IndexMap::new();
    for (place, &case) in table.cases.iter().enumerate() {
        let instances = sections.entry(section(results, case)).or_default();
        instances.entry(original(results, case)).or_default().push(place);
    }
    let outcome = |line: &Line, cases: &[usize]| {
        let is_answered = |&&case: &&usize| {
            line.cells[case].is_some_and(|place| cells.all[place as usize].verdict == Verdict::Ok)
        };
        let times = cases.iter().map(|&case| line.times[case]).filter(|&time| time < NEVER);
        let logs: Vec<f64> = times.map(f64::ln).collect();
        let answered = cases.iter().filter(is_answered).count() as f64 / cases.len() as f64;
        Outcome { answered, log: mean(&logs) }
    };
    let instance =
        |cases: &Vec<usize>| table.lines.iter().map(|line| outcome(line, cases)).collect();
    sections.values().map(|instances| instances.values().map(instance).collect()).collect()
}
