//! `quadrille merge`: puts the shards of a folder together.

use anyhow::{Result, bail};
use quadrille_harness::shards::{Folder, Job};

use super::cover::split;
use crate::Status;
use crate::args::Merge;

pub fn run(args: &Merge) -> Result<Status> {
    let folder = Folder::open(&args.folder)?;
    match &folder.manifest().job {
        Job::Cover(_) => split::merge(&folder, args.out.as_deref(), args.force, args.quiet),
        _ => bail!("not yet"),
    }
}
