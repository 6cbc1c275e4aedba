//! `quadrille cover`: any exact cover problem in DLX text.

use std::io::{self, Write};
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
use crate::tell::tell;

pub fn run(args: &Cover, cancel: &CancelToken) -> Result<Status> {
    let (name, text) = input::bytes(args.input.as_deref())?;
    let mut refused = 0u64;
    let mut first_error = None;
    let problem = Problem::parse_lenient(text, |error| {
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
    let mut printer = Printer { args, problem: &problem, out: stdout(), printed: 0, kept: vec![] };
    let searched = printer.search(cancel)?;
    let (search, wall_ns) = searched.map_err(|unsupported| anyhow!("{name}: {unsupported}"))?;
    printer.finish(&search, wall_ns)?;
    let status = explain(args, &name, &search, cancel);
    Ok(if refused > 0 { Status::Bad } else { status })
}

/// Prints solutions as they are found; for JSON, which is one object, keeps them.
struct Printer<'a, W: Write> {
    args: &'a Cover,
    problem: &'a Problem,
    out: W,
    printed: usize,
    /// Solutions in words, an option each.
    kept: Vec<Vec<String>>,
}

/// A search and how long it took in nanoseconds.
type Timed = (Search, u64);

impl<W: Write> Printer<'_, W> {
    fn is_json(&self) -> bool {
        self.args.output == Output::Json
    }

    fn search(&mut self, cancel: &CancelToken) -> Result<Result<Timed, Unsupported>> {
        let args = self.args;
        let engine = engine::by_name(&args.engine).expect("clap lets only engines through");
        let budget = args.limits.budget(args.how_many.solutions(), cancel);
        let counters = if args.stats || self.is_json() { Counters::On } else { Counters::Off };
        let mut lost = None;
        let start = Instant::now();
        let searched = engine.search(self.problem, &budget, counters, &mut |solution| match self
            .add(solution)
        {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                lost = Some(error);
                ControlFlow::Break(())
            }
        });
        let wall_ns = start.elapsed().as_nanos() as u64;
        match lost {
            Some(error) => Err(error.into()),
            None => Ok(searched.map(|search| (search, wall_ns))),
        }
    }

    fn add(&mut self, solution: &[OptionId]) -> io::Result<()> {
        if self.is_json() {
            if self.kept.is_empty() || self.args.how_many.several() {
                self.kept.push(words(self.problem, solution));
            }
        } else if !self.args.how_many.count {
            let blank = if self.printed > 0 { "\n" } else { "" };
            self.printed += 1;
            writeln!(self.out, "{blank}{}", words(self.problem, solution).join("\n"))?;
        }
        Ok(())
    }

    /// What can be printed only when the search has ended.
    fn finish(&mut self, search: &Search, wall_ns: u64) -> Result<()> {
        let (args, stats) = (self.args, search.stats);
        if self.is_json() {
            let json = Json {
                engine: Some(&args.engine),
                solution: self.kept.first().cloned(),
                all: args.how_many.several().then(|| std::mem::take(&mut self.kept)),
                wall_ns: Some(wall_ns),
                ..Json::default()
            };
            json.with(search).write(&mut self.out)?;
        } else {
            // A number that is not the whole number would be taken for it.
            if args.how_many.count && search.outcome != Outcome::BudgetSpent {
                writeln!(self.out, "{}", stats.solutions)?;
            }
            if args.stats {
                let counts =
                    [("Tests", stats.tests), ("Forks", stats.forks), ("Nodes", stats.nodes)];
                write_stats(&mut self.out, &counts)?;
            }
        }
        self.out.flush()?;
        Ok(())
    }
}

fn words(problem: &Problem, solution: &[OptionId]) -> Vec<String> {
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
        tell(format_args!("{name}: {why_not}"));
    }
    Status::Negative
}
