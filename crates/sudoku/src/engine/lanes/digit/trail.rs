//! Reports the steps of a search to an observer.
//!
//! A sweep works on all cells at once. The steps reported are the cells decided when the sweeps of a node end.

use super::super::layout::{BOX, PLACE};
use super::super::row::{Row, lane};
use super::State;
use crate::engine::observer::StepObserver;
use crate::engine::step::{Step, Why};

/// The digits reported to the observer.
pub(super) struct Trail {
    known: [u8; 81],
    /// The cells reported, in order, and whether their digit was a guess.
    reported: Vec<(usize, bool)>,
}

impl Trail {
    pub(super) fn new(givens: &[u8; 81]) -> Self {
        Self { known: *givens, reported: Vec::new() }
    }

    /// Reports the cells that were decided since the last report.
    pub(super) fn follow<R: Row, W: StepObserver>(&mut self, state: &State<R>, watcher: &mut W) {
        for (cell, digit) in self.news(state) {
            watcher.step(|| Step::Placed { cell, digit, why: Why::Swept });
            self.reported.push((cell, false));
        }
    }

    /// Reports the cell decided by a guess.
    pub(super) fn fork<R: Row, W: StepObserver>(&mut self, state: &State<R>, watcher: &mut W) {
        for (cell, digit) in self.news(state) {
            watcher.step(|| Step::Tried { cell, digit, fork: true });
            self.reported.push((cell, true));
        }
    }

    /// Reports that the last guess is taken back, and forgets the digits that followed from it.
    pub(super) fn take_back<W: StepObserver>(&mut self, watcher: &mut W) {
        while let Some((cell, tried)) = self.reported.pop() {
            let digit = std::mem::take(&mut self.known[cell]);
            if tried {
                watcher.step(|| Step::TakenBack { cell, digit });
                return;
            }
        }
    }

    /// The cells that have one candidate and were not reported before, with their digits. Marks them as
    /// reported.
    fn news<R: Row>(&mut self, state: &State<R>) -> Vec<(usize, u8)> {
        let words = state.rows.map(Row::words);
        let mut news = Vec::new();
        for cell in (0..81).filter(|&cell| self.known[cell] == 0) {
            let (place, bit) = (PLACE[cell] as usize, BOX[cell]);
            let stands = |&digit: &usize| words[place / 3][lane(place % 3, digit)] >> bit & 1 == 1;
            let mut digits = (0..9).filter(stands);
            if let (Some(digit), None) = (digits.next(), digits.next()) {
                news.push((cell, digit as u8 + 1));
            }
        }
        for &(cell, digit) in &news {
            self.known[cell] = digit;
        }
        news
    }
}
