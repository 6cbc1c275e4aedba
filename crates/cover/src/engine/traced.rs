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
use super::frontier::{self, Counted, Planned};
use super::iso::Setup;
use super::iso::form::FormBuilder;
use super::iso::state::{Alternatives, States};
use super::model::{Model, bits, size};
use super::{Frontier, Iso};
use crate::problem::Problem;
use crate::search::{Budget, Counter, Outcome, Position, Probe, Recalled, Solver, Unsupported};

/// Along layers, a state takes about this many bytes of a certificate, and its renaming a byte for each option left, or two for larger
/// numbers. Of 13 certificates that were looked at, 11 have from 0.8 to 2.2 times as many bytes, that of `pentominoes:3x20` a fifth, and
/// that of `one-factorisations:8` 3.6 times.
const BYTES_A_STATE: u64 = 2;
/// The least number that takes two bytes.
const TWO_BYTES: usize = 1 << 7;
/// States of up to this many options are searched without forms, because a renaming would take about as many numbers as the
/// search takes steps. In tests, whose problems are small, they are fewer.
const SMALL: usize = if cfg!(any(test, fuzzing)) { 4 } else { 24 };
/// A sub-problem whose certificate has up to this many numbers is not stored, because a reference has two, of which one is large.
const SHORT: u64 = 2;
/// One that begins with more branches than this is stored all the same, because a checker would take them all again.
const BROAD: u32 = 64;

/// What a walk follows, known from a count: where it branches, what may be renamed, and the number of solutions.
pub(crate) struct Plan {
    /// The items to branch on; after them come those with the fewest alternatives.
    order: Vec<usize>,
    /// By item of the order, whether the sub-problems before it may be renamed; `None` if all may.
    folds: Option<Vec<bool>>,
    pub(crate) solutions: BigUint,
    /// An estimate of the size of the certificate, if the count tells it.
    pub(crate) bytes: Option<u64>,
}

impl Plan {
    /// The plan of a walk along the layers of [`Frontier`](super::Frontier); `None` if the budget does not allow the count.
    ///
    /// # Errors
    /// Too many items are at the front.
    pub(crate) fn layered(
        problem: &Problem,
        budget: &Budget,
        room: usize,
    ) -> Result<Option<Self>, Unsupported> {
        let model = &Model::new(problem);
        let Planned { order, counted } = frontier::planned(model, budget, room)?;
        Ok(counted.map(|Counted { solutions, folds, states, renamed_options }| {
            let long = model.options().saturating_sub(TWO_BYTES) as u64 * renamed_options;
            let of_renamings = renamed_options + long / model.options().max(1) as u64;
            let bytes = Some(BYTES_A_STATE * states + of_renamings);
            Self { order, folds: Some(folds), solutions, bytes }
        }))
    }

    /// The plan of a walk that branches on an item with the fewest alternatives, and renames any sub-problem; `None` if the budget does not
    /// allow the count.
    pub(crate) fn renamed(problem: &Problem, budget: &Budget, room: usize) -> Option<Self> {
        let model = &Model::new(problem);
        let limits = Budget { tests: None, ..budget.clone() };
        let mut counter = Counter::new(&limits);
        let solutions = Setup::new(model, room).count(model, &mut counter, &limits, 1, None)?;
        Some(Self { order: Vec::new(), folds: None, solutions, bytes: None })
    }

    /// The engine whose search the walk follows.
    pub(crate) fn engine(&self) -> &'static str {
        if self.folds.is_some() { Frontier.name() } else { Iso.name() }
    }

    /// Whether a walk may rename sub-problems.
    pub(crate) fn renames(&self) -> bool {
        self.folds.as_ref().is_none_or(|folds| folds.contains(&true))
    }

    /// What [`of_bytes`](Self::of_bytes) reads, but for the number of solutions.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let folds = self.folds.iter().flatten().map(|&folds| u8::from(folds));
        std::iter::once(u8::from(self.folds.is_some())).chain(folds).collect()
    }

    /// A plan that was kept; `None` if it is not one of this problem.
    pub(crate) fn of_bytes(problem: &Problem, bytes: &[u8], solutions: BigUint) -> Option<Self> {
        let (&is_layered, folds) = bytes.split_first()?;
        if is_layered == 0 {
            return folds.is_empty().then_some(Self {
                order: Vec::new(),
                folds: None,
                solutions,
                bytes: None,
            });
        }
        let order = frontier::narrowest(&Model::new(problem)).1;
        let folds: Vec<bool> = folds.iter().map(|&byte| byte != 0).collect();
        (folds.len() >= order.len()).then_some(Self {
            order,
            folds: Some(folds),
            solutions,
            bytes: None,
        })
    }

    /// Walks, and shows every step to a probe, which may end it. What is known of sub-problems takes up to about `room` bytes;
    /// when these are taken, equal ones are forgotten.
    pub(crate) fn walk(
        &self,
        problem: &Problem,
        room: usize,
        probe: &mut impl Probe,
    ) -> (Outcome, BigUint) {
        let model = &Model::new(problem);
        let mut walk = Walk {
            model,
            plan: self,
            states: States::new(model),
            frames: Vec::new(),
            known: KnownSubproblems::new(room),
            forms: FormBuilder::new(model),
            stored: 0,
            length: 0,
            probe,
        };
        match walk.run() {
            Some(()) => (Outcome::Exhausted, self.solutions.clone()),
            None => (Outcome::BudgetSpent, BigUint::ZERO),
        }
    }
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
    plan: &'w Plan,
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
        let (model, Plan { order, folds, .. }, states) = (self.model, self.plan, &self.states);
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
            is_due |= folds.as_ref().is_some_and(|folds| folds[place]);
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
        let recalled = probe.recall();
        if let Recalled::Again { numbers } = recalled {
            self.length += numbers;
            return None;
        }
        let state = Print::of(states.whole(level));
        if let Some(number) = known.number(state).filter(|_| recalled == Recalled::Nothing) {
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
        if let Some(class) = known.class(form).filter(|_| recalled == Recalled::Nothing) {
            self.length += occurs_as(class.number as usize, &class.options, &own, *probe);
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
        let Some(Frame { name: Some(name), begun, branches, .. }) = self.frames.pop() else {
            return;
        };
        let is_stored = self.length - begun > SHORT || branches > BROAD;
        self.probe.ended(is_stored);
        if is_stored {
            self.known.add(name, self.stored);
            self.stored += 1;
        }
    }
}

/// Shows a probe that a state is the one stored at a place, maybe but for names. The options of both are in the order of their form.
/// Returns how many numbers say so.
fn occurs_as(place: usize, stored: &[u16], own: &[u16], probe: &mut impl Probe) -> u64 {
    if own == stored {
        probe.occurs_again(place);
        return 2;
    }
    let pairs =
        own.iter().zip(stored).map(|(&own, &other)| u32::from(own) << 16 | u32::from(other));
    let mut pairs: Vec<u32> = pairs.collect();
    pairs.sort_unstable();
    probe.occurs_renamed(place, pairs.into_iter().map(|pair| pair as u16));
    2 + own.len() as u64
}
