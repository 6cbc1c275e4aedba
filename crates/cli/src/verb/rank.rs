//! `quadrille rank`: the engines in result files, ranked on each corpus and over all corpora.

use anyhow::Result;
use quadrille_results::statistics::ranking::{Line, Ranking, Table, Worst};
use quadrille_results::{CaseId, Results};
use quadrille_view::markdown::escaped;
use serde_json::{Value, json};

use crate::args::Rank;
use crate::input::results;
use crate::output::plural;
use crate::output::retried::retried;
use crate::output::table::{
    Language, UNKNOWN, duration, interval, or_unknown, print_as, ratio, share, table_in,
};
use crate::status::Status;

/// The virtual best solver in a list of engines.
const BEST: &str = "virtual best";

pub fn run(args: &Rank) -> Result<Status> {
    let results = results::read(&args.results.files)?;
    let question = args.results.question(args.cpu.as_deref());
    let ranking = Ranking::of(&results, &question)?;
    let lines = |table: &'_ Table| -> Vec<Value> {
        let lines = table.lines.iter().map(Some).chain([None]);
        lines.map(|line| row(&results, table, line)).collect()
    };
    let rows = ranking.tables.iter().flat_map(lines);
    print_as(args.output, rows, |language| write(language, args, &results, &ranking))?;
    Ok(Status::Positive)
}

/// The line above a table, such as `systems: 13 instances, task unique`.
fn heading(table: &Table) -> String {
    let title = &table.title;
    let mut about = Vec::new();
    if !title.batch {
        about.push(plural(table.instances, "instance"));
        if table.cases.len() > table.instances {
            about.push(plural(table.cases.len(), "isomorph"));
        }
    }
    about.extend(title.task.as_ref().map(|task| format!("task {task}")));
    if about.is_empty() { title.to_string() } else { format!("{title}: {}", about.join(", ")) }
}

/// The tables with what a reader must know of them. In LaTeX, only the tables are printed; the rest is in comments.
fn write(language: Language, args: &Rank, results: &Results, ranking: &Ranking) -> String {
    let remark = |line: &str| match language {
        Language::Plain => format!("{line}\n"),
        Language::Markdown => format!("- {}\n", escaped(line)),
        Language::Latex => format!("% {line}\n"),
    };
    let gap = if matches!(language, Language::Markdown) { "\n" } else { "" };
    let mut text = String::new();
    for table in &ranking.tables {
        text += &match language {
            Language::Markdown => format!("**{}**\n\n", escaped(&heading(table))),
            Language::Plain | Language::Latex => remark(&heading(table)),
        };
        let notes = notes(table);
        text.extend(notes.iter().map(|note| remark(note)));
        text += if notes.is_empty() { "" } else { gap };
        text += &print(table, language);
        let worst = worst(results, table);
        text += if worst.is_empty() { "" } else { gap };
        text.extend(worst.lines().map(remark));
        text.push('\n');
    }
    let last = footing(args, ranking) + &retried(results);
    text.extend(last.lines().map(remark));
    text
}

/// What a reader of a table must know: why its engines are not ranked, and why their times are not added.
fn notes(table: &Table) -> Vec<String> {
    let cut_off = table.cut_off().map(|cut_off| format!("NOT RANKED: {cut_off}"));
    cut_off.into_iter().chain(mixed(table).map(|mixed| format!("NO PAR-2: {mixed}"))).collect()
}

/// Why the times of a table are not added, if they are of several models of processors.
fn mixed(table: &Table) -> Option<String> {
    let [_, _, ..] = &*table.cpus else { return None };
    let cpus = table.cpus.iter().map(|cpu| format!("{cpu:?}")).collect::<Vec<_>>().join(", ");
    Some(format!(
        "found {} CPU models ({cpus}), whose seconds cannot be added; ratios hold, because each is of times on one node; rank \
         the rows of one CPU with --cpu MODEL",
        table.cpus.len()
    ))
}

