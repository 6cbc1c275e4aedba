//! The ranking: engines compared on each corpus, and over all corpora.
//!
//! An engine's ratio is its time divided by the time of the fastest engine on the same instance, or by the time of a
//! baseline engine, averaged over the instances that both answered. Over all corpora, each corpus has the same weight,
//! however many instances it has.

mod asked;
mod places;
mod worst;

use std::cmp::Ordering;
use std::collections::BTreeMap;

use indexmap::IndexSet;
use rayon::prelude::*;

use asked::{asked, chosen, place, refuse_other_cpus};
pub use worst::{Shuffled, Worst};

use super::best::{Contribution, NEVER, best_times, contributions, par2};
use super::cells::{Cell, Cells};
use super::cut_off::{in_words, is_cut_off};
use super::ranks::spearman;
use super::ratio::{Pair, Ratio, Ratios, mean};
use super::section::{Section, Title, original, section};
use super::spread::DRAWS;
use super::survival::{RestrictedMean, restricted_mean};
use super::{StatisticsError, stream};
use crate::{CaseId, Clock, Entry, Notes, Results, Source, Verdict};

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
    /// The model of the processor whose rows are ranked; all if none.
    pub cpu: Option<&'q str>,
    /// The seed of the bootstrap samples.
    pub seed: u64,
}

/// Engines ranked by their answers and their times, in tables.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// The rows that are ranked, by engine and case.
    pub cells: Cells,
    /// A table for each section, followed by one for all corpora together if there are several.
    pub tables: Vec<Table>,
    /// The limit of time for PAR-2, in nanoseconds, if all files have the same.
    pub limit_ns: Option<f64>,
    /// Why there is no limit of time for PAR-2, such as `b.csv records none`; empty if there is one.
    pub no_limit: String,
}

/// The engines on a section, or on all corpora.
#[derive(Clone, Debug)]
pub struct Table {
    /// The corpus and the task, or all corpora.
    pub title: Title,
    /// The cases that the engines are ranked on.
    pub cases: Vec<CaseId>,
    /// The number of instances behind the cases; smaller than the number of cases if there are isomorphs.
    pub instances: usize,
    /// The number of cases that at least one engine answered.
    pub solved: usize,
    /// For each case, the time of the virtual best solver, or [`NEVER`].
    pub best: Vec<f64>,
    /// PAR-2 of the virtual best solver, in nanoseconds.
    pub par2_ns: Option<f64>,
    /// The engines that were run on any of the cases: sorted by the number of answers, then by speed, if the table is
    /// ordered; otherwise by name.
    pub lines: Vec<Line>,
    /// Whether the engines can be ordered: no limit of tests or nodes cut off any of them, or all are versions of one.
    pub is_ordered: bool,
    /// The models of the processors on which the cases were measured, if a file was merged from shards. With several there
    /// are no means and sums of times, because seconds of different processors cannot be added.
    pub cpus: Vec<String>,
    /// The number of rows, one for each engine and case, of shards that were begun more than once; none if no file was
    /// merged from shards.
    pub retried: Option<usize>,
}

impl Table {
    /// The engines that were cut off, in the words of [`in_words`]; `None` if the table is ordered.
    pub fn cut_off(&self) -> Option<String> {
        let cut_off = |line: &Line| (line.engine.clone(), line.cut_off);
        let what = if self.title.batch { ["batch", "batches"] } else { ["instance", "instances"] };
        (!self.is_ordered).then(|| in_words(what, self.lines.iter().map(cut_off)))
    }
}

