//! Results set side by side: for each corpus a table with a column for each side, which is a file or several files together.
//! The first side is the base; every other side is compared with it by [`Comparison`].

use std::collections::{BTreeMap, BTreeSet};

use quadrille_results::statistics::StatisticsError;
use quadrille_results::statistics::comparison::{Comparison, Line, Sides};
use quadrille_results::statistics::criterion::Finding;
use quadrille_results::statistics::ranking::{Ranking, Table};
use quadrille_results::statistics::section::Title;
use quadrille_results::statistics::spread::median;
use quadrille_results::{CaseId, Clock, Entry, Name, Results, WHOLE_CORPUS};

use super::about::file_name;
use crate::figures::{duration, interval, or_unknown, ratio};

/// The sides of a report.
pub(super) struct Columns {
    /// For each of [`Results::sources`], its side.
    side_of: Vec<usize>,
    /// The name of each side.
    pub names: Vec<String>,
    /// The engines that several sides have measured on the same instance.
    shared: BTreeSet<Name>,
    /// Each side after the first, compared with the first, or why it cannot be.
    comparisons: Vec<Result<Comparison, StatisticsError>>,
}

/// The tables, as text.
#[derive(Debug)]
pub(super) struct SideBySide {
    /// The name of each side.
    pub names: Vec<String>,
    pub tables: Vec<(String, Vec<Row>)>,
    /// What stands in place of the rows that are hidden if only what changed is shown.
    pub unchanged: String,
    pub notes: Vec<String>,
}

/// An engine on a corpus, on all sides.
#[derive(Debug)]
pub(super) struct Row {
    pub engine: String,
    /// For each side the median and, if not all instances were answered, how many of them.
    pub sides: Vec<[String; 2]>,
    /// For each side after the first, what differs from the first.
    pub differences: Vec<Option<Difference>>,
}

/// How a side differs from the first.
#[derive(Debug)]
pub(super) struct Difference {
    pub ratio: String,
    pub interval: String,
    pub finding: &'static str,
    /// Verdicts and counters that differ; empty if none does.
    pub others: String,
    /// Whether times differ.
    pub is_of_times: bool,
    /// Whether it could not be decided if times differ.
    pub is_open: bool,
}

impl Columns {
    /// The sides of some results, of which each has the next `files[i]` files. `None` if no engine was measured on the
    /// same instance by two of them.
    pub fn of(results: &Results, files: &[usize], clock: Clock, tolerance: f64) -> Option<Self> {
        let side_of: Vec<usize> =
            (0..files.len()).flat_map(|side| std::iter::repeat_n(side, files[side])).collect();
        let shared = shared(results, &side_of);
        if shared.is_empty() {
            return None;
        }
        let sources = |side: usize| {
            let all = 0..side_of.len();
            all.filter(|&source| side_of[source] == side).collect::<Vec<_>>()
        };
        let compared = |side: usize| {
            let sides = Sides::of_sources(results, clock, &[sources(0), sources(side)])?;
            Ok(Comparison::of(results, &sides, tolerance))
        };
        let comparisons = (1..files.len()).map(compared).collect();
        let names = names(results, &side_of, files.len());
        Some(Self { side_of, names, shared, comparisons })
    }

    /// The name under which the engine of a row is reported: that of the engine with its side, if several sides have it.
    pub fn engine(&self, results: &Results, entry: &Entry) -> Option<String> {
        let is_shared = self.shared.contains(&entry.engine);
        let side = self.side_of[entry.source as usize];
        is_shared.then(|| self.label(results.text(entry.engine), side))
    }

    /// The name of a baseline: an engine that several sides have is that of the first.
    pub fn baseline(&self, results: &Results, engine: &str) -> String {
        let is_shared = results.name(engine).is_some_and(|name| self.shared.contains(&name));
        if is_shared { self.label(engine, 0) } else { engine.to_owned() }
    }

    /// The first engine that two sides have, by its name on the first side and on the other.
    pub fn pair(&self) -> Option<[String; 2]> {
        let mut lines = self.compared().filter_map(|(side, one)| Some((side, one.lines.first()?)));
        let (side, line) = lines.next()?;
        Some([0, side].map(|side| self.label(&line.engines[0], side)))
    }

    /// The sides that could be compared with the first.
    fn compared(&self) -> impl Iterator<Item = (usize, &Comparison)> {
        let sides = self.comparisons.iter().enumerate();
        sides.filter_map(|(i, one)| Some((i + 1, one.as_ref().ok()?)))
    }

    fn label(&self, engine: &str, side: usize) -> String {
        format!("{engine} ({})", self.names[side])
    }

