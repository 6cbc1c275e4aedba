//! A comparison as JSON: one object per line; its field `kind` names the kind of object.

use quadrille_results::statistics::comparison::{Comparison, Line};
use quadrille_results::{Clock, Results, Verdict};
use serde_json::{Value, json};

pub fn objects(results: &Results, comparison: &Comparison) -> Vec<Value> {
    let mut objects = environments(results);
    objects.extend(results.retried().iter().map(|found| {
        json!({
            "kind": "retried", "file": found.file, "shard": found.shard, "node": found.node,
            "attempt": found.attempt, "rows": found.rows,
        })
    }));
    objects.extend(comparison.lines.iter().map(times));
    objects.extend(counts(results, comparison));
    // The instances with the largest and the smallest ratios of a time of B to that of A.
    objects.extend(comparison.slower.iter().chain(&comparison.faster).map(|found| {
        let unit = if comparison.clock == Clock::Instructions { "instructions" } else { "ns" };
        json!({
            "kind": "extreme", "engine_a": found.engines[0], "engine_b": found.engines[1], "case": found.case,
            format!("a_{unit}"): found.values[0], format!("b_{unit}"): found.values[1], "ratio": found.ratio,
        })
    }));
    objects
}

pub fn environments(results: &Results) -> Vec<Value> {
    let found = super::environments(results).into_iter();
    found
        .map(|(what, [a, b])| json!({"kind": "environment", "what": what, "a": a, "b": b}))
        .collect()
}

/// The objects of counters and verdicts that differ, and of what has no counterpart on the other side.
pub fn counts(results: &Results, comparison: &Comparison) -> Vec<Value> {
    let mut objects = Vec::new();
    for found in &comparison.counts {
        let [one, other] = found.rows.map(|row| &results.entries[row]);
        objects.extend(found.values.iter().map(|(counter, [a, b])| {
            json!({
                "kind": "count",
                "engine_a": results.text(one.engine), "engine_b": results.text(other.engine),
                "version_a": results.text(one.version), "version_b": results.text(other.version),
                "case": results.case_name(one.case), "counter": counter, "a": a, "b": b,
                "place_a": results.place(one), "place_b": results.place(other),
            })
        }));
    }
    for found in &comparison.verdicts {
        let row = &results.entries[found.rows[1]];
        let [a, b] = found.verdicts.map(Verdict::name);
        objects.push(json!({
            "kind": "verdict",
            "engine": results.text(row.engine), "case": results.case_name(row.case),
            "a": a, "b": b, "worse": found.severity().is_gt(),
        }));
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
        let object = |name| json!({"kind": "unpaired", "side": side, "what": what, "name": name});
        objects.extend(names.iter().map(object));
    }
    objects
}

/// An engine on a corpus.
pub fn times(line: &Line) -> Value {
    let interval = line.ratio.and_then(|ratio| ratio.interval);
    json!({
        "kind": "times", "engine_a": line.engines[0], "engine_b": line.engines[1],
        "corpus": line.title.corpus, "task": line.title.task, "batch": line.title.batch,
        "pairs": line.pairs, "instances": line.ratio.map_or(0, |ratio| ratio.instances),
        "left_out": line.left_out, "bounded": line.bounded, "bound": line.bound, "ratio": line.ratio.map(|ratio| ratio.mean),
        "ratio_low": interval.map(|(low, _)| low), "ratio_high": interval.map(|(_, high)| high),
        "noise": line.noise, "tolerance": line.judged.tolerance, "p_slower": line.judged.p_slower,
        "finding": line.finding(), "outcome": line.finding().outcome(),
    })
}
