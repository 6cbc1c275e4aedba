//! `quadrille solve`: one solution of each Sudoku puzzle, all solutions, or their number.

mod batch;
mod choice;
mod ended;
mod narrate;
mod picture;
mod program;
mod ruled;
mod steps;

use std::cell::RefCell;
use std::fmt::Display;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Error, Result, bail};
use quadrille_cover::search::Counter;
use quadrille_cover::{CancelToken, Outcome};
use quadrille_harness::measure::watchdog::{TimeGuard, Watchdog};
use quadrille_sudoku::engine::human::{self, Assume, Ending};
use quadrille_sudoku::engine::singles::Closing;
use quadrille_sudoku::format::read::Found;
use quadrille_sudoku::format::write;
use quadrille_sudoku::{Engine, Grid, Step, Watch};

use self::batch::{Part, Question};
use self::choice::engine_for;
use self::ended::SearchedPuzzle;
use self::narrate::Narrator;
use self::picture::Pictures;
use self::program::Program;
use self::steps::StepWriter;
use crate::args::{Chosen, Solve, SolveOutput, jobs_or_cores};
use crate::input::{self, Opened, batches};
use crate::output::json::{self, Json};
use crate::output::message::tell;
use crate::output::whole_file::refuse_input;
use crate::output::{Destination, counts, plural, stdout};
use crate::status::Status;
use quadrille_tables::Refused;

pub fn run(args: &Solve, cancel: &CancelToken) -> Result<Status> {
    if let Some(rules) = &args.rules {
        return ruled::run(args, rules, cancel);
    }
    if let Some(written) = &args.picture.file {
        refuse_input(written, [&args.source.input])?;
    }
    choice::refuse_unknown(args)?;
    if args.trace && !matches!(args.output, SolveOutput::Plain | SolveOutput::Json) {
        bail!(
            "--trace: found another --output; expected `plain` or `json`, in which steps can be printed"
        );
    }
    let program = Program::start(args, cancel)?;
    let mut solver = Solver { program, ..Solver::begin(args, cancel)? };
    let source = input::open_maybe_empty(&args.source, cancel)?;
    solver.source.clone_from(&source.name);
    match Question::of(args) {
        Some(asked) => solver.solve_many(asked, source)?,
        None => solver.solve_each(source)?,
    }
    solver.end()
}

/// Solves puzzles, under whatever rules.
struct Solver<'a> {
    args: &'a Solve,
    cancel: &'a CancelToken,
    program: Option<Program>,
    /// Ends searches of engines of this program at the limit of time, if there is one.
    watchdog: Option<Watchdog>,
    /// The name of the source in messages.
    source: String,
    out: Destination,
    /// Grids printed so far; there is a blank line between two.
    printed: usize,
    solved: usize,
    /// Unreadable puzzles so far.
    refused: usize,
    status: Status,
    pictures: Option<Pictures<'a>>,
}

impl<'a> Solver<'a> {
    /// Opens what the arguments ask for beside the source.
    fn begin(args: &'a Solve, cancel: &'a CancelToken) -> Result<Self> {
        let watchdog = args.time_limit.map(|_| Watchdog::start(cancel)).transpose()?;
        let pictures = Pictures::new(args)?;
        let out = match &pictures {
            Some(pictures) if pictures.are_on_stdout() => Destination::Nowhere,
            _ => Destination::Stdout(stdout()),
        };
        Ok(Self {
            args,
            cancel,
            program: None,
            watchdog,
            source: String::new(),
            out,
            printed: 0,
            solved: 0,
            refused: 0,
            status: Status::Positive,
            pictures,
        })
    }

    /// The limit of time of a search that begins now.
    fn guard(&self) -> Option<Arc<TimeGuard>> {
        let limit = self.watchdog.as_ref().zip(self.args.time_limit);
        limit.map(|(watchdog, limit)| watchdog.guard(limit))
    }

