//! `quadrille merge`: one result of all shards, once every shard is there.

use std::collections::BTreeMap;
use std::io::{self, BufReader, Write};

use anyhow::{Context, Result, anyhow, bail};
use quadrille_harness::run::merge::{self, Merged};
use quadrille_harness::run::reading::run_file;
use quadrille_harness::shards::{Binary, Folder, Job, RunJob, Shard, ShardId, array_specification};
use quadrille_results::Shown;

use super::check;
use super::cover::split;
use crate::args::Merge;
use crate::output::message::tell;
use crate::output::whole_file::WholeFile;
use crate::output::{Destination, is_stdout, plural};
use crate::status::Status;

/// Bytes of one read of a shard, whose file is opened again for each.
const BUFFER: usize = 1 << 18;

pub fn run(args: &Merge) -> Result<Status> {
    let folder = Folder::open(&args.folder)?;
    folder.refuse_other_binary(&Binary::this()?)?;
    let status = match &folder.manifest().job {
        Job::Run(job) => merge_run(args, &folder, job)?,
        Job::Check(job) => {
            let tallies = concatenate(args, &folder)?;
            check::merged(job, &tallies, args.quiet)?
        }
        Job::Generate(_) => {
            concatenate(args, &folder)?;
            Status::Positive
        }
        Job::Cover(_) => split::merge(args, &folder)?,
    };
    folder.remove_unfinished();
    Ok(status)
}

/// Verifies all shards, and passes each to `each`.
fn verify(folder: &Folder, mut each: impl FnMut(Shard)) -> Result<()> {
    let of = folder.manifest().shards;
    folder.refuse_strangers(&[of], true)?;
    let (mut absent, mut refused) = (Vec::new(), Vec::new());
    for k in 0..of {
        match folder.read(ShardId { generation: 0, k, of }) {
            Ok(Some(shard)) => each(shard),
            Ok(None) => absent.push(k),
            Err(error) => refused.push(error.to_string()),
        }
    }
    let path = folder.path().shown();
    match (&absent[..], &refused[..]) {
        ([], []) => Ok(()),
        ([], [first, ..]) => {
            Err(anyhow!("found {} refused: {first}", plural(refused.len(), "shard")))
        }
        (absent, refused) => {
            let also = refused.iter().fold(String::new(), |text, error| text + "; " + error);
            bail!(
                "{path}: found no shard {}; expected all {of}; do them first: `quadrille missing {path}` prints their \
                 numbers{also}",
                array_specification(absent)
            )
        }
    }
}

fn merge_run(args: &Merge, folder: &Folder, job: &RunJob) -> Result<Status> {
    let default = args.folder.join("results.csv");
    let out = args.out.as_deref().unwrap_or(&default);
    if is_stdout(out) {
        bail!("found --out -; expected a file, because a run file lies beside it");
    }
    let mut csv = Destination::open(Some(out), args.force)?;
    let mut beside = WholeFile::create(&run_file(out), args.force)?;
    let mut shards = Vec::new();
    verify(folder, |shard| shards.push(shard))?;
    let Merged { rows, wrong } =
        merge::merge(job, &shards, &mut csv).map_err(anyhow::Error::msg)?;
    let notes = merge::run_file(job, &shards).map_err(anyhow::Error::msg)?;
    beside.write_all(toml::to_string(&notes)?.as_bytes())?;
    csv.finish_beside(beside)?;
    if !args.quiet {
        let retried = notes.shards.iter().filter(|shard| shard.attempt > 1).count();
        let retried =
            if retried > 0 { format!(", {retried} of them retried") } else { String::new() };
        let (rows, shards) = (plural(rows, "row"), plural(shards.len(), "shard"));
        tell(format_args!("merged {rows} of {shards}{retried} into {}", out.shown()));
    }
    if wrong > 0 {
        let rows = plural(wrong, "row");
        tell(format_args!(
            "{rows} with the verdict `wrong`; the shards' messages say what is wrong"
        ));
    }
    Ok(Status::of(wrong == 0))
}

/// Writes the payloads of all shards, one after another. Returns the counts that the shards state.
fn concatenate(args: &Merge, folder: &Folder) -> Result<Vec<BTreeMap<String, u64>>> {
    let mut tallies = Vec::new();
    verify(folder, |shard| tallies.push(shard.footer.tally))?;
    let of = folder.manifest().shards;
    let mut out = Destination::open(args.out.as_deref(), args.force)?;
    for k in 0..of {
        let shard = folder.read(ShardId { generation: 0, k, of })?;
        let shard =
            shard.with_context(|| format!("{}: shard {k} was removed", folder.path().shown()))?;
        io::copy(&mut BufReader::with_capacity(BUFFER, shard.payload()), &mut out)?;
    }
    out.finish()?;
    if let (Some(out), false) = (args.out.as_deref().filter(|out| !is_stdout(out)), args.quiet) {
        tell(format_args!("merged {} into {}", plural(of, "shard"), out.shown()));
    }
    Ok(tallies)
}
