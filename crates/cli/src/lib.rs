//! `quadrille`: exact cover and Sudoku, solved, checked, generated, measured.
//!
//! Results go to standard output, messages and progress to standard error. The exit status is 0 for a
//! positive answer, 1 for a negative one, 2 for bad usage or input, 3 if the answer stays open, 130 after an
//! interrupt, 141 if the reader of the output closed the pipe before the end.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod args;
mod input;
mod output;
mod status;
mod verb;
mod work;

use std::io;
use std::path::Path;
use std::process::{self, ExitCode};

use anyhow::Result;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Subcommand};
use quadrille_cover::CancelToken;
use quadrille_results::{Shown, is_printable};
use quadrille_sudoku::engine::lanes::Instructions;

use args::{Cli, Verb, headings, moved};
use output::message::{tell, tell_text};
use status::Status;

/// Runs the command that the arguments of the process name.
pub fn main() -> ExitCode {
    work::panics::watch();
    if let Some(page) = verb::help::asked(words()) {
        return code(verb::help::run(page));
    }
    let mut cli = parsed();
    let most = cli.instructions.unwrap_or(Instructions::Avx512);
    cli.verb.limit_instructions(most);
    let cancel = work::interrupt::watch();
    if cli.verb.only_prints() {
        work::early::begin();
    }
    code(work::panics::caught(|| match (run(&cli.verb, most, &cancel)?, &cli.verb) {
        (_, verb) if cancel.is_cancelled() && !verb.reports_interrupts() => Ok(Status::Interrupted),
        (status, _) => Ok(status),
    }))
}

/// The words of the command line that are UTF-8.
fn words() -> impl Iterator<Item = String> {
    std::env::args_os().filter_map(|word| word.into_string().ok())
}

/// The command line. If it has an error, or asks for help, this is said and the process ends.
fn parsed() -> Cli {
    // What begins with a verb needs no help of the whole program.
    let begins = std::env::args_os()
        .nth(1)
        .is_some_and(|word| word.to_str().is_some_and(Verb::has_subcommand));
    let program = if begins { Cli::command() } else { headings::program(&verb::help::names()) };
    let cli = program.try_get_matches().and_then(|words| Cli::from_arg_matches(&words));
    cli.unwrap_or_else(|error| {
        process::exit(refused(&error));
    })
}

/// Says what is wrong with the command line, or prints the help that it asks for. Returns the status of the process.
fn refused(error: &clap::Error) -> i32 {
    if error.kind() == ErrorKind::InvalidUtf8
        && let Some(word) = std::env::args_os().find(|word| word.to_str().is_none())
    {
        tell(format_args!(
            "error: found the argument `{}`, which is not UTF-8; expected UTF-8, because names of inputs are written into \
             results; read the file through standard input (`quadrille VERB - < FILE`), or rename it",
            Path::new(&word).shown()
        ));
        return error.exit_code();
    }
    if error.kind() == ErrorKind::UnknownArgument
        && let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg)
        && let Some(instead) = moved::instead(words(), option)
    {
        tell(format_args!("error: {instead}"));
        return error.exit_code();
    }
    // The text repeats words of the command line, such as names of files; it has colours only where they are safe.
    if std::env::args_os().all(|word| word.to_str().is_some_and(is_printable)) {
        return match error.print() {
            Err(failed) if failed.kind() == io::ErrorKind::BrokenPipe => Status::ClosedPipe as i32,
            Err(failed) => {
                tell(format_args!("error: standard output: {failed}"));
                Status::Bad as i32
            }
            Ok(()) => error.exit_code(),
        };
    }
    tell_text(error.render());
    error.exit_code()
}

fn run(verb: &Verb, most: Instructions, cancel: &CancelToken) -> Result<Status> {
    match verb {
        Verb::Solve(args) => verb::solve::run(args, cancel),
        Verb::Check(args) => verb::check::run(args, cancel),
        Verb::Generate(args) => verb::generate::run(args, most, cancel),
        Verb::Sheet(args) => verb::sheet::run(args, cancel),
        Verb::Transform(args) => verb::transform::run(args, cancel),
        Verb::Cover(args) => verb::cover::run(&args.request(), cancel),
        Verb::Count(args) => verb::count::run(args, cancel),
        Verb::Sample(args) => verb::cover::run(&args.request(), cancel),
        Verb::Classes(args) => verb::cover::run(&args.request(), cancel),
        Verb::Compile(args) => verb::cover::run(&args.request(), cancel),
        Verb::Prove(args) => verb::prove::run(args, cancel),
        Verb::Why(args) => verb::cover::run(&args.request(), cancel),
        Verb::Estimate(args) => verb::estimate::run(args, cancel),
        Verb::Features(args) => verb::features::run(args, cancel),
        Verb::Select(args) => verb::select::run(args, cancel),
        Verb::Export(args) => verb::export::run(args, cancel),
        Verb::Verify(args) => verb::verify::run(args),
        Verb::Encode(args) => verb::encode::run(args),
        Verb::Engine(args) => verb::engine::run(args, cancel),
        Verb::Run(args) => verb::run::run(args, most, cancel),
        Verb::Resume(args) => verb::run::run(&args.run(), most, cancel),
        Verb::Shard(args) => verb::shard::run(args, most, cancel),
        Verb::Missing(args) => verb::missing::run(args),
        Verb::Merge(args) => verb::merge::run(args),
        Verb::Slurm(args) => verb::slurm::run(args, cancel),
        Verb::Rank(args) => verb::rank::run(args),
        Verb::Compare(args) => verb::compare::run(args),
        Verb::Gate(args) => verb::gate::run(args),
        Verb::Race(args) => verb::race::run(args, cancel),
        Verb::Report(args) => verb::report::run(args),
        Verb::Reproduce(args) => verb::reproduce::run(args, most, cancel),
        Verb::Play(args) => verb::play::run(args, cancel),
        Verb::Web(args) => verb::web::run(args, cancel),
        Verb::Doctor(args) => verb::doctor::run(args),
        Verb::List(args) => verb::list::run(args),
        Verb::Completions(args) => verb::completions::run(args),
        Verb::Man(_) => verb::completions::man(),
    }
}

/// Reports an error, and what a panic left to be said, and returns the status of the process.
fn code(ended: Result<Status>) -> ExitCode {
    let status = match ended {
        Ok(status) => status,
        Err(error) if output::is_closed_pipe(&error) => Status::ClosedPipe,
        Err(error) => {
            tell(format_args!("error: {error:#}"));
            Status::Bad
        }
    };
    let status = match work::panics::noted() {
        Some(error) if status != Status::Bad => {
            tell(format_args!("error: {error:#}"));
            Status::Bad
        }
        _ => status,
    };
    ExitCode::from(status as u8)
}
