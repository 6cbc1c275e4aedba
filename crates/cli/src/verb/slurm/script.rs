//! The scripts of a folder of shards: one for a task of the job array, and one that puts the shards together.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use quadrille_harness::shards::{Folder, Job};
use quadrille_results::{Fingerprint, Shown};

use crate::args::Slurm;
use crate::verb::consent;

/// Number of times that Slurm starts a task again that was killed.
const RESTARTS: u32 = 3;

/// The variable of the environment with the shard that the number 0 of an array stands for.
pub const FIRST_SHARD: &str = "QUADRILLE_FIRST_SHARD";

/// The scripts, and what they are called.
pub struct Scripts {
    /// The name of the jobs, which no other folder has.
    pub name: String,
    /// The script of a task.
    pub job: PathBuf,
    /// The script that puts the shards together.
    pub merge: PathBuf,
    /// The file that it writes.
    pub merged: PathBuf,
}

impl Scripts {
    /// The option by which commands of Slurm select the jobs.
    pub fn by_name(&self) -> String {
        format!("--name={}", self.name)
    }

    pub fn write(args: &Slurm, folder: &Folder) -> Result<Self> {
        let path =
            folder.path().canonicalize().with_context(|| folder.path().shown().to_string())?;
        let shown = quoted(&path)?;
        // The user has allowed the engines of a plan when its script is written.
        let (consent, merged) = match &folder.manifest().job {
            Job::Run(job) => (consent::option(&job.plan), "results.csv"),
            Job::Check(_) | Job::Generate(_) | Job::Cover(_) => (String::new(), "results.txt"),
        };
        let log = path.join("log");
        fs::create_dir_all(&log).with_context(|| log.shown().to_string())?;
        // A copy of a folder has the same manifest.
        let hash = Fingerprint::of(format!("{} {shown}", folder.hash()).as_bytes()).to_string();
        let scripts = Self {
            name: format!("quadrille-{}", &hash[..12]),
            job: path.join("job.sh"),
            merge: path.join("merge.sh"),
            merged: path.join(merged),
        };
        let program = quoted(&std::env::current_exe()?)?;
        let last = folder.manifest().shards - 1;
        let name = &scripts.name;
        let merged = quoted(&scripts.merged)?;
        let own = format!("#SBATCH --array=0-{last}\n{}", options(args));
        let head = |own: &str, log_name: &str| -> Result<String> {
            let folder = quoted(&log)?;
            let log = format!("{}/{log_name}'", folder.trim_end_matches('\''));
            Ok(format!(
                "#!/bin/bash\n#SBATCH --job-name={name}\n#SBATCH --output={log}\n#SBATCH --open-mode=append\n#SBATCH --requeue\n{own}"
            ))
        };
        // To merge takes one core of any node.
        let mut partition = String::new();
        partition.extend(args.partition.iter().map(|name| format!("#SBATCH --partition={name}\n")));
        let job = format!(
            "{}\n# One shard of {shown}, by its number in the job array. Written by `quadrille slurm`.\n\
             # Where arrays are shorter than the number of shards, each array has a first shard.\n\
             {program} shard {shown}{consent} \"$((${{{FIRST_SHARD}:-0}} + SLURM_ARRAY_TASK_ID))\"\nstatus=$?\n\
             # Slurm starts a task again when its node fails, but not when the task itself is killed.\n\
             if [ \"$status\" -gt 128 ] && [ \"${{SLURM_RESTART_COUNT:-0}}\" -lt {RESTARTS} ]; then\n    \
             scontrol requeue \"${{SLURM_ARRAY_JOB_ID}}_$SLURM_ARRAY_TASK_ID\"\nfi\nexit \"$status\"\n",
            head(&own, "%A_%a.log")?
        );
        let merge = format!(
            "{}\n# Puts the shards of {shown} together. Written by `quadrille slurm`.\n\
             exec {program} merge {shown} --out {merged} --force\n",
            head(&partition, "merge-%j.log")?
        );
        for (path, text) in [(&scripts.job, job), (&scripts.merge, merge)] {
            fs::write(path, text).with_context(|| path.shown().to_string())?;
        }
        Ok(scripts)
    }
}

/// The options of sbatch that the arguments ask for, each in a line.
fn options(args: &Slurm) -> String {
    let named =
        [("partition", &args.partition), ("constraint", &args.constraint), ("time", &args.time)];
    let named =
        named.into_iter().filter_map(|(name, value)| Some(format!("--{name}={}", value.as_ref()?)));
    let cores = format!("--cpus-per-task={}", args.cores);
    let exclusive = args.exclusive.then(|| "--exclusive".to_owned());
    let all = [cores].into_iter().chain(exclusive).chain(named).chain(args.sbatch.iter().cloned());
    let lines: Vec<String> = all.map(|option| format!("#SBATCH {option}\n")).collect();
    lines.concat()
}

/// A path as one word of a shell, and of a line of options of sbatch.
pub fn quoted(path: &Path) -> Result<String> {
    match path.to_str() {
        Some(text) if !text.contains(['\'', '\n', '%']) => Ok(format!("'{text}'")),
        _ => bail!(
            "{}: found a path with a quote, a percent sign, a line end or bytes that are not UTF-8; expected one that sbatch \
             can take; use another folder",
            path.shown()
        ),
    }
}
