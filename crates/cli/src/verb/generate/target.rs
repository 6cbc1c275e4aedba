//! Where generated puzzles go: standard output, or a file with a manifest beside it.

use std::io::Write;

use anyhow::{Result, bail};
use clap::ValueEnum;
use quadrille_harness::corpus::manifest::provenance::{Hashed, Made};
use quadrille_harness::corpus::manifest::{Answer, Manifest};
use quadrille_sudoku::format::write;
use quadrille_sudoku::generate::{Method, Recipe, Symmetry, Wanted};

use super::report::Report;
use crate::args::{Generate, GenerateOutput};
use crate::output::message::tell;
use crate::output::whole_file::{WholeFile, is_device};
use crate::output::{Destination, is_stdout};

/// Puzzles, and the manifest of a file. Both files get their names when all puzzles are written.
pub struct Target {
    pub puzzles: Hashed<Destination>,
    manifest: Option<WholeFile>,
}

impl Target {
    /// The target of the arguments.
    pub fn open(args: &Generate) -> Result<Self> {
        let puzzles = Hashed::new(Destination::open(args.out.as_deref(), args.force)?);
        let mut manifest = None;
        if let Some(path) = args.out.as_deref().filter(|path| !is_stdout(path)) {
            let Some(beside) = Manifest::beside(path) else {
                let path = path.display();
                bail!("{path}: its manifest would have the same name; expected another name");
            };
            if !is_device(path) {
                manifest = Some(WholeFile::create(&beside, args.force)?);
            }
        }
        Ok(Self { puzzles, manifest })
    }

    /// Ends the output before all puzzles are made. Standard output keeps the puzzles; a file is not written.
    pub fn abandon(self, made: usize) -> Result<()> {
        let (out, _) = self.puzzles.finish();
        if out.is_stdout() {
            return out.finish();
        }
        tell(format_args!("no file was written, because only {made} puzzles were made"));
        Ok(())
    }

    /// Gives the files their names, after all puzzles were written.
    pub fn finish(self, args: &Generate, recipe: &Recipe, report: &Report) -> Result<()> {
        let (mut puzzles, sha256) = self.puzzles.finish();
        let Some(mut manifest) = self.manifest else { return puzzles.finish() };
        let described = provenance(args, recipe, report, sha256);
        manifest.write_all(described.to_toml().as_bytes())?;
        // Both are on the disk before either gets its name, and an earlier manifest is removed first: wherever the process
        // is killed, no manifest lies beside puzzles that it does not describe.
        puzzles.secure()?;
        manifest.secure()?;
        manifest.remove_old()?;
        puzzles.finish()?;
        manifest.finish().map(drop)
    }
}

/// The manifest, with everything needed to generate the same file again.
fn provenance(args: &Generate, recipe: &Recipe, report: &Report, sha256: String) -> Manifest {
    let path = args.out.as_deref().expect("a manifest lies beside a file");
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let options = options(args, recipe);
    let written = |(name, value): &(&str, String)| match value.as_str() {
        "" => format!(" --{name}"),
        value => format!(" --{name} {value}"),
    };
    let command: String = options.iter().map(written).collect();
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
fn options(args: &Generate, recipe: &Recipe) -> Vec<(&'static str, String)> {
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
    add("clues", recipe.clues.map(|clues| clues.to_string()));
    add("minimal", recipe.minimal.then(String::new));
    add("symmetry", (recipe.symmetry != Symmetry::None).then(|| recipe.symmetry.to_string()));
    let mark = |&clue: &bool| if clue { 'x' } else { '.' };
    add("pattern", recipe.pattern.as_ref().map(|cells| cells.iter().map(mark).collect()));
    add("from", recipe.from.as_ref().map(write::line));
    let output = Some(args.output).filter(|&output| output != GenerateOutput::Line);
    let name = |output: GenerateOutput| Some(output.to_possible_value()?.get_name().to_owned());
    add("output", output.and_then(name));
    options
}
