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
use crate::engine::searched::{FirstSolution, Searched};
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
/// Likewise if a cheapest solution is asked for: `dlx` skips what costs too much, and the others visit all solutions.
const CHEAPEST: [&str; 3] = ["dlx", "bits", "naive"];
/// Engines that search with the same kernels as `memo`.
const OF_MEMO: [&str; 2] = ["bits", "memo"];

/// What is known of the answer about an instance, each part found when it is first needed. They are on the heap, because
/// there may be a million instances, and of few is anything asked.
#[derive(Debug, Default)]
pub struct Known {
    /// What other engines find, `None` for an engine that has no answer.
    opinions: OnceLock<Box<[OnceLock<Option<Opinion>>; SUDOKU.len()]>>,
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
        if self.task == Task::Cheapest {
            return self.judge_cost(engine, answer);
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

    /// The cost of the solution found, if one was found.
    pub fn cost(&self, searched: &Searched) -> Option<u64> {
        searched.first.as_ref()?.cost(&self.instance.body)
    }

    /// Judges the cost of the solution found, which was checked, or that there is none.
    fn judge_cost(&self, engine: &str, answer: &Answer<'_>) -> Judged {
        let found = self.cost(answer.searched);
        let said = |cost: Option<u64>| {
            cost.map_or_else(|| "no solution".to_owned(), |cost| format!("the least cost {cost}"))
        };
        let none = Some(Count::exactly(0u8));
        let known = match &self.instance.expected {
            expected if expected.cost.is_some() => Some((expected.cost, "the manifest".to_owned())),
            expected if expected.solutions == none => Some((None, "the manifest".to_owned())),
            _ => self.second_opinion(engine, answer).and_then(|(opinion, other)| match opinion {
                Opinion::Cost(cost) => Some((cost, format!("a second engine, {other}"))),
                Opinion::Number(_) => None,
            }),
        };
        let (verdict, why) = match known {
            Some((expected, _)) if expected == found => return Judged::new(Verdict::Ok, None),
            // A solution that was checked shows that what was expected is wrong, but not that it is a cheapest.
            Some((Some(expected), source)) if found.is_some_and(|found| found < expected) => (
                Verdict::Budget,
                format!("expected {expected} by {source}, which is too high; correct it"),
            ),
            Some((expected, source)) => {
                (Verdict::Wrong, format!("expected {}, by {source}", said(expected)))
            }
            None => (
                Verdict::Budget,
                format!(
                    "which no other engine could confirm within {SECOND_OPINION} times the limits; raise the limits"
                ),
            ),
        };
        Judged::new(verdict, Some(format!("found {}, {why}", said(found))))
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
                let (Opinion::Number(number), other) = self.second_opinion(engine, answer)? else {
                    return None;
                };
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

    /// What the first engine of another kind found that has an answer, and the engine's name.
    fn second_opinion(&self, engine: &str, answer: &Answer<'_>) -> Option<(Opinion, &'static str)> {
        let others: Vec<&'static str> = match &self.instance.body {
            Body::Sudoku(_) => SUDOKU.map(SudokuEngine::name).into(),
            Body::Cover(_) if self.task == Task::Count => COUNT.into(),
            Body::Cover(_) if self.task == Task::Cheapest => CHEAPEST.into(),
            Body::Cover(_) => COVER.into(),
        };
        let counted_by = self.counted_by(engine, answer);
        let is_of_kind = |other: &str| {
            other == counted_by || [other, counted_by].iter().all(|name| OF_MEMO.contains(name))
        };
        let known = self.known.opinions.get_or_init(Box::default);
        let mut others = others.into_iter().zip(&**known).filter(|(other, _)| !is_of_kind(other));
        others.find_map(|(other, known)| {
            let opinion = known.get_or_init(|| self.opinion_of(other)).clone()?;
            Some((opinion, other))
        })
    }

    /// The engine that counted, which may be another than was asked.
    fn counted_by<'e>(&self, engine: &'e str, answer: &Answer<'_>) -> &'e str {
        if self.task == Task::Cheapest && engine == cover::Auto.name() {
            return cover::Dlx.name();
        }
        let tally = answer.searched.tally.as_ref();
        match (&self.instance.body, tally.map(|tally| tally.changed)) {
            (_, Some(Some(changed))) => changed.engine,
            (Body::Cover(problem), Some(None)) if engine == cover::Auto.name() => {
                cover::Auto.choice_to_count(problem).engine.name()
            }
            _ => engine,
        }
    }

    fn opinion_of(&self, other: &str) -> Option<Opinion> {
        let engine = engine::by_name(other).expect("it is in the registry");
        let trial = Trial::new(engine, self.instance, self.task)?;
        let limits = self.limits.longer(SECOND_OPINION);
        let searched = limits.hold(1, |budget| trial.counted(budget)).0?;
        let trusted = searched.is_answered() && searched.unlawful.is_none();
        trusted.then(|| match self.task {
            Task::Cheapest => Opinion::Cost(self.cost(&searched)),
            _ => Opinion::Number(searched.solutions()),
        })
    }
}

/// What an engine found.
#[derive(Clone, Debug)]
enum Opinion {
    /// The number of solutions.
    Number(BigUint),
    /// The least cost of a solution, if there is a solution.
    Cost(Option<u64>),
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
mod tests;
