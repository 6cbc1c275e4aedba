//! `quadrille gate`: whether new results may replace old ones.

use anyhow::Result;
use quadrille_results::Results;
use quadrille_results::statistics::comparison::{Comparison, Sides};
use quadrille_results::statistics::criterion::Outcome;
use quadrille_results::statistics::gate::{Conditions, Gate};
use serde_json::json;

use super::compare::text::{
    count_differences, counts, decision, legend, lines_table, run_differences, worse_verdicts,
};
use super::compare::{json, refuse_if_nothing};
use crate::args::{self, Output};
use crate::input::results;
use crate::output::json::write_known;
use crate::output::{counts_in_words, listed, print_if_read};
use crate::status::Status;

pub fn run(args: &args::Gate) -> Result<Status> {
    let (results, of_base) = results::read_sides(&args.base, Some(&args.new))?;
    let sides = Sides::of(&results, args.judging.clock, of_base, None)?;
    let comparison = Comparison::of(&results, &sides, args.judging.tolerance);
    refuse_if_nothing(&sides, &comparison)?;
    let conditions = match (args.counts_only, args.times_only) {
        (true, _) => Conditions::COUNTS_ONLY,
        (_, true) => Conditions::TIMES_ONLY,
        _ => Conditions::ALL,
    };
    let gate = Gate::new(&comparison, conditions);
    // The status is the answer, even if the reader of the text is gone.
    print_if_read(&match args.output {
        Output::Plain => text(args, &results, &comparison, &gate),
        Output::Json => objects(&results, &comparison, &gate)?,
    })?;
    Ok(Status::of_times(gate.outcome()))
}

fn objects(results: &Results, comparison: &Comparison, gate: &Gate<'_>) -> Result<String> {
    let times = gate.outcomes().map(|(line, _)| json::times(line));
    let answer = json!({
        "kind": "gate",
        "outcome": gate.outcome(),
        "decided_by": decision(results, gate),
        "counted": comparison.counted,
        "counts": comparison.counts.len(),
        "worse": gate.worse().count(),
        "missing": gate.missing().count(),
        "slower": of_outcome(gate, Some(Outcome::Worse)),
        "undecided": of_outcome(gate, Some(Outcome::Undecided)),
    });
    let mut out = Vec::new();
    write_known(&mut out, json::environments(results).into_iter().chain(times))?;
    write_known(&mut out, json::counts(results, comparison).into_iter().chain([answer]))?;
    Ok(String::from_utf8(out)?)
}

/// Number of rows of the table of times whose outcome is `wanted`.
fn of_outcome(gate: &Gate<'_>, wanted: Option<Outcome>) -> usize {
    gate.outcomes().filter(|(_, outcome)| *outcome == wanted).count()
}

fn text(args: &args::Gate, results: &Results, comparison: &Comparison, gate: &Gate<'_>) -> String {
    let mut page = run_differences(results);
    let judged = if args.times_only { ", not judged" } else { "" };
    page += &format!("counts    {}{judged}\n", count_differences(comparison));
    page += &counts(results, &comparison.counts);
    let worse: Vec<_> = gate.worse().collect();
    let better = comparison.verdicts.iter().filter(|verdict| verdict.severity().is_lt()).count();
    page += &match (worse.len(), better) {
        (0, 0) => "verdicts  no worse\n".to_owned(),
        (0, better) => format!("verdicts  no worse, {better} better\n"),
        (worse, _) => format!("verdicts  {worse} worse\n"),
    };
    page += &worse_verdicts(results, &worse);
    let missing: Vec<String> = gate.missing().collect();
    page += &match missing.len() {
        0 => "missing   nothing\n".to_owned(),
        many => format!("missing   {many}\n"),
    };
    page += &listed("  ", missing.iter());
    let extra: Vec<_> = comparison.only[1].all().collect();
    if !extra.is_empty() {
        page += &format!("new       {}\n{}", extra.len(), listed("  ", extra.iter()));
    }
    page += &times(args, comparison, gate);
    let why = decision(results, gate).unwrap_or_default();
    page + &match gate.outcome() {
        Outcome::NoWorse | Outcome::Faster => "passed\n".to_owned(),
        Outcome::Worse => format!("failed: {why}\n"),
        Outcome::Undecided => format!("undecided: {why}\n"),
    }
}

/// The table of `compare`, in which A is BASE and B is NEW.
fn times(args: &args::Gate, comparison: &Comparison, gate: &Gate<'_>) -> String {
    if args.counts_only {
        return "times     not judged\n".to_owned();
    }
    let words = counts_in_words(&OUTCOMES.map(|(outcome, what)| (of_outcome(gate, outcome), what)));
    let (table, legend) =
        (lines_table(&comparison.lines), legend(&comparison.lines, args.judging.clock.into()));
    let lost = match gate.lost_times() {
        0 => String::new(),
        lost => format!(
            "lost      {lost} times: BASE has a time, and NEW neither a time nor a bound, so the engine is not found to be no slower\n"
        ),
    };
    format!("times     {words}\n{lost}\nA is BASE, B is NEW\n{table}\n{legend}\n")
}

/// What may be found about times, in words, in the order in which the findings are counted.
const OUTCOMES: [(Option<Outcome>, &str); 5] = [
    (Some(Outcome::Worse), "slower"),
    (Some(Outcome::Faster), "faster"),
    (Some(Outcome::NoWorse), "no slower"),
    (Some(Outcome::Undecided), "undecided"),
    (None, "without an answer"),
];
