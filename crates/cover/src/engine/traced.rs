//! The walk whose steps become a certificate: depth first, along the order of a plan, or by fewest options first.
//!
//! A checker only branches, so sub-problems that are met again are stored, and the later ones refer to them. Items that leave a single
//! alternative are branched on first, before anything is stored or renamed. A sub-problem that is new refers to an isomorphic one, with the
//! renaming: everywhere, or where the plan folds a layer. The number of solutions, and which layers are folded, is known from a count, which comes first.
//!
//! Sub-problems and forms are known by fingerprints of 128 bits. Two that differ and have the same one would lead to a certificate that
//! checkers refuse, never to a wrong count.

mod known;

use num_bigint::BigUint;

use self::known::{KnownSubproblems, Name, Print};
use super::frontier::{self, Planned};
use super::iso::Setup;
use super::iso::form::FormBuilder;
use super::iso::state::{Alternatives, States};
use super::model::{Model, bits, size};
use crate::problem::Problem;
use crate::search::{Budget, Counter, Outcome, Position, Probe, Unsupported};

/// States of up to this many options are searched without forms, because a renaming would take about as many numbers as the
/// search takes steps. In tests, whose problems are small, they are fewer.
const SMALL: usize = if cfg!(any(test, fuzzing)) { 4 } else { 24 };
/// A sub-problem whose certificate has up to this many numbers is not stored, because a reference has two, of which one is large.
const SHORT: u64 = 2;

/// How a walk ended, the number of solutions, and the probe that was shown its steps.
type Traced<P> = (Outcome, BigUint, P);

/// Counts solutions along the layers of [`Frontier`](super::Frontier), and shows every step to a probe. What is known of sub-problems
/// takes up to about `room` bytes; when these are taken, equal ones are forgotten. Returns also whether the steps may rename.
///
/// # Errors
/// Too many items are at the front.
pub(crate) fn layered<P: Probe>(
    problem: &Problem,
    budget: &Budget,
    room: usize,
    probe: P,
) -> Result<(Traced<P>, bool), Unsupported> {
    let model = &Model::new(problem);
    let Planned { order, counted } = frontier::planned(model, budget, room)?;
    let Some((solutions, folds)) = counted else {
        return Ok(((Outcome::BudgetSpent, BigUint::ZERO, probe), false));
    };
    Ok((
        walked(model, Along { order: &order, folds: Some(&folds) }, room, solutions, probe),
        folds.contains(&true),
    ))
}

/// Counts solutions, and shows every step to a probe, as [`layered`] does, but branches on an item with the fewest alternatives, and
/// any sub-problem may be renamed.
pub(crate) fn renamed<P: Probe>(
    problem: &Problem,
    budget: &Budget,
    room: usize,
    probe: P,
) -> Traced<P> {
    let model = &Model::new(problem);
    let limits = Budget { tests: None, ..budget.clone() };
    let mut counter = Counter::new(&limits);
    // The memo of the count goes before the walk takes its own room.
    let counted = Setup::new(model, room).count(model, &mut counter, &limits, 1, None);
    match counted {
        Some(solutions) => walked(model, Along { order: &[], folds: None }, room, solutions, probe),
        None => (Outcome::BudgetSpent, BigUint::ZERO, probe),
    }
}

fn walked<P: Probe>(
    model: &Model,
    along: Along<'_>,
    room: usize,
    solutions: BigUint,
    mut probe: P,
) -> Traced<P> {
    let mut walk = Walk {
        model,
        along,
        states: States::new(model),
        frames: Vec::new(),
        known: KnownSubproblems::new(room),
        forms: FormBuilder::new(model),
        stored: 0,
        length: 0,
        probe: &mut probe,
    };
    match walk.run() {
        Some(()) => (Outcome::Exhausted, solutions, probe),
        None => (Outcome::BudgetSpent, BigUint::ZERO, probe),
    }
}

/// Where a walk branches.
#[derive(Clone, Copy)]
struct Along<'w> {
    /// The items to branch on; after them come those with the fewest alternatives.
    order: &'w [usize],
    /// By item of the order, whether the sub-problems before it may be renamed; `None` if all may.
    folds: Option<&'w [bool]>,
}

/// A state whose branches are being walked.
struct Frame {
    item: usize,
    /// Number of items of the order that the branches have passed.
    place: usize,
    /// Whether a layer that is folded was passed since the last state that could have a form.
    is_due: bool,
    /// Whether there is a single branch.
    is_forced: bool,
    /// Number of branches with an option that are left, and whether one without any option of the item is to follow.
    left: Alternatives,
    /// Number of all branches.
    branches: u32,
    /// The length of the certificate before this state.
    begun: u64,
    /// What the state will be known by, if it may be stored.
    name: Option<Name>,
}

impl Frame {
    /// The number of branches left behind, without the one under way, and of all.
    fn searched(&self) -> (usize, usize) {
        let searched = (self.branches - self.left.count()).saturating_sub(1);
        (searched as usize, self.branches as usize)
    }
}

