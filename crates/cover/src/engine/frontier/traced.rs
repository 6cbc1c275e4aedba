//! The walk whose steps become a certificate: depth first, along the order of the plan.
//!
//! A checker only branches, so the states of a layer become sub-problems that are stored: a state whose key is known refers to the one
//! that was walked. In a layer that is folded, a state with another key refers to an isomorphic one, with the renaming. Which layers are
//! folded, and the number of solutions, is known from a count, which comes first.
//!
//! Keys say nothing of an item with bounds that has no option left, but the sub-problems of a certificate say how often it may still be
//! covered. So the walk branches on such an item at once, and in the only branch the item may not be covered any more.

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use num_bigint::BigUint;

use super::super::iso::form::FormBuilder;
use super::super::iso::state::States;
use super::super::iso::traced::{SMALL, occurs_as};
use super::super::model::{Model, bits, size};
use super::count::Count;
use super::key::Key;
use super::merge::Limits;
use super::plan::{Bits, Place, Plan, largest_values};
use super::{NAME, TOO_WIDE, narrowest};
use crate::problem::Problem;
use crate::search::{Budget, Outcome, Probe, Silent, Unsupported};

/// Counts solutions, and shows every step to a probe. Keys and classes take up to about `room` bytes; when these are taken, the keys are
/// forgotten. Returns also whether the steps may rename.
///
/// # Errors
/// Too many items are at the front.
pub(crate) fn traced<P: Probe>(
    problem: &Problem,
    budget: &Budget,
    room: usize,
    probe: P,
) -> Result<((Outcome, BigUint, P), bool), Unsupported> {
    let model = &Model::new(problem);
    let order = &narrowest(model).1;
    let plan = &Plan::new(model, order);
    if plan.width <= u64::MOST_BITS {
        Ok(by_keys::<u64, P>(model, (order, plan), budget, room, probe))
    } else if plan.width <= u128::MOST_BITS {
        Ok(by_keys::<u128, P>(model, (order, plan), budget, room, probe))
    } else {
        Err(Unsupported { engine: NAME, what: TOO_WIDE })
    }
}

fn by_keys<K: Key, P: Probe>(
    model: &Model,
    (order, plan): (&[usize], &Plan),
    budget: &Budget,
    room: usize,
    mut probe: P,
) -> ((Outcome, BigUint, P), bool) {
    let stop = &budget.cancel.clone().unwrap_or_default();
    let limits = Limits { room, jobs: 1, stop };
    let planned = Count::<K>::planned(model, plan, limits, &mut Silent::new(budget));
    let Ok((solutions, folds)) = planned else {
        return ((Outcome::BudgetSpent, BigUint::ZERO, probe), false);
    };
    let mut walk = Walk::<K, P> {
        model,
        order,
        plan,
        folds: &folds,
        states: States::new(model),
        largest: largest_values(model),
        values: vec![0; model.items],
        frames: Vec::new(),
        undo: Vec::new(),
        known: Known { keys: vec![HashMap::default(); order.len()], wholes: HashMap::default() },
        classes: HashMap::default(),
        forms: FormBuilder::new(model),
        stored: 0,
        of_classes: 0,
        of_known: 0,
        room,
        probe: &mut probe,
    };
    let (outcome, solutions) = match walk.run() {
        Some(()) => (Outcome::Exhausted, solutions),
        None => (Outcome::BudgetSpent, BigUint::ZERO),
    };
    ((outcome, solutions, probe), folds.contains(&true))
}

/// A state whose branches are being walked.
struct Frame<K> {
    item: usize,
    /// Number of items of the order that the branches have passed.
    place: usize,
    /// Whether a layer that is folded was passed since a state was looked up: states with one branch are not.
    is_due: bool,
    /// Number of branches with an option that are left, and whether one without any option of the item is to follow.
    branches: u32,
    closes: bool,
    /// Number of values to be restored that were changed above this state.
    changed: usize,
    /// What the state will be known by, if its branches are more than one.
    name: Option<Name<K>>,
}

