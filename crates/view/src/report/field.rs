//! The results behind one table of the ranking, for each engine and case. A case is an instance with a task.

use std::collections::HashMap;

use quadrille_results::statistics::best::{NEVER, Times};
use quadrille_results::statistics::cells::{Cell, Cells};
use quadrille_results::statistics::ranking::Table;
use quadrille_results::statistics::section::{Section, Title};
use quadrille_results::{CaseId, Results};

/// Times and verdicts of engines on cases.
pub(super) struct Field<'r> {
    pub title: Title,
    /// The engines that ran on any of the cases, as indices into all engines of the report.
    pub engines: Vec<usize>,
    pub labels: Vec<String>,
    pub cases: Vec<CaseId>,
    /// The result of each engine on each case, in the orders of `engines` and `cases`.
    pub cells: Vec<Vec<Option<&'r Cell>>>,
    /// The median times, in the same orders.
    pub times: Times,
}

impl<'r> Field<'r> {
    /// Makes a field for each table, in the order of the tables.
    pub fn of_tables(results: &Results, cells: &'r Cells, tables: &[Table]) -> Vec<Self> {
        let sections: Vec<Section> =
            cells.all().iter().map(|cell| Section::of(results, results.case(cell.case))).collect();
        let mut titles: Vec<(Section, Title)> = Vec::new();
        for &section in &sections {
            if !titles.iter().any(|(known, _)| *known == section) {
                titles.push((section, section.title(results)));
            }
        }
        let field = |table: &Table| {
            let title = &table.title;
            let is_part =
                |part: &Title| part == title || title.corpus.is_none() && part.batch == title.batch;
            let parts = titles.iter().filter(|(_, part)| is_part(part));
            let parts: Vec<Section> = parts.map(|(section, _)| *section).collect();
            let of_parts = |i: &usize| parts.contains(&sections[*i]);
            let chosen: Vec<&Cell> =
                (0..sections.len()).filter(of_parts).map(|i| &cells.all()[i]).collect();
            Self::new(results, cells, title.clone(), &chosen)
        };
        tables.iter().map(field).collect()
    }

    fn new(results: &Results, all: &'r Cells, title: Title, chosen: &[&'r Cell]) -> Self {
        let known = all.engines();
        let labels = all.labels(results);
        let mut cases: Vec<CaseId> = chosen.iter().map(|cell| cell.case).collect();
        cases.sort_unstable();
        cases.dedup();
        cases.sort_by_cached_key(|&case| order(results, case));
        let places: HashMap<CaseId, usize> =
            cases.iter().enumerate().map(|(place, &case)| (case, place)).collect();
        let mut engines = Vec::new();
        let mut table: Vec<Vec<Option<&Cell>>> = Vec::new();
        // Cells are sorted by engine, so the cells of an engine follow each other.
        for &cell in chosen {
            let key = (cell.engine, cell.version);
            let Some(engine) = known.iter().position(|&engine| engine == key) else { continue };
            if engines.last() != Some(&engine) {
                engines.push(engine);
                table.push(vec![None; cases.len()]);
            }
            let row = table.last_mut().expect("one was pushed");
            row[places[&cell.case]] = Some(cell);
        }
        let mut times = Times::new(engines.len(), cases.len());
        for (engine, row) in table.iter().enumerate() {
            for (case, cell) in row.iter().enumerate() {
                if let Some(median) = cell.and_then(|cell| all.median(cell)) {
                    times.set(engine, case, median);
                }
            }
        }
        let labels = engines.iter().map(|&engine| labels[engine].clone()).collect();
        Self { title, engines, labels, cases, cells: table, times }
    }

    /// The median time of an engine on a case in nanoseconds, if the engine has one.
    pub fn time(&self, engine: usize, case: usize) -> Option<f64> {
        Some(self.times.get(engine, case)).filter(|&time| time < NEVER)
    }

    /// The times of an engine on all cases for which it has one, in nanoseconds.
    pub fn times_of(&self, engine: usize) -> Vec<f64> {
        self.times.of_engine(engine).filter(|&time| time < NEVER).collect()
    }
}

/// The sort order of cases: by corpus, then by instance in natural order (9 before 10, P9 before P10).
fn order(results: &Results, id: CaseId) -> (String, String, u64, String, String) {
    let case = results.case(id);
    let instance = results.text(case.instance);
    let (before, number) = counted(instance);
    let text = |name| results.text(name).to_owned();
    (text(case.corpus), before.to_owned(), number, instance.to_owned(), text(case.task))
}

/// Splits a name into the text before its first number, and that number. If there is none that fits: `u64::MAX`.
fn counted(name: &str) -> (&str, u64) {
    let (before, rest) =
        name.split_at(name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len()));
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    (before, rest[..end].parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn names_are_counted_as_people_do() {
        assert_eq!(
            ["9", "P10~3", "abc", ""].map(counted),
            [("", 9), ("P", 10), ("abc", u64::MAX), ("", u64::MAX)]
        );
        assert_eq!(counted("99999999999999999999").1, u64::MAX);
    }
}
