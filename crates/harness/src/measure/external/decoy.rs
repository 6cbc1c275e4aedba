//! Decoys: instances made from those that are measured, with other answers, which an engine is asked about unannounced.
//!
//! An engine that finds a solution and claims without a search that there is no other, or that claims that there is none,
//! is right about many corpora, of which all puzzles have one solution. It is wrong about a decoy: an instance of the same
//! kind and size with two solutions, or with one. A process is asked about decoys in place of the instances, by the same
//! question, and nothing of it is timed for the results (`external.rs`), so an engine cannot tell which it is asked about.
//!
//! No decoy gives an answer away: it is changed in more than names and order, so that neither an instance nor its
//! canonical form is asked about twice.

mod cover;
mod sudoku;

use std::ops::ControlFlow;

use quadrille_cover::random::Stream;
use quadrille_cover::{Budget, CancelToken, Counters, Outcome, Problem, Solution, Solver, engine};
use quadrille_results::Task;
use quadrille_sudoku::{Grid, Puzzle, Watch};

use crate::corpus::{Body, Expected, Instance};
use crate::digest::visitor;
use crate::engine::searched::FirstSolution;
use crate::process::Reply;

/// Upper bound on the nodes of a search by which a decoy is made. It takes a second at most.
const NODES: u64 = 200_000;
/// Of a batch, one instance in this number becomes a decoy, and [`LEAST`] at least.
const ONE_IN: usize = 20;
/// The least decoys of a batch, if it has as many instances: an engine that searches the first instances and guesses at the rest
/// misses all of them only rarely.
const LEAST: usize = 4;

/// What is known of the solutions of an instance.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Solved {
    None,
    /// There is exactly one.
    One(FirstSolution),
    /// There are several, two of which are these.
    Several(FirstSolution, FirstSolution),
}

/// An instance that stands for a measured one, with the same answer or another, and the least and the largest number of solutions
/// that it can have.
#[derive(Clone, Debug)]
pub(super) struct Decoy {
    pub instance: Instance,
    least: u64,
    most: u64,
}

impl Decoy {
    fn new(body: Body, least: u64, most: u64) -> Self {
        let instance = Instance::new("decoy".to_owned(), None, body, Expected::default());
        Self { instance, least, most }
    }

    /// What is wrong with an answer about the decoy, if it is one and wrong.
    pub fn fault(&self, task: Task, reply: &Reply) -> Option<String> {
        let answered = reply.as_ref().ok().filter(|answered| answered.searched.is_answered())?;
        let about = "about an instance that was made from this one to test it (see \"Time\" in docs/PROTOCOL.md)";
        if let Some(unlawful) = &answered.searched.unlawful {
            return Some(format!("found {unlawful}, {about}"));
        }
        // A search for the cheapest solution answers with one solution.
        let shown = if task == Task::Cheapest { Some(1) } else { task.limit() };
        let limit = shown.unwrap_or(u64::MAX);
        let (least, most) = (self.least.min(limit), self.most.min(limit));
        if (least.into()..=most.into()).contains(&answered.solutions) {
            return None;
        }
        let expected = if least == most { least.to_string() } else { format!("{least} or more") };
        let found = &answered.solutions;
        Some(format!("found {found} as the number of solutions, expected {expected}, {about}"))
    }
}

/// What is known of an instance's solutions, if that is found within the budget of [`short`].
pub(super) fn solve(body: &Body, budget: &Budget) -> Option<Solved> {
    let found: Vec<FirstSolution> = match body {
        Body::Sudoku(puzzle) => {
            sudoku_solutions(puzzle, budget)?.into_iter().map(FirstSolution::Grid).collect()
        }
        Body::Cover(problem) => {
            cover_solutions(problem, budget)?.into_iter().map(FirstSolution::Options).collect()
        }
    };
    let mut found = found.into_iter();
    Some(match (found.next(), found.next()) {
        (None, _) => Solved::None,
        (Some(one), None) => Solved::One(one),
        (Some(one), Some(two)) => Solved::Several(one, two),
    })
}

impl Solved {
    /// What an answer says, if no search of ours is short enough.
    pub fn claimed(reply: &Reply) -> Option<Self> {
        let answered = reply.as_ref().ok()?;
        match (u64::try_from(&answered.solutions), &answered.searched.first) {
            (Ok(0), _) => Some(Self::None),
            (Ok(1), Some(first)) => Some(Self::One(first.clone())),
            _ => None,
        }
    }

    /// Whether the right answer to a task is one that an engine could guess, because it says of some solutions that there
    /// is none of them, and shows none itself.
    fn is_guessable(&self, task: Task) -> bool {
        match self {
            Self::None => true,
            Self::One(_) => !matches!(task, Task::First | Task::Cheapest),
            Self::Several(..) => false,
        }
    }
}

