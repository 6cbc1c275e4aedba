//! A comparison as text.

use quadrille_results::statistics::comparison::{
    Comparison, CountDifference, Extreme, Line, Sides, VerdictDifference,
};
use quadrille_results::statistics::criterion::{Finding, Outcome};
use quadrille_results::statistics::gate::{Decision, Gate};
use quadrille_results::{Clock, Results, Verdict};

use super::environments;
use crate::output::retried::retried;
use crate::output::table::{
    UNKNOWN, digits, duration, interval, or_unknown, probability, ratio, table,
};
use crate::output::{LISTED, counts_in_words, listed, plural};

pub fn page(results: &Results, sides: &Sides, comparison: &Comparison, clock: &str) -> String {
    let [a, b] = &sides.names;
    let mut page = format!("A  {a}\nB  {b}\n");
    page += &run_differences(results);
    page += &format!("\n{}", lines_table(&comparison.lines));
    page += &format!("\n{}\n", legend(&comparison.lines, clock));
    page += &retried(results);
    page + &found(results, comparison)
}

/// What differs besides times, and the instances that differ most.
pub fn found(results: &Results, comparison: &Comparison) -> String {
    let mut page = String::new();
    page += &format!("counts: {}\n", count_differences(comparison));
    page += &counts(results, &comparison.counts);
    page += &verdicts(results, &comparison.verdicts);
    page += &left_out(&comparison.lines);
    for (side, unpaired) in ["A", "B"].iter().zip(&comparison.only) {
        page += &some_of(&format!("only in {side}"), unpaired.all());
    }
    page += &some_of("different puzzles under the same name", comparison.changed.iter());
    page += &extremes("Slowest in B, compared with A", comparison.clock, &comparison.slower);
    page += &extremes("Fastest in B, compared with A", comparison.clock, &comparison.faster);
    page
}

/// Number of instances, ratio and interval of a line.
pub fn ratio_cells(line: &Line) -> [String; 3] {
    [
        line.ratio.map_or(0, |ratio| ratio.instances).to_string(),
        or_unknown(line.ratio, |found| bounded(line, found.mean)),
        interval(line.ratio.and_then(|ratio| ratio.interval)),
    ]
}

/// A ratio, with the words for a bound.
fn bounded(line: &Line, mean: f64) -> String {
    let ratio = ratio(mean);
    line.bound.map_or_else(|| ratio.clone(), |bound| format!("{} {ratio}", bound.words()))
}

/// What decided that a gate does not pass, and why: the cell, or the engine and the corpus.
pub fn decision(results: &Results, gate: &Gate<'_>) -> Option<String> {
    Some(match gate.decision()? {
        Decision::Verdict(found) => verdict(results, found),
        Decision::Missing(what) => format!("{what} is missing in NEW"),
        Decision::Count(found) => format!("counts differ, {}", count(results, found)),
        Decision::Times(line) => times(line),
    })
}

/// What was found of a line, with the figures that it was found from.
fn times(line: &Line) -> String {
    let Line { engines: [a, b], title, .. } = line;
    let engine = if a == b { a.clone() } else { format!("{b} / {a}") };
    let found = match line.finding() {
        finding if finding.outcome() != Outcome::Worse && line.left_out.lost > 0 => {
            let first = line.lost.as_deref().unwrap_or_default();
            format!("{} lost in B, the first that of {first}", plural(line.left_out.lost, "time"))
        }
        finding => word(finding).to_owned(),
    };
    let Some(mean) = line.ratio else { return format!("{engine} on {title}: {found}") };
    format!(
        "{engine} on {title}: {found} (B / A {}, 95% interval {}, tolerance {})",
        bounded(line, mean.mean),
        interval(mean.interval),
        ratio(line.judged.tolerance)
    )
}

/// A row for each engine and corpus.
pub fn lines_table(lines: &[Line]) -> String {
    let head = "engine|corpus|instances|B / A|95% interval|noise|tolerance|p slower|finding";
    let row = |line: &Line| {
        let [a, b] = &line.engines;
        let engine = if a == b { a.clone() } else { format!("{b} / {a}") };
        let mut row = vec![engine, line.title.to_string()];
        row.extend(ratio_cells(line));
        row.extend([
            or_unknown(line.noise, ratio),
            ratio(line.judged.tolerance),
            or_unknown(line.judged.p_slower, probability),
            word(line.finding()).to_owned(),
        ]);
        row
    };
    table(head.split('|'), 2..8, &lines.iter().map(row).collect::<Vec<_>>())
}

pub fn word(finding: Finding) -> &'static str {
    match finding {
        Finding::Faster => "B is faster",
        Finding::Slower => "B is slower",
        Finding::Equal => "no difference",
        Finding::NoSlower => "B is no slower",
        Finding::Undecided => "undecided",
        Finding::NoiseUnknown => "undecided: noise not measured",
        Finding::TooFew => "undecided: too few measurements",
    }
}