/// An engine on a corpus.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// The engine, with its version if there are several.
    pub engine: String,
    /// The engine's place in [`Cells::engines`].
    pub place: usize,
    /// For each case, the place in [`Cells::all`] of the engine's cell, if the engine was run on the case.
    pub cells: Vec<Option<u32>>,
    /// For each case, the median time, or [`NEVER`].
    pub times: Vec<f64>,
    /// The engine's times divided by those of the baseline.
    ratios: Ratios,
    /// The number of cases that the engine was run on.
    pub run: usize,
    /// The number of cases that the engine answered.
    pub solved: usize,
    /// The number of cases on which a limit of tests or nodes cut the engine off.
    pub cut_off: usize,
    /// The number of answered cases without a time, because the clock was too coarse or missing.
    pub untimed: usize,
    /// The number of cases on which the engine has a time but the baseline has none.
    pub unpaired: usize,
    /// The engine's time divided by that of the baseline.
    pub ratio: Option<Ratio>,
    /// PAR-2 in nanoseconds. It needs an engine that was run on all cases of the table and accepts them all, so that an
    /// engine is not charged for cases it was never asked; and all cases answered, or a limit of time and no other limit
    /// that cut the engine off.
    pub par2_ns: Option<f64>,
    /// The largest ratio of the engine's time to that of the virtual best solver, over the cases on which it has a time.
    pub worst: Option<Worst>,
    /// The engine on shuffled copies of instances, if there are copies and instances that they are copies of.
    pub shuffled: Option<Shuffled>,
    /// The mean time in nanoseconds, where each search counts up to the limit of time, and one without an answer as the limit.
    /// It has what PAR-2 needs, and a limit. With isomorphs, which are not independent, it has no interval.
    pub restricted: Option<RestrictedMean>,
    /// The best and the worst place that the engine could have with other instances of the same kind; none if the table is not
    /// ordered or has few instances.
    pub places: Option<(usize, usize)>,
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
    pub fn of(results: &Results, question: &Question<'_>) -> Result<Self, StatisticsError> {
        let (corpora, engines) = asked(results, question)?;
        if let Some(cpu) = question.cpu {
            let cpus = results.entries.iter().filter_map(|entry| results.cpu(entry));
            place("CPU", cpu, cpus.collect::<IndexSet<_>>().into_iter())?;
        }
        let wanted = |entry: &Entry| {
            let corpus = results.case(entry.case).corpus;
            (question.cpu.is_none() || question.cpu == results.cpu(entry))
                && chosen(&corpora, corpus)
                && chosen(&engines, entry.engine)
        };
        refuse_other_cpus(results, wanted)?;
        let cells = Cells::of(results, question.clock, wanted)?;
        if cells.all.is_empty() {
            let what = "found no rows; expected the rows of a run: make some with `quadrille run`";
            return Err(StatisticsError(what.to_owned()));
        }
        let labels = cells.labels(results);
        let find = |baseline| place("engine", baseline, labels.iter().map(|label| &**label));
        let baseline = question.baseline.map(find).transpose()?;
        let (limit, seed) = (limit(results), question.seed);
        let field = Field { results, cells: &cells, labels: &labels, baseline, limit, seed };
        let mut sections: BTreeMap<Section, Vec<usize>> = BTreeMap::new();
        for (place, cell) in cells.all.iter().enumerate() {
            sections.entry(section(results, cell.case)).or_default().push(place);
        }
        let part =
            |(&section, cells): (&_, &Vec<_>)| field.part(Title::of(results, section), cells);
        let mut tables: Vec<Table> = sections.iter().map(part).collect();
        tables.sort_by(|a, b| a.title.cmp(&b.title));
        let together = |batch| {
            let parts: Vec<&Table> =
                tables.iter().filter(|table| table.title.batch == batch).collect();
            (parts.len() > 1).then(|| field.together(&parts, batch))
        };
        let together = [false, true].map(together);
        tables.extend(together.into_iter().flatten());
        for table in &mut tables {
            field.order(table);
        }
        let no_limit = if limit.is_some() { String::new() } else { no_limit(results) };
        Ok(Self { cells, tables, limit_ns: limit, no_limit })
    }
}

/// The limit of time in nanoseconds, if all files have the same.
pub(crate) fn limit(results: &Results) -> Option<f64> {
    let mut limits = results.sources.iter().map(|source| source.notes.as_ref()?.limit_ns());
    let first = limits.next()??;
    limits.all(|limit| limit == Some(first)).then_some(first)
}

/// Why the files have no common limit of time, in words. A file is named by its path without the folder.
fn no_limit(results: &Results) -> String {
    let has_limit = |source: &Source| source.notes.as_ref().and_then(Notes::limit_ns).is_some();
    let without: Vec<_> = results.sources.iter().filter(|source| !has_limit(source)).collect();
    let name = |source: &&Source| source.name.rsplit('/').next().unwrap_or_default().to_owned();
    match without[..] {
        [] => "the limits of the files differ".to_owned(),
        _ if without.len() == results.sources.len() => "the run had none".to_owned(),
        [one] => format!("{} records none", name(&one)),
        [ref first @ .., last] => {
            let names: Vec<String> = first.iter().map(name).collect();
            format!("{} and {} record none", names.join(", "), name(&last))
        }
    }
}

impl Line {
    /// The times that are known.
    pub fn known_times(&self) -> Vec<f64> {
        self.times.iter().copied().filter(|&time| time < NEVER).collect()
    }
}

