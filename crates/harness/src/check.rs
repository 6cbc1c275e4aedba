//! Judging an answer: by the rules; by a proof, if the engine sent one or the run makes them; otherwise by the manifest, and
//! where the manifest is silent, by a second engine of another kind.

use std::sync::OnceLock;

use quadrille_cover::{BigUint, Outcome, Solver, engine as cover};
use quadrille_results::{Proved, Task, Verdict};
use quadrille_sudoku::Engine as SudokuEngine;
use quadrille_sudoku::format::write;

use crate::corpus::{Body, Count, Instance};
use crate::digest::Digest;
use crate::engine;
use crate::engine::searched::FirstSolution;
use crate::measure::Answer;
use crate::measure::limits::SearchLimits;
use crate::measure::native::Trial;
use crate::prove::{self, Denial};

/// Limits of tests and time for a second opinion, in multiples of the engine's own.
const SECOND_OPINION: u32 = 10;

/// Engines asked for a second opinion, first those that differ most from other engines.
const SUDOKU: [SudokuEngine; 3] = [SudokuEngine::Masks, SudokuEngine::Dlx, SudokuEngine::Large];
const COVER: [&str; 2] = ["dlx", "naive"];
/// Likewise if solutions are only counted: the first two need not visit them, and have nothing in common.
const COUNT: [&str; 3] = ["memo", "frontier", "dlx"];
/// Engines that search with the same kernels as `memo`.
const OF_MEMO: [&str; 2] = ["bits", "memo"];

/// What is known of the answer about an instance, each part found when it is first needed. They are on the heap, because
/// there may be a million instances, and of few is anything asked.
#[derive(Debug, Default)]
pub struct Known {
    /// The numbers of solutions that other engines find, `None` for an engine that has no answer.
    opinions: OnceLock<Box<[OnceLock<Option<BigUint>>; SUDOKU.len()]>>,
    /// The number of solutions, up to the limit of the task, that was proved, or why it was not.
    proof: OnceLock<Box<Result<BigUint, String>>>,
    /// The digest of all solutions, `None` if no search of ours finds them all.
    digest: OnceLock<Box<Option<Digest>>>,
}

/// Judges the answers to a question about one instance.
pub struct Judge<'i> {
    /// The instance that was searched.
    pub instance: &'i Instance,
    /// The question that the engine was asked.
    pub task: Task,
    /// The limits within which answers are found.
    pub limits: &'i SearchLimits<'i>,
    /// What is known of the answer so far.
    pub known: &'i Known,
    /// Whether answers are to be proved.
    pub prove: bool,
}

/// A judged answer.
#[derive(Debug)]
pub struct Judged {
    /// The verdict.
    pub verdict: Verdict,
    /// What is wrong with a wrong answer, that an answer could not be confirmed, or that a right one could not be proved.
    pub reason: Option<String>,
    /// How the number of solutions was proved.
    pub proved: Option<Proved>,
    /// What the manifest says, if a proof contradicts it.
    pub contradicted: Option<String>,
}

impl Judged {
    fn new(verdict: Verdict, reason: Option<String>) -> Self {
        Self { verdict, reason, proved: None, contradicted: None }
    }
}

