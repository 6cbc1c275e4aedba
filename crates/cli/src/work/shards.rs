//! What the verbs share whose work can be divided into shards.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use quadrille_harness::shards::{
    Binary, Folder, Job, Manifest, Published, ShardAbout, ShardId, ShardWriter, shard_number,
};
use quadrille_results::Shown;

use crate::output::message::tell;
use crate::status::Status;

/// Writes the manifest of work in a number of shards, and says what to do next.
pub fn create(
    folder: &Path,
    shards: usize,
    job: Job,
    (verb, more): (&str, &str),
    quiet: bool,
) -> Result<Status> {
    let manifest = Manifest::new(shards, job)?;
    Folder::create(folder, &manifest)?;
    let (shown, last) = (folder.shown(), shards - 1);
    if quiet {
        return Ok(Status::Positive);
    }
    tell(format_args!(
        "wrote {shown}/manifest.json. Do each shard K from 0 to {last}, in any order, on any machine that sees the folder:\n  \
         quadrille {verb} --shard K --out {shown}{more}\nIn a Slurm job array or a Kubernetes Indexed Job, leave out K. \
         Then:\n  quadrille missing {shown}\n  quadrille merge {shown}"
    ));
    Ok(Status::Positive)
}

/// Opens the folder and determines the shard to do. `of_verb` returns the job if it is one of the verb. The binary must be
/// that of the manifest. `None` if the shard is done already.
pub fn open<J>(
    folder: &Path,
    (verb, of_verb): (&str, impl FnOnce(Job) -> Option<J>),
    k: Option<usize>,
    quiet: bool,
) -> Result<Option<(Folder, J, ShardId)>> {
    let variable = |name: &str| std::env::var(name).ok();
    let k = shard_number(k, variable).map_err(anyhow::Error::msg)?;
    let folder = Folder::open(folder)?;
    let found = folder.manifest().job.verb();
    let Some(job) = of_verb(folder.manifest().job.clone()) else {
        bail!(
            "{}: found shards of `quadrille {found}`; expected those of `quadrille {verb}`; do them by the command that wrote them",
            folder.path().shown()
        );
    };
    folder.refuse_other_binary(&Binary::this()?)?;
    let id = folder.shard(k)?;
    match folder.read(id) {
        Ok(Some(_)) => {
            if !quiet {
                tell(format_args!("shard {k} of {} is there already; nothing was done", id.of));
            }
            Ok(None)
        }
        // A refused shard is replaced when the new one is published.
        Ok(None) | Err(_) => Ok(Some((folder, job, id))),
    }
}

/// Does a shard: `work` writes its payload, and returns the writer, or none if the work was interrupted.
pub fn write(
    folder: &Folder,
    id: ShardId,
    about: &ShardAbout,
    quiet: bool,
    work: impl FnOnce(ShardWriter) -> Result<Option<ShardWriter>>,
) -> Result<Status> {
    let Some(writer) = work(folder.begin(id, about)?)? else {
        tell(format_args!("shard {} was interrupted and not published", id.k));
        return Ok(Status::Interrupted);
    };
    let ShardId { k, of, .. } = id;
    match writer.publish()? {
        Published::First if quiet => {}
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

/// The words of the command line that decide what the work is, without those that only say how it is divided and done.
/// Words before the name of the verb are left out.
pub fn options(verb: &str) -> Vec<String> {
    let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    without_division(words.skip_while(|word| word != verb).skip(1))
}

/// Refuses options beside `--shard`, because the manifest states all that decides what the work is.
pub fn refuse_options(verb: &str, allowed: &[&str]) -> Result<()> {
    let is_allowed = |word: &&String| allowed.iter().any(|option| word.starts_with(option));
    match options(verb).iter().find(|word| !is_allowed(word)) {
        None => Ok(()),
        Some(word) => bail!(
            "found {word} with --shard; expected only --out, --jobs and --quiet, because the manifest states all else; \
             leave it out, or divide the work anew with --shards N and another folder"
        ),
    }
}

/// Words without the options of the division.
fn without_division(words: impl Iterator<Item = String>) -> Vec<String> {
    const WITH_VALUE: [&str; 3] = ["--shards", "--out", "--jobs"];
    let (mut left, mut words) = (Vec::new(), words.peekable());
    while let Some(word) = words.next() {
        let name = word.split('=').next().unwrap_or_default();
        if WITH_VALUE.contains(&name) {
            if name == word {
                words.next();
            }
        } else if name == "--shard" {
            let is_number = |next: &String| next.parse::<usize>().is_ok();
            if name == word {
                words.next_if(is_number);
            }
        } else if name != "--quiet" {
            left.push(word);
        }
    }
    left
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_the_division_are_left_out_with_their_values() {
        let left = |line: &str| without_division(line.split(' ').map(str::to_owned)).join(" ");
        assert_eq!(
            left("--rate --shards 3 p.txt --out d --quiet --jobs=2 --size 9"),
            "--rate p.txt --size 9"
        );
        assert_eq!(left("--shard --out=d"), "");
        assert_eq!(left("--shard 3 --shard=4 --shard --jobs 3"), "");
    }
}