fn print(ranked: &Table, language: Language) -> String {
    let head = "engine|answered|ratio|95% interval|ranks|fastest on|Shapley|only one on|PAR-2|mean to limit|forks with time";
    let row = |line: &Line| {
        let contribution = line.contribution;
        vec![
            line.engine.clone(),
            format!("{}/{}", line.solved, ranked.cases.len()),
            or_unknown(line.ratio, |found| ratio(found.mean)),
            interval(line.ratio.and_then(|ratio| ratio.interval)),
            or_unknown(line.places, |(best, worst)| match worst - best {
                0 => best.to_string(),
                _ => format!("{best} to {worst}"),
            }),
            share(contribution.share),
            share(contribution.shapley),
            if contribution.alone == 0 { String::new() } else { contribution.alone.to_string() },
            or_unknown(line.par2_ns, duration),
            or_unknown(line.restricted, |found| {
                let ends = found
                    .interval
                    .map(|(low, high)| format!(" ({} to {})", duration(low), duration(high)));
                duration(found.mean) + &ends.unwrap_or_default()
            }),
            or_unknown(line.forks_with_time, |rho| format!("{rho:.2}")),
        ]
    };
    let mut rows: Vec<_> = ranked.lines.iter().map(row).collect();
    if rows.len() > 1 {
        let answered = format!("{}/{}", ranked.solved, ranked.cases.len());
        let par2 = or_unknown(ranked.par2_ns, duration);
        let best = [BEST, &answered, UNKNOWN, UNKNOWN, "", "", "", "", &par2, UNKNOWN, UNKNOWN];
        rows.push(best.map(str::to_owned).to_vec());
    }
    table_in(language, head.split('|'), 1..11, &rows)
}

/// Where the engines of a table are worst, and how they fare on shuffled copies, a line each.
fn worst(results: &Results, table: &Table) -> String {
    let at = |worst: Worst| {
        let place = if worst.ratio > 1.0 {
            format!(" ({})", name(results, table, worst.case))
        } else {
            String::new()
        };
        format!("{}{place}", ratio(worst.ratio))
    };
    let line = |what: &str, of: &dyn Fn(&Line) -> Option<String>| {
        let each: Vec<String> = table.lines.iter().filter_map(of).collect();
        if each.is_empty() { String::new() } else { format!("{what}: {}\n", each.join(", ")) }
    };
    let of_best = |line: &Line| Some(format!("{} {}", line.engine, at(line.worst?)));
    let of_copies = |line: &Line| {
        let found = line.shuffled?;
        let lost = if found.lost == 0 {
            String::new()
        } else {
            format!(", {} without a time", found.lost)
        };
        Some(format!("{} {}, at worst {}{lost}", line.engine, ratio(found.mean), at(found.worst)))
    };
    let best = if table.lines.len() > 1 {
        line("worst ratio to the virtual best", &of_best)
    } else {
        String::new()
    };
    best + &line("shuffled copies / text", &of_copies)
}

/// The name of a case, with that of its corpus in the table of all corpora.
fn name(results: &Results, table: &Table, case: CaseId) -> String {
    match table.title.corpus {
        Some(_) => results.text(results.case(case).instance).to_owned(),
        None => results.case_name(case),
    }
}

