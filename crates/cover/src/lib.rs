//! Exact cover.
//!
//! Given *items* and *options*, each option a set of items, find every set of options that
//! holds each item exactly once. Items may be *primary* (covered exactly once, or between a
//! lower and an upper number of times) or *secondary* (covered at most once, or any number of
//! times in one *colour*). Options may have costs, and the cheapest solutions can be asked for.
//! The terms and the algorithms are those of D. E. Knuth, *The Art of Computer Programming*, volume
//! 4B, section 7.2.2.1.
//!
//! ```
//! use quadrille_cover::{Problem, count, solve};
//!
//! let problem = Problem::parse("a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n")?;
//! let solution = solve(&problem)?.expect("Knuth's example has a solution");
//! let mut rows: Vec<String> = solution.iter().map(|&o| problem.option_text(o)).collect();
//! rows.sort();
//! assert_eq!(rows, ["a d f", "b g", "c e"]);
//! assert_eq!(count(&problem)?, 1u32.into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Which call for what
//!
//! | task | call |
//! |---|---|
//! | the first solution | [`solve`], or [`Solver::first`] with an engine of your choice |
//! | the number of solutions, of any size | [`count`], [`Solver::count`]; within a budget [`Solver::tally`] |
//! | all solutions in memory | [`Solver::all`] |
//! | each solution as it is found, with a budget and counters | [`Solver::search`] with a visitor, which may stop the search |
//! | each solution on demand, as an iterator | [`Dlx::solutions`] |
//! | the cheapest solutions | [`Solver::cheapest`] |
//! | random solutions, the solution of a number, the number of a solution | [`diagram::Diagram`] |
//!
//! # What is where
//!
//! | module | contents |
//! |---|---|
//! | [`problem`] | [`Problem`] and its builder |
//! | [`text`] | Knuth's DLX text format: reader and writer |
//! | [`engine`] | the engines; [`Auto`] chooses one by the problem |
//! | [`diagram`] | all solutions as a decision diagram: counts, samples, places, costs |
//! | [`verify`](mod@verify) | a verifier of solutions that shares no code with the engines |
//! | [`family`] | named problems and the positions of their items: queens, polyominoes, Latin squares, word squares |
//! | [`mod@estimate`] | how large the search tree of a problem is, by estimate, with an interval |
//! | [`parallel`] | one problem searched in parts by several threads, with any engine |
//! | [`mod@preprocess`] | options that are in no solution or in every solution, found before the search |
//! | [`projection`] | solutions as far as some items are concerned, such as the sets of pieces that fill a box |
//! | [`symmetry`] | the symmetries of a problem, and its solutions up to these |
//! | `why` | short reasons why a problem has no solution; only with the feature of this name |
//! | [`mod@isomorph`] | the same problem in another order or with other names |
//! | [`random`] | random orders from a seed, the same on every machine |
//!
//! Three stories, in `examples/`, go from a problem to its solutions: `pentominoes` (items, options, symmetry),
//! `words` (colours, the iterator, `verify`), `dominoes` (counting more solutions than could be visited). A fourth example,
//! `copies`, measures two engines on packings with several copies of each piece.

mod classes;
pub mod diagram;
pub mod engine;
pub mod estimate;
pub mod family;
#[cfg(target_arch = "x86_64")]
#[doc(hidden)]
pub mod instructions;
pub mod isomorph;
mod number;
pub mod parallel;
pub mod preprocess;
pub mod problem;
pub mod projection;
pub mod proof;
pub mod random;
mod refine;
mod room;
#[doc(hidden)]
pub mod search;
pub mod symmetry;
pub mod text;
pub mod verify;
#[cfg(feature = "why")]
pub mod why;

pub use engine::{Auto, Dlx};
pub use num_bigint::BigUint;
pub use problem::{
    Bounds, Colour, Entry, GivenError, ItemId, MAX_COSTS, OptionId, Problem, ProblemBuilder,
    ProblemError, Reduced, is_control,
};
pub use search::{
    Budget, CancelToken, CostVisitor, Counters, Outcome, Position, Search, SearchStats, Solution,
    Solver, Tally, Unsupported, Visitor,
};
pub use text::TextError;
pub use verify::{Violation, verify};

/// The first solution of a problem, found with [`Auto`]; `None` if there is no solution.
///
/// # Errors
/// If the problem is too large for every engine.
pub fn solve(problem: &Problem) -> Result<Option<Solution>, Unsupported> {
    Auto.first(problem)
}

/// The number of solutions of a problem, counted with [`Auto`].
///
/// # Errors
/// If the problem is too large for every engine.
pub fn count(problem: &Problem) -> Result<BigUint, Unsupported> {
    Auto.count(problem)
}

/// Runs the code of the README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
