//! Our figures beside the published ones.
//!
//! Counts must equal the published ones. Times are compared by their ratio, ours to the published one, with a bootstrap
//! interval where there are several values. Kendall's tau-b, over all figures of a column, measures how far our order
//! agrees with the published one, if there are at least [`FEWEST`] figures.

mod part;

use std::collections::BTreeMap;

use quadrille_results::Results;
use quadrille_results::statistics::StatisticsError;
use quadrille_results::statistics::ranks::kendall;
use toml::Spanned;

use self::part::Part;
use super::figure::{Column, Figures, Published};
use super::resolved_table::ResolvedTable;

/// The fewest figures for a rank agreement. Two figures always agree fully or not at all.
pub const FEWEST: usize = 3;

/// Our figures beside the published ones of a table.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// One line for each figure.
    pub lines: Vec<Line>,
    /// The rank agreement of each column that has enough figures.
    pub agreements: Vec<Agreement>,
}

/// A figure: our value beside the published one.
#[derive(Clone, Debug)]
pub struct Line {
    /// The figures of the table that this one is of.
    pub figures: Figures,
    /// The engine that our figure is of; empty if no engine ran.
    pub ours_by: String,
    /// The column.
    pub column: Column,
    /// Our value; `None` if the rows do not have it.
    pub ours: Option<OurValue>,
    /// The result of comparing our value with the published one.
    pub finding: Finding,
}

/// A value of ours.
#[derive(Clone, Debug, PartialEq)]
pub enum OurValue {
    /// A count or a word.
    Text(String),
    /// A measurement.
    Number {
        /// The median, mean or share.
        value: f64,
        /// The confidence interval, if there are several values.
        interval: Option<(f64, f64)>,
    },
}

/// The result of comparing our figure with the published one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Finding {
    /// Our figure must equal the published one, and does.
    Equal,
    /// Our figure must equal the published one, and does not.
    Differs,
    /// The figures need not be equal. The ratio of ours to the published one, if both are known.
    Beside(Option<f64>),
}

/// The agreement of the published order of a column's figures with ours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// The column.
    pub column: Column,
    /// The number of figures.
    pub pairs: usize,
    /// Kendall's tau-b.
    pub tau: f64,
}

impl Comparison {
    /// Compares figures with rows. `results` has the rows of each of the table's steps, in order.
    ///
    /// # Errors
    /// Two rows of the same measurement.
    pub fn of(table: &ResolvedTable, results: &[Results]) -> Result<Self, StatisticsError> {
        let part = |(step, results): (_, _)| Part::new(step, results);
        let parts = table.steps.iter().zip(results).map(part).collect::<Result<Vec<_>, _>>()?;
        let mut lines = Vec::new();
        for figures in table.table.figures.iter().map(Spanned::get_ref) {
            // The caller has already reported missing corpora.
            if table.missing.iter().any(|(missing, _)| *missing == figures.corpus) {
                continue;
            }
            let wanted = |part: &&Part<'_>| {
                part.step.corpus(&figures.corpus).is_some()
                    && figures.plan.as_ref().is_none_or(|plan| *plan == part.step.name)
            };
            let parts: Vec<&Part<'_>> = parts.iter().filter(wanted).collect();
            add_lines(&mut lines, figures, &parts);
        }
        let agreements = agreements(&lines);
        Ok(Self { lines, agreements })
    }

    /// The figures that must equal the published ones and do not.
    pub fn differing(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.finding == Finding::Differs)
    }

    /// The numbers of figures that are equal, that differ, and that need not be equal.
    pub fn tally(&self) -> (usize, usize, usize) {
        let all = self.lines.len();
        let equal = self.lines.iter().filter(|line| line.finding == Finding::Equal).count();
        let differing = self.differing().count();
        (equal, differing, all - equal - differing)
    }
}

fn add_lines(lines: &mut Vec<Line>, figures: &Figures, parts: &[&Part<'_>]) {
    let mut engines: Vec<String> =
        figures.beside.iter().chain(&figures.engine).take(1).cloned().collect();
    if engines.is_empty() {
        for engine in parts.iter().flat_map(|part| part.engines(figures)) {
            if !engines.contains(&engine) {
                engines.push(engine);
            }
        }
    }
    // A figure that no engine has a value for gets a line as well.
    if engines.is_empty() {
        engines.push(String::new());
    }
    for engine in &engines {
        for column in figures.columns() {
            let ours = parts.iter().find_map(|part| part.find(figures, engine, column));
            lines.push(Line {
                figures: figures.clone(),
                ours_by: engine.clone(),
                column,
                finding: finding(figures, column, ours.as_ref()),
                ours,
            });
        }
    }
}

fn finding(figures: &Figures, column: Column, ours: Option<&OurValue>) -> Finding {
    let published = figures.published(column);
    if figures.is_exact(column) {
        let same = matches!((published, ours), (Some(published), Some(OurValue::Text(found)))
            if published.0 == *found);
        return if same { Finding::Equal } else { Finding::Differs };
    }
    let ours = ours.and_then(OurValue::number);
    let theirs = published.and_then(Published::number).filter(|&theirs| theirs != 0.0);
    Finding::Beside(ours.zip(theirs).map(|(ours, theirs)| ours / theirs))
}

impl Line {
    /// The engine that the figure was published for, or that our figure is of.
    pub fn engine(&self) -> &str {
        self.figures.engine.as_ref().unwrap_or(&self.ours_by)
    }

    /// The published value.
    pub fn published(&self) -> Option<&Published> {
        self.figures.published(self.column)
    }

    /// The subject of the figure: `systems/P1`, followed by the plan if one is named.
    pub fn subject(&self) -> String {
        let Figures { corpus, instance, plan, .. } = &self.figures;
        let instance = instance.as_ref().map_or(String::new(), |instance| format!("/{instance}"));
        let plan = plan.as_ref().map_or(String::new(), |plan| format!(" ({plan})"));
        format!("{corpus}{instance}{plan}")
    }
}

impl OurValue {
    fn number(&self) -> Option<f64> {
        match self {
            Self::Text(text) => text.parse().ok(),
            Self::Number { value, .. } => Some(*value),
        }
    }
}

/// The rank agreement of each column that has enough figures.
fn agreements(lines: &[Line]) -> Vec<Agreement> {
    let mut pairs: BTreeMap<Column, Vec<(f64, f64)>> = BTreeMap::new();
    for line in lines {
        if let (Finding::Beside(_), Some(published), Some(ours)) =
            (line.finding, line.published(), &line.ours)
            && let Some(pair) = published.number().zip(ours.number())
        {
            pairs.entry(line.column).or_default().push(pair);
        }
    }
    pairs.retain(|_, pairs| pairs.len() >= FEWEST);
    let agreement = |(column, pairs): (Column, Vec<_>)| {
        Some(Agreement { column, pairs: pairs.len(), tau: kendall(&pairs)? })
    };
    pairs.into_iter().filter_map(agreement).collect()
}

#[cfg(test)]
mod tests;
