//! `quadrille rank`: the engines in result files, corpus by corpus and over all of them.

use std::io::{self, Write};

use anyhow::Result;
use quadrille_harness::statistics::ranking::{Line, Question, Ranking, Table};
use serde::Serialize;

use crate::Status;
use crate::args::{Rank, RankOutput};
use crate::figures::{UNKNOWN, duration, interval, or_unknown, ratio, share, table};
use crate::output::{plural, stdout};
use crate::rows;

/// What the virtual best solver is called in a list of engines.
const BEST: &str = "virtual best";

pub fn run(args: &Rank) -> Result<Status> {
    let results = rows::read(&args.files)?;
    let question = Question {
        clock: args.times.clock(),
        baseline: args.baseline.as_deref(),
        corpora: &args.corpus,
        engines: &args.engine,
        seed: args.times.seed,
    };
    let ranking = Ranking::of(&results, &question)?;
    let mut out = stdout();
    match args.output {
        RankOutput::Plain => {
            for table in &ranking.tables {
                writeln!(out, "{}\n{}", heading(table), print(table))?;
            }
            write!(out, "{}", footing(args, &ranking))?;
        }
        RankOutput::Json => {
            for row in ranking.tables.iter().flat_map(Row::all) {
                serde_json::to_writer(&mut out, &row).map_err(io::Error::from)?;
                writeln!(out)?;
            }
        }
        RankOutput::Csv => {
            let mut csv = csv::Writer::from_writer(&mut out);
            csv.write_record(COLUMNS)?;
            for row in ranking.tables.iter().flat_map(Row::all) {
                csv.write_record(row.fields())?;
            }
            csv.flush()?;
        }
    }
    out.flush()?;
    Ok(Status::Positive)
}

/// `systems: 13 instances, task unique`.
fn heading(table: &Table) -> String {
    let title = &table.title;
    let mut about = Vec::new();
    if !title.batch {
        about.push(plural(table.instances as u64, "instance"));
        if table.cases > table.instances {
            about.push(plural(table.cases as u64, "isomorph"));
        }
    }
    about.extend(title.task.as_ref().map(|task| format!("task {task}")));
    if about.is_empty() { title.to_string() } else { format!("{title}: {}", about.join(", ")) }
}

fn print(ranked: &Table) -> String {
    let head = [
        "engine",
        "answered",
        "ratio",
        "95% interval",
        "fastest on",
        "only one on",
        "PAR-2",
        "forks with time",
    ];
    let row = |line: &Line| {
        let contribution = line.contribution;
        vec![
            line.engine.clone(),
            format!("{}/{}", line.solved, ranked.cases),
            or_unknown(line.ratio, |found| ratio(found.mean)),
            interval(line.ratio.and_then(|ratio| ratio.interval)),
            share(contribution.share),
            if contribution.alone == 0 { String::new() } else { contribution.alone.to_string() },
            or_unknown(line.par2_ns, duration),
            or_unknown(line.forks_with_time, |rho| format!("{rho:.2}")),
        ]
    };
    let mut rows: Vec<_> = ranked.lines.iter().map(row).collect();
    if rows.len() > 1 {
        let unknown = || UNKNOWN.to_owned();
        let answered = format!("{}/{}", ranked.solved, ranked.cases);
        let par2 = or_unknown(ranked.par2_ns, duration);
        let (of_itself, nothing) = (unknown(), String::new());
        rows.push(vec![
            BEST.to_owned(),
            answered,
            of_itself,
            unknown(),
            nothing.clone(),
            nothing,
            par2,
            unknown(),
        ]);
    }
    table(&head, 1..8, &rows)
}

