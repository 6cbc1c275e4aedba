//! Checks that are divided into shards: each does a contiguous range of the puzzles of a file.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::Parser;
use quadrille_cover::CancelToken;
use quadrille_harness::corpus::manifest::provenance::Hashed;
use quadrille_harness::shards::{CheckJob, Job, ShardAbout, range};
use quadrille_results::Shown;

use super::tally::Tally;
use super::{Extent, run_all};
use crate::args::{Check, CheckOutput, Cli, Verb};
use crate::input::{self, batches};
use crate::output::message::tell;
use crate::status::Status;
use crate::work::shards;

/// Writes the manifest of a check in shards.
pub fn create(args: &Check, shards: usize, cancel: &CancelToken) -> Result<Status> {
    for (is_given, option, why) in [
        (args.duplicates.is_some(), "--duplicates", "it compares all puzzles with each other"),
        (
            !args.against.is_empty(),
            "--against",
            "it keeps all puzzles of other files in memory for every shard",
        ),
        (
            args.output == CheckOutput::Table,
            "--output table",
            "it writes the table that was read in its own format",
        ),
    ] {
        if is_given {
            bail!(
                "found {option} with --shards; expected a check of each puzzle by itself, because {why}; use {option} without --shards"
            );
        }
    }
    let file = shards::absolute(Path::new(&args.source.input))?;
    let source = input::open(&args.source, cancel)?;
    let puzzles = batches::count(source, cancel);
    if puzzles == 0 {
        bail!("{}: found no puzzle; expected at least one", args.source.input);
    }
    // The file is named by its absolute path instead.
    let options = shards::options("check").into_iter().filter(|word| *word != args.source.input);
    let (sha256, options) = (digest(&file)?, options.collect());
    let folder = args.out.as_deref().context("clap requires --out")?;
    shards::create(
        folder,
        shards,
        Job::Check(CheckJob { file, sha256, puzzles, options }),
        ("check", ""),
        args.quiet,
    )
}

/// Does one shard of a check.
pub fn run(args: &Check, k: Option<usize>, cancel: &CancelToken) -> Result<Status> {
    shards::refuse_options("check", &[])?;
    let path = args.out.as_deref().context("clap requires --out")?;
    let job = |job| match job {
        Job::Check(job) => Some(job),
        _ => None,
    };
    let Some((folder, job, id)) = shards::open(path, ("check", job), k, args.quiet)? else {
        return Ok(Status::Positive);
    };
    let found = digest(&job.file)?;
    if found != job.sha256 {
        bail!(
            "{}: found a file with sha256 {found}; expected {}, that of the manifest; put back the file",
            job.file.shown(),
            job.sha256
        );
    }
    let stated = Check { jobs: args.jobs, quiet: true, ..stated(&job)? };
    let extent = Extent::Shard(id.k, range(job.puzzles, id.k, id.of));
    shards::write(&folder, id, &ShardAbout::here(None), args.quiet, |mut writer| {
        // Verdicts are results, not failures of this shard.
        let (tally, _) = run_all(&stated, &extent, &mut writer, cancel)?;
        writer.tallied(tally.into_counts());
        Ok((!cancel.is_cancelled()).then_some(writer))
    })
}

/// The arguments of the check that the manifest states.
fn stated(job: &CheckJob) -> Result<Check> {
    let words = ["quadrille", "check"].map(OsString::from).into_iter();
    let words =
        words.chain(job.options.iter().map(OsString::from)).chain([job.file.clone().into()]);
    match Cli::try_parse_from(words)?.verb {
        Verb::Check(stated) => Ok(stated),
        _ => bail!("found another verb in the manifest"),
    }
}

/// Prints the summary of all shards. Returns the status of the undivided check.
pub fn merged(job: &CheckJob, tallies: &[BTreeMap<String, u64>], quiet: bool) -> Result<Status> {
    let tally = Tally::from_iter(tallies);
    if !quiet {
        tell(tally.summary(&stated(job)?));
    }
    Ok(tally.status())
}

/// The SHA-256 digest of a file.
fn digest(file: &Path) -> Result<String> {
    let mut hashed = Hashed::new(io::sink());
    let copied = File::open(file).and_then(|mut file| io::copy(&mut file, &mut hashed));
    copied.with_context(|| file.shown().to_string())?;
    Ok(hashed.finish().1)
}