    /// The tables. `ranking` is that of the results with each engine named by [`engine`](Self::engine).
    pub fn tables(self, results: &Results, ranking: &Ranking, tolerance: f64) -> SideBySide {
        let mut differing: BTreeMap<(usize, &str, Title), [usize; 2]> = BTreeMap::new();
        for (side, comparison) in self.compared() {
            let verdicts = comparison.verdicts.iter().map(|found| (0, found.rows[1]));
            let counts = comparison.counts.iter().map(|found| (1, found.rows[1]));
            for (kind, row) in verdicts.chain(counts) {
                let entry = &results.entries[row];
                let case = results.case(entry.case);
                let text = |name| results.text(name).to_owned();
                let title = Title {
                    corpus: Some(text(case.corpus)),
                    task: Some(text(case.task)),
                    batch: results.text(case.instance) == WHOLE_CORPUS,
                };
                differing.entry((side, results.text(entry.engine), title)).or_default()[kind] += 1;
            }
        }
        let mut tables = Vec::new();
        for table in &ranking.tables {
            let title = &table.title;
            let mut lines: BTreeMap<&str, BTreeMap<usize, &Line>> = BTreeMap::new();
            for (side, comparison) in self.compared() {
                for line in comparison.lines.iter().filter(|line| line.title == *title) {
                    lines.entry(&line.engines[0]).or_default().insert(side, line);
                }
            }
            let difference = |engine: &str, (side, line): (&usize, &&Line)| {
                let others = differing.get(&(*side, engine, title.clone())).copied();
                (*side, Difference::of(line, others.unwrap_or_default()))
            };
            let row = |(engine, lines): (&&str, &BTreeMap<usize, &Line>)| {
                let mut found: BTreeMap<usize, Difference> =
                    lines.iter().map(|one| difference(engine, one)).collect();
                Row {
                    engine: (*engine).to_owned(),
                    sides: (0..self.names.len())
                        .map(|side| side_of(table, &self.label(engine, side)))
                        .collect(),
                    differences: (1..self.names.len()).map(|side| found.remove(&side)).collect(),
                }
            };
            if !lines.is_empty() {
                let task = title.task.as_deref().unwrap_or_default();
                let rows = lines.iter().map(row).collect();
                tables.push((format!("{title}, task {task}"), rows));
            }
        }
        let unchanged = self.unchanged(&tables);
        SideBySide { notes: self.notes(tolerance), names: self.names, tables, unchanged }
    }

    /// What is not among the rows that changed: the differences that are undecided, and the engines that only one side has.
    fn unchanged(&self, tables: &[(String, Vec<Row>)]) -> String {
        let rows = || tables.iter().flat_map(|(_, rows)| rows);
        let hidden = rows().filter(|row| !row.is_change());
        let differences = hidden.flat_map(|row| row.differences.iter().flatten());
        let open = differences.filter(|found| found.is_open).count();
        let (base, mut told) = (&self.names[0], Vec::new());
        told.extend(match (rows().any(Row::is_change), open) {
            (true, 0) => None,
            (true, _) => Some(format!("Not shown: {open} undecided.")),
            (false, 0) => Some("Nothing changed in what was compared.".to_owned()),
            (false, _) => Some(format!("No change shown: {open} undecided.")),
        });
        for (side, comparison) in self.compared() {
            for (only, one) in comparison.only.iter().zip([base, &self.names[side]]) {
                if !only.engines.is_empty() {
                    told.push(format!("Engines only in {one}: {}.", only.engines.join(", ")));
                }
            }
        }
        told.join(" ")
    }

    /// For each engine by its name in the report, the places of its colour and of its pattern of dashes: one colour for an
    /// engine on all sides, the one that it has in a report of the first, and one pattern for each side.
    pub fn styles(&self, results: &Results) -> BTreeMap<String, [usize; 2]> {
        let side = |entry: &Entry| self.side_of[entry.source as usize];
        let entries = || results.entries.iter();
        let found: BTreeSet<_> = entries().map(|entry| (entry.engine, side(entry))).collect();
        let engines: BTreeSet<Name> = found.iter().map(|found| found.0).collect();
        let colours: BTreeMap<Name, usize> = engines.into_iter().zip(0..).collect();
        let style = |&(engine, side): &(Name, usize)| {
            let name = results.text(engine);
            let is_shared = self.shared.contains(&engine);
            let name = if is_shared { self.label(name, side) } else { name.to_owned() };
            (name, [colours[&engine], side])
        };
        found.iter().map(style).collect()
    }

