//! `cover --picture`: solutions on their boards, in the terminal or as SVG.
//!
//! DLX text knows no geometry, so the problem must say of which family it is: in a line
//! `| family NAME:PARAMETERS`, which `encode` writes first. The options of a solution are held against what that
//! family's items are.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use quadrille_cover::family::{Figure, Layout};
use quadrille_cover::{OptionId, Outcome, Problem, Search};
use quadrille_view::picture::figure::{self, text};

use crate::args::Cover;
use crate::family;
use crate::output::stdout;
use crate::whole_file::WholeFile;

/// Draws solutions as they are found, or the first one when the search has ended.
pub struct Pictures<'a> {
    layout: Layout,
    /// The family and its parameters.
    spec: String,
    target: Target<'a>,
    /// The first solution, if it is drawn at the end.
    first: Option<Figure>,
}

enum Target<'a> {
    /// The terminal, each solution as it is found.
    Terminal,
    /// SVG on standard output, in place of all else.
    Stdout,
    /// An SVG file and its name.
    File(WholeFile, &'a Path),
}

impl<'a> Pictures<'a> {
    /// What the command line asks to be drawn, if anything, of a problem with this text.
    pub fn new(args: &'a Cover, problem: &[u8]) -> Result<Option<Self>> {
        let Some(file) = &args.picture.file else { return Ok(None) };
        let target = match file.as_deref() {
            None => Target::Terminal,
            Some(path) if path == Path::new("-") => Target::Stdout,
            Some(path) if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("svg")) => {
                Target::File(WholeFile::create(path, args.force)?, path)
            }
            Some(path) => bail!(
                "{}: found it as the file of a picture; expected a name in .svg (a problem stands \
                 before --picture)",
                path.display()
            ),
        };
        let spec = family::in_comment(problem).ok_or_else(|| {
            anyhow!(
                "found no line `| family NAME:PARAMETERS`; expected it in a problem that is to be \
                 drawn, as `quadrille encode` writes it"
            )
        })?;
        let layout = family::layout(spec)?;
        Ok(Some(Self { layout, spec: spec.to_owned(), target, first: None }))
    }

    /// Whether a picture has standard output to itself.
    pub fn have_stdout(&self) -> bool {
        matches!(self.target, Target::Stdout)
    }

    /// Takes note of a solution. What is to be printed in place of its options, if anything is.
    pub fn add(&mut self, problem: &Problem, solution: &[OptionId]) -> Result<Option<String>> {
        let is_on_terminal = matches!(self.target, Target::Terminal);
        if !is_on_terminal && self.first.is_some() {
            return Ok(None);
        }
        let figure = self.layout.figure(problem, solution);
        let figure = figure.with_context(|| format!("this is no problem of `{}`", self.spec))?;
        if is_on_terminal {
            return Ok(Some(text::text(&figure)));
        }
        self.first = Some(figure);
        Ok(None)
    }

    /// Draws what could not be drawn before; nothing if there is no solution.
    pub fn finish(self, search: &Search) -> Result<()> {
        let Some(figure) = self.first else { return Ok(()) };
        let picture = figure::picture(&self.spec, &figure, &caption(search));
        match self.target {
            Target::Terminal => Ok(()),
            Target::Stdout => {
                let mut out = stdout();
                out.write_all(picture.as_bytes())?;
                Ok(out.flush()?)
            }
            Target::File(mut file, path) => {
                file.write_all(picture.as_bytes()).with_context(|| path.display().to_string())?;
                file.finish()
            }
        }
    }
}

/// What is said of the first solution.
fn caption(search: &Search) -> String {
    match (search.stats.solutions, search.outcome) {
        (1, Outcome::Exhausted) => "the only solution".to_owned(),
        (1, _) => "a solution".to_owned(),
        (count, Outcome::Exhausted) => format!("the first of {count} solutions"),
        (count, _) => format!("the first of {count} solutions or more"),
    }
}
