//! `quadrille slurm`: the shards of a folder as a Slurm job array.
//!
//! The shards, not Slurm, say what is done: an array is submitted for the shards that are missing, until none is. So the
//! command can be interrupted and called again, and tasks may be killed, lost or run twice.

mod follow;
mod script;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use quadrille_cover::CancelToken;
use quadrille_harness::shards::Folder;

use self::follow::follow;
use self::script::Scripts;
use crate::Status;
use crate::args::Slurm;
use crate::output::message::tell;

/// The number of shards, unless another one is asked for: a few for each core of a usual node, so that one slow shard is
/// not waited for long.
const SHARDS: usize = 64;

pub fn run(args: &Slurm, cancel: &CancelToken) -> Result<Status> {
    let path = folder(args)?;
    let folder = Folder::open(&path)?;
    let scripts = Scripts::write(args, &folder)?;
    if args.submit {
        return follow(&folder, &scripts, args.quiet, cancel);
    }
    if !args.quiet {
        let [job, merge] = [&scripts.job, &scripts.merge].map(|path| path.display());
        tell(format_args!(
            "{job}: written; submit it by `sbatch {job}`, and then `sbatch --dependency=afterok:JOB {merge}`, or let \
             `quadrille slurm {} --submit` do both and repair what is missing",
            path.display()
        ));
    }
    Ok(Status::Positive)
}

/// The folder of shards, which is made from a plan or a problem if need be.
fn folder(args: &Slurm) -> Result<PathBuf> {
    let what = &args.what;
    if what.is_dir() {
        if args.out.is_some() || args.shards.is_some() {
            bail!(
                "{}: found a folder of shards with --out or --shards; expected neither, because it has its shards",
                what.display()
            );
        }
        return Ok(what.clone());
    }
    let out = args.out.clone().unwrap_or_else(|| what.with_extension("shards"));
    let shards = args.shards.unwrap_or(SHARDS).to_string();
    let [what, folder] = [what, &out].map(|path| path.as_os_str());
    match Path::new(what).extension().and_then(|extension| extension.to_str()) {
        Some("toml") => quadrille(&[
            "run".as_ref(),
            what,
            "--shards".as_ref(),
            shards.as_ref(),
            "--out".as_ref(),
            folder,
        ])?,
        Some("dlx") => quadrille(&[
            "cover".as_ref(),
            what,
            "--count".as_ref(),
            "--split".as_ref(),
            folder,
            "--shards".as_ref(),
            shards.as_ref(),
        ])?,
        _ => bail!(
            "{}: found neither a plan, nor a problem, nor a folder of shards; expected a file PLAN.toml or FILE.dlx, or a folder",
            Path::new(what).display()
        ),
    }
    Ok(out)
}

/// Calls this program: its verbs for one shard and for many are the same.
fn quadrille(args: &[&std::ffi::OsStr]) -> Result<()> {
    let program = std::env::current_exe()?;
    let status = Command::new(&program)
        .args(args)
        .arg("--quiet")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status();
    let status = status.with_context(|| program.display().to_string())?;
    if !status.success() {
        bail!("the folder of shards could not be written; see the message above");
    }
    Ok(())
}
