//! Checks that are divided into shards: each does a contiguous range of the puzzles of a file.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use quadrille_cover::CancelToken;
use quadrille_harness::corpus::manifest::provenance::Hashed;
use quadrille_harness::shards::{CheckJob, Job, ShardAbout, ShardId, range};
use quadrille_results::Shown;
use quadrille_service::puzzle::check;
use quadrille_sudoku::engine::lanes::Instructions;
use quadrille_sudoku::{Engine, Order};
use serde::{Deserialize, Serialize};

use super::tally::Tally;
use super::{Extent, run_all};
use crate::args::{self, Check, CheckOutput, Limits, Source};
use crate::input::{self, batches};
use crate::output::message::tell;
use crate::status::Status;
use crate::work::shards::{self, Task};

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
    let (sha256, question) = (digest(&file)?, serde_json::to_value(Stated::of(args))?);
    let folder = args.out.as_deref().context("clap requires --out")?;
    shards::create(
        folder,
        shards,
        Job::Check(CheckJob { file, sha256, puzzles, question }),
        "",
        args.quiet,
    )
}

pub fn shard(task: &Task<'_>, job: &CheckJob, cancel: &CancelToken) -> Result<Status> {
    let found = digest(&job.file)?;
    if found != job.sha256 {
        bail!(
            "{}: found a file with sha256 {found}; expected {}, that of the manifest; put back the file",
            job.file.shown(),
            job.sha256
        );
    }
    let ShardId { k, of, .. } = task.id;
    let stated = Check { jobs: task.jobs, quiet: true, ..stated(job)? };
    let extent = Extent::Shard(k, range(job.puzzles, k, of));
    shards::write(task, &ShardAbout::here(None), |mut writer| {
        // Verdicts are results, not failures of this shard.
        let (tally, _) = run_all(&stated, &extent, &mut writer, cancel)?;
        writer.tallied(tally.into_counts());
        Ok((!cancel.is_cancelled()).then_some(writer))
    })
}

/// What a check is asked, in the manifest.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Stated {
    format: String,
    column: Option<String>,
    instructions: Option<String>,
    output: CheckOutput,
    request: check::Request,
}

impl Stated {
    fn of(args: &Check) -> Self {
        let Source { format, column, .. } = args.source.clone();
        let instructions = match args.engine {
            Engine::Lanes(most) => Some(most.name().to_owned()),
            _ => None,
        };
        let format = format.name().to_owned();
        Self { format, column, instructions, output: args.output, request: super::request(args) }
    }
}

/// The arguments of the check that the manifest states.
fn stated(job: &CheckJob) -> Result<Check> {
    let wrong = |what: &str| anyhow!("found {what} in the manifest; expected what --shards wrote");
    let Stated { format, column, instructions, output, request } =
        serde_json::from_value(job.question.clone()).map_err(|error| wrong(&error.to_string()))?;
    let most = instructions.and_then(|name| Instructions::from_name(&name));
    let engine = Engine::from_name(&request.engine).ok_or_else(|| wrong("no such engine"))?;
    let source = Source {
        input: job.file.to_string_lossy().into_owned(),
        format: args::format(&format).map_err(|error| wrong(&error))?,
        column,
        size: request.rows.and_then(Order::from_side),
    };
    Ok(Check {
        engine: most.map_or(engine, |most| engine.at_most(most)),
        limits: Limits { max_tests: request.limits.tests, max_nodes: request.limits.nodes },
        minimal: request.minimal,
        rate: request.rate,
        canonical: request.canonical,
        output,
        ..Check::of(source)
    })
}

/// Prints the summary of all shards. Returns the status of the undivided check.
pub fn merged(job: &CheckJob, tallies: &[BTreeMap<String, u64>], quiet: bool) -> Result<Status> {
    let tally = Tally::from_iter(tallies);
    if !quiet {
        tell(tally.summary(&stated(job)?));
    }
    Ok(tally.status())
}

fn digest(file: &Path) -> Result<String> {
    let mut hashed = Hashed::new(io::sink());
    let copied = File::open(file).and_then(|mut file| io::copy(&mut file, &mut hashed));
    copied.with_context(|| file.shown().to_string())?;
    Ok(hashed.finish().1)
}
