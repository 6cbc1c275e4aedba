//! A comparison as JSON: one object per line; its field `kind` names the kind of object.

use std::io::Write;

use anyhow::Result;
use quadrille_results::statistics::comparison::{Comparison, Line};
use quadrille_results::statistics::gate::Pace;
use quadrille_results::{Difference, Results, Verdict};
use serde_json::{Value, json};

use super::environments;
use crate::output::json::write_known;

/// The whole comparison.
pub fn write(results: &Results, comparison: &Comparison, out: &mut impl Write) -> Result<()> {
    write_environments(results, out)?;
    for line in &comparison.lines {
        write_known(out, times(line, None))?;
    }
    write_counts(results, comparison, out)?;
    // Instances on which B is among the slowest or fastest.
    for found in comparison.slower.iter().chain(&comparison.faster) {
        let [a, b] = &found.engines;
        let object = json!({
            "kind": "extreme", "engine_a": a, "engine_b": b, "case": found.case,
            "a_ns": found.ns[0], "b_ns": found.ns[1], "ratio": found.ratio,
        });
        write_known(out, object)?;
    }
    Ok(())
}

/// The differences between the runs.
pub fn write_environments(results: &Results, out: &mut impl Write) -> Result<()> {
    for found in environments(results) {
        let Difference { what, one, other } = found;
        write_known(out, json!({"kind": "environment", "what": what, "a": one, "b": other}))?;
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
            let object = json!({
                "kind": "count",
                "engine_a": results.text(one.engine), "engine_b": results.text(other.engine),
                "version_a": results.text(one.version), "version_b": results.text(other.version),
                "case": results.case_name(one.case), "counter": counter, "a": a, "b": b,
                "place_a": results.place(one), "place_b": results.place(other),
            });
            write_known(out, object)?;
        }
    }
    for found in &comparison.verdicts {
        let row = &entries[found.rows[1]];
        let [a, b] = found.verdicts.map(Verdict::name);
        let object = json!({
            "kind": "verdict",
            "engine": results.text(row.engine), "case": results.case_name(row.case),
            "a": a, "b": b, "worse": found.severity().is_gt(),
        });
        write_known(out, object)?;
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
            let object = json!({"kind": "unpaired", "side": side, "what": what, "name": name});
            write_known(out, object)?;
        }
    }
    Ok(())
}

/// An engine on a corpus, with the judgement of a gate.
pub fn times(line: &Line, pace: Option<Pace>) -> Value {
    let interval = line.ratio.and_then(|ratio| ratio.interval);
    json!({
        "kind": "times", "engine_a": line.engines[0], "engine_b": line.engines[1],
        "corpus": line.title.corpus, "task": line.title.task, "batch": line.title.batch,
        "pairs": line.pairs, "instances": line.ratio.map_or(0, |ratio| ratio.instances),
        "left_out": line.left_out, "ratio": line.ratio.map(|ratio| ratio.mean),
        "ratio_low": interval.map(|(low, _)| low), "ratio_high": interval.map(|(_, high)| high),
        "typical": line.shift, "p": line.p, "p_adjusted": line.p_adjusted,
        "noise": line.noise, "finding": line.finding(), "pace": pace,
    })
}
