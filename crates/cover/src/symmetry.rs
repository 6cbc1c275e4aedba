//! The symmetries of a problem, and its solutions up to these.
//!
//! A *symmetry* permutes the items and the colours of each item. It takes primary items to primary ones with the same bounds,
//! a colour of an item to a colour of the item's image, and options to options, as many equal ones as there are. Costs, names and
//! preferences do not matter, nor do options without a primary item, which are in no solution, and items in no other option.
//!
//! A symmetry takes solutions to solutions. Two solutions are in one *class* if a symmetry takes one to the other, or if they differ
//! in which of several equal options they take. `docs/SYMMETRY.md` says how symmetries and classes are found.
//!
//! ```
//! use quadrille_cover::symmetry::{Method, Symmetries};
//! use quadrille_cover::{Budget, Dlx, family};
//!
//! let queens = family::build("queens:8")?;
//! let budget = Budget::default();
//! let symmetries = Symmetries::new(&queens, &budget)?;
//! assert_eq!(symmetries.order(), &8u32.into());
//! for method in [Method::Enumerate, Method::Levels] {
//!     let classes = symmetries.classes(method, &Dlx, &budget)?;
//!     // One class has a solution that half a turn takes to itself.
//!     assert_eq!(classes.len(), 12);
//!     let solutions: u32 = classes.iter().map(|class| u32::try_from(&class.solutions).expect("few")).sum();
//!     assert_eq!(solutions, 92);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod enumerate;
mod rotations;
pub(crate) mod search;
pub(crate) mod structure;
#[cfg(test)]
mod tests;

use num_bigint::BigUint;
use thiserror::Error;

use self::search::Goal;
use self::structure::Structure;
use crate::family::FigureError;
use crate::problem::{Colour, ItemId, OptionId, Problem};
use crate::search::{Budget, CancelToken, Unsupported};

/// Bytes for a search or for solutions, unless the budget says otherwise.
const ROOM: usize = 1 << 30;
/// Number of solutions up to which [`Method::of`] visits them all.
const MOST_VISITED: u32 = 1 << 20;

/// The reason why symmetries or classes are not known.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SymmetryError {
    /// Too many items, colours and options.
    #[error(
        "found {0} items, colours of items and different options; expected at most 65535, because symmetries are \
         found with numbers of 16 bits"
    )]
    TooLarge(usize),
    /// The search was cancelled.
    #[error("the search was stopped before the result was known")]
    Cancelled,
    /// The limit of memory was reached.
    #[error("the limit of memory was reached before the result was known")]
    Memory,
    /// An option that is not of the board.
    #[error(transparent)]
    Board(#[from] FigureError),
    /// The problem is not of a kind that the method or the engine handles.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
}

/// A way to find classes of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Visit all solutions, and join each with its images.
    Enumerate,
    /// Extend partial solutions option by option, and keep one of each class. Does not handle equal options beside multiplicities.
    Levels,
}

impl Method {
    /// The method that is expected to be faster for a problem with this number of solutions.
    pub fn of(problem: &Problem, solutions: &BigUint) -> Self {
        let few = solutions <= &BigUint::from(MOST_VISITED);
        if few || problem.has_multiplicities() { Self::Enumerate } else { Self::Levels }
    }
}

/// The number of kinds of options that refinement tells apart: those of a kind are alike by all that it sees, which for most problems
/// means that a symmetry takes them to each other. `None` if the problem is too large.
pub(crate) fn kinds_of_options(problem: &Problem) -> Option<usize> {
    let structure = Structure::new(problem).ok()?;
    let options = structure.points.len()..structure.graph.vertices();
    let mut kinds: Vec<usize> = options.map(|vertex| structure.root.cell(vertex as u16)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    Some(kinds.len())
}

/// A class of solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// A solution of the class.
    pub solution: Vec<OptionId>,
    /// The number of symmetries of the problem that take the solution to itself.
    pub symmetries: BigUint,
    /// The number of solutions in the class: that of all symmetries divided by that of the solution's own, times the number
    /// of ways to choose among equal options.
    pub solutions: BigUint,
}

