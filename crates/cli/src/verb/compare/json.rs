//! A comparison as JSON: one object per line; its field `kind` names the kind of object.

use std::io::Write;

use anyhow::Result;
use quadrille_results::Results;
use quadrille_results::statistics::comparison::{Comparison, LeftOut, Line};
use quadrille_results::statistics::gate::Pace;
use serde::Serialize;

use super::environments;
use crate::output::json::{Fields, fields, write_line};

/// The whole comparison.
pub fn write(results: &Results, comparison: &Comparison, out: &mut impl Write) -> Result<()> {
    write_environments(results, out)?;
    for line in &comparison.lines {
        write_line(out, &times(line, None))?;
    }
    write_counts(results, comparison, out)?;
    // Instances on which B is among the slowest or fastest.
    for found in comparison.slower.iter().chain(&comparison.faster) {
        let object = fields! {
            kind: "extreme", engine_a: &found.engines[0], engine_b: &found.engines[1], case: &found.case,
            a_ns: found.ns[0], b_ns: found.ns[1], ratio: found.ratio,
        };
        write_line(out, &object)?;
    }
    Ok(())
}

/// The differences between the runs.
pub fn write_environments(results: &Results, out: &mut impl Write) -> Result<()> {
    for found in environments(results) {
        let object =
            fields! { kind: "environment", what: found.what, a: found.one, b: found.other };
        write_line(out, &object)?;
    }
    Ok(())
}

/// Counts, verdicts, and what is on one side only.
pub fn write_counts(
    results: &Results,
    comparison: &Comparison,
    out: &mut impl Write,
) -> Result<()> {
    let entries = &results.entries;
    for found in &comparison.counts {
        let [one, other] = found.rows.map(|row| &entries[row]);
        for (counter, [a, b]) in &found.values {
            let object = fields! {
                kind: "count",
                engine_a: results.text(one.engine), engine_b: results.text(other.engine),
                version_a: results.text(one.version), version_b: results.text(other.version),
                case: results.case_name(one.case), counter: counter, a: a, b: b,
                place_a: results.place(one), place_b: results.place(other),
            };
            write_line(out, &object)?;
        }
    }
    for found in &comparison.verdicts {
        let row = &entries[found.rows[1]];
        let object = fields! {
            kind: "verdict",
            engine: results.text(row.engine), case: results.case_name(row.case),
            a: found.verdicts[0].name(), b: found.verdicts[1].name(), worse: found.severity().is_gt(),
        };
        write_line(out, &object)?;
    }
    let [a, b] = &comparison.only;
    for (side, what, names) in [
        ("a", "engine", &a.engines),
        ("a", "corpus", &a.corpora),
        ("a", "case", &a.cases),
        ("b", "engine", &b.engines),
        ("b", "corpus", &b.corpora),
        ("b", "case", &b.cases),
        // Different puzzles under the same name.
        ("both", "changed", &comparison.changed),
    ] {
        for name in names {
            write_line(out, &fields! { kind: "unpaired", side: side, what: what, name: name })?;
        }
    }
    Ok(())
}

/// An engine on a corpus. Values of a [`Fields`] lose the order of their own fields, so `left_out` is
/// outside of them.
#[derive(Serialize)]
pub struct Times {
    #[serde(flatten)]
    of: Fields,
    left_out: LeftOut,
    #[serde(flatten)]
    figures: Fields,
}

/// An engine on a corpus, with the judgement of a gate.
pub fn times(line: &Line, pace: Option<Pace>) -> Times {
    let interval = line.ratio.and_then(|ratio| ratio.interval);
    let of = fields! {
        kind: "times", engine_a: &line.engines[0], engine_b: &line.engines[1],
        corpus: &line.title.corpus, task: &line.title.task, batch: line.title.batch,
        pairs: line.pairs, instances: line.ratio.map_or(0, |ratio| ratio.instances),
    };
    let figures = fields! {
        ratio: line.ratio.map(|ratio| ratio.mean),
        ratio_low: interval.map(|(low, _)| low), ratio_high: interval.map(|(_, high)| high),
        typical: line.shift, p: line.p, p_adjusted: line.p_adjusted,
        noise: line.noise, finding: line.finding(), pace: pace,
    };
    Times { of, left_out: line.left_out, figures }
}
