//! What the verbs share whose work can be divided into shards.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use quadrille_harness::shards::{
    Folder, Job, Manifest, Published, ShardAbout, ShardId, ShardWriter,
};
use quadrille_results::Shown;

use crate::output::message::tell;
use crate::status::Status;

/// Writes the manifest of work in a number of shards, and says what to do next.
pub fn create(folder: &Path, shards: usize, job: Job, more: &str, quiet: bool) -> Result<Status> {
    let manifest = Manifest::new(shards, job)?;
    Folder::create(folder, &manifest)?;
    let (shown, last) = (folder.shown(), shards - 1);
    if quiet {
        return Ok(Status::Positive);
    }
    tell(format_args!(
        "wrote {shown}/manifest.json. Do each shard K from 0 to {last}, in any order, on any machine that sees the folder:\n  \
         quadrille shard {shown} K{more}\nIn a Slurm job array or a Kubernetes Indexed Job, leave out K. \
         Then:\n  quadrille missing {shown}\n  quadrille merge {shown}"
    ));
    Ok(Status::Positive)
}

/// A shard that is to be done, and how.
pub struct Task<'t> {
    pub folder: &'t Folder,
    pub id: ShardId,
    pub jobs: Option<usize>,
    pub is_quiet: bool,
}

/// Does a shard: `work` writes its payload, and returns the writer, or none if the work was interrupted.
pub fn write(
    task: &Task<'_>,
    about: &ShardAbout,
    work: impl FnOnce(ShardWriter) -> Result<Option<ShardWriter>>,
) -> Result<Status> {
    let Task { folder, id, is_quiet, .. } = *task;
    let Some(writer) = work(folder.begin(id, about)?)? else {
        tell(format_args!("shard {} was interrupted and not published", id.k));
        return Ok(Status::Interrupted);
    };
    let ShardId { k, of, .. } = id;
    match writer.publish()? {
        Published::First if is_quiet => {}
        Published::First => tell(format_args!("published shard {k} of {of}")),
        Published::Repaired(error) => {
            tell(format_args!("published shard {k} of {of} in place of a refused one: {error}"));
        }
        Published::Second => tell(format_args!(
            "another process has published shard {k} of {of} meanwhile; this result was dropped"
        )),
    }
    Ok(Status::Positive)
}

/// The absolute path of a file that every shard reads.
pub fn absolute(file: &Path) -> Result<std::path::PathBuf> {
    quadrille_harness::files::regular(file).map_err(|error| {
        anyhow!(
            "{}: {error}; every shard reads this file, so it must be a regular file",
            file.shown()
        )
    })?;
    let real = file.canonicalize()?;
    if real.to_str().is_none() {
        bail!(
            "{}: expected a path in UTF-8, because the manifest of the shards names it; rename its folder",
            real.shown()
        );
    }
    Ok(real)
}
