//! `quadrille cover`: any exact cover problem in DLX text.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::{Result, anyhow};
use quadrille_cover::{
    CancelToken, Counters, OptionId, Outcome, Problem, Search, Unsupported, engine,
};

use crate::Status;
use crate::args::{Cover, Output};
use crate::input;
use crate::output::{Json, plural, stdout, write_stats};

pub fn run(args: &Cover, cancel: &CancelToken) -> Result<Status> {
    let (name, text) = input::bytes(args.input.as_deref())?;
    let mut refused = 0u64;
    let mut first_error = None;
    let problem = Problem::parse_lenient(text, |error| {
        if args.keep_going {
            eprintln!("error: {name}:{error}");
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
        eprintln!("{} refused; what follows is about the others", plural(refused, "option"));
    }
    let solved = solve(args, &problem, cancel)?;
    let search = solved.map_err(|unsupported| anyhow!("{name}: {unsupported}"))?;
    let status = explain(args, &name, &search, cancel);
    Ok(if refused > 0 { Status::Bad } else { status })
}

/// An option as it is printed, or all of a solution.
type Words = Vec<String>;

fn solve(
    args: &Cover,
    problem: &Problem,
    cancel: &CancelToken,
) -> Result<Result<Search, Unsupported>> {
    let engine = engine::by_name(&args.engine).expect("clap lets only names of engines through");
    let budget = args.limits.budget(args.how_many.solutions(), cancel);
    let json = args.output == Output::Json;
    let counters = if args.stats || json { Counters::On } else { Counters::Off };
    let mut out = stdout();
    let (mut printed, mut kept): (usize, Vec<Words>) = (0, Vec::new());
    let mut lost = None;
    let start = Instant::now();
    let searched = engine.search(problem, &budget, counters, &mut |solution| {
        if args.how_many.count {
            return ControlFlow::Continue(());
        }
        if json {
            if kept.is_empty() || args.how_many.several() {
                kept.push(words(problem, solution));
            }
            return ControlFlow::Continue(());
        }
        let blank = if printed > 0 { "\n" } else { "" };
        printed += 1;
        let text = words(problem, solution).join("\n");
        match writeln!(out, "{blank}{text}") {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                lost = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    let wall_ns = start.elapsed().as_nanos() as u64;
    let search = match (searched, lost) {
        (_, Some(error)) => return Err(error.into()),
        (Err(unsupported), None) => return Ok(Err(unsupported)),
        (Ok(search), None) => search,
    };
    let stats = search.stats;
    if args.how_many.count {
        if search.outcome != Outcome::BudgetSpent {
            writeln!(out, "{}", stats.solutions)?;
        }
    } else if json {
        let json = Json {
            engine: Some(engine.name()),
            solution: kept.first().cloned(),
            all: args.how_many.several().then(|| kept.clone()),
            wall_ns: Some(wall_ns),
            ..Json::default()
        };
        json.with(&search).write(&mut out)?;
    }
    if args.stats && (args.how_many.count || !json) {
        let counts = [("Tests", stats.tests), ("Forks", stats.forks), ("Nodes", stats.nodes)];
        write_stats(&mut out, &counts)?;
    }
    out.flush()?;
    Ok(Ok(search))
}

fn words(problem: &Problem, solution: &[OptionId]) -> Words {
    solution.iter().map(|&option| problem.option_text(option)).collect()
}

/// Says on stderr what the print-out does not, and what the answer means for the status.
fn explain(args: &Cover, name: &str, search: &Search, cancel: &CancelToken) -> Status {
    let solutions = search.stats.solutions;
    let why_not = match search.outcome {
        Outcome::BudgetSpent if cancel.is_cancelled() => return Status::Interrupted,
        Outcome::BudgetSpent => {
            let so_far = plural(solutions, "solution");
            format!("gave up at the limit, with {so_far} so far; raise --max-tests or --max-nodes")
        }
        _ if solutions == 0 => "no solution".to_owned(),
        _ => return Status::Positive,
    };
    if !args.quiet {
        eprintln!("{name}: {why_not}");
    }
    Status::Negative
}
