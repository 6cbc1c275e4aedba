//! The table at the end of a run.

use std::collections::BTreeMap;
use std::time::Duration;

use quadrille_harness::Plan;
use quadrille_harness::run::summary::{Cell, Summary};
use quadrille_results::statistics::cut_off::in_words;

use crate::output::plural;
use crate::output::progress::{rate, three_figures};
use crate::output::table::{duration, table};

/// Engines by corpora: the median CPU time of a search, and the share answered if not all. For batches:
/// the time per puzzle, and puzzles per second.
pub fn render(plan: &Plan, disturbance: Option<f64>, summary: &Summary, out: &str) -> String {
    let mut head = vec!["engine"];
    let corpora = plan.corpora.iter().map(|corpus| corpus.name.as_str());
    head.extend(corpora.filter(|&name| summary.cells.keys().any(|(corpus, _)| corpus == name)));
    let describe = if plan.batch { describe_batch } else { describe };
    let row = |engine: &str| -> Vec<String> {
        let key = |corpus: &str| (corpus.to_owned(), engine.to_owned());
        let cell =
            |corpus: &&str| summary.cells.get(&key(corpus)).map_or_else(String::new, describe);
        std::iter::once(engine.to_owned()).chain(head[1..].iter().map(cell)).collect()
    };
    let engines: Vec<Vec<String>> = plan.engines.iter().map(|engine| row(engine.name())).collect();
    let measured = |row: &Vec<String>| row[1..].iter().any(|cell| !cell.is_empty());
    let engines: Vec<_> = engines.into_iter().filter(measured).collect();
    let verdicts = summary.verdicts.iter();
    let verdicts: Vec<String> =
        verdicts.map(|(verdict, count)| format!("{count} {}", verdict.name())).collect();
    let finished = match summary.rows() {
        finished if finished < plan.rows() => {
            format!("{finished} of {}", plural(plan.rows(), "row"))
        }
        finished => plural(finished, "row"),
    };
    let jobs = plan.jobs;
    let parallel = disturbance.map_or_else(String::new, |factor| {
        format!(" {jobs} ran at once; a trial search then took {factor:.2} times as long as alone.")
    });
    let what = if plan.batch {
        "CPU time per puzzle of the corpus as one batch, and puzzles per second; % answered, if not all"
    } else {
        "Median CPU time of a search over the instances answered; % answered, if not all"
    };
    let verdicts =
        if verdicts.is_empty() { String::new() } else { format!(": {}", verdicts.join(", ")) };
    let table = table(head.iter().copied(), 1..head.len(), &engines);
    let cut_off = cut_off(plan, summary).unwrap_or_default();
    let notes = notes(plan, summary) + &proved(plan, summary);
    format!("{table}\n{what}.{parallel}\n{notes}{cut_off}{finished}{verdicts}. Written to {out}\n")
}

/// What to know of the times of engines that are other programs.
fn notes(plan: &Plan, summary: &Summary) -> String {
    let batch = if plan.batch { "" } else { "; --batch times them together" };
    let untimed = format!("too short for the time of one search, or not worked for{batch}");
    let note = |rows: &BTreeMap<String, usize>, what: &str, why: &str| -> String {
        let line = |(engine, &rows): (&String, &usize)| {
            format!("{engine}: {} {what}: {why}\n", plural(rows, "row"))
        };
        rows.iter().map(line).collect()
    };
    note(&summary.untimed, "without a time", &untimed) + &before_ready(summary)
}

/// The CPU times before engines that are other programs were ready, which are in no time of a search.
fn before_ready(summary: &Summary) -> String {
    let of_engine = |(engine, &prepared): (&String, &Duration)| {
        format!("{engine} {}", duration(prepared.as_nanos() as f64))
    };
    match &summary.prepared.iter().map(of_engine).collect::<Vec<_>>()[..] {
        [] => String::new(),
        engines => format!("CPU time before `ready`, at most: {}\n", engines.join(", ")),
    }
}

/// How many of the right answers were proved, if that was asked for or engines did so by themselves.
fn proved(plan: &Plan, summary: &Summary) -> String {
    let Summary { answered, proved, .. } = summary;
    if !plan.prove && *proved == 0 {
        return String::new();
    }
    let answers = plural(*answered, "right answer");
    format!("{proved} of {answers} proved by certificates (docs/PROOFS.md)\n")
}

/// A warning that names the engines that a limit of tests or nodes cut off, if the run has several engines.
fn cut_off(plan: &Plan, summary: &Summary) -> Option<String> {
    let works = |corpus| plan.tests(corpus).or(plan.limits.nodes).is_some();
    if plan.engines.len() < 2 || !plan.corpora.iter().any(works) || summary.cut_off.is_empty() {
        return None;
    }
    let what = if plan.batch { ["batch", "batches"] } else { ["instance", "instances"] };
    let engines = summary.cut_off.iter().map(|(engine, cut_off)| (engine.clone(), cut_off.len()));
    Some(format!(
        "WARNING: {}. Such a limit compares runs of one engine only, so `rank` and `report` do not order engines that it cut \
         off; to rank engines, use --time-limit SECONDS.\n",
        in_words(what, engines)
    ))
}

/// The median time of a search, such as `12.3 µs`, then the share answered, such as `85%`, if not all were.
fn describe(cell: &Cell) -> String {
    let time = cell.median().map_or_else(|| "-".to_owned(), duration);
    if cell.ok == cell.instances {
        return time;
    }
    // Rounded down, so that 100% means all.
    format!("{time} {}%", 100 * cell.ok / cell.instances)
}

/// Time per puzzle and speed of a batch, such as `0.211 µs 4.74M/s`; `- 85%` if not every instance was answered.
fn describe_batch(cell: &Cell) -> String {
    let Some(nanoseconds) = cell.median() else { return describe(cell) };
    format!("{} µs {}/s", three_figures(nanoseconds / 1e3), rate(1e9 / nanoseconds))
}

#[cfg(test)]
mod tests {
    use quadrille_harness::run::summary::Finished;
    use quadrille_results::{Record, Verdict};

    use super::*;

    #[test]
    fn a_batch_is_told_by_what_a_puzzle_takes_and_how_many_are_done_in_a_second() {
        let cell = |answered, total: Option<u64>| {
            let verdict = if total.is_some() { Verdict::Ok } else { Verdict::Timeout };
            let iterations = total.map(|_| 1);
            let record = Record { verdict, iterations, cpu_ns: total, ..Record::blank() };
            let mut summary = Summary::default();
            summary.add(&Finished { record, instances: 200, answered, ..Finished::default() });
            summary.cells.into_values().next().expect("one row")
        };
        assert_eq!(describe_batch(&cell(200, Some(200 * 211))), "0.211 µs 4.74M/s");
        assert_eq!(describe_batch(&cell(200, Some(200 * 41_230))), "41.2 µs 24.3k/s");
        assert_eq!(describe_batch(&cell(200, Some(200 * 2_500_000))), "2500 µs 400/s");
        assert_eq!(describe_batch(&cell(199, None)), "- 99%");
    }
}
