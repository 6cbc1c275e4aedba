//! `quadrille prove`: a certificate of the answer to a problem, or of the answers to Sudoku puzzles.

use anyhow::Result;
use quadrille_cover::CancelToken;

use super::count::is_a_problem;
use super::{check, cover};
use crate::args::{self, Check, ProofForm, Prove};
use crate::status::Status;

pub fn run(args: &Prove, cancel: &CancelToken) -> Result<Status> {
    if args.format.is_none() && is_a_problem(&args.problem.input)? {
        if args.form == ProofForm::Veripb {
            let given =
                [(args.estimate, "--estimate"), (args.checkpoint.is_some(), "--checkpoint")];
            args::refuse(&given, |option| {
                format!("found --form veripb, which lists all solutions; omit {option}")
            })?;
        }
        return cover::run(&args.request(), cancel);
    }
    let Prove { problem, bounds, nodes, .. } = args;
    let given = [
        (!problem.given.is_empty(), "--given"),
        (problem.keep_going, "--keep-going"),
        (args.all, "--all"),
        (args.count, "--count"),
        (args.limit.is_some(), "--limit"),
        (args.engine != "auto", "--engine"),
        (nodes.max_nodes.is_some(), "--max-nodes"),
        (bounds.time_limit.is_some(), "--time-limit"),
        (bounds.max_memory.is_some(), "--max-memory"),
    ];
    args::refuse(&given, |option| {
        format!("found Sudoku puzzles, whose answers are proved without it; omit {option}")
    })?;
    let status = check::run(&Check::proving(args), cancel)?;
    Ok(if cancel.is_cancelled() { Status::Interrupted } else { status })
}
