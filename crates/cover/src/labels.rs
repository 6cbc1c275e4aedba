//! Problems whose items and options have labels of any type in place of names.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

use crate::engine::Auto;
use crate::problem::{Bounds, Entry, ItemId, OptionId, Problem, ProblemBuilder, ProblemError};
use crate::search::{Solver, Unsupported};

/// Builds a [`LabelledProblem`]: first the primary items, then the secondary ones, then the options.
///
/// Items are of any type that can be compared and hashed, such as tuples and enums. An option has a label of
/// another type, of which nothing is required; solutions are given back as these labels.
///
/// ```
/// use quadrille_cover::LabelledBuilder;
///
/// /// Each person chairs one meeting, and each meeting has one chair.
/// #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// enum Item { Person(&'static str), Meeting(u8) }
///
/// let mut builder = LabelledBuilder::new();
/// for person in ["Ann", "Ben"] {
///     builder.primary(Item::Person(person))?;
/// }
/// for hour in [9, 10] {
///     builder.primary(Item::Meeting(hour))?;
/// }
/// // Ben is not there at 9.
/// for (person, hour) in [("Ann", 9), ("Ann", 10), ("Ben", 10)] {
///     builder.option((person, hour), [Item::Person(person), Item::Meeting(hour)])?;
/// }
/// let problem = builder.build();
/// let mut plan = problem.solve()?.expect("there is a plan");
/// plan.sort();
/// assert_eq!(plan, [&("Ann", 9), &("Ben", 10)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LabelledBuilder<I, O> {
    builder: ProblemBuilder,
    items: HashMap<I, ItemId>,
    options: Vec<O>,
}

impl<I, O> Default for LabelledBuilder<I, O> {
    fn default() -> Self {
        Self { builder: Problem::builder(), items: HashMap::new(), options: Vec::new() }
    }
}

impl<I: Eq + Hash + Debug, O> LabelledBuilder<I, O> {
    /// A builder without items and options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an item that must be covered exactly once.
    ///
    /// # Errors
    /// A label that another item has, or a primary item after a secondary one.
    pub fn primary(&mut self, label: I) -> Result<(), ProblemError> {
        self.primary_bounded(label, Bounds::ONCE)
    }

    /// Adds an item that must be covered between a lower and an upper number of times.
    ///
    /// # Errors
    /// As [`primary`](Self::primary), and bounds that cannot be met.
    pub fn primary_bounded(&mut self, label: I, bounds: Bounds) -> Result<(), ProblemError> {
        self.item(label, |builder, name| builder.primary_bounded(name, bounds))
    }

    /// Adds an item that may be covered at most once.
    ///
    /// # Errors
    /// A label that another item has.
    pub fn secondary(&mut self, label: I) -> Result<(), ProblemError> {
        self.item(label, ProblemBuilder::secondary)
    }

    fn item(
        &mut self,
        label: I,
        add: impl FnOnce(&mut ProblemBuilder, &str) -> Result<ItemId, ProblemError>,
    ) -> Result<(), ProblemError> {
        if self.items.contains_key(&label) {
            return Err(ProblemError::DuplicateItem(format!("{label:?}")));
        }
        let id = add(&mut self.builder, &self.items.len().to_string())?;
        self.items.insert(label, id);
        Ok(())
    }

    /// Adds an option, and the label by which solutions show it.
    ///
    /// # Errors
    /// An item that was not added before or stands twice in the option, or no item at all. The option is not
    /// added then.
    pub fn option(
        &mut self,
        label: O,
        items: impl IntoIterator<Item = I>,
    ) -> Result<OptionId, ProblemError> {
        for item in items {
            let id = self.items.get(&item).copied();
            let pushed = id
                .ok_or_else(|| ProblemError::UnknownItem(format!("{item:?}")))
                .and_then(|item| self.builder.push(Entry { item, colour: None }));
            if let Err(error) = pushed {
                self.builder.drop_option();
                return Err(error);
            }
        }
        let id = self.builder.finish_option()?;
        self.options.push(label);
        Ok(id)
    }

    /// The finished problem.
    pub fn build(self) -> LabelledProblem<O> {
        LabelledProblem { problem: self.builder.build(), options: self.options }
    }
}

/// A problem whose options have labels; made by [`LabelledBuilder`].
///
/// [`solve`](Self::solve) and [`count`](Self::count) use [`Auto`]. For any other search, give
/// [`problem`](Self::problem) to an engine and [`labels`](Self::labels) each solution.
///
/// ```
/// use quadrille_cover::{LabelledBuilder, Solver, engine::Dlx};
///
/// // Two rooks on a board of 2 x 2 that do not attack each other.
/// let mut builder = LabelledBuilder::new();
/// for line in [("row", 0), ("row", 1), ("column", 0), ("column", 1)] {
///     builder.primary(line)?;
/// }
/// for (row, column) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
///     builder.option([row, column], [("row", row), ("column", column)])?;
/// }
/// let rooks = builder.build();
/// assert_eq!(rooks.count()?, 2u32.into());
/// let solutions = Dlx.all(rooks.problem())?;
/// let placed: Vec<_> = solutions.iter().map(|solution| rooks.labels(solution)).collect();
/// assert_eq!(placed, [[&[0, 0], &[1, 1]], [&[0, 1], &[1, 0]]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LabelledProblem<O> {
    problem: Problem,
    options: Vec<O>,
}

impl<O> LabelledProblem<O> {
    /// The problem that engines search. Its items have numbers for names.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The labels of options of this problem, in the order given.
    ///
    /// # Panics
    /// If an option is not of this problem.
    pub fn labels(&self, options: &[OptionId]) -> Vec<&O> {
        options.iter().map(|option| &self.options[option.index()]).collect()
    }

    /// The labels of the first solution, if there is one.
    ///
    /// # Errors
    /// If the problem is too large for every engine.
    pub fn solve(&self) -> Result<Option<Vec<&O>>, Unsupported> {
        Ok(Auto.first(&self.problem)?.map(|solution| self.labels(&solution)))
    }

    /// The number of solutions.
    ///
    /// # Errors
    /// If the problem is too large for every engine.
    pub fn count(&self) -> Result<crate::BigUint, Unsupported> {
        Auto.count(&self.problem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_labels_and_leave_no_half_of_an_option() {
        let mut builder = LabelledBuilder::new();
        builder.primary((1, 2)).unwrap();
        let twice = Err(ProblemError::DuplicateItem("(1, 2)".into()));
        assert_eq!(builder.primary((1, 2)), twice);
        builder.secondary((3, 4)).unwrap();
        let unknown = Err(ProblemError::UnknownItem("(5, 6)".into()));
        assert_eq!(builder.option('x', [(1, 2), (5, 6)]), unknown);
        builder.option('y', [(1, 2), (3, 4)]).unwrap();
        let problem = builder.build();
        assert_eq!(problem.solve().unwrap(), Some(vec![&'y']));
    }
}
