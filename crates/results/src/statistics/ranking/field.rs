//! The engines of a ranking on the cases of one section, and on those of several sections together.

use indexmap::IndexSet;
use rayon::prelude::*;

use super::super::best::{Contribution, NEVER, Times, par2};
use super::super::cells::{Cell, Cells};
use super::super::ranks::spearman;
use super::super::ratio::{Pair, Paired, Ratio, mean};
use super::super::section::{Title, original};
use super::super::spread::DRAWS;
use super::super::stream;
use super::{Line, Question, RankingError, Table};
use crate::{CaseId, Name, Results, Verdict};

/// The data common to all tables of a ranking.
pub(super) struct Field<'r> {
    results: &'r Results,
    cells: &'r Cells,
    /// The engines with their versions, and their labels.
    engines: Vec<(Name, Name)>,
    labels: Vec<String>,
    baseline: Option<usize>,
    pub limit: Option<f64>,
    seed: u64,
}

/// The table of a section, with the data that the table over all corpora needs.
pub(super) struct Part {
    pub table: Table,
    times: Times,
    ratios: Vec<Ratios>,
}

/// The ratios of an engine's times to those of the baseline.
struct Ratios {
    /// The logarithm of each instance's ratio.
    logs: Vec<f64>,
    /// Bootstrap samples of the mean of these logarithms.
    draws: Vec<f64>,
    /// The number of cases on which the engine has a time but the baseline has none.
    unpaired: usize,
}

impl<'r> Field<'r> {
    pub fn new(
        results: &'r Results,
        cells: &'r Cells,
        question: &Question<'_>,
    ) -> Result<Self, RankingError> {
        let engines = cells.engines();
        let labels = cells.labels(results);
        let find = |baseline: &str| {
            let place = labels.iter().position(|label| label == baseline);
            let known = labels.iter().cloned();
            place.ok_or_else(|| RankingError::unknown("engine", baseline, known))
        };
        let baseline = question.baseline.map(find).transpose()?;
        let (limit, seed) = (limit(results), question.seed);
        Ok(Self { results, cells, engines, labels, baseline, limit, seed })
    }

    /// The table of a section with the given cells.
    pub fn part(&self, title: Title, cells: &[&'r Cell]) -> Part {
        let cases: IndexSet<CaseId> = cells.iter().map(|cell| cell.case).collect();
        let mut originals = IndexSet::new();
        let case = |&case| originals.insert_full(original(self.results, self.results.case(case))).0;
        let instances: Vec<usize> = cases.iter().map(case).collect();
        let mut by_engine = vec![vec![None; cases.len()]; self.engines.len()];
        let mut times = Times::new(self.engines.len(), cases.len());
        for &cell in cells {
            let key = (cell.engine, cell.version);
            let engine = self.engines.iter().position(|&engine| engine == key);
            let (Some(engine), Some(case)) = (engine, cases.get_index_of(&cell.case)) else {
                continue;
            };
            by_engine[engine][case] = Some(cell);
            if let Some(median) = self.cells.median(cell) {
                times.set(engine, case, median);
            }
        }
        let grid = Grid { field: self, title: &title, by_engine, instances, times };
        let ratios: Vec<Ratios> =
            (0..self.engines.len()).into_par_iter().map(|engine| grid.ratios(engine)).collect();
        let contributions = grid.times.contributions().into_iter();
        let lines = ratios.iter().zip(contributions).enumerate();
        let lines =
            lines.map(|(engine, (ratios, contribution))| grid.line(engine, ratios, contribution));
        let lines = lines.filter(|line| line.run > 0).collect();
        let is_solved = |case: &usize| {
            let mut cells = grid.by_engine.iter().filter_map(|cells| cells[*case]);
            cells.any(|cell| cell.verdict == Verdict::Ok)
        };
        let solved = (0..cases.len()).filter(is_solved).count();
        let par2_ns = par2(grid.times.best_times().into_iter(), self.limit);
        let times = grid.times;
        let (cases, instances) = (cases.len(), originals.len());
        Part { table: Table { title, cases, instances, solved, par2_ns, lines }, times, ratios }
    }

    /// The table over several sections together.
    pub fn together(&self, parts: &[&Part], batch: bool) -> Table {
        let times = Times::together(parts.iter().map(|part| &part.times));
        let contributions = times.contributions();
        let sum = |of: fn(&Table) -> usize| parts.iter().map(|part| of(&part.table)).sum();
        let mut lines = Vec::new();
        for (engine, label) in self.labels.iter().enumerate() {
            let of_engine: Vec<&Line> = parts
                .iter()
                .flat_map(|part| part.table.lines.iter().filter(|line| line.engine == *label))
                .collect();
            let sum = |of: fn(&Line) -> usize| of_engine.iter().map(|line| of(line)).sum();
            let of_corpora = parts.iter().map(|part| &part.ratios[engine]);
            let (logs, drawn): (Vec<f64>, Vec<&[f64]>) =
                of_corpora.filter_map(|of| Some((mean(&of.logs)?, &*of.draws))).unzip();
            // Only instances are resampled; the choice of corpora is fixed.
            let draw = |i: usize| {
                let of_corpus =
                    logs.iter().zip(&drawn).map(|(&log, draws)| *draws.get(i).unwrap_or(&log));
                mean(&of_corpus.collect::<Vec<_>>()).unwrap_or_default()
            };
            let any = drawn.iter().any(|draws| !draws.is_empty());
            let draws = if any { (0..DRAWS).map(draw).collect() } else { Vec::new() };
            let instances =
                of_engine.iter().filter_map(|line| line.ratio).map(|r| r.instances).sum();
            lines.push(Line {
                engine: label.clone(),
                run: sum(|line| line.run),
                solved: sum(|line| line.solved),
                untimed: sum(|line| line.untimed),
                unpaired: sum(|line| line.unpaired),
                ratio: Ratio::new(&logs, draws).map(|ratio| Ratio { instances, ..ratio }),
                par2_ns: par2(times.of_engine(engine), self.limit),
                contribution: contributions[engine],
                forks_with_time: None,
            });
        }
        Table {
            title: Title { corpus: None, task: None, batch },
            cases: sum(|table| table.cases),
            instances: sum(|table| table.instances),
            solved: sum(|table| table.solved),
            par2_ns: par2(times.best_times().into_iter(), self.limit),
            lines,
        }
    }
}

/// The engines on the cases of a section.
struct Grid<'g> {
    field: &'g Field<'g>,
    title: &'g Title,
    by_engine: Vec<Vec<Option<&'g Cell>>>,
    /// For each case, the number of its instance.
    instances: Vec<usize>,
    times: Times,
}

