//! Judging an answer: by the rules, by the manifest, and where the manifest is silent, by a
//! second engine of another kind.

use std::sync::atomic::{AtomicU64, Ordering};

use quadrille_cover::Outcome;
use quadrille_results::{Task, Verdict};
use quadrille_sudoku::Engine as SudokuEngine;
use quadrille_sudoku::format::write;

use crate::corpus::{Body, Count, Instance};
use crate::engine;
use crate::engine::searched::{FirstSolution, Searched};
use crate::measure::limits::SearchLimits;
use crate::measure::native::Trial;

/// The verdict of a judge on an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// What is wrong with a wrong answer, or that an answer could not be confirmed.
    pub reason: Option<String>,
}

/// The result of checking a number of solutions.
enum Confirmed {
    Right,
    /// With the reason.
    Wrong(String),
    /// Neither the manifest nor another engine knows the number.
    Unknown,
}

/// Limits of tests and time for a second opinion, in multiples of the engine's own.
const SECOND_OPINION: u32 = 10;

/// Engines asked for a second opinion, first those that differ most from other engines.
const SUDOKU: [SudokuEngine; 3] = [SudokuEngine::Masks, SudokuEngine::Dlx, SudokuEngine::Large];
const COVER: [&str; 2] = ["dlx", "naive"];

/// The numbers of solutions that other engines find for an instance. Each engine is asked once, or twice if two workers
/// ask at the same moment.
#[derive(Debug, Default)]
pub struct Opinions([Opinion; SUDOKU.len()]);

/// The answer of one engine in 8 bytes, as there may be millions: [`UNASKED`](Self::UNASKED),
/// [`SILENT`](Self::SILENT), or the number of solutions plus two.
#[derive(Debug, Default)]
struct Opinion(AtomicU64);

impl Opinion {
    const UNASKED: u64 = 0;
    const SILENT: u64 = 1;

    /// The engine's number of solutions, `None` if it has no answer. Calls `ask` the first time.
    fn get_or_ask(&self, ask: impl FnOnce() -> Option<u64>) -> Option<u64> {
        match self.0.load(Ordering::Relaxed) {
            Self::UNASKED => {
                let said = ask().filter(|&solutions| solutions <= u64::MAX - 2);
                let known = said.map_or(Self::SILENT, |solutions| solutions + 2);
                self.0.store(known, Ordering::Relaxed);
                said
            }
            Self::SILENT => None,
            known => Some(known - 2),
        }
    }
}

/// Judges the answers to one instance.
pub struct Judge<'i> {
    instance: &'i Instance,
    task: Task,
    limits: &'i SearchLimits<'i>,
    second: &'i Opinions,
}

impl<'i> Judge<'i> {
    /// A judge of answers to a question about an instance, found within these limits.
    pub fn new(
        instance: &'i Instance,
        task: Task,
        limits: &'i SearchLimits<'i>,
        second: &'i Opinions,
    ) -> Self {
        Self { instance, task, limits, second }
    }

    /// The instance.
    pub fn instance(&self) -> &'i Instance {
        self.instance
    }

    /// Judges what an engine found.
    pub fn judge(&self, engine: &str, searched: &Searched) -> Judgement {
        let plain = |verdict| Judgement { verdict, reason: None };
        if let Some(reason) = &searched.unlawful {
            return wrong(format!("found {reason}"));
        }
        match searched.search.outcome {
            Outcome::BudgetSpent => return plain(Verdict::Budget),
            Outcome::Stalled => return plain(Verdict::Stalled),
            Outcome::Exhausted | Outcome::Stopped => {}
        }
        match self.confirm(engine, searched.search.stats.solutions) {
            Confirmed::Right => {}
            Confirmed::Wrong(reason) => return wrong(reason),
            // Not counted as an answer, though the engine may be right.
            Confirmed::Unknown => {
                let reason = format!(
                    "found {} as the number of solutions, which no other engine could confirm within \
                     {SECOND_OPINION} times the limits; raise the limits",
                    searched.search.stats.solutions
                );
                return Judgement { verdict: Verdict::Budget, reason: Some(reason) };
            }
        }
        match (&self.instance.expected.solution, &searched.first) {
            (Some(expected), Some(FirstSolution::Grid(found))) if **expected != *found => {
                let [found, expected] = [found, &**expected].map(write::line);
                wrong(format!("found the solution {found}; expected {expected}"))
            }
            _ => plain(Verdict::Ok),
        }
    }

    /// Checks a number of solutions.
    fn confirm(&self, engine: &str, found: u64) -> Confirmed {
        let limit = self.task.limit().unwrap_or(u64::MAX);
        let equal = |expected: u64, source: &str| {
            let expected = expected.min(limit);
            if found == expected {
                return Confirmed::Right;
            }
            let numbers = format!("found {found} as the number of solutions, expected {expected}");
            Confirmed::Wrong(format!("{numbers}, by {source}"))
        };
        match self.instance.expected.solutions {
            Some(Count::Exactly(expected)) => equal(expected, "the manifest"),
            Some(Count::Several) if limit <= 2 => equal(2, "the manifest, which says several"),
            Some(Count::Several) if found < 2 => equal(2, "the manifest, which says several"),
            // One solution that obeys the rules answers `first`.
            None if self.task == Task::First && found == 1 => Confirmed::Right,
            _ => match self.second_opinion(engine) {
                Some(expected) => equal(expected, "a second engine"),
                None => Confirmed::Unknown,
            },
        }
    }

    /// The number of solutions by the first other engine that has an answer.
    fn second_opinion(&self, engine: &str) -> Option<u64> {
        let others: Vec<&str> = match &self.instance.body {
            Body::Sudoku(_) => SUDOKU.map(SudokuEngine::name).into(),
            Body::Cover(_) => COVER.into(),
        };
        let others = others.into_iter().zip(&self.second.0).filter(|(other, _)| *other != engine);
        let mut opinions = others.map(|(other, known)| known.get_or_ask(|| self.opinion_of(other)));
        opinions.find_map(|opinion| opinion)
    }

    fn opinion_of(&self, other: &str) -> Option<u64> {
        let engine = engine::by_name(other).expect("it is in the registry");
        if !engine.takes(&self.instance.body) {
            return None;
        }
        let trial = Trial::new(engine, self.instance).ok()?;
        let limits = self.limits.longer(SECOND_OPINION);
        let searched = limits.hold(1, |budget| trial.counted(budget)).0.ok()?;
        let trusted = searched.is_answered() && searched.unlawful.is_none();
        trusted.then_some(searched.search.stats.solutions)
    }
}

