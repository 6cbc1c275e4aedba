//! Telling of a search step by step.
//!
//! A sweep works on all cells at once; what is told is which cells were decided when it ended.

use super::digit::State;
use super::layout::{BOX, PLACE};
use super::row::{Row, lane};
use crate::engine::watch::{Step, Watcher, Why};

/// The digits that the one who is told knows of.
pub(super) struct Trail {
    known: [u8; 81],
    /// The cells told, in order, and whether the digit was tried.
    told: Vec<(usize, bool)>,
}

impl Trail {
    pub(super) fn new(givens: &[u8; 81]) -> Self {
        Self { known: *givens, told: Vec::new() }
    }

    /// Tells of the cells that were decided since.
    pub(super) fn follow<R: Row, W: Watcher>(&mut self, state: &State<R>, watcher: &mut W) {
        for (cell, digit) in self.news(state) {
            watcher.step(|| Step::Placed { cell, digit, why: Why::Swept });
            self.told.push((cell, false));
        }
    }

    /// Tells of the one cell that was decided since by trying a digit.
    pub(super) fn fork<R: Row, W: Watcher>(&mut self, state: &State<R>, watcher: &mut W) {
        for (cell, digit) in self.news(state) {
            watcher.step(|| Step::Tried { cell, digit, fork: true });
            self.told.push((cell, true));
        }
    }

    /// Tells that the last digit tried is taken back with all that came after.
    pub(super) fn take_back<W: Watcher>(&mut self, watcher: &mut W) {
        while let Some((cell, tried)) = self.told.pop() {
            let digit = std::mem::take(&mut self.known[cell]);
            if tried {
                watcher.step(|| Step::TakenBack { cell, digit });
                return;
            }
        }
    }

    /// The cells that have one candidate and were not known, with their digits, now known.
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
