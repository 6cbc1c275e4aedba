//! The two sides of a comparison, chosen from one or more files.

use std::collections::{BTreeSet, HashMap};

use super::super::StatisticsError;
use super::super::cells::{Cell, Cells};
use super::super::ratio::Pair;
use crate::{CaseId, Clock, Entry, Name, Results};

/// Two sides of a comparison: side A, the base, and side B, which is compared with side A.
#[derive(Clone, Debug)]
pub struct Sides {
    /// The rows of the sides.
    pub cells: [Cells; 2],
    /// The pairs of engines that are compared: one of A and one of B.
    pub engines: Vec<[Name; 2]>,
    /// The names of the sides in messages.
    pub names: [String; 2],
    /// The clock by which they are compared.
    pub clock: Clock,
    /// The files of each side, as places in [`Results::sources`].
    pub(super) sources: [Vec<usize>; 2],
}

impl Sides {
    /// The two sides of some files, of which the first `of_a` are side A and the others side B; if two engines are
    /// named, only the first is taken from A and only the second from B. If all files are side A, the two named engines
    /// are the sides, or else the two runs in the files.
    ///
    /// # Errors
    /// If the files cannot be divided into two sides with engines in common.
    pub fn of(
        results: &Results,
        clock: Clock,
        of_a: usize,
        engines: Option<(&str, &str)>,
    ) -> Result<Self, StatisticsError> {
        let engines = engines.map(<[&str; 2]>::from);
        let all: Vec<String> = results.sources.iter().map(|source| source.name.clone()).collect();
        let (a, b) = all.split_at(of_a.min(all.len()));
        match engines {
            _ if !b.is_empty() => {
                let names = [a, b].map(|names| names.join(","));
                let of_side =
                    |entry: &Entry, side| usize::from(entry.source as usize >= of_a) == side;
                Self::new(results, clock, names, engines, of_side)
            }
            Some([x, y]) if x == y => Err(StatisticsError(format!(
                "found the engine `{x}` twice; expected two engines of a file, or two files"
            ))),
            Some(_) => {
                let names = [a, a].map(|names| names.join(","));
                Self::new(results, clock, names, engines, |_, _| true)
            }
            None => Self::of_runs(results, clock),
        }
    }

    /// Two sides with these files, as places in [`Results::sources`].
    ///
    /// # Errors
    /// As for [`of`](Self::of).
    pub fn of_sources(
        results: &Results,
        clock: Clock,
        sources: &[Vec<usize>; 2],
    ) -> Result<Self, StatisticsError> {
        let name = |&source: &usize| &*results.sources[source].name;
        let names =
            sources.each_ref().map(|side| side.iter().map(name).collect::<Vec<_>>().join(","));
        Self::new(results, clock, names, None, |entry, side| {
            sources[side].contains(&(entry.source as usize))
        })
    }

    /// The two runs of a file.
    fn of_runs(results: &Results, clock: Clock) -> Result<Self, StatisticsError> {
        // Side A is the run whose name comes first in the alphabet.
        let runs = results.entries.iter().map(|entry| results.text(entry.run));
        let runs: Vec<&str> = runs.collect::<BTreeSet<_>>().into_iter().collect();
        let runs = match runs[..] {
            [a, b] => {
                let of_side = |entry: &Entry, side| results.text(entry.run) == [a, b][side];
                return Self::new(results, clock, [a, b].map(str::to_owned), None, of_side);
            }
            [] => "no rows".to_owned(),
            [_] => "one run".to_owned(),
            _ => format!("{} runs", runs.len()),
        };
        Err(StatisticsError(format!(
            "found one file, with {runs}; expected two engines of it (--engines X,Y), a second file, or a file \
             with two runs, as `quadrille run --aa` writes"
        )))
    }

