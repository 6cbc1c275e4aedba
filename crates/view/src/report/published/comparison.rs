//! The text of a comparison that was made by `quadrille reproduce`.

use std::collections::BTreeMap;

use quadrille_harness::corpus::manifest::library::how_to_obtain;
use quadrille_harness::reproduce::comparison::{Comparison, Finding, Line, OurValue};
use quadrille_harness::reproduce::figure::{Column, Figures};
use quadrille_harness::reproduce::{ResolvedTable, Table};

use super::{HEAD, Published};
use crate::figures::{UNKNOWN, digits, interval};

impl Published {
    /// Makes the text of a comparison.
    pub fn of(ready: &ResolvedTable, comparison: &Comparison) -> Self {
        let Table { title, about, source, .. } = &ready.table;
        let sources = sources(source, comparison);
        Self {
            title: title.clone(),
            about: about.clone(),
            rows: comparison.lines.iter().map(|line| row(line, &sources)).collect(),
            sources,
            notes: notes(ready, comparison),
        }
    }
}

fn row(line: &Line, sources: &[String]) -> [String; HEAD.len()] {
    let engine = match (line.engine(), &*line.ours_by) {
        (engine, ours) if ours.is_empty() || ours == engine => engine.to_owned(),
        (engine, ours) => format!("{engine} (ours: {ours})"),
    };
    let Figures { corpus, instance, plan, source, .. } = &line.figures;
    let plan = plan.as_ref().map(|plan| format!("({plan})"));
    let instance: Vec<String> = instance.iter().cloned().chain(plan).collect();
    let (ours, between) = match &line.ours {
        None => (UNKNOWN.to_owned(), UNKNOWN.to_owned()),
        Some(OurValue::Text(text)) => (text.clone(), UNKNOWN.to_owned()),
        Some(OurValue::Number { value, interval: between }) => (digits(*value), interval(*between)),
    };
    [
        corpus.clone(),
        instance.join(" "),
        engine,
        line.column.name().to_owned(),
        line.published().map_or(UNKNOWN, |published| &published.0).to_owned(),
        ours,
        between,
        finding(line),
        match sources.iter().position(|one| Some(one) == source.as_ref()) {
            _ if sources.len() < 2 => String::new(),
            place => format!("[{}]", place.unwrap_or(0) + 1),
        },
    ]
}

/// The finding of a figure: `equal`, `DIFFERS`, or our figure as a multiple of the published one, such as `0.0557 x`.
fn finding(line: &Line) -> String {
    match line.finding {
        Finding::Equal => "equal".to_owned(),
        Finding::Differs => "DIFFERS".to_owned(),
        Finding::Beside(None) => String::new(),
        Finding::Beside(Some(times)) => format!("{} x", digits(times)),
    }
}

/// The source of the table, then the sources of its figures, without repetition.
fn sources(own: &str, comparison: &Comparison) -> Vec<String> {
    let mut sources = vec![own.to_owned()];
    for source in comparison.lines.iter().filter_map(|line| line.figures.source.as_ref()) {
        if !sources.contains(source) {
            sources.push(source.clone());
        }
    }
    sources
}

fn notes(ready: &ResolvedTable, comparison: &Comparison) -> Vec<String> {
    let mut notes = Vec::new();
    let (equal, differing, beside) = comparison.tally();
    match (equal + differing, differing) {
        (0, _) => {}
        (all, 0) => notes.push(format!("All {all} counted figures equal the published ones.")),
        (all, differing) => {
            notes.push(format!("Of {all} counted figures, {differing} DIFFER."));
        }
    }
    let ratios =
        comparison.lines.iter().any(|line| matches!(line.finding, Finding::Beside(Some(_))));
    if beside > 0 && ratios {
        notes.push("N x: our figure is N times the published one.".to_owned());
    }
    let mut columns: BTreeMap<Column, &str> = BTreeMap::new();
    for line in &comparison.lines {
        let what = match line.column {
            Column::Milliseconds => "wall time; for a corpus, the median over its instances",
            Column::PuzzlesPerSecond | Column::UsecPerPuzzle => {
                "CPU time, with the corpus as one batch; the median over repetitions"
            }
            Column::NoGuessPercent => "the share of puzzles without a fork",
            Column::GuessesPerPuzzle => "the mean number of forks per puzzle",
            _ => continue,
        };
        columns.insert(line.column, what);
    }
    for (column, what) in columns {
        notes.push(format!("{}: {what}.", column.name()));
    }
    for agreement in &comparison.agreements {
        notes.push(format!(
            "Rank agreement of {}: Kendall's tau-b {:.2} over {} figures.",
            agreement.column.name(),
            agreement.tau,
            agreement.pairs
        ));
    }
    for (name, _) in &ready.missing {
        // The text of the error names a folder of this machine, which does not belong on a page.
        let how = how_to_obtain(name).map(|how| format!(". To obtain it: {how}"));
        notes.push(format!("Left out: the corpus `{name}` is missing{}.", how.unwrap_or_default()));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(finding: Finding, ours: Option<OurValue>) -> Line {
        let figures = Figures {
            corpus: "c".into(),
            engine: Some("theirs".into()),
            plan: Some("first".into()),
            source: Some("a book".into()),
            ..Figures::default()
        };
        Line { figures, ours_by: "ours".into(), column: Column::Milliseconds, ours, finding }
    }

    #[test]
    fn a_line_in_words() {
        let measured = OurValue::Number { value: 0.2786, interval: Some((0.25, 0.3)) };
        let sources = sources("own", &Comparison::default());
        let beside = row(&line(Finding::Beside(Some(0.05572)), Some(measured)), &sources);
        let expected = [
            "c",
            "(first)",
            "theirs (ours: ours)",
            "milliseconds",
            "-",
            "0.279",
            "0.250 to 0.300",
            "0.0557 x",
            "",
        ];
        assert_eq!(beside, expected);
        let differs = row(&line(Finding::Differs, None), &["own".into(), "a book".into()]);
        assert_eq!((&*differs[5], &*differs[7], &*differs[8]), ("-", "DIFFERS", "[2]"));
    }

    #[test]
    fn sources_are_told_once() {
        let lines = vec![line(Finding::Equal, None), line(Finding::Equal, None)];
        let comparison = Comparison { lines, agreements: Vec::new() };
        assert_eq!(sources("own", &comparison), ["own", "a book"]);
    }
}