/// The data common to all tables of a ranking.
struct Field<'r> {
    results: &'r Results,
    cells: &'r Cells,
    /// The engines, in the order of [`Cells::engines`].
    labels: &'r [String],
    baseline: Option<usize>,
    limit: Option<f64>,
    seed: u64,
}

impl Field<'_> {
    fn cell(&self, place: u32) -> &Cell {
        &self.cells.all[place as usize]
    }

    /// The table of a section, from the places of its cells. It has a line for every engine.
    fn part(&self, title: Title, places: &[usize]) -> Table {
        let all = &self.cells.all;
        let cases: IndexSet<CaseId> = places.iter().map(|&place| all[place].case).collect();
        let mut originals = IndexSet::new();
        let case = |&case: &CaseId| originals.insert_full(original(self.results, case)).0;
        let instances: Vec<usize> = cases.iter().map(case).collect();
        let (cells, times) = (vec![None; cases.len()], vec![NEVER; cases.len()]);
        let blank = Line { cells, times, ..Line::default() };
        let mut lines = vec![blank; self.labels.len()];
        let engines = self.cells.engines();
        for &place in places {
            let cell = &all[place];
            let engine = engines.iter().position(|&engine| engine == (cell.engine, cell.version));
            let (Some(engine), Some(case)) = (engine, cases.get_index_of(&cell.case)) else {
                continue;
            };
            lines[engine].cells[case] = Some(place as u32);
            lines[engine].times[case] = self.cells.median(cell).unwrap_or(NEVER);
        }
        let ratios = |engine| self.ratios(&title, &instances, &lines, engine);
        let ratios: Vec<_> = (0..lines.len()).into_par_iter().map(ratios).collect();
        for (line, (ratios, unpaired)) in lines.iter_mut().zip(ratios) {
            (line.ratios, line.unpaired) = (ratios, unpaired);
        }
        self.table(title, cases.into_iter().collect(), originals.len(), lines)
    }

    /// An engine's ratios to the baseline, and the number of cases on which only the engine has a time.
    fn ratios(
        &self,
        title: &Title,
        instances: &[usize],
        lines: &[Line],
        engine: usize,
    ) -> (Ratios, usize) {
        let times = |line: &Line, case: usize| {
            let times = self.cells.times(self.cell(line.cells[case]?));
            (!times.is_empty()).then_some(times)
        };
        let fastest =
            |case: usize| lines.iter().min_by(|a, b| a.times[case].total_cmp(&b.times[case]));
        let mut unpaired = 0;
        let mut pairs = Vec::new();
        let (mut nodes, mut strata) = (IndexSet::new(), Vec::new());
        for (case, &instance) in instances.iter().enumerate() {
            // The number of the node that measured an instance, by the number of the instance.
            if instance == strata.len() {
                let cell = lines.iter().find_map(|line| Some(self.cell(line.cells[case]?)));
                let node = cell.map(|cell| self.results.node(&self.results.entries[cell.first]));
                strata.push(nodes.insert_full(node).0 as u32);
            }
            let Some(other) = times(&lines[engine], case) else { continue };
            let base = self.baseline.map(|baseline| &lines[baseline]).or_else(|| fastest(case));
            match base.and_then(|base| times(base, case)) {
                Some(base) => pairs.push((instance, Pair { base, other })),
                None => unpaired += 1,
            }
        }
        let corpus = title.corpus.as_deref().unwrap_or_default();
        let names = ["rank", corpus, &self.labels[engine]];
        (Ratios::of(pairs, &strata, &mut stream(self.seed, &names)), unpaired)
    }

    /// The table over several sections together, each with a line for every engine.
    fn together(&self, parts: &[&Table], batch: bool) -> Table {
        let line = |engine: usize| {
            let lines = || parts.iter().map(|part| &part.lines[engine]);
            let (logs, drawn): (Vec<f64>, Vec<&[f64]>) = lines()
                .filter_map(|line| Some((mean(&line.ratios.logs)?, &*line.ratios.draws)))
                .unzip();
            // Only instances are resampled; the choice of corpora is fixed.
            let draw = |i: usize| {
                let of_corpus =
                    logs.iter().zip(&drawn).map(|(&log, draws)| *draws.get(i).unwrap_or(&log));
                mean(&of_corpus.collect::<Vec<_>>()).unwrap_or_default()
            };
            let any = drawn.iter().any(|draws| !draws.is_empty());
            let draws = if any { (0..DRAWS).map(draw).collect() } else { Vec::new() };
            let instances = lines().map(|line| line.ratios.instances).sum();
            Line {
                cells: lines().flat_map(|line| &line.cells).copied().collect(),
                times: lines().flat_map(|line| &line.times).copied().collect(),
                ratios: Ratios { logs, draws, instances },
                unpaired: lines().map(|line| line.unpaired).sum(),
                ..Line::default()
            }
        };
        let lines = (0..self.labels.len()).map(line).collect();
        let cases = parts.iter().flat_map(|part| &part.cases).copied().collect();
        let instances = parts.iter().map(|part| part.instances).sum();
        self.table(Title { corpus: None, task: None, batch }, cases, instances, lines)
    }

    /// A table of lines that have their cells, times and ratios. The figures of the lines follow from these.
    fn table(
        &self,
        title: Title,
        cases: Vec<CaseId>,
        instances: usize,
        mut lines: Vec<Line>,
    ) -> Table {
        let times: Vec<&[f64]> = lines.iter().map(|line| &*line.times).collect();
        let best = best_times(&times);
        let contributions = contributions(&times, &best);
        let cells = || lines.iter().flat_map(|line| &line.cells).flatten();
        let rows = || cells().map(|&place| &self.results.entries[self.cell(place).first]);
        let cpus = self.results.cpus(rows());
        let retried = || rows().filter(|row| self.results.is_retried(row)).count();
        let retried = self.results.is_merged().then(retried);
        // Times of different processors cannot be added.
        let can_add = cpus.len() < 2;
        let mut solved = vec![false; cases.len()];
        for (place, (line, contribution)) in lines.iter_mut().zip(contributions).enumerate() {
            let mut forks_and_times = Vec::new();
            let mut refused = 0;
            for (case, cell) in line.cells.iter().enumerate() {
                let Some(cell) = cell.map(|place| self.cell(place)) else { continue };
                let (ok, time) = (cell.verdict == Verdict::Ok, line.times[case]);
                solved[case] |= ok;
                line.run += 1;
                line.solved += usize::from(ok);
                line.cut_off += usize::from(is_cut_off(self.results, cell));
                line.untimed += usize::from(ok && time == NEVER);
                refused += usize::from(cell.verdict == Verdict::Unsupported);
                let forks = cell.counts.forks().filter(|_| time < NEVER);
                forks_and_times.extend(forks.map(|forks| (forks as f64, time)));
            }
            line.engine.clone_from(&self.labels[place]);
            line.place = place;
            line.ratio = line.ratios.mean();
            let is_whole =
                line.run - refused == cases.len() && line.cut_off == 0 && line.untimed == 0;
            line.par2_ns = par2(&line.times, self.limit).filter(|_| is_whole && can_add);
            line.restricted = self.limit.filter(|_| is_whole && can_add).and_then(|limit| {
                let mut found = restricted_mean(&line.times, limit)?;
                found.interval = found.interval.filter(|_| cases.len() == instances);
                Some(found)
            });
            line.contribution = contribution;
            line.worst = worst::worst(&cases, &line.times, &best);
            line.shuffled = worst::shuffled(self.results, &cases, &line.times);
            line.forks_with_time =
                title.corpus.as_ref().filter(|_| can_add).and_then(|_| spearman(&forks_and_times));
        }
        let solved = solved.into_iter().filter(|&solved| solved).count();
        let par2_ns = par2(&best, self.limit).filter(|_| can_add);
        let is_ordered = true;
        Table { title, cases, instances, solved, best, par2_ns, lines, is_ordered, cpus, retried }
    }

    /// Leaves out the engines that were not run, and orders the others.
    fn order(&self, table: &mut Table) {
        let Table { lines, is_ordered, .. } = table;
        lines.retain(|line| line.run > 0);
        let engines = self.cells.engines();
        let name = |line: &Line| self.results.text(engines[line.place].0);
        let of_one = lines.windows(2).all(|two| name(&two[0]) == name(&two[1]));
        *is_ordered = of_one || lines.iter().all(|line| line.cut_off == 0);
        let is_ordered = *is_ordered;
        lines.sort_by(|a, b| {
            let slowness = |line: &Line| line.ratio.map_or(f64::INFINITY, |ratio| ratio.mean);
            let names = if is_ordered { Ordering::Equal } else { name(a).cmp(name(b)) };
            let answers = names.then(b.solved.cmp(&a.solved));
            answers.then(slowness(a).total_cmp(&slowness(b))).then(a.engine.cmp(&b.engine))
        });
        if is_ordered {
            places::fill(self.results, self.cells, table, self.seed);
        }
    }
}
