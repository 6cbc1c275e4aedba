//! `quadrille missing`: the shards that a folder of shards still lacks.

use std::io::Write;

use anyhow::Result;
use quadrille_harness::shards::{Folder, array_specification};

use crate::Status;
use crate::args::Missing;
use crate::output::message::tell;
use crate::output::stdout;

pub fn run(args: &Missing) -> Result<Status> {
    let folder = Folder::open(&args.folder)?;
    let missing = folder.missing(0, folder.manifest().shards)?;
    for refused in &missing.refused {
        tell(format_args!("error: {refused}"));
    }
    if !missing.numbers.is_empty() {
        let mut out = stdout();
        writeln!(out, "{}", array_specification(&missing.numbers))?;
        out.flush()?;
    }
    Ok(Status::of(missing.numbers.is_empty()))
}
