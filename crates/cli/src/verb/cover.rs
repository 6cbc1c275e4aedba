//! The verbs on exact cover problems in DLX text: `cover`, `count`, `sample`, `classes`, `compile`, `prove`, `why`.

mod ask;
mod checkpoint;
mod lines;
mod observer;
mod parts;
mod picture;
mod print;
mod progress;
mod proof;
pub mod split;
mod symmetries;
mod why;

use std::cell::RefCell;
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use num_bigint::BigUint;
use quadrille_cover::engine::Frontier;
use quadrille_cover::{
    CancelToken, Counters, OptionId, Outcome, Problem, Solver, Tally, Unsupported, engine,
};
use quadrille_harness::measure::watchdog::Watchdog;
use quadrille_results::Shown;
use quadrille_service::problem::{self, Smaller, read_leniently};

pub use self::ask::is_diagram;
use self::checkpoint::{Checkpoint, not_begun};
use self::parts::{InParts, undivided};
use self::picture::Pictures;
use self::print::Printer;
use self::progress::Progress;
use self::proof::Proof;
use self::why::Why;
use crate::args::request::{self, Question, Request};
use crate::args::{self, Output};
use crate::input;
use crate::output::message::tell;
use crate::output::whole_file::{WholeFile, is_same, refuse_input, with_suffix};
use crate::output::{Destination, is_stdout, plural};
use crate::status::Status;
use crate::work::{early, memory};

pub fn run(request: &Request, cancel: &CancelToken) -> Result<Status> {
    refuse_combinations(request)?;
    let picture = request.picture.iter().flatten();
    for written in request.out.iter().chain(&request.checkpoint).chain(picture) {
        refuse_input(written, [request.input()])?;
    }
    if request.asked.limits.memory.is_some() {
        memory::note_program();
    }
    let watchdog = request.time_limit.map(|_| Watchdog::start(cancel)).transpose()?;
    let guard =
        watchdog.iter().zip(request.time_limit).map(|(watch, limit)| watch.guard(limit)).next();
    let stop = guard.as_ref().map_or(cancel, |guard| &guard.token).clone();
    begin_early(request, guard.is_some(), &stop, cancel);
    let (name, text) = input::problem(request.input())?;
    let pictures = Pictures::new(request, &text)?;
    if request.asked.question.needs_diagram() || is_diagram(&text) {
        return ask::run(request, (&name, &text), pictures, &stop, cancel);
    }
    let (problem, refused) = read(request, (&name, &text))?;
    let smaller = smaller(problem, request, &stop)?;
    let status = if let Some(number) = request.shards {
        split::split(request, number, &text, &smaller, &stop).with_context(|| name.clone())?
    } else if symmetries::are_asked(request) {
        symmetries::run(request, &smaller, pictures, (&stop, cancel), (&name, &text))?
    } else {
        let why = Why::new(request, (&name, &text), &stop);
        let tally = search(request, &smaller, pictures, (&stop, why.as_ref()), &name)?;
        // A layer that is too large ends its count, whatever else is allowed.
        let limits = limits(request, &stop, request.asked.engine == Frontier.name());
        explain(request, (&name, &limits), &tally, cancel)
    };
    Ok(if refused > 0 { Status::Bad } else { status })
}

/// Lets a limit of time or an interrupt end the process at once, until there is something to save: a solution or a file.
fn begin_early(request: &Request, is_limited: bool, stop: &CancelToken, cancel: &CancelToken) {
    if !is_limited {
        return early::begin();
    }
    let name = request.input().shown().to_string();
    let (is_quiet, cancel) = (request.quiet, cancel.clone());
    early::begin_limited(stop, move || {
        if cancel.is_cancelled() {
            return Status::Interrupted as u8;
        }
        if !is_quiet {
            tell(format_args!(
                "{name}: stopped at the limit, with no result; use a larger --time-limit"
            ));
        }
        Status::Negative as u8
    });
}