    fn notes(&self, tolerance: f64) -> Vec<String> {
        let base = &self.names[0];
        let mut notes = vec![
            format!(
                "Each column: the median over the instances answered (with their number if it is not all) and, after the \
                 first, the time as a multiple of that of {base} (the geometric mean over the instances that both answered) with its 95 % interval. It \
                 includes the noise between runs where that was measured."
            ),
            format!(
                "Slower and faster: by more than the tolerance of {} % or, if that is larger, the noise of the machine. \
                 Undecided: the interval is too wide; measure more often.",
                (1e4 * tolerance).round() / 100.0
            ),
        ];
        let mut lines = self.compared().flat_map(|(_, comparison)| &comparison.lines);
        if lines.any(|line| line.finding() == Finding::NoiseUnknown) {
            notes.push(
                "Noise not measured: the files have no calibration, so the machine may have changed between the runs."
                    .to_owned(),
            );
        }
        let failed = self.comparisons.iter().filter_map(|one| one.as_ref().err());
        notes.extend(failed.map(|error| format!("Not compared: {error}.")));
        for (side, comparison) in self.compared() {
            let name = &self.names[side];
            for (only, one) in comparison.only.iter().zip([base, name]) {
                let count = only.all().count();
                if count > 0 {
                    let which = first(only.all(), count);
                    notes.push(format!("Only in {one}, of {base} and {name}: {which}."));
                }
            }
            let changed = comparison.changed.len();
            if changed > 0 {
                let which = first(comparison.changed.iter(), changed);
                notes.push(format!(
                    "Different puzzles of the same name in {base} and {name}: {which}."
                ));
            }
        }
        notes
    }
}

/// The first three of some names, and the number of the others.
fn first<'n>(names: impl Iterator<Item = &'n String>, all: usize) -> String {
    let some: Vec<&str> = names.take(3).map(String::as_str).collect();
    let more = all - some.len();
    let and = if more > 0 { format!(" and {more} more") } else { String::new() };
    some.join(", ") + &and
}

impl Row {
    /// Whether times, verdicts or counters differ on any side.
    pub fn is_change(&self) -> bool {
        let is_change = |found: &Difference| found.is_of_times || !found.others.is_empty();
        self.differences.iter().flatten().any(is_change)
    }
}

impl Difference {
    fn of(line: &Line, [verdicts, counts]: [usize; 2]) -> Self {
        let count = |n: usize, one: &str| match n {
            0 => None,
            1 => Some(format!("1 {one} differs")),
            _ => Some(format!("{n} {one}s differ")),
        };
        let others: Vec<String> =
            [count(verdicts, "verdict"), count(counts, "count")].into_iter().flatten().collect();
        let finding = line.finding();
        Self {
            ratio: or_unknown(line.ratio, |found| {
                let bound =
                    line.bound.map_or_else(String::new, |bound| format!("{} ", bound.words()));
                bound + &ratio(found.mean)
            }),
            interval: interval(line.ratio.and_then(|ratio| ratio.interval)),
            finding: word(finding),
            is_of_times: matches!(finding, Finding::Slower | Finding::Faster),
            is_open: matches!(
                finding,
                Finding::Undecided | Finding::NoiseUnknown | Finding::TooFew
            ),
            others: others.join(", "),
        }
    }
}

fn word(finding: Finding) -> &'static str {
    match finding {
        Finding::Faster => "faster",
        Finding::Slower => "slower",
        Finding::Equal => "no difference",
        Finding::NoSlower => "no slower",
        Finding::Undecided => "undecided",
        Finding::NoiseUnknown => "noise not measured",
        Finding::TooFew => "too few measurements",
    }
}

/// The median of an engine in a table, and the number of instances it answered.
fn side_of(table: &Table, engine: &str) -> [String; 2] {
    let Some(line) = table.lines.iter().find(|line| line.engine == engine) else {
        return ["-".to_owned(), String::new()];
    };
    let all = table.cases.len();
    let answered =
        if line.solved == all { String::new() } else { format!("{}/{all}", line.solved) };
    [or_unknown(median(&mut line.known_times()), duration), answered]
}

/// The engines that several sides have measured on the same case.
fn shared(results: &Results, side_of: &[usize]) -> BTreeSet<Name> {
    let mut first: BTreeMap<(Name, CaseId), usize> = BTreeMap::new();
    let is_second = |entry: &&Entry| {
        let side = side_of[entry.source as usize];
        *first.entry((entry.engine, entry.case)).or_insert(side) != side
    };
    results.entries.iter().filter(is_second).map(|entry| entry.engine).collect()
}

/// The name of each side: its first file without its folder and, where two sides would have the same name, with a number.
fn names(results: &Results, side_of: &[usize], sides: usize) -> Vec<String> {
    let name = |side: usize| {
        let files = results.sources.iter().zip(side_of).filter(|(_, of)| **of == side);
        let files: Vec<String> = files.map(|(source, _)| file_name(&source.name)).collect();
        match &files[..] {
            [first, _, ..] => format!("{first} and {} more", files.len() - 1),
            files => files.concat(),
        }
    };
    let names: Vec<String> = (0..sides).map(name).collect();
    let numbered = |(i, name): (usize, &String)| {
        let is_unique = names.iter().filter(|other| *other == name).count() == 1;
        if is_unique { name.clone() } else { format!("{}: {name}", i + 1) }
    };
    names.iter().enumerate().map(numbered).collect()
}

#[cfg(test)]
mod tests;
