//! `quadrille compare`: two result files, two engines of one, or two runs.

mod json;

use std::io::Write;

use anyhow::{Result, bail};
use quadrille_harness::results::{Difference, Results};
use quadrille_harness::statistics::comparison::{
    Comparison, CountDifference, Extreme, Finding, Line, Sides, Unpaired, VerdictDifference,
};

use crate::Status;
use crate::args::{Compare, Output};
use crate::figures::{duration, interval, or_unknown, probability, ratio, table};
use crate::output::{plural, stdout};
use crate::rows;

pub use json::{Json, Object};

/// Differences told one by one.
pub const TOLD: usize = 20;

pub fn run(args: &Compare) -> Result<Status> {
    let files: Vec<String> =
        [Some(&args.a), args.b.as_ref()].into_iter().flatten().cloned().collect();
    let results = rows::read(&files)?;
    let engines = args.engines.as_ref().map(|(x, y)| (&**x, &**y));
    let sides = Sides::of(&results, args.times.clock(), engines)?;
    let comparison = Comparison::of(&results, &sides, args.times.seed);
    refuse_if_nothing(&sides, &comparison)?;
    let mut out = stdout();
    match args.output {
        Output::Plain => {
            let page = Page { results: &results, sides: &sides, comparison: &comparison };
            write!(out, "{}", page.print(args.times.what()))?;
        }
        Output::Json => Json { results: &results, comparison: &comparison }.write(&mut out)?,
    }
    out.flush()?;
    Ok(Status::Positive)
}

/// Where no instance is on both sides, there is nothing to say.
pub fn refuse_if_nothing(sides: &Sides, comparison: &Comparison) -> Result<()> {
    if !comparison.lines.is_empty() {
        return Ok(());
    }
    let (a, b) = &sides.names;
    let some = |unpaired: &Unpaired| {
        let all = unpaired.corpora.iter().chain(&unpaired.cases);
        all.take(3).cloned().collect::<Vec<_>>().join(", ")
    };
    let (only_a, only_b) = (some(&comparison.only_a), some(&comparison.only_b));
    match comparison.changed.first() {
        Some(changed) => bail!(
            "{a} and {b} have no instance in common: {changed} is another puzzle there, and so are {} more; run both on \
             the same corpora",
            comparison.changed.len() - 1
        ),
        None => bail!(
            "{a} and {b} have no instance in common: the one has {only_a}, the other {only_b}; run both on the same \
             corpora"
        ),
    }
}

/// In what the runs of two files differ that bears upon their times, as their run files say.
pub fn environments(results: &Results) -> Vec<Difference> {
    match results.sources() {
        [a, b] => match (&a.notes, &b.notes) {
            (Some(a), Some(b)) => a.differences(b),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Files without a run file beside them.
pub fn unknown_environments(results: &Results) -> Vec<&str> {
    let sources = results.sources().iter().filter(|source| source.notes.is_none());
    sources.map(|source| &*source.name).collect()
}

/// A comparison in print.
struct Page<'p> {
    results: &'p Results,
    sides: &'p Sides,
    comparison: &'p Comparison,
}

impl Page<'_> {
    fn print(&self, clock: &str) -> String {
        let Self { results, sides, comparison } = self;
        let mut page = format!("A  {}\nB  {}\n", sides.names.0, sides.names.1);
        page += &print_environments(results);
        page += &format!("\n{}", lines_table(&comparison.lines));
        page += &format!("\n{}", legend(&comparison.lines, clock));
        page += "\n";
        page += &format!("counts: {}\n", counts_in_words(comparison));
        page += &print_counts(results, &comparison.counts);
        page += &print_verdicts(results, &comparison.verdicts);
        page += &print_left_out(&comparison.lines);
        for (side, unpaired) in [("A", &comparison.only_a), ("B", &comparison.only_b)] {
            let all = [&unpaired.engines, &unpaired.corpora, &unpaired.cases];
            page += &some_of(&format!("only in {side}"), all.into_iter().flatten());
        }
        page += &some_of("another puzzle under the same name", comparison.changed.iter());
        page += &extremes("B slowest, held against A", &comparison.slower);
        page += &extremes("B fastest, held against A", &comparison.faster);
        page
    }
}

/// A row for each engine and corpus.
fn lines_table(lines: &[Line]) -> String {
    let head = [
        "engine",
        "corpus",
        "instances",
        "B / A",
        "95% interval",
        "typical",
        "p",
        "noise",
        "finding",
    ];
    let row = |line: &Line| {
        let engine = if line.engine_a == line.engine_b {
            line.engine_a.clone()
        } else {
            format!("{} / {}", line.engine_b, line.engine_a)
        };
        vec![
            engine,
            line.title.to_string(),
            line.ratio.map_or(0, |ratio| ratio.instances).to_string(),
            or_unknown(line.ratio, |found| ratio(found.mean)),
            interval(line.ratio.and_then(|ratio| ratio.interval)),
            or_unknown(line.shift, ratio),
            or_unknown(line.p_adjusted, probability),
            or_unknown(line.noise, ratio),
            word(line.finding).to_owned(),
        ]
    };
    table(&head, 2..8, &lines.iter().map(row).collect::<Vec<_>>())
}

fn word(finding: Finding) -> &'static str {
    match finding {
        Finding::Faster => "B is faster",
        Finding::Slower => "B is slower",
        Finding::Mixed => "mixed",
        Finding::WithinNoise => "within noise",
        Finding::NoiseUnknown => "noise not measured",
        Finding::Same => "no difference shown",
        Finding::TooFew => "too few to tell",
    }
}

