//! Judging an answer: by the rules, by the manifest, and where the manifest is silent, by a
//! second engine of another kind.

use std::sync::OnceLock;

use quadrille_cover::Outcome;
use quadrille_results::{Task, Verdict};
use quadrille_sudoku::Engine as SudokuEngine;
use quadrille_sudoku::format::write;

use crate::corpus::{Body, Count, Instance};
use crate::engine;
use crate::engine::searched::{FirstSolution, Searched};
use crate::measure::limits::SearchLimits;
use crate::measure::native::Trial;

/// Limits of tests and time for a second opinion, in multiples of the engine's own.
const SECOND_OPINION: u32 = 10;

/// Engines asked for a second opinion, first those that differ most from other engines.
const SUDOKU: [SudokuEngine; 3] = [SudokuEngine::Masks, SudokuEngine::Dlx, SudokuEngine::Large];
const COVER: [&str; 2] = ["dlx", "naive"];

/// The numbers of solutions that other engines find for an instance, `None` for an engine that has no answer. Each
/// engine is asked once. The answers are on the heap, because there may be a million instances, and few are asked about.
#[derive(Debug, Default)]
pub struct Opinions(OnceLock<Box<[OnceLock<Option<u64>>; SUDOKU.len()]>>);

/// Judges the answers to a question about one instance.
pub struct Judge<'i> {
    /// The instance that was searched.
    pub instance: &'i Instance,
    /// The question that the engine was asked.
    pub task: Task,
    /// The limits within which answers are found.
    pub limits: &'i SearchLimits<'i>,
    /// The answers of other engines so far.
    pub second: &'i Opinions,
}

