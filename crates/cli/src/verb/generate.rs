//! `quadrille generate`: puzzles by a recipe, the same for one seed everywhere.

mod report;
mod target;

use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use quadrille_cover::CancelToken;
use quadrille_cover::random::Stream;
use quadrille_sudoku::format::{InputFormat, write};
use quadrille_sudoku::generate::{Failure, Made, Maker, Recipe};
use quadrille_sudoku::{Grid, Order};

use crate::Status;
use crate::args::{Generate, GenerateOutput, MethodName, Source, jobs_or_cores};
use crate::input;
use crate::output::{Json, plural};
use crate::pipeline;
use crate::tell::tell_text;
use report::Report;
use target::Target;

/// Puzzles in a task for a worker, where puzzles are quickly made.
const TASK: usize = 16;

pub fn run(args: &Generate, cancel: &CancelToken) -> Result<Status> {
    let maker = Arc::new(Maker::new(recipe(args)?)?);
    let mut target = Target::open(args)?;
    let made = made(args, &maker, cancel)?;
    let mut report = Report::default();
    let bar = progress(args);
    while let Some(task) = made.next(cancel, &mut || target.flush())? {
        for tried in task {
            report.add(&tried);
            let Some(made) = &tried.made else {
                bar.finish_and_clear();
                target.abandon(report.made)?;
                if cancel.is_cancelled() {
                    return Ok(Status::Interrupted);
                }
                bail!(
                    "gave up on puzzle {} after {} ({}); ask for less, or raise --attempts",
                    report.made + 1,
                    plural(args.attempts, "attempt"),
                    report.failures()
                );
            };
            target.write(&text(args, made)?)?;
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    if report.made < args.count {
        return target.abandon(report.made).map(|()| Status::Interrupted);
    }
    target.finish(args, maker.recipe(), &report)?;
    if !args.quiet {
        tell_text(report.text(maker.recipe()));
    }
    Ok(Status::Positive)
}

/// All puzzles, made side by side, in their order.
fn made(
    args: &Generate,
    maker: &Arc<Maker>,
    cancel: &CancelToken,
) -> Result<pipeline::Outlet<Vec<Tried>>> {
    let quick = args.size.n() <= 3 && matches!(args.method, MethodName::TopDown);
    let task = if quick { TASK } else { 1 };
    let (count, seed, attempts) = (args.count, args.seed, args.attempts);
    let (maker, cancel) = (Arc::clone(maker), cancel.clone());
    let work = move |numbers: Range<usize>| {
        // Puzzle i has a stream of its own, so who makes it does not matter.
        let make =
            |i| Tried::until_made(&maker, &mut Stream::new(seed, i as u64), attempts, &cancel);
        numbers.map(make).collect::<Vec<_>>()
    };
    let (intake, outlet) = pipeline::start(jobs_or_cores(args.jobs), work)?;
    thread::spawn(move || {
        (0..count).step_by(task).all(|first| intake.put(first..count.min(first + task)))
    });
    Ok(outlet)
}

/// What came of all attempts at a puzzle.
struct Tried {
    made: Option<Made>,
    failures: Vec<Failure>,
}

impl Tried {
    /// Attempts until one goes well, or there have been enough, or nobody wants it any more.
    fn until_made(maker: &Maker, stream: &mut Stream, attempts: u64, cancel: &CancelToken) -> Self {
        let mut tried = Self { made: None, failures: Vec::new() };
        while (tried.failures.len() as u64) < attempts && !cancel.is_cancelled() {
            match maker.attempt(stream) {
                Ok(made) => {
                    tried.made = Some(made);
                    break;
                }
                Err(failure) => tried.failures.push(failure),
            }
        }
        tried
    }
}

/// The recipe, with what lies in files.
fn recipe(args: &Generate) -> Result<Recipe> {
    if !matches!(args.method, MethodName::Hard) && (args.aim.is_some() || args.steps.is_some()) {
        bail!("found --aim or --steps without --method hard, for which they are");
    }
    let pattern = args.pattern.as_deref().map(|from| pattern(from, args.size)).transpose()?;
    let from = args.from.as_deref().map(|from| grid(from, args.size)).transpose()?;
    Ok(Recipe { pattern, from, ..args.recipe() })
}

/// The cells that a file or an argument marks: one character a cell, whatever the lines. As
/// everywhere else a byte-order mark is passed over, and so is what follows a `#` on its line.
fn pattern(from: &str, order: Order) -> Result<Vec<bool>> {
    let (name, text) = if Path::new(from).exists() {
        let mut text = String::new();
        // No pattern is longer, and some files have no end.
        let file = File::open(from).map(|file| file.take(1 << 16));
        let read = file.and_then(|mut file| file.read_to_string(&mut text));
        read.with_context(|| from.to_owned())?;
        (from, text)
    } else {
        ("PATTERN", from.to_owned())
    };
    let text = text.trim_start_matches('\u{feff}');
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
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

/// The one grid of a file or an argument.
fn grid(from: &str, order: Order) -> Result<Grid> {
    let source =
        Source { input: Some(from.to_owned()), format: InputFormat::Auto, size: Some(order) };
    let puzzles = input::puzzles(&source)?;
    let name = puzzles.name;
    let mut grids = puzzles.reader.map(|found| match found {
        Ok(found) => Ok(found.puzzle.givens().clone()),
        Err(error) => bail!("{name}:{error}"),
    });
    match (grids.next(), grids.next()) {
        (Some(grid), None) => grid,
        (Some(_), Some(_)) => bail!("{name}: found several grids; expected one to start from"),
        (None, _) => bail!("{name}: found no grid; expected one to start from"),
    }
}

/// A puzzle as it is printed.
fn text(args: &Generate, made: &Made) -> Result<String> {
    let grid = made.puzzle.givens();
    Ok(match args.output {
        GenerateOutput::Line => write::line(grid) + "\n",
        GenerateOutput::Plain => write::plain(grid) + "\n",
        GenerateOutput::Decorated => write::decorated(grid) + "\n",
        GenerateOutput::Json => {
            let mut line = Vec::new();
            let puzzle = write::line(grid);
            let json = Json::<String> {
                puzzle: Some(&puzzle),
                clues: Some(made.puzzle.clues()),
                level: made.rated.map(|rated| rated.level.number()),
                forks: made.rated.map(|rated| rated.forks),
                weight: made.weight,
                ..Json::default()
            };
            json.write(&mut line)?;
            String::from_utf8(line)?
        }
    })
}

/// Shown on a terminal only, and not where the puzzles themselves go.
fn progress(args: &Generate) -> ProgressBar {
    if args.quiet || (args.out.is_none() && std::io::IsTerminal::is_terminal(&std::io::stdout())) {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} puzzles, {eta} left");
    ProgressBar::new(args.count as u64).with_style(style.expect("a sound template"))
}
