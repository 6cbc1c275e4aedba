//! Questions about an exact cover problem.
//!
//! A [`Request`] says what is asked ([`Question`]), of which problem ([`Source`]), by which engine and within what limits. A caller that wants
//! an [`Answer`] as data calls [`Request::answer`]. One that prints solutions as they come, draws them, or keeps what was found for
//! another time calls the steps one by one: the problem is read ([`Source::read`], [`read_leniently`]), made smaller ([`Smaller`]), and asked:
//!
//! | question | step |
//! |---|---|
//! | solutions, the cheapest, their number, as far as some items are concerned | [`search()`] |
//! | random solutions | [`Sampler`] |
//! | a place, a distribution, all of a diagram | the methods of [`Diagram`](quadrille_cover::diagram::Diagram) |
//! | classes up to symmetry, and what a proof says of them | [`Classified::find`], [`Classified::stated`] |
//! | how large a search would be | [`estimate()`] |
//! | what tells problems apart | [`features()`] |
//! | why there is no solution | [`reason()`] |

mod answer;
mod classes;
mod estimate;
mod features;
mod onto;
mod reason;
mod request;
mod sample;
mod search;
mod smaller;
mod source;

pub use self::answer::{Answer, Class, Cost, Ended, Found};
pub use self::classes::{Classified, StatedClasses, check_provable};
pub use self::estimate::{Clock, Estimated, Interval, blind, estimate, pace};
pub use self::features::{NODES as FEATURE_NODES, Step as FeatureStep, features};
pub use self::onto::check as check_onto;
pub use self::reason::{NoReason, reason};
pub use self::request::{Classes, Question, Request};
pub use self::sample::{DESCENT, Drawn, Sampler};
pub use self::search::{Followed, engine, search};
pub use self::smaller::{Smaller, named};
pub use self::source::{NamedProblem, Source, board, read_leniently, read_strictly};