struct Walk<'w, P> {
    model: &'w Model,
    along: Along<'w>,
    states: States,
    frames: Vec<Frame>,
    known: KnownSubproblems,
    forms: FormBuilder,
    /// Number of sub-problems stored.
    stored: u32,
    /// Number of numbers in the certificate so far, without those that say what is stored.
    length: u64,
    probe: &'w mut P,
}

impl<P: Probe> Walk<'_, P> {
    /// Walks from the state at level 0; `None` if the budget does not allow it.
    fn run(&mut self) -> Option<()> {
        self.enter(0, false, false)?;
        while let Some(&Frame { place, is_due, is_forced, .. }) = self.frames.last() {
            if self.descend() {
                self.enter(place, is_due, is_forced)?;
            } else {
                self.leave();
            }
        }
        Some(())
    }

    /// Enters the state at the current level, after a number of items of the order. `was_forced` if it is the only branch of another one.
    fn enter(&mut self, mut place: usize, mut is_due: bool, was_forced: bool) -> Option<()> {
        let level = self.frames.len();
        let (model, Along { order, folds }, states) = (self.model, self.along, &self.states);
        let (options, open) = (states.options(level), states.open(level));
        let is_once = |item: usize| model.several_place(item).is_none();
        if options.iter().all(|&word| word == 0) && !bits(open).any(is_once) {
            return Some(());
        }
        let at = || Position {
            memo: Some((self.length, self.stored as usize)),
            ..Position::new(self.frames.iter().map(Frame::searched), 0u32)
        };
        if !self.probe.enter_at(at) {
            return None;
        }
        is_due |= folds.is_none();
        while let Some(&item) = order.get(place) {
            is_due |= folds.is_some_and(|folds| folds[place]);
            if open[item / 64] >> (item % 64) & 1 == 1 {
                break;
            }
            place += 1;
        }
        let forced = states.forced(model, level);
        let fewest = || bits(open).min_by_key(|&item| states.branches(model, level, item).count());
        let item = forced.or(order.get(place).copied()).or_else(fewest);
        let item = item.expect("options are left, which open items hold");
        let left = states.branches(model, level, item);
        let (begun, branches) = (self.length, left.count());
        let is_forced = branches == 1;
        // Of states that follow from each other by what is forced, the first is known, and the last.
        let name = if forced.is_none() || is_forced && !was_forced {
            let has_form = is_due && forced.is_none();
            let Some(name) = self.name(level, has_form) else { return Some(()) };
            is_due &= forced.is_some();
            Some(name)
        } else {
            None
        };
        self.probe.branches(item, name.is_some());
        self.length += 1;
        let place = place + usize::from(order.get(place) == Some(&item));
        self.frames.push(Frame { item, place, is_due, is_forced, left, branches, begun, name });
        Some(())
    }

    /// What the state at a level will be known by; `None` if it is known, which the probe is shown.
    fn name(&mut self, level: usize, has_form: bool) -> Option<Name> {
        let Self { model, states, known, forms, probe, .. } = self;
        let (options, open) = (states.options(level), states.open(level));
        let state = Print::of(states.whole(level));
        if let Some(number) = known.number(state) {
            probe.occurs_again(number as usize);
            self.length += 2;
            return None;
        }
        if !has_form
            || size(options) <= SMALL
            || !forms.make(model, options, open, states.times(level))
        {
            return Some(Name { state, form: None });
        }
        let (form, own) = (Print::of(&forms.form[..]), forms.options(options));
        if let Some(class) = known.class(form) {
            occurs_as(class.number as usize, &class.options, &own, *probe);
            self.length += own.len() as u64;
            return None;
        }
        Some(Name { state, form: Some((form, own.into_boxed_slice())) })
    }

    /// Makes the next level the next branch of the last frame; `false` if there is none.
    fn descend(&mut self) -> bool {
        let level = self.frames.len() - 1;
        let Self { model, states, .. } = self;
        let Frame { item, left, .. } = &mut self.frames[level];
        if left.options > 0 {
            left.options -= 1;
            let option = model.first(*item, states.options(level));
            let option = option.expect("there are at least as many options as branches");
            states.choose(model, level, option);
            // The branches after this one are without this option.
            states.leave(level, option);
            return true;
        }
        let closes = std::mem::take(&mut left.closes);
        if closes {
            states.close(model, level, *item);
        }
        closes
    }

    /// Leaves the last frame, and stores its state if that may shorten the certificate.
    fn leave(&mut self) {
        let Some(Frame { name: Some(name), begun, .. }) = self.frames.pop() else { return };
        let is_stored = self.length - begun > SHORT;
        self.probe.ended(is_stored);
        if is_stored {
            self.known.add(name, self.stored);
            self.stored += 1;
        }
    }
}

/// Shows a probe that a state is the one stored at a place, maybe but for names. The options of both are in the order of their form.
fn occurs_as(place: usize, stored: &[u16], own: &[u16], probe: &mut impl Probe) {
    if own == stored {
        return probe.occurs_again(place);
    }
    let pairs =
        own.iter().zip(stored).map(|(&own, &other)| u32::from(own) << 16 | u32::from(other));
    let mut pairs: Vec<u32> = pairs.collect();
    pairs.sort_unstable();
    probe.occurs_renamed(place, pairs.into_iter().map(|pair| pair as u16));
}
