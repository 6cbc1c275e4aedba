//! The manifest beside a file of generated puzzles.

use std::ops::RangeInclusive;
use std::path::Path;

use clap::ValueEnum;
use quadrille_harness::corpus::manifest::provenance::Made;
use quadrille_harness::corpus::manifest::{Answer, Manifest};
use quadrille_service::puzzle::generate;
use quadrille_sudoku::engine::human::Difficulty;
use quadrille_sudoku::format::write;
use quadrille_sudoku::generate::{Method, Recipe, Symmetry, Wanted};

use super::report::Report;
use crate::args::{Generate, GenerateOutput};
use crate::output::described::{names, on_command_line};

/// The manifest, with everything needed to generate the same file again.
pub fn manifest(
    args: &Generate,
    out: &Path,
    recipe: &Recipe,
    report: &Report,
    sha256: String,
) -> Manifest {
    let (file, name) = names(out);
    let options = options(args, recipe);
    let command = on_command_line(&options);
    let side = recipe.order.side();
    let made = Made {
        command: format!("quadrille generate{command} --seed {}", args.seed),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed: args.seed,
        method: recipe.method.to_string(),
        options: options.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
    };
    let about = format!("{side}x{side} puzzles, made {}", recipe.method);
    Manifest {
        file: Some(file),
        sha256: Some(sha256),
        puzzles: Some(report.made),
        answer: Some(match recipe.answer {
            Wanted::Unique => Answer::Unique,
            Wanted::Multiple => Answer::Multiple,
            Wanted::None => Answer::None,
        }),
        histogram: Some(report.histogram.clone()),
        ..Manifest::for_generated(name, about, made)
    }
}

/// The options, except the seed, that determine the puzzles, as on the command line. Grids and patterns
/// are written out, so that the command does not depend on files.
pub fn options(args: &Generate, recipe: &Recipe) -> Vec<(&'static str, String)> {
    let mut options =
        vec![("size", recipe.order.side().to_string()), ("count", args.count.to_string())];
    let mut add = |name, value: Option<String>| options.extend(value.map(|value| (name, value)));
    add("method", (recipe.method != Method::TopDown).then(|| recipe.method.to_string()));
    if let Method::Hard { aim, steps } = recipe.method {
        add("aim", Some(aim.to_string()));
        add("steps", Some(steps.to_string()));
    }
    add("answer", (recipe.answer != Wanted::Unique).then(|| recipe.answer.to_string()));
    add("difficulty", recipe.level.map(|level| level.to_string()));
    let range =
        |rating: &RangeInclusive<Difficulty>| format!("{}..{}", rating.start(), rating.end());
    add("rating", recipe.rating.as_ref().map(range));
    add("technique", recipe.technique.map(generate::technique_name));
    add("clues", recipe.clues.map(|clues| clues.to_string()));
    add("minimal", recipe.minimal.then(String::new));
    add("symmetry", (recipe.symmetry != Symmetry::None).then(|| recipe.symmetry.to_string()));
    let mark = |&clue: &bool| if clue { 'x' } else { '.' };
    add("pattern", recipe.pattern.as_ref().map(|cells| cells.iter().map(mark).collect()));
    add("from", recipe.from.as_ref().map(write::line));
    let output = Some(args.output).filter(|&output| output != GenerateOutput::Line);
    let name = |output: GenerateOutput| Some(output.to_possible_value()?.get_name().to_owned());
    add("output", output.and_then(name));
    add("path", args.path.then(String::new));
    options
}
