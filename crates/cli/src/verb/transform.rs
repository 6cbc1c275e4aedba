//! `quadrille transform`: isomorphs of puzzles or of an exact cover problem, the same for a seed everywhere.
//!
//! Isomorph number N of the puzzle at a place is the one that `run --isomorphs` measures with the same seed.

mod problem;
mod provenance;
mod puzzles;

use std::path::Path;

use anyhow::{Result, bail};
use clap::ValueEnum;
use quadrille_cover::CancelToken;

use crate::args::{Transform, TransformPart};
use crate::output::whole_file::refuse_input;
use crate::status::Status;

pub fn run(args: &Transform, cancel: &CancelToken) -> Result<Status> {
    if let Some(out) = &args.out {
        refuse_input(out, [&args.source.input])?;
    }
    if is_problem(args) { problem::run(args) } else { puzzles::run(args, cancel) }
}

/// Whether the source is an exact cover problem. `--format` and `--size` belong to puzzles.
fn is_problem(args: &Transform) -> bool {
    let input = Path::new(&args.source.input);
    let of_puzzles =
        !args.source.format.is_auto() || args.source.size.is_some() || args.source.column.is_some();
    let named = input.extension().is_some_and(|extension| extension == "dlx") && input.exists();
    args.dlx || named && !of_puzzles
}

/// The parts to change: those asked for, or the default ones. `known` gives the part of a puzzle or of a problem.
fn parts<P: Clone>(
    asked: &[TransformPart],
    default: &[P],
    what: &str,
    known: impl Fn(TransformPart) -> Option<P>,
) -> Result<Vec<P>> {
    if asked.is_empty() {
        return Ok(default.to_vec());
    }
    let one = |&part: &TransformPart| match known(part) {
        Some(part) => Ok(part),
        None => {
            let all = TransformPart::value_variants().iter().copied();
            let names: Vec<_> = all.filter(|&part| known(part).is_some()).map(name).collect();
            let found = name(part);
            bail!("--change {found}: found {what}; expected {}", names.join(", "))
        }
    };
    asked.iter().map(one).collect()
}

fn name(part: TransformPart) -> String {
    let value = part.to_possible_value().expect("every part has a name");
    value.get_name().to_owned()
}

/// The value of `--change`, if it was given.
fn changed(asked: &[TransformPart]) -> Option<String> {
    let names: Vec<_> = asked.iter().copied().map(name).collect();
    (!names.is_empty()).then(|| names.join(","))
}