fn legend(lines: &[Line], clock: &str) -> String {
    let mut legend = format!(
        "B / A: how many times as long B took ({clock}; geometric mean over the instances both answered)\n\
         typical: the same by the shift of Hodges and Lehmann; p: Wilcoxon's signed-rank test over instances"
    );
    if lines.iter().filter(|line| line.p.is_some()).count() > 1 {
        legend += ", adjusted for their number (Holm)";
    }
    legend += "\n";
    let any = |finding| lines.iter().any(|line| line.finding == finding);
    if lines.iter().any(|line| line.noise.is_none()) {
        legend += "noise: not measured where there is none; a run with repetitions, or one that measures everything \
                   twice, does\n";
    }
    if any(Finding::NoiseUnknown) {
        legend += "noise not measured: more than chance, but a drift between two runs cannot be told from a difference\n";
    }
    if any(Finding::WithinNoise) {
        legend += "within noise: the machine differs from itself by as much\n";
    }
    if any(Finding::Mixed) {
        legend += "mixed: faster on the typical instance and slower in the mean, or the other way round\n";
    }
    legend
}

/// What bears upon times and is not the same on both sides.
pub fn print_environments(results: &Results) -> String {
    let mut text = String::new();
    for file in unknown_environments(results) {
        text += &format!("no run file beside {file}: machine and limits are not known\n");
    }
    for Difference { what, one, other } in environments(results) {
        let nothing = || "nothing".to_owned();
        let (one, other) = (one.unwrap_or_else(nothing), other.unwrap_or_else(nothing));
        text += &format!("differs: {what}: {one} | {other}\n");
    }
    text
}

/// `the same in 26 cells`, `3 of 26 cells differ`.
pub fn counts_in_words(comparison: &Comparison) -> String {
    let Comparison { counts, counted, .. } = comparison;
    let cells = plural(*counted as u64, "cell");
    match counts.len() {
        0 => format!("the same in {cells}"),
        1 => format!("1 difference in {cells}"),
        many => format!("{many} differences in {cells}"),
    }
}