/// What a state is known by, after a number of items of the order.
struct Name<K> {
    place: usize,
    key: Result<K, Box<[u64]>>,
    form: Option<Form>,
}

/// The form of a state, and its options in the order of the form.
struct Form {
    bytes: Box<[u8]>,
    options: Box<[u16]>,
}

/// The numbers of stored sub-problems.
struct Known<K> {
    /// By number of items passed, and by key.
    keys: Vec<HashMap<K, u32, FixedState>>,
    /// Where only items with bounds are still to be covered: by the whole state, because the walk leaves the order of the plan.
    wholes: HashMap<Box<[u64]>, u32, FixedState>,
}

/// A class of isomorphic states: the number of the stored one, and its options in the order of the form.
struct Class {
    number: u32,
    options: Box<[u16]>,
}

struct Walk<'w, K, P> {
    model: &'w Model,
    order: &'w [usize],
    plan: &'w Plan,
    folds: &'w [bool],
    states: States,
    /// By item, the largest value that keys have for it, and its value now.
    largest: Vec<u32>,
    values: Vec<u32>,
    frames: Vec<Frame<K>>,
    /// Items whose values were changed by the options chosen, with the values before.
    undo: Vec<(u16, u32)>,
    known: Known<K>,
    /// By form.
    classes: HashMap<Box<[u8]>, Class, FixedState>,
    forms: FormBuilder,
    /// Number of sub-problems stored.
    stored: u32,
    /// Bytes taken by classes and by what is known, and their upper bound.
    of_classes: usize,
    of_known: usize,
    room: usize,
    probe: &'w mut P,
}

