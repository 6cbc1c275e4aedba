//! The stretch of a command in which it has nothing to save: a large problem is read, tables are made, nothing was found yet.
//!
//! Not every step of it looks at limits of time and interrupts as often as a search does. So a command says where such a stretch
//! [begins](begin) and where it [ends](end), and if it does not end by itself soon after it was stopped, the process does.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use quadrille_cover::CancelToken;
use rustix::time::{ClockId, clock_gettime};

/// The time that a command has to end by itself, both on the wall and of the CPU: on a busy machine it has more.
const GRACE: Duration = Duration::from_millis(150);
/// The longest grace on the wall: short after an interrupt, because a user waits for the end.
const INTERRUPTED: Duration = Duration::from_millis(400);
const LIMITED: Duration = Duration::from_secs(1);
/// How often to look whether a limit was reached.
const GLANCE: Duration = Duration::from_millis(10);

/// Whether there is nothing to save. It stays locked while the process is ended, so that no file is begun meanwhile.
static IS_EARLY: Mutex<bool> = Mutex::new(false);
/// A copy of [`IS_EARLY`] that is read without a lock, as [`end`] is called for each solution.
static MAY_BE_EARLY: AtomicBool = AtomicBool::new(false);

fn set(is_early: bool) {
    *IS_EARLY.lock().unwrap_or_else(PoisonError::into_inner) = is_early;
    MAY_BE_EARLY.store(is_early, Ordering::Relaxed);
}

/// From now on there is nothing to save, so that an interrupt may end the process.
pub fn begin() {
    set(true);
}

/// From now on there is something to save: a file is begun, or a solution found.
pub fn end() {
    if MAY_BE_EARLY.load(Ordering::Relaxed) {
        set(false);
    }
}

/// As [`begin`]; a limit of time, which cancels `stop`, also ends the process, with the status and the message of `leave`.
pub fn begin_limited(stop: &CancelToken, leave: impl FnOnce() -> u8 + Send + 'static) {
    begin();
    let stop = stop.clone();
    // If the system refuses the thread, the command may take longer.
    _ = thread::Builder::new().spawn(move || {
        while !stop.is_cancelled() {
            if !MAY_BE_EARLY.load(Ordering::Relaxed) {
                return;
            }
            thread::sleep(GLANCE);
        }
        leave_within(LIMITED, leave);
    });
}

/// After an interrupt, ends the process with a status, unless there is something to save or the command ends in time.
pub fn leave_late(status: u8) {
    leave_within(INTERRUPTED, || status);
}

fn leave_within(most: Duration, leave: impl FnOnce() -> u8) {
    let (began, before) = (Instant::now(), cpu());
    while began.elapsed() < most
        && (began.elapsed() < GRACE || cpu().saturating_sub(before) < GRACE)
    {
        if !MAY_BE_EARLY.load(Ordering::Relaxed) {
            return;
        }
        thread::sleep(GLANCE);
    }
    let is_early = IS_EARLY.lock().unwrap_or_else(PoisonError::into_inner);
    if *is_early {
        process::exit(leave().into());
    }
}

fn cpu() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}