/// The problem, and the number of options that cannot be read. With `--keep-going` such options are
/// reported and left out, otherwise the first one is an error.
fn read(request: &Request, (name, text): (&str, &[u8])) -> Result<(Problem, u64)> {
    let read = read_leniently(text, &mut |error| {
        if !request.asked.keep_going {
            return ControlFlow::Break(());
        }
        tell(format_args!("error: {name}:{error}"));
        ControlFlow::Continue(())
    });
    let (problem, refused) = read.map_err(|error| anyhow!("{name}:{error}"))?;
    if refused > 0 {
        let options = plural(refused, "option");
        tell(format_args!("{options} refused; the result is that of the problem without them"));
    }
    // The cheapest solutions are printed when the search has ended, also if a limit or an interrupt ended it.
    if request.writes_files() || request.asked.question.cheapest().is_some() {
        early::end();
    }
    Ok((problem, refused))
}

fn smaller(read: Problem, request: &Request, stop: &CancelToken) -> Result<Smaller> {
    let smaller = Smaller::new(read, &request.asked, stop)?;
    if let Some(report) = smaller.report.as_ref().filter(|_| !request.quiet) {
        tell(report);
    }
    Ok(smaller)
}

/// Refuses options that cannot be combined. A checkpoint needs a result that it can store: a number, or the
/// length of a file of solutions, which is cut back to that length.
fn refuse_combinations(request: &Request) -> Result<()> {
    let Request { asked: problem::Request { question, .. }, checkpoint, out, .. } = request;
    let in_a_file = out.as_deref().is_some_and(|path| !is_stdout(path));
    let kept = match question {
        Question::Count { limit: None } => true,
        Question::Solutions { limit: None } => in_a_file,
        _ => false,
    };
    let is_divided = request.shards.is_some();
    if checkpoint.is_some() && !is_divided && (!kept || request.output == Output::Json) {
        bail!(
            "--checkpoint: expected `count`, `prove --count` or `cover --all --out FILE`, without --limit or JSON"
        );
    }
    let engine = request.asked.engine.as_str();
    if checkpoint.is_some() && request.proof.is_some() && ["memo", "bits"].contains(&engine) {
        bail!(
            "--checkpoint: found engine {engine}, whose steps are not kept; expected iso, frontier or auto"
        );
    }
    if let (Some(checkpoint), Some(out)) = (checkpoint, out)
        && [out, &with_suffix(out, ".part")].into_iter().any(|out| is_same(checkpoint, out))
    {
        bail!("--checkpoint: found the same file as in --out; expected two different files");
    }
    let in_parts = [
        (request.asked.jobs.is_some_and(|jobs| jobs > 1), "--jobs"),
        (checkpoint.is_some(), "--checkpoint"),
        (is_divided, "--shards"),
    ];
    if !request.asked.onto.is_empty() {
        args::refuse(&in_parts, |option| {
            format!(
                "found --onto, for which nothing is searched in parts, because parts do not know what is found in others; omit {option}"
            )
        })?;
    }
    if let (Question::Cheapest(_), Some(jobs @ 2..)) = (question, request.asked.jobs) {
        bail!(
            "--cheapest: found --jobs {jobs}; expected --jobs 1, because parts do not know the costs found \
             in other parts"
        );
    }
    Ok(())
}

