//! Answers as plain data, and the way from a request to its answer.

use std::ops::ControlFlow;

use quadrille_cover::diagram::Diagram;
use quadrille_cover::estimate::{self, Effort};
use quadrille_cover::symmetry::Symmetries;
use quadrille_cover::{
    Budget, CancelToken, Counters, OptionId, Outcome, Problem, SearchStats, Tally,
};
use serde::{Deserialize, Serialize};

use super::classes::Classified;
use super::estimate::Interval;
use super::reason::{NoReason, reason};
use super::request::{Question, Request};
use super::sample::{Drawn, Sampler};
use super::search::{engine, search};
use super::smaller::{Smaller, named};
use super::source::{NamedProblem, board};
use crate::{Error, Number};

/// The answer to a [`Question`]. A solution is the texts of its options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// To [`Question::Count`].
    Count(Found),
    /// To [`Question::Solutions`], [`Question::Cheapest`], [`Question::Sample`] and [`Question::Nth`].
    Solutions {
        /// The solutions, in the order in which they were found.
        solutions: Vec<Vec<String>>,
        /// The number of these or, where a diagram was asked, of all.
        found: Found,
    },
    /// To [`Question::Symmetries`].
    Symmetries {
        /// The number of symmetries.
        order: Number,
        /// Generators of the group, each as cycles of names.
        generators: Vec<Vec<Vec<String>>>,
    },
    /// To [`Question::Classes`].
    Classes {
        /// The number of classes.
        number: usize,
        /// The number of symmetries of the problem.
        order: Number,
        /// The number of solutions.
        solutions: Number,
        /// One solution of each class, as far as they were asked for.
        classes: Vec<Class>,
    },
    /// To [`Question::Compile`]: the text of the diagram.
    Diagram(String),
    /// To [`Question::IndexOf`]: the number of the solution, from 1; `None` if the options are no solution.
    Index(Option<Number>),
    /// To [`Question::Marginals`]: for each option in its order, the number of solutions that hold it.
    Marginals(Vec<Number>),
    /// To [`Question::Costs`], cheapest first.
    Costs(Vec<Cost>),
    /// To [`Question::Estimate`].
    Estimate {
        /// Nodes of the tree of `bits`.
        nodes: Interval,
        /// Solutions.
        solutions: Interval,
        /// Whether the whole tree was searched, so that the numbers are exact.
        is_exact: bool,
    },
    /// To [`Question::Why`]: a reason as text, or why there is none.
    Why(Result<String, String>),
    /// A limit ended the work before there was anything to say.
    Nothing,
}

/// A class of solutions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Class {
    /// A solution of the class.
    pub solution: Vec<String>,
    /// The number of symmetries of the solution.
    pub symmetries: Number,
    /// The number of solutions in the class.
    pub solutions: Number,
}

/// The number of solutions of a cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// The cost.
    pub cost: u64,
    /// The number of solutions that have it.
    pub solutions: Number,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// All was searched.
    Exhausted,
    /// As many solutions were found as were asked for.
    Stopped,
    /// A limit was reached, or the search was cancelled.
    BudgetSpent,
}

/// A number of solutions, and what it took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The number of solutions.
    pub solutions: Number,
    /// How the search ended.
    pub ended: Ended,
    /// The engine that counted, if it is not the one that began.
    pub engine: Option<String>,
    /// Number of nodes, where they were counted; likewise the others.
    pub nodes: Option<u64>,
    /// Number of tests.
    pub tests: Option<u64>,
    /// Number of forks.
    pub forks: Option<u64>,
}

impl From<Tally> for Found {
    fn from(tally: Tally) -> Self {
        let SearchStats { nodes, tests, forks, .. } = tally.search.stats;
        let ended = match tally.search.outcome {
            Outcome::Exhausted => Ended::Exhausted,
            Outcome::Stopped => Ended::Stopped,
            Outcome::BudgetSpent | Outcome::Stalled => Ended::BudgetSpent,
        };
        let engine = tally.changed.map(|changed| changed.engine.to_owned());
        Self { solutions: tally.solutions.into(), ended, engine, nodes, tests, forks }
    }
}

impl Request {
    /// Answers, without limits but those of the request.
    ///
    /// # Errors
    /// There is no such problem, option or engine, or it cannot answer.
    pub fn answer(&self) -> Result<Answer, Error> {
        self.answer_until(&CancelToken::new())
    }

