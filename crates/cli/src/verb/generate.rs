//! `quadrille generate`: puzzles by a recipe; the same seed gives the same puzzles everywhere.

mod provenance;
mod report;
mod ruled;
mod shards;
mod table;

use std::fs::File;
use std::io::{IsTerminal, Read, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result, anyhow, bail};
use quadrille_cover::CancelToken;
use quadrille_service::puzzle::generate::{Failures, Tried, level_and_rating, puzzle};
use quadrille_sudoku::Order;
use quadrille_sudoku::engine::human::Technique;
use quadrille_sudoku::engine::lanes::Instructions;
use quadrille_sudoku::format::write;
use quadrille_sudoku::generate::{Generator, Made, Method, Recipe};
use quadrille_tables::Value;

use self::report::Report;
pub use self::shards::shard;
use crate::args::{Generate, GenerateOutput, jobs_or_cores};
use crate::input;
use crate::output::described::Described;
use crate::output::json::{self, Json};
use crate::output::message::tell_text;
use crate::output::{plural, progress};
use crate::status::Status;
use crate::work::pipeline;

/// Puzzles in one task of a worker, for sizes of which a puzzle takes little time.
const TASK: usize = 16;

pub fn run(args: &Generate, most: Instructions, cancel: &CancelToken) -> Result<Status> {
    if let Some(rules) = &args.rules {
        return ruled::run(args, rules, cancel);
    }
    let generator = Generator::new(recipe(args)?)?.at_most(most).stopped_by(cancel);
    let generator = Arc::new(generator);
    if let Some(shards) = args.division.shards {
        return shards::create(args, generator.recipe(), shards);
    }
    let mut target = Described::open(args.out.as_deref(), args.force)?;
    let mut report = Report::default();
    let made =
        make(args, &generator, (0..args.count, true), &mut target.puzzles, &mut report, cancel);
    let only = || format!("only {} puzzles were made", report.made);
    match made {
        Err(error) => {
            target.abandon(&only())?;
            return Err(error);
        }
        Ok(false) => return target.abandon(&only()).map(|()| Status::Interrupted),
        Ok(true) => {}
    }
    target.finish(|sha256| {
        let out = args.out.as_deref().expect("a manifest lies beside a file");
        provenance::manifest(args, out, generator.recipe(), &report, sha256)
    })?;
    if !args.quiet {
        tell_text(report.text(generator.recipe()));
    }
    Ok(Status::Positive)
}

/// Writes the puzzles with these numbers to `out`, a table with its head line or without. False if interrupted.
fn make(
    args: &Generate,
    generator: &Arc<Generator>,
    (numbers, has_head): (Range<usize>, bool),
    mut out: &mut dyn Write,
    report: &mut Report,
    cancel: &CancelToken,
) -> Result<bool> {
    let mut sheet = table::sheet(args);
    if args.path && sheet.is_none() {
        bail!(
            "--path: found another --output; expected `csv`, `jsonl` or `parquet`, which have a column for it"
        );
    }
    if let Some(sheet) = &mut sheet
        && !has_head
    {
        sheet.take();
    }
    let count = numbers.len();
    let failed = Arc::new(Mutex::new(Failures::default()));
    let results = start(args, generator, numbers, Arc::clone(&failed), cancel)?;
    // The bar must not come among puzzles on a terminal.
    let shown = !args.quiet && (args.out.is_some() || !std::io::stdout().is_terminal());
    let template = "{bar:40} {pos}/{len} puzzles, {eta} left{msg}";
    let bar = progress::bar(template, Some(count as u64), shown);
    let asked = generator.recipe().rating.clone();
    let _reports = progress::report(&bar, !args.quiet, "puzzles", move || {
        let failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
        let attempts = (failed.total() > 0).then(|| plural(failed.total(), "failed attempt"));
        attempts.map(|attempts| format!("{attempts}: {}", failed.with_nearest(asked.as_ref())))
    });
    for task in results {
        for (tried, row) in task? {
            report.add(&tried);
            let Some(made) = &tried.made else {
                bar.finish_and_clear();
                if cancel.is_cancelled() {
                    return Ok(false);
                }
                bail!(
                    "gave up on puzzle {} after {} ({}); {}, or use a larger --attempts",
                    report.made + 1,
                    plural(args.attempts(), "attempt"),
                    tried.failures.with_nearest(generator.recipe().rating.as_ref()),
                    report.advice()
                );
            };
            match (&mut sheet, &row) {
                (Some(sheet), Some(row)) => sheet.row(row),
                _ => print(args, made, &mut out)?,
            }
            bar.inc(1);
        }
        if let Some(sheet) = &mut sheet {
            out.write_all(&sheet.take())?;
        }
        out.flush()?;
    }
    bar.finish_and_clear();
    if report.made < count {
        return Ok(false);
    }
    if let Some(sheet) = sheet {
        out.write_all(&sheet.finish())?;
    }
    Ok(true)
}

/// A puzzle, and its row of the table if one is asked for.
type Row = (Tried, Option<Vec<Value>>);

