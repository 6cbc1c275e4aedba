//! The estimate of one line of a comparison: the mean of the instances' ratios, and how sure it is.
//!
//! Its error has these parts. The ratios of instances differ, by the noise of single measurements and because some
//! instances gain more than others. Rounds, or processes if a side has several, shift all times together (`noise.rs`).
//! The speed of the machine may differ between two runs: their calibrations show by how much. And a run that measured
//! everything twice notes by how much equal times differed (`run --aa`).

use std::collections::{BTreeMap, BTreeSet};

use super::super::cells::Cell;
use super::super::criterion::{Estimate, Variance};
use super::super::noise::{Units, of_median, pooled};
use super::super::ratio::mean;
use super::Sides;
use crate::{Clock, Name, Notes, Results};

/// The estimate from the logarithms of the instances' ratios, and the stratum of each instance: the nodes that measured
/// it. None of no instances.
pub(super) fn estimate(
    results: &Results,
    sides: &Sides,
    pairs: &[[&Cell; 2]],
    logs: &[f64],
    nodes: &[u32],
) -> Option<Estimate> {
    let source = |cell: &Cell| results.entries[cell.first].source;
    // Rows of one file were measured in turns, so no drift of the machine comes between the sides.
    let in_turns = pairs.iter().all(|[a, b]| source(a) == source(b));
    let by_process = [0, 1].iter().any(|&side| sides.processes(side) > 1);
    let units = [0, 1].map(|side| {
        let cells = &sides.cells[side];
        let unit = |round: u32| {
            if by_process { cells.processes()[round as usize] } else { round }
        };
        Units::of(cells, pairs.iter().map(|pair| pair[side]), unit)
    });
    let of_units = if in_turns {
        let difference = units[1].less(&units[0]);
        let variance = difference.variance();
        variance.map(|one| (one.freedom, of_median(difference.count(), one.value)))
    } else {
        let of_side =
            |unit: f64| of_median(units[0].count(), unit) + of_median(units[1].count(), unit);
        let variance = pooled(units.each_ref().map(Units::variance));
        variance.map(|one| (one.freedom, of_side(one.value)))
    };
    let of_units = of_units.map(|(freedom, value)| Variance { value, freedom });
    let reach = of_units.map_or(0.0, Variance::reach);
    // Instructions depend neither on the speed of the machine nor on what else it does, which these two tell.
    let of_times = sides.clock != Clock::Instructions;
    let noted = noted(results, pairs).filter(|_| of_times);
    let calibrated = if in_turns || !of_times { Some(0.0) } else { drift(results, sides) };
    let drift = calibrated.unwrap_or(0.0);
    let is_measured = calibrated.is_some() || noted.is_some() || by_process && of_units.is_some();
    let log = mean(logs)?;
    let parts = Variance::of_strata(logs, nodes).into_iter().chain(of_units).collect();
    Some(Estimate {
        log,
        parts,
        drift: drift + (noted.unwrap_or(0.0) - reach).max(0.0),
        noise: is_measured.then(|| reach.max(noted.unwrap_or(0.0)) + drift),
    })
}

/// The estimate from a race: for each block, of which both sides have files, the mean over its instances of the
/// logarithm of their ratio. `blocks` has the block of each of [`Results::sources`].
pub(super) fn of_race(sides: &Sides, pairs: &[[&Cell; 2]], blocks: &[usize]) -> Option<Estimate> {
    let mut of_blocks: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for pair in pairs {
        let [a, b] = [0, 1].map(|side| {
            let cells = &sides.cells[side];
            let mut times: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
            for (&round, time) in cells.rounds(pair[side]).iter().zip(cells.values(pair[side])) {
                let block = blocks[cells.sources()[round as usize] as usize];
                times.entry(block).or_default().push(time.ln());
            }
            times
        });
        for (block, times) in &a {
            let log = mean(times).zip(b.get(block).and_then(|times| mean(times)));
            of_blocks.entry(*block).or_default().extend(log.map(|(base, other)| other - base));
        }
    }
    let logs: Vec<f64> = of_blocks.values().filter_map(|logs| mean(logs)).collect();
    Estimate::of_blocks(&logs)
}

/// The logarithm of the largest noise that the run files note for these engines (`run --aa`).
fn noted(results: &Results, pairs: &[[&Cell; 2]]) -> Option<f64> {
    let source = |cell: &&Cell| (results.entries[cell.first].source, cell.engine);
    let sources: BTreeSet<(u32, Name)> = pairs.iter().flatten().map(source).collect();
    let noted = sources.into_iter().filter_map(|(source, engine)| {
        results.sources[source as usize].notes.as_ref()?.noise(results.text(engine))
    });
    noted.max_by(f64::total_cmp).map(f64::ln)
}

/// How much the speed of the machine differed, as a logarithm, by the calibrations of both sides. With several
/// processes on both sides, whose differences are measured, it is the difference of the means; otherwise the largest
/// difference of all. None if a side has no calibration.
fn drift(results: &Results, sides: &Sides) -> Option<f64> {
    let logs = sides.sources.each_ref().map(|sources| {
        let notes = sources.iter().filter_map(|&source| results.sources[source].notes.as_ref());
        notes.flat_map(Notes::calibration).map(f64::ln).collect::<Vec<f64>>()
    });
    let means = [mean(&logs[0])?, mean(&logs[1])?];
    if sides.processes(0) > 1 && sides.processes(1) > 1 {
        return Some((means[1] - means[0]).abs());
    }
    let all = || logs.iter().flatten().copied();
    Some(all().fold(f64::MIN, f64::max) - all().fold(f64::MAX, f64::min))
}
