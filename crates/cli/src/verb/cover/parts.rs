//! A search with `--jobs` or `--checkpoint`: in parts or, where a memo makes that faster, as a whole.

use std::cell::RefCell;

use anyhow::Result;
use num_bigint::BigUint;
use quadrille_cover::parallel::{Division, Parallel};
use quadrille_cover::search::Whole;
use quadrille_cover::{
    Budget, CancelToken, Counters, Outcome, Problem, Search, SearchStats, Solver, Tally, Visitor,
};

use super::checkpoint::Checkpoint;
use super::observer::Observer;
use super::print::Printer;
use super::progress::Progress;
use crate::args::Cover;
use crate::output::message::tell;

/// The arguments of a search in parts.
pub struct InParts<'s> {
    pub args: &'s Cover,
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
        let Self { args, problem, budget, counters, stop, .. } = *self;
        let count = args.how_many.count;
        let mut engine = self.engine;
        if count {
            if let Some(known) = checkpoint.as_ref().and_then(Checkpoint::whole) {
                return Ok(known);
            }
            match engine.tally_whole(problem, budget, counters)? {
                Whole::Counted(tally) => {
                    if let Some(checkpoint) = &mut checkpoint {
                        self.keep_whole(checkpoint, &tally)?;
                    }
                    return Ok(tally);
                }
                Whole::InParts(other) => engine = other.unwrap_or(engine),
            }
        }
        let division = Division::within(problem, stop);
        if let Some(checkpoint) = &mut checkpoint {
            if stop.is_cancelled() {
                // A division cut short would not match the checkpoint.
                checkpoint.leave_unchanged();
                return Ok(not_begun(&checkpoint.path.display()));
            }
            checkpoint.divide(&division)?;
        }
        let jobs = args.jobs.unwrap_or(1);
        progress.divide(&division, jobs > 1 && division.parts() > 1);
        let parallel = Parallel::new(engine, jobs);
        let mut observer = Observer::new(args, checkpoint, progress, printer, stop);
        let searched = if count {
            parallel.tally_parts(&division, budget, counters, &mut observer)
        } else {
            parallel.search_parts(&division, budget, counters, visit, &mut observer)
        };
        observer.finish()?;
        Ok(searched?)
    }

    /// Saves the result of a count that was not divided, if it is complete.
    fn keep_whole(&self, checkpoint: &mut Checkpoint, tally: &Tally) -> Result<()> {
        if tally.search.outcome == Outcome::Exhausted {
            return checkpoint.write_whole(tally);
        }
        let path = checkpoint.path.display().to_string();
        if self.stop.is_cancelled() {
            checkpoint.leave_unchanged();
            not_begun(&path);
        } else if !self.args.quiet {
            tell(format_args!("{path}: unchanged, because {SAVED_AT_THE_END}"));
        }
        Ok(())
    }
}

const SAVED_AT_THE_END: &str =
    "a count with `memo` is saved only when it is complete; `--engine bits` saves parts";

/// Says that a checkpoint has nothing new, and returns the result of a search that was not begun.
pub fn not_begun(path: &dyn std::fmt::Display) -> Tally {
    tell(format_args!(
        "{path}: unchanged, because the time limit ended before the search began to save parts; {SAVED_AT_THE_END}"
    ));
    let search = Search { outcome: Outcome::BudgetSpent, stats: SearchStats::default() };
    Tally { solutions: BigUint::ZERO, search }
}

/// What to say if a count with a memo is not divided, although the arguments ask for parts.
pub fn undivided(args: &Cover) -> Option<String> {
    let jobs = args.jobs.filter(|&jobs| jobs > 1).map(|jobs| {
        format!(
            "--jobs {jobs} is not used: `memo` counts this problem on one thread, because its sub-problems occur \
             again; `--engine bits` searches in parts"
        )
    });
    let checkpoint = args.checkpoint.as_ref().map(|path| {
        format!(
            "{}: written only when the count is complete, because `memo` counts this problem as a whole; \
             `--engine bits` saves parts",
            path.display()
        )
    });
    let said: Vec<String> = jobs.into_iter().chain(checkpoint).collect();
    (args.how_many.count && !args.quiet && !said.is_empty()).then(|| said.join("\n"))
}
