//! Reports: what result files come to, as a page for a browser and as Markdown.
//!
//! The page is one file that needs nothing beside it and asks nothing of the network: styles, script, library and data
//! are in it, and its content security policy lets nothing else in. What a [`Report`] says comes from
//! [`ranking`](quadrille_harness::statistics::ranking) and the cells it is made of; nothing is computed anew.
//!
//! | module | what it holds |
//! |---|---|
//! | `about` | what was run, and what to be wary of |
//! | `summary` | the tables of engines |
//! | `field` | engines and cases of a table |
//! | `chart` | what the charts and the table of instances show of them |
//! | `sample` | a part that stands for the whole |
//! | [`published`] | published figures beside those found |
//! | `html`, `markdown` | both put into words |

mod about;
mod chart;
mod field;
mod html;
mod markdown;
pub mod published;
mod sample;
mod summary;

use quadrille_harness::results::{Clock, Results};
use quadrille_harness::statistics::cells::Cells;
use quadrille_harness::statistics::ranking::{Question, Ranking, RankingError, Table};

use about::About;
use chart::Chart;
use field::Field;
use published::Published;
use summary::Summary;

/// What result files come to.
#[derive(Debug)]
pub struct Report {
    title: String,
    /// `3 engines, 2 corpora, 120 rows`.
    extent: String,
    /// `CPU time`.
    clock: &'static str,
    /// What ratios are ratios to.
    base: String,
    limit_ns: Option<f64>,
    /// What has no time, and how often.
    left_out: Vec<String>,
    warnings: Vec<String>,
    sources: Vec<About>,
    summaries: Vec<Summary>,
    /// The engines, which charts know by their places.
    engines: Vec<String>,
    charts: Vec<Chart>,
    published: Option<Published>,
}

impl Report {
    /// Makes a report of all rows.
    ///
    /// # Errors
    /// If there is nothing to report, or a row is there twice, or the baseline is no engine of these.
    pub fn of(
        results: &Results,
        clock: Clock,
        baseline: Option<&str>,
        seed: u64,
    ) -> Result<Self, RankingError> {
        let question = Question { clock, baseline, corpora: &[], engines: &[], seed };
        let ranking = Ranking::of(results, &question)?;
        let cells = Cells::of(results, clock, |_| true)?;
        let fields = Field::of_tables(results, &cells, &ranking.tables);
        let pairs = || ranking.tables.iter().zip(&fields);
        let shown: Vec<_> = pairs().filter(|(table, _)| is_charted(&ranking, table)).collect();
        let most = chart::most_instances(shown.len(), cells.engines().len());
        let charts = shown.iter().map(|(_, field)| Chart::of(results, field, most)).collect();
        let summaries: Vec<Summary> =
            pairs().map(|(table, field)| Summary::of(table, field)).collect();
        let clock = match clock {
            Clock::Cpu => "CPU time",
            Clock::Wall => "wall time",
        };
        let sources: Vec<About> = results.sources().iter().map(About::of).collect();
        let mut warnings = about::differences(results.sources());
        warnings.extend(summary::wrong(&ranking));
        for source in &sources {
            warnings.extend(source.warnings.iter().cloned());
        }
        let mut left_out: Vec<String> = ranking
            .unanswered
            .iter()
            .map(|(&verdict, rows)| format!("{rows} {}", verdict.name()))
            .collect();
        let corpora = || ranking.tables.iter().filter(|table| table.title.corpus.is_some());
        let untimed: usize =
            corpora().flat_map(|table| &table.lines).map(|line| line.untimed).sum();
        if untimed > 0 {
            left_out.push(format!("{untimed} ok but without a {clock}"));
        }
        let engines = cells.labels(results);
        Ok(Self {
            title: title(results),
            extent: extent(results, engines.len()),
            clock,
            base: baseline
                .map_or_else(|| "the fastest engine on each instance".to_owned(), str::to_owned),
            limit_ns: ranking.limit_ns,
            left_out,
            warnings,
            sources,
            summaries,
            engines,
            charts,
            published: None,
        })
    }

    /// The same report under the title of a published table, which comes before everything else.
    #[must_use]
    pub fn beside(self, published: Published) -> Self {
        Self { title: published.title.clone(), published: Some(published), ..self }
    }

    /// A page of HTML.
    pub fn html(&self) -> String {
        html::page(self)
    }

    /// Markdown.
    pub fn markdown(&self) -> String {
        markdown::text(self)
    }

    /// What the columns of the summary are, and what is not in them.
    fn notes(&self) -> Vec<String> {
        let Self { clock, base, .. } = self;
        let mut notes = vec![
            format!(
                "Median: of the {clock} of a search, over the instances answered; of several repetitions the \
                 median stands for the instance."
            ),
            format!(
                "Ratio: how many times as long as {base}; the geometric mean over the instances answered, with a \
                 95 % bootstrap interval. Over all corpora, each of them weighs the same."
            ),
            match self.limit_ns {
                Some(limit) => format!(
                    "PAR-2: the mean {clock}, where what was not answered counts {}, twice the limit.",
                    crate::figures::duration(2.0 * limit)
                ),
                None => format!(
                    "PAR-2: the mean {clock} where all was answered; elsewhere it takes a limit of time, and \
                     there was none."
                ),
            },
        ];
        if !self.left_out.is_empty() {
            notes.push(format!(
                "Rows without a time, in no figure and no chart: {}.",
                self.left_out.join(", ")
            ));
        }
        notes
    }
}

/// Batches are a point for each corpus, so there is one chart for all of them.
fn is_charted(ranking: &Ranking, table: &Table) -> bool {
    let batches = ranking.tables.iter().filter(|table| table.title.batch).count();
    !table.title.batch || table.title.corpus.is_none() || batches == 1
}

/// The names of the files, without their folders.
fn title(results: &Results) -> String {
    let sources = results.sources().iter();
    let names: Vec<String> = sources.map(|source| about::file_name(&source.name)).collect();
    names.join(", ")
}

fn extent(results: &Results, engines: usize) -> String {
    let mut corpora: Vec<_> =
        results.entries().iter().map(|entry| results.case(entry.case).corpus).collect();
    corpora.sort_unstable();
    corpora.dedup();
    let count =
        |n: usize, one: &str, more: &str| format!("{n} {}", if n == 1 { one } else { more });
    [
        count(engines, "engine", "engines"),
        count(corpora.len(), "corpus", "corpora"),
        count(results.entries().len(), "row", "rows"),
    ]
    .join(", ")
}

#[cfg(test)]
mod tests;
