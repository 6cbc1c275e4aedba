//! `quadrille generate`: puzzles, the same for one seed everywhere.

use std::io::Write;

use anyhow::{Context, Result};
use quadrille_cover::CancelToken;
use quadrille_cover::random::Stream;
use quadrille_sudoku::format::write;
use quadrille_sudoku::generate::{Recipe, Wanted, puzzle};
use rayon::prelude::*;

use crate::Status;
use crate::args::{Generate, WantedAnswer, jobs_or_cores};
use crate::output::stdout;

/// Puzzles made side by side before they are printed, for each job.
const BATCH: usize = 16;

pub fn run(args: &Generate, cancel: &CancelToken) -> Result<Status> {
    let answer = match args.answer {
        WantedAnswer::Unique => Wanted::Unique,
        WantedAnswer::Multiple => Wanted::Multiple,
        WantedAnswer::None => Wanted::None,
    };
    let recipe = Recipe { order: args.size, clues: args.clues, answer };
    let jobs = jobs_or_cores(args.jobs);
    let workers = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
    let workers = workers.with_context(|| format!("cannot start {jobs} workers"))?;
    let mut out = stdout();
    let mut made = 0;
    while made < args.count && !cancel.is_cancelled() {
        let batch = made..args.count.min(made + BATCH * jobs);
        made = batch.end;
        // Puzzle i has a stream of its own, so who makes it does not matter.
        let make = |i: usize| puzzle(recipe, &mut Stream::new(args.seed, i as u64));
        let puzzles: Vec<_> = workers.install(|| batch.into_par_iter().map(make).collect());
        for puzzle in puzzles {
            writeln!(out, "{}", write::line(puzzle.givens()))?;
        }
        out.flush()?;
    }
    Ok(Status::Positive)
}