fn search(
    request: &Request,
    smaller: &Smaller,
    pictures: Option<Pictures>,
    (stop, why): (&CancelToken, Option<&Why>),
    name: &str,
) -> Result<Tally> {
    let problem = smaller.problem();
    let engine =
        engine::by_name(&request.asked.engine).expect("clap accepts only names of engines");
    // The engine shown is chosen for the whole problem; `auto` chooses again for each part.
    let choice = (engine.name() == engine::Auto.name()).then(|| match request.asked.question {
        Question::Cheapest(_) => engine::Auto.choice_of_cheapest(),
        Question::Count { .. } if request.asked.onto.is_empty() => {
            engine::Auto.choice_to_count(problem)
        }
        _ => engine::Auto.choice(problem),
    });
    let start = Instant::now();
    let budget = request.budget(stop);
    let checkpoint = match &request.checkpoint {
        // A reduction cut short would not match the checkpoint.
        Some(path) if stop.is_cancelled() => return Ok(not_begun(&path.shown())),
        Some(path) => Some(Checkpoint::open(path, request, smaller)?),
        None => None,
    };
    let counts =
        request.counts() || checkpoint.as_ref().is_some_and(|checkpoint| checkpoint.about.counters);
    let counters = if counts { Counters::On } else { Counters::Off };
    let bytes = checkpoint.as_ref().map_or(0, |checkpoint| checkpoint.bytes);
    let proof = request.proof.as_ref();
    let target = proof.and_then(request::Proof::target);
    let is_estimated = proof.is_some() && target.is_none();
    let proof = target.map(|target| Proof::create(target, request, problem)).transpose();
    let proof = proof.inspect_err(|_| checkpoint.iter().for_each(Checkpoint::leave_unchanged))?;
    let mut printer = printer(request, smaller, checkpoint.as_ref(), pictures)?;
    printer.choice = choice;
    printer.begun = bytes > 0;
    let printer = RefCell::new(printer);
    let mut lost = None;
    let mut visit = |solution: &[OptionId]| match printer.borrow_mut().add(solution) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            lost = Some(error);
            ControlFlow::Break(())
        }
    };
    let on_terminal = request.progress || !lists_solutions_on_terminal(request);
    let note = undivided(request);
    let progress = &Progress::new(on_terminal && !request.quiet, request.progress, note, stop);
    let searched: Result<Tally> = thread::scope(|scope| {
        if request.asked.question.cheapest().is_none() && progress.reports() {
            // If the system has no thread left, the search goes on without reports.
            _ = thread::Builder::new().spawn_scoped(scope, || progress.report());
        }
        let _end = progress.end_of_reports();
        let searched = match proof {
            Some(proof) => proof.search(&budget, checkpoint, &mut visit),
            None if is_estimated => {
                let estimated = proof::estimate(&request.asked.engine, problem, &budget);
                estimated.map(|(tally, bytes)| {
                    printer.borrow_mut().certificate = Some(bytes);
                    tally
                })
            }
            None if request.in_parts() => {
                let parts = InParts { request, engine, problem, budget: &budget, counters, stop };
                parts.search(checkpoint, progress, &printer, &mut visit)
            }
            None => {
                let searched = problem::search(
                    &request.asked,
                    problem,
                    &budget,
                    counters,
                    &mut visit,
                    &mut (),
                );
                searched.map_err(anyhow::Error::from)
            }
        };
        progress.finish(searched.as_ref().ok());
        searched
    });
    let wall_ns = start.elapsed().as_nanos() as u64;
    if let Some(error) = lost {
        return Err(error);
    }
    let tally = searched.map_err(|error| match error.downcast_ref() {
        Some(quadrille_service::Error::Unsupported(what)) => unsupported(request, name, what),
        Some(other) => anyhow!("{name}: {other}"),
        None => match error.downcast_ref::<Unsupported>() {
            Some(what) => unsupported(request, name, what),
            None => error,
        },
    })?;
    let explained = why.and_then(|why| why.explain(smaller, &tally));
    let mut printer = printer.into_inner();
    printer.explain(explained.as_ref());
    printer.finish(&tally, wall_ns)?;
    explained.map_or(Ok(()), |explained| explained.print(request))?;
    Ok(tally)
}