/// The group of the symmetries of a problem.
#[derive(Debug)]
pub struct Symmetries<'p> {
    pub(crate) problem: &'p Problem,
    pub(crate) structure: Structure,
    order: BigUint,
    generators: Vec<Vec<u16>>,
}

impl<'p> Symmetries<'p> {
    /// Finds the symmetries of a problem. Of the budget, its memory and its token matter.
    ///
    /// # Errors
    /// If the problem is too large, or the budget ends the search.
    pub fn new(problem: &'p Problem, budget: &Budget) -> Result<Self, SymmetryError> {
        let structure = Structure::new(problem)?;
        let found = search::search(&structure, &[], Goal::Group, &Limits::of(budget))?;
        Ok(Self { problem, order: found.order, generators: found.generators, structure })
    }

    /// The number of symmetries, among them the one that changes nothing.
    pub fn order(&self) -> &BigUint {
        &self.order
    }

    /// Symmetries from which all others can be made, each as the cycles of the items and colours that it moves. A colour is written
    /// `item:colour`; cycles in which no colour changes its name are left out.
    pub fn generators(&self) -> Vec<Vec<Vec<String>>> {
        self.generators.iter().map(|images| self.cycles(images)).collect()
    }

    /// What symmetries and exchanges of equal options do to the options: permutations from which all others can be made, each as the image
    /// of every option of the problem. An option that cannot be chosen stays where it is, and each permutation moves an option.
    ///
    /// ```
    /// use quadrille_cover::symmetry::Symmetries;
    /// use quadrille_cover::{Budget, Problem};
    ///
    /// let problem = Problem::parse("a b\na\nb\na b\na b\n")?;
    /// let symmetries = Symmetries::new(&problem, &Budget::default())?;
    /// let images = symmetries.on_options();
    /// let numbers = images.iter().map(|images| images.iter().map(|option| option.index()).collect());
    /// // `a` and `b` may be exchanged, and so may the two equal options.
    /// assert_eq!(numbers.collect::<Vec<Vec<usize>>>(), [[1, 0, 2, 3], [0, 1, 3, 2]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn on_options(&self) -> Vec<Vec<OptionId>> {
        let structure = &self.structure;
        let mut equal: Vec<Vec<OptionId>> = vec![Vec::new(); structure.options.len()];
        for option in self.problem.option_ids() {
            if let Some(number) = structure.numbers[option.index()] {
                equal[number as usize].push(option);
            }
        }
        let still: Vec<OptionId> = self.problem.option_ids().collect();
        let moved = self.generators.iter().map(|images| {
            let numbers = structure.action(images).expect("it is a symmetry");
            let mut to = still.clone();
            for (own, image) in equal.iter().zip(numbers) {
                for (option, &image) in own.iter().zip(&equal[image as usize]) {
                    to[option.index()] = image;
                }
            }
            to
        });
        let exchanged = equal.iter().flat_map(|equal| equal.windows(2)).map(|pair| {
            let mut to = still.clone();
            to.swap(pair[0].index(), pair[1].index());
            to
        });
        // The exchange of two items that the same options hold moves no option.
        moved.chain(exchanged).filter(|to| *to != still).collect()
    }

    /// The primary items that symmetries take to each other, by orbits; none if there is only the symmetry that changes nothing, or
    /// if there are equal options, which [`sizes_of_classes`](Self::sizes_of_classes) does not tell apart.
    pub(crate) fn orbits_of_items(&self) -> Vec<Vec<ItemId>> {
        if self.generators.is_empty() || self.structure.copies.iter().any(|&copies| copies > 1) {
            return Vec::new();
        }
        let points = &self.structure.points;
        let is_primary = |&(item, colour): &(ItemId, Option<Colour>)| {
            colour.is_none() && self.problem.is_primary(item)
        };
        let items = points.iter().take_while(|point| is_primary(point)).count();
        let mut orbit_of: Vec<Option<usize>> = vec![None; items];
        let mut orbits: Vec<Vec<ItemId>> = Vec::new();
        for start in 0..items {
            let mut todo = vec![start];
            while let Some(point) = todo.pop() {
                if orbit_of[point].is_some() {
                    continue;
                }
                if point == start {
                    orbits.push(Vec::new());
                }
                orbit_of[point] = Some(orbits.len() - 1);
                orbits.last_mut().expect("there is one").push(points[point].0);
                todo.extend(self.generators.iter().map(|images| images[point] as usize));
            }
        }
        orbits
    }

    /// By partial solution, the number of those in its class if it is the first of these; otherwise 0. All of each class must be given.
    pub(crate) fn sizes_of_classes(
        &self,
        partial: &[Vec<OptionId>],
        budget: &Budget,
    ) -> Result<Vec<u32>, SymmetryError> {
        enumerate::sizes(self, partial, &Limits::of(budget))
    }

    /// For each partial solution of the class of this one, a symmetry that takes this one to it, as the images of all options of the problem. The first
    /// changes nothing. There must be no equal options.
    pub(crate) fn images_of(&self, partial: &[OptionId]) -> Vec<Vec<OptionId>> {
        enumerate::images(self, partial)
    }

    fn cycles(&self, images: &[u16]) -> Vec<Vec<String>> {
        let points = &self.structure.points;
        let mut is_seen = vec![false; points.len()];
        let mut cycles = Vec::new();
        for start in 0..points.len() {
            let mut cycle = Vec::new();
            let mut point = start;
            while !std::mem::replace(&mut is_seen[point], true) {
                cycle.push(point);
                point = images[point] as usize;
            }
            let [first, others @ ..] = &cycle[..] else { continue };
            let colour = points[*first].1;
            let is_told = colour.is_none() || others.iter().any(|&other| points[other].1 != colour);
            if !others.is_empty() && is_told {
                cycles.push(cycle.into_iter().map(|point| self.name(point)).collect());
            }
        }
        cycles
    }

    fn name(&self, point: usize) -> String {
        let (item, colour) = self.structure.points[point];
        let item = self.problem.item_name(item);
        match colour {
            Some(colour) => format!("{item}:{}", self.problem.colour_name(colour)),
            None => item.to_owned(),
        }
    }

    /// The class of a solution with this number of symmetries of its own. The solution is given by the numbers of its different options,
    /// in ascending order.
    pub(crate) fn class(&self, numbers: &[u16], symmetries: BigUint) -> Class {
        let structure = &self.structure;
        let mut solutions = &self.order / &symmetries;
        let mut solution = Vec::new();
        for same in numbers.chunk_by(|a, b| a == b) {
            let option = structure.options[same[0] as usize];
            let copies = structure.copies[same[0] as usize];
            let equal = self.problem.option_ids().skip(option.index());
            let equal = equal.filter(|o| structure.numbers[o.index()] == Some(same[0]));
            solution.extend(equal.take(same.len()));
            for i in 0..same.len() as u32 {
                // Each quotient is a binomial coefficient times whole numbers.
                solutions = solutions * (copies - i) / (i + 1);
            }
        }
        Class { solution, symmetries, solutions }
    }
}

/// What ends a search.
pub(crate) struct Limits<'l> {
    cancel: Option<&'l CancelToken>,
    memory: usize,
}

impl<'l> Limits<'l> {
    pub(crate) fn of(budget: &'l Budget) -> Self {
        Self { cancel: budget.cancel.as_ref(), memory: budget.memory.unwrap_or(ROOM) }
    }

    /// Whether to go on with this number of bytes in use.
    pub(crate) fn check(&self, bytes: usize) -> Result<(), SymmetryError> {
        if self.cancel.is_some_and(CancelToken::is_cancelled) {
            return Err(SymmetryError::Cancelled);
        }
        if bytes > self.memory { Err(SymmetryError::Memory) } else { Ok(()) }
    }
}
