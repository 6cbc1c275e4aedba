//! `quadrille completions` and `quadrille man`: from the same definitions as the command line.

use std::io::Write;

use anyhow::Result;
use clap::CommandFactory;

use crate::args::{Cli, Completions};
use crate::output::Destination;
use crate::status::Status;

pub fn run(args: &Completions) -> Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "quadrille", &mut script);
    Destination::open(None, false)?.finish_with(&script)?;
    Ok(Status::Positive)
}

/// Prints the manual as one page: the program, then every verb with its options.
pub fn man() -> Result<Status> {
    let mut command = Cli::command();
    command.build();
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for verb in command.get_subcommands().filter(|verb| verb.get_name() != "help") {
        let man = clap_mangen::Man::new(verb.clone());
        writeln!(page, ".SH QUADRILLE {}", verb.get_name().to_uppercase())?;
        man.render_synopsis_section(&mut page)?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    Destination::open(None, false)?.finish_with(&page)?;
    Ok(Status::Positive)
}
