//! Whether other programs took the cores from an engine, which is not told by what its own threads have waited: a thread
//! that is pinned to the core on which another process works for the engine waits as well.
//!
//! So waiting counts only as far as this program has seen the same. If an engine claims to have waited, this thread, which
//! may run on the cores on which the engine was started, computes for about as long as the question took, at once after the
//! answer, and sees which part of the time it had no core. On a quiet machine an engine waits for some microseconds,
//! and nothing is probed.

use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// Waiting that is believed without a look: a thread that is woken waits for some microseconds.
const WOKEN: Duration = Duration::from_micros(50);
/// The wall time of a question divided by this number is believed as well. It is less than what an engine may be idle.
pub const PART: u32 = 20;
/// The least and the most time to look. Schedulers give a core away for three milliseconds or so, and a look is to see a
/// few of these.
const LENGTH: [Duration; 2] = [Duration::from_millis(12), Duration::from_millis(50)];

/// How much more may be lost in a question than in a look, as a factor.
const MORE: f64 = 1.5;

/// What this thread saw while it computed.
#[derive(Clone, Copy, Debug)]
struct Disturbance {
    length: Duration,
    /// The part of that in which it had no core.
    lost: Duration,
    /// The longest time without a core at once.
    longest: Duration,
}

/// The part of the waiting that an engine claims, during a question that took `wall`, that other programs explain. `cpu`
/// is to read the CPU time of the engine: what the engine itself takes of the cores is no disturbance.
pub fn credit(claimed: Duration, wall: Duration, cpu: impl Fn() -> Option<Duration>) -> Duration {
    if claimed <= wall / PART + WOKEN {
        return claimed;
    }
    let before = cpu();
    let seen = look(wall.clamp(LENGTH[0], LENGTH[1]));
    let by_engine = cpu().zip(before).map_or(seen.lost, |(now, then)| now.saturating_sub(then));
    claimed.min(seen.explains(wall, by_engine))
}

impl Disturbance {
    /// The longest that others may have kept a thread waiting in `wall`: half as much again as the part of the time that was
    /// lost here, because the part differs from one short time to the next, and one more of the periods without a core.
    fn explains(&self, wall: Duration, by_engine: Duration) -> Duration {
        let lost = self.lost.saturating_sub(by_engine);
        let part = lost.as_secs_f64() / self.length.as_secs_f64().max(f64::MIN_POSITIVE);
        wall.mul_f64((MORE * part).min(1.0)) + self.longest.min(lost)
    }
}

/// Computes for some time.
fn look(length: Duration) -> Disturbance {
    let cpu = || {
        let now = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
    };
    let (start, before) = (Instant::now(), cpu());
    let (mut last, mut longest) = (start, Duration::ZERO);
    while last.duration_since(start) < length {
        let now = Instant::now();
        longest = longest.max(now.duration_since(last));
        last = now;
    }
    let length = last.duration_since(start);
    Disturbance { length, lost: length.saturating_sub(cpu().saturating_sub(before)), longest }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn waiting_is_explained_by_what_others_took() {
        let quiet = Disturbance { length: ms(20), lost: ms(0), longest: ms(0) };
        assert_eq!(quiet.explains(ms(100), ms(0)), ms(0));
        let busy = Disturbance { length: ms(20), lost: ms(10), longest: ms(3) };
        assert_eq!(busy.explains(ms(100), ms(0)), ms(78));
        // The engine itself kept this thread from the core.
        assert_eq!(busy.explains(ms(100), ms(10)), ms(0));
        assert_eq!(busy.explains(ms(100), ms(30)), ms(0));
    }

    #[test]
    fn little_waiting_is_believed_without_a_look() {
        let never = || panic!("nothing is looked at");
        assert_eq!(credit(ms(1), ms(20), never), ms(1));
        assert_eq!(credit(WOKEN, ms(0), never), WOKEN);
    }

    #[test]
    fn an_engine_that_computes_all_the_time_has_waited_for_no_other() {
        let start = Instant::now();
        // As much CPU time as there was time, whatever this thread lost.
        assert_eq!(credit(ms(90), ms(100), || Some(start.elapsed() * 2)), ms(0));
    }
}