/// Starts to generate the puzzles in parallel; they come in their order.
fn start(
    args: &Generate,
    generator: &Arc<Generator>,
    numbers: Range<usize>,
    failed: Arc<Mutex<Failures>>,
    cancel: &CancelToken,
) -> Result<impl Iterator<Item = Result<Vec<Row>>>> {
    let quick = args.size.n() <= 3 && args.method == Method::TopDown;
    let task = if quick { TASK } else { 1 };
    let (seed, attempts) = (args.seed, args.attempts());
    let asked = args.clone();
    let (generator, token) = (Arc::clone(generator), cancel.clone());
    let work = move |numbers: Range<usize>| -> Vec<Row> {
        let make = |i| {
            let count =
                |failure| failed.lock().unwrap_or_else(PoisonError::into_inner).add(failure);
            let tried = puzzle(&generator, (seed, i as u64), attempts, &token, &count);
            let row = tried.made.as_ref().and_then(|made| table::row(&asked, made, &token));
            (tried, row)
        };
        numbers.map(make).collect()
    };
    let feed = move |put: &dyn Fn(Range<usize>) -> bool| {
        let Range { start, end } = numbers;
        _ = (start..end).step_by(task).all(|first| put(first..end.min(first + task)));
    };
    pipeline::start(jobs_or_cores(args.jobs), cancel, feed, work)
}

/// The recipe, with the pattern and the grid to start from.
fn recipe(args: &Generate) -> Result<Recipe> {
    let method = match args.method {
        Method::Hard { aim, steps } => {
            Method::Hard { aim: args.aim.unwrap_or(aim), steps: args.steps.unwrap_or(steps) }
        }
        _ if args.aim.is_some() || args.steps.is_some() => bail!(
            "found --aim or --steps without --method hard; these options apply only to that method"
        ),
        other => other,
    };
    let pattern = args.pattern.as_deref().map(|from| pattern(from, args.size)).transpose()?;
    let from = args.from.as_deref().map(|from| input::one_puzzle(from, Some(args.size)));
    let from = from.transpose()?;
    if from.as_ref().is_some_and(|puzzle| puzzle.candidates().is_some()) {
        bail!("--from: found a puzzle with restricted candidates; expected givens only");
    }
    let from = from.map(|puzzle| puzzle.givens().clone());
    let (level, rating) = level_and_rating(args.difficulty.clone(), args.rating.clone())
        .map_err(|message| anyhow!("--rating: {message}"))?;
    Ok(Recipe {
        method,
        answer: args.answer,
        clues: args.clues,
        minimal: args.minimal,
        level,
        rating,
        technique: args.technique,
        symmetry: args.symmetry,
        pattern,
        from,
        ..Recipe::new(args.size)
    })
}

/// The marked cells of a file or an argument, one character per cell; line ends do not matter. As
/// everywhere, a byte-order mark and comments from `#` to the end of a line are skipped.
fn pattern(from: &str, order: Order) -> Result<Vec<bool>> {
    let (name, text) = if Path::new(from).exists() {
        let mut text = String::new();
        // More than any pattern needs, because some files, such as devices, have no end.
        let file = File::open(from).map(|file| file.take(1 << 16));
        let read = file.and_then(|mut file| file.read_to_string(&mut text));
        read.with_context(|| from.to_owned())?;
        (from, text)
    } else {
        ("PATTERN", from.to_owned())
    };
    let text = text.trim_start_matches('\u{feff}');
    let lines = text.split(['\n', '\r']).map(|line| line.split('#').next().unwrap_or_default());
    let cells = lines.flat_map(str::chars).filter(|c| !c.is_whitespace());
    let marked: Vec<bool> = cells.map(|c| !".0_-".contains(c)).collect();
    if marked.len() != order.cells() {
        let (found, expected, side) = (marked.len(), order.cells(), order.side());
        bail!(
            "{name}: found {found} cells; expected a file or {expected} cells for {side}x{side}, \
             one character each: `.` for no clue, `x` for a clue{}",
            if text.contains('#') { "; `#` begins a comment" } else { "" }
        );
    }
    Ok(marked)
}

fn print(args: &Generate, made: &Made, out: &mut impl Write) -> Result<()> {
    let grid = made.puzzle.givens();
    let text = match args.output {
        GenerateOutput::Line => write::line(grid) + "\n",
        GenerateOutput::Plain => write::plain(grid) + "\n",
        GenerateOutput::Decorated => write::decorated(grid) + "\n",
        // Rows of a table are written by its sheet; a puzzle has none only if cancelled.
        GenerateOutput::Csv | GenerateOutput::Jsonl | GenerateOutput::Parquet => return Ok(()),
        GenerateOutput::Link => bail!(
            "--output link: found no --rules; expected the rules of the link, such as --rules 9"
        ),
        GenerateOutput::Json => {
            let json = Json::<String> {
                puzzle: Some(write::line(grid)),
                clues: Some(made.puzzle.clues()),
                level: made.rated.map(|rated| rated.level.number()),
                forks: made.rated.map(|rated| json::count(rated.forks)),
                rating: made.hardest.map(|hardest| hardest.difficulty().number()),
                technique: made.hardest.map(Technique::name),
                weight: made.weight,
                ..Json::default()
            };
            return json::write_line(out, &json);
        }
    };
    Ok(out.write_all(text.as_bytes())?)
}
