//! The tables that compare engines, one for each corpus and task and one over all corpora, as text.

use std::collections::BTreeMap;

use quadrille_results::Verdict;
use quadrille_results::statistics::cells::Cells;
use quadrille_results::statistics::ranking::{Line, Ranking, Table};
use quadrille_results::statistics::spread::median;

use super::field::ends;
use crate::figures::{duration, interval, or_unknown, ratio, share};

/// The heads of the columns after the first, which is the name of the engine. Those that matter most come first: a narrow
/// screen shows only these without scrolling.
pub(super) const COLUMNS: [&str; 9] = [
    "answered",
    "median",
    "ratio",
    "95 % interval",
    "spread",
    "PAR-2",
    "fastest on",
    "only one on",
    "not answered",
];

/// The name of the virtual best solver, which on each instance is the fastest engine, in the column of engines.
const BEST: &str = "virtual best";

/// The table of one corpus and task, or of all corpora together.
#[derive(Debug)]
pub(super) struct Summary {
    /// The title, such as `systems: 13 instances, task unique`, with `not ranked` if the table is not ordered.
    pub heading: String,
    /// For each engine its name and its fields, in the order of [`COLUMNS`].
    pub rows: Vec<(String, [String; COLUMNS.len()])>,
    /// Whether an engine was not run on some instance.
    pub has_gaps: bool,
}

impl Summary {
    pub fn of(table: &Table, cells: &Cells) -> Self {
        let title = &table.title;
        let mut about = Vec::new();
        match (title.batch, table.cases.len()) {
            (true, _) => {}
            (false, 1) => about.push("1 instance".to_owned()),
            (false, cases) => about.push(format!("{cases} instances")),
        }
        about.extend(title.task.as_ref().map(|task| format!("task {task}")));
        let heading = if about.is_empty() {
            title.to_string()
        } else {
            format!("{title}: {}", about.join(", "))
        };
        let heading = if table.is_ordered { heading } else { heading + ", not ranked" };
        let mut rows: Vec<_> = table.lines.iter().map(|line| row(table, cells, line)).collect();
        if rows.len() > 1 {
            let mut best = [const { String::new() }; COLUMNS.len()];
            best[0] = format!("{}/{}", table.solved, table.cases.len());
            let mut times = table.best.clone();
            times.retain(|time| time.is_finite());
            best[1] = or_unknown(median(&mut times), duration);
            best[5] = or_unknown(table.par2_ns, duration);
            rows.push((BEST.to_owned(), best));
        }
        let has_gaps = table.lines.iter().any(|line| line.run < table.cases.len());
        Self { heading, rows, has_gaps }
    }
}

fn row(table: &Table, cells: &Cells, line: &Line) -> (String, [String; COLUMNS.len()]) {
    let mut verdicts: BTreeMap<Verdict, usize> = BTreeMap::new();
    for &place in line.cells.iter().flatten() {
        let verdict = cells.all[place as usize].verdict;
        if verdict != Verdict::Ok {
            *verdicts.entry(verdict).or_default() += 1;
        }
    }
    let mut why: Vec<String> =
        verdicts.iter().map(|(&verdict, count)| format!("{count} {}", verdict.name())).collect();
    if line.run < table.cases.len() {
        why.push(format!("{} not run", table.cases.len() - line.run));
    }
    let ends =
        line.cells.iter().flatten().filter_map(|&place| ends(cells, &cells.all[place as usize]));
    let mut spreads: Vec<f64> = ends.map(|[low, high]| high / low).collect();
    let alone = line.contribution.alone;
    let columns = [
        format!("{}/{}", line.solved, table.cases.len()),
        or_unknown(median(&mut line.known_times()), duration),
        or_unknown(line.ratio, |found| ratio(found.mean)),
        interval(line.ratio.and_then(|ratio| ratio.interval)),
        or_unknown(median(&mut spreads), ratio),
        or_unknown(line.par2_ns, duration),
        share(line.contribution.share),
        if alone == 0 { String::new() } else { alone.to_string() },
        why.join(", "),
    ];
    (line.engine.clone(), columns)
}

/// Warnings about the tables that are not ordered, because a limit of tests or nodes cut engines off.
pub(super) fn cut_off(ranking: &Ranking) -> Vec<String> {
    let warning = |table: &Table| {
        let cut_off = table.cut_off()?;
        Some(format!(
            "{}: not ranked: {cut_off}. Such a limit compares runs of one engine only, so the engines are listed by name, \
             and their figures are over what each answered; measure with a limit of time to rank them.",
            table.title
        ))
    };
    ranking.tables.iter().filter_map(warning).collect()
}

/// Warnings that tell how many rows have a wrong answer, and how many a crash or an unreadable answer.
pub(super) fn wrong(ranking: &Ranking) -> Vec<String> {
    let rows = |verdict| ranking.cells.unanswered.get(&verdict).copied();
    let told =
        [(Verdict::Wrong, "a wrong answer"), (Verdict::Crash, "a crash or an unreadable answer")];
    told.into_iter()
        .filter_map(|(verdict, what)| match rows(verdict)? {
            1 => Some(format!("1 row has {what}.")),
            rows => Some(format!("{rows} rows have {what} each.")),
        })
        .collect()
}
