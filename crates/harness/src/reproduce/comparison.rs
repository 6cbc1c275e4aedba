//! What was found beside what was published.
//!
//! Counts of engines we hold must be those published. Times are set beside the published ones as a ratio, ours to theirs,
//! with a bootstrap interval where there are values to draw from, and how far the two orders agree
//! is told by Kendall's tau-b, over all figures of a column, if there are at least [`FEWEST`].

mod part;

use std::collections::BTreeMap;

use serde::Serialize;

use self::part::Part;
use super::figure::{Column, Figures, Published};
use super::ready::Ready;
use super::step::ReadyStep;
use crate::results::Results;
use crate::statistics::cells::Twice;
use crate::statistics::ranks::kendall;

/// Two pairs are always in the same order or in the opposite one, which says nothing.
pub const FEWEST: usize = 3;

/// What was found beside what was published.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Figure by figure.
    pub lines: Vec<Line>,
    /// How far orders agree, for each column of which there are enough.
    pub agreements: Vec<Agreement>,
}

/// A figure.
#[derive(Clone, Debug)]
pub struct Line {
    /// The corpus, as the table calls it.
    pub corpus: String,
    /// The instance, if it is not of the whole corpus.
    pub instance: Option<String>,
    /// The plan whose rows are meant, if the table names one.
    pub plan: Option<String>,
    /// Whose figure it is.
    pub engine: String,
    /// Who found ours, if that is another.
    pub beside: Option<String>,
    /// What it is about.
    pub column: Column,
    /// What was published.
    pub published: Option<Published>,
    /// What was found.
    pub ours: Option<Found>,
    /// What comes of it.
    pub finding: Finding,
    /// Where it was published, if not where the table was.
    pub source: Option<String>,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// Something counted, or a word.
    Text(String),
    /// Something measured.
    Number {
        /// The median, or whatever it is.
        value: f64,
        /// Where that lies, if there is something to tell it by.
        interval: Option<(f64, f64)>,
    },
}

/// What comes of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Finding {
    /// It must be as published, and is.
    Equal,
    /// It must be, and is not.
    Differs,
    /// It is set beside, ours so many times theirs, if both are known.
    Beside(Option<f64>),
}

/// How far the published order of figures agrees with ours.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Agreement {
    /// Of which figures.
    pub column: Column,
    /// Over how many of them.
    pub pairs: usize,
    /// Kendall's tau-b.
    pub tau: f64,
}

impl Comparison {
    /// Compares. `results` are the rows of each of the table's steps, in order.
    ///
    /// # Errors
    /// If a row is there twice.
    pub fn of(ready: &Ready, results: &[Results]) -> Result<Self, Twice> {
        let part = |(step, results): (_, _)| Part::new(step, results);
        let parts = ready.steps.iter().zip(results).map(part).collect::<Result<Vec<_>, _>>()?;
        let mut lines = Vec::new();
        for figures in &ready.table.figures {
            // What is not there was told.
            if ready.missing.iter().any(|(missing, _)| *missing == figures.corpus) {
                continue;
            }
            let wanted = |part: &&Part<'_>| {
                part.step.has(&figures.corpus)
                    && figures.plan.as_ref().is_none_or(|plan| *plan == part.step.name)
            };
            let parts: Vec<&Part<'_>> = parts.iter().filter(wanted).collect();
            add_lines(&mut lines, figures, &parts);
        }
        let agreements = agreements(&lines);
        Ok(Self { lines, agreements })
    }

    /// Those that must be as published, and are not.
    pub fn differing(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.finding == Finding::Differs)
    }

    /// How many are equal, differ, and are set beside.
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
    // What no engine has found is a line as well.
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
        let same = match (published, ours) {
            (Some(published), Some(Found::Text(found))) => published.text() == found,
            _ => false,
        };
        return if same { Finding::Equal } else { Finding::Differs };
    }
    let ours = ours.and_then(Found::number);
    let theirs = published.and_then(Published::number).filter(|&theirs| theirs != 0.0);
    Finding::Beside(ours.zip(theirs).map(|(ours, theirs)| ours / theirs))
}

impl Line {
    /// What it is a figure of: `systems/P1`, and the plan where one is named.
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
}

impl ReadyStep {
    fn has(&self, corpus: &str) -> bool {
        self.corpora.iter().any(|(name, _)| name == corpus)
    }
}

impl Found {
    /// A number that is no sample of anything.
    fn exactly(value: f64) -> Self {
        Self::Number { value, interval: None }
    }
}

/// How far orders agree, column by column.
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
