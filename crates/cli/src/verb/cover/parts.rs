//! A search with `--jobs` or `--checkpoint`: in parts or, where a memo makes that faster, as a whole.

use std::cell::RefCell;

use anyhow::Result;
use quadrille_cover::engine::{Frontier, Iso};
use quadrille_cover::parallel::{Division, Parallel};
use quadrille_cover::search::{Keeper, Whole};
use quadrille_cover::{
    Budget, CancelToken, Counters, Outcome, Problem, SearchStats, Solver, Tally, Visitor,
};
use quadrille_results::Shown;

use super::checkpoint::{Checkpoint, MemoFile, not_begun};
use super::observer::Observer;
use super::print::Printer;
use super::progress::Progress;
use crate::args::request::Request;

pub struct InParts<'s> {
    pub request: &'s Request,
    pub engine: &'static dyn Solver,
    pub problem: &'s Problem,
    pub budget: &'s Budget,
    pub counters: Counters,
    /// Token of the budget.
    pub stop: &'s CancelToken,
}

impl InParts<'_> {
    /// Searches and, with a checkpoint, goes on where an earlier search ended.
    pub fn search(
        &self,
        mut checkpoint: Option<Checkpoint>,
        progress: &Progress<'_>,
        printer: &RefCell<Printer<'_>>,
        visit: &mut Visitor<'_>,
    ) -> Result<Tally> {
        let Self { request, problem, budget, counters, stop, .. } = *self;
        let count = request.asked.question.is_count();
        let (mut engine, mut up_to_symmetry) = (self.engine, false);
        if count {
            if let Some(known) = checkpoint.as_ref().and_then(Checkpoint::whole) {
                return Ok(known);
            }
            let jobs = request.asked.jobs.unwrap_or(1);
            let kept = checkpoint.as_ref().map(|checkpoint| checkpoint.kept(stop));
            let kept = kept.transpose()?.flatten();
            let keeper = kept.as_ref().map(|kept| kept as &dyn Keeper);
            match engine.tally_whole(problem, budget, counters, jobs, keeper)? {
                Whole::Counted(mut tally) => {
                    if let (Some(checkpoint), Some(kept)) = (&mut checkpoint, kept) {
                        self.keep_whole(checkpoint, &kept, &mut tally)?;
                    }
                    return Ok(tally);
                }
                Whole::InParts { engine: other, up_to_symmetry: some } => {
                    (engine, up_to_symmetry) = (other.unwrap_or(engine), some);
                }
            }
        }
        // The parts of a checkpoint are the same whatever the limit of memory.
        let memory = budget.memory.filter(|_| checkpoint.is_none());
        let budget_of_parts = Budget { memory, ..budget.clone() };
        // What is begun goes on as it was divided, also where a limit of solutions came or went.
        let begun = checkpoint.as_ref().and_then(Checkpoint::symmetry);
        let division = if count {
            let symmetry = begun.unwrap_or(up_to_symmetry);
            Division::to_count(problem, &budget_of_parts, symmetry)
        } else {
            let visits = engine.visits_images(problem);
            let symmetry = begun.unwrap_or(budget.solutions.is_none() && visits.is_some());
            engine = visits.unwrap_or(engine);
            Division::to_visit(problem, &budget_of_parts, symmetry)
        };
        if let Some(checkpoint) = &mut checkpoint {
            if stop.is_cancelled() {
                // A division cut short would not match the checkpoint.
                checkpoint.leave_unchanged();
                return Ok(not_begun(&checkpoint.path.shown()));
            }
            checkpoint.divide(&division)?;
        }
        let jobs = request.asked.jobs.unwrap_or(1);
        progress.divide(&division, jobs > 1 && division.parts() > 1);
        let parallel = Parallel::new(engine, jobs);
        let mut observer = Observer::new(checkpoint, progress, printer, stop);
        let searched = if count {
            parallel.tally_parts(&division, budget, counters, &mut observer)
        } else {
            parallel.search_parts(&division, budget, counters, visit, &mut observer)
        };
        observer.finish()?;
        Ok(searched?)
    }

    /// Saves the result of a count that was not divided or, if it is not complete, its sub-problems. Counters stay empty if
    /// some sub-problems were counted by an earlier search.
    fn keep_whole(
        &self,
        checkpoint: &mut Checkpoint,
        kept: &MemoFile<'_>,
        tally: &mut Tally,
    ) -> Result<()> {
        let (restored, new) = kept.finish()?;
        if restored > 0 {
            let SearchStats { solutions, .. } = tally.search.stats;
            tally.search.stats = SearchStats { solutions, ..SearchStats::default() };
        }
        if tally.search.outcome == Outcome::Exhausted {
            return checkpoint.write_whole(tally);
        }
        checkpoint.leave(restored + new, "sub-problem", self.request.quiet);
        Ok(())
    }
}

/// What to say if a count with the engine `memo` is not divided, although the arguments ask for several workers.
pub fn undivided(request: &Request) -> Option<String> {
    if [Iso.name(), Frontier.name()].contains(&&*request.asked.engine) {
        return None;
    }
    let jobs = request
        .asked
        .jobs
        .filter(|&jobs| jobs > 1 && request.asked.question.is_count() && !request.quiet)?;
    Some(format!(
        "--jobs {jobs} is not used as long as `memo` counts, on one thread, because sub-problems occur again; \
         `--engine bits` searches in parts"
    ))
}
