//! Submits the shards that are missing, and waits for them, until none is missing and they are put together.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use indicatif::ProgressBar;
use quadrille_cover::CancelToken;
use quadrille_harness::shards::{Folder, array_specification};
use quadrille_results::Shown;

use super::script::{FIRST_SHARD, Scripts};
use crate::output::message::tell;
use crate::output::progress;
use crate::status::Status;
use crate::verb::cover::split::Lacking;
use crate::verb::missing::lacking;

/// Interval between two looks at the queue, at first; it grows by half each time.
const FIRST_LOOK: Duration = Duration::from_millis(300);
/// Upper bound on that interval, so that the controller of a large cluster is not disturbed.
const LAST_LOOK: Duration = Duration::from_secs(10);
/// Interval at which a wait looks for a cancellation.
const GLANCE: Duration = Duration::from_millis(50);
/// Time for which the controller may be out of reach.
const PATIENCE: Duration = Duration::from_secs(300);
/// The number of tasks in an array, unless Slurm is configured otherwise.
const USUAL_ARRAY: usize = 1001;
/// Number of arrays in a row that may end without a new shard.
const VAIN: u32 = 3;

/// Follows the jobs of a folder to the end.
pub fn follow(
    folder: &Folder,
    scripts: &Scripts,
    quiet: bool,
    cancel: &CancelToken,
) -> Result<Status> {
    let shown = folder.path().shown();
    let (mut vain, mut last) = (0, None);
    let bar = progress::bar("{bar:30} {pos}/{len} shards, {msg}", Some(0), !quiet);
    loop {
        if !wait(folder, scripts, &bar, cancel)? {
            bar.finish_and_clear();
            tell(format_args!(
                "interrupted; the jobs go on; the same command follows them again, and `scancel --name={}` ends them",
                scripts.name
            ));
            return Ok(Status::Interrupted);
        }
        let found = missing(folder, &bar)?;
        let missing = &found.numbers;
        let is_merged = is_newer(&scripts.merged, folder);
        if missing.is_empty() && is_merged {
            break;
        }
        vain = if last.as_ref() == Some(&found) { vain + 1 } else { 0 };
        if vain == VAIN {
            bail!(
                "{shown}: {VAIN} jobs in a row have brought nothing new; see the files in {shown}/log; the same command tries again"
            );
        }
        // A file that was put together before is not that of these shards.
        if fs::exists(&scripts.merged)? && !is_merged {
            fs::remove_file(&scripts.merged).with_context(|| scripts.merged.shown().to_string())?;
        }
        let merge = scripts.merge.to_string_lossy().into_owned();
        if missing.is_empty() {
            sbatch(&[merge], cancel)?;
            last = Some(found);
            continue;
        }
        let jobs = submit(missing, scripts, cancel)?;
        let after = [
            format!("--dependency=afterok:{}", jobs.join(":")),
            "--kill-on-invalid-dep=yes".to_owned(),
            merge,
        ];
        sbatch(&after, cancel)?;
        last = Some(found);
    }
    bar.finish_and_clear();
    if !quiet {
        tell(format_args!("{}: written", scripts.merged.shown()));
    }
    Ok(Status::Positive)
}

/// Submits shards as arrays, several if the numbers are larger than the cluster allows in one. Returns the numbers of the
/// jobs.
fn submit(shards: &[usize], scripts: &Scripts, cancel: &CancelToken) -> Result<Vec<String>> {
    let longest = longest_array(cancel)?;
    let arrays = shards.chunk_by(|one, next| one / longest == next / longest);
    let submitted = arrays.map(|shards| {
        let first = shards[0] / longest * longest;
        let numbers: Vec<usize> = shards.iter().map(|shard| shard - first).collect();
        let array = format!("--array={}", array_specification(&numbers));
        let variable = format!("--export=ALL,{FIRST_SHARD}={first}");
        sbatch(&[array, variable, scripts.job.to_string_lossy().into_owned()], cancel)
    });
    submitted.collect()
}

/// The number of tasks that Slurm allows in an array.
fn longest_array(cancel: &CancelToken) -> Result<usize> {
    let config = slurm("scontrol", &["show", "config"], cancel)?;
    let values = config.lines().filter_map(|line| line.split_once('='));
    let value = values.into_iter().find(|(name, _)| name.trim() == "MaxArraySize");
    let longest = value.and_then(|(_, value)| value.trim().parse().ok());
    Ok(longest.filter(|&longest| longest > 0).unwrap_or(USUAL_ARRAY))
}

