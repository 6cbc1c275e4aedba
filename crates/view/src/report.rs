//! Reports: a summary of result files as a page for a browser and as Markdown.
//!
//! The page is a single file. It contains its styles, script, library and data, makes no network request, and has a
//! content security policy that forbids any. All figures of a [`Report`] come from
//! [`ranking`](quadrille_results::statistics::ranking) and from the cells behind the ranking (a cell is the result of
//! one engine on one instance). The report computes no statistics of its own.
//!
//! | module | what it holds |
//! |---|---|
//! | `about` | what was run, and warnings about circumstances that affect times |
//! | `summary` | the tables that compare engines |
//! | `side_by_side` | several files compared, with a column each |
//! | `field` | the results behind one table, for each engine and instance |
//! | `chart` | the data of the charts and of the table of instances; a chart as a picture for paper |
//! | [`history`] | the times of engines over revisions as a chart |
//! | `instance` | the instances of the charts as text and as pictures |
//! | `sample` | the selection of instances to show if there are too many |
//! | [`published`] | a comparison with published figures, as text |
//! | `html`, `markdown` | the two output formats |

// Without corpora, no instance is at hand as text.
#![cfg_attr(not(feature = "corpora"), allow(dead_code))]

mod about;
mod chart;
mod field;
pub mod history;
mod html;
mod instance;
mod markdown;
pub mod published;
mod sample;
mod side_by_side;
mod summary;

use std::collections::BTreeSet;

#[cfg(feature = "corpora")]
use quadrille_harness::corpus::Corpus;
use quadrille_results::statistics::StatisticsError;
use quadrille_results::statistics::ranking::{Question, Ranking, Table};
use quadrille_results::{Clock, Results};

use about::About;
use chart::Chart;
pub use chart::Kind as ChartKind;
use field::Field;
use instance::Texts;
use published::Published;
use side_by_side::{Columns, SideBySide};
use summary::Summary;

/// A summary of result files.
#[derive(Debug)]
pub struct Report {
    title: String,
    /// The size of the results, such as `3 engines, 2 corpora, 120 rows`.
    extent: String,
    /// The clock that measured the times: `CPU time` or `wall time`.
    clock: &'static str,
    /// What the times are divided by in ratios: the name of an engine, or `the fastest engine on each instance`.
    base: String,
    limit_ns: Option<f64>,
    /// Why there is no limit of time; empty if there is one.
    no_limit: String,
    /// The number of rows without a time, one text for each verdict, such as `3 budget`.
    left_out: Vec<String>,
    warnings: Vec<String>,
    sources: Vec<About>,
    side_by_side: Option<SideBySide>,
    summaries: Vec<Summary>,
    /// The engines; charts refer to them by index.
    engines: Vec<String>,
    /// For each engine the places of its colour and of its pattern of dashes; empty if both are those of the engine.
    styles: Vec<[usize; 2]>,
    charts: Vec<Chart>,
    texts: Texts,
    published: Option<Published>,
}

impl Report {
    /// Makes a report of all rows.
    ///
    /// # Errors
    /// If there is nothing to report, if a row occurs twice, or if the baseline is not one of the engines.
    pub fn of(
        results: &Results,
        clock: Clock,
        baseline: Option<&str>,
        seed: u64,
    ) -> Result<Self, StatisticsError> {
        let question = Question { clock, baseline, corpora: &[], engines: &[], cpu: None, seed };
        let ranking = Ranking::of(results, &question)?;
        Ok(Self::of_ranking(results, &ranking, &question))
    }

