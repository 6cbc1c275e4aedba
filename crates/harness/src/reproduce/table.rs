//! A table file: what was published, and what to run to compare with it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use quadrille_results::{Misplaced, read_toml};
use serde::Deserialize;
use thiserror::Error;
use toml::Spanned;

use super::counted::Counted;
use super::figure::{Column, Figures};
use super::generated::Generated;
use super::shipped;
use crate::corpus::manifest::library;
use crate::files;
use crate::plan::request::Request;
use crate::process::Program;

/// A published table, and how to reproduce it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The name: that of the file without its extension.
    #[serde(skip)]
    pub name: String,
    /// The title.
    pub title: String,
    /// A description of a sentence or two.
    pub about: String,
    /// Where the figures were published.
    pub source: String,
    /// For each corpus, `generate` step and `count` step the expected fingerprint of all its instances in order.
    #[serde(default)]
    pub pins: BTreeMap<String, String>,
    #[serde(default)]
    plan: BTreeMap<String, Spanned<Request>>,
    #[serde(default)]
    generate: BTreeMap<String, Spanned<Generated>>,
    #[serde(default)]
    count: BTreeMap<String, Spanned<Counted>>,
    /// The published figures, each with its place in the text.
    #[serde(default, rename = "figure")]
    pub figures: Vec<Spanned<Figures>>,
    /// The text of the file.
    #[serde(skip)]
    pub text: String,
    /// The folder of the table, to which the names of files in it are relative; `None` for a shipped table.
    #[serde(skip)]
    pub folder: Option<PathBuf>,
}

/// A step of a table. It makes one file of results.
#[derive(Clone, Debug)]
pub struct Step {
    /// The name.
    pub name: String,
    /// Where the step begins, in bytes from the beginning of the text.
    at: usize,
    /// What the step does.
    pub work: Work,
}

/// What a step does.
#[derive(Clone, Debug)]
pub enum Work {
    /// Runs a plan.
    Plan(Box<Request>),
    /// Generates puzzles and solves them.
    Generate(Generated),
    /// Counts solutions.
    Count(Counted),
}

/// Why a table cannot be read or run. The text names the file, the table (`x`) or a step of the table (`x, plan p`),
/// then says what was found and what was expected.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct TableError(pub(super) String);

fn steps<T: Clone>(
    written: &BTreeMap<String, Spanned<T>>,
    work: fn(T) -> Work,
) -> impl Iterator<Item = Step> {
    written.iter().map(move |(name, step)| {
        let (name, at) = (name.clone(), step.span().start);
        Step { name, at, work: work(step.get_ref().clone()) }
    })
}

impl Table {
    /// The shipped table of a name, or the table in a file.
    ///
    /// # Errors
    /// A name that is neither, a file that cannot be read, or a file that is not a table.
    pub fn find(name: &str) -> Result<Self, TableError> {
        if let Some(text) = shipped::text(name) {
            return Self::parse(&format!("reports/{name}.toml"), text);
        }
        let path = Path::new(name);
        if !path.exists() {
            let known = shipped::names().join(", ");
            let what =
                format!("found the table `{name}`, which is neither a file nor one of {known}");
            return Err(TableError(what));
        }
        let text = files::text(path).map_err(|error| TableError(format!("{name}: {error}")))?;
        let folder = Some(path.parent().unwrap_or(Path::new("")).to_owned());
        Ok(Self { folder, ..Self::parse(name, &text)? })
    }

