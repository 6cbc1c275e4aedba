//! All solutions of a problem as a decision diagram, of which everything about them can be asked.
//!
//! A diagram is made once, by a search that keeps what a memo would only count. It has *nodes*; each is a part of the problem
//! that is left after some choices, and stands for the solutions of this part. A node has *alternatives*, one for each way to
//! cover one item of the part; or two, if items may be covered several times: one chooses an option, and the other leaves it. An alternative chooses *options*: one that holds the item, and those that are forced then. What is left
//! falls into independent parts, which are the *children* of the alternative: its solutions are its options with one
//! solution of each child. The root stands for the problem.
//!
//! Parts that several choices leave are one node. So a diagram can be far smaller than the list of its solutions.
//!
//! Source: M. Nishino, N. Yasuda, S. Minato and M. Nagata, *Dancing with decision diagrams* (AAAI 2017), makes a zero-suppressed
//! decision diagram by dancing links with a memo; nodes with several children are those of deterministic decomposable negation normal
//! form (A. Darwiche and P. Marquis, *A knowledge compilation map*, 2002).

mod cheapest;
mod check;
mod nnf;
mod ranks;
mod search;
mod shape;
#[cfg(test)]
mod tests;
mod text;
mod walk;

use std::fmt::Display;

use num_bigint::BigUint;

use self::cheapest::Cheapest;
use self::nnf::Nnf;
use self::ranks::{Counted, with_ranks};
use self::search::Search;
use self::shape::Shape;
use self::text::Text;
pub use self::text::{DiagramError, HEAD};
use self::walk::Walk;
use crate::engine::iso::order::Rule;
use crate::engine::model::Model;
use crate::engine::{Iso, memo};
use crate::number::Number;
use crate::problem::{OptionId, Problem, Reduced};
use crate::random::Stream;
use crate::search::{Budget, Counter, Silent, Solution, Solver, Unsupported};

/// All solutions of a problem, in a fixed order.
///
/// The order is that of the diagram: solutions are ordered by the alternative that the root takes, then by the
/// solutions of its children, of which the first is the most significant. It depends on the problem alone, and may change with the
/// version of this crate.
///
/// ```
/// use quadrille_cover::diagram::Diagram;
/// use quadrille_cover::random::Stream;
/// use quadrille_cover::{Budget, family, verify};
///
/// let problem = family::build("dominoes:8x8")?;
/// let diagram = Diagram::compile(&problem, &Budget::default())?.expect("there is no limit");
/// assert_eq!(diagram.count(), 12_988_816u32.into());
///
/// let random = diagram.sample(&mut Stream::new(1, 0)).expect("there are solutions");
/// assert_eq!(verify(&problem, &random), Ok(()));
/// let index = diagram.index_of(&random).expect("it is a solution");
/// assert_eq!(diagram.nth(&index), Some(random));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Diagram {
    problem: Problem,
    shape: Shape,
    counted: Counted,
}

impl Diagram {
    /// Finds all solutions; `None` if the budget is spent before. The limits on nodes, on memory (1 GiB without one) and the
    /// token hold; those on tests and solutions do not matter.
    ///
    /// # Errors
    /// If the problem is too large, as for [`Iso`].
    pub fn compile(problem: &Problem, budget: &Budget) -> Result<Option<Self>, Unsupported> {
        Ok(searched(problem, budget)?.map(|shape| Self::new(problem.clone(), shape)))
    }

    /// Finds all solutions that hold the options chosen in advance for `rest`, which is what they leave of the problem
    /// ([`Problem::given`]). Only the rest is searched, so the problem may be too large for [`compile`](Self::compile). The solutions
    /// are those of [`given`](Self::given), but may have another order.
    ///
    /// ```
    /// use quadrille_cover::diagram::Diagram;
    /// use quadrille_cover::{Budget, family, verify};
    ///
    /// let problem = family::build("latin:5")?;
    /// let row: Vec<_> = problem.option_ids().step_by(6).take(5).collect();
    /// let diagram = Diagram::compile_rest(&problem, &problem.given(&row)?, &Budget::default())?;
    /// let diagram = diagram.expect("there is no limit");
    /// assert_eq!(diagram.count(), (161_280u32 / 120).into());
    /// let first = diagram.nth(&0u32.into()).expect("there is one");
    /// assert_eq!(verify(&problem, &first), Ok(()));
    /// assert!(row.iter().all(|option| first.contains(option)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`compile`](Self::compile), for the whole problem.
    ///
    /// # Panics
    /// If `rest` was not made from the problem.
    pub fn compile_rest(
        problem: &Problem,
        rest: &Reduced,
        budget: &Budget,
    ) -> Result<Option<Self>, Unsupported> {
        handled(problem)?;
        let shape = searched(&rest.problem, budget)?;
        Ok(shape.map(|shape| Self::new(problem.clone(), shape.of_whole(rest))))
    }

    fn new(problem: Problem, shape: Shape) -> Self {
        let counted = Counted::new(&shape);
        Self { problem, shape, counted }
    }

