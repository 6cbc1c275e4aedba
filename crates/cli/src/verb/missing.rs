//! `quadrille missing`: the shards of a folder that are still to be done.

use anyhow::{Result, bail};
use quadrille_harness::shards::{Folder, Job, array_specification};

use super::cover::split;
use crate::Status;
use crate::args::Missing;
use crate::output::message::tell;
use crate::output::print_if_read;

pub fn run(args: &Missing) -> Result<Status> {
    let folder = Folder::open(&args.folder)?;
    let (missing, _) = match &folder.manifest().job {
        Job::Cover(_) => split::missing(&folder, &mut |why| tell(why))?,
        _ => bail!("not yet"),
    };
    if missing.is_empty() {
        return Ok(Status::Positive);
    }
    print_if_read(&format!("{}\n", array_specification(&missing)))?;
    Ok(Status::Negative)
}
