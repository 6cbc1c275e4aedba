//! Questions about all solutions, which a decision diagram answers: one that was read, or one compiled in memory.

mod file;
mod sampled;

use std::cell::RefCell;
use std::io::Write;
use std::ops::ControlFlow;
use std::thread;
use std::time::Instant;

use anyhow::{Result, anyhow, bail};
use num_bigint::BigUint;
use quadrille_cover::diagram::Diagram;
use quadrille_cover::random::Stream;
use quadrille_cover::search::Changed;
use quadrille_cover::{
    Budget, CancelToken, OptionId, Outcome, Problem, Reduced, Search, SearchStats, Tally, verify,
};
use quadrille_service::Number;
use quadrille_service::problem::{Smaller, named};
use serde_json::json;

pub use self::file::is_diagram;
use super::picture::Pictures;
use super::print::Printer;
use super::progress::Progress;
use super::{explain, limits, read, unsupported};
use crate::args::request::{Question, Request};
use crate::args::{self, Output};
use crate::input::{self, family};
use crate::output::Destination;
use crate::output::json;
use crate::output::message::tell;
use crate::status::Status;
use crate::work::early;

/// The name of the engine in output.
const ENGINE: &str = "diagram";

/// Answers from the diagram of a source, which is given by its name and its bytes.
pub fn run(
    request: &Request,
    (name, text): (&str, &[u8]),
    pictures: Option<Pictures>,
    stop: &CancelToken,
    cancel: &CancelToken,
) -> Result<Status> {
    refuse_combinations(request, is_diagram(text))?;
    let start = Instant::now();
    let budget = Budget { solutions: None, ..request.budget(stop) };
    if let Some(sampler) = sampled::asked(request).filter(|_| !is_diagram(text)) {
        return sampled::run(sampler, request, (name, text), pictures, &budget, [stop, cancel]);
    }
    let (diagram, refused) = if is_diagram(text) {
        let diagram = file::parsed(name, text)?;
        let given = given(request, diagram.problem())?.given;
        (Some(if given.is_empty() { diagram } else { diagram.given(&given) }), 0)
    } else {
        let (problem, refused) = read(request, (name, text))?;
        (compiled(request, name, &problem, &budget, stop)?, refused)
    };
    let spent = |during: &str| Ok(spent(request, (name, during), [stop, cancel]));
    let Some(diagram) = diagram else { return spent("while the diagram was made") };
    early::end();
    let question = &request.asked.question;
    let diagram = if question.needs_costs() { diagram.priced() } else { diagram };
    let status = match &request.asked.question {
        Question::Compile => {
            let family = family::in_comment(text).map(|spec| format!("{}{spec}", family::MARK));
            file::write(&diagram, family.as_deref(), request.out.as_deref(), request.force)?;
            Status::Positive
        }
        Question::IndexOf(_) => index_of(request, &diagram)?,
        Question::Marginals => marginals(request, name, &diagram, pictures)?,
        Question::Costs => {
            let Some(costs) = diagram.costs(&budget) else {
                return spent("while costs were added");
            };
            let of = costs.iter().map(|(cost, number)| (number, cost.to_string()));
            table(request, &diagram, "distribution", "cost", of)?
        }
        _ => solutions(request, (name, start), &diagram, pictures, [stop, cancel])?,
    };
    Ok(if refused > 0 { Status::Bad } else { status })
}

/// Refuses options that belong to a search, and limits that nothing keeps.
fn refuse_combinations(request: &Request, is_read: bool) -> Result<()> {
    let by_counts = sampled::asked(request).is_some() && !is_read;
    let searches = [
        (request.asked.engine != "auto" && (is_read || !by_counts), "--engine"),
        (request.asked.jobs.is_some(), "--jobs"),
        (request.checkpoint.is_some(), "--checkpoint"),
        (request.asked.preprocess && !by_counts, "--preprocess"),
        (request.stats, "--stats"),
        (request.shards.is_some(), "--shards"),
        (is_read && request.asked.keep_going, "--keep-going"),
        (!request.asked.onto.is_empty(), "--onto"),
    ];
    let other = [
        (request.proof.is_some(), "prove"),
        (request.asks_why(), "why"),
        (super::symmetries::are_asked(request), "classes"),
    ];
    args::refuse(&other, |_| {
        "found a diagram; expected the problem that it was compiled from".to_owned()
    })?;
    let asked = if is_read { "a diagram" } else { "a question that a diagram answers" };
    args::refuse(&searches, |option| {
        format!("found {asked}, for which nothing is searched that way; omit {option}")
    })?;
    let costs = request.asked.question == Question::Costs;
    let limits = [
        (request.asked.limits.tests.is_some(), "--max-tests"),
        (is_read && request.asked.limits.nodes.is_some(), "--max-nodes"),
        (is_read && request.asked.limits.memory.is_some() && !costs, "--max-memory"),
    ];
    let known = match (is_read, costs) {
        (true, true) => "--max-memory or --time-limit",
        (true, false) => "--time-limit",
        (false, _) => "--max-nodes, --max-memory or --time-limit",
    };
    args::refuse(&limits, |limit| {
        format!("found {asked}, which is limited by {known}; omit {limit}")
    })
}

