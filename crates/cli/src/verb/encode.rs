//! `quadrille encode`: a problem as DLX text or in another program's format.

use std::path::Path;

use anyhow::{Result, anyhow};
use quadrille_service::problem::read_strictly;
use quadrille_tables::write_problem;

use crate::args::Encode;
use crate::input;
use crate::output::Destination;
use crate::output::whole_file::refuse_input;
use crate::status::Status;
use crate::work::early;

pub fn run(args: &Encode) -> Result<Status> {
    if let Some(out) = &args.out {
        refuse_input(out, [&args.problem])?;
    }
    let (name, mut text) = input::problem(&args.problem)?;
    let is_family = args.problem != "-" && !Path::new(&args.problem).exists();
    // The text of a family is DLX text, with a comment that names the family.
    if !is_family || args.format.is_some() {
        let problem = read_strictly(&text).map_err(|error| anyhow!("{name}:{error}"))?;
        let format = args.format.as_deref().unwrap_or("knuth");
        let written = write_problem(&problem, format).map_err(|error| anyhow!("{name}: {error}"));
        text = written?.into_bytes();
    }
    early::end();
    Destination::open(args.out.as_deref(), args.force)?.finish_with(&text)?;
    Ok(Status::Positive)
}