/// Waits until no job of the folder is in the queue. False if interrupted.
fn wait(
    folder: &Folder,
    scripts: &Scripts,
    bar: &ProgressBar,
    cancel: &CancelToken,
) -> Result<bool> {
    let mut interval = FIRST_LOOK;
    let mut told = String::new();
    loop {
        let Queue { running, waiting, held, reasons } = queue(scripts, cancel)?;
        if cancel.is_cancelled() {
            return Ok(false);
        }
        if running + waiting == 0 {
            if held > 0 {
                // Held jobs start only after a release by hand, so they are cancelled, and a new array takes their place.
                slurm("scancel", &["--quiet", &scripts.by_name()], cancel)?;
            }
            return Ok(true);
        }
        bar.set_position(fs::read_dir(folder.path().join("shards"))?.count() as u64);
        bar.set_message(format!("{running} running, {waiting} waiting"));
        if running == 0 && !reasons.is_empty() && reasons != told {
            bar.suspend(|| {
                tell(format_args!(
                    "no job runs, and Slurm says why: {reasons}; jobs that can never start are ended by `scancel {}`",
                    scripts.by_name()
                ));
            });
            told = reasons;
        }
        let begun = Instant::now();
        while begun.elapsed() < interval && !cancel.is_cancelled() {
            sleep(GLANCE);
        }
        interval = (interval * 3 / 2).min(LAST_LOOK);
    }
}

/// The numbers of jobs of the folder in the queue.
struct Queue {
    running: usize,
    waiting: usize,
    /// Jobs that wait for what never happens by itself.
    held: usize,
    /// Why jobs wait, other than for their turn.
    reasons: String,
}

/// Reasons of Slurm for a job that starts only after a change by hand.
const HELD: [&str; 3] = ["JobHeld", "requeued held", "DependencyNeverSatisfied"];

/// Reasons of Slurm for a job that starts by itself.
const USUAL: [&str; 5] = ["None", "Priority", "Resources", "Dependency", "BeginTime"];

fn queue(scripts: &Scripts, cancel: &CancelToken) -> Result<Queue> {
    let args = ["--me", "--noheader", "--array", "--format=%T %r", &scripts.by_name()];
    let jobs = slurm("squeue", &args, cancel)?;
    let is_held = |job: &&str| HELD.iter().any(|reason| job.contains(reason));
    let (mut held, mut others): (Vec<&str>, Vec<&str>) = jobs.lines().partition(is_held);
    // A job that waits for a held one never starts either.
    if !held.is_empty() && others.iter().all(|job| job.trim() == "PENDING Dependency") {
        held.append(&mut others);
    }
    let waiting = others.iter().filter(|job| job.starts_with("PENDING")).count();
    let reasons = others.iter().filter_map(|job| job.strip_prefix("PENDING "));
    let mut reasons: Vec<&str> = reasons.filter(|reason| !USUAL.contains(reason)).collect();
    reasons.sort_unstable();
    reasons.dedup();
    let (running, reasons) = (others.len() - waiting, reasons.join(", "));
    Ok(Queue { running, waiting, held: held.len(), reasons })
}

/// The shards that are missing; sets the length of the bar.
fn missing(folder: &Folder, bar: &ProgressBar) -> Result<Lacking> {
    let lacking = lacking(folder, &mut |why| bar.suspend(|| tell(why)))?;
    let there = fs::read_dir(folder.path().join("shards"))?.count();
    bar.set_length((there + lacking.numbers.len()) as u64);
    Ok(lacking)
}

/// Whether a file is newer than all shards.
fn is_newer(file: &Path, folder: &Folder) -> bool {
    let time = |path: &Path| fs::metadata(path).and_then(|about| about.modified()).ok();
    let shards = fs::read_dir(folder.path().join("shards")).into_iter().flatten().flatten();
    let newest = shards.filter_map(|entry| time(&entry.path())).max();
    time(file).is_some_and(|own| newest.is_none_or(|newest| own >= newest))
}

/// Submits a script, and returns the number of the job.
fn sbatch(args: &[String], cancel: &CancelToken) -> Result<String> {
    let args: Vec<&str> =
        ["--parsable"].into_iter().chain(args.iter().map(String::as_str)).collect();
    let printed = slurm("sbatch", &args, cancel)?;
    // In a federation the name of the cluster follows.
    let job = printed.trim().split(';').next().unwrap_or_default().to_owned();
    match job.parse::<u64>() {
        Ok(_) => Ok(job),
        Err(_) => bail!("sbatch: found `{}`; expected the number of a job", printed.trim()),
    }
}

/// Calls a command of Slurm; again and again for a while if the controller is out of reach.
fn slurm(program: &str, args: &[&str], cancel: &CancelToken) -> Result<String> {
    let begun = Instant::now();
    loop {
        let output = Command::new(program).args(args).output().map_err(|error| {
            anyhow!("{program}: {error}; expected the commands of Slurm; call this on a node of the cluster, or omit --submit")
        })?;
        if output.status.success() || cancel.is_cancelled() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let why = String::from_utf8_lossy(&output.stderr);
        let is_out_of_reach = [
            "Unable to contact",
            "Socket timed out",
            "Connection refused",
            "Zero Bytes",
            "timed out",
        ];
        if begun.elapsed() > PATIENCE || !is_out_of_reach.iter().any(|words| why.contains(words)) {
            bail!("{program}: {} {}", output.status, why.trim());
        }
        sleep(FIRST_LOOK);
    }
}
