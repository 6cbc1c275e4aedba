//! `quadrille gate`: whether new results may replace old ones.

use anyhow::Result;
use quadrille_results::Results;
use quadrille_results::statistics::comparison::{Comparison, Line, Sides};
use quadrille_results::statistics::gate::{Gate, Pace};
use serde_json::json;

use super::compare::text::{
    count_differences, counts, ratio_cells, run_differences, worse_verdicts,
};
use super::compare::{json, refuse_if_nothing};
use crate::Status;
use crate::args::{self, Output};
use crate::input::results;
use crate::output::json::write_known;
use crate::output::message::tell;
use crate::output::table::{or_unknown, ratio, table};
use crate::output::{counts_in_words, listed, print_if_read};

pub fn run(args: &args::Gate) -> Result<Status> {
    let results = results::read([&args.base, &args.new])?;
    let sides = Sides::of(&results, args.times.clock, None)?;
    let comparison = Comparison::of(&results, &sides, args.times.seed);
    refuse_if_nothing(&sides, &comparison)?;
    let gate = Gate::new(&comparison, args.counts_only);
    // The status is the answer, even if the reader of the text is gone.
    print_if_read(&match args.output {
        Output::Plain => text(args, &results, &comparison, &gate),
        Output::Json => objects(&results, &comparison, &gate)?,
    })?;
    if gate.is_unmeasured() {
        tell(
            "error: times cannot be judged, because their noise was not measured; make both runs with \
             --repetitions 3 or more, or judge counts alone with --counts-only",
        );
        return Ok(Status::Bad);
    }
    Ok(Status::of(gate.is_open()))
}

fn objects(results: &Results, comparison: &Comparison, gate: &Gate<'_>) -> Result<String> {
    let times = gate.paces().map(|(line, pace)| json::times(line, Some(pace)));
    let answer = json!({
        "kind": "gate",
        "passed": gate.is_open() && !gate.is_unmeasured(),
        "counted": comparison.counted,
        "counts": comparison.counts.len(),
        "worse": gate.worse().count(),
        "missing": gate.missing().count(),
        "slower": of_pace(gate, Pace::Slower),
        "unmeasured": of_pace(gate, Pace::Unmeasured),
    });
    let mut out = Vec::new();
    write_known(&mut out, json::environments(results).into_iter().chain(times))?;
    write_known(&mut out, json::counts(results, comparison).into_iter().chain([answer]))?;
    Ok(String::from_utf8(out)?)
}

/// Number of rows of the table whose finding is `wanted`.
fn of_pace(gate: &Gate<'_>, wanted: Pace) -> usize {
    gate.paces().filter(|(_, pace)| *pace == wanted).count()
}

fn text(args: &args::Gate, results: &Results, comparison: &Comparison, gate: &Gate<'_>) -> String {
    let mut page = run_differences(results);
    page += &format!("counts    {}\n", count_differences(comparison));
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
    page += &times(args, gate);
    let answer = if gate.is_open() { "passed\n" } else { "failed\n" };
    page + if gate.is_unmeasured() { "" } else { answer }
}

fn times(args: &args::Gate, gate: &Gate<'_>) -> String {
    if args.counts_only {
        return "times     not judged\n".to_owned();
    }
    let words = counts_in_words(&PACES.map(|(pace, what)| (of_pace(gate, pace), what)));
    let head = ["engine", "corpus", "instances", "NEW / BASE", "95% interval", "noise", "finding"];
    let word = |pace| PACES.iter().find(|one| one.0 == pace && pace != Pace::Nothing);
    let row = |(line, pace): (&Line, Pace)| {
        let mut row = vec![line.engines[0].clone(), line.title.to_string()];
        row.extend(ratio_cells(line));
        row.extend([or_unknown(line.noise, ratio), word(pace).map_or("", |one| one.1).to_owned()]);
        row
    };
    let rows: Vec<_> = gate.paces().map(row).collect();
    let clock: &str = args.times.clock.into();
    format!("times     {words} ({clock})\n\n{}\n", table(head, 2..6, &rows))
}

/// The findings in words, in the order in which they are counted.
const PACES: [(Pace, &str); 5] = [
    (Pace::Slower, "slower"),
    (Pace::Within, "within noise"),
    (Pace::Faster, "faster"),
    (Pace::Nothing, "without an answer"),
    (Pace::Unmeasured, "noise unknown"),
];
