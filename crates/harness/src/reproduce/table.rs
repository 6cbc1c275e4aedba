//! A table as it is written: what was published, and how to find it here.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use thiserror::Error;
use toml::Spanned;

use super::counted::Counted;
use super::figure::{Column, Figures, Published};
use super::generated::Generated;
use super::shipped;
use crate::manifest::{self, library};
use crate::request::Request;

/// A published table, and how it is made again.
#[derive(Clone, Debug)]
pub struct Table {
    /// What it goes by: the name of its file without the ending.
    pub name: String,
    /// What it is called.
    pub title: String,
    /// What it is, in a sentence or two.
    pub about: String,
    /// Where its figures were published.
    pub source: String,
    /// Corpora, and what is generated or counted, by the fingerprint of all their instances in order.
    pub pins: BTreeMap<String, String>,
    /// What is to be run, by names.
    pub steps: Vec<Step>,
    /// What was published.
    pub figures: Vec<Figures>,
    /// The file as it stands.
    pub text: String,
    /// Where files that it names are looked for; nowhere if it was shipped.
    pub folder: Option<PathBuf>,
}

/// A part of what is to be run: it makes a file of results.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its name.
    pub name: String,
    /// What is done.
    pub work: Work,
}

/// What is done.
#[derive(Clone, Debug)]
pub enum Work {
    /// A run.
    Plan(Box<Request>),
    /// Puzzles generated and solved.
    Generate(Generated),
    /// Solutions counted.
    Count(Counted),
}

/// Why there is no table.
#[derive(Debug, Error)]
pub enum TableError {
    /// A name that is neither that of a table nor a file.
    #[error("found the table `{name}`, which is neither a file nor one of {known}")]
    Unknown {
        /// The name.
        name: String,
        /// Those there are.
        known: String,
    },
    /// A file that cannot be read.
    #[error("{file}: {error}")]
    Io {
        /// The file.
        file: String,
        /// What the system says.
        error: io::Error,
    },
    /// A file that is no table.
    #[error("{file}:{line}:{column}: {what}")]
    Wrong {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What was found there, and what was expected.
        what: String,
    },
    /// A name that no file or folder should have.
    #[error(
        "{file}: found the name `{name}`; expected letters, digits, `-`, `_` and `.`, not `.` first, \
         and not {SUMS}, as a bundle has one itself"
    )]
    Name {
        /// The file.
        file: String,
        /// The name.
        name: String,
    },
}

/// A table as TOML has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    title: String,
    about: String,
    source: String,
    #[serde(default)]
    pins: BTreeMap<String, String>,
    #[serde(default)]
    plan: BTreeMap<String, Spanned<Request>>,
    #[serde(default)]
    generate: BTreeMap<String, Spanned<Generated>>,
    #[serde(default)]
    count: BTreeMap<String, Spanned<Counted>>,
    #[serde(default)]
    figure: Vec<Spanned<Figures>>,
}

impl Table {
    /// The shipped table of that name, or that of a file.
    ///
    /// # Errors
    /// If there is none, or it is none.
    pub fn find(name: &str) -> Result<Self, TableError> {
        if let Some(text) = shipped::text(name) {
            return Self::parse(&format!("reports/{name}.toml"), text);
        }
        let path = Path::new(name);
        if !path.exists() {
            let known = shipped::names().join(", ");
            return Err(TableError::Unknown { name: name.to_owned(), known });
        }
        let unreadable = |error| TableError::Io { file: name.to_owned(), error };
        let text = fs::read_to_string(path).map_err(unreadable)?;
        let folder = Some(path.parent().unwrap_or(Path::new("")).to_owned());
        Ok(Self { folder, ..Self::parse(name, &text)? })
    }

