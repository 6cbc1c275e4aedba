//! Notices a process that waits for input while its answer stays in a buffer of its own.
//!
//! Such a process sleeps and uses no processor time. Its standard input is then closed, at which it ends and its buffer is
//! written; so the mistake is known for certain. A process that sleeps for another reason, as it waits for work done
//! elsewhere, answers later, and is started again for the next question.

use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::usage;

/// Time asleep without any use of the processor after which a process is taken to wait for input.
pub const STUCK: Duration = Duration::from_secs(4);
/// Upper bound on the time between the end of standard input and output that was kept back.
pub const KEPT_BACK: Duration = Duration::from_millis(500);

/// What to do about output that is not flushed.
pub const FLUSH: &str = "flush the output after `ready` and after each `done`, as with `print(..., flush=True)` in Python \
    or `fflush(stdout)` in C";

/// A silence in which the process may be idle.
pub struct Idle {
    since: Instant,
    /// The CPU time of the process soon after [`since`](Self::since), once it was read.
    cpu: Option<Duration>,
}

impl Idle {
    /// A silence that begins now.
    pub fn begins() -> Self {
        Self { since: Instant::now(), cpu: None }
    }

    /// Whether the process is asleep and has used no processor time for half of [`STUCK`] at least, in a silence at least as
    /// long as that. To be called again and again during the silence.
    pub fn is_stuck(&mut self, process: Pid) -> bool {
        let silent = self.since.elapsed();
        // Not read at once, as it takes tens of microseconds, in which a short search may be timed.
        if silent < STUCK / 2 {
            return false;
        }
        if self.cpu.is_none() {
            self.cpu = usage::cpu(process);
            return false;
        }
        if silent < STUCK {
            return false;
        }
        if self.cpu == usage::cpu(process) && usage::is_asleep(process) {
            return true;
        }
        *self = Self::begins();
        false
    }
}