    fn new(
        results: &Results,
        clock: Clock,
        names: [String; 2],
        engines: Option<[&str; 2]>,
        of_side: impl Fn(&Entry, usize) -> bool,
    ) -> Result<Self, StatisticsError> {
        if clock == Clock::Instructions && !results.is_timed(clock) {
            return Err(StatisticsError(format!(
                "{}: found no row with a number of instructions; expected rows measured where the system counts them: `quadrille \
                 doctor` says whether this one does; compare counts with --counts-only in their place",
                names.join(" and ")
            )));
        }
        let side = |side: usize| {
            let (name, engine) = (&names[side], engines.map(|engines| engines[side]));
            let cells = Cells::of(results, clock, |entry| {
                of_side(entry, side)
                    && engine.is_none_or(|engine| results.name(engine) == Some(entry.engine))
            })?;
            if let Some(engine) = engine.filter(|_| cells.all.is_empty()) {
                let rows = results.entries.iter().filter(|entry| of_side(entry, side));
                let known = list(results, rows.map(|entry| entry.engine));
                return Err(StatisticsError(format!(
                    "{name}: found no row of the engine `{engine}`; expected one of {known}"
                )));
            }
            if let Some(two) = cells.engines().windows(2).find(|two| two[0].0 == two[1].0) {
                let [engine, one, other] =
                    [two[0].0, two[0].1, two[1].1].map(|name| results.text(name));
                return Err(StatisticsError(format!(
                    "{name}: found two versions of {engine}, {one} and {other}; expected one version on each side: put \
                     the versions into two files"
                )));
            }
            Ok(cells)
        };
        let cells = [side(0)?, side(1)?];
        let of = |side: usize| cells[side].engines().into_iter().map(|(engine, _)| engine);
        let mut pairs: Vec<[Name; 2]> = match engines {
            Some(_) => of(0).zip(of(1)).map(Into::into).collect(),
            None => of(0).filter(|x| of(1).any(|y| y == *x)).map(|x| [x, x]).collect(),
        };
        pairs.sort_by_key(|pair| results.text(pair[0]));
        if pairs.is_empty() {
            let ([a, b], [of_a, of_b]) = (names, [0, 1].map(|side| list(results, of(side))));
            return Err(StatisticsError(format!(
                "found no engine in common: {a} has {of_a}; {b} has {of_b}; name two with --engines X,Y"
            )));
        }
        refuse_other_cpus(results, &names, &cells)?;
        let sources = [0, 1].map(|side| {
            let of_side = results.entries.iter().filter(|entry| of_side(entry, side));
            of_side
                .map(|entry| entry.source as usize)
                .collect::<BTreeSet<_>>()
                .into_iter()
                .collect()
        });
        Ok(Self { cells, engines: pairs, names, clock, sources })
    }

    /// The number of processes that measured a side.
    pub(super) fn processes(&self, side: usize) -> usize {
        self.cells[side].processes().iter().collect::<BTreeSet<_>>().len()
    }

    /// The times of a pair of cells, or bounds in their place, if both have any.
    pub(super) fn values(&self, pair: [&Cell; 2]) -> Option<Pair<'_>> {
        let (base, other) = (self.cells[0].values(pair[0]), self.cells[1].values(pair[1]));
        (!base.is_empty() && !other.is_empty()).then_some(Pair { base, other })
    }

    /// The engines of a side that are compared with no engine of the other side.
    pub(super) fn unpaired(&self, results: &Results, side: usize) -> Vec<String> {
        let engines = self.cells[side].engines().into_iter().map(|(engine, _)| engine);
        let unpaired =
            engines.filter(|engine| self.engines.iter().all(|pair| pair[side] != *engine));
        let names: BTreeSet<&str> = unpaired.map(|engine| results.text(engine)).collect();
        names.into_iter().map(str::to_owned).collect()
    }
}

/// Refuses sides that were measured on other models of processors, if the runs were divided among nodes: ratios of their
/// times would compare processors.
fn refuse_other_cpus(
    results: &Results,
    names: &[String; 2],
    cells: &[Cells; 2],
) -> Result<(), StatisticsError> {
    if !results.is_merged() {
        return Ok(());
    }
    let cpu = |cell: &Cell| results.cpu(&results.entries[cell.first]).unwrap_or("unknown");
    let of_a: HashMap<CaseId, &str> =
        cells[0].all.iter().map(|cell| (cell.case, cpu(cell))).collect();
    for cell in &cells[1].all {
        let (a, b) = (of_a.get(&cell.case).copied(), cpu(cell));
        if let Some(a) = a.filter(|a| *a != b) {
            return Err(StatisticsError(format!(
                "found {} measured on the CPU {a} in {} and on the CPU {b} in {}; expected the same model on both sides, \
                 because the ratio would compare processors; measure both on nodes of one model, or compare two engines of \
                 one file with --engines X,Y, which were measured on the same node",
                results.case_name(cell.case),
                names[0],
                names[1]
            )));
        }
    }
    Ok(())
}

fn list(results: &Results, engines: impl Iterator<Item = Name>) -> String {
    let names: BTreeSet<&str> = engines.map(|engine| results.text(engine)).collect();
    let names: Vec<&str> = names.into_iter().collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
