//! `quadrille cover`: any exact cover problem in DLX text.

mod checkpoint;
mod clock;
mod picture;
mod print;
mod progress;
mod sink;
mod smaller;
mod watcher;

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::{Result, anyhow, bail};
use num_bigint::BigUint;
use quadrille_cover::parallel::{Division, Parallel};
use quadrille_cover::{
    Budget, CancelToken, Counters, OptionId, Outcome, Problem, Search, SearchStats, Solver, Tally,
    Unsupported, engine,
};

use self::checkpoint::Checkpoint;
use self::clock::Clock;
use self::picture::Pictures;
use self::print::Printer;
use self::sink::Sink;
use self::smaller::Smaller;
use self::watcher::Watcher;
use crate::Status;
use crate::args::{Cover, Output};
use crate::output::plural;
use crate::tell::tell;
use crate::{family, input};

pub fn run(args: &Cover, cancel: &CancelToken) -> Result<Status> {
    refuse_half_a_result(args)?;
    let (name, text) = match &args.family {
        Some(spec) => (spec.clone(), family::text(spec)?),
        None => input::bytes(args.input.as_deref())?,
    };
    let pictures = Pictures::new(args, &text)?;
    let mut refused = 0u64;
    let mut first_error = None;
    let problem = Problem::parse_lenient(&text, |error| {
        if args.keep_going {
            tell(format_args!("error: {name}:{error}"));
            refused += 1;
            return ControlFlow::Continue(());
        }
        first_error = Some(error);
        ControlFlow::Break(())
    });
    if let Some(error) = first_error {
        return Err(anyhow!("{name}:{error}"));
    }
    let problem = problem.map_err(|error| anyhow!("{name}:{error}"))?;
    if refused > 0 {
        tell(format_args!(
            "{} refused; what follows is about the others",
            plural(refused, "option")
        ));
    }
    let clock = Clock::start(args.time_limit, cancel);
    let smaller = Smaller::new(problem, args, clock.token())?;
    let tally = search(args, &smaller, pictures, clock, &name)?;
    let status = explain(args, &name, &tally, cancel);
    Ok(if refused > 0 { Status::Bad } else { status })
}

/// A checkpoint keeps a number, or solutions in a file that it can cut back.
fn refuse_half_a_result(args: &Cover) -> Result<()> {
    let in_a_file = args.out.as_deref().is_some_and(|path| path.as_os_str() != "-");
    let kept = args.how_many.count || args.how_many.all && in_a_file;
    if args.checkpoint.is_some()
        && (!kept || args.how_many.limit.is_some() || args.output == Output::Json)
    {
        bail!("--checkpoint: expected --count, or --all with --out FILE, and no --limit or JSON");
    }
    if args.checkpoint.is_some() && args.checkpoint == args.out {
        bail!("--checkpoint: found the file of --out; expected two files");
    }
    if let (Some(_), Some(jobs)) = (args.cheapest, args.jobs)
        && jobs > 1
    {
        bail!(
            "--cheapest: found --jobs {jobs}; expected one, as parts do not know of each other's"
        );
    }
    Ok(())
}

