//! `classes`: the symmetries of a problem, and its solutions up to these.

use std::io::Write;

use anyhow::{Result, anyhow};
use quadrille_cover::family::Layout;
use quadrille_cover::symmetry::{Symmetries, SymmetryError};
use quadrille_cover::{BigUint, Budget, CancelToken, Outcome, Problem, Search, SearchStats};
use quadrille_service::Error;
use quadrille_service::problem::{self, Classes, Classified, Smaller};
use serde_json::json;

use super::lines;
use super::picture::Pictures;
use super::proof::Proof;
use crate::args::Output;
use crate::args::request::{self, Question, Request};
use crate::input::family::{self, in_comment};
use crate::output::json::{big_count, write_known};
use crate::output::message::tell;
use crate::output::{Destination, first_solution, stdout};
use crate::status::Status;
use crate::work::early;

/// Whether the arguments ask for symmetries or classes instead of solutions.
pub fn are_asked(request: &Request) -> bool {
    matches!(request.asked.question, Question::Symmetries | Question::Classes { .. })
}

/// Prints the symmetries or the classes. `stop` is cancelled by a limit of time or an interrupt; `interrupt` by an interrupt alone, which
/// has a status of its own.
pub fn run(
    request: &Request,
    smaller: &Smaller,
    pictures: Option<Pictures>,
    (stop, interrupt): (&CancelToken, &CancelToken),
    (name, text): (&str, &[u8]),
) -> Result<Status> {
    // A budget that is spent without a cancellation is reported as a lack of memory, so no other limit may end the search.
    let budget = Budget { tests: None, nodes: None, ..request.budget(stop) };
    let layout = in_comment(text).and_then(|spec| family::layout(spec).ok());
    let board = request.asked.rotations.then(|| problem::board(layout.as_ref())).transpose();
    let board = board.map_err(|error| anyhow!("{name}: {error}"))?;
    let printed = match request.asked.question {
        Question::Classes { method, is_counted, limit } => {
            classes(request, (method, is_counted, limit), smaller, board, pictures, &budget)
        }
        _ => symmetries(request, smaller, board, &budget).map(|()| Status::Positive),
    };
    let by_levels =
        matches!(request.asked.question, Question::Classes { method: Classes::Levels, .. });
    let why_not = match printed {
        Ok(Status::Negative) => super::no_solution(request),
        Ok(status) => return Ok(status),
        Err(error) => match error.downcast()? {
            Error::Symmetry(SymmetryError::Cancelled) if interrupt.is_cancelled() => {
                return Ok(Status::Interrupted);
            }
            stopped @ Error::Symmetry(SymmetryError::Cancelled) => {
                format!("{stopped}; use a larger --time-limit")
            }
            stopped @ Error::Symmetry(SymmetryError::Memory) => {
                format!("{stopped}; use a larger --max-memory")
            }
            Error::Symmetry(SymmetryError::Unsupported(what)) if by_levels => {
                return Err(anyhow!("{name}: {what}; use `--method enumerate`"));
            }
            Error::Unsupported(what) | Error::Symmetry(SymmetryError::Unsupported(what)) => {
                return Err(super::unsupported(request, name, &what));
            }
            other => return Err(anyhow!("{name}: {other}")),
        },
    };
    if !request.quiet {
        tell(format_args!("{name}: {why_not}"));
    }
    Ok(Status::Negative)
}

fn symmetries(
    request: &Request,
    smaller: &Smaller,
    board: Option<&Layout>,
    budget: &Budget,
) -> Result<()> {
    let mut out = Destination::open(request.out.as_deref(), request.force)?;
    let symmetries = match board {
        Some(board) => Symmetries::rotations(smaller.problem(), board),
        None => Symmetries::new(smaller.problem(), budget),
    };
    let symmetries = symmetries.map_err(Error::from)?;
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

/// Begins a proof of the classes, if one is to be written: certifies the number of all solutions, and returns it.
fn certified(
    request: &Request,
    problem: &Problem,
    budget: &Budget,
) -> Result<Option<(Proof, BigUint)>> {
    let target = request.proof.as_ref().and_then(request::Proof::target);
    let Some(target) = target else { return Ok(None) };
    let proof = Proof::create(target, request, problem)?;
    let tally = proof.certify(budget, None)?;
    if tally.search.outcome != Outcome::Exhausted {
        let is_cancelled = budget.cancel.as_ref().is_some_and(CancelToken::is_cancelled);
        let why = if is_cancelled { SymmetryError::Cancelled } else { SymmetryError::Memory };
        return Err(Error::from(why).into());
    }
    problem::check_provable(&tally.solutions)?;
    Ok(Some((proof, tally.solutions)))
}

fn classes(
    request: &Request,
    (method, is_counted, limit): (Classes, bool, Option<u64>),
    smaller: &Smaller,
    board: Option<&Layout>,
    mut pictures: Option<Pictures>,
    budget: &Budget,
) -> Result<Status> {
    let mut out = match &pictures {
        Some(pictures) if pictures.have_stdout() => Destination::Nowhere,
        _ => Destination::open(request.out.as_deref(), request.force)?,
    };
    let engine = problem::engine(&request.asked.engine)?;
    let problem = smaller.problem();
    let proof = certified(request, problem, budget)?;
    let found = match board {
        Some(board) => Classified::find_rotated(problem, board, method, engine, budget)?,
        None => Classified::find(problem, method, engine, budget)?,
    };
    if let Some((proof, counted)) = proof {
        let stated = found.stated(problem, board, &counted, budget)?;
        proof.finish_classes(found.classes.len(), &stated)?;
    }
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
                "numbers": lines::numbers(&whole),
                "symmetries": big_count(&class.symmetries),
                "solutions": big_count(&class.solutions),
            }));
        } else {
            let text = match drawn {
                Some(drawn) => drawn,
                None if request.numbers => lines::line_of_numbers(&whole),
                None => words.join("\n") + "\n",
            };
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