    /// The problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.shape.len()
    }

    /// The ways to cover the item of a node, each with its options and with the nodes of the independent parts that are left. The
    /// children of a node come before it, and the root is the last node.
    ///
    /// # Panics
    /// If the number is not below [`nodes`](Self::nodes).
    pub fn alternatives(
        &self,
        node: usize,
    ) -> impl DoubleEndedIterator<Item = (&[OptionId], &[u32])> + use<'_> {
        let all = self.shape.alternatives_of(node);
        all.map(|alternative| (self.shape.options(alternative), self.shape.children(alternative)))
    }

    /// Number of solutions.
    pub fn count(&self) -> BigUint {
        with_ranks!(&self.counted, ranks => ranks.all().unbounded())
    }

    /// The solution with this index, counted from 0; `None` if it is not below the number of solutions.
    pub fn nth(&self, index: &BigUint) -> Option<Solution> {
        self.solutions_from(index).next()
    }

    /// The index of a solution, counted from 0; `None` if these options are no solution. The order of the options does not matter.
    pub fn index_of(&self, solution: &[OptionId]) -> Option<BigUint> {
        let mut holds = vec![false; self.problem.options()];
        for option in solution {
            if std::mem::replace(holds.get_mut(option.index())?, true) {
                return None;
            }
        }
        with_ranks!(&self.counted, ranks => {
            let (index, options) = ranks.index_of(&self.shape, |option| holds[option.index()])?;
            (options == solution.len()).then(|| index.unbounded())
        })
    }

    /// A random solution, each with the same probability; `None` if there is no solution. A random index is drawn: the
    /// lowest bits of as many words of the stream as the number of solutions has, until they are below it.
    pub fn sample(&self, stream: &mut Stream) -> Option<Solution> {
        with_ranks!(&self.counted, ranks => {
            let index = ranks.random(stream)?;
            let mut solution = Vec::with_capacity(self.problem.primary());
            let add = |alternative| solution.extend_from_slice(self.shape.options(alternative));
            ranks.descend(&self.shape, index, add);
            Some(solution)
        })
    }

    /// The solutions in their order, from this index on, counted from 0.
    pub fn solutions_from(&self, index: &BigUint) -> impl Iterator<Item = Solution> + use<'_> {
        let mut walk =
            if *index < self.count() { self.walk_at(index) } else { Walk::ended(&self.shape) };
        std::iter::from_fn(move || {
            let solution = walk.solution()?.to_vec();
            walk.advance();
            Some(solution)
        })
    }

    fn walk_at(&self, index: &BigUint) -> Walk<'_> {
        let mut alternatives = Vec::new();
        with_ranks!(&self.counted, ranks => {
            let index = Number::narrowed(index);
            ranks.descend(&self.shape, index, |alternative| alternatives.push(alternative));
        });
        Walk::at(&self.shape, alternatives.into_iter())
    }

    /// The diagram of the solutions that hold these options, made without a search. Indices are those among these solutions.
    #[must_use]
    pub fn given(&self, options: &[OptionId]) -> Self {
        Self::new(self.problem.clone(), self.shape.given(options))
    }

    /// By option, the number of solutions that hold it.
    pub fn marginals(&self) -> Vec<BigUint> {
        with_ranks!(&self.counted, ranks => ranks::marginals(&self.shape, ranks, self.problem.options()))
    }

    /// The diagram in which each option costs 1, if its problem has no costs ([`Problem::priced`]).
    #[must_use]
    pub fn priced(self) -> Self {
        Self { problem: self.problem.priced(), ..self }
    }

    /// The solutions with their costs ([`Problem::cost_of`]), the cheapest first, and those of equal cost in their order.
    /// Each takes time proportional to its length, its number of alternatives and a logarithm; none is found before it is asked for.
    pub fn cheapest(&self) -> impl Iterator<Item = (u64, Solution)> + use<'_> {
        Cheapest::new(&self.shape, &self.problem)
    }

    /// The number of solutions of each cost that some solution has, by cost; `None` if the budget's memory (1 GiB without a limit)
    /// does not suffice, or if it is cancelled.
    pub fn costs(&self, budget: &Budget) -> Option<Vec<(u64, BigUint)>> {
        let (room, cancel) = (budget.memory.unwrap_or(memo::ROOM), budget.cancel.as_ref());
        match &self.counted {
            Counted::Words(_) => cheapest::costs::<u64>(&self.shape, &self.problem, room, cancel),
            Counted::Pairs(_) => cheapest::costs::<u128>(&self.shape, &self.problem, room, cancel),
            Counted::Large(_) => {
                cheapest::costs::<BigUint>(&self.shape, &self.problem, room, cancel)
            }
        }
    }

    /// The diagram as text, which [`parse`](Self::parse) reads, with a comment of DLX text before the problem.
    pub fn text<'d>(&'d self, comment: Option<&'d str>) -> impl Display + use<'d> {
        Text { diagram: self, comment }
    }

    /// Reads the text of a diagram.
    ///
    /// Everything is checked but that no solution is missing: all solutions of the diagram are solutions of the problem,
    /// none is there twice, and their number is the one that the text names.
    ///
    /// # Errors
    /// The first error, with line and column.
    pub fn parse(text: &str) -> Result<Self, DiagramError> {
        text::parse(text)
    }

    /// The diagram as a formula in the format of the compiler c2d (`.nnf`): deterministic, decomposable and smooth negation normal
    /// form, in which variable `v` is option `v`, counted from 1, and whose models are the solutions.
    pub fn nnf(&self) -> impl Display + use<'_> {
        Nnf { shape: &self.shape, problem: &self.problem }
    }
}

fn handled(problem: &Problem) -> Result<(), Unsupported> {
    let refused =
        Iso.refuses(problem).map(|what| Unsupported { engine: "a decision diagram", what });
    refused.map_or(Ok(()), Err)
}

/// The nodes of all solutions; `None` if the budget is spent before.
fn searched(problem: &Problem, budget: &Budget) -> Result<Option<Shape>, Unsupported> {
    handled(problem)?;
    let model = Model::new(problem);
    let rule = &Rule::of_diagrams(&model);
    let search = Search::new(&model, rule, budget.memory.unwrap_or(memo::ROOM));
    Ok(if budget.nodes.is_some() {
        search.run(&mut Counter::new(budget))
    } else {
        search.run(&mut Silent::new(budget))
    })
}
