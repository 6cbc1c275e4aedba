//! `quadrille sheet`: puzzles and their solutions to print, as PDF, HTML or SVG.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use quadrille_cover::CancelToken;
use quadrille_results::Shown;
use quadrille_service::puzzle::{ruled, solve};
use quadrille_view::picture::sheet::{Caption, Entry, Sheet as Pages};

use crate::args::Sheet;
use crate::input::{self, rules};
use crate::output::message::tell;
use crate::output::whole_file::refuse_input;
use crate::output::{Destination, plural};
use crate::status::Status;

pub fn run(args: &Sheet, cancel: &CancelToken) -> Result<Status> {
    let form = Form::of(&args.out)?;
    refuse_input(&args.out, [&args.source.input])?;
    // An SVG of one page has the name given; of several, only the number of puzzles says which names there are.
    let out = (form != Form::Svg).then(|| Destination::open(Some(&args.out), args.force));
    let out = out.transpose()?;
    let captions = args.caption.as_ref().map_or(Caption::USUAL.to_vec(), |asked| asked.0.clone());
    let mut reader =
        Collected { args, cancel, captions, entries: Vec::new(), refused: 0, several: 0 };
    match &args.rules {
        Some(rules) => reader.read_ruled(rules)?,
        None => reader.read()?,
    }
    let Collected { captions, entries, refused, several, .. } = reader;
    if cancel.is_cancelled() {
        return Ok(Status::Interrupted);
    }
    if refused > 0 && !args.keep_going {
        bail!(
            "{}: not written, as a puzzle is unreadable; use --keep-going to print the others",
            args.out.shown()
        );
    }
    if entries.is_empty() {
        bail!("{}: found no puzzle; expected at least one", args.source.input);
    }
    let pages = Pages {
        title: args.title.clone().unwrap_or_else(|| title(&args.source.input)),
        per_page: args.per_page.map(usize::from),
        captions,
        solutions: !args.no_solutions,
        large: args.large_print,
    };
    match (form, out) {
        (Form::Pdf, Some(out)) => {
            out.finish_with(
                &pages.pdf(&entries, args.paper).context(args.out.shown().to_string())?,
            )?;
        }
        (Form::Html, Some(out)) => out.finish_with(pages.html(&entries).as_bytes())?,
        _ => write_svg(args, &pages.svg(&entries))?,
    }
    if !args.quiet {
        let short = match several {
            0 => String::new(),
            _ => format!("; {} without exactly one solution", plural(several, "puzzle")),
        };
        let skipped = if refused > 0 { format!("; {refused} refused") } else { String::new() };
        let number = plural(entries.len(), "puzzle");
        tell(format_args!("{}: {number}{short}{skipped}", args.out.shown()));
    }
    Ok(if refused > 0 { Status::Bad } else { Status::Positive })
}

/// The format of the file, by the end of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Pdf,
    Html,
    Svg,
}

impl Form {
    fn of(path: &Path) -> Result<Self> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        Ok(match ending.as_deref() {
            Some("pdf") => Self::Pdf,
            Some("html" | "htm") => Self::Html,
            Some("svg") => Self::Svg,
            _ => bail!("--out {}: expected a name that ends in .pdf, .html or .svg", path.shown()),
        })
    }
}

/// The title of a sheet without one: the name of the file of puzzles.
pub fn title(input: &str) -> String {
    let file = Some(Path::new(input)).filter(|path| path.is_file());
    let name = file.and_then(Path::file_stem);
    name.map_or_else(|| "Sudoku".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// Writes each page into a file of its own.
fn write_svg(args: &Sheet, pages: &[String]) -> Result<()> {
    let name = |number: usize| -> PathBuf {
        if pages.len() == 1 {
            return args.out.clone();
        }
        let stem = args.out.file_stem().unwrap_or_default().to_string_lossy();
        args.out.with_file_name(format!("{stem}-{number}.svg"))
    };
    // All are begun before one is finished, so that a file that exists stops all of them.
    let files = (1..=pages.len()).map(|number| Destination::open(Some(&name(number)), args.force));
    let files = files.collect::<Result<Vec<_>>>()?;
    files.into_iter().zip(pages).try_for_each(|(file, page)| file.finish_with(page.as_bytes()))
}

/// The puzzles of a source, solved.
struct Collected<'a> {
    args: &'a Sheet,
    cancel: &'a CancelToken,
    captions: Vec<Caption>,
    entries: Vec<Entry>,
    /// Unreadable puzzles so far.
    refused: usize,
    /// Puzzles without exactly one solution.
    several: usize,
}

impl Collected<'_> {
    fn read(&mut self) -> Result<()> {
        let source = input::open(&self.args.source, self.cancel)?;
        let name = source.name.clone();
        let is_rated = self.captions.iter().any(|caption| caption.needs_rating());
        let cancel = self.cancel;
        self.take(&name, source.reader(), |found| {
            let (_, solution) = solve::count(&found.puzzle, 1, cancel);
            let entry = Entry::new(&found.puzzle, solution.as_ref()).named(found.name);
            let rating = is_rated.then(|| solve::rating(&found.puzzle, cancel));
            Ok(entry.rated(rating.flatten()))
        })
    }

    fn read_ruled(&mut self, rules: &str) -> Result<()> {
        let needs_rating = |caption: &&Caption| caption.needs_rating();
        if let Some(caption) = self.captions.iter().find(needs_rating) {
            let name = Caption::ALL.iter().find(|(_, known, _)| known == caption);
            let name = name.map_or("", |(name, ..)| name);
            bail!(
                "--caption {name}: found --rules, whose puzzles are not rated; expected some of name, rules, level, clues"
            );
        }
        let (name, reader) = rules::open(&self.args.source, rules)?;
        let cancel = self.cancel;
        self.take(&name, reader, |found| {
            let solution = ruled::first(&found, cancel)?;
            Ok(Entry::ruled(&found.rules, &found.givens, solution.as_deref()))
        })
    }

    /// Adds an entry for each puzzle of a source, which has this name in messages.
    fn take<T, E: Display>(
        &mut self,
        name: &str,
        all: impl Iterator<Item = Result<T, E>>,
        entry: impl Fn(T) -> Result<Entry>,
    ) -> Result<()> {
        for found in all {
            match found {
                Ok(found) => {
                    let entry = entry(found)?;
                    self.several += usize::from(!entry.has_one_solution());
                    self.entries.push(entry);
                }
                Err(error) => {
                    tell(format_args!("error: {name}:{error}"));
                    self.refused += 1;
                }
            }
            if self.cancel.is_cancelled() || self.refused > 0 && !self.args.keep_going {
                break;
            }
        }
        Ok(())
    }
}