/// Rows whose counters differ, a line each, not too many of them.
pub fn print_counts(results: &Results, counts: &[CountDifference]) -> String {
    let entries = results.entries();
    let line = |found: &CountDifference| {
        let (a, b) = (&entries[found.rows.0], &entries[found.rows.1]);
        let values = found.values(results).into_iter().map(|(name, one, other)| {
            format!("{name} {} and {}", or_unknown(one, |n| n), or_unknown(other, |n| n))
        });
        let values = values.collect::<Vec<_>>().join(", ");
        let engines = match (results.text(a.engine), results.text(b.engine)) {
            (a, b) if a == b => a.to_owned(),
            (a, b) => format!("{a} and {b}"),
        };
        let versions = match (results.text(a.version), results.text(b.version)) {
            (a, b) if a == b => String::new(),
            (a, b) => format!(", versions {a} and {b}"),
        };
        let (place, other_place) = (results.place(a), results.place(b));
        let case = results.case_name(results.case(a.case));
        format!(
            "  {engines} on {case}: {values} ({place} and {other_place}{versions})
"
        )
    };
    let text: String = counts.iter().take(TOLD).map(line).collect();
    text + &and_more(counts.len())
}

/// Verdicts that differ, the worse first.
fn print_verdicts(results: &Results, verdicts: &[VerdictDifference]) -> String {
    if verdicts.is_empty() {
        return "verdicts: the same\n".to_owned();
    }
    let worse: Vec<_> = verdicts.iter().filter(|verdict| verdict.is_worse()).collect();
    let better = verdicts.iter().filter(|verdict| verdict.is_better()).count();
    let others = verdicts.len() - worse.len() - better;
    let counts =
        [(worse.len(), "worse in B"), (better, "better in B"), (others, "otherwise unlike")];
    let told = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"));
    let mut text = format!("verdicts: {}\n", told.collect::<Vec<_>>().join(", "));
    text += &print_worse(results, &worse);
    text
}

/// Verdicts, a line each, not too many of them.
pub fn print_worse(results: &Results, verdicts: &[&VerdictDifference]) -> String {
    let line = |found: &&VerdictDifference| {
        let row = &results.entries()[found.rows.1];
        let case = results.case_name(results.case(row.case));
        let [one, other] =
            [found.verdicts.0, found.verdicts.1].map(|verdict| verdict.name().to_owned());
        format!(
            "  {} on {case}: {one}, then {other} ({})\n",
            results.text(row.engine),
            results.place(row)
        )
    };
    let text: String = verdicts.iter().take(TOLD).map(line).collect();
    text + &and_more(verdicts.len())
}

pub fn and_more(count: usize) -> String {
    if count > TOLD { format!("  and {} more\n", count - TOLD) } else { String::new() }
}

/// Instances that are in no ratio, and why.
fn print_left_out(lines: &[Line]) -> String {
    let sum = |of: fn(&Line) -> usize| lines.iter().map(of).sum::<usize>();
    let counts = [
        (sum(|line| line.left_out.only_a), "answered by A only"),
        (sum(|line| line.left_out.only_b), "answered by B only"),
        (sum(|line| line.left_out.neither), "by neither"),
        (sum(|line| line.left_out.untimed), "without a time"),
    ];
    let told = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"));
    let told: Vec<String> = told.collect();
    if told.is_empty() { String::new() } else { format!("left out: {}\n", told.join(", ")) }
}

/// `only in A: masks, dlx and 3 more`.
fn some_of<'n>(what: &str, names: impl Iterator<Item = &'n String>) -> String {
    let names: Vec<&str> = names.map(String::as_str).collect();
    let told = names[..names.len().min(TOLD)].join(", ");
    match names.len() {
        0 => String::new(),
        many if many > TOLD => format!("{what}: {told} and {} more\n", many - TOLD),
        _ => format!("{what}: {told}\n"),
    }
}

fn extremes(what: &str, found: &[Extreme]) -> String {
    if found.is_empty() {
        return String::new();
    }
    let row = |found: &Extreme| {
        let engine =
            if found.engine_a == found.engine_b { found.engine_a.clone() } else { String::new() };
        vec![
            engine,
            found.case.clone(),
            duration(found.a_ns),
            duration(found.b_ns),
            ratio(found.ratio()),
        ]
    };
    let rows: Vec<_> = found.iter().map(row).collect();
    format!("\n{what}\n{}", table(&["engine", "instance", "A", "B", "B / A"], 2..5, &rows))
}