impl Judge<'_> {
    /// Judges what an engine found. Returns the verdict, and what is wrong with a wrong answer, or that an answer could
    /// not be confirmed.
    pub fn judge(&self, engine: &str, searched: &Searched) -> (Verdict, Option<String>) {
        let wrong = |reason| (Verdict::Wrong, Some(reason));
        if let Some(reason) = &searched.unlawful {
            return wrong(format!("found {reason}"));
        }
        match searched.search.outcome {
            Outcome::BudgetSpent => return (Verdict::Budget, None),
            Outcome::Stalled => return (Verdict::Stalled, None),
            Outcome::Exhausted | Outcome::Stopped => {}
        }
        match self.confirm(engine, searched.search.stats.solutions) {
            Some(Ok(())) => {}
            Some(Err(reason)) => return wrong(reason),
            // Not counted as an answer, though the engine may be right.
            None => {
                let reason = format!(
                    "found {} as the number of solutions, which no other engine could confirm within \
                     {SECOND_OPINION} times the limits; raise the limits",
                    searched.search.stats.solutions
                );
                return (Verdict::Budget, Some(reason));
            }
        }
        match (&self.instance.expected.solution, &searched.first) {
            (Some(expected), Some(FirstSolution::Grid(found))) if **expected != *found => {
                let [found, expected] = [found, &**expected].map(write::line);
                wrong(format!("found the solution {found}; expected {expected}"))
            }
            _ => (Verdict::Ok, None),
        }
    }

    /// Checks a number of solutions. `None` if neither the manifest nor another engine knows the number.
    fn confirm(&self, engine: &str, found: u64) -> Option<Result<(), String>> {
        let limit = self.task.limit().unwrap_or(u64::MAX);
        let several = "the manifest, which says several";
        let (expected, source) = match self.instance.expected.solutions {
            Some(Count::Exactly(expected)) => (expected, "the manifest"),
            Some(Count::Several) if limit <= 2 || found < 2 => (2, several),
            // A single solution that obeys the rules is a right answer to the task `first`.
            None if self.task == Task::First && found == 1 => return Some(Ok(())),
            _ => (self.second_opinion(engine)?, "a second engine"),
        };
        let expected = expected.min(limit);
        Some(if found == expected {
            Ok(())
        } else {
            Err(format!(
                "found {found} as the number of solutions, expected {expected}, by {source}"
            ))
        })
    }

    /// The number of solutions by the first other engine that has an answer.
    fn second_opinion(&self, engine: &str) -> Option<u64> {
        let others: Vec<&str> = match &self.instance.body {
            Body::Sudoku(_) => SUDOKU.map(SudokuEngine::name).into(),
            Body::Cover(_) => COVER.into(),
        };
        let known = self.second.0.get_or_init(Box::default);
        let mut others = others.into_iter().zip(&**known).filter(|(other, _)| *other != engine);
        others.find_map(|(other, known)| *known.get_or_init(|| self.opinion_of(other)))
    }

    fn opinion_of(&self, other: &str) -> Option<u64> {
        let engine = engine::by_name(other).expect("it is in the registry");
        let trial = Trial::new(engine, self.instance)?;
        let limits = self.limits.longer(SECOND_OPINION);
        let searched = limits.hold(1, |budget| trial.counted(budget)).0?;
        let trusted = searched.is_answered() && searched.unlawful.is_none();
        trusted.then_some(searched.search.stats.solutions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Expected;
    use quadrille_cover::{Budget, Problem, Search, SearchStats};
    use quadrille_sudoku::{Grid, Puzzle};

    fn searched(solutions: u64, first: Option<FirstSolution>) -> Searched {
        let stats = SearchStats { solutions, ..SearchStats::default() };
        Searched { search: Search { outcome: Outcome::Exhausted, stats }, first, unlawful: None }
    }

    fn sudoku(cells: Vec<u8>, expected: Expected) -> Instance {
        let puzzle = Puzzle::new(Grid::from_cells(cells).unwrap());
        Instance::new("x".into(), None, Body::Sudoku(puzzle), expected)
    }

    fn verdict(instance: &Instance, task: Task, searched: &Searched) -> Verdict {
        let budget = Budget { tests: Some(10_000), solutions: task.limit(), ..Budget::default() };
        let limits = SearchLimits { budget, wall: None };
        let judge = Judge { instance, task, limits: &limits, second: &Opinions::default() };
        judge.judge("naive-first", searched).0
    }

    const FULL: [u8; 16] = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];

    #[test]
    fn numbers_of_solutions_are_held_against_the_manifest_or_a_second_engine() {
        let with = |solutions| Expected { solutions, solution: None };
        // The empty 4x4 grid has 288 solutions.
        let empty = |solutions| sudoku(vec![0; 16], with(solutions));
        let [unknown, one, several] =
            [None, Some(Count::Exactly(1)), Some(Count::Several)].map(empty);
        let full = sudoku(FULL.into(), with(Some(Count::Several)));
        let problem = Body::from(Problem::parse("a b\na\nb\na b\n").unwrap());
        let cover = Instance::new("x".into(), None, problem, Expected::default());
        for (instance, task, found, is_right) in [
            (&unknown, Task::All, 288, true),
            (&unknown, Task::All, 287, false),
            (&unknown, Task::Unique, 2, true),
            (&unknown, Task::Unique, 1, false),
            (&unknown, Task::First, 0, false),
            // The manifest is believed first.
            (&one, Task::All, 1, true),
            (&one, Task::All, 288, false),
            (&several, Task::First, 1, true),
            (&several, Task::Unique, 2, true),
            (&several, Task::Unique, 1, false),
            (&several, Task::All, 1, false),
            (&several, Task::All, 287, false),
            (&several, Task::All, 288, true),
            // The manifest is held against the engine even where both engines agree.
            (&full, Task::All, 1, false),
            (&cover, Task::All, 2, true),
            (&cover, Task::All, 3, false),
        ] {
            let expected = if is_right { Verdict::Ok } else { Verdict::Wrong };
            let found_none = searched(found, None);
            assert_eq!(verdict(instance, task, &found_none), expected, "{task:?} {found}");
        }
    }

    #[test]
    fn another_solution_than_the_known_one_is_wrong() {
        let solution = Grid::from_cells(FULL.into()).unwrap();
        let solutions = Some(Count::Exactly(1));
        let expected = Expected { solutions, solution: Some(Box::new(solution.clone())) };
        let instance = sudoku(FULL.into(), expected);
        let mut other = solution.clone();
        other.set(0, 4);
        for (found, expected) in [(solution, Verdict::Ok), (other, Verdict::Wrong)] {
            let found = searched(1, Some(FirstSolution::Grid(found)));
            assert_eq!(verdict(&instance, Task::Unique, &found), expected);
        }
    }
}
