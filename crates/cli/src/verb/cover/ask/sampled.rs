//! `sample` with the engine `iso`: random solutions of problems whose diagram would be too large.

use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::Result;
use quadrille_cover::engine::Iso;
use quadrille_cover::{Budget, CancelToken, OptionId, Outcome, Search, SearchStats, Solver, Tally};
use quadrille_service::problem::Sampler;

use super::super::picture::Pictures;
use super::super::print::Printer;
use super::super::{explain, limits, read, smaller, unsupported};
use crate::args::request::Request;
use crate::status::Status;

/// Whether the arguments ask for samples by counts up to isomorphism.
pub fn is_asked(request: &Request) -> bool {
    request.asked.question.sample().is_some() && request.asked.engine == Iso.name()
}

/// Counts the solutions of a source, which is given by its name and its bytes, and prints random ones.
pub fn run(
    request: &Request,
    (name, text): (&str, &[u8]),
    pictures: Option<Pictures>,
    budget: &Budget,
    [stop, cancel]: [&CancelToken; 2],
) -> Result<Status> {
    let start = Instant::now();
    let (problem, refused) = read(request, (name, text))?;
    let smaller = &smaller(problem, request, stop)?;
    let mut printer = Printer::open(request, smaller, pictures)?;
    let asked = request.asked.question.sample().expect("samples are asked for");
    let (mut shown, mut lost) = (0u64, None);
    let mut visit = |solution: &[OptionId]| {
        shown += 1;
        lost = printer.add(solution).err();
        if lost.is_none() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let all = Sampler::Iso.draw(smaller.problem(), asked, budget, &mut visit);
    let all = all.map_err(|error| unsupported(request, name, &error))?;
    if let Some(error) = lost {
        return Err(error);
    }
    let (outcome, solutions) = match all {
        Some(all) => (Outcome::Exhausted, all),
        None => (Outcome::BudgetSpent, shown.into()),
    };
    let counted = u64::try_from(&solutions).unwrap_or(u64::MAX);
    let stats = SearchStats { solutions: counted, ..SearchStats::default() };
    let tally = Tally::new(solutions, Search { outcome, stats });
    printer.finish(&tally, start.elapsed().as_nanos() as u64)?;
    let status = explain(request, (name, &limits(request, stop, true)), &tally, cancel);
    Ok(if refused > 0 { Status::Bad } else { status })
}