/// What the columns are, and what is not in them.
fn footing(args: &Rank, ranking: &Ranking) -> String {
    let clock = args.times.what();
    let base = match &args.baseline {
        Some(engine) => engine.clone(),
        None => "the fastest engine on each instance".to_owned(),
    };
    let mut lines = vec![format!(
        "ratio: how many times as long as {base} ({clock}; geometric mean over the instances answered)"
    )];
    let over_all = ranking.tables.iter().any(|table| table.title.corpus.is_none());
    if over_all {
        lines.push("over all corpora: each of them weighs the same in the ratio".to_owned());
    }
    match ranking.limit_ns {
        Some(limit) => lines.push(format!(
            "PAR-2: mean {clock}, what was not answered counting {}, twice the limit",
            duration(2.0 * limit)
        )),
        None => lines.push(format!(
            "PAR-2: mean {clock} where all was answered; elsewhere it takes a limit of time, and there was none"
        )),
    }
    let tables = ranking.tables.iter().filter(|table| table.title.corpus.is_some());
    let sum = |of: fn(&Line) -> usize| {
        tables.clone().flat_map(|table| &table.lines).map(of).sum::<usize>()
    };
    let (untimed, unpaired) = (sum(|line| line.untimed), sum(|line| line.unpaired));
    let verdicts = ranking.unanswered.iter();
    let mut without: Vec<String> =
        verdicts.map(|(verdict, rows)| format!("{rows} {}", verdict.name())).collect();
    if untimed > 0 {
        without.push(format!("{untimed} ok but without a {clock}"));
    }
    if !without.is_empty() {
        lines.push(format!("left out, as they have no time: {}", without.join(", ")));
    }
    if unpaired > 0 {
        lines.push(format!("left out of ratios, as {base} has no time there: {unpaired}"));
    }
    lines.join("\n") + "\n"
}

/// The columns of the CSV.
const COLUMNS: [&str; 17] = [
    "corpus",
    "task",
    "batch",
    "engine",
    "instances",
    "run",
    "answered",
    "ratio",
    "ratio_low",
    "ratio_high",
    "ratio_over",
    "unpaired",
    "par2_ns",
    "fastest_share",
    "alone",
    "best_without",
    "forks_with_time",
];

/// An engine on a corpus, as it stands in JSON and CSV.
#[derive(Serialize)]
struct Row<'t> {
    #[serde(skip_serializing_if = "Option::is_none")]
    corpus: Option<&'t str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    task: Option<&'t str>,
    batch: bool,
    engine: &'t str,
    instances: usize,
    run: usize,
    answered: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio_low: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio_high: Option<f64>,
    /// Instances that the ratio is over, and those with a time that have nothing to be held against.
    ratio_over: usize,
    unpaired: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    par2_ns: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fastest_share: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    alone: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best_without: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    forks_with_time: Option<f64>,
}

impl<'t> Row<'t> {
    /// The engines of a table, and the virtual best solver.
    fn all(table: &'t Table) -> Vec<Self> {
        let blank = || Row {
            corpus: table.title.corpus.as_deref(),
            task: table.title.task.as_deref(),
            batch: table.title.batch,
            engine: BEST,
            instances: table.cases,
            run: table.cases,
            answered: table.solved,
            ratio: None,
            ratio_low: None,
            ratio_high: None,
            ratio_over: 0,
            unpaired: 0,
            par2_ns: table.par2_ns,
            fastest_share: None,
            alone: None,
            best_without: None,
            forks_with_time: None,
        };
        let row = |line: &'t Line| {
            let interval = line.ratio.and_then(|ratio| ratio.interval);
            Row {
                engine: &line.engine,
                run: line.run,
                answered: line.solved,
                ratio: line.ratio.map(|ratio| ratio.mean),
                ratio_low: interval.map(|(low, _)| low),
                ratio_high: interval.map(|(_, high)| high),
                ratio_over: line.ratio.map_or(0, |ratio| ratio.instances),
                unpaired: line.unpaired,
                par2_ns: line.par2_ns,
                fastest_share: Some(line.contribution.share),
                alone: Some(line.contribution.alone),
                best_without: line.contribution.without,
                forks_with_time: line.forks_with_time,
                ..blank()
            }
        };
        table.lines.iter().map(row).chain([blank()]).collect()
    }

    /// In the order of the columns; what is not known is empty.
    fn fields(&self) -> [String; COLUMNS.len()] {
        fn text(value: Option<impl ToString>) -> String {
            value.map_or_else(String::new, |value| value.to_string())
        }
        [
            text(self.corpus),
            text(self.task),
            self.batch.to_string(),
            self.engine.to_owned(),
            self.instances.to_string(),
            self.run.to_string(),
            self.answered.to_string(),
            text(self.ratio),
            text(self.ratio_low),
            text(self.ratio_high),
            self.ratio_over.to_string(),
            self.unpaired.to_string(),
            text(self.par2_ns),
            text(self.fastest_share),
            text(self.alone),
            text(self.best_without),
            text(self.forks_with_time),
        ]
    }
}
