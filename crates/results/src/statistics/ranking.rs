//! The ranking: engines compared on each corpus, and over all corpora.
//!
//! An engine's ratio is its time divided by the time of the fastest engine on the same instance, or by the time of a
//! baseline engine, averaged over the instances that both answered. Over all corpora, each corpus has the same weight,
//! however many instances it has.

mod field;

use std::collections::BTreeMap;

use indexmap::IndexSet;
use thiserror::Error;

use super::best::Contribution;
use super::cells::{Cell, Cells, RepeatedRow};
use super::ratio::Ratio;
use super::section::{Section, Title};
use crate::{Clock, Name, Results, Verdict};
use field::{Field, Part};

/// The options of a ranking.
#[derive(Clone, Debug)]
pub struct Question<'q> {
    /// The clock by which times are compared.
    pub clock: Clock,
    /// The baseline engine; if none, the fastest engine on each instance.
    pub baseline: Option<&'q str>,
    /// The corpora to rank on; all if empty.
    pub corpora: &'q [String],
    /// The engines to rank; all if empty.
    pub engines: &'q [String],
    /// The seed of the bootstrap samples.
    pub seed: u64,
}

/// Why there is no ranking.
#[derive(Debug, Error)]
pub enum RankingError {
    /// A row occurs twice.
    #[error(transparent)]
    Repeated(#[from] RepeatedRow),
    /// No row has the named corpus or engine: `corpus` or `engine`, the name, and the names in the results.
    #[error("found the {0} `{1}`; expected one of those in the results: {2}")]
    Unknown(&'static str, String, String),
    /// There are no rows.
    #[error("found no rows; expected the rows of a run: make some with `quadrille run`")]
    Nothing,
}

/// A ranking.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// A table for each section, followed by one for all corpora together if there are several.
    pub tables: Vec<Table>,
    /// For each verdict other than `ok`, the number of rows; these rows have no time.
    pub unanswered: BTreeMap<Verdict, usize>,
    /// The limit of time for PAR-2, in nanoseconds, if all files have the same.
    pub limit_ns: Option<f64>,
}

/// The engines on a section, or on all corpora.
#[derive(Clone, Debug)]
pub struct Table {
    /// The section.
    pub title: Title,
    /// The number of cases.
    pub cases: usize,
    /// The number of instances behind the cases; smaller if there are isomorphs.
    pub instances: usize,
    /// The number of cases that at least one engine answered.
    pub solved: usize,
    /// PAR-2 of the virtual best solver, in nanoseconds.
    pub par2_ns: Option<f64>,
    /// The engines, sorted by the number of answers, then by speed.
    pub lines: Vec<Line>,
}

/// An engine on a corpus.
#[derive(Clone, Debug)]
pub struct Line {
    /// The engine, with its version if there are several.
    pub engine: String,
    /// The number of cases that the engine was run on.
    pub run: usize,
    /// The number of cases that the engine answered.
    pub solved: usize,
    /// The number of answered cases without a time, because the clock was too coarse or missing.
    pub untimed: usize,
    /// The number of cases on which the engine has a time but the baseline has none.
    pub unpaired: usize,
    /// The engine's time divided by that of the baseline.
    pub ratio: Option<Ratio>,
    /// PAR-2 in nanoseconds, if all cases were answered or there is a limit.
    pub par2_ns: Option<f64>,
    /// The engine's contribution to the virtual best solver.
    pub contribution: Contribution,
    /// The correlation of the engine's forks with its times: Spearman's rho.
    pub forks_with_time: Option<f64>,
}

impl Ranking {
    /// Ranks the engines.
    ///
    /// # Errors
    /// If there are no rows, a name is unknown, or a row occurs twice.
    pub fn of(results: &Results, question: &Question<'_>) -> Result<Self, RankingError> {
        let (corpora, engines) = asked(results, question)?;
        let cells = Cells::of(results, question.clock, |entry| {
            let corpus = results.case(entry.case).corpus;
            chosen(&corpora, corpus) && chosen(&engines, entry.engine)
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

/// The corpora and the engines to rank; empty means all.
fn asked(
    results: &Results,
    question: &Question<'_>,
) -> Result<(Vec<Name>, Vec<Name>), RankingError> {
    let entries = || results.entries().iter();
    let corpora: IndexSet<Name> = entries().map(|entry| results.case(entry.case).corpus).collect();
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
    // The baseline is included even if it was not named.
    if let (false, Some(baseline)) = (named.is_empty(), question.baseline) {
        let is_baseline = |name: &Name| is_label_of(results.text(*name), baseline);
        named.extend(engines.into_iter().filter(is_baseline));
    }
    Ok((corpora, named))
}

/// Whether a label is the engine's name, with or without a version.
fn is_label_of(engine: &str, label: &str) -> bool {
    label.strip_prefix(engine).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

impl RankingError {
    fn unknown(what: &'static str, name: &str, known: impl Iterator<Item = String>) -> Self {
        let mut known: Vec<String> = known.collect();
        known.sort_unstable();
        Self::Unknown(what, name.to_owned(), known.join(", "))
    }
}
