//! `quadrille`: exact cover and Sudoku, solved, checked, generated, measured.
//!
//! Results go to stdout, messages and progress to stderr. The exit status is 0 for a positive
//! answer, 1 for a negative one, 2 for bad usage or input, 130 after an interrupt.

mod args;
mod family;
mod feed;
mod figures;
mod input;
mod interrupt;
mod lanes;
mod narrate;
mod output;
mod pipeline;
mod rows;
mod tell;
mod verb;
mod whole_file;
mod whole_lines;

use std::process::ExitCode;

use clap::Parser;

use crate::tell::tell;
use args::{Cli, Verb};

/// How a verb ended; the greatest of several wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    /// Done, and the answer is positive.
    Positive,
    /// Done, and the answer is negative.
    Negative,
    /// Bad usage or input.
    Bad,
    /// Interrupted.
    Interrupted,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        match status {
            Status::Positive => 0,
            Status::Negative => 1,
            Status::Bad => 2,
            Status::Interrupted => 130,
        }
        .into()
    }
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    if let Some(instructions) = cli.instructions {
        instructions.at_most();
    }
    let cancel = interrupt::watch();
    let ended = match &cli.verb {
        Verb::Solve(args) => verb::solve::run(args, &cancel),
        Verb::Check(args) => verb::check::run(args, &cancel),
        Verb::Generate(args) => verb::generate::run(args, &cancel),
        Verb::Cover(args) => verb::cover::run(args, &cancel),
        Verb::Encode(args) => verb::encode::run(args),
        Verb::Run(args) => verb::run::run(args, &cancel),
        Verb::Rank(args) => verb::rank::run(args),
        Verb::Compare(args) => verb::compare::run(args),
        Verb::Gate(args) => verb::gate::run(args),
        Verb::Report(args) => verb::report::run(args),
        Verb::Reproduce(args) => verb::reproduce::run(args, &cancel),
        Verb::Play(args) => verb::play::run(args, &cancel),
        Verb::Doctor(args) => verb::doctor::run(args),
        Verb::List(args) => verb::list::run(args),
    };
    match ended {
        // `cover` may have come to its end all the same, and says so.
        Ok(_) if cancel.is_cancelled() && !matches!(cli.verb, Verb::Cover(_)) => {
            Status::Interrupted.into()
        }
        Ok(status) => status.into(),
        // Whoever read our output has had enough of it.
        Err(error) if output::is_closed_pipe(&error) => Status::Positive.into(),
        Err(error) => {
            tell(format_args!("error: {error:#}"));
            Status::Bad.into()
        }
    }
}
