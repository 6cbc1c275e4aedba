//! A queue into which workers put solutions and results, and from which the caller takes them in the order of
//! the tree.
//!
//! Solutions of the next part in order (the *head*) are taken as they come. Solutions of later parts
//! wait, up to a bound; at the bound the workers on later parts wait, too. The worker on the head
//! goes on. The head always has a worker, because parts are given out in order.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

use num_bigint::BigUint;

use crate::problem::OptionId;
use crate::search::{Budget, CancelToken, Outcome, Position, Tally, Unsupported};

/// Upper bound on the total length of waiting solutions, in option numbers of 4 bytes: 16 MiB. With a limit of memory, they take up to
/// half of it; what is around the numbers takes as much again as they, at most three times as much.
const ROOM: usize = 1 << 22;
const BYTES: usize = 2 * 4 * size_of::<OptionId>();
/// Upper bound on the number of waiting batches of the head.
const HEAD_ROOM: usize = 64;
/// Number of solutions in a batch. The first batches are smaller, so that the first solutions arrive at once.
const BATCH: usize = 64;
/// Time for which the caller waits before it checks for cancellation again.
const NAP: Duration = Duration::from_millis(20);

/// Consecutive solutions of one part.
#[derive(Default)]
pub(super) struct Batch {
    options: Vec<OptionId>,
    ends: Vec<usize>,
}

impl Batch {
    fn push(&mut self, solution: &[OptionId]) {
        self.options.extend_from_slice(solution);
        self.ends.push(self.options.len());
    }

    pub(super) fn solutions(&self) -> impl Iterator<Item = &[OptionId]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.options[std::mem::replace(&mut start, end)..end])
    }
}

/// How the search of a part ended.
pub(super) type PartEnd = Result<Tally, Unsupported>;

#[derive(Default)]
struct Slot {
    batches: VecDeque<Batch>,
    ended: Option<PartEnd>,
    /// Whether the part was given up because there was no room for its solutions.
    overflowed: bool,
    /// Whether the result is from an earlier search.
    known: bool,
}

struct Worker {
    /// Ends its search, and asks for the position in its part.
    token: CancelToken,
    part: usize,
    position: Option<Position>,
}

struct State {
    slots: Vec<Slot>,
    workers: Vec<Worker>,
    /// The part from which the caller takes solutions.
    head: usize,
    next: usize,
    /// Total length of the waiting solutions, in option numbers.
    held: usize,
    /// Upper bound on it.
    most_held: usize,
    /// Parts that ended since the caller last took [`News::Fresh`].
    fresh: Vec<usize>,
    rest: Budget,
    stopped: bool,
    panicked: bool,
}

pub(super) struct Delivery {
    state: Mutex<State>,
    /// Notified when a worker puts solutions or a result.
    news: Condvar,
    /// Notified when the caller takes solutions, goes on to the next part, or stops the search.
    room: Condvar,
    /// Whether the caller takes solutions of a part only after the part has ended. Workers never wait then: a
    /// part without room for its solutions is given up.
    whole: bool,
}

pub(super) enum News {
    Solutions(Batch),
    /// The head has ended, or its result was known. Waiting solutions of the head are still to be taken.
    Head {
        ended: PartEnd,
        known: bool,
    },
    /// The head was given up because there was no room for its solutions.
    Overflow,
    /// Parts that ended, in any order.
    Fresh(Vec<usize>),
    Panic,
    Nothing,
}