/// What the options of `--given` leave of a problem; an error says which of them clash.
fn given(request: &Request, problem: &Problem) -> Result<Reduced> {
    let given = named(problem, &request.asked.given, "--given")?;
    problem.given(&given).map_err(|error| anyhow!("--given: {error}"))
}

/// The diagram of the solutions of a problem that hold the options of `--given`; `None` if the budget is spent.
fn compiled(
    request: &Request,
    name: &str,
    problem: &Problem,
    budget: &Budget,
    stop: &CancelToken,
) -> Result<Option<Diagram>> {
    let rest = given(request, problem)?;
    let progress = &Progress::new(!request.quiet, request.progress, None, stop);
    thread::scope(|scope| {
        if progress.reports() {
            // If the system has no thread left, the search goes on without reports.
            _ = thread::Builder::new().spawn_scoped(scope, || progress.report());
        }
        let _end = progress.end_of_reports();
        Diagram::compile_rest(problem, &rest, budget)
            .map_err(|error| unsupported(request, name, &error))
    })
}

/// Says that a limit was reached, and returns the status.
fn spent(
    request: &Request,
    (name, during): (&str, &str),
    [stop, cancel]: [&CancelToken; 2],
) -> Status {
    if cancel.is_cancelled() {
        return Status::Interrupted;
    }
    if !request.quiet {
        let limit = limits(request, stop, true);
        let others = match request.asked.question.sample() {
            Some(_) => {
                ", or `--engine iso`, or `--engine descent`, which finds some solutions more often than others"
            }
            None => "",
        };
        tell(format_args!("{name}: stopped at the limit {during}; use a larger {limit}{others}"));
    }
    Status::Negative
}