    /// Reads the text of a table. Messages call the file `file`; its stem is the table's name.
    ///
    /// # Errors
    /// The first fault, with line and column.
    pub fn parse(file: &str, text: &str) -> Result<Self, TableError> {
        let misplaced = |error: Misplaced| TableError(format!("{file}:{error}"));
        let wrong = |at: usize, what: String| misplaced(Misplaced::new(text, at, what));
        let mut table: Self = read_toml(text).map_err(misplaced)?;
        let name = Path::new(file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        (table.name, table.text) = (name, text.to_owned());
        let steps = table.steps();
        for name in std::iter::once(&table.name).chain(steps.iter().map(|step| &step.name)) {
            if !is_file_name(name) {
                return Err(TableError(format!(
                    "{file}: found the name `{name}`; expected letters, digits, `-`, `_` and `.`, not `.` first, and \
                     not {}, the names of files in every bundle",
                    OF_BUNDLES.join(", ")
                )));
            }
        }
        if steps.is_empty() || table.figures.is_empty() {
            let what = "found no `figure`, or none of `plan`, `generate` and `count`; expected at least one \
                        `[[figure]]`, and one `[plan.NAME]`, `[generate.NAME]` or `[count.NAME]`";
            return Err(wrong(0, what.to_owned()));
        }
        for (what, text) in
            [("title", &table.title), ("about", &table.about), ("source", &table.source)]
        {
            printable(what, text).map_err(|what| wrong(0, what))?;
        }
        for (i, step) in steps.iter().enumerate() {
            table.check_step(step, &steps[..i]).map_err(|what| wrong(step.at, what))?;
        }
        let known = table.corpora();
        if let Some(pin) = table.pins.keys().find(|pin| !known.contains(&pin.as_str())) {
            let known = known.join(", ");
            return Err(wrong(0, format!("found a pin of `{pin}`; expected one of {known}")));
        }
        for figures in &table.figures {
            let checked = table.check_figures(figures.get_ref(), &known);
            checked.map_err(|what| wrong(figures.span().start, what))?;
        }
        Ok(table)
    }

    /// The steps to run: plans, generators and counts, each kind in the order of its names.
    pub fn steps(&self) -> Vec<Step> {
        steps(&self.plan, |request| Work::Plan(Box::new(request)))
            .chain(steps(&self.generate, Work::Generate))
            .chain(steps(&self.count, Work::Count))
            .collect()
    }

    /// The engines, other programs, that its plans declare and start.
    pub fn programs(&self) -> Vec<Program> {
        let folder = self.folder.as_deref().unwrap_or(Path::new(""));
        let plans = self.plan.values().flat_map(|plan| plan.get_ref().programs());
        plans.cloned().map(|program| program.beside(folder)).collect()
    }

    /// Whether a plan declares an engine of this name.
    pub fn declares(&self, name: &str) -> bool {
        let mut declared = self.plan.values().flat_map(|plan| &plan.get_ref().engine);
        declared.any(|program| program.name == name)
    }

    /// Replaces the engines that its plans declare by programs of the same names, with absolute paths, that the user named.
    pub fn redeclare(&mut self, named: &[Program]) {
        for declared in self.plan.values_mut().flat_map(|plan| &mut plan.get_mut().engine) {
            if let Some(program) = named.iter().find(|named| named.name == declared.name) {
                declared.clone_from(program);
            }
        }
    }

    /// Allows the engines that its plans declare to be started.
    pub fn allow_programs(&mut self) {
        self.plan.values_mut().for_each(|plan| plan.get_mut().may_start = true);
    }

    /// The names by which figures and pins refer to corpora: those of plans, and the other steps.
    fn corpora(&self) -> Vec<&str> {
        let of_plans = self.plan.values().flat_map(|plan| &plan.get_ref().corpora);
        let names = of_plans.chain(self.generate.keys()).chain(self.count.keys());
        names.map(String::as_str).collect::<BTreeSet<_>>().into_iter().collect()
    }

    fn check_step(&self, step: &Step, before: &[Step]) -> Result<(), String> {
        let name = &step.name;
        if before.iter().any(|other| other.name == *name) {
            return Err(format!("found `{name}` a second time; expected another name"));
        }
        match &step.work {
            Work::Plan(request) if request.corpora.is_empty() => {
                Err("found a plan without corpora; expected those with the published instances"
                    .to_owned())
            }
            Work::Plan(request) => {
                let is_pinned = |name: &String| {
                    self.pins.contains_key(name) || library::is_pinned_by_its_manifest(name)
                };
                match request.corpora.iter().find(|name| !is_pinned(name)) {
                    Some(name) => Err(format!(
                        "found the corpus `{name}` without a pin; expected its sha256 in `[pins]`, as stated in the \
                         run file of any run on it"
                    )),
                    None => Ok(()),
                }
            }
            Work::Generate(generated) => generated.check(),
            Work::Count(counted) => {
                counted.check()?;
                match counted.instances.iter().find(|i| self.expected(name, i).is_none()) {
                    Some(instance) => Err(format!(
                        "found `{instance}` without a figure of its solutions; expected one, because nothing else \
                         can verify the count"
                    )),
                    None => Ok(()),
                }
            }
        }
    }

    /// The published number of solutions of an instance, if ours must equal it.
    pub fn expected(&self, corpus: &str, instance: &str) -> Option<&str> {
        let is_of = |figures: &&Figures| {
            figures.corpus == corpus
                && figures.instance.as_deref() == Some(instance)
                && figures.is_exact(Column::Solutions)
        };
        let mut of_instance = self.figures.iter().map(Spanned::get_ref).filter(is_of);
        of_instance.find_map(|figures| Some(&*figures.published(Column::Solutions)?.0))
    }

    fn check_figures(&self, figures: &Figures, corpora: &[&str]) -> Result<(), String> {
        figures.texts().try_for_each(|text| printable("text", text))?;
        let steps = self.plan.keys().chain(self.generate.keys()).chain(self.count.keys());
        let steps: Vec<&str> = steps.map(String::as_str).collect();
        if let Some(plan) = figures.plan.as_deref().filter(|plan| !steps.contains(plan)) {
            return Err(format!("found the plan `{plan}`; expected one of {}", steps.join(", ")));
        }
        if !corpora.contains(&&*figures.corpus) {
            let (found, known) = (&figures.corpus, corpora.join(", "));
            return Err(format!(
                "found the corpus `{found}` in published figures; expected one of {known}"
            ));
        }
        if figures.columns().next().is_none() {
            let known: Vec<&str> = Column::ALL.iter().map(|column| column.name()).collect();
            let known = known.join(", ");
            return Err(format!("found no figure; expected one or more of {known}"));
        }
        for column in figures.columns() {
            let name = column.name();
            if column.is_of_corpus() && figures.instance.is_some() {
                return Err(format!(
                    "found {name} of an instance; expected no instance, because the column applies to whole corpora"
                ));
            }
            if let Some(found) = figures.published(column)
                && found.number().map_or(!column.is_counted(), |number| number < 0.0)
            {
                let found = &found.0;
                return Err(format!("found {name} = `{found}`; expected a number, not below 0"));
            }
        }
        Ok(())
    }
}

/// Refuses control characters, which a terminal may take for commands.
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

/// The file in a bundle that lists the fingerprints of all the others.
pub const SUMS: &str = "SHA256SUMS";

/// Files and folders in a bundle beside the folders of tables.
const OF_BUNDLES: [&str; 6] =
    [SUMS, "CITATION.cff", "LICENSE-MIT", "README.md", "corpora", "CORPORA.toml"];

/// Whether a name is suitable for files and folders.
fn is_file_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    !OF_BUNDLES.contains(&name)
        && !name.is_empty()
        && name.len() <= 100
        && !name.starts_with('.')
        && name.chars().all(plain)
}

#[cfg(test)]
mod tests;
