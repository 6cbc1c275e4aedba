//! An isomorph of an exact cover problem, as DLX text.

use anyhow::{Result, anyhow, bail};
use quadrille_cover::isomorph::{Part, isomorph};
use quadrille_harness::corpus::isomorphs;
use quadrille_results::Fingerprint;
use quadrille_service::problem::read_strictly;

use super::{changed, parts};
use crate::args::{Transform, TransformOutput, TransformPart};
use crate::input::{self, family};
use crate::output::{Destination, escaped};
use crate::status::Status;
use crate::work::early;

pub fn run(args: &Transform) -> Result<Status> {
    early::begin();
    let (name, text) = input::bytes(&args.source.input)?;
    if args.isomorphs > 1 {
        let found = args.isomorphs;
        bail!(
            "{name}: found --isomorphs {found} and an exact cover problem; expected one isomorph, because a file of DLX \
             text is one problem; use another --seed for each isomorph"
        );
    }
    if args.canonical || args.output != TransformOutput::Line {
        bail!(
            "{name}: found --canonical or --output and an exact cover problem; expected these options with puzzles only"
        );
    }
    let parts = parts(&args.change, &Part::ORDER, "an exact cover problem", part)?;
    let problem = read_strictly(&text).map_err(|error| anyhow!("{name}:{error}"))?;
    let mut stream = isomorphs::stream(args.seed, 1, 0);
    let other = isomorph(&problem, &parts, &mut stream);
    let names_stay = !parts.contains(&Part::Names);
    // The recorded spec says where each item lies on a board, by its name.
    let spec = family::in_comment(&text).filter(|_| names_stay);
    let spec = spec.map(|spec| format!("{}{spec}\n", family::MARK)).unwrap_or_default();
    let change = changed(&args.change).map(|parts| format!(" --change {parts}"));
    let comment = format!(
        "| isomorph by --seed {}{} of {name}, sha256 {}",
        args.seed,
        change.unwrap_or_default(),
        Fingerprint::of(&text)
    );
    // A line end in a file name would end the comment.
    let comment = escaped(&comment.replace('\n', "\\n")).into_owned();
    let written = format!("{spec}{comment}\n{other}");
    early::end();
    Destination::open(args.out.as_deref(), args.force)?.finish_with(written.as_bytes())?;
    Ok(Status::Positive)
}

/// The part of a problem; `None` for a part of a puzzle.
fn part(asked: TransformPart) -> Option<Part> {
    match asked {
        TransformPart::Items => Some(Part::Items),
        TransformPart::Options => Some(Part::Options),
        TransformPart::Entries => Some(Part::Entries),
        TransformPart::Names => Some(Part::Names),
        _ => None,
    }
}
