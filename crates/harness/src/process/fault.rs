//! What can go wrong with an engine's process.

use std::io;
use std::time::Duration;

use thiserror::Error;

use super::protocol::Misfit;
use crate::record::Verdict;

/// Why there is no answer to an instance.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// It said nothing for too long, and was ended.
    #[error("said nothing for {} s, and was ended{said}", .after.as_secs_f64())]
    Silent {
        /// For how long.
        after: Duration,
        /// What it last said on standard error, in words.
        said: String,
    },
    /// It took too much memory, and was ended.
    #[error("took {used} bytes of memory where {limit} are allowed, and was ended{said}")]
    Memory {
        /// What it took, with all processes that it started.
        used: u64,
        /// What it may take.
        limit: u64,
        /// What it last said on standard error, in words.
        said: String,
    },
    /// It ended before it had answered.
    #[error("ended ({status}) {place}{said}")]
    Ended {
        /// How, as the system puts it.
        status: String,
        /// Whether it was in the middle of a line.
        place: &'static str,
        /// What it last said on standard error, in words.
        said: String,
    },
    /// It closed its standard output, and went on.
    #[error("closed its standard output {place}{said}")]
    Closed {
        /// Whether it was in the middle of a line.
        place: &'static str,
        /// What it last said on standard error, in words.
        said: String,
    },
    /// It said something that is no answer.
    #[error("said something that is no answer: {0}")]
    Garbage(#[from] Misfit),
    /// It said something after `done`, or answered more than it was asked.
    #[error("said more than it was asked: {0}")]
    Extra(String),
    /// A line without an end.
    #[error("said a line of more than {0} bytes, which is longer than any answer to this")]
    TooLong(usize),
    /// More searches took it no longer.
    #[error(
        "took {took:?} when asked for {iterations} searches of each, and as long for fewer: it does not search as \
         often as `iterations` says (docs/PROTOCOL.md), so it has no time"
    )]
    Idle {
        /// How often it was to search.
        iterations: u64,
        /// How long it took.
        took: Duration,
    },
    /// It could not be started again.
    #[error("could not be started again: {0}")]
    NotStarted(String),
    /// So many instances before this one failed that it was not asked any more.
    #[error(
        "was not asked any more after {failures} failures without an answer between; the last: {last}"
    )]
    GivenUp {
        /// How many.
        failures: usize,
        /// What went wrong last.
        last: String,
        /// What it would have been called.
        verdict: Verdict,
    },
    /// The run was ended from outside.
    #[error("was not waited for, as the run was ended")]
    Cancelled,
}

impl Fault {
    /// What stands in results.
    pub fn verdict(&self) -> Verdict {
        match self {
            Self::Silent { .. } => Verdict::Timeout,
            Self::Memory { .. } => Verdict::Memout,
            // A search that was cut short from outside; such rows are not written.
            Self::Cancelled => Verdict::Budget,
            Self::GivenUp { verdict, .. } => *verdict,
            Self::Ended { .. }
            | Self::Closed { .. }
            | Self::Garbage(_)
            | Self::Extra(_)
            | Self::TooLong(_)
            | Self::Idle { .. }
            | Self::NotStarted(_) => Verdict::Crash,
        }
    }
}

/// Why an engine could not be started.
#[derive(Debug, Error)]
pub enum StartError {
    /// There is no process.
    #[error("engine `{engine}`: cannot start `{program}` in {folder}: {error}; {hint}")]
    Spawn {
        /// The engine.
        engine: String,
        /// What was to be started.
        program: String,
        /// Where.
        folder: String,
        /// What the system says.
        error: io::Error,
        /// What may be done about it.
        hint: &'static str,
    },
    /// It did not say what engines say first.
    #[error("engine `{engine}`, as it was started: {misfit} (docs/PROTOCOL.md){said}")]
    Hello {
        /// The engine.
        engine: String,
        /// What it said.
        misfit: Misfit,
        /// What it last said on standard error, in words.
        said: String,
    },
    /// It did not say it to the end.
    #[error("engine `{engine}` had not said `ready` (docs/PROTOCOL.md) when it {fault}")]
    Fault {
        /// The engine.
        engine: String,
        /// What went wrong.
        fault: Box<Fault>,
    },
    /// It is another one now.
    #[error(
        "engine `{engine}` was {first} when it was first started, and is {now} now; expected the same: start \
         the run again"
    )]
    Changed {
        /// The engine.
        engine: String,
        /// Name and version before.
        first: String,
        /// Name and version now.
        now: String,
    },
}
