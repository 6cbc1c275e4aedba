//! Parts up to symmetry: of partial solutions that symmetries take to each other, one is searched for all.
//!
//! Symmetries permute the items. Items that they take to each other are an *orbit*. The partial solutions that cover an orbit with options
//! that each hold an item of it are permuted, too, in whatever order they are found. Those in one class have equally many
//! solutions, so that one of them is searched, and its number is taken as often as the class has members.
//!
//! To branch on the items of an orbit first may make the tree larger, and there are fewer classes than partial solutions by at most the
//! number of symmetries. So the tree of each orbit is estimated by random descents, and the smallest is taken, if it is much smaller than
//! that of the search without symmetries.

use std::sync::Arc;

use super::super::board::{Board, Move, Spot};
use crate::problem::{ItemId, OptionId, Problem};
use crate::random::Stream;
use crate::search::{Budget, CancelToken};
use crate::symmetry::Symmetries;

/// Number of random descents for an estimate of a tree: from its root, or together from all classes.
const DESCENTS: usize = 96;
/// Number of descents of which one must find a large tree before more are made, and the least number for an orbit.
const FIRST_DESCENTS: usize = 4;
const LEAST_DESCENTS: usize = 48;
/// The least number of symmetries: with two, little is won, and orbits that are hard to cover cost as much as with more.
const LEAST_ORDER: f64 = if TRIES_ALL { 2.0 } else { 3.0 };
/// Upper bound on the steps for the estimate of the search without symmetries.
const FIRST_EFFORT: u64 = 10_000_000;
/// Upper bound on the steps for all orbits, as a share of the steps of the search; one orbit may take three quarters of what is left.
const EFFORT: f64 = if TRIES_ALL { 1e9 } else { 0.005 };
/// Upper bound on these steps, which take some tenths of a second; the same if solutions are visited, of which the first is waited for.
const MOST_EFFORT: f64 = 60_000_000.0;
const MOST_TO_VISIT: f64 = 20_000_000.0;
/// The steps with symmetries that make them worth while, as a share of those without.
const WORTH: f64 = if TRIES_ALL { 1e9 } else { 0.7 };
/// An orbit is good enough, so that no other is tried, if it divides the steps by this share of the number of symmetries.
const ENOUGH: f64 = 0.6;
/// The first orbit is taken if its estimate is small enough with one standard error more; another instead of it, if its estimate with this
/// many more is at most this share of the other's, because random descents miss what is rare and large.
const SURE: f64 = 3.0;
const BETTER: f64 = 0.6;
/// Number of entries of a problem whose symmetries would take long to find.
const LARGE: usize = 1 << 17;
/// Bytes for the partial solutions of an orbit.
const ROOM: usize = 1 << 26;
/// Tests take symmetries in problems of any size, whether they pay or not.
const TRIES_ALL: bool = cfg!(any(test, fuzzing));

/// A class of partial solutions.
#[derive(Clone, Debug)]
pub(super) struct Class {
    /// The options of one of them, each with the item for which it was chosen.
    pub(super) chosen: Vec<(ItemId, OptionId)>,
    pub(super) members: Members,
    /// Estimated number of steps below one of them.
    pub(super) estimate: f64,
}

/// The partial solutions for which one is searched.
#[derive(Clone, Debug)]
pub(in super::super) struct Members {
    pub(in super::super) number: u64,
    /// If solutions are visited: for each partial solution, the images of all options by a symmetry that takes the one that is searched
    /// to it. The first changes nothing.
    pub(in super::super) images: Option<Arc<[Vec<OptionId>]>>,
}

impl Members {
    /// Those of a part that stands for itself alone.
    pub(super) const ONE: Self = Self { number: 1, images: None };

    /// Whether parts with these members can be one part.
    pub(super) fn are_like(&self, others: &Self) -> bool {
        let is_same = match (&self.images, &others.images) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        self.number == others.number && is_same
    }
}

impl Class {
    fn options(&self) -> Vec<OptionId> {
        self.chosen.iter().map(|&(_, option)| option).collect()
    }
}

