//! A limit of time, which reaches the search as a cancelled token.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use quadrille_cover::CancelToken;

/// How long an interrupt may go unnoticed.
const GLANCE: Duration = Duration::from_millis(20);

/// Cancels a token of its own when time is up, or when the one it watches is cancelled.
pub struct Clock {
    token: CancelToken,
    waits: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Clock {
    /// Begins to wait. Without a limit the token is the one watched.
    pub fn start(limit: Option<Duration>, cancel: &CancelToken) -> Self {
        let Some(limit) = limit else { return Self { token: cancel.clone(), waits: None } };
        let token = CancelToken::new();
        let (ended, end) = channel();
        let (mine, theirs) = (token.clone(), cancel.clone());
        let start = Instant::now();
        let waiting = move || {
            loop {
                let left = limit.saturating_sub(start.elapsed());
                if left.is_zero() || theirs.is_cancelled() {
                    return mine.cancel();
                }
                if end.recv_timeout(left.min(GLANCE)) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
            }
        };
        Self { token, waits: Some((ended, thread::spawn(waiting))) }
    }

    /// Cancelled when time is up.
    pub fn token(&self) -> &CancelToken {
        &self.token
    }
}

impl Drop for Clock {
    fn drop(&mut self) {
        if let Some((ended, waiting)) = self.waits.take() {
            drop(ended);
            _ = waiting.join();
        }
    }
}
