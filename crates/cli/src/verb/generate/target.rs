//! Where generated puzzles go: standard output, or a file with its manifest beside it.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Result, bail};
use quadrille_harness::manifest::trail::{Hashed, Made, Trail};
use quadrille_harness::manifest::{Answer, Manifest};
use quadrille_sudoku::format::write;
use quadrille_sudoku::generate::{Method, Recipe, Symmetry, Wanted};

use super::report::Report;
use crate::args::{Generate, GenerateOutput};
use crate::output::stdout;
use crate::tell::tell;
use crate::whole_file::{WholeFile, is_device};

/// Somewhere to write.
pub enum Target {
    /// Puzzle after puzzle, so that what there is is whole lines.
    Stdout(Box<dyn Write>),
    /// A file that gets its name when it is whole, and a manifest likewise.
    File { puzzles: Box<Hashed<WholeFile>>, manifest: Option<Box<WholeFile>> },
}

impl Target {
    /// Where the command line says.
    pub fn open(args: &Generate) -> Result<Self> {
        let Some(path) = args.out.as_deref().filter(|path| *path != Path::new("-")) else {
            return Ok(Self::Stdout(Box::new(stdout())));
        };
        let puzzles = Box::new(Hashed::new(WholeFile::create(path, args.force)?));
        let Some(beside) = Manifest::beside(path) else {
            bail!("{}: that is what its manifest would be called; name another", path.display());
        };
        // Beside a device nothing should be put.
        let described = !is_device(path);
        let manifest =
            described.then(|| WholeFile::create(&beside, args.force).map(Box::new)).transpose()?;
        Ok(Self::File { puzzles, manifest })
    }

    /// A puzzle.
    pub fn write(&mut self, text: &str) -> Result<()> {
        match self {
            Self::Stdout(out) => out.write_all(text.as_bytes())?,
            Self::File { puzzles, .. } => puzzles.write_all(text.as_bytes())?,
        }
        Ok(())
    }

    /// Some puzzles are whole.
    pub fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::File { .. } => Ok(()),
        }
    }

    /// Nothing more comes, and it is not what was asked for.
    pub fn abandon(self, made: usize) -> Result<()> {
        match self {
            Self::Stdout(mut out) => out.flush()?,
            Self::File { .. } => {
                tell(format_args!("no file was written: only {made} puzzles were made"));
            }
        }
        Ok(())
    }

    /// Everything is there.
    pub fn finish(self, args: &Generate, recipe: &Recipe, report: &Report) -> Result<()> {
        match self {
            Self::Stdout(mut out) => out.flush()?,
            Self::File { puzzles, manifest } => {
                let (file, sha256) = puzzles.finish();
                let trail = trail(args, recipe, report, sha256);
                file.finish()?;
                if let Some(mut manifest) = manifest {
                    manifest.write_all(Manifest::for_generated(trail).to_toml().as_bytes())?;
                    manifest.finish()?;
                }
            }
        }
        Ok(())
    }
}

/// From which anyone makes the same file again.
fn trail(args: &Generate, recipe: &Recipe, report: &Report, sha256: String) -> Trail {
    let path = args.out.as_deref().expect("it was opened");
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
    Trail {
        name,
        about: format!("{side}x{side} puzzles, made {}", recipe.method),
        made,
        file,
        sha256,
        puzzles: report.made,
        answer: match recipe.answer {
            Wanted::Unique => Answer::Unique,
            Wanted::Multiple => Answer::Multiple,
            Wanted::None => Answer::None,
        },
        histogram: report.histogram.clone(),
    }
}

/// The options that decide what is made, but for the seed, as on the command line. Grids and
/// patterns are written out, as files do not travel.
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
    let output = match args.output {
        GenerateOutput::Plain => Some("plain"),
        GenerateOutput::Decorated => Some("decorated"),
        GenerateOutput::Json => Some("json"),
        GenerateOutput::Line => None,
    };
    add("output", output.map(str::to_owned));
    options
}