fn wrong(reason: String) -> Judgement {
    Judgement { verdict: Verdict::Wrong, reason: Some(reason) }
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
        let limits = SearchLimits::of(budget);
        Judge::new(instance, task, &limits, &Opinions::default())
            .judge("naive-first", searched)
            .verdict
    }

    #[test]
    fn a_lie_about_the_number_of_solutions_is_caught_without_a_manifest() {
        // The empty 4x4 grid has 288 solutions.
        let empty = sudoku(vec![0; 16], Expected::default());
        assert_eq!(verdict(&empty, Task::All, &searched(288, None)), Verdict::Ok);
        assert_eq!(verdict(&empty, Task::All, &searched(287, None)), Verdict::Wrong);
        assert_eq!(verdict(&empty, Task::Unique, &searched(2, None)), Verdict::Ok);
        assert_eq!(verdict(&empty, Task::Unique, &searched(1, None)), Verdict::Wrong);
        assert_eq!(verdict(&empty, Task::First, &searched(0, None)), Verdict::Wrong);
    }

    #[test]
    fn the_manifest_is_believed_first() {
        let expected = Expected { solutions: Some(Count::Exactly(1)), solution: None };
        let empty = sudoku(vec![0; 16], expected);
        assert_eq!(verdict(&empty, Task::All, &searched(1, None)), Verdict::Ok);
        assert_eq!(verdict(&empty, Task::All, &searched(288, None)), Verdict::Wrong);
    }

    #[test]
    fn another_engine_is_asked_once_whatever_it_says() {
        for said in [None, Some(0), Some(1), Some(u64::MAX - 2)] {
            let opinion = Opinion::default();
            assert_eq!(opinion.get_or_ask(|| said), said);
            assert_eq!(opinion.get_or_ask(|| panic!("asked again")), said);
        }
    }

    #[test]
    fn several_are_more_than_one() {
        let expected = Expected { solutions: Some(Count::Several), solution: None };
        let empty = sudoku(vec![0; 16], expected);
        for (task, found, expected) in [
            (Task::First, 1, Verdict::Ok),
            (Task::Unique, 2, Verdict::Ok),
            (Task::Unique, 1, Verdict::Wrong),
            (Task::All, 1, Verdict::Wrong),
            (Task::All, 287, Verdict::Wrong),
            (Task::All, 288, Verdict::Ok),
        ] {
            assert_eq!(verdict(&empty, task, &searched(found, None)), expected, "{task:?} {found}");
        }
        // The manifest is held against the engine even where both engines agree.
        let full = vec![1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        let one = sudoku(full, Expected { solutions: Some(Count::Several), solution: None });
        assert_eq!(verdict(&one, Task::All, &searched(1, None)), Verdict::Wrong);
    }

    #[test]
    fn another_solution_than_the_known_one_is_wrong() {
        let full = vec![1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        let solution = Grid::from_cells(full.clone()).unwrap();
        let solutions = Some(Count::Exactly(1));
        let expected = Expected { solutions, solution: Some(Box::new(solution.clone())) };
        let instance = sudoku(full, expected);
        let right = searched(1, Some(FirstSolution::Grid(solution.clone())));
        assert_eq!(verdict(&instance, Task::Unique, &right), Verdict::Ok);
        let mut other = solution;
        other.set(0, 4);
        let other = searched(1, Some(FirstSolution::Grid(other)));
        assert_eq!(verdict(&instance, Task::Unique, &other), Verdict::Wrong);
    }

    #[test]
    fn exact_cover_problems_have_a_second_opinion_too() {
        let problem = Problem::parse("a b\na\nb\na b\n").unwrap();
        let expected = Expected::default();
        let instance = Instance::new("x".into(), None, Body::from(problem), expected);
        assert_eq!(verdict(&instance, Task::All, &searched(2, None)), Verdict::Ok);
        assert_eq!(verdict(&instance, Task::All, &searched(3, None)), Verdict::Wrong);
    }
}
