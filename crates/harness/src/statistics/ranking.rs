//! The ranking: engines on each corpus, and over all of them.
//!
//! An engine's ratio is how many times as long it took as the fastest engine on each instance (or as one that
//! is named), over the instances that it answered, and that the other did. Over all corpora, each of them
//! weighs the same, however many instances it has.

mod field;

use std::collections::BTreeMap;

use indexmap::IndexSet;
use thiserror::Error;

use super::best::Contribution;
use super::cells::{Cell, Cells, Twice};
use super::ratio::Ratio;
use super::section::{Section, Title};
use crate::record::Verdict;
use crate::results::{Clock, Name, Results};
use field::{Field, Part};

/// What is ranked, and how.
#[derive(Clone, Debug)]
pub struct Question<'q> {
    /// By which time.
    pub clock: Clock,
    /// The engine that others are held against; the fastest on each instance if none.
    pub baseline: Option<&'q str>,
    /// These corpora only; all if none.
    pub corpora: &'q [String],
    /// These engines only; all if none.
    pub engines: &'q [String],
    /// Draws the intervals.
    pub seed: u64,
}

/// Why there is no ranking.
#[derive(Debug, Error)]
pub enum RankingError {
    /// A row is there twice.
    #[error(transparent)]
    Twice(#[from] Twice),
    /// A corpus or engine of which there is no row.
    #[error("found the {what} `{name}`; expected one of those in the results: {known}")]
    Unknown {
        /// `corpus` or `engine`.
        what: &'static str,
        /// Its name.
        name: String,
        /// Those there are.
        known: String,
    },
    /// There is no row at all.
    #[error("there are no rows; expected some of `quadrille run`")]
    Nothing,
}

/// A ranking.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// For each section a table; then one for all corpora, if there are more.
    pub tables: Vec<Table>,
    /// How many rows are no answers, and so have no time, by verdict.
    pub unanswered: BTreeMap<Verdict, usize>,
    /// The limit of time that PAR-2 goes by, in nanoseconds, if there is one.
    pub limit_ns: Option<f64>,
}

/// The engines on a corpus.
#[derive(Clone, Debug)]
pub struct Table {
    /// What it is about.
    pub title: Title,
    /// How many cases there are.
    pub cases: usize,
    /// How many instances they go back to: fewer, where isomorphs stand for them.
    pub instances: usize,
    /// How many were answered by any engine.
    pub solved: usize,
    /// PAR-2 of the virtual best solver, in nanoseconds.
    pub par2_ns: Option<f64>,
    /// The engines: who answers more comes first, then who is faster.
    pub lines: Vec<Line>,
}

/// An engine on a corpus.
#[derive(Clone, Debug)]
pub struct Line {
    /// The engine, with its version if there are several.
    pub engine: String,
    /// How many cases it was run on.
    pub run: usize,
    /// How many it answered.
    pub solved: usize,
    /// How many of these have no time: the clock was too coarse, or there was none.
    pub untimed: usize,
    /// How many have a time, and the engine it is held against has none.
    pub unpaired: usize,
    /// How many times as long it took.
    pub ratio: Option<Ratio>,
    /// In nanoseconds, if everything was answered or there is a limit.
    pub par2_ns: Option<f64>,
    /// What it adds to the others.
    pub contribution: Contribution,
    /// How its forks go with its times: Spearman's rho.
    pub forks_with_time: Option<f64>,
}

impl Ranking {
    /// Ranks.
    ///
    /// # Errors
    /// If there is nothing to rank, not what was asked for, or something twice.
    pub fn of(results: &Results, question: &Question<'_>) -> Result<Self, RankingError> {
        let asked = Asked::new(results, question)?;
        let cells = Cells::of(results, question.clock, |entry| {
            let corpus = results.case(entry.case).corpus;
            chosen(&asked.corpora, corpus) && chosen(&asked.engines, entry.engine)
        })?;
        if cells.all().is_empty() {
            return Err(RankingError::Nothing);
        }
        let field = Field::new(results, &cells, question)?;
        let mut sections: BTreeMap<Section, Vec<&Cell>> = BTreeMap::new();
        for cell in cells.all() {
            let section = Section::of(results, results.case(cell.case));
            sections.entry(section).or_default().push(cell);
        }
        let mut sections: Vec<_> = sections.into_iter().collect();
        sections.sort_by_key(|(section, _)| section.title(results));
        let part =
            |(section, cells): &(Section, Vec<&Cell>)| field.part(section.title(results), cells);
        let parts: Vec<Part> = sections.iter().map(part).collect();
        let mut together = Vec::new();
        for batch in [false, true] {
            let parts = parts.iter().filter(|part| part.table.title.batch == batch);
            let parts: Vec<&Part> = parts.collect();
            if parts.len() > 1 {
                together.push(field.together(&parts, batch));
            }
        }
        let mut tables: Vec<Table> = parts.into_iter().map(|part| part.table).collect();
        tables.extend(together);
        for table in &mut tables {
            table.lines.sort_by(|a, b| {
                let slowness = |line: &Line| line.ratio.map_or(f64::INFINITY, |ratio| ratio.mean);
                let answers = b.solved.cmp(&a.solved);
                answers.then(slowness(a).total_cmp(&slowness(b))).then(a.engine.cmp(&b.engine))
            });
        }
        Ok(Self { tables, unanswered: cells.unanswered().clone(), limit_ns: field.limit })
    }
}

fn chosen(names: &[Name], name: Name) -> bool {
    names.is_empty() || names.contains(&name)
}

/// What was asked for by its name; nothing stands for everything.
struct Asked {
    corpora: Vec<Name>,
    engines: Vec<Name>,
}

impl Asked {
    fn new(results: &Results, question: &Question<'_>) -> Result<Self, RankingError> {
        let entries = || results.entries().iter();
        let corpora: IndexSet<Name> =
            entries().map(|entry| results.case(entry.case).corpus).collect();
        let engines: IndexSet<Name> = entries().map(|entry| entry.engine).collect();
        let find = |what, names: &[String], known: &IndexSet<Name>| -> Result<Vec<Name>, _> {
            let find = |text: &String| {
                let name = results.name(text).filter(|name| known.contains(name));
                let known = known.iter().map(|&name| results.text(name).to_owned());
                name.ok_or_else(|| RankingError::unknown(what, text, known))
            };
            names.iter().map(find).collect()
        };
        let corpora = find("corpus", question.corpora, &corpora)?;
        let mut named = find("engine", question.engines, &engines)?;
        // What others are held against is there, whether or not it was named.
        if let (false, Some(baseline)) = (named.is_empty(), question.baseline) {
            let is_baseline = |name: &Name| is_label_of(results.text(*name), baseline);
            named.extend(engines.into_iter().filter(is_baseline));
        }
        Ok(Self { corpora, engines: named })
    }
}

/// Whether a label is the engine's name, with a version or without.
fn is_label_of(engine: &str, label: &str) -> bool {
    label.strip_prefix(engine).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

impl RankingError {
    fn unknown(what: &'static str, name: &str, known: impl Iterator<Item = String>) -> Self {
        let mut known: Vec<String> = known.collect();
        known.sort_unstable();
        Self::Unknown { what, name: name.to_owned(), known: known.join(", ") }
    }
}