    fn solve_each(&mut self, source: Opened) -> Result<()> {
        let mut reader = source.reader().peekable();
        let headed = self.args.trace && self.args.output == SolveOutput::Plain;
        // The next puzzle of a pipe or a terminal may come only after the answer to this one.
        let mut is_one_of_several = headed && self.args.source.input == "-";
        while let Some(found) = reader.next() {
            if let (Ok(found), true) = (&found, headed) {
                is_one_of_several |= reader.peek().is_some();
                if is_one_of_several {
                    self.head(found)?;
                }
            }
            if let (Ok(_), Some(pictures)) = (&found, &mut self.pictures) {
                pictures.begin(|| reader.peek().is_some())?;
            }
            if !self.take(found)? {
                break;
            }
        }
        Ok(())
    }

    /// Writes the heading of the trace of a puzzle: its place and its givens.
    fn head(&mut self, found: &Found) -> Result<()> {
        let blank = if self.solved > 0 { "\n" } else { "" };
        let puzzle = write::puzzle(&found.puzzle);
        Ok(writeln!(self.out, "{blank}{}: {puzzle}", ended::place(&self.source, found))?)
    }

    fn solve_many(&mut self, asked: Question, source: Opened) -> Result<()> {
        let token = self.cancel.clone();
        let work = move |puzzles| batch::solve(asked, puzzles, &token);
        for parts in batches::start(source, jobs_or_cores(None), self.cancel, work)? {
            let parts = parts?;
            for part in parts {
                let goes_on = match part {
                    Part::Solved(puzzles, text) => {
                        if asked.rows && self.printed > 0 {
                            writeln!(self.out)?;
                        }
                        self.solved += puzzles;
                        self.printed += puzzles;
                        self.out.write_all(text.as_bytes())?;
                        !self.cancel.is_cancelled()
                    }
                    Part::One(one) => self.take(one)?,
                };
                if !goes_on {
                    return Ok(());
                }
            }
            self.out.flush()?;
            // The last puzzles of the batch may be missing, so nothing may be printed after it.
            if self.cancel.is_cancelled() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Solves a puzzle, or reports that it is unreadable. False if no more puzzles are to be taken.
    fn take(&mut self, found: Result<Found, Refused>) -> Result<bool> {
        match found {
            Ok(found) => {
                self.status = self.status.max(self.solve_outside(&found)?);
                self.solved += 1;
            }
            Err(error) => self.refuse(&error)?,
        }
        Ok(self.goes_on())
    }

    /// Reports an unreadable puzzle.
    fn refuse(&mut self, error: &dyn Display) -> Result<()> {
        self.out.flush()?;
        tell(format_args!("error: {}:{error}", self.source));
        self.status = Status::Bad;
        self.refused += 1;
        Ok(())
    }

    /// Whether more puzzles are to be taken.
    fn goes_on(&self) -> bool {
        !self.cancel.is_cancelled() && (self.args.keep_going || self.refused == 0)
    }

    /// Reports the number of unreadable puzzles and draws the sheet.
    fn end(mut self) -> Result<Status> {
        self.out.flush()?;
        if self.solved + self.refused == 0 && !self.cancel.is_cancelled() {
            bail!("{}: found no puzzle; expected at least one", self.source);
        }
        if self.args.keep_going && self.refused > 0 {
            tell(format_args!("{} refused", plural(self.refused, "puzzle")));
        }
        if let (Some(pictures), false) = (self.pictures, self.cancel.is_cancelled()) {
            pictures.finish(self.refused > 0 && !self.args.keep_going)?;
        }
        Ok(self.status)
    }

    /// Solves a puzzle with the engine that is another program.
    fn solve_outside(&mut self, found: &Found) -> Result<Status> {
        let Some(program) = &mut self.program else { return self.solve(found) };
        let (engine, start) = (program.name(), Instant::now());
        let (search, first) = match program.solve(found) {
            Ok(answer) => answer,
            Err(fault) => {
                self.out.flush()?;
                tell(format_args!("error: {}:{}: {engine} {fault}", self.source, found.line));
                return Ok(Status::Bad);
            }
        };
        let kept = NeededSolutions { first, all: Vec::new() };
        let ended = SearchedPuzzle { found, engine: &engine, search, wall: start.elapsed() };
        self.print(&ended, &kept)?;
        self.out.flush()?;
        if let (Some(pictures), false) = (&mut self.pictures, self.cancel.is_cancelled()) {
            pictures.draw(&found.puzzle, &ended.search, kept.first.as_ref(), None)?;
        }
        Ok(ended.explain(self.args, &self.source, self.cancel))
    }

    fn solve(&mut self, found: &Found) -> Result<Status> {
        let (args, cancel, puzzle) = (self.args, self.cancel, &found.puzzle);
        let engine = engine_for(args, puzzle.order());
        if let Some(why) = engine.refuses(puzzle) {
            self.out.flush()?;
            let place = format_args!("{}:{}", self.source, found.line);
            tell(format_args!("error: {place}: {engine} {why}; use {}, for example", Engine::Dlx));
            return Ok(Status::Bad);
        }
        let prepared = engine.prepare(puzzle);
        let guard = self.guard();
        let stop = guard.as_ref().map_or(cancel, |guard| &guard.token).clone();
        let budget = args.limits.budget(args.how_many.solutions(), &stop);
        let list_all = args.output == SolveOutput::Json && args.how_many.several();
        let mut kept = NeededSolutions::default();
        let mut tree = self.pictures.as_ref().and_then(Pictures::tree);
        // Solutions and steps are printed at once, because there may be very many.
        let printing = RefCell::new((&mut *self, None::<Error>));
        let print = |what: &dyn Fn(&mut Self) -> Result<()>| {
            let (solver, lost) = &mut *printing.borrow_mut();
            if let Err(error) = what(solver) {
                lost.get_or_insert(error);
                // Output is lost: the search can end.
                cancel.cancel();
                stop.cancel();
            }
        };
        let mut visit = |grid: &Grid| {
            if list_all {
                kept.all.push(write::line(grid));
            }
            kept.first.get_or_insert_with(|| grid.clone());
            if args.how_many.several() {
                print(&|solver| solver.print_grid(grid));
            }
            ControlFlow::Continue(())
        };
        let start = Instant::now();
        let mut narrator = Narrator::new(puzzle, args);
        let mut steps = StepWriter::new(args, puzzle.order(), found.line);
        let traced = narrator.is_some() || tree.is_some() || steps.is_some();
        let counted = args.stats
            || args.verbose.is_some()
            || matches!(args.output, SolveOutput::Decorated | SolveOutput::Json);
        let mut told = |step: &Step, _: &Counter<'_>| {
            if let Some(tree) = &mut tree {
                tree.hear(step);
            }
            if let Some(steps) = &mut steps {
                let line = steps.line(step);
                print(&|solver| match &line {
                    Ok(line) => Ok(solver.out.write_all(line)?),
                    Err(error) => bail!("{error}"),
                });
            }
            if let Some(narrator) = &mut narrator {
                let text = narrator.describe(step);
                // Steps of `--trace` are results, steps of `--verbose` are messages.
                if args.trace && args.output == SolveOutput::Plain {
                    print(&|solver| Ok(solver.out.write_all(text.as_bytes())?));
                } else {
                    // That messages cannot be written does not change the answer.
                    _ = io::stderr().write_all(text.as_bytes());
                }
            }
        };
        let watch = match traced {
            true => Watch::Trace(&mut told),
            false if counted => Watch::Count,
            false => Watch::Off,
        };
        let search = prepared.search(&budget, watch, &mut visit);
        let wall = start.elapsed();
        drop(guard);
        if let Some(error) = printing.into_inner().1 {
            return Err(error);
        }
        let ended = SearchedPuzzle { found, engine: engine.name(), search, wall };
        self.print(&ended, &kept)?;
        self.out.flush()?;
        if let (Some(pictures), false) = (&mut self.pictures, cancel.is_cancelled()) {
            pictures.draw(puzzle, &search, kept.first.as_ref(), tree.as_ref())?;
        }
        Ok(ended.explain(self.args, &self.source, self.cancel))
    }

    /// Prints what could not be printed during the search, then the counts.
    fn print(&mut self, ended: &SearchedPuzzle<'_>, kept: &NeededSolutions) -> Result<()> {
        let (args, SearchedPuzzle { found, engine, search, .. }) = (self.args, ended);
        if args.output == SolveOutput::Json {
            let json = Json {
                puzzle: Some(write::puzzle(&found.puzzle)),
                engine: Some(engine),
                line: Some(found.line),
                name: found.name.as_deref(),
                solution: kept.first.as_ref().map(write::line),
                all: args.how_many.several().then(|| kept.all.clone()),
                wall_ns: Some(ended.wall.as_nanos() as u64),
                ..Json::default()
            };
            return json::write_line(&mut self.out, &json.with(search));
        }
        if args.how_many.count {
            // An incomplete number would be mistaken for the complete one.
            match search.outcome {
                Outcome::BudgetSpent | Outcome::Stalled => writeln!(self.out, "unknown")?,
                _ => writeln!(self.out, "{}", search.stats.solutions)?,
            }
        } else if search.outcome == Outcome::Stalled {
            self.print_stalled(ended)?;
        } else if let (Some(grid), false) = (&kept.first, args.how_many.several()) {
            self.print_grid(grid)?;
        }
        let decorated = args.output == SolveOutput::Decorated && !args.how_many.count;
        let was_named = !matches!(args.engine, Chosen::Auto(_)) || args.engines.is_some();
        if args.stats && !was_named && args.output != SolveOutput::Decorated {
            writeln!(self.out, "Engine {engine}")?;
        }
        let shown = |name: &str| args.stats || decorated && name != "Nodes";
        for (name, count) in counts(search.stats).filter(|(name, _)| shown(name)) {
            writeln!(self.out, "{name} {count}")?;
        }
        Ok(())
    }

    fn print_grid(&mut self, grid: &Grid) -> Result<()> {
        let text = match self.args.output {
            SolveOutput::Plain => write::plain(grid),
            SolveOutput::Line => write::line(grid) + "\n",
            SolveOutput::Decorated => write::decorated(grid),
            SolveOutput::Candidates => write::candidates(grid, |_| 0),
            SolveOutput::Json => return Ok(()),
        };
        self.print_text(&text)
    }

    /// Prints the candidates of every open cell, as system D does for a difficult grid.
    fn print_stalled(&mut self, ended: &SearchedPuzzle<'_>) -> Result<()> {
        if self.args.output == SolveOutput::Line {
            return Ok(());
        }
        let puzzle = &ended.found.puzzle;
        if ended.engine == Engine::Human.name()
            && let Ending::Stalled(left) = human::solve(puzzle, Assume::Nothing, |_| ()).ending
        {
            return self.print_text(&write::candidates(left.grid(), |cell| left.candidates(cell)));
        }
        let mut closing = Closing::new(puzzle);
        closing.close_all();
        self.print_text(&write::candidates(closing.grid(), |cell| closing.candidates(cell)))
    }

    fn print_text(&mut self, text: &str) -> Result<()> {
        if self.printed > 0 && self.args.output != SolveOutput::Line {
            writeln!(self.out)?;
        }
        self.printed += 1;
        self.out.write_all(text.as_bytes())?;
        Ok(())
    }
}

#[derive(Default)]
struct NeededSolutions {
    first: Option<Grid>,
    /// All solutions, if JSON lists them.
    all: Vec<String>,
}