impl Delivery {
    /// A queue for these parts. Parts with a known result are not given out.
    pub(super) fn new(known: Vec<Option<Tally>>, rest: Budget, whole: bool) -> Self {
        let slot = |tally: Option<Tally>| {
            let known = tally.is_some();
            Slot { ended: tally.map(Ok), known, ..Slot::default() }
        };
        let slots = known.into_iter().map(slot).collect();
        let most_held = rest.memory.map_or(ROOM, |bytes| ROOM.min(bytes / BYTES));
        let state = State {
            slots,
            workers: Vec::new(),
            head: 0,
            next: 0,
            held: 0,
            most_held,
            fresh: Vec::new(),
            rest,
            stopped: false,
            panicked: false,
        };
        Self { state: Mutex::new(state), news: Condvar::new(), room: Condvar::new(), whole }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// The number of a new worker.
    pub(super) fn hire(&self) -> usize {
        let mut state = self.lock();
        state.workers.push(Worker { token: CancelToken::new(), part: 0, position: None });
        state.workers.len() - 1
    }

    /// The next part to be searched by a worker, and its budget; `None` if there is no other part or the search was stopped.
    pub(super) fn next(&self, worker: usize) -> Option<(usize, Budget)> {
        let mut state = self.lock();
        // The result of a known part may have been taken already, so the field `ended` does not show it.
        while state.slots.get(state.next).is_some_and(|slot| slot.known) {
            state.next += 1;
        }
        if state.stopped || state.next >= state.slots.len() {
            return None;
        }
        let part = state.next;
        state.next += 1;
        let worker = &mut state.workers[worker];
        worker.part = part;
        worker.position = None;
        worker.token.take_position();
        let cancel = Some(worker.token.clone());
        Some((part, Budget { cancel, ..state.rest.clone() }))
    }

    /// The position of the search within the parts that have not ended, as known from the last answers of the workers; asks
    /// them again. `share` is the share of a part in the whole tree.
    pub(super) fn position(&self, share: impl Fn(usize) -> f64) -> Position {
        let mut state = self.lock();
        let State { slots, workers, .. } = &mut *state;
        let mut sum = Position::new([], 0u32);
        for worker in workers.iter_mut() {
            worker.position = worker.token.take_position().or(worker.position.take());
            worker.token.ask_position();
            let is_under_way = slots[worker.part].ended.is_none();
            if let Some(position) = worker.position.as_ref().filter(|_| is_under_way) {
                sum.share += share(worker.part) * position.share;
                sum.solutions += &position.solutions;
            }
        }
        sum
    }

    pub(super) fn end(&self, part: usize, ended: PartEnd) {
        let mut state = self.lock();
        state.slots[part].ended = Some(ended);
        state.fresh.push(part);
        self.news.notify_one();
    }

    /// Puts solutions of a part into the queue; `Break` if the search of the part is to stop.
    fn put(&self, part: usize, batch: Batch) -> ControlFlow<()> {
        let mut state = self.lock();
        loop {
            if state.stopped {
                return ControlFlow::Break(());
            }
            let room = if state.head == part && !self.whole {
                state.slots[part].batches.len() < HEAD_ROOM
            } else {
                state.held <= state.most_held
            };
            if room {
                break;
            }
            if self.whole {
                let slot = &mut state.slots[part];
                slot.overflowed = true;
                let dropped: usize = slot.batches.drain(..).map(|batch| batch.options.len()).sum();
                state.held -= dropped;
                return ControlFlow::Break(());
            }
            state = self.room.wait(state).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
        state.held += batch.options.len();
        state.slots[part].batches.push_back(batch);
        if state.head == part {
            self.news.notify_one();
        }
        ControlFlow::Continue(())
    }

    /// Waits for news for the caller, for about [`NAP`] at most.
    pub(super) fn wait(&self) -> News {
        let mut state = self.lock();
        let mut slept = false;
        loop {
            if state.panicked {
                return News::Panic;
            }
            if !state.fresh.is_empty() {
                return News::Fresh(std::mem::take(&mut state.fresh));
            }
            let head = state.head;
            let whole = self.whole;
            if let Some(slot) = state.slots.get_mut(head) {
                if slot.overflowed {
                    return News::Overflow;
                }
                let batch = if whole { None } else { slot.batches.pop_front() };
                if let Some(batch) = batch {
                    state.held -= batch.options.len();
                    self.room.notify_all();
                    return News::Solutions(batch);
                }
                if let Some(ended) = slot.ended.take() {
                    return News::Head { ended, known: slot.known };
                }
            }
            if slept {
                return News::Nothing;
            }
            let (guard, timeout) = self
                .news
                .wait_timeout(state, NAP)
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            state = guard;
            slept = timeout.timed_out();
        }
    }

    /// The result of a part that was searched to its end; `None` if it was taken as the head.
    pub(super) fn ended(&self, part: usize) -> Option<Tally> {
        let state = self.lock();
        let tally = state.slots[part].ended.as_ref()?.as_ref().ok()?;
        (tally.search.outcome == Outcome::Exhausted).then(|| tally.clone())
    }

    /// The number of solutions of a part whose result was not taken.
    pub(super) fn solutions(&self, part: usize) -> BigUint {
        let state = self.lock();
        let ended = state.slots[part].ended.as_ref();
        ended.and_then(|ended| ended.as_ref().ok()).map_or(BigUint::ZERO, |t| t.solutions.clone())
    }

    pub(super) fn take_head(&self) -> VecDeque<Batch> {
        let mut state = self.lock();
        let head = state.head;
        let batches = std::mem::take(&mut state.slots[head].batches);
        state.held -= batches.iter().map(|batch| batch.options.len()).sum::<usize>();
        batches
    }

    /// Makes the next part the head, with the rest of the budget there.
    pub(super) fn advance(&self, rest: Budget) {
        let mut state = self.lock();
        state.head += 1;
        state.rest = rest;
        self.room.notify_all();
    }

    pub(super) fn stop(&self) {
        let mut state = self.lock();
        state.stopped = true;
        state.workers.iter().for_each(|worker| worker.token.cancel());
        drop(state);
        self.room.notify_all();
    }
}

/// Collects the solutions of one part into batches.
pub(super) struct Gather<'d> {
    delivery: &'d Delivery,
    part: usize,
    batch: Batch,
    size: usize,
}

impl<'d> Gather<'d> {
    pub(super) fn new(delivery: &'d Delivery, part: usize) -> Self {
        Self { delivery, part, batch: Batch::default(), size: 1 }
    }

    pub(super) fn push(&mut self, solution: &[OptionId]) -> ControlFlow<()> {
        self.batch.push(solution);
        if self.batch.ends.len() < self.size {
            return ControlFlow::Continue(());
        }
        self.size = BATCH.min(2 * self.size);
        self.finish()
    }

    pub(super) fn finish(&mut self) -> ControlFlow<()> {
        let batch = std::mem::take(&mut self.batch);
        if batch.ends.is_empty() {
            return ControlFlow::Continue(());
        }
        self.delivery.put(self.part, batch)
    }
}

/// Notifies the caller if the worker that holds the guard panics.
pub(super) struct Guard<'d>(pub(super) &'d Delivery);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.lock().panicked = true;
            self.0.news.notify_one();
            self.0.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Counters, Solver, engine::Dlx, family};

    #[test]
    fn a_known_part_that_the_caller_has_just_taken_is_not_given_out() {
        let problem = family::build("queens:4").unwrap();
        let tally = Dlx.tally(&problem, &Budget::default(), Counters::On).unwrap();
        let delivery = Delivery::new(vec![Some(tally), None], Budget::default(), false);
        assert!(matches!(delivery.wait(), News::Head { known: true, .. }));
        // A worker asks for a part before the caller calls `advance`.
        let worker = delivery.hire();
        assert_eq!(delivery.next(worker).map(|(part, _)| part), Some(1));
        assert!(delivery.next(worker).is_none());
    }
}
