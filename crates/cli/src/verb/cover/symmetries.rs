//! `classes`: the symmetries of a problem, and its solutions up to these.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::{Result, anyhow, bail};
use num_bigint::BigUint;
use quadrille_cover::symmetry::{Class, Method, Symmetries, SymmetryError};
use quadrille_cover::{Budget, CancelToken, Counters, Outcome, Search, SearchStats, engine};
use serde_json::json;

use super::picture::Pictures;
use super::smaller::Smaller;
use crate::args::Output;
use crate::args::request::{Classes, Question, Request};
use crate::output::json::{big_count, write_known};
use crate::output::message::tell;
use crate::output::{Destination, first_solution, stdout};
use crate::status::Status;
use crate::work::{early, memory};

/// Whether the arguments ask for symmetries or classes instead of solutions.
pub fn are_asked(request: &Request) -> bool {
    matches!(request.question, Question::Symmetries | Question::Classes { .. })
}

/// Prints what is asked for. `stop` ends the search at a limit of time or after an interrupt, `interrupt` only after the latter.
pub fn run(
    request: &Request,
    smaller: &Smaller,
    pictures: Option<Pictures>,
    (stop, interrupt): (&CancelToken, &CancelToken),
    name: &str,
) -> Result<Status> {
    let budget = Budget {
        memory: request.max_memory.map(memory::besides_program),
        cancel: Some(stop.clone()),
        ..Budget::default()
    };
    let printed = match request.question {
        Question::Classes { method, is_counted, limit } => {
            classes(request, (method, is_counted, limit), smaller, pictures, &budget)
        }
        _ => symmetries(request, smaller, &budget).map(|()| Status::Positive),
    };
    let why_not = match printed {
        Ok(Status::Negative) => "no solution".to_owned(),
        Ok(status) => return Ok(status),
        Err(error) => match error.downcast()? {
            SymmetryError::Cancelled if interrupt.is_cancelled() => return Ok(Status::Interrupted),
            stopped @ SymmetryError::Cancelled => format!("{stopped}; use a larger --time-limit"),
            stopped @ SymmetryError::Memory => format!("{stopped}; use a larger --max-memory"),
            other => return Err(anyhow!("{name}: {other}")),
        },
    };
    if !request.quiet {
        tell(format_args!("{name}: {why_not}"));
    }
    Ok(Status::Negative)
}

/// Prints the symmetries.
fn symmetries(request: &Request, smaller: &Smaller, budget: &Budget) -> Result<()> {
    let mut out = Destination::open(request.out.as_deref(), request.force)?;
    let symmetries = Symmetries::new(smaller.problem(), budget)?;
    early::end();
    let generators = symmetries.generators();
    if request.output == Output::Json {
        let order = big_count(symmetries.order());
        write_known(&mut out, [json!({ "symmetries": order, "generators": generators })])?;
    } else {
        writeln!(out, "Symmetries {}", symmetries.order())?;
        writeln!(out, "Generators {}", generators.len())?;
        for generator in &generators {
            let cycles = generator.iter().map(|cycle| format!("({})", cycle.join(" ")));
            writeln!(out, "{}", cycles.collect::<String>())?;
        }
    }
    out.finish()
}

/// All classes, whose solutions together are as many as were counted.
struct Checked {
    classes: Vec<Class>,
    /// The number of symmetries of the problem.
    order: BigUint,
    solutions: BigUint,
}

