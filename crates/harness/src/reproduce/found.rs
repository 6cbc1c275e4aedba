//! Figures that rows do not have: the first grid that an engine finds, and the cells that `singles` leaves open. The
//! engine runs once more.

use quadrille_cover::Budget;
use quadrille_results::Task;
use quadrille_sudoku::engine::singles::Closing;
use quadrille_sudoku::format::write;

use crate::corpus::{Body, Instance};
use crate::engine;
use crate::engine::searched::FirstSolution;
use crate::measure::native::Trial;

/// The first solution of a Sudoku that an engine of ours finds within a number of tests, as a line.
pub fn solution(engine: &str, instance: &Instance, tests: Option<u64>) -> Option<String> {
    let trial = Trial::new(engine::by_name(engine)?, instance, Task::First)?;
    let budget = Budget { tests, ..Budget::solutions(1) };
    match trial.counted(&budget)?.first? {
        FirstSolution::Grid(grid) => Some(write::line(&grid)),
        FirstSolution::Options(_) => None,
    }
}

/// The number of cells that `singles` leaves open; `None` for other engines, which leave none.
pub fn open_cells(engine: &str, instance: &Instance) -> Option<String> {
    let Body::Sudoku(puzzle) = &instance.body else { return None };
    if engine != quadrille_sudoku::Engine::Singles.name() {
        return None;
    }
    let mut closing = Closing::new(puzzle);
    closing.close_all();
    Some(closing.open().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Corpus;

    #[test]
    fn of_the_systems_puzzles() {
        let corpus = Corpus::open("systems", &mut Err).unwrap();
        let instance = |id: &str| corpus.instances.iter().find(|i| i.id == id).unwrap();
        let [p1, p4] = ["P1", "P4"].map(instance);
        let open = |instance| open_cells("singles", instance);
        assert_eq!([open(p1), open(p4)], [Some("57".to_owned()), Some("0".to_owned())]);
        assert_eq!(open_cells("masks", p1), None);
        let found = solution("masks", p1, None).unwrap();
        assert!(found.starts_with("162857493534129678"));
        assert_eq!(solution("dlx", p1, None), Some(found));
        assert_eq!(solution("masks", instance("C1"), None), None);
        assert_eq!(solution("masks", p1, Some(3)), None);
        assert_eq!(solution("bits", p1, None), None);
    }
}
