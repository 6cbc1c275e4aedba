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
use serde::Serialize;

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

/// One figure.
#[derive(Clone, Debug)]
pub struct Line {
    /// The corpus, by its name in the table.
    pub corpus: String,
    /// The instance; `None` for the whole corpus.
    pub instance: Option<String>,
    /// The plan whose rows are compared, if the table names one.
    pub plan: Option<String>,
    /// The engine the figure was published for.
    pub engine: String,
    /// The engine that our figure is of, if its name differs.
    pub beside: Option<String>,
    /// The column.
    pub column: Column,
    /// The published value.
    pub published: Option<Published>,
    /// Our value.
    pub ours: Option<Found>,
    /// The result of comparing the two.
    pub finding: Finding,
    /// Where the figure was published, if not where the table was.
    pub source: Option<String>,
}

/// A value of ours.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
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
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
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
        for figures in &table.table.figures {
            // The caller has already reported missing corpora.
            if table.missing.iter().any(|(missing, _)| *missing == figures.corpus) {
                continue;
            }
            let wanted = |part: &&Part<'_>| {
                part.corpus(&figures.corpus).is_some()
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
        let mut tally = (0, 0, 0);
        for line in &self.lines {
            match line.finding {
                Finding::Equal => tally.0 += 1,
                Finding::Differs => tally.1 += 1,
                Finding::Beside(_) => tally.2 += 1,
            }
        }
        tally
    }
}

fn add_lines(lines: &mut Vec<Line>, figures: &Figures, parts: &[&Part<'_>]) {
    let named = figures.ours_by().map(|engine| vec![engine.to_owned()]);
    let engines = named.unwrap_or_else(|| {
        let mut engines: Vec<String> = Vec::new();
        for engine in parts.iter().flat_map(|part| part.engines(figures)) {
            if !engines.contains(&engine) {
                engines.push(engine);
            }
        }
        engines
    });
    // A figure that no engine has a value for gets a line as well.
    let engines = if engines.is_empty() { vec![String::new()] } else { engines };
    for engine in &engines {
        for column in figures.columns() {
            let ours = parts.iter().find_map(|part| part.find(figures, engine, column));
            let published = figures.published(column).cloned();
            let shown = figures.engine.as_ref().unwrap_or(engine);
            lines.push(Line {
                corpus: figures.corpus.clone(),
                instance: figures.instance.clone(),
                plan: figures.plan.clone(),
                engine: shown.clone(),
                beside: Some(engine.clone()).filter(|ours| ours != shown),
                column,
                finding: finding(figures.is_exact(column), published.as_ref(), ours.as_ref()),
                published,
                ours,
                source: figures.source.clone(),
            });
        }
    }
}

fn finding(exact: bool, published: Option<&Published>, ours: Option<&Found>) -> Finding {
    if exact {
        let same = matches!((published, ours), (Some(published), Some(Found::Text(found)))
            if published.text() == found);
        return if same { Finding::Equal } else { Finding::Differs };
    }
    let ours = ours.and_then(Found::number);
    let theirs = published.and_then(Published::number).filter(|&theirs| theirs != 0.0);
    Finding::Beside(ours.zip(theirs).map(|(ours, theirs)| ours / theirs))
}

impl Line {
    /// The subject of the figure: `systems/P1`, followed by the plan if one is named.
    pub fn subject(&self) -> String {
        let Self { corpus, instance, .. } = self;
        let instance = instance.as_ref().map_or(String::new(), |instance| format!("/{instance}"));
        let plan = self.plan.as_ref().map_or(String::new(), |plan| format!(" ({plan})"));
        format!("{corpus}{instance}{plan}")
    }
}

impl Found {
    fn number(&self) -> Option<f64> {
        match self {
            Self::Text(text) => text.parse().ok(),
            Self::Number { value, .. } => Some(*value),
        }
    }

    /// A number without a confidence interval.
    fn exactly(value: f64) -> Self {
        Self::Number { value, interval: None }
    }
}

/// The rank agreement of each column that has enough figures.
fn agreements(lines: &[Line]) -> Vec<Agreement> {
    let mut pairs: BTreeMap<Column, Vec<(f64, f64)>> = BTreeMap::new();
    for line in lines {
        if let (Finding::Beside(_), Some(published), Some(ours)) =
            (line.finding, &line.published, &line.ours)
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
