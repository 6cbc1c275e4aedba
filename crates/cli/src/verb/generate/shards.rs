//! Generations that are divided into shards: each does a contiguous range of the numbers of puzzles.

use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::Parser;
use quadrille_cover::CancelToken;
use quadrille_harness::shards::{GenerateJob, Job, ShardAbout, range};
use quadrille_sudoku::engine::lanes::Instructions;
use quadrille_sudoku::generate::{Generator, Recipe};

use super::report::Report;
use super::{make, provenance, recipe};
use crate::args::{Cli, Generate, GenerateOutput, Verb};
use crate::status::Status;
use crate::work::shards::{self, Task};

pub fn create(args: &Generate, recipe: &Recipe, shards: usize) -> Result<Status> {
    if args.output == GenerateOutput::Parquet {
        bail!(
            "found --output parquet with --shards; expected a format of lines, because shards are put one after another; use \
             csv or jsonl"
        );
    }
    let mut options = Vec::new();
    let numbers = [("seed", args.seed.to_string()), ("attempts", args.attempts().to_string())];
    for (name, value) in provenance::options(args, recipe).into_iter().chain(numbers) {
        // With `=`, so that a value may begin with `-`, as that of --pattern.
        options.push(if value.is_empty() {
            format!("--{name}")
        } else {
            format!("--{name}={value}")
        });
    }
    let folder = args.out.as_deref().context("clap requires --out")?;
    let job = GenerateJob { puzzles: args.count, options };
    shards::create(folder, shards, Job::Generate(job), "", args.quiet)
}

pub fn shard(
    task: &Task<'_>,
    job: &GenerateJob,
    most: Instructions,
    cancel: &CancelToken,
) -> Result<Status> {
    let words = ["quadrille", "generate"].into_iter().chain(job.options.iter().map(String::as_str));
    let Verb::Generate(stated) = Cli::try_parse_from(words)?.verb else {
        bail!("found another verb in the manifest");
    };
    // A bar is shown as for a file.
    let out = Some(task.folder.path().to_owned());
    let stated = Generate { jobs: task.jobs, quiet: task.is_quiet, out, ..stated };
    let generator = Generator::new(recipe(&stated)?)?.at_most(most).stopped_by(cancel);
    let generator = Arc::new(generator);
    shards::write(task, &ShardAbout::here(None), |mut writer| {
        let numbers = (range(job.puzzles, task.id.k, task.id.of), task.id.k == 0);
        let made = make(&stated, &generator, numbers, &mut writer, &mut Report::default(), cancel);
        Ok(made?.then_some(writer))
    })
}
