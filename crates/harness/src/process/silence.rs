//! How long a process has been silent, and why.
//!
//! Time in which it could not have written anything, because this program or the process got no core, does not count.
//!
//! A process may wait for input while its answer stays in a buffer of its own: it sleeps and uses no processor time. Its
//! standard input is then closed, at which it ends and its buffer is written; so the mistake is known for certain. A process
//! that sleeps for another reason, as it waits for work done elsewhere, answers later, and is started again for the next
//! question.

use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::usage;

/// Upper bound on the silence by a clock on the wall, in multiples of the limit. It ends a process that waits for a core
/// on a machine that will never have one free.
const MOST: u32 = 10;
/// Time asleep without any use of the processor after which a process is taken to wait for input.
pub const STUCK: Duration = Duration::from_secs(4);
/// Upper bound on the time between the end of standard input and output that was kept back.
pub const KEPT_BACK: Duration = Duration::from_millis(500);

/// What to do about output that is not flushed.
pub const FLUSH: &str = "flush the output after `ready` and after each `done`, as with `print(..., flush=True)` in Python \
    or `fflush(stdout)` in C";

/// A silence that lasts.
pub struct Silence {
    began: Instant,
    /// When [`left`](Self::left) was last called.
    seen: Instant,
    /// The silence until then, without the time in which this program did not run.
    counted: Duration,
    /// The time that the process had waited for a core soon after the silence began.
    waited: Option<Duration>,
    /// Since when the process may be idle, and its CPU time soon after that, once it was read.
    idle: (Instant, Option<Duration>),
}

impl Silence {
    /// A silence that begins now.
    pub fn begins() -> Self {
        let now = Instant::now();
        Self { began: now, seen: now, counted: Duration::ZERO, waited: None, idle: (now, None) }
    }

    /// How much longer the process may be silent if it may be for `limit`. To be called every `tick` at least: what is
    /// more than twice that since the last call is time in which this program did not run, and does not count.
    pub fn left(&mut self, limit: Duration, tick: Duration, process: Pid) -> Duration {
        let now = Instant::now();
        self.counted += now.duration_since(self.seen).min(2 * tick);
        self.seen = now;
        // Not read at once, as it takes tens of microseconds, in which a short search may be timed.
        if self.waited.is_none() && self.counted >= tick / 2 {
            self.waited = usage::waited_for_core(process);
        }
        let left = limit.saturating_sub(self.counted);
        if !left.is_zero() || self.began.elapsed() >= limit.saturating_mul(MOST) {
            return left;
        }
        let waited = usage::waited_for_core(process).zip(self.waited);
        let without_core = waited.map_or(Duration::ZERO, |(now, then)| now.saturating_sub(then));
        limit.saturating_sub(self.counted.saturating_sub(without_core))
    }

    /// Whether the process is asleep and has used no processor time for half of [`STUCK`] at least, in a silence at least as
    /// long as that. To be called again and again during the silence.
    pub fn is_stuck(&mut self, process: Pid) -> bool {
        let (since, cpu) = &mut self.idle;
        let silent = since.elapsed();
        // Not read at once, as it takes tens of microseconds, in which a short search may be timed.
        if silent < STUCK / 2 {
            return false;
        }
        if cpu.is_none() {
            *cpu = usage::cpu(process);
            return false;
        }
        if silent < STUCK {
            return false;
        }
        if *cpu == usage::cpu(process) && usage::is_asleep(process) {
            return true;
        }
        self.idle = (Instant::now(), None);
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_in_which_this_program_did_not_run_does_not_count() {
        let ms = Duration::from_millis;
        let nobody = Pid::from_raw(1 << 25).expect("a number above the limit of every system");
        let ago = |silence: Silence, time| Silence {
            began: silence.began.checked_sub(time).expect("the clock runs"),
            seen: silence.seen.checked_sub(time).expect("the clock runs"),
            ..silence
        };
        let limit = Duration::from_secs(60);
        let mut silence = ago(Silence::begins(), ms(300_000));
        assert!(silence.left(limit, ms(50), nobody) >= ms(59_900));
        // A call that comes in time counts all that passed.
        let mut silence = ago(Silence::begins(), ms(80));
        let left = silence.left(limit, ms(50), nobody);
        assert!((ms(59_900)..=ms(59_920)).contains(&left), "{left:?}");
        // Without a core for ever, the clock on the wall ends it.
        let mut silence = ago(Silence::begins(), ms(80));
        assert_eq!(silence.left(ms(7), ms(50), nobody), Duration::ZERO);
    }
}
