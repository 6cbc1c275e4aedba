//! `quadrille compare`: two sides of result files, two engines of one file, or two runs.

pub mod json;
pub mod text;

use std::io::Write;

use anyhow::{Result, bail};
use quadrille_results::statistics::comparison::{Comparison, Sides, Unpaired};
use quadrille_results::{Differences, Results};

use crate::args::{Compare, Output};
use crate::input::results;
use crate::output::json::write_known;
use crate::output::page;
use crate::status::Status;

pub fn run(args: &Compare) -> Result<Status> {
    let (results, of_a) = results::read_sides(&args.a, args.b.as_ref())?;
    let engines = args.engines.as_ref().map(|(x, y)| (&**x, &**y));
    let sides = Sides::of(&results, args.judging.clock, of_a, engines)?;
    let comparison = Comparison::of(&results, &sides, args.judging.tolerance);
    refuse_if_nothing(&sides, &comparison)?;
    let mut out = page();
    match args.output {
        Output::Plain => {
            write!(
                out,
                "{}",
                text::page(&results, &sides, &comparison, args.judging.clock.into())
            )?;
        }
        Output::Json => write_known(&mut out, json::objects(&results, &comparison))?,
    }
    out.flush()?;
    Ok(Status::Positive)
}

/// Refuses a comparison in which no instance is on both sides.
pub fn refuse_if_nothing(sides: &Sides, comparison: &Comparison) -> Result<()> {
    if !comparison.lines.is_empty() {
        return Ok(());
    }
    let [a, b] = &sides.names;
    let some = |unpaired: &Unpaired| {
        let all = unpaired.corpora.iter().chain(&unpaired.cases);
        all.take(3).cloned().collect::<Vec<_>>().join(", ")
    };
    let why = match &comparison.changed[..] {
        [one, more @ ..] => {
            format!("{one} is a different puzzle in each, as are {} more", more.len())
        }
        [] => {
            let [only_a, only_b] = comparison.only.each_ref().map(some);
            format!("{a} has {only_a}, {b} has {only_b}")
        }
    };
    bail!("{a} and {b} have no instance in common: {why}; run both on the same corpora")
}

/// Differences between the runs of two files that affect times, from their run files.
pub fn environments(results: &Results) -> Differences {
    let [a, .., b] = &results.sources[..] else { return Differences::new() };
    a.notes.as_ref().zip(b.notes.as_ref()).map(|(a, b)| a.differences(b)).unwrap_or_default()
}