    fn of_ranking(results: &Results, ranking: &Ranking, question: &Question<'_>) -> Self {
        let Question { clock, baseline, seed, .. } = *question;
        let Ranking { cells, tables, .. } = ranking;
        let shown: Vec<_> = tables.iter().filter(|table| is_charted(ranking, table)).collect();
        let engines = cells.labels(results);
        let most = chart::most_instances(shown.len(), engines.len());
        let chart =
            |table: &&Table| Chart::of(results, &Field::new(results, cells, table), most, seed);
        let charts = shown.iter().map(chart).collect();
        let summaries = tables.iter().map(|table| Summary::of(table, cells)).collect();
        let clock: &str = clock.into();
        let sources: Vec<About> = results.sources.iter().map(About::of).collect();
        let mut warnings = about::differences(&results.sources);
        warnings.extend(about::without_run_file(&results.sources));
        warnings.extend(summary::wrong(ranking));
        warnings.extend(results.unverified());
        warnings.extend(summary::cut_off(ranking));
        for source in &sources {
            warnings.extend(source.warnings.iter().cloned());
        }
        let mut left_out: Vec<String> = cells
            .unanswered
            .iter()
            .map(|(&verdict, rows)| format!("{rows} {}", verdict.name()))
            .collect();
        let corpora = || tables.iter().filter(|table| table.title.corpus.is_some());
        let untimed: usize =
            corpora().flat_map(|table| &table.lines).map(|line| line.untimed).sum();
        if untimed > 0 {
            left_out.push(format!("{untimed} ok but without a {clock}"));
        }
        Self {
            title: title(results),
            extent: extent(results, engines.len()),
            clock,
            base: baseline
                .map_or_else(|| "the fastest engine on each instance".to_owned(), str::to_owned),
            limit_ns: ranking.limit_ns,
            no_limit: ranking.no_limit.clone(),
            left_out,
            warnings,
            sources,
            side_by_side: None,
            summaries,
            engines,
            styles: Vec::new(),
            charts,
            texts: Texts::default(),
            published: None,
        }
    }

    /// Makes a report of several sides, each of which has the next `files[i]` of the files, and is compared with the first.
    /// The results hold [only what the question is about](Question::keep_asked). Two engines that it names are the axes of the scatter
    /// plot. An engine that several sides have measured on the same instance stands in tables and charts once for each side.
    ///
    /// # Errors
    /// As for [`of`](Self::of).
    pub fn of_sides(
        results: &Results,
        files: &[usize],
        tolerance: f64,
        question: &Question<'_>,
    ) -> Result<Self, StatisticsError> {
        let Question { clock, baseline, seed, .. } = *question;
        let Some(columns) = Columns::of(results, files, clock, tolerance) else {
            let mut report = Self::of(results, clock, baseline, seed)?;
            if let [across, up] = question.engines {
                report.set_pair([across, up]);
            }
            return Ok(report);
        };
        let apart = results.with_engines(|entry| columns.engine(results, entry));
        let baseline = baseline.map(|engine| columns.baseline(results, engine));
        let baseline = baseline.as_deref();
        let question = Question { clock, baseline, corpora: &[], engines: &[], cpu: None, seed };
        let ranking = Ranking::of(&apart, &question)?;
        let mut report = Self::of_ranking(&apart, &ranking, &question);
        let engines: BTreeSet<_> = results.entries.iter().map(|entry| entry.engine).collect();
        report.extent = extent(results, engines.len());
        let styles = columns.styles(results);
        report.styles =
            ranking.cells.engines().iter().map(|one| styles[apart.text(one.0)]).collect();
        if let Some(pair) = columns.pair() {
            report.set_pair(pair.each_ref());
        }
        report.side_by_side = Some(columns.tables(results, &ranking, tolerance));
        Ok(report)
    }

    /// Puts two engines on the axes of the scatter plots that have both.
    fn set_pair(&mut self, pair: [&String; 2]) {
        let places = pair.map(|name| self.engines.iter().position(|engine| engine == name));
        self.charts.iter_mut().for_each(|chart| chart.set_pair(places));
    }

    /// Adds a comparison with a published table above the report, and gives the report the title of that table.
    #[must_use]
    pub fn beside(self, published: Published) -> Self {
        Self { title: published.title.clone(), published: Some(published), ..self }
    }

