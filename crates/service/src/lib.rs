//! What the verbs of Quadrille do, without a command line, a terminal, Python, or a page.
//!
//! A verb is a function from a request to an answer, both of which are plain data that `serde` writes and reads. What happens on the way
//! (a solution, a part that has ended, a message) goes to the caller as it happens. The command line, the Python package and the page are
//! fronts on this crate: they translate, and decide nothing. It starts no process and opens no file, and takes a time itself only where
//! [`puzzle::check::Request::counts`] asks for one, so that it runs in a browser too: texts, and the clock of an estimate, are given by the
//! caller.
//!
//! ```
//! use quadrille_service::problem::{Answer, Question, Request, Source};
//!
//! let count = Question::Count { limit: None };
//! let answer = Request::new(Source::family("dominoes:8x8"), count).answer()?;
//! let Answer::Count(found) = answer else { unreachable!("a count was asked for") };
//! assert_eq!(found.solutions.to_string(), "12988816");
//! # Ok::<(), quadrille_service::Error>(())
//! ```
//!
//! | module | verbs |
//! |---|---|
//! | [`problem`] | `cover`, `count`, `sample`, `classes`, `compile` and questions to a diagram, `estimate`, `why` |
//! | [`puzzle`] | `check`, `solve`, `generate`; ratings and canonical forms |
//!
//! What `run`, `rank`, `compare`, `gate`, `race` and `reproduce` do is in the crates `quadrille-harness` and `quadrille-results`, which need
//! processes, files and clocks.

mod error;
mod limits;
mod number;
pub mod problem;
pub mod puzzle;

pub use self::error::Error;
pub use self::limits::Limits;
pub use self::number::Number;