/// The classes of the orbit with the smallest tree; `None` if none makes the search of the problem much shorter, or if that takes less than `least` steps.
pub(super) fn of_best_orbit(
    problem: &Problem,
    least: f64,
    visiting: bool,
    budget: &Budget,
) -> Option<Vec<Class>> {
    if problem.has_preferences() || problem.has_multiplicities() || problem.entries() > LARGE {
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
    let seems_large = (0..FIRST_DESCENTS).any(|_| orbits.mean(1) >= least / 4.0);
    if !seems_large && !TRIES_ALL {
        return None;
    }
    let symmetries = Symmetries::new(problem, budget).ok()?;
    let order = u32::try_from(symmetries.order()).map_or(f64::INFINITY, f64::from);
    if order < LEAST_ORDER {
        return None;
    }
    let steps = orbits.mean(DESCENTS);
    if steps < least && !TRIES_ALL {
        return None;
    }
    let mut left = (EFFORT * steps).min(if visiting { MOST_TO_VISIT } else { MOST_EFFORT });
    let mut best = (WORTH * steps, None);
    let mut all = symmetries.orbits_of_items();
    // Those that are cheap to try come first.
    all.sort_by_cached_key(|orbit| {
        let options = orbit.iter().map(|&item| orbits.board.options_of(item).len());
        (orbit.len(), options.sum::<usize>())
    });
    for orbit in all {
        let before = orbits.board.steps;
        #[expect(clippy::cast_sign_loss, reason = "steps are not negative")]
        let most = (0.75 * left.max(0.0)) as u64;
        orbits.until = before + most;
        if let Some((classes, error)) = orbits.classes(&symmetries, &orbit, budget) {
            let steps: f64 = classes.iter().map(|class| class.estimate).sum();
            let is_better = match &best.1 {
                Some(_) => steps + SURE * error < BETTER * best.0,
                None => steps + error < best.0,
            };
            if is_better || TRIES_ALL {
                best = (steps, Some(classes));
            }
        }
        left -= (orbits.board.steps - before) as f64;
        if best.1.is_some() {
            if best.0 <= steps / (ENOUGH * order) {
                break;
            }
            // Another orbit is not worth as much.
            left *= 0.25;
        }
    }
    let mut classes = best.1.filter(|_| !orbits.cancel.is_cancelled())?;
    if visiting {
        let images = classes.iter().map(|class| class.members.number).sum::<u64>() as usize;
        if images.saturating_mul(problem.options() * size_of::<OptionId>()) > orbits.room {
            return None;
        }
        for class in &mut classes {
            class.members.images = Some(symmetries.images_of(&class.options()).into());
        }
    }
    Some(classes)
}

struct Orbits<'p> {
    board: Board<'p>,
    stream: Stream,
    /// The number of steps at which an orbit is given up.
    until: u64,
    room: usize,
    cancel: CancelToken,
}

impl Orbits<'_> {
    /// The classes of the partial solutions that cover an orbit, and the standard error of the sum of their estimates; `None` if the orbit
    /// is given up.
    fn classes(
        &mut self,
        symmetries: &Symmetries<'_>,
        orbit: &[ItemId],
        budget: &Budget,
    ) -> Option<(Vec<Class>, f64)> {
        let mut found = Vec::new();
        if !self.cover(orbit, &mut Vec::new(), &mut found) {
            return None;
        }
        let options: Vec<Vec<OptionId>> =
            found.iter().map(|chosen| chosen.iter().map(|&(_, option)| option).collect()).collect();
        let sizes = symmetries.sizes_of_classes(&options, budget).ok()?;
        let one_of_each = found.into_iter().zip(sizes).filter(|(_, size)| *size > 0);
        let mut classes: Vec<Class> = one_of_each
            .map(|(chosen, size)| {
                let members = Members { number: size.into(), images: None };
                Class { chosen, members, estimate: 0.0 }
            })
            .collect();
        // Of many classes some are drawn.
        let step = classes.len().div_ceil(DESCENTS).max(1);
        let drawn = classes.len().div_ceil(step);
        let (mut descents, mut rounds) = (0, 0.0);
        let (mut sum, mut squares) = (0.0, 0.0);
        while descents < LEAST_DESCENTS || descents < DESCENTS && self.board.steps < self.until {
            for class in classes.iter_mut().step_by(step) {
                let moves: Vec<Move> = class.options().into_iter().map(Move::Take).collect();
                self.board.stand_at(&moves);
                let steps = self.board.probe(&mut self.stream, u64::MAX);
                class.estimate += steps;
                sum += steps;
                squares += steps * steps;
            }
            descents += drawn.max(1);
            rounds += 1.0;
        }
        self.board.stand_at(&[]);
        for (place, class) in classes.iter_mut().enumerate() {
            let is_drawn = place.is_multiple_of(step);
            class.estimate = if is_drawn { class.estimate / rounds } else { sum / descents as f64 };
        }
        // As if all classes had the variance of all descents together, which is too large rather than too small.
        let error = squares.sqrt() / rounds * step as f64;
        Some((classes, error))
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
