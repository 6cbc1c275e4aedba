//! A set of exact cover problems with their numbers of solutions, such as `datasets/cover`.

use std::fs::File;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use quadrille_cover::BigUint;
use quadrille_harness::corpus::Count;
use quadrille_harness::files;
use quadrille_harness::process::{Question, Session};
use quadrille_harness::{Body, Expected, Instance};
use quadrille_results::{Shown, Verdict, read_toml};
use quadrille_tables::{Input, read_strictly, unpacked};
use serde::Deserialize;

use super::{Finding, Note, Right, Wrong, fault};
use crate::output::plural;

/// Upper bound on the solutions of a problem of which all are asked for: an engine may visit each.
const MOST: u64 = 1_000_000;

/// What a `manifest.toml` says of a set, as far as it is needed.
#[derive(Deserialize)]
struct Manifest {
    problem: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    file: String,
    solutions: String,
}

/// The problems of a folder with a `manifest.toml`, each named after its file.
pub fn read(folder: &Path) -> Result<Vec<Instance>> {
    let manifest = folder.join("manifest.toml");
    let text = files::regular_text(&manifest).with_context(|| manifest.shown().to_string())?;
    let set: Manifest =
        read_toml(&text).map_err(|error| anyhow!("{}:{error}", manifest.shown()))?;
    set.problem.iter().map(|entry| instance(folder, entry)).collect()
}

fn instance(folder: &Path, Entry { file, solutions }: &Entry) -> Result<Instance> {
    let path = folder.join(file);
    let text = File::open(&path).and_then(|file| unpacked(Input::File(file)));
    let text = text.and_then(|text| files::bounded(text, files::CORPUS));
    let text = text.with_context(|| path.shown().to_string())?;
    let problem = read_strictly(&text).map_err(|error| anyhow!("{}:{error}", path.shown()))?;
    let number: BigUint = solutions.parse().map_err(|_| {
        anyhow!(
            "{}: found the number of solutions `{solutions}`; expected a whole number",
            path.shown()
        )
    })?;
    let expected = Expected { solutions: Some(Count::exactly(number)), ..Expected::default() };
    Ok(Instance::new(file.clone(), None, Body::from(problem), expected))
}

/// Asks each task about each problem, but not for all solutions where these are too many.
pub fn check(session: &mut Session, set: &[Instance]) -> Vec<Finding> {
    let most = BigUint::from(MOST);
    let (mut findings, mut right, mut left_out, mut late) = (Vec::new(), 0, 0, 0);
    for task in session.external.hello.tasks.clone() {
        for instance in set {
            let is_large = matches!(&instance.expected.solutions, Some(Count::Exactly(number)) if **number >= most);
            if is_large && task.limit().is_none() || !session.external.takes(&instance.body) {
                left_out += 1;
                continue;
            }
            let reply = session.ask(&Question::new(task), &[instance]).replies.swap_remove(0);
            match fault(&reply, instance, task) {
                Ok(true) => right += 1,
                Ok(false) => left_out += 1,
                Err(_) if reply.is_err_and(|fault| fault.verdict == Verdict::Timeout) => late += 1,
                Err(what) => {
                    findings.push(Wrong(format!(
                        "{}, task `{}`: {what}",
                        instance.id,
                        task.name()
                    )));
                }
            }
        }
    }
    if left_out + late > 0 {
        findings.push(Note(format!(
            "{} not asked for or not supported, {} not given in time",
            plural(left_out, "answer"),
            plural(late, "answer")
        )));
    }
    findings.push(Right(format!(
        "{} about {} right",
        plural(right, "answer"),
        plural(set.len(), "problem")
    )));
    findings
}
