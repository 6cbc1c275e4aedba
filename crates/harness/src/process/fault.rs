//! What can go wrong with an engine's process.

use std::io;
use std::time::Duration;

use quadrille_results::Verdict;
use thiserror::Error;

use super::protocol::Misfit;

/// Why there is no answer to an instance. Messages follow the name of the engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(
    missing_docs,
    reason = "`stderr` is the end of standard error, `place` where output ended"
)]
pub enum Fault {
    /// It wrote and read nothing for the time `after`, and was killed.
    #[error("wrote nothing for {} s and was killed{stderr}", .after.as_secs_f64())]
    Silent { after: Duration, stderr: String },
    /// It and the processes it started used more memory than the limit, both in bytes, and it was killed.
    #[error("used {used} bytes of memory, more than the limit of {limit}, and was killed{stderr}")]
    Memory { used: u64, limit: u64, stderr: String },
    /// It ended before it had answered.
    #[error("ended ({status}) {place}{stderr}")]
    Ended { status: String, place: &'static str, stderr: String },
    /// It closed its standard output and kept running.
    #[error("closed its standard output {place}{stderr}")]
    Closed { place: &'static str, stderr: String },
    /// It wrote a line that is no answer.
    #[error("wrote a line that is no answer: {0}")]
    Garbage(#[from] Misfit),
    /// It wrote something after `done`, or more answers than there were questions.
    #[error("wrote more than it was asked for: {0}")]
    Extra(String),
    /// It wrote a line of more than that many bytes.
    #[error("wrote a line of more than {0} bytes, longer than any answer to the question")]
    TooLong(usize),
    /// It took as long for fewer iterations.
    #[error(
        "took {took:?} for {iterations} iterations and as long for fewer, so it does not repeat its searches and \
         cannot be timed (see `iterations` in docs/PROTOCOL.md)"
    )]
    Idle { iterations: u64, took: Duration },
    /// It could not be started again.
    #[error("could not be started again: {0}")]
    NotStarted(String),
    /// It failed at many instances before this one, and was not asked about this one. With the last failure and its
    /// verdict.
    #[error("got no more instances after {failures} failures in a row; at the last one it {last}")]
    GivenUp { failures: usize, last: String, verdict: Verdict },
    /// The run was cancelled.
    #[error("was stopped because the run was cancelled")]
    Cancelled,
}

impl Fault {
    /// The verdict for the row.
    pub fn verdict(&self) -> Verdict {
        match self {
            Self::Silent { .. } => Verdict::Timeout,
            Self::Memory { .. } => Verdict::Memout,
            // Rows of a cancelled search are not written.
            Self::Cancelled => Verdict::Budget,
            Self::GivenUp { verdict, .. } => *verdict,
            _ => Verdict::Crash,
        }
    }
}

/// Why an engine could not be started.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum StartError {
    /// The system did not start the program.
    #[error("engine `{engine}`: cannot start `{program}` in {folder}: {error}; {hint}")]
    Spawn { engine: String, program: String, folder: String, error: io::Error, hint: &'static str },
    /// Its first lines are not those of an engine.
    #[error("engine `{engine}`, first lines of output: {misfit} (docs/PROTOCOL.md){stderr}")]
    Hello { engine: String, misfit: Misfit, stderr: String },
    /// It failed before the end of its first lines.
    #[error("engine `{engine}` failed before it wrote `ready` (docs/PROTOCOL.md): it {fault}")]
    Fault { engine: String, fault: Box<Fault> },
    /// It introduces itself differently from the first time.
    #[error(
        "engine `{engine}` was {first} when the run began and is {now} now; start the run again"
    )]
    Changed { engine: String, first: String, now: String },
}
