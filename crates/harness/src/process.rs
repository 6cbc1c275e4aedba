//! Engines in any language, as processes that answer batches of instances line by line.
//!
//! `docs/PROTOCOL.md` describes the protocol. A [`Session`] holds one engine: it starts the process, asks, reads the
//! answers, checks every first solution against the rules, times the batch from outside, and restarts the
//! process if it crashes, hangs or writes something that is not an answer. Nothing here uses runs, rows or judges.
//!
//! | module | contents |
//! |---|---|
//! | [`declaration`] | `[[engine]]` in TOML: which program to start, and where |
//! | [`protocol`] | the lines of the protocol as text, without a process |
//! | [`sandbox`] | an engine without a network, and with a file system it cannot write to |
//! | [`session`] | [`Session::ask`](session::Session::ask), which asks a batch and restarts a failed process |
//! | [`reply`] | an answer, checked against the rules of the puzzle |
//! | [`times`] | the times of a batch, from outside |

mod certificate;
mod cgroup;
mod child;
pub mod declaration;
mod greeting;
mod guard;
mod memory;
mod orphans;
mod pipe;
mod probe;
pub mod protocol;
pub mod reply;
pub mod sandbox;
pub mod session;
mod silence;
mod stat;
pub mod times;
mod transcript;
mod usage;

pub use certificate::Certificate;
pub use child::SessionLimits;
pub use declaration::Program;
pub use orphans::start_beside;
pub use protocol::{Hello, Kind, Question};
pub use reply::{Answered, Reply};
pub use session::{BatchReply, External, Session};
pub use times::Times;