/// Where results are printed; with a checkpoint, a file of solutions that grows.
fn printer<'a>(
    request: &'a Request,
    smaller: &'a Smaller,
    checkpoint: Option<&Checkpoint>,
    pictures: Option<Pictures>,
) -> Result<Printer<'a>> {
    let path = request.out.as_deref().filter(|path| !is_stdout(path));
    let (Some(path), Some(checkpoint)) = (path, checkpoint) else {
        return Printer::open(request, smaller, pictures);
    };
    let out = WholeFile::grow(path, request.force, checkpoint.known_bytes());
    let out = out.inspect_err(|_| checkpoint.leave_unchanged())?;
    Ok(Printer::new(request, smaller, Destination::File(out), pictures))
}

/// Whether several solutions are listed on a terminal while they are found, where a bar would be among them.
fn lists_solutions_on_terminal(request: &Request) -> bool {
    let on_stdout = request.out.as_deref().is_none_or(is_stdout);
    request.asked.question.several()
        && request.output == Output::Plain
        && on_stdout
        && std::io::stdout().is_terminal()
}

/// What is not handled, and what to use instead.
fn unsupported(request: &Request, name: &str, what: &Unsupported) -> anyhow::Error {
    let question = &request.asked.question;
    let instead = if question.needs_diagram() {
        "`cover --all`, `cover --cheapest` and `count` search it without a diagram"
    } else if request.asked.engine != engine::Auto.name() && request.proof.is_none() {
        "use `--engine auto`"
    } else {
        return anyhow!("{name}: {what}");
    };
    anyhow!("{name}: {what}; {instead}")
}

/// The options that may have ended a search: those given, and `--max-memory` where there is a limit without it.
fn limits(request: &Request, stop: &CancelToken, limits_memory: bool) -> String {
    if stop.is_cancelled() {
        return "--time-limit".to_owned();
    }
    let memory = match request.asked.limits.memory {
        Some(_) => Some("--max-memory"),
        None => limits_memory.then_some("--max-memory (the default is 1074)"),
    };
    let tests = request.asked.limits.tests.map(|_| "--max-tests");
    let nodes = request.asked.limits.nodes.map(|_| "--max-nodes");
    [tests, nodes, memory].into_iter().flatten().collect::<Vec<_>>().join(" or ")
}

/// Says that there is no solution, and which verb looks for a reason. Standard input cannot be read again.
fn no_solution(request: &Request) -> String {
    let input = request.input();
    if request.asks_why() || input == "-" {
        return "no solution".to_owned();
    }
    let quote = if input.contains(|c: char| !c.is_ascii_alphanumeric() && !"_-./:=@,".contains(c)) {
        "'"
    } else {
        ""
    };
    format!("no solution; for a reason, use `quadrille why {quote}{}{quote}`", input.shown())
}

/// Reports on standard error why there is no solution or not every one, and returns the status.
fn explain(
    request: &Request,
    (name, limits): (&str, &str),
    tally: &Tally,
    cancel: &CancelToken,
) -> Status {
    let why_not = match tally.search.outcome {
        Outcome::BudgetSpent if cancel.is_cancelled() => {
            if request.asked.question.cheapest().is_some() && !request.quiet {
                tell(format_args!("{name}: interrupted; cheaper solutions may exist"));
            }
            return Status::Interrupted;
        }
        Outcome::BudgetSpent => {
            let what =
                if request.asked.question.sample().is_some() { "sample" } else { "solution" };
            let so_far = plural(&tally.solutions, what);
            let best = if request.asked.question.cheapest().is_some() {
                "; cheaper ones may exist"
            } else {
                ""
            };
            let in_a_file = request.out.as_deref().is_some_and(|path| !is_stdout(path));
            let lost = in_a_file && request.checkpoint.is_none();
            let lost = if lost { "; no file was written" } else { "" };
            format!("stopped at the limit, with {so_far} so far{best}{lost}; use a larger {limits}")
        }
        _ if tally.solutions == BigUint::ZERO => no_solution(request),
        _ => return Status::Positive,
    };
    if !request.quiet {
        tell(format_args!("{name}: {why_not}"));
    }
    Status::Negative
}
