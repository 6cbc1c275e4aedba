//! Parts up to symmetry: of partial solutions that symmetries take to each other, one is searched for all.
//!
//! Symmetries permute the items. Items that they take to each other are an *orbit*. The partial solutions that cover an orbit with options
//! that each hold an item of it are permuted, too, in whatever order they are found. Those in one class have equally many
//! solutions, so that one of them is searched, and its number is taken as often as the class has members.
//!
//! To branch on the items of an orbit first may make the tree larger, and there are fewer classes than partial solutions by at most the
//! number of symmetries. So the tree of each orbit is estimated by random descents, and the smallest is taken, if it is much smaller than
//! that of the search without symmetries.

use super::super::board::{Board, Move, Spot};
use crate::problem::{ItemId, OptionId, Problem};
use crate::random::Stream;
use crate::search::{Budget, CancelToken};
use crate::symmetry::Symmetries;

/// Number of random descents for an estimate of a tree: from its root, or together from all classes, each at least once.
const DESCENTS: usize = 256;
/// Upper bound on the steps for the estimate of the search without symmetries.
const FIRST_EFFORT: u64 = 10_000_000;
/// Upper bound on the steps for all orbits, as a share of the steps of the search; one orbit may take half of what is left.
const EFFORT: f64 = if TRIES_ALL { 1e9 } else { 0.004 };
/// Upper bound on these steps, which take about a second.
const MOST_EFFORT: f64 = 200_000_000.0;
/// The steps with symmetries that make them worth while, as a share of those without.
const WORTH: f64 = if TRIES_ALL { 1e9 } else { 0.7 };
/// Tests take symmetries in problems of any size, whether they pay or not.
const TRIES_ALL: bool = cfg!(any(test, fuzzing));
/// Bytes for the partial solutions of an orbit.
const ROOM: usize = 1 << 26;

/// A class of partial solutions.
#[derive(Clone, Debug)]
pub(super) struct Class {
    /// The options of one of them, each with the item for which it was chosen.
    pub(super) chosen: Vec<(ItemId, OptionId)>,
    /// The number of them.
    pub(super) size: u64,
    /// Estimated number of steps below one of them.
    pub(super) estimate: f64,
}

/// The classes of the orbit with the smallest tree; `None` if none makes the search of the problem much shorter, or if that takes less than `least` steps.
pub(super) fn of_best_orbit(problem: &Problem, least: f64, budget: &Budget) -> Option<Vec<Class>> {
    if problem.has_preferences() || problem.has_multiplicities() {
        return None;
    }
    let mut orbits = Orbits {
        board: Board::new(problem),
        stream: Stream::new(0, 1),
        until: 0,
        room: budget.memory.map_or(ROOM, |bytes| bytes / 8),
        cancel: budget.cancel.clone().unwrap_or_default(),
    };
    orbits.until = orbits.board.steps + FIRST_EFFORT;
    let steps = orbits.mean(DESCENTS);
    if steps < least && !TRIES_ALL {
        return None;
    }
    let symmetries = Symmetries::new(problem, budget).ok()?;
    let mut left = (EFFORT * steps).min(MOST_EFFORT);
    let mut best = (WORTH * steps, None);
    for orbit in symmetries.orbits_of_items() {
        let before = orbits.board.steps;
        orbits.until = before + (left / 2.0) as u64;
        if let Some(classes) = orbits.classes(&symmetries, &orbit, budget) {
            let steps = classes.iter().map(|class| class.estimate).sum();
            if steps < best.0 {
                best = (steps, Some(classes));
            }
        }
        left -= (orbits.board.steps - before) as f64;
    }
    best.1.filter(|_| !orbits.cancel.is_cancelled())
}

/// The search for the best orbit.
struct Orbits<'p> {
    board: Board<'p>,
    stream: Stream,
    /// The number of steps at which an orbit is given up.
    until: u64,
    room: usize,
    cancel: CancelToken,
}

impl Orbits<'_> {
    /// The classes of the partial solutions that cover an orbit; `None` if it is given up.
    fn classes(
        &mut self,
        symmetries: &Symmetries<'_>,
        orbit: &[ItemId],
        budget: &Budget,
    ) -> Option<Vec<Class>> {
        let mut found = Vec::new();
        if !self.cover(orbit, &mut Vec::new(), &mut found) {
            return None;
        }
        let options: Vec<Vec<OptionId>> =
            found.iter().map(|chosen| chosen.iter().map(|&(_, option)| option).collect()).collect();
        let sizes = symmetries.sizes_of_classes(&options, budget).ok()?;
        let one_of_each = found.into_iter().zip(sizes).filter(|(_, size)| *size > 0);
        let mut classes: Vec<Class> = one_of_each
            .map(|(chosen, size)| Class { chosen, size: size.into(), estimate: 0.0 })
            .collect();
        let each = DESCENTS.div_ceil(classes.len().max(1));
        for class in &mut classes {
            let moves: Vec<Move> =
                class.chosen.iter().map(|&(_, option)| Move::Take(option)).collect();
            self.board.stand_at(&moves);
            class.estimate = self.mean(each);
        }
        self.board.stand_at(&[]);
        (self.board.steps < self.until).then_some(classes)
    }

    /// Adds the partial solutions that cover the items and leave a way to cover each other item. Returns false if there are too many.
    fn cover(
        &mut self,
        items: &[ItemId],
        chosen: &mut Vec<(ItemId, OptionId)>,
        found: &mut Vec<Vec<(ItemId, OptionId)>>,
    ) -> bool {
        if self.board.spot() == Spot::DeadEnd {
            return true;
        }
        let Some(item) = self.board.narrowest(items) else {
            found.push(chosen.clone());
            let each = chosen.len() * size_of::<(ItemId, OptionId)>() + size_of::<Vec<OptionId>>();
            return found.len() * 2 * each <= self.room;
        };
        for option in self.board.options_of(item) {
            self.board.make(Move::Take(option));
            chosen.push((item, option));
            let goes_on = self.board.steps < self.until
                && !self.cancel.is_cancelled()
                && self.cover(items, chosen, found);
            chosen.pop();
            self.board.take_back();
            if !goes_on {
                return false;
            }
        }
        true
    }

    /// The mean of several estimates of the steps below the current node.
    fn mean(&mut self, descents: usize) -> f64 {
        let sum: f64 = (0..descents).map(|_| self.board.probe(&mut self.stream, self.until)).sum();
        sum / descents as f64
    }
}
