//! Engines in any language: a process that answers batches of instances, line by line.
//!
//! The protocol is `docs/PROTOCOL.md`. A [`Session`] holds one engine: it starts the process, asks, reads what
//! is answered, holds every first solution against the rules, times the batch from outside, and starts the
//! process anew where it crashed, hung or talked nonsense. Nothing here knows of runs, rows or judges.
//!
//! | module | what it holds |
//! |---|---|
//! | [`declaration`] | `[[engine]]` in TOML: what is started, and where |
//! | [`protocol`] | lines, written and read; no process in sight |
//! | [`session`] | [`Session::ask`](session::Session::ask): a batch, its answers, restarts |
//! | [`reply`] | an answer, judged by the rules of the puzzle |
//! | [`fault`] | what can go wrong with a process, and its verdict |
//! | [`agreement`] | an engine's own times beside those taken from outside |
//! | `child` | the process: pipes, deadline, limit of memory, an end for all it started |
//! | `transcript` | the lines said to a batch, and what they mean |
//! | `last_words` | what it wrote to standard error last |
//! | `guard` | that end, if this program is killed itself |
//! | `usage` | what a process and those it started use: CPU time, memory |

pub mod agreement;
mod child;
pub mod declaration;
pub mod fault;
mod guard;
mod last_words;
pub mod protocol;
pub mod reply;
pub mod session;
mod transcript;
mod usage;

pub use agreement::{Agreement, Times};
pub use declaration::{Declaration, DeclarationError, Program};
pub use fault::{Fault, StartError};
pub use protocol::{Hello, Kind, Question};
pub use reply::{Answered, Reply};
pub use session::{Asked, Limits, Session};
