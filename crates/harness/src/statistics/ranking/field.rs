//! The field: all engines of a ranking, on the cases of one section after the other.

use std::collections::HashSet;

use indexmap::IndexSet;
use quadrille_cover::random::Stream;
use rayon::prelude::*;

use super::super::best::{NEVER, Times, par2};
use super::super::cells::{Cell, Cells};
use super::super::ranks::spearman;
use super::super::ratio::{DRAWS, Pair, Paired, Ratio, mean};
use super::super::section::{Sources, Title};
use super::super::stream;
use super::{Line, Question, RankingError, Table};
use crate::record::Verdict;
use crate::results::{CaseId, Name, Results};

/// What all tables have in common.
pub(super) struct Field<'r> {
    results: &'r Results,
    cells: &'r Cells,
    /// The engines with their versions, and what they are called.
    engines: Vec<(Name, Name)>,
    labels: Vec<String>,
    baseline: Option<usize>,
    pub limit: Option<f64>,
    seed: u64,
}

/// A table, with what the one over all needs of it.
pub(super) struct Part {
    pub table: Table,
    times: Times,
    /// The logarithm of each engine's ratio, and as it might have come out.
    ratios: Vec<Option<(f64, Vec<f64>)>>,
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

    /// The table of a section with these cells.
    pub fn part(&self, title: Title, cells: &[&'r Cell]) -> Part {
        let cases: IndexSet<CaseId> = cells.iter().map(|cell| cell.case).collect();
        let mut sources = Sources::default();
        let instances: Vec<usize> = cases
            .iter()
            .map(|&case| sources.place(self.results, self.results.case(case)))
            .collect();
        let different = sources.instances();
        let mut by_engine: Vec<Vec<Option<&Cell>>> =
            vec![vec![None; cases.len()]; self.engines.len()];
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
        let contributions = grid.times.contributions();
        let drawn: Vec<_> =
            (0..self.engines.len()).into_par_iter().map(|engine| grid.ratio(engine)).collect();
        let mut lines = Vec::new();
        let mut ratios = Vec::new();
        for (engine, (drawn, unpaired)) in drawn.into_iter().enumerate() {
            let line = |ratio| Line {
                ratio,
                unpaired,
                contribution: contributions[engine],
                ..grid.line(engine)
            };
            let (ratio, kept) = match drawn {
                Some((logs, draws)) => {
                    (Ratio::new(&logs, draws.clone()), mean(&logs).map(|mean| (mean, draws)))
                }
                None => (None, None),
            };
            ratios.push(kept);
            let line = line(ratio);
            if line.run > 0 {
                lines.push(line);
            }
        }
        let solved: HashSet<CaseId> =
            cells.iter().filter(|cell| cell.verdict == Verdict::Ok).map(|cell| cell.case).collect();
        let par2_ns = par2(grid.times.best_times().into_iter(), self.limit);
        let times = grid.times;
        let (cases, solved) = (cases.len(), solved.len());
        let table = Table { title, cases, instances: different, solved, par2_ns, lines };
        Part { table, times, ratios }
    }

    /// The table over several sections.
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
            let ratios: Vec<_> =
                parts.iter().filter_map(|part| part.ratios[engine].as_ref()).collect();
            let logs: Vec<f64> = ratios.iter().map(|(mean, _)| *mean).collect();
            // Corpora are what they are: they are not drawn, their instances are.
            let draw = |i: usize| {
                let of_corpus =
                    |(mean, draws): &&(f64, Vec<f64>)| draws.get(i).copied().unwrap_or(*mean);
                mean(&ratios.iter().map(of_corpus).collect::<Vec<_>>()).unwrap_or_default()
            };
            let any = ratios.iter().any(|(_, draws)| !draws.is_empty());
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
    /// Of each case, the instance that it goes back to.
    instances: Vec<usize>,
    times: Times,
}

/// The logarithms of ratios, those that might have come out, and how many cases had nothing to be held against.
type Drawn = (Option<(Vec<f64>, Vec<f64>)>, usize);

impl Grid<'_> {
    fn times(&self, engine: usize, case: usize) -> Option<&[f64]> {
        let times = self.field.cells.times(self.by_engine[engine][case]?);
        (!times.is_empty()).then_some(times)
    }

    fn ratio(&self, engine: usize) -> Drawn {
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
        if paired.is_empty() {
            return (None, unpaired);
        }
        let label = &self.field.labels[engine];
        let corpus = self.title.corpus.as_deref().unwrap_or_default();
        let mut stream: Stream = stream(self.field.seed, &["rank", corpus, label]);
        (Some((paired.log_ratios(), paired.draws(&mut stream))), unpaired)
    }

    /// Everything about an engine that stands by itself.
    fn line(&self, engine: usize) -> Line {
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
            unpaired: 0,
            ratio: None,
            par2_ns: par2(self.times.of_engine(engine), self.field.limit),
            contribution: super::Contribution::default(),
            forks_with_time: spearman(&with_forks),
        }
    }
}

/// The limit of time, if all files have the same.
fn limit(results: &Results) -> Option<f64> {
    let mut limits = results.sources().iter().map(|source| source.notes.as_ref()?.limit_ns());
    let first = limits.next()??;
    limits.all(|limit| limit == Some(first)).then_some(first)
}