    /// Reads a table. `file` is what messages call it, and its stem the table's name.
    ///
    /// # Errors
    /// If it is none: with line and column.
    pub fn parse(file: &str, text: &str) -> Result<Self, TableError> {
        let wrong = |at: usize, what: String| {
            let (line, column) = manifest::place(text, at);
            TableError::Wrong { file: file.to_owned(), line, column, what }
        };
        let written: Written = toml::from_str(text).map_err(|error| {
            wrong(error.span().map_or(0, |span| span.start), error.message().replace('\n', "; "))
        })?;
        let name = Path::new(file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut places = Vec::new();
        let mut steps = Vec::new();
        let mut add = |name: String, at: usize, work: Work| {
            places.push(at);
            steps.push(Step { name, work });
        };
        for (name, plan) in written.plan {
            let at = plan.span().start;
            add(name, at, Work::Plan(Box::new(plan.into_inner())));
        }
        for (name, generate) in written.generate {
            let at = generate.span().start;
            add(name, at, Work::Generate(generate.into_inner()));
        }
        for (name, count) in written.count {
            let at = count.span().start;
            add(name, at, Work::Count(count.into_inner()));
        }
        for name in std::iter::once(&name).chain(steps.iter().map(|step| &step.name)) {
            if !is_file_name(name) {
                return Err(TableError::Name { file: file.to_owned(), name: name.clone() });
            }
        }
        let figure_places: Vec<usize> =
            written.figure.iter().map(|figures| figures.span().start).collect();
        let table = Self {
            name,
            title: written.title,
            about: written.about,
            source: written.source,
            pins: written.pins,
            steps,
            figures: written.figure.into_iter().map(Spanned::into_inner).collect(),
            text: text.to_owned(),
            folder: None,
        };
        if table.steps.is_empty() || table.figures.is_empty() {
            let what = "found no `figure`, or none of `plan`, `generate` and `count`; expected at least one \
                        `[[figure]]`, and one `[plan.NAME]`, `[generate.NAME]` or `[count.NAME]`";
            return Err(wrong(0, what.to_owned()));
        }
        for (what, text) in
            [("title", &table.title), ("about", &table.about), ("source", &table.source)]
        {
            printable(what, text).map_err(|what| wrong(0, what))?;
        }
        table
            .check_steps()
            .map_err(|(i, what)| wrong(places.get(i).copied().unwrap_or(0), what))?;
        table.check_pins().map_err(|what| wrong(0, what))?;
        for (figures, at) in table.figures.iter().zip(figure_places) {
            table.check_figures(figures).map_err(|what| wrong(at, what))?;
        }
        Ok(table)
    }

    /// What is wrong with a step, by its place.
    fn check_steps(&self) -> Result<(), (usize, String)> {
        for (i, step) in self.steps.iter().enumerate() {
            let name = &step.name;
            if self.steps[..i].iter().any(|other| other.name == *name) {
                return Err((i, format!("found `{name}` a second time; expected another name")));
            }
            self.check_step(step).map_err(|what| (i, what))?;
        }
        Ok(())
    }

    /// A pin of nothing would hold nothing.
    fn check_pins(&self) -> Result<(), String> {
        let mut known = Vec::new();
        for step in &self.steps {
            match &step.work {
                Work::Plan(request) => known.extend(request.corpora.iter().map(String::as_str)),
                Work::Generate(_) | Work::Count(_) => known.push(&step.name),
            }
        }
        match self.pins.keys().find(|pin| !known.contains(&pin.as_str())) {
            None => Ok(()),
            Some(pin) => {
                Err(format!("found a pin of `{pin}`; expected one of {}", known.join(", ")))
            }
        }
    }

    fn check_step(&self, step: &Step) -> Result<(), String> {
        match &step.work {
            Work::Plan(request) if request.corpora.is_empty() => {
                Err("found a plan without corpora; expected those that the figures are of"
                    .to_owned())
            }
            Work::Plan(request) => {
                let loose = |name: &&String| {
                    !self.pins.contains_key(*name) && !library::is_pinned_by_its_manifest(name)
                };
                match request.corpora.iter().find(loose) {
                    Some(name) => Err(format!(
                        "found the corpus `{name}` without a pin; expected its sha256 in `[pins]`, as it \
                         stands in the run file of a run of it"
                    )),
                    None => Ok(()),
                }
            }
            Work::Generate(generated) => generated.check(),
            Work::Count(counted) => {
                counted.check()?;
                let published = |instance: &&String| self.expected(&step.name, instance).is_none();
                match counted.instances.iter().find(published) {
                    Some(instance) => Err(format!(
                        "found `{instance}` without a figure of its solutions; expected one, as nothing else says \
                         whether it was counted rightly"
                    )),
                    None => Ok(()),
                }
            }
        }
    }

    /// The number of solutions of an instance that must come out.
    pub fn expected(&self, corpus: &str, instance: &str) -> Option<&str> {
        let is_of = |figures: &&Figures| {
            figures.corpus == corpus
                && figures.instance.as_deref() == Some(instance)
                && figures.is_exact(Column::Solutions)
        };
        let mut of_instance = self.figures.iter().filter(is_of);
        of_instance.find_map(|figures| Some(figures.published(Column::Solutions)?.text()))
    }

    fn check_figures(&self, figures: &Figures) -> Result<(), String> {
        figures.texts().try_for_each(|text| printable("text", text))?;
        if let Some(plan) = &figures.plan
            && !self.steps.iter().any(|step| step.name == *plan)
        {
            let known: Vec<&str> = self.steps.iter().map(|step| &*step.name).collect();
            return Err(format!("found the plan `{plan}`; expected one of {}", known.join(", ")));
        }
        let mut corpora: Vec<&str> = self.steps.iter().flat_map(Step::corpora).collect();
        if !corpora.contains(&&*figures.corpus) {
            corpora.sort_unstable();
            corpora.dedup();
            let (found, known) = (&figures.corpus, corpora.join(", "));
            return Err(format!("found figures of the corpus `{found}`; expected one of {known}"));
        }
        let mut columns = figures.columns().peekable();
        if columns.peek().is_none() {
            let known: Vec<&str> = Column::ALL.map(Column::name).into();
            let known = known.join(", ");
            return Err(format!("found no figure; expected one or more of {known}"));
        }
        if let Some(column) =
            columns.find(|column| column.is_of_corpus() && figures.instance.is_some())
        {
            return Err(format!(
                "found {} of an instance; expected no instance, as it is of a whole corpus",
                column.name()
            ));
        }
        let no_number = |column: &Column| {
            let number = figures.published(*column).map(Published::number);
            number.is_some_and(|number| number.map_or(!column.is_counted(), |number| number < 0.0))
        };
        match figures.columns().find(no_number) {
            Some(column) => {
                let found = figures.published(column).map_or("", |published| published.text());
                Err(format!("found {} = `{found}`; expected a number, not below 0", column.name()))
            }
            None => Ok(()),
        }
    }
}

impl Step {
    /// The corpora that it is about.
    pub fn corpora(&self) -> Vec<&str> {
        match &self.work {
            Work::Plan(request) => request.corpora.iter().map(String::as_str).collect(),
            Work::Generate(_) | Work::Count(_) => vec![&self.name],
        }
    }
}

/// Refuses what would tell a terminal to do other things than to print.
fn printable(what: &str, text: &str) -> Result<(), String> {
    match text.chars().find(|c| c.is_control()) {
        Some(c) => Err(format!(
            "found {} in the {what} `{}`; expected a line without control characters",
            c.escape_debug(),
            text.escape_debug()
        )),
        None => Ok(()),
    }
}

/// The file in a bundle that has the fingerprints of all the others.
pub const SUMS: &str = "SHA256SUMS";

/// Whether files and folders may be called so.
fn is_file_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    name != SUMS
        && !name.is_empty()
        && name.len() <= 100
        && !name.starts_with('.')
        && name.chars().all(plain)
}

#[cfg(test)]
mod tests;
