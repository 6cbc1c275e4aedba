//! The results behind one table of the ranking, for each engine and case. A case is an instance with a task.

use quadrille_results::statistics::best::NEVER;
use quadrille_results::statistics::cells::{Cell, Cells};
use quadrille_results::statistics::ranking::{Line, Table};
use quadrille_results::{CaseId, Results};

/// A table with its cases in natural order.
pub(super) struct Field<'r> {
    pub table: &'r Table,
    /// The engines of the table, in the order of all engines of the report.
    pub lines: Vec<&'r Line>,
    /// The cases in natural order, as places in [`Table::cases`].
    order: Vec<usize>,
    cells: &'r Cells,
}

impl<'r> Field<'r> {
    pub fn new(results: &Results, cells: &'r Cells, table: &'r Table) -> Self {
        let mut lines: Vec<&Line> = table.lines.iter().collect();
        lines.sort_by_key(|line| line.place);
        let mut order: Vec<usize> = (0..table.cases.len()).collect();
        order.sort_by_cached_key(|&case| natural(results, table.cases[case]));
        Self { table, lines, order, cells }
    }

    /// The case at a place in the order of corpora, then of names, with numbers by value (9 before 10).
    pub fn case(&self, place: usize) -> CaseId {
        self.table.cases[self.order[place]]
    }

    /// The result of an engine on a case, if the engine was run on it.
    pub fn cell(&self, engine: usize, case: usize) -> Option<&'r Cell> {
        self.lines[engine].cells[self.order[case]].map(|place| &self.cells.all[place as usize])
    }

    /// The median time of an engine on a case in nanoseconds, if the engine has one.
    pub fn time(&self, engine: usize, case: usize) -> Option<f64> {
        Some(self.lines[engine].times[self.order[case]]).filter(|&time| time < NEVER)
    }

    /// The shortest and the longest time of an engine on a case, in nanoseconds, if it was measured several times.
    pub fn ends(&self, engine: usize, case: usize) -> Option<[f64; 2]> {
        ends(self.cells, self.cell(engine, case)?)
    }
}

/// The shortest and the longest time of a cell, in nanoseconds, if it has several.
pub(super) fn ends(cells: &Cells, cell: &Cell) -> Option<[f64; 2]> {
    let times = cells.times(cell);
    let end = |of: fn(f64, f64) -> f64| times.iter().copied().reduce(of);
    Some([end(f64::min)?, end(f64::max)?]).filter(|_| times.len() > 1)
}

/// The sort order of cases: by corpus, then by instance in natural order (9 before 10, P9 before P10).
fn natural(results: &Results, id: CaseId) -> (String, String, u64, String, String) {
    let case = results.case(id);
    let instance = results.text(case.instance);
    let (before, number) = counted(instance);
    let text = |name| results.text(name).to_owned();
    (text(case.corpus), before.to_owned(), number, instance.to_owned(), text(case.task))
}

/// The text before the first number in a name, and that number; `u64::MAX` if it has none, or one above 64 bits.
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
