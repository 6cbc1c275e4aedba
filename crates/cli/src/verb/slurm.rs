//! `quadrille slurm`: the shards of a folder as a Slurm job array.
//!
//! The shards, not Slurm, say what is done: an array is submitted for the shards that are missing, until none is. So the
//! command can be interrupted and called again, and tasks may be killed, lost or run twice.

mod follow;
mod hold;
mod script;

use std::ffi::OsString;
use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use quadrille_cover::CancelToken;
use quadrille_harness::shards::{Folder, Job};
use quadrille_results::Shown;

use self::follow::follow;
use self::hold::hold;
use self::script::{Scripts, quoted};
use crate::args::Slurm;
use crate::output::message::tell;
use crate::status::Status;
use crate::verb::consent::{self, Declaring};

/// The number of shards, unless another one is asked for: a few for each core of a usual node, so that one slow shard is
/// not waited for long.
const SHARDS: usize = 64;

pub fn run(args: &Slurm, cancel: &CancelToken) -> Result<Status> {
    let (folder, _lock) = folder(args)?;
    let scripts = Scripts::write(args, &folder)?;
    if args.submit {
        return follow(&folder, &scripts, args.quiet, cancel);
    }
    if !args.quiet {
        let [job, merge] = [&scripts.job, &scripts.merge].map(|path| path.shown());
        tell(format_args!(
            "{job}: written; submit it by `sbatch {job}`, and then `sbatch --dependency=afterok:JOB {merge}`, or let \
             `quadrille slurm {} --submit` do both and repair what is missing",
            folder.path().shown()
        ));
    }
    Ok(Status::Positive)
}

/// The folder of shards, which is made from a plan or a problem if need be, and the lock of it.
fn folder(args: &Slurm) -> Result<(Folder, File)> {
    let what = &args.what;
    if what.is_dir() {
        if args.out.is_some() || args.shards.is_some() {
            bail!(
                "{}: found a folder of shards with --out or --shards; expected neither, because it has its shards",
                what.shown()
            );
        }
        let folder = Folder::open(what)?;
        if let Job::Run(job) = &folder.manifest().job {
            let programs: Vec<_> = job.plan.programs().cloned().collect();
            let file = what.join("manifest.json").shown().to_string();
            let declaring = Declaring { file: &file, is_run_file: false };
            consent::ask(&args.consent, &declaring, &programs)?;
        }
        let lock = hold(what)?;
        return Ok((folder, lock));
    }
    let out = args.out.clone().unwrap_or_else(|| what.with_extension("shards"));
    let words = words(args, &out)?;
    quoted(&std::path::absolute(&out)?)?;
    let lock = hold(&out)?;
    match quadrille(&words).and_then(|()| Ok(Folder::open(&out)?)) {
        Ok(folder) => Ok((folder, lock)),
        Err(error) => {
            hold::abandon(&out);
            Err(error)
        }
    }
}

/// The words of the command that makes the folder.
fn words(args: &Slurm, out: &Path) -> Result<Vec<OsString>> {
    let what = &args.what;
    let (verb, consent) = match what.extension().and_then(|e| e.to_str()) {
        Some("toml") => {
            let allowed = args.consent.allow_engines.as_ref().map(|hash| match hash {
                Some(hash) => format!("--allow-engines={hash}"),
                None => "--allow-engines".to_owned(),
            });
            ("run", allowed)
        }
        Some("dlx") => ("count", None),
        _ => bail!(
            "{}: found neither a plan, nor a problem, nor a folder of shards; expected a file PLAN.toml or FILE.dlx, or a folder",
            what.shown()
        ),
    };
    let shards = args.shards.unwrap_or(SHARDS).to_string();
    let words: [OsString; 6] =
        [verb.into(), what.into(), "--shards".into(), shards.into(), "--out".into(), out.into()];
    Ok(words.into_iter().chain(consent.map(OsString::from)).collect())
}

/// Calls this program: its verbs for one shard and for many are the same. Its standard input may be asked for a consent.
fn quadrille(words: &[OsString]) -> Result<()> {
    let program = std::env::current_exe()?;
    let status = Command::new(&program).args(words).arg("--quiet").stdout(Stdio::null()).status();
    let status = status.with_context(|| program.shown().to_string())?;
    if !status.success() {
        bail!("the folder of shards could not be written; see the message above");
    }
    Ok(())
}