fn solutions(
    request: &Request,
    (name, start): (&str, Instant),
    diagram: &Diagram,
    pictures: Option<Pictures>,
    [stop, cancel]: [&CancelToken; 2],
) -> Result<Status> {
    let count = diagram.count();
    if let Question::Nth(Number(nth)) = &request.asked.question
        && *nth > count
        && count > BigUint::ZERO
    {
        bail!("--nth: found {nth}; expected a number from 1 to {count}, the number of solutions");
    }
    let smaller = &Smaller::unreduced(diagram.problem().clone());
    let printer = Printer::open(request, smaller, pictures)?;
    let printer = RefCell::new(printer);
    let (mut shown, mut is_whole) = (0u64, true);
    let mut show = |solution: Vec<OptionId>| {
        shown += 1;
        is_whole = !stop.is_cancelled();
        let added = printer.borrow_mut().add(&solution);
        added.map(|()| if is_whole { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    };
    let mut show_all = |solutions: &mut dyn Iterator<Item = Vec<OptionId>>| -> Result<()> {
        for solution in solutions {
            if show(solution)?.is_break() {
                break;
            }
        }
        Ok(())
    };
    let limit = request.asked.question.limit();
    let most = |limit: u64| usize::try_from(limit).unwrap_or(usize::MAX);
    match &request.asked.question {
        Question::Sample { number, seed } => {
            let mut stream = Stream::new(*seed, 0);
            show_all(&mut std::iter::from_fn(|| diagram.sample(&mut stream)).take(most(*number)))?;
        }
        Question::Nth(Number(nth)) => show_all(&mut diagram.nth(&(nth - 1u32)).into_iter())?,
        Question::Cheapest(k) => {
            show_all(&mut diagram.cheapest().map(|(_, solution)| solution).take(*k))?;
        }
        Question::Solutions { limit } => {
            let limit = most(limit.unwrap_or(u64::MAX));
            show_all(&mut diagram.solutions_from(&BigUint::ZERO).take(limit))?;
        }
        _ => {}
    }
    let is_asked = request.asked.question.needs_diagram();
    let (outcome, number) = match limit.map(BigUint::from) {
        _ if !is_whole => (Outcome::BudgetSpent, shown.into()),
        _ if is_asked => (Outcome::Exhausted, count),
        _ if request.asked.question.cheapest().is_some() => (Outcome::Exhausted, shown.into()),
        Some(limit) if count >= limit => (Outcome::Stopped, limit),
        _ => (Outcome::Exhausted, count),
    };
    let solutions = u64::try_from(&number).unwrap_or(u64::MAX);
    let stats = SearchStats { solutions, ..SearchStats::default() };
    let why = "all solutions are in a decision diagram";
    let changed = Some(Changed { engine: ENGINE, why });
    let tally = Tally { changed, ..Tally::new(number, Search { outcome, stats }) };
    printer.into_inner().finish(&tally, start.elapsed().as_nanos() as u64)?;
    // Once there is a diagram, only time and interrupts end the printing of solutions.
    Ok(explain(request, (name, "--time-limit"), &tally, cancel))
}

/// Prints the number of solutions that hold each option, and draws it.
fn marginals(
    request: &Request,
    name: &str,
    diagram: &Diagram,
    pictures: Option<Pictures>,
) -> Result<Status> {
    let marginals = diagram.marginals();
    let is_drawn = pictures.is_some();
    let heat = pictures.as_ref().map(|pictures| pictures.heat(diagram, &marginals)).transpose()?;
    let in_place = pictures.as_ref().is_some_and(|pictures| {
        pictures.have_stdout() || pictures.are_text() && request.output != Output::Json
    });
    let heat = heat.flatten();
    let is_empty = is_drawn && heat.is_none();
    // The picture comes first, so it is not lost if the reader of the table closes the pipe.
    if let (Some(pictures), Some(heat)) = (pictures, heat)
        && let Some(text) = pictures.finish_heat(&heat)?
    {
        Destination::open(None, false)?.finish_with(text.as_bytes())?;
    }
    if !in_place {
        let of = diagram.problem().option_ids().zip(&marginals);
        let of = of.map(|(option, number)| (number, diagram.problem().option_text(option)));
        table(request, diagram, "marginals", "option", of)?;
    }
    if is_empty && !request.quiet {
        tell(format_args!("{name}: {}", super::no_solution(request)));
    }
    Ok(Status::of(!is_empty))
}

/// Prints the number of the solution in a file.
fn index_of(request: &Request, diagram: &Diagram) -> Result<Status> {
    let file = request.index_of.as_deref().expect("it is the question");
    let (name, text) = input::bytes(file)?;
    let text = str::from_utf8(&text).map_err(|error| anyhow!("{name}: {error}; expected UTF-8"))?;
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let solution = named(diagram.problem(), &lines, &name)?;
    let Some(index) = diagram.index_of(&solution) else {
        if !request.quiet {
            let why = verify(diagram.problem(), &solution).err().map_or_else(
                || "it does not hold the options of --given, or the diagram lacks it".to_owned(),
                |violation| violation.to_string(),
            );
            tell(format_args!("{name}: these options are no solution of the diagram: {why}"));
        }
        return Ok(Status::Negative);
    };
    let mut out = Destination::open(request.out.as_deref(), request.force)?;
    let index = index + 1u32;
    if request.output == Output::Json {
        let object = json!({
            "engine": ENGINE,
            "solutions": json::big_count(&diagram.count()),
            "index": json::big_count(&index),
        });
        json::write_line(&mut out, &object)?;
    } else {
        writeln!(out, "{index}")?;
    }
    out.finish()?;
    Ok(Status::Positive)
}

/// Prints a number of solutions for each of some things.
fn table<'n>(
    request: &Request,
    diagram: &Diagram,
    title: &str,
    what: &str,
    lines: impl Iterator<Item = (&'n BigUint, String)>,
) -> Result<Status> {
    let mut out = Destination::open(request.out.as_deref(), request.force)?;
    if request.output == Output::Json {
        let all: Vec<_> = lines
            .map(|(number, text)| json!({what: text, "solutions": json::big_count(number)}))
            .collect();
        let object = json!({
            "engine": ENGINE,
            "solutions": json::big_count(&diagram.count()),
            title: all,
        });
        json::write_line(&mut out, &object)?;
    } else {
        for (number, text) in lines {
            match what {
                "cost" => writeln!(out, "{text} {number}")?,
                _ => writeln!(out, "{number} {text}")?,
            }
        }
    }
    out.finish()?;
    Ok(Status::Positive)
}
