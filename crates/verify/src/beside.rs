//! Renamings checked on a second core, beside the walk.
//!
//! Whether a sub-problem is a stored one under other names decides nothing of how the walk goes on, because the count of the stored one is
//! known. So the walk passes what is to be compared to a helper, and compares itself what the helper has no time for. What the helper was passed stands before the
//! place where the walk is, so its refusal comes first.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, Scope, ScopedJoinHandle};
use std::time::Instant;

use crate::problem::Problem;
use crate::refusal::Refusal;
use crate::renaming::{Parts, Renaming};

/// Upper bound on the comparisons that wait for the helper.
const WAITING: usize = 32;
/// How often the helper looks for a comparison before it sleeps, because to be woken takes about as long as a comparison.
const LOOKS: usize = 1 << 10;

/// The parts of a sub-problem, to be passed on.
pub(crate) struct Whole {
    pub left: Vec<u64>,
    pub open: Vec<u64>,
    pub times: Vec<u32>,
}

impl Whole {
    pub(crate) fn of(Parts { left, open, times }: Parts<'_>) -> Self {
        Self { left: left.to_vec(), open: open.to_vec(), times: times.to_vec() }
    }

    pub(crate) fn parts(&self) -> Parts<'_> {
        Parts { left: &self.left, open: &self.open, times: &self.times }
    }
}

/// A sub-problem and a stored one that are to be the same but for names.
pub(crate) struct Comparison {
    /// By option left, its counterpart.
    pub to: Vec<u32>,
    pub own: Whole,
    pub stored: Whole,
    /// What is said if they are not.
    pub refusal: Refusal,
}

/// What walk and helper share.
#[derive(Default)]
pub(crate) struct Shared {
    waiting: AtomicUsize,
    refusal: OnceLock<Refusal>,
}

impl Shared {
    /// What the helper found, once it has ended.
    pub(crate) fn into_refusal(self) -> Option<Refusal> {
        self.refusal.into_inner()
    }
}

/// The walk's side of a helper. The helper ends when this is dropped.
pub(crate) struct Helper<'s> {
    shared: &'s Shared,
    comparisons: Sender<Comparison>,
}

impl<'s> Helper<'s> {
    /// Begins a helper; `None` where there are no threads.
    pub(crate) fn begin<'e>(
        scope: &'s Scope<'s, 'e>,
        shared: &'s Shared,
        problem: &'s Problem,
        until: Option<Instant>,
    ) -> Option<(Self, ScopedJoinHandle<'s, ()>)> {
        let (comparisons, passed) = channel();
        let work = move || help(&passed, shared, problem, until);
        let handle = Builder::new().name("renamings".into()).spawn_scoped(scope, work).ok()?;
        Some((Self { shared, comparisons }, handle))
    }

    pub(crate) fn has_time(&self) -> bool {
        self.shared.waiting.load(Ordering::Relaxed) < WAITING
    }

    pub(crate) fn has_refused(&self) -> bool {
        self.shared.refusal.get().is_some()
    }

    pub(crate) fn pass(&self, comparison: Comparison) {
        self.shared.waiting.fetch_add(1, Ordering::Relaxed);
        // A helper that has ended has refused, which the walk will see.
        _ = self.comparisons.send(comparison);
    }
}

/// Compares until the walk passes no more, or something is refused.
fn help(passed: &Receiver<Comparison>, shared: &Shared, problem: &Problem, until: Option<Instant>) {
    let mut renaming = Renaming::default();
    let next = || {
        let look = |_| {
            std::hint::spin_loop();
            passed.try_recv().ok()
        };
        (0..LOOKS).find_map(look).or_else(|| passed.recv().ok())
    };
    while let Some(Comparison { to, own, stored, refusal }) = next() {
        shared.waiting.fetch_sub(1, Ordering::Relaxed);
        renaming.to = to;
        let refused = if until.is_some_and(|until| Instant::now() > until) {
            Some(refusal.late())
        } else {
            let compared = renaming.check(problem, own.parts(), stored.parts());
            compared.err().map(|why| refusal.because(why))
        };
        if let Some(refused) = refused {
            _ = shared.refusal.set(refused);
            return;
        }
    }
}
