//! The position of a search under way, and the token through which another thread asks for it.
//!
//! A search looks at its token when it enters a node, to see whether it was cancelled. The same look shows whether
//! its position was asked for, so that reports of progress cost a search nothing between two questions.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use num_bigint::BigUint;

/// How far a search has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// Share of the search tree that the search has left behind, from 0 to 1. The root has the weight 1, and the
    /// weight of a node is divided evenly among its children.
    pub share: f64,
    /// Number of solutions so far.
    pub solutions: BigUint,
    /// Of a count with a memo: its number of branching nodes so far, and of sub-problems in the memo.
    pub memo: Option<(u64, usize)>,
    /// Of a count along a frontier: the number of layers before the current one, of all layers, and of states in the current one.
    pub layer: Option<(usize, usize, usize)>,
}

impl Position {
    /// The position at a node. For each level above the node, outermost first: the number of children that
    /// were searched, and of all children.
    pub(crate) fn new(
        levels: impl IntoIterator<Item = (usize, usize)>,
        solutions: impl Into<BigUint>,
    ) -> Self {
        let (mut share, mut weight) = (0.0, 1.0);
        for (searched, all) in levels {
            weight /= all.max(1) as f64;
            share += weight * searched as f64;
        }
        Self { share: share.min(1.0), solutions: solutions.into(), memo: None, layer: None }
    }
}

/// States of a token.
pub(super) const GO_ON: u8 = 0;
const ASKED: u8 = 1;
pub(super) const CANCELLED: u8 = 2;

/// Ends searches from a signal handler, a timer or another thread, and asks a search how far it is. Clones share
/// one state.
///
/// ```
/// use quadrille_cover::{Budget, CancelToken, Counters, Outcome, Solver, engine::Dlx, family};
/// use std::{thread, time::Duration};
///
/// // A search that would take hours is cancelled after 10 ms.
/// let problem = family::build("dominoes:12x12")?;
/// let cancel = CancelToken::new();
/// let budget = Budget { cancel: Some(cancel.clone()), ..Budget::default() };
/// let clock = thread::spawn(move || {
///     thread::sleep(Duration::from_millis(10));
///     cancel.cancel();
///     cancel.is_cancelled()
/// });
/// let tally = Dlx.tally(&problem, &budget, Counters::Off)?;
/// assert_eq!(tally.search.outcome, Outcome::BudgetSpent);
/// assert!(clock.join().expect("it only sleeps"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    state: AtomicU8,
    position: Mutex<Option<Position>>,
}

impl CancelToken {
    /// A token that is not cancelled.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends every search that holds a clone of this token.
    pub fn cancel(&self) {
        self.0.state.store(CANCELLED, Ordering::Relaxed);
    }

    /// Whether the token was cancelled.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.0.state.load(Ordering::Relaxed) == CANCELLED
    }

    /// Asks the search that holds a clone of this token for its position, which
    /// [`take_position`](Self::take_position) returns when the search has entered its next node.
    ///
    /// ```
    /// use quadrille_cover::{Budget, CancelToken, Counters, Solver, engine::Dlx, family};
    ///
    /// let token = CancelToken::new();
    /// let budget = Budget { cancel: Some(token.clone()), ..Budget::default() };
    /// token.ask_position();
    /// Dlx.tally(&family::build("queens:6")?, &budget, Counters::Off)?;
    /// // The search answered at its root.
    /// assert_eq!(token.take_position().map(|position| position.share), Some(0.0));
    /// assert_eq!(token.take_position(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ask_position(&self) {
        self.change(GO_ON, ASKED);
    }

    /// Takes the position that the search gave last; `None` if it gave none since the last call.
    pub fn take_position(&self) -> Option<Position> {
        self.0.position.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Whether a search may go on; if it was asked for its position, gives it first.
    #[inline]
    pub(crate) fn goes_on(&self, position: impl FnOnce() -> Position) -> bool {
        self.0.state.load(Ordering::Relaxed) == GO_ON || self.answer(position)
    }

    pub(super) fn state(&self) -> &AtomicU8 {
        &self.0.state
    }

    #[cold]
    #[inline(never)]
    pub(super) fn answer(&self, position: impl FnOnce() -> Position) -> bool {
        if self.is_cancelled() {
            return false;
        }
        *self.0.position.lock().unwrap_or_else(PoisonError::into_inner) = Some(position());
        self.change(ASKED, GO_ON);
        !self.is_cancelled()
    }

    /// Changes the state, unless the token was cancelled in the meantime.
    fn change(&self, from: u8, to: u8) {
        _ = self.0.state.compare_exchange(from, to, Ordering::Relaxed, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_is_that_of_the_children_searched() {
        let share = |levels: &[(usize, usize)]| Position::new(levels.to_vec(), 0u32).share;
        assert!(share(&[]).abs() < 1e-12);
        assert!((share(&[(1, 2), (1, 2), (0, 3)]) - 0.75).abs() < 1e-12);
        assert!((share(&[(2, 3), (4, 4)]) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_question_never_takes_back_a_cancellation() {
        let token = CancelToken::new();
        token.cancel();
        token.ask_position();
        assert!(token.is_cancelled() && !token.goes_on(|| unreachable!("nobody may go on")));
        let token = CancelToken::new();
        token.ask_position();
        assert!(!token.is_cancelled());
        assert!(!token.goes_on(|| {
            token.cancel();
            Position::new([], 7u32)
        }));
        assert!(token.is_cancelled());
        assert_eq!(token.take_position().map(|position| position.solutions), Some(7u32.into()));
    }
}
