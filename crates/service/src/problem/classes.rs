//! Solutions up to symmetry.

use std::collections::BTreeMap;

use quadrille_cover::family::Layout;
use quadrille_cover::symmetry::{Class, Method, Symmetries, SymmetryError};
use quadrille_cover::{BigUint, Budget, CancelToken, Counters, OptionId, Outcome, Problem, Solver};

use super::request::Classes;
use crate::Error;

/// Upper bound on the number of solutions of a problem whose classes are proved: a checker holds all of them at once, which takes 1.5 GB
/// at most for this number of solutions with 12 options each.
const MOST_PROVED: u32 = 10_000_000;

/// Refuses a number of solutions that are too many for a proof of their classes.
///
/// # Errors
/// There are more than ten million.
pub fn check_provable(solutions: &BigUint) -> Result<(), Error> {
    if *solutions <= MOST_PROVED.into() {
        return Ok(());
    }
    Err(Error::Input(format!(
        "found {solutions} solutions; expected at most {MOST_PROVED} for a proof of their classes, because a checker holds all of \
         them at once; without a proof, omit --proof"
    )))
}

/// What a proof says of classes, as files whose lines have numbers of options. They are numbered from 1 as in
/// [`statement`](quadrille_cover::proof::statement).
#[derive(Clone, Debug)]
pub struct StatedClasses {
    /// A solution of each class, each on a line.
    pub solutions: String,
    /// What some symmetries, from which all can be made, do to the options. A line has the images of all options.
    pub symmetries: String,
}

/// All classes, whose solutions together are as many as were counted.
#[derive(Clone, Debug)]
pub struct Classified {
    /// The classes.
    pub classes: Vec<Class>,
    /// The number of symmetries of the problem.
    pub order: BigUint,
    /// The number of solutions.
    pub solutions: BigUint,
}

impl Classified {
    /// Finds the classes of a problem, and counts its solutions with the engine.
    ///
    /// # Errors
    /// The budget did not allow for it, the engine or the method does not handle the problem, or the classes have not as many
    /// solutions as were counted.
    pub fn find(
        problem: &Problem,
        method: Classes,
        engine: &dyn Solver,
        budget: &Budget,
    ) -> Result<Self, Error> {
        Self::up_to(|| Symmetries::new(problem, budget), problem, method, engine, budget)
    }

    /// As [`find`](Self::find), up to the symmetries that rotate the board of the problem.
    ///
    /// # Errors
    /// As there; the method is [`Classes::Levels`], which needs all symmetries; or the problem is not on this board.
    pub fn find_rotated(
        problem: &Problem,
        board: &Layout,
        method: Classes,
        engine: &dyn Solver,
        budget: &Budget,
    ) -> Result<Self, Error> {
        if method == Classes::Levels {
            let why = "found classes by levels, which are up to all symmetries; expected `enumerate` for those up to rotations";
            return Err(Error::Input(why.to_owned()));
        }
        let rotations = || Symmetries::rotations(problem, board);
        Self::up_to(rotations, problem, Classes::Enumerate, engine, budget)
    }

    fn up_to<'p>(
        symmetries: impl FnOnce() -> Result<Symmetries<'p>, SymmetryError>,
        problem: &'p Problem,
        method: Classes,
        engine: &dyn Solver,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let tally = engine.tally(problem, budget, Counters::Off)?;
        if tally.search.outcome == Outcome::BudgetSpent {
            let is_cancelled = budget.cancel.as_ref().is_some_and(CancelToken::is_cancelled);
            let why = if is_cancelled { SymmetryError::Cancelled } else { SymmetryError::Memory };
            return Err(why.into());
        }
        let solutions = tally.solutions;
        let symmetries = symmetries()?;
        let method = match method {
            Classes::Auto => Method::of(problem, &solutions),
            Classes::Enumerate => Method::Enumerate,
            Classes::Levels => Method::Levels,
        };
        let classes = symmetries.classes(method, engine, budget)?;
        let all: BigUint = classes.iter().map(|class| &class.solutions).sum();
        if all != solutions {
            return Err(Error::Defect(format!(
                "found {} classes with {all} solutions together, but counted {solutions} solutions; expected the same number",
                classes.len()
            )));
        }
        Ok(Self { classes, order: symmetries.order().clone(), solutions })
    }

    /// What a proof says of these classes of a problem, for which `counted` solutions were counted. With a board, the classes are up to
    /// its rotations.
    ///
    /// # Errors
    /// The budget did not allow for it, or the solutions are not as many as were counted.
    pub fn stated(
        &self,
        problem: &Problem,
        board: Option<&Layout>,
        counted: &BigUint,
        budget: &Budget,
    ) -> Result<StatedClasses, Error> {
        if *counted != self.solutions {
            let solutions = &self.solutions;
            return Err(Error::Defect(format!(
                "found classes with {solutions} solutions together, but the certificate counts {counted}"
            )));
        }
        let mut numbers = vec![0; problem.options()];
        let choosable: Vec<OptionId> =
            problem.option_ids().filter(|&option| problem.is_choosable(option)).collect();
        for (option, number) in choosable.iter().zip(1..) {
            numbers[option.index()] = number;
        }
        let line = |numbers: &[usize]| {
            let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            words.join(" ") + "\n"
        };
        let solutions = self.classes.iter().map(|class| {
            let mut solution: Vec<usize> =
                class.solution.iter().map(|option| numbers[option.index()]).collect();
            solution.sort_unstable();
            line(&solution)
        });
        let symmetries = match board {
            Some(board) => Symmetries::rotations(problem, board)?,
            None => Symmetries::new(problem, budget)?,
        };
        let symmetries = symmetries.on_options().into_iter().map(|images| {
            let image = |option: &OptionId| numbers[images[option.index()].index()];
            line(&choosable.iter().map(image).collect::<Vec<_>>())
        });
        Ok(StatedClasses { solutions: solutions.collect(), symmetries: symmetries.collect() })
    }

    /// The number of solutions as a sum over the classes, such as ` = 11 x 8/1 + 1 x 8/2`: the number of classes, the number of
    /// symmetries of the problem, and that of each solution. If solutions have options that equal others, the number of ways to choose
    /// among these follows.
    pub fn sum(&self) -> String {
        let mut alike: BTreeMap<(&BigUint, BigUint), usize> = BTreeMap::new();
        for Class { symmetries, solutions, .. } in &self.classes {
            *alike.entry((symmetries, solutions * symmetries / &self.order)).or_default() += 1;
        }
        let terms = alike.iter().map(|((own, ways), classes)| {
            let ways = if *ways == 1u32.into() { String::new() } else { format!(" x {ways}") };
            format!("{classes} x {}/{own}{ways}", self.order)
        });
        let terms: Vec<String> = terms.collect();
        if terms.is_empty() { String::new() } else { format!(" = {}", terms.join(" + ")) }
    }
}