/// What the columns and findings mean.
pub fn legend(lines: &[Line], clock: &str) -> String {
    let several = lines.iter().filter(|line| line.judged.p_slower.is_some()).count() > 1;
    let adjusted = if several { ", adjusted for the number of rows (Holm)" } else { "" };
    let any = |finding| lines.iter().any(|line| line.finding() == finding);
    let mut notes = String::new();
    if any(Finding::Equal) {
        notes += "no difference: B is neither slower nor faster by more than the tolerance\n";
    }
    if any(Finding::NoSlower) {
        notes += "no slower: B may be faster, but is not slower by more than the tolerance\n";
    }
    if any(Finding::Undecided) {
        notes += "undecided: the interval is too wide; measure more often, as with more --repetitions, or --seconds of a race\n";
    }
    let short = [0, 1].map(|side| lines.iter().map(|line| line.bounded[side]).sum::<usize>());
    for (side, of) in short.into_iter().zip(["A", "B"]).filter(|(side, _)| *side > 0) {
        notes += &format!(
            "too fast to time in {of}: {}, whose times are bounds from above; what is found holds whatever they are\n",
            plural(side, "instance")
        );
    }
    if any(Finding::NoiseUnknown) {
        notes += "noise not measured: the files have no calibration, so the machine may have changed between the runs\n";
    }
    format!(
        "B / A: {clock} of B divided by that of A (geometric mean over the instances both answered)\n\
         noise: the factor by which equal measurements may differ; tolerance: what was asked for, or the noise if that \
         is larger\n\
         p slower: the probability of such times if B is within the tolerance{adjusted}\n{notes}"
    )
}

/// Differences between the runs that affect times.
pub fn run_differences(results: &Results) -> String {
    let mut text = String::new();
    for source in results.sources.iter().filter(|source| source.notes.is_none()) {
        text += &format!("no run file beside {}: machine and limits are unknown\n", source.name);
    }
    for (what, values) in environments(results) {
        let [one, other] = values.map(|value| value.unwrap_or_else(|| "nothing".to_owned()));
        text += &format!("differs: {what}: {one} | {other}\n");
    }
    text
}

/// How many counters differ, as in `the same in 26 cells` or `3 differences in 26 cells`. Cells with different verdicts are none of these.
pub fn count_differences(comparison: &Comparison) -> String {
    let cells = plural(comparison.counted, "cell");
    match comparison.counts.len() {
        0 if comparison.counted == 0 => "nothing to compare".to_owned(),
        0 => format!("the same in {cells}"),
        differences => format!("{} in {cells}", plural(differences, "difference")),
    }
}

/// Rows whose counts differ, a line each, up to [`LISTED`].
pub fn counts(results: &Results, counts: &[CountDifference]) -> String {
    listed("  ", counts.iter().map(|found| count(results, found)))
}

fn count(results: &Results, found: &CountDifference) -> String {
    let [a, b] = found.rows.map(|row| &results.entries[row]);
    let values = found.values.iter().map(|(name, values)| {
        let [one, other] = values.each_ref().map(|n| n.as_deref().unwrap_or(UNKNOWN));
        format!("{name} {one} and {other}")
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
    let case = results.case_name(a.case);
    format!("{engines} on {case}: {values} ({place} and {other_place}{versions})")
}

/// Verdicts that differ; the worse ones are listed.
fn verdicts(results: &Results, verdicts: &[VerdictDifference]) -> String {
    if verdicts.is_empty() {
        return "verdicts: the same\n".to_owned();
    }
    let worse: Vec<_> = verdicts.iter().filter(|verdict| verdict.severity().is_gt()).collect();
    let better = verdicts.iter().filter(|verdict| verdict.severity().is_lt()).count();
    let others = verdicts.len() - worse.len() - better;
    let counts = [(worse.len(), "worse in B"), (better, "better in B"), (others, "different")];
    format!("verdicts: {}\n{}", counts_in_words(&counts), worse_verdicts(results, &worse))
}

/// Verdicts, a line each, up to [`LISTED`].
pub fn worse_verdicts(results: &Results, verdicts: &[&VerdictDifference]) -> String {
    listed("  ", verdicts.iter().map(|found| verdict(results, found)))
}

fn verdict(results: &Results, found: &VerdictDifference) -> String {
    let row = &results.entries[found.rows[1]];
    let case = results.case_name(row.case);
    let [one, other] = found.verdicts.map(Verdict::name);
    let (engine, place) = (results.text(row.engine), results.place(row));
    format!("{engine} on {case}: {one}, then {other} ({place})")
}

/// Number of instances that are in no ratio, by reason.
fn left_out(lines: &[Line]) -> String {
    let sum = |of: fn(&Line) -> usize| lines.iter().map(of).sum::<usize>();
    let words = counts_in_words(&[
        (sum(|line| line.left_out.only_a), "answered only in A"),
        (sum(|line| line.left_out.only_b), "answered only in B"),
        (sum(|line| line.left_out.neither), "answered in neither"),
        (sum(|line| line.left_out.untimed), "without a time"),
    ]);
    if words.is_empty() { words } else { format!("left out of ratios: {words}\n") }
}

/// The first [`LISTED`] names after the words `what`, as in `only in A: masks, dlx and 3 more`.
fn some_of<'n>(what: &str, names: impl Iterator<Item = &'n String>) -> String {
    let names: Vec<&str> = names.map(String::as_str).collect();
    let (told, more) = names.split_at(names.len().min(LISTED));
    let and_more =
        if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
    if told.is_empty() { and_more } else { format!("{what}: {}{and_more}\n", told.join(", ")) }
}

fn extremes(what: &str, clock: Clock, found: &[Extreme]) -> String {
    if found.is_empty() {
        return String::new();
    }
    let row = |found: &Extreme| {
        let [a, b] = &found.engines;
        let [a_value, b_value] = found.values.map(|value| match clock {
            Clock::Instructions => digits(value),
            Clock::Cpu | Clock::Wall => duration(value),
        });
        let engine = if a == b { a.clone() } else { String::new() };
        vec![engine, found.case.clone(), a_value, b_value, ratio(found.ratio)]
    };
    let rows: Vec<_> = found.iter().map(row).collect();
    format!("\n{what}\n{}", table(["engine", "instance", "A", "B", "B / A"], 2..5, &rows))
}