impl<K: Key, P: Probe> Walk<'_, K, P> {
    /// Walks from the state at level 0; `None` if the budget does not allow it.
    fn run(&mut self) -> Option<()> {
        self.enter(0, false)?;
        while let Some(&Frame { changed, place, is_due, .. }) = self.frames.last() {
            while self.undo.len() > changed {
                let (item, value) = self.undo.pop()?;
                self.values[usize::from(item)] = value;
            }
            if self.descend() {
                self.enter(place, is_due)?;
            } else {
                self.leave();
            }
        }
        Some(())
    }

    /// Enters the state at the current level, after a number of items of the order.
    fn enter(&mut self, mut place: usize, mut is_due: bool) -> Option<()> {
        let level = self.frames.len();
        let Self { model, order, states, .. } = self;
        let (options, open) = (states.options(level), states.open(level));
        let is_once = |&item: &usize| model.several_place(item).is_none();
        if size(options) == 0 && !bits(open).any(|item| is_once(&item)) {
            return Some(());
        }
        if !self.probe.enter() {
            return None;
        }
        let is_open = |item: usize| open[item / 64] >> (item % 64) & 1 == 1;
        while let Some(&item) = order.get(place) {
            is_due |= self.folds[place];
            if is_open(item) {
                break;
            }
            place += 1;
        }
        let least = |item| states.times_of_item(model, level, item).map_or(1, |times| times.least);
        // An item without enough options ends the branch, and one with bounds without options is closed.
        let ends = |&item: &usize| model.size(item, options) < least(item).max(1);
        let first = || bits(open).next().expect("options are left, which open items hold");
        let ended = bits(open).find(ends);
        let item = ended.or(order.get(place).copied()).unwrap_or_else(first);
        let least = least(item);
        let branches = (model.size(item, options) + 1).saturating_sub(least.max(1));
        let closes = least == 0;
        let next = place + usize::from(order.get(place) == Some(&item));
        let name = if branches + u32::from(closes) > 1 {
            let Some(name) = self.name(level, place, is_due) else { return Some(()) };
            is_due = false;
            Some(name)
        } else {
            None
        };
        self.probe.branches(item, name.is_some());
        let changed = self.undo.len();
        self.frames.push(Frame { item, place: next, is_due, branches, closes, changed, name });
        Some(())
    }

    /// What the state at a level will be known by; `None` if it is known, which the probe is shown.
    fn name(&mut self, level: usize, place: usize, is_due: bool) -> Option<Name<K>> {
        let (options, open) = (self.states.options(level), self.states.open(level));
        let key = if place < self.order.len() {
            Ok(self.key(place))
        } else {
            Err([options, open, self.states.times(level)].concat().into_boxed_slice())
        };
        let number = match &key {
            Ok(key) => self.known.keys[place].get(key),
            Err(whole) => self.known.wholes.get(whole),
        };
        if let Some(&number) = number {
            self.probe.occurs_again(number as usize);
            return None;
        }
        let is_folded = is_due && key.is_ok() && size(options) > SMALL;
        if !is_folded || !self.forms.make(self.model, options, open, self.states.times(level)) {
            return Some(Name { place, key, form: None });
        }
        let own = self.forms.options(options);
        if let Some(Class { number, options }) = self.classes.get(&self.forms.form[..]) {
            occurs_as(*number as usize, options, own, self.probe);
            return None;
        }
        let bytes = self.forms.form.clone().into_boxed_slice();
        Some(Name { place, key, form: Some(Form { bytes, options: own.into_boxed_slice() }) })
    }

    /// The key before a step of the state whose items have the values of now.
    fn key(&self, step: usize) -> K {
        let fields = self.plan.left[step].places.iter().map(|&Place { item, from, length }| {
            K::of(Bits { from, length, value: self.values[item].into() })
        });
        fields.fold(K::ZERO, K::or)
    }

    /// Makes the next level the next branch of the last frame; `false` if there is none.
    fn descend(&mut self) -> bool {
        let level = self.frames.len() - 1;
        let Self { model, states, .. } = self;
        let frame = &mut self.frames[level];
        if frame.branches > 0 {
            frame.branches -= 1;
            let option = model.first(frame.item, states.options(level));
            let option = option.expect("there are at least as many options as branches");
            states.choose(model, level, option);
            // The branches after this one are without this option.
            states.leave(level, option);
            for entry in model.entries(option) {
                let item = usize::from(entry.item);
                let value = &mut self.values[item];
                self.undo.push((entry.item, *value));
                *value = match (model.bounds(item), entry.colour) {
                    (Some(_), _) => *value + 1,
                    (None, 0) => self.largest[item],
                    (None, colour) => colour,
                };
            }
            return true;
        }
        let closes = std::mem::take(&mut frame.closes);
        if closes {
            states.close(model, level, frame.item);
        }
        closes
    }

    /// Leaves the last frame, and stores its state.
    fn leave(&mut self) {
        let Some(Frame { name: Some(name), .. }) = self.frames.pop() else { return };
        self.probe.ended(true);
        let number = self.stored;
        self.stored += 1;
        if let Some(Form { bytes: form, options }) = name.form {
            let bytes = form.len() + 2 * options.len() + size_of::<(Box<[u8]>, Class)>();
            if self.of_classes + bytes <= self.room / 2 {
                self.of_classes += bytes;
                self.classes.insert(form, Class { number, options });
            }
        }
        let whole = name.key.as_ref().err().map_or(0, |whole| 8 * whole.len());
        // A table is half empty after it has grown.
        let bytes = 2 * size_of::<(K, u32)>() + whole;
        if self.of_classes + self.of_known + bytes > self.room {
            self.known.keys.iter_mut().for_each(|keys| *keys = HashMap::default());
            self.known.wholes = HashMap::default();
            self.of_known = 0;
        }
        self.of_known += bytes;
        match name.key {
            Ok(key) => self.known.keys[name.place].insert(key, number),
            Err(whole) => self.known.wholes.insert(whole, number),
        };
    }
}
