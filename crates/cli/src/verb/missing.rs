//! `quadrille missing`: the shards that a folder of shards still lacks.

use std::io::Write;

use anyhow::Result;
use quadrille_harness::shards::{Folder, Job, array_specification};

use super::cover::split::{self, Lacking};
use crate::args::Missing;
use crate::output::message::tell;
use crate::output::stdout;
use crate::status::Status;

pub fn run(args: &Missing) -> Result<Status> {
    let folder = Folder::open(&args.folder)?;
    let Lacking { numbers, .. } = lacking(&folder, &mut |why| tell(format_args!("error: {why}")))?;
    if !numbers.is_empty() {
        let mut out = stdout();
        writeln!(out, "{}", array_specification(&numbers))?;
        out.flush()?;
    }
    Ok(Status::of(numbers.is_empty()))
}

/// The shards that a folder lacks. `refused` is called with the reason for each shard that is refused.
pub fn lacking(folder: &Folder, refused: &mut dyn FnMut(&str)) -> Result<Lacking> {
    if let Job::Cover(_) = folder.manifest().job {
        return split::lacking(folder, refused);
    }
    let missing = folder.missing()?;
    missing.refused.iter().for_each(|error| refused(&error.to_string()));
    Ok(Lacking { generation: 0, numbers: missing.numbers })
}
