//! `quadrille gate`: whether new results may take the place of old ones.

use std::io::Write;

use anyhow::Result;
use quadrille_harness::results::Results;
use quadrille_harness::statistics::comparison::{Comparison, Line, Sides};
use quadrille_harness::statistics::gate::{Gate, Pace};

use super::compare::{
    Json, Object, TOLD, and_more, counts_in_words, print_counts, print_environments, print_worse,
    refuse_if_nothing,
};
use crate::Status;
use crate::args::{self, Output};
use crate::figures::{interval, or_unknown, ratio, table};
use crate::output::{stdout, unless_closed};
use crate::rows;
use crate::tell::tell;

pub fn run(args: &args::Gate) -> Result<Status> {
    let results = rows::read(&[args.base.clone(), args.new.clone()])?;
    let sides = Sides::of(&results, args.times.clock(), None)?;
    let comparison = Comparison::of(&results, &sides, args.times.seed);
    refuse_if_nothing(&sides, &comparison)?;
    let gate = Gate::new(&comparison, args.counts_only);
    // The status is the answer, whoever reads the rest.
    unless_closed(tell_all(args, &results, &comparison, &gate))?;
    if gate.is_unmeasured() {
        tell(
            "error: times cannot be judged, as their noise was not measured: make both runs with --repetitions 3 or \
             more, or look at counts alone with --counts-only",
        );
        return Ok(Status::Bad);
    }
    Ok(if gate.is_open() { Status::Positive } else { Status::Negative })
}

fn tell_all(
    args: &args::Gate,
    results: &Results,
    comparison: &Comparison,
    gate: &Gate<'_>,
) -> Result<()> {
    let mut out = stdout();
    match args.output {
        Output::Plain => write!(out, "{}", print(args, results, comparison, gate))?,
        Output::Json => {
            let json = Json { results, comparison };
            json.write_environments(&mut out)?;
            for (line, pace) in gate.paces() {
                Object::times(line, Some(pace)).write(&mut out)?;
            }
            json.write_counts(&mut out)?;
            answer(comparison, gate).write(&mut out)?;
        }
    }
    out.flush()?;
    Ok(())
}

/// How many lines there are of a pace.
fn of_pace(gate: &Gate<'_>, wanted: Pace) -> usize {
    gate.paces().filter(|(_, pace)| *pace == wanted).count()
}

fn answer(comparison: &Comparison, gate: &Gate<'_>) -> Object<'static> {
    Object::Gate {
        passed: gate.is_open() && !gate.is_unmeasured(),
        counted: comparison.counted,
        counts: gate.counts().len(),
        worse: gate.worse().count(),
        missing: gate.missing().count(),
        slower: of_pace(gate, Pace::Slower),
        unmeasured: of_pace(gate, Pace::Unmeasured),
    }
}

fn print(args: &args::Gate, results: &Results, comparison: &Comparison, gate: &Gate<'_>) -> String {
    let mut page = print_environments(results);
    page += &format!("counts    {}\n", counts_in_words(comparison));
    page += &print_counts(results, gate.counts());
    let worse: Vec<_> = gate.worse().collect();
    let better = comparison.verdicts.iter().filter(|verdict| verdict.is_better()).count();
    page += &match (worse.len(), better) {
        (0, 0) => "verdicts  no worse\n".to_owned(),
        (0, better) => format!("verdicts  no worse, {better} better\n"),
        (worse, _) => format!("verdicts  {worse} worse\n"),
    };
    page += &print_worse(results, &worse);
    let missing: Vec<String> = gate.missing().collect();
    page += &match missing.len() {
        0 => "missing   nothing\n".to_owned(),
        many => format!("missing   {many}\n"),
    };
    page += &print_names(missing.iter());
    let extra = &comparison.only_b;
    let extra: Vec<&String> =
        [&extra.engines, &extra.corpora, &extra.cases].into_iter().flatten().collect();
    if !extra.is_empty() {
        page += &format!("new       {}\n", extra.len());
        page += &print_names(extra.into_iter());
    }
    page += &print_times(args, gate);
    page + if gate.is_unmeasured() {
        ""
    } else if gate.is_open() {
        "passed\n"
    } else {
        "failed\n"
    }
}

/// Names, a line each, not too many of them.
fn print_names<'n>(names: impl ExactSizeIterator<Item = &'n String>) -> String {
    let more = and_more(names.len());
    names.take(TOLD).fold(String::new(), |text, name| text + "  " + name + "\n") + &more
}

fn print_times(args: &args::Gate, gate: &Gate<'_>) -> String {
    if args.counts_only {
        return "times     not looked at\n".to_owned();
    }
    let told: Vec<String> = [
        (Pace::Slower, "slower"),
        (Pace::Within, "within noise"),
        (Pace::Faster, "faster"),
        (Pace::Nothing, "without an answer"),
        (Pace::Unmeasured, "not to be judged"),
    ]
    .into_iter()
    .map(|(pace, what)| (of_pace(gate, pace), what))
    .filter(|(count, _)| *count > 0)
    .map(|(count, what)| format!("{count} {what}"))
    .collect();
    let head = ["engine", "corpus", "instances", "NEW / BASE", "95% interval", "noise", "finding"];
    let row = |(line, pace): (&Line, Pace)| {
        vec![
            line.engine_a.clone(),
            line.title.to_string(),
            line.ratio.map_or(0, |ratio| ratio.instances).to_string(),
            or_unknown(line.ratio, |found| ratio(found.mean)),
            interval(line.ratio.and_then(|ratio| ratio.interval)),
            or_unknown(line.noise, ratio),
            word(pace).to_owned(),
        ]
    };
    let rows: Vec<_> = gate.paces().map(row).collect();
    let what = args.times.what();
    format!("times     {} ({what})\n\n{}\n", told.join(", "), table(&head, 2..6, &rows))
}

fn word(pace: Pace) -> &'static str {
    match pace {
        Pace::Within => "within noise",
        Pace::Faster => "faster",
        Pace::Slower => "slower",
        Pace::Unmeasured => "not to be judged",
        Pace::Nothing => "",
    }
}
