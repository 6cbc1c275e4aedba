//! Exact cover.
//!
//! Given *items* and *options*, each option a set of items, find every set of options that
//! holds each item exactly once. Items may be *primary* (covered exactly once, or between a
//! lower and an upper number of times) or *secondary* (covered at most once, or any number of
//! times in one *colour*). Options may have costs, and the cheapest solutions can be asked for.
//! The words and the algorithms are those of D. E. Knuth, *The Art of Computer Programming*, volume
//! 4B, section 7.2.2.1.
//!
//! | module | what it holds |
//! |---|---|
//! | [`problem`] | [`Problem`] and its builder |
//! | [`text`] | Knuth's DLX text format, read and written |
//! | [`search`] | what every engine shares: [`Solver`], [`Budget`], [`Outcome`], [`SearchStats`], the counting probe |
//! | [`engine`] | the engines: [`engine::Auto`] chooses one; [`engine::Dlx`] can also hand out solutions one by one |
//! | [`verify`](mod@verify) | a check of a solution that shares no code with any search |
//! | [`family`] | named problems, and where their items lie: queens, polyominoes, Latin squares, word squares |
//! | [`parallel`] | one problem searched in parts, by several threads, with any engine |
//! | [`mod@preprocess`] | options that are in no solution or in every one, found before any search |
//! | [`random`] | orders drawn from a seed, the same everywhere |
//!
//! ```
//! use quadrille_cover::{Problem, Solver, engine::Dlx};
//!
//! let problem = Problem::parse("a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n")?;
//! let solution = Dlx.first(&problem)?.expect("Knuth's example has a solution");
//! let mut rows: Vec<String> = solution.iter().map(|&o| problem.option_text(o)).collect();
//! rows.sort();
//! assert_eq!(rows, ["a d f", "b g", "c e"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Which call for what
//!
//! | wanted | call |
//! |---|---|
//! | one solution, or all in memory | [`Solver::first`], [`Solver::all`] |
//! | how many, exactly, however many | [`Solver::count`]; within a budget [`Solver::tally`] |
//! | each as it is found, fast, with a budget and counters | [`Solver::search`] and a visitor, which may say `Break` |
//! | each when it is asked for, with all that iterators can do | [`engine::Dlx::solutions`] |
//! | the cheapest | [`Solver::cheapest`] |
//!
//! Three stories, in `examples/`, go from a problem to its solutions: `pentominoes` (items, options, symmetry),
//! `words` (colours, the iterator, `verify`), `dominoes` (counting what nobody could visit).

pub mod engine;
pub mod family;
pub mod parallel;
pub mod preprocess;
pub mod problem;
pub mod random;
pub mod search;
pub mod text;
pub mod verify;

pub use num_bigint::BigUint;
pub use problem::{
    Bounds, Colour, Entry, GivenError, ItemId, MAX_COSTS, OptionId, Problem, ProblemBuilder,
    ProblemError, Reduced,
};
pub use search::{
    Budget, CancelToken, CostVisitor, Counters, Outcome, Search, SearchStats, Solution, Solver,
    Tally, Unsupported,
};
pub use text::TextError;
pub use verify::{Violation, verify};
