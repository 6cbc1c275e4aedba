//! `quadrille shard`: does one shard of work that was divided by `--shards`.

use anyhow::Result;
use quadrille_cover::CancelToken;
use quadrille_harness::shards::{Binary, Folder, Job, shard_number};
use quadrille_sudoku::engine::lanes::Instructions;

use super::cover::split;
use super::{check, generate, run};
use crate::args::Shard;
use crate::output::message::tell;
use crate::status::Status;
use crate::work::shards::Task;

pub fn run(args: &Shard, most: Instructions, cancel: &CancelToken) -> Result<Status> {
    let variable = |name: &str| std::env::var(name).ok();
    let k = shard_number(args.number, variable).map_err(anyhow::Error::msg)?;
    let folder = &Folder::open(&args.folder)?;
    folder.refuse_other_binary(&Binary::this()?)?;
    if let Job::Cover(_) = folder.manifest().job {
        return split::shard(folder, k, args.quiet, cancel);
    }
    let id = folder.shard(k)?;
    // A refused shard is replaced when the new one is published.
    if let Ok(Some(_)) = folder.read(id) {
        if !args.quiet {
            tell(format_args!("shard {k} of {} is there already; nothing was done", id.of));
        }
        return Ok(Status::Positive);
    }
    let task = Task { folder, id, jobs: args.jobs, is_quiet: args.quiet };
    match &folder.manifest().job {
        Job::Run(job) => run::shards::run(&task, job, &args.consent, cancel),
        Job::Check(job) => check::shard(&task, job, cancel),
        Job::Generate(job) => generate::shard(&task, job, most, cancel),
        Job::Cover(_) => unreachable!("it was done above"),
    }
}