impl Judge<'_> {
    /// Judges what an engine found: the number of solutions, then their digest if it sent one.
    pub fn judge(&self, engine: &str, answer: &Answer<'_>) -> Judged {
        let judged = self.judge_number(engine, answer);
        let (Verdict::Ok, Some(found)) = (judged.verdict, answer.searched.digest) else {
            return judged;
        };
        let limits = self.limits.longer(SECOND_OPINION);
        let of_ours =
            |budget: &_| Digest::of(&self.instance.body, budget).map(|(digest, _)| digest);
        let make = || Box::new(limits.hold(1, of_ours).0);
        let (verdict, reason) = match &**self.known.digest.get_or_init(make) {
            Some(expected) if *expected == found => return judged,
            Some(expected) => {
                let what = "as the digest of the solutions";
                (Verdict::Wrong, format!("found {} {what}; expected {}", found.0, expected.0))
            }
            None => {
                let what =
                    "found a digest of the solutions that no search of ours could confirm within";
                (
                    Verdict::Budget,
                    format!("{what} {SECOND_OPINION} times the limits; raise the limits"),
                )
            }
        };
        Judged::new(verdict, Some(reason))
    }

    fn judge_number(&self, engine: &str, answer: &Answer<'_>) -> Judged {
        let searched = answer.searched;
        let wrong = |reason| Judged::new(Verdict::Wrong, Some(reason));
        if let Some(reason) = &searched.unlawful {
            return wrong(format!("found {reason}"));
        }
        match searched.search.outcome {
            Outcome::BudgetSpent => return Judged::new(Verdict::Budget, None),
            Outcome::Stalled => return Judged::new(Verdict::Stalled, None),
            Outcome::Exhausted | Outcome::Stopped => {}
        }
        let unproved = match self.proof(answer) {
            Proof::Right(by) => {
                let contradicted = self.contradicted(answer);
                let proved = Some(by);
                return Judged { proved, contradicted, ..Judged::new(Verdict::Ok, None) };
            }
            Proof::Wrong(reason) => return wrong(reason),
            Proof::None(why) => why.map(|why| format!("is not proved: {why}")),
        };
        match self.confirm(engine, answer) {
            Some(Ok(())) => {}
            Some(Err(reason)) => return wrong(reason),
            // Not counted as an answer, though the engine may be right.
            None => {
                let reason = format!(
                    "found {} as the number of solutions, which no other engine could confirm within \
                     {SECOND_OPINION} times the limits; raise the limits",
                    answer.solutions
                );
                return Judged::new(Verdict::Budget, Some(reason));
            }
        }
        match (&self.instance.expected.solution, &searched.first) {
            (Some(expected), Some(FirstSolution::Grid(found))) if **expected != *found => {
                let [found, expected] = [found, &**expected].map(write::line);
                wrong(format!("found the solution {found}; expected {expected}"))
            }
            _ => Judged::new(Verdict::Ok, unproved),
        }
    }

    /// Compares an answer with a proof: that of the engine, or else one that is made.
    fn proof(&self, answer: &Answer<'_>) -> Proof {
        let (body, found) = (&self.instance.body, &answer.solutions);
        let mut unproved = None;
        if let Some(certificate) = answer.certificate {
            match prove::accept(body, found, certificate, self.limits) {
                Ok(()) => return Proof::Right(Proved::Engine),
                Err(Denial::Refused(why)) => {
                    return Proof::Wrong(format!(
                        "sent a certificate of {found} as the number of solutions that is refused: {why}"
                    ));
                }
                Err(Denial::Unchecked(why)) => {
                    unproved =
                        Some(format!("the certificate of the engine was not checked: {why}"));
                }
            }
        }
        if !self.prove {
            return Proof::None(unproved);
        }
        let make = || Box::new(prove::number(body, self.task.limit(), self.limits));
        match &**self.known.proof.get_or_init(make) {
            Ok(proved) if proved == found => Proof::Right(Proved::Quadrille),
            Ok(proved) => Proof::Wrong(format!(
                "found {found} as the number of solutions; a certificate proves {proved}"
            )),
            Err(why) => Proof::None(Some(why.clone())),
        }
    }

    /// What the manifest says, if it is something else than an answer that was proved.
    fn contradicted(&self, answer: &Answer<'_>) -> Option<String> {
        let proved = &answer.solutions;
        let several = self.task != Task::First && *proved < 2u8.into();
        let says = match &self.instance.expected.solutions {
            Some(Count::Exactly(number)) if *proved != self.task.limited((**number).clone()) => {
                format!("{number} as the number of solutions")
            }
            Some(Count::Several) if several => "that there are several solutions".to_owned(),
            _ => {
                let expected = self.instance.expected.solution.as_deref()?;
                let Some(FirstSolution::Grid(found)) = &answer.searched.first else { return None };
                if found == expected {
                    return None;
                }
                format!("the solution {}", write::line(expected))
            }
        };
        let found = match (proved.to_string(), &answer.searched.first) {
            (number, Some(FirstSolution::Grid(found))) => {
                format!("{number}, with the solution {}", write::line(found))
            }
            (number, _) => number,
        };
        let is_least = self.task.limit().is_some_and(|limit| *proved == limit.into());
        let proved = if is_least { "at least " } else { "" };
        Some(format!("the manifest says {says}; proved: {proved}{found}; correct the manifest"))
    }

    /// Checks a number of solutions. `None` if neither the manifest nor another engine knows the number.
    fn confirm(&self, engine: &str, answer: &Answer<'_>) -> Option<Result<(), String>> {
        let found = &answer.solutions;
        let is_several = *found >= 2u8.into();
        let several = "the manifest, which says several";
        let (expected, source) = match &self.instance.expected.solutions {
            Some(Count::Exactly(expected)) => ((**expected).clone(), "the manifest".to_owned()),
            Some(Count::Several) if self.task.limit().is_some() || !is_several => {
                (2u8.into(), several.to_owned())
            }
            // A single solution that obeys the rules is a right answer to the task `first`.
            None if self.task == Task::First && *found == 1u8.into() => return Some(Ok(())),
            _ => {
                let (number, other) = self.second_opinion(engine, answer)?;
                (number, format!("a second engine, {other}"))
            }
        };
        let expected = self.task.limited(expected);
        Some(if *found == expected {
            Ok(())
        } else {
            Err(format!(
                "found {found} as the number of solutions, expected {expected}, by {source}"
            ))
        })
    }

    /// The number of solutions by the first engine of another kind that has an answer, and the engine's name.
    fn second_opinion(&self, engine: &str, answer: &Answer<'_>) -> Option<(BigUint, &'static str)> {
        let others: Vec<&'static str> = match &self.instance.body {
            Body::Sudoku(_) => SUDOKU.map(SudokuEngine::name).into(),
            Body::Cover(_) if self.task == Task::Count => COUNT.into(),
            Body::Cover(_) => COVER.into(),
        };
        let counted_by = self.counted_by(engine, answer);
        let is_of_kind = |other: &str| {
            other == counted_by || [other, counted_by].iter().all(|name| OF_MEMO.contains(name))
        };
        let known = self.known.opinions.get_or_init(Box::default);
        let mut others = others.into_iter().zip(&**known).filter(|(other, _)| !is_of_kind(other));
        others.find_map(|(other, known)| {
            let number = known.get_or_init(|| self.opinion_of(other)).clone()?;
            Some((number, other))
        })
    }

    /// The engine that counted, which may be another than was asked.
    fn counted_by<'e>(&self, engine: &'e str, answer: &Answer<'_>) -> &'e str {
        let tally = answer.searched.tally.as_ref();
        match (&self.instance.body, tally.map(|tally| tally.changed)) {
            (_, Some(Some(changed))) => changed.engine,
            (Body::Cover(problem), Some(None)) if engine == cover::Auto.name() => {
                cover::Auto.choice_to_count(problem).engine.name()
            }
            _ => engine,
        }
    }

    fn opinion_of(&self, other: &str) -> Option<BigUint> {
        let engine = engine::by_name(other).expect("it is in the registry");
        let trial = Trial::new(engine, self.instance, self.task)?;
        let limits = self.limits.longer(SECOND_OPINION);
        let searched = limits.hold(1, |budget| trial.counted(budget)).0?;
        let trusted = searched.is_answered() && searched.unlawful.is_none();
        trusted.then(|| searched.solutions())
    }
}