    /// As [`answer`](Self::answer), until the token is cancelled.
    ///
    /// # Errors
    /// As [`answer`](Self::answer).
    pub fn answer_until(&self, cancel: &CancelToken) -> Result<Answer, Error> {
        let NamedProblem { problem: read, layout, .. } = self.source.read(self.keep_going)?;
        let smaller = Smaller::new(read, self, cancel)?;
        let (problem, budget) = (smaller.problem(), self.budget(cancel));
        match &self.question {
            Question::Count { .. } | Question::Solutions { .. } | Question::Cheapest(_) => {
                self.searched(&smaller, &budget)
            }
            &Question::Sample { number, seed } => {
                let mut solutions = Vec::new();
                let sampler = Sampler::by_name(&self.engine)?;
                let drawn = sampler.draw(problem, (number, seed), &budget, &mut |solution| {
                    solutions.push(smaller.words(solution));
                    ControlFlow::Continue(())
                })?;
                let (all, ended) = match drawn {
                    Drawn::All(Some(all)) => (all, Ended::Exhausted),
                    Drawn::All(None) => (solutions.len().into(), Ended::Stopped),
                    Drawn::Stopped => (0u32.into(), Ended::BudgetSpent),
                };
                Ok(solutions_of(solutions, all, ended))
            }
            Question::Symmetries => {
                let group = if self.rotations {
                    Symmetries::rotations(problem, board(layout.as_ref())?)?
                } else {
                    Symmetries::new(problem, &budget)?
                };
                let order = group.order().clone().into();
                Ok(Answer::Symmetries { order, generators: group.generators() })
            }
            &Question::Classes { method, is_counted, limit } => {
                let engine = engine(&self.engine)?;
                let found = if self.rotations {
                    let board = board(layout.as_ref())?;
                    Classified::find_rotated(problem, board, method, engine, &budget)?
                } else {
                    Classified::find(problem, method, engine, &budget)?
                };
                let most = if is_counted { Some(0) } else { limit };
                Ok(classes(&found, &smaller, most))
            }
            &Question::Estimate { nodes, seed } => {
                let effort = Effort { seed, nodes, cancel: Some(cancel.clone()) };
                let made = estimate::estimate(problem, &effort)?;
                let [nodes, solutions] = [(&made.nodes).into(), (&made.solutions).into()];
                Ok(Answer::Estimate { nodes, solutions, is_exact: made.is_exact })
            }
            Question::Why => {
                let Answer::Solutions { found, .. } = self.searched(&smaller, &budget)? else {
                    unreachable!("only a count has another answer")
                };
                if found.solutions > Number::default() {
                    return Ok(Answer::Why(Err(NoReason::Solution.to_string())));
                }
                let words = |why| quadrille_view::reason::words(problem, &why, layout.as_ref());
                Ok(Answer::Why(
                    reason(problem, cancel).map(words).map_err(|why_not| why_not.to_string()),
                ))
            }
            asked => match Diagram::compile(problem, &budget)? {
                Some(diagram) => of_diagram(&diagram, asked, &smaller, &budget),
                None => Ok(Answer::Nothing),
            },
        }
    }

    fn searched(&self, smaller: &Smaller, budget: &Budget) -> Result<Answer, Error> {
        let mut solutions = Vec::new();
        let mut keep = |solution: &[OptionId]| {
            solutions.push(smaller.words(solution));
            ControlFlow::Continue(())
        };
        let (problem, counters) = (smaller.problem(), Counters::On);
        let tally = search(self, problem, budget, counters, &mut keep, &mut ())?;
        Ok(match self.question {
            Question::Count { .. } => Answer::Count(tally.into()),
            _ => Answer::Solutions { solutions, found: tally.into() },
        })
    }
}

fn solutions_of(
    solutions: Vec<Vec<String>>,
    all: quadrille_cover::BigUint,
    ended: Ended,
) -> Answer {
    let (nodes, tests, forks, engine) = Default::default();
    let found = Found { solutions: all.into(), ended, engine, nodes, tests, forks };
    Answer::Solutions { solutions, found }
}

fn classes(found: &Classified, smaller: &Smaller, most: Option<u64>) -> Answer {
    let shown = most.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX));
    let shown = found.classes.iter().take(shown).map(|class| Class {
        solution: smaller.words(&class.solution),
        symmetries: class.symmetries.clone().into(),
        solutions: class.solutions.clone().into(),
    });
    Answer::Classes {
        number: found.classes.len(),
        order: found.order.clone().into(),
        solutions: found.solutions.clone().into(),
        classes: shown.collect(),
    }
}

/// What a diagram knows at once.
fn of_diagram(
    diagram: &Diagram,
    asked: &Question,
    smaller: &Smaller,
    budget: &Budget,
) -> Result<Answer, Error> {
    let problem: &Problem = diagram.problem();
    Ok(match asked {
        Question::Nth(Number(nth)) => {
            let place = (*nth > 0u32.into()).then(|| nth - 1u32);
            let solution = place.and_then(|place| diagram.nth(&place));
            let words = solution.iter().map(|solution| smaller.words(solution));
            solutions_of(words.collect(), diagram.count(), Ended::Exhausted)
        }
        Question::IndexOf(options) => {
            let solution = named(problem, options, "index_of")?;
            Answer::Index(diagram.index_of(&solution).map(|index| Number(index + 1u32)))
        }
        Question::Marginals => {
            Answer::Marginals(diagram.marginals().into_iter().map(Number).collect())
        }
        Question::Costs => match diagram.costs(budget) {
            None => Answer::Nothing,
            Some(costs) => {
                let cost = |(cost, solutions)| Cost { cost, solutions: Number(solutions) };
                Answer::Costs(costs.into_iter().map(cost).collect())
            }
        },
        _ => Answer::Diagram(diagram.text(None).to_string()),
    })
}