/// What the columns mean, and what they leave out.
fn footing(args: &Rank, ranking: &Ranking) -> String {
    let clock: &str = args.results.times.clock.into();
    let base = args.results.baseline.as_deref().unwrap_or("the fastest engine on each instance");
    let mut lines = vec![format!(
        "ratio: {clock} divided by that of {base} (geometric mean over the instances answered)"
    )];
    if ranking.tables.iter().any(|table| table.title.corpus.is_none()) {
        lines.push("over all corpora: every corpus has the same weight in the ratio".to_owned());
    }
    if ranking.tables.iter().any(|table| !table.is_ordered) {
        lines.push(
            "not ranked: engines are listed by name, and their figures are over what each answered, because a limit of \
             tests or nodes compares runs of one engine only; measure with `run --time-limit SECONDS` to rank engines"
                .to_owned(),
        );
    }
    lines.push(match ranking.limit_ns {
        Some(limit) => format!(
            "PAR-2: mean {clock}, where an unanswered instance counts {}, twice the time limit; only for engines run on \
             all instances",
            duration(2.0 * limit)
        ),
        None => format!(
            "PAR-2: mean {clock} if every instance was answered; otherwise it needs a time limit, and {}",
            ranking.no_limit
        ),
    });
    if let Some(limit) = ranking.limit_ns {
        lines.push(format!(
            "mean to limit: mean {clock}, where an unanswered instance counts {}, with its 95% interval",
            duration(limit)
        ));
    }
    let tables = ranking.tables.iter().filter(|table| table.title.corpus.is_some());
    let all_lines: Vec<&Line> = tables.flat_map(|table| &table.lines).collect();
    let sum = |of: fn(&Line) -> usize| all_lines.iter().map(|line| of(line)).sum::<usize>();
    let (untimed, unpaired) = (sum(|line| line.untimed), sum(|line| line.unpaired));
    let verdicts = ranking.cells.unanswered.iter();
    let mut without: Vec<String> =
        verdicts.map(|(verdict, rows)| format!("{rows} {}", verdict.name())).collect();
    if untimed > 0 {
        without.push(format!("{untimed} ok but without a {clock}"));
    }
    if !without.is_empty() {
        lines.push(format!("rows left out, as they have no time: {}", without.join(", ")));
    }
    if unpaired > 0 {
        lines.push(format!("rows left out of ratios, as {base} has no time there: {unpaired}"));
    }
    lines.join("\n") + "\n"
}

/// An engine on a corpus, for JSON and CSV; without a line, the virtual best solver.
fn row(results: &Results, table: &Table, line: Option<&Line>) -> Value {
    let case = |worst: Worst| name(results, table, worst.case);
    let worst = line.and_then(|line| line.worst);
    let shuffled = line.and_then(|line| line.shuffled);
    let restricted = line.and_then(|line| line.restricted?.interval);
    let ratio = line.and_then(|line| line.ratio);
    let interval = ratio.and_then(|ratio| ratio.interval);
    let contribution = line.map(|line| &line.contribution);
    let mut row = json!({
        "corpus": table.title.corpus,
        "task": table.title.task,
        "batch": table.title.batch,
        "engine": line.map_or(BEST, |line| &line.engine),
        "instances": table.cases.len(),
        "run": line.map_or(table.cases.len(), |line| line.run),
        "answered": line.map_or(table.solved, |line| line.solved),
        "cut_off": line.map(|line| line.cut_off),
        "ranked": table.is_ordered,
        "ratio": ratio.map(|ratio| ratio.mean),
        "ratio_low": interval.map(|(low, _)| low),
        "ratio_high": interval.map(|(_, high)| high),
        // Number of instances in the ratio, and of those left out because the baseline has no time.
        "ratio_over": ratio.map_or(0, |ratio| ratio.instances),
        "unpaired": line.map_or(0, |line| line.unpaired),
        "par2_ns": line.map_or(table.par2_ns, |line| line.par2_ns),
        "restricted_ns": line.and_then(|line| line.restricted).map(|found| found.mean),
        "restricted_low": restricted.map(|(low, _)| low),
        "restricted_high": restricted.map(|(_, high)| high),
        "rank_best": line.and_then(|line| line.places).map(|places| places.0),
        "rank_worst": line.and_then(|line| line.places).map(|places| places.1),
        "shapley": contribution.map(|found| found.shapley),
        "fastest_share": contribution.map(|found| found.share),
        "alone": contribution.map(|found| found.alone),
        "best_without": contribution.and_then(|found| found.without),
        "forks_with_time": line.and_then(|line| line.forks_with_time),
        "worst_ratio": worst.map(|worst| worst.ratio),
        "worst_on": worst.map(case),
        "shuffled_ratio": shuffled.map(|found| found.mean),
        "shuffled_worst": shuffled.map(|found| found.worst.ratio),
        "shuffled_worst_on": shuffled.map(|found| case(found.worst)),
        "shuffled_over": shuffled.map(|found| found.instances),
        "shuffled_lost": shuffled.map(|found| found.lost),
    });
    if let (Some(retried), Some(fields)) = (table.retried, row.as_object_mut()) {
        // Of the whole table: the number of CPU models, and the rows of shards that were begun more than once.
        fields.insert("cpus".to_owned(), table.cpus.len().into());
        fields.insert("retried".to_owned(), retried.into());
    }
    row
}