/// What a proof says of an answer.
enum Proof {
    /// The number of solutions is the one proved, and by whom.
    Right(Proved),
    Wrong(String),
    /// There is no proof, and why, if one was made or sent.
    None(Option<String>),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Expected;
    use crate::engine::searched::Searched;
    use quadrille_cover::{Budget, Counters, Problem, Search, SearchStats, Tally, family};
    use quadrille_sudoku::{Grid, Puzzle};

    fn searched(solutions: u64, first: Option<FirstSolution>) -> Searched {
        let stats = SearchStats { solutions, ..SearchStats::default() };
        let search = Search { outcome: Outcome::Exhausted, stats };
        Searched { search, first, unlawful: None, tally: None, digest: None }
    }

    fn sudoku(cells: Vec<u8>, expected: Expected) -> Instance {
        let puzzle = Puzzle::new(Grid::from_cells(cells).unwrap());
        Instance::new("x".into(), None, Body::Sudoku(puzzle), expected)
    }

    fn judged(instance: &Instance, task: Task, searched: &Searched, prove: bool) -> Judged {
        let budget = Budget { tests: Some(10_000), solutions: task.limit(), ..Budget::default() };
        let limits = SearchLimits { budget, wall: None };
        let judge = Judge { instance, task, limits: &limits, known: &Known::default(), prove };
        let solutions = searched.search.stats.solutions.into();
        judge.judge("naive-first", &Answer { searched, solutions, certificate: None })
    }

