//! Reports searches that last long while no limit of time ends them.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::plan::order::Block;

/// A search is reported when it has lasted this long, and again after each doubling.
const FIRST: Duration = Duration::from_secs(10);
/// How often the searches are looked at.
const TICK: Duration = Duration::from_millis(500);

/// What each worker thread measures now.
pub struct Waiting(Vec<Mutex<Option<Measuring>>>);

struct Measuring {
    /// The engine and the instance.
    what: String,
    since: Instant,
    /// The age at which the measurement is reported next.
    next: Duration,
}

impl Waiting {
    /// No measurement on any of `workers` threads.
    pub fn new(workers: usize) -> Self {
        Self((0..workers).map(|_| Mutex::default()).collect())
    }

    /// Notes that a worker begins to measure an engine on the subject of a block.
    pub fn begin(&self, worker: usize, engine: &str, block: &Block<'_>) {
        let id = block.instance.map_or("all its instances", |instance| &instance.id);
        let what = format!("{engine} on {}/{id}", block.corpus.name);
        self.set(worker, Some(Measuring { what, since: Instant::now(), next: FIRST }));
    }

    /// Notes that a worker has finished its measurement.
    pub fn end(&self, worker: usize) {
        self.set(worker, None);
    }

    fn set(&self, worker: usize, measuring: Option<Measuring>) {
        if let Some(place) = self.0.get(worker) {
            *place.lock().expect("no thread panics while it holds the lock") = measuring;
        }
    }

    /// Reports to `tell` what takes long, until the sender of `ended` is dropped.
    pub fn watch(&self, ended: &Receiver<()>, tell: &(dyn Fn(&str) + Sync)) {
        while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            self.look(Instant::now(), tell);
        }
    }

    fn look(&self, now: Instant, tell: &(dyn Fn(&str) + Sync)) {
        for place in &self.0 {
            let mut place = place.lock().expect("no thread panics while it holds the lock");
            let Some(measuring) = &mut *place else { continue };
            let age = now.saturating_duration_since(measuring.since);
            if age >= measuring.next {
                measuring.next *= 2;
                let (what, age) = (&measuring.what, age.as_secs());
                tell(&format!("still measuring {what}, since {age} s; --time-limit sets a limit"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lasts_is_reported_ever_less_often() {
        let waiting = Waiting::new(2);
        let since = Instant::now();
        let measuring = Measuring { what: "dlx on c/i".to_owned(), since, next: FIRST };
        waiting.set(1, Some(measuring));
        let told = Mutex::new(Vec::new());
        for seconds in 0..50 {
            let now = since + Duration::from_secs(seconds);
            waiting.look(now, &|message| told.lock().unwrap().push(message.to_owned()));
        }
        waiting.end(1);
        waiting.look(since + Duration::from_secs(999), &|message| panic!("{message}"));
        let message =
            |age| format!("still measuring dlx on c/i, since {age} s; --time-limit sets a limit");
        assert_eq!(*told.lock().unwrap(), [10, 20, 40].map(message));
    }
}
