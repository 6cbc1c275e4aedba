//! `quadrille count`: the number of solutions of a problem, or of each Sudoku puzzle.

use anyhow::{Result, bail};
use quadrille_cover::CancelToken;

use super::cover::is_diagram;
use super::{cover, solve};
use crate::args::{self, Count, Solve};
use crate::input::recognise;
use crate::status::Status;
use crate::work::early;

pub fn run(args: &Count, cancel: &CancelToken) -> Result<Status> {
    if args.out.is_some() && args.shards.shards.is_none() {
        bail!("--out: found no --shards, whose folder it names; omit --out");
    }
    if let (Some(_), Some(_)) = (args.shards.shards, args.limit) {
        bail!("--limit: found --shards, whose shards count all solutions; omit --limit");
    }
    if args.format.is_none() && is_a_problem(&args.problem.input)? {
        return cover::run(&args.request(), cancel);
    }
    let status = solve::run(&solve(args)?, cancel)?;
    Ok(if cancel.is_cancelled() { Status::Interrupted } else { status })
}

/// Whether an argument means an exact cover problem, and not Sudoku puzzles.
pub fn is_a_problem(input: &str) -> Result<bool> {
    // Until something is to be saved, an interrupt may end the process: standard input may have no end.
    early::begin();
    let is_a_problem = recognise::is_a_problem(input, is_diagram);
    early::end();
    is_a_problem
}

/// The count of each puzzle, as `solve` does it.
fn solve(args: &Count) -> Result<Solve> {
    let given = [
        (!args.problem.given.is_empty(), "--given"),
        (!args.onto.is_empty(), "--onto"),
        (args.engine.preprocess, "--preprocess"),
        (args.bounds.max_memory.is_some(), "--max-memory"),
        (args.jobs.is_some(), "--jobs"),
        (args.progress, "--progress"),
        (args.checkpoint.is_some(), "--checkpoint"),
        (args.shards.shards.is_some(), "--shards"),
        (args.engine.engine != "auto", "--engine"),
    ];
    args::refuse(&given, |option| {
        format!(
            "found Sudoku puzzles, whose solutions are counted without it; omit {option}, or turn a puzzle into a problem by \
             `quadrille encode sudoku:PUZZLE`; engines for Sudoku are those of `quadrille solve --count`"
        )
    })?;
    Ok(Solve::counting(args))
}