impl Grid<'_> {
    fn times(&self, engine: usize, case: usize) -> Option<&[f64]> {
        let times = self.field.cells.times(self.by_engine[engine][case]?);
        (!times.is_empty()).then_some(times)
    }

    fn ratios(&self, engine: usize) -> Ratios {
        let mut unpaired = 0;
        let mut pairs = Vec::new();
        for (case, &instance) in self.instances.iter().enumerate() {
            let Some(other) = self.times(engine, case) else { continue };
            let base = self.field.baseline.or_else(|| self.times.best(case));
            match base.and_then(|base| self.times(base, case)) {
                Some(base) => pairs.push((instance, Pair { base, other })),
                None => unpaired += 1,
            }
        }
        let paired = Paired::by_instance(pairs);
        let label = &self.field.labels[engine];
        let corpus = self.title.corpus.as_deref().unwrap_or_default();
        let draws = paired.draws(&mut stream(self.field.seed, &["rank", corpus, label]));
        Ratios { logs: paired.log_ratios(), draws, unpaired }
    }

    fn line(&self, engine: usize, ratios: &Ratios, contribution: Contribution) -> Line {
        let cells = || self.by_engine[engine].iter().flatten();
        let solved = || cells().filter(|cell| cell.verdict == Verdict::Ok);
        let timed = |case: usize| self.times.get(engine, case) < NEVER;
        let forks = |case: usize| {
            let forks = self.by_engine[engine][case]?.counts.forks()?;
            timed(case).then(|| (forks as f64, self.times.get(engine, case)))
        };
        let with_forks: Vec<(f64, f64)> = (0..self.instances.len()).filter_map(forks).collect();
        Line {
            engine: self.field.labels[engine].clone(),
            run: cells().count(),
            solved: solved().count(),
            untimed: solved().filter(|cell| self.field.cells.times(cell).is_empty()).count(),
            unpaired: ratios.unpaired,
            ratio: Ratio::new(&ratios.logs, ratios.draws.clone()),
            par2_ns: par2(self.times.of_engine(engine), self.field.limit),
            contribution,
            forks_with_time: spearman(&with_forks),
        }
    }
}

/// The limit of time in nanoseconds, if all files have the same.
fn limit(results: &Results) -> Option<f64> {
    let mut limits = results.sources().iter().map(|source| source.notes.as_ref()?.limit_ns());
    let first = limits.next()??;
    limits.all(|limit| limit == Some(first)).then_some(first)
}