/// Searches and prints what is found.
fn search(
    args: &Cover,
    smaller: &Smaller,
    pictures: Option<Pictures<'_>>,
    clock: Clock,
    name: &str,
) -> Result<Tally> {
    let problem = smaller.problem();
    let engine = engine::by_name(&args.engine).expect("clap lets only engines through");
    // Parts may be of another kind than the whole: there `auto` goes on choosing.
    let choice = (engine.name() == engine::Auto.name()).then(|| match args {
        Cover { cheapest: Some(_), .. } => engine::Auto.choice_of_cheapest(),
        _ if args.tallies() => engine::Auto.choice_to_count(problem),
        _ => engine::Auto.choice(problem),
    });
    let start = Instant::now();
    let budget = Budget {
        memory: args.max_memory.map(|megabytes| megabytes.saturating_mul(1_000_000)),
        ..args.limits.budget(args.how_many.solutions(), clock.token())
    };
    let division = args.in_parts().then(|| Division::within(problem, clock.token()));
    let checkpoint = match (&args.checkpoint, &division) {
        (Some(path), Some(_)) if clock.token().is_cancelled() => {
            // What was divided in a hurry, or made smaller, is not what the checkpoint is of.
            let path = path.display();
            tell(format_args!("{path}: as it was: nothing could be searched in so short a time"));
            let search = Search { outcome: Outcome::BudgetSpent, stats: SearchStats::default() };
            return Ok(Tally { solutions: BigUint::ZERO, search });
        }
        (Some(path), Some(division)) => Some(Checkpoint::open(path, args, smaller, division)?),
        _ => None,
    };
    let counts = args.counts() || checkpoint.as_ref().is_some_and(Checkpoint::counts);
    let counters = if counts { Counters::On } else { Counters::Off };
    let bytes = checkpoint.as_ref().map_or(0, |checkpoint| checkpoint.bytes);
    let sink = match &pictures {
        Some(pictures) if pictures.have_stdout() => Sink::Nowhere,
        _ => Sink::new(args, bytes)?,
    };
    let printer = Printer::new(args, smaller, choice, sink, bytes > 0, pictures);
    let printer = RefCell::new(printer);
    let mut lost = None;
    let mut visit = |solution: &[OptionId]| match printer.borrow_mut().add(solution) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            lost = Some(error);
            ControlFlow::Break(())
        }
    };
    let searched: Result<Tally, Unsupported> = match (&division, args.cheapest) {
        (_, Some(k)) => engine
            .cheapest(problem, k, &budget, counters, &mut |solution, _| visit(solution))
            .map(|search| Tally { solutions: search.stats.solutions.into(), search }),
        (None, _) if args.tallies() => engine.tally(problem, &budget, counters),
        (None, _) => engine
            .search(problem, &budget, counters, &mut visit)
            .map(|search| Tally { solutions: search.stats.solutions.into(), search }),
        (Some(division), _) => {
            let parallel = Parallel::new(engine, args.jobs.unwrap_or(1));
            let mut watcher = Watcher::new(args, division, checkpoint, &printer, clock.token());
            let searched = if args.tallies() {
                parallel.tally_parts(division, &budget, counters, &mut watcher)
            } else {
                parallel.search_parts(division, &budget, counters, &mut visit, &mut watcher)
            };
            watcher.finish()?;
            searched
        }
    };
    let wall_ns = start.elapsed().as_nanos() as u64;
    drop(clock);
    if let Some(error) = lost {
        return Err(error);
    }
    let tally = searched.map_err(|unsupported| anyhow!("{name}: {unsupported}"))?;
    printer.into_inner().finish(&tally, wall_ns)?;
    Ok(tally)
}

/// Says on stderr what the print-out does not, and what the answer means for the status.
fn explain(args: &Cover, name: &str, tally: &Tally, cancel: &CancelToken) -> Status {
    let others = [
        (args.time_limit.is_some(), "--time-limit, "),
        (args.max_memory.is_some(), "--max-memory, "),
    ];
    let others: String = others.iter().filter(|(given, _)| *given).map(|(_, name)| *name).collect();
    let limits = format!("{others}--max-tests or --max-nodes");
    let why_not = match tally.search.outcome {
        Outcome::BudgetSpent if cancel.is_cancelled() => return Status::Interrupted,
        Outcome::BudgetSpent => {
            let one = tally.solutions == BigUint::from(1u32);
            let so_far =
                if one { "1 solution".into() } else { format!("{} solutions", tally.solutions) };
            let best = if args.cheapest.is_some() { "; there may be cheaper ones" } else { "" };
            format!("gave up at the limit, with {so_far} so far{best}; raise {limits}")
        }
        _ if tally.solutions == BigUint::ZERO => "no solution".to_owned(),
        _ => return Status::Positive,
    };
    if !args.quiet {
        tell(format_args!("{name}: {why_not}"));
    }
    Status::Negative
}
