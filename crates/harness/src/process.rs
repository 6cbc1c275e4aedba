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
//! | [`session`] | [`Session::ask`](session::Session::ask), which asks a batch and restarts a failed process |
//! | [`reply`] | an answer, checked against the rules of the puzzle |
//! | [`times`] | the times of a batch, from outside |
//! | `certificate` | a certificate that an engine wrote into a temporary folder |
//! | `child` | the process: pipes, limits, and the end of all processes it started |
//! | `silence` | how long a process has written nothing, without the time that it had no core |
//! | `greeting` | waits for an introduction, and finds out that one was not flushed |
//! | `idle` | a process that sleeps while it owes an answer |
//! | `transcript` | the lines of an answered batch |
//! | `pipe` | reading without waiting; the end of standard error, for messages |
//! | `guard` | ends the process if this program is killed |
//! | `clock` | CPU time of one process |
//! | `stat` | the line in which the system describes a process |
//! | `usage` | CPU time of a process and its descendants |
//! | `orphans` | those of its descendants whose parent has ended |
//! | `cgroup` | the kernel's own account of all that ever descended from a process |
//! | `memory` | memory of a process and its descendants |
//! | `probe` | whether other programs took the cores from an engine |

mod certificate;
mod cgroup;
mod child;
mod clock;
pub mod declaration;
mod greeting;
mod guard;
mod idle;
mod memory;
mod orphans;
mod pipe;
mod probe;
pub mod protocol;
pub mod reply;
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