    fn verdict(instance: &Instance, task: Task, searched: &Searched) -> Verdict {
        judged(instance, task, searched, false).verdict
    }

    const FULL: [u8; 16] = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];

    #[test]
    fn numbers_of_solutions_are_held_against_the_manifest_or_a_second_engine() {
        let with = |solutions| Expected { solutions, solution: None };
        // The empty 4x4 grid has 288 solutions.
        let empty = |solutions| sudoku(vec![0; 16], with(solutions));
        let [unknown, one, several] =
            [None, Some(Count::exactly(1u8)), Some(Count::Several)].map(empty);
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
            (&cover, Task::Count, 2, true),
            (&cover, Task::Count, 3, false),
        ] {
            let expected = if is_right { Verdict::Ok } else { Verdict::Wrong };
            let found_none = searched(found, None);
            assert_eq!(verdict(instance, task, &found_none), expected, "{task:?} {found}");
        }
    }

    #[test]
    fn a_count_of_any_length_is_held_against_the_manifest_or_an_engine_of_another_kind() {
        let dominoes = |solutions: Option<&str>| {
            let problem = family::build("dominoes:16x16").unwrap();
            let solutions = solutions.map(|text| Count::exactly(text.parse::<BigUint>().unwrap()));
            let expected = Expected { solutions, solution: None };
            Instance::new("x".into(), None, problem.into(), expected)
        };
        let right = "2444888770250892795802079170816";
        let auto = cover::Auto.tally(
            &family::build("dominoes:16x16").unwrap(),
            &Budget::default(),
            Counters::Off,
        );
        let by_frontier = auto.unwrap().changed;
        assert_eq!(by_frontier.map(|changed| changed.engine), Some("frontier"));
        let counted = |number: &str, changed| {
            let number: BigUint = number.parse().unwrap();
            let stats = SearchStats { solutions: u64::MAX, ..SearchStats::default() };
            let search = Search { outcome: Outcome::Exhausted, stats };
            let tally = Some(Tally { changed, ..Tally::new(number, search) });
            Searched { search, first: None, unlawful: None, tally, digest: None }
        };
        let limits = SearchLimits { budget: Budget::default(), wall: None };
        let judge = |instance: &Instance, engine: &str, searched: &Searched| {
            let (task, known) = (Task::Count, &Known::default());
            let judge = Judge { instance, task, limits: &limits, known, prove: false };
            let solutions = searched.solutions();
            judge.judge(engine, &Answer { searched, solutions, certificate: None })
        };
        let (unknown, huge) = (dominoes(None), format!("{right}000000000000"));
        for (instance, engine, by, found, second) in [
            (dominoes(Some(right)), "memo", None, right, None),
            (dominoes(Some(&huge)), "memo", None, &*huge, None),
            (dominoes(Some(&huge)), "memo", None, right, Some("the manifest")),
            (unknown.clone(), "memo", None, right, None),
            (unknown.clone(), "memo", None, &*huge, Some("a second engine, frontier")),
            (unknown.clone(), "bits", None, "1", Some("a second engine, frontier")),
            (unknown.clone(), "iso", None, "1", Some("a second engine, memo")),
            (unknown.clone(), "frontier", None, "1", Some("a second engine, memo")),
            (unknown.clone(), "auto", None, "1", Some("a second engine, frontier")),
            (unknown.clone(), "auto", by_frontier, "1", Some("a second engine, memo")),
        ] {
            let judged = judge(&instance, engine, &counted(found, by));
            let reason = judged.reason.unwrap_or_default();
            let expected = if second.is_some() { Verdict::Wrong } else { Verdict::Ok };
            assert_eq!(judged.verdict, expected, "{engine} {by:?} {found}: {reason}");
            assert!(reason.ends_with(second.unwrap_or_default()), "{engine} {by:?}: {reason}");
        }
    }

    #[test]
    fn a_digest_must_be_that_of_the_solutions() {
        let empty = sudoku(vec![0; 16], Expected::default());
        let (right, _) = Digest::of(&empty.body, &Budget::default()).unwrap();
        for (digest, expected) in [
            (None, Verdict::Ok),
            (Some(right), Verdict::Ok),
            (Some(Digest(right.0 ^ 1)), Verdict::Wrong),
        ] {
            let found = Searched { digest, ..searched(288, None) };
            assert_eq!(verdict(&empty, Task::All, &found), expected, "{digest:?}");
        }
    }

    /// Whatever the manifest says, which is named if it is wrong.
    #[test]
    fn a_proof_decides() {
        let empty = |solutions| sudoku(vec![0; 16], Expected { solutions, solution: None });
        let [unknown, right, one, several] =
            [None, Some(288u32), Some(1), None].map(|n| empty(n.map(Count::exactly)));
        let full = |solution: &[u8; 16]| {
            let solution = Grid::from_cells(solution.to_vec()).map(Box::new);
            sudoku(FULL.into(), Expected { solutions: Some(Count::exactly(1u8)), solution })
        };
        let (full, false_full) = (full(&FULL), full(&[1; 16]));
        let false_several = Instance {
            expected: Expected { solutions: Some(Count::Several), solution: None },
            ..full.clone()
        };
        let grid = || Some(FirstSolution::Grid(Grid::from_cells(FULL.into()).unwrap()));
        for (instance, task, found, is_right, manifest) in [
            (&unknown, Task::All, 288, true, None),
            (&unknown, Task::All, 287, false, None),
            (&unknown, Task::Unique, 2, true, None),
            (&unknown, Task::Unique, 1, false, None),
            (&unknown, Task::First, 1, true, None),
            (&unknown, Task::First, 0, false, None),
            (&right, Task::All, 288, true, None),
            (&one, Task::All, 288, true, Some("says 1 as the number of solutions; proved: 288; ")),
            (&one, Task::All, 1, false, None),
            (
                &one,
                Task::Unique,
                2,
                true,
                Some("says 1 as the number of solutions; proved: at least 2; "),
            ),
            (&several, Task::Unique, 2, true, None),
            (&full, Task::Unique, 1, true, None),
            (&false_full, Task::Unique, 1, true, Some("says the solution 1111")),
            (
                &false_several,
                Task::Unique,
                1,
                true,
                Some("that there are several solutions; proved: 1, with the "),
            ),
        ] {
            let is_full =
                |body: &Body| matches!(body, Body::Sudoku(puzzle) if puzzle.givens().is_full());
            let first = grid().filter(|_| is_full(&instance.body));
            let judged = judged(instance, task, &searched(found, first), true);
            let expected = if is_right { Verdict::Ok } else { Verdict::Wrong };
            assert_eq!(judged.verdict, expected, "{task:?} {found}: {judged:?}");
            assert_eq!(judged.proved, is_right.then_some(Proved::Quadrille), "{task:?} {found}");
            let said = judged.contradicted.clone().unwrap_or_default();
            assert_eq!(said.is_empty(), manifest.is_none(), "{said}");
            assert!(said.contains(manifest.unwrap_or_default()), "{said}");
        }
    }

    #[test]
    fn another_solution_than_the_known_one_is_wrong() {
        let solution = Grid::from_cells(FULL.into()).unwrap();
        let solutions = Some(Count::exactly(1u8));
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