/// The first two solutions of a puzzle, if they are found within the budget.
fn sudoku_solutions(puzzle: &Puzzle, budget: &Budget) -> Option<Vec<Grid>> {
    let mut found = Vec::new();
    let search = visitor(puzzle).search(puzzle, budget, Watch::Count, &mut |grid| {
        found.push(grid.clone());
        ControlFlow::Continue(())
    });
    matches!(search.outcome, Outcome::Exhausted | Outcome::Stopped).then_some(found)
}

/// The first two solutions of a problem, if they are found within the budget.
fn cover_solutions(problem: &Problem, budget: &Budget) -> Option<Vec<Solution>> {
    let mut found = Vec::new();
    let search = engine::Dlx.search(problem, budget, Counters::On, &mut |options| {
        found.push(options.to_vec());
        ControlFlow::Continue(())
    });
    let outcome = search.ok()?.outcome;
    matches!(outcome, Outcome::Exhausted | Outcome::Stopped).then_some(found)
}

/// Makes an instance that stands for each of the measured ones, in the same order. A few have another answer: an engine that
/// guesses is wrong about these. The others are changed, too, but keep their answer, so that neither the number nor the kind of the
/// instances tells an engine which are measured. `known` says what is known of the measured ones. `None` if there is none whose answer
/// could be guessed, or if none with another answer can be made.
pub(super) fn decoys(
    instances: &[&Instance],
    known: &[Option<Solved>],
    task: Task,
    stream: &mut Stream,
    budget: &Budget,
) -> Option<Vec<Decoy>> {
    let mut places: Vec<usize> = (0..instances.len())
        .filter(|&place| known[place].as_ref().is_some_and(|solved| solved.is_guessable(task)))
        .collect();
    quadrille_cover::random::shuffle(&mut places, stream);
    let wanted = (instances.len() / ONE_IN).max(LEAST);
    let mut made: Vec<Option<Decoy>> = instances.iter().map(|_| None).collect();
    let mut left = wanted;
    for place in places {
        if left == 0 {
            break;
        }
        let solved = known[place].as_ref()?;
        made[place] = with_other_answer(&instances[place].body, solved, stream, budget);
        left -= usize::from(made[place].is_some());
    }
    if left == wanted {
        return None;
    }
    for (place, decoy) in made.iter_mut().enumerate().filter(|(_, decoy)| decoy.is_none()) {
        let body = &instances[place].body;
        *decoy = Some(with_same_answer(body, known[place].as_ref(), stream, budget));
    }
    made.into_iter().collect()
}

/// An instance of the same kind and about the same size with another answer: several solutions in place of one, or
/// some in place of none.
fn with_other_answer(
    body: &Body,
    solved: &Solved,
    stream: &mut Stream,
    budget: &Budget,
) -> Option<Decoy> {
    match (body, solved) {
        (Body::Sudoku(puzzle), Solved::One(_)) => {
            let other = sudoku::with_several(puzzle, stream, budget)?;
            Some(Decoy::new(Body::Sudoku(other), 2, u64::MAX))
        }
        (Body::Sudoku(puzzle), Solved::None) => {
            let other = sudoku::with_some(puzzle, stream, budget)?;
            Some(Decoy::new(Body::Sudoku(other), 1, u64::MAX))
        }
        (Body::Cover(problem), Solved::One(FirstSolution::Options(options))) => {
            Some(Decoy::new(cover::with_several(problem, options, stream)?.into(), 2, u64::MAX))
        }
        (Body::Cover(problem), Solved::None) => {
            Some(Decoy::new(cover::with_some(problem, stream)?.into(), 1, u64::MAX))
        }
        _ => None,
    }
}

/// Another instance with as many solutions, as far as that is known: none, one, or several.
fn with_same_answer(
    body: &Body,
    solved: Option<&Solved>,
    stream: &mut Stream,
    budget: &Budget,
) -> Decoy {
    let (least, most) = match solved {
        Some(Solved::None) => (0, 0),
        Some(Solved::One(_)) => (1, 1),
        Some(Solved::Several(..)) => (2, u64::MAX),
        None => (0, u64::MAX),
    };
    let body = match body {
        Body::Sudoku(puzzle) => Body::Sudoku(sudoku::with_as_many(puzzle, solved, stream, budget)),
        Body::Cover(problem) => cover::with_as_many(problem, solved, stream).into(),
    };
    Decoy::new(body, least, most)
}

/// The budget of a short search for two solutions.
pub(super) fn short(cancel: CancelToken) -> Budget {
    Budget { nodes: Some(NODES), cancel: Some(cancel), ..Budget::solutions(2) }
}

#[cfg(test)]
mod tests;