impl Checked {
    fn find(request: &Request, asked: Classes, smaller: &Smaller, budget: &Budget) -> Result<Self> {
        let problem = smaller.problem();
        let engine = engine::by_name(&request.engine).expect("clap accepts only names of engines");
        let tally =
            engine.tally(problem, budget, Counters::Off).map_err(SymmetryError::Unsupported)?;
        if tally.search.outcome == Outcome::BudgetSpent {
            let is_cancelled = budget.cancel.as_ref().is_some_and(CancelToken::is_cancelled);
            let why = if is_cancelled { SymmetryError::Cancelled } else { SymmetryError::Memory };
            return Err(why.into());
        }
        let solutions = tally.solutions;
        let symmetries = Symmetries::new(problem, budget)?;
        let method = match asked {
            Classes::Auto => Method::of(problem, &solutions),
            Classes::Enumerate => Method::Enumerate,
            Classes::Levels => Method::Levels,
        };
        let classes = symmetries.classes(method, engine, budget)?;
        let all: BigUint = classes.iter().map(|class| &class.solutions).sum();
        if all != solutions {
            bail!(
                "found {} classes with {all} solutions together, but counted {solutions} solutions; expected the same \
                 number: this is a bug in quadrille, please report it with the problem",
                classes.len()
            );
        }
        Ok(Self { classes, order: symmetries.order().clone(), solutions })
    }

    /// The number of solutions as a sum over the classes, such as ` = 11 x 8/1 + 1 x 8/2`: the number of classes, the number of
    /// symmetries of the problem, and that of each solution. If solutions have options that equal others, the number of ways to choose
    /// among these follows.
    fn sum(&self) -> String {
        let mut alike: BTreeMap<(&BigUint, BigUint), usize> = BTreeMap::new();
        for Class { symmetries, solutions, .. } in &self.classes {
            *alike.entry((symmetries, solutions * symmetries / &self.order)).or_default() += 1;
        }
        let terms = alike.iter().map(|((own, ways), classes)| {
            let ways = if *ways == 1u32.into() { String::new() } else { format!(" x {ways}") };
            format!("{classes} x {}/{own}{ways}", self.order)
        });
        let terms: Vec<String> = terms.collect();
        if terms.is_empty() { String::new() } else { format!(" = {}", terms.join(" + ")) }
    }
}

/// Prints the classes.
fn classes(
    request: &Request,
    (method, is_counted, limit): (Classes, bool, Option<u64>),
    smaller: &Smaller,
    mut pictures: Option<Pictures>,
    budget: &Budget,
) -> Result<Status> {
    let mut out = match &pictures {
        Some(pictures) if pictures.have_stdout() => Destination::Nowhere,
        _ => Destination::open(request.out.as_deref(), request.force)?,
    };
    let found = Checked::find(request, method, smaller, budget)?;
    early::end();
    let number = found.classes.len();
    let most = limit.map_or(number, |limit| number.min(limit as usize));
    let shown = &found.classes[..if is_counted { 0 } else { most }];
    let mut representatives = Vec::new();
    for class in shown {
        let whole = smaller.whole(&class.solution);
        let drawn = pictures.as_mut().map(|pictures| pictures.add(&smaller.read, &whole));
        let drawn = drawn.transpose()?.flatten();
        let words = smaller.words(&class.solution);
        if request.output == Output::Json {
            representatives.push(json!({
                "solution": words,
                "symmetries": big_count(&class.symmetries),
                "solutions": big_count(&class.solutions),
            }));
        } else {
            let text = drawn.unwrap_or_else(|| words.join("\n") + "\n");
            writeln!(out, "{text}Symmetries {}\n", class.symmetries)?;
        }
    }
    if request.output == Output::Json {
        let object = json!({
            "classes": number,
            "symmetries": big_count(&found.order),
            "solutions": big_count(&found.solutions),
            "representatives": (!is_counted).then_some(representatives),
        });
        write_known(&mut out, [object])?;
    } else {
        let mut stdout = stdout();
        let end: &mut dyn Write = match &mut out {
            Destination::File(_) => &mut stdout,
            out => out,
        };
        if is_counted {
            writeln!(end, "{number}")?;
        } else {
            writeln!(end, "Classes {number}")?;
            writeln!(end, "Solutions {}{}", found.solutions, found.sum())?;
        }
        end.flush()?;
    }
    out.finish()?;
    if let Some(pictures) = pictures {
        let solutions = u64::try_from(&found.solutions).unwrap_or(u64::MAX);
        let stats = SearchStats { solutions, ..SearchStats::default() };
        pictures.finish(&first_solution(&Search { outcome: Outcome::Exhausted, stats }))?;
    }
    Ok(Status::of(number > 0))
}