    #[cfg(feature = "corpora")]
    /// Adds the text and the picture of each instance of the charts that is in one of these corpora.
    #[must_use]
    pub fn showing(mut self, corpora: impl IntoIterator<Item = Corpus>) -> Self {
        let shown = self.charts.iter().flat_map(Chart::fingerprints).flatten();
        self.texts = Texts::of(shown, corpora);
        self.charts.iter_mut().for_each(|chart| chart.find(&self.texts));
        self
    }

    /// The report as a page of HTML.
    pub fn html(&self) -> String {
        html::page(self)
    }

    /// The report as Markdown.
    pub fn markdown(&self) -> String {
        markdown::text(self)
    }

    /// Explains the columns of the summary, and which rows are not in them.
    fn notes(&self) -> Vec<String> {
        let Self { clock, base, .. } = self;
        let mut notes = vec![
            "Order of the rows: by the number of instances answered, then by the ratio. Engines of a table that is not \
             ranked are listed by name."
                .to_owned(),
            format!(
                "Median: the median {clock} of a search over the instances answered; an instance with \
                 several repetitions counts with their median."
            ),
            "Spread: the slowest repetition of an instance divided by the fastest; the median over the instances \
             measured several times."
                .to_owned(),
            format!(
                "Ratio: {clock} divided by that of {base}; the geometric mean over the instances answered, with a \
                 95 % bootstrap interval. Over all corpora, every corpus has the same weight."
            ),
            match self.limit_ns {
                Some(limit) => format!(
                    "PAR-2: the mean {clock}, where an unanswered instance counts {}, twice the time limit. Only \
                     engines that were run on all instances of a table, and accept them all, have it.",
                    crate::figures::duration(2.0 * limit)
                ),
                None => format!(
                    "PAR-2: the mean {clock} if every instance was answered; otherwise it needs a time limit, \
                     and {}.",
                    self.no_limit
                ),
            },
            "Fastest on: the share of the answered instances on which the engine is the fastest; a tie is divided. \
             Only one on: the number of instances that no other engine answered."
                .to_owned(),
        ];
        if self.summaries.iter().any(|table| table.has_gaps) {
            notes.push(
                "Not run: instances for which the results have no row of the engine, for example because the engine does \
                 not accept them. They count as not answered, but have no time and no place in the ratio."
                    .to_owned(),
            );
        }
        if !self.left_out.is_empty() {
            notes.push(format!(
                "Rows left out of all figures and charts, because they have no time: {}.",
                self.left_out.join(", ")
            ));
        }
        notes
    }
}

/// Whether a table gets a chart. If several corpora were measured as batches, their own tables get none, because
/// such a chart would have a single point for each engine. The table over these corpora gets one.
fn is_charted(ranking: &Ranking, table: &Table) -> bool {
    let batches = ranking.tables.iter().filter(|table| table.title.batch).count();
    !table.title.batch || table.title.corpus.is_none() || batches == 1
}

/// The names of the files, without their folders.
fn title(results: &Results) -> String {
    let sources = results.sources.iter();
    let names: Vec<String> = sources.map(|source| about::file_name(&source.name)).collect();
    names.join(", ")
}

fn extent(results: &Results, engines: usize) -> String {
    let mut corpora: Vec<_> =
        results.entries.iter().map(|entry| results.case(entry.case).corpus).collect();
    corpora.sort_unstable();
    corpora.dedup();
    let count =
        |n: usize, one: &str, more: &str| format!("{n} {}", if n == 1 { one } else { more });
    let mut parts = vec![
        count(engines, "engine", "engines"),
        count(corpora.len(), "corpus", "corpora"),
        count(results.entries.len(), "row", "rows"),
    ];
    parts.extend(results.proved());
    parts.join(", ")
}

#[cfg(test)]
mod tests;
