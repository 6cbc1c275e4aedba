//! `sample` with the engine `iso` or by descents: random solutions of problems whose diagram would be too large.

use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::Result;
use quadrille_cover::{Budget, CancelToken, OptionId, Outcome, Search, SearchStats, Tally};
use quadrille_service::problem::{Drawn, Sampler};

use super::super::picture::Pictures;
use super::super::print::Printer;
use super::super::{explain, limits, read, smaller, unsupported};
use crate::args::request::Request;
use crate::output::message::tell;
use crate::status::Status;

/// What draws samples in place of a diagram, if the arguments ask for it.
pub fn asked(request: &Request) -> Option<Sampler> {
    request.asked.question.sample()?;
    Sampler::by_name(&request.asked.engine).ok().filter(|&sampler| sampler != Sampler::Diagram)
}

/// Prints random solutions of a source, which is given by its name and its bytes.
pub fn run(
    sampler: Sampler,
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
    let drawn = sampler.draw(smaller.problem(), asked, budget, &mut visit);
    let drawn = drawn.map_err(|error| unsupported(request, name, &error))?;
    if let Some(error) = lost {
        return Err(error);
    }
    let (outcome, solutions) = match drawn {
        Drawn::All(Some(all)) => (Outcome::Exhausted, all),
        Drawn::All(None) => (Outcome::Stopped, shown.into()),
        Drawn::Stopped => (Outcome::BudgetSpent, shown.into()),
    };
    if sampler == Sampler::Descent && shown > 0 && !request.quiet {
        tell(format_args!(
            "{name}: drawn by random descents, which find some solutions more often than others"
        ));
    }
    let counted = u64::try_from(&solutions).unwrap_or(u64::MAX);
    let stats = SearchStats { solutions: counted, ..SearchStats::default() };
    let tally = Tally::new(solutions, Search { outcome, stats });
    printer.finish(&tally, start.elapsed().as_nanos() as u64)?;
    let status = explain(request, (name, &limits(request, stop, true)), &tally, cancel);
    Ok(if refused > 0 { Status::Bad } else { status })
}
