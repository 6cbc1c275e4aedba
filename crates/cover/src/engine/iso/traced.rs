//! The search whose steps become a certificate: of sub-problems that are the same but for names, one is searched.
//!
//! A checker only branches. So states are neither propagated nor taken apart, as they are in [`search`](super::search), and
//! what is renamed is the whole state: its options and the items to be covered.

use std::collections::HashMap;

use num_bigint::BigUint;

use super::super::model::{Model, bits, size};
use super::form::FormBuilder;
use super::order::Rule;
use super::state::States;
use crate::problem::Problem;
use crate::search::{Outcome, Probe};

/// States of up to this many options are searched without forms, because a renaming would take about as many numbers as the
/// search takes steps. In tests, whose problems are small, they are fewer.
pub(in super::super) const SMALL: usize = if cfg!(any(test, fuzzing)) { 4 } else { 24 };

/// Counts solutions, and shows every step to a probe. Classes take up to about `bytes` bytes; beyond it no more are stored.
pub(crate) fn traced<P: Probe>(
    problem: &Problem,
    bytes: usize,
    mut probe: P,
) -> (Outcome, BigUint, P) {
    let model = &Model::new(problem);
    let mut rules = Rule::all(model);
    let mut search = Traced {
        model,
        rule: rules.swap_remove(Rule::FEWEST),
        states: States::new(model),
        sizes: vec![0; model.primary],
        forms: FormBuilder::new(model),
        classes: HashMap::new(),
        room: bytes,
        probe: &mut probe,
    };
    match search.count(0) {
        Some(count) => (Outcome::Exhausted, count, probe),
        None => (Outcome::BudgetSpent, BigUint::ZERO, probe),
    }
}

/// A class of states, by the one of them that was searched.
struct Class {
    place: usize,
    count: BigUint,
    /// Its options, in the order of the form.
    options: Box<[u16]>,
}

/// Shows a probe that a state is the one stored at a place, maybe but for names. The options of both are in the order of their form.
pub(in super::super) fn occurs_as(
    place: usize,
    stored: &[u16],
    own: &[u16],
    probe: &mut impl Probe,
) {
    if own == stored {
        return probe.occurs_again(place);
    }
    let pairs =
        own.iter().zip(stored).map(|(&own, &other)| u32::from(own) << 16 | u32::from(other));
    let mut pairs: Vec<u32> = pairs.collect();
    pairs.sort_unstable();
    probe.occurs_renamed(place, pairs.into_iter().map(|pair| pair as u16));
}

struct Traced<'t, P> {
    model: &'t Model,
    rule: Rule,
    states: States,
    /// By primary item to be covered, its number of options left.
    sizes: Vec<u32>,
    forms: FormBuilder,
    classes: HashMap<Box<[u8]>, Class>,
    room: usize,
    probe: &'t mut P,
}

impl<P: Probe> Traced<'_, P> {
    /// Counts the solutions of the state at a level; `None` if the budget does not allow it.
    fn count(&mut self, level: usize) -> Option<BigUint> {
        if bits(self.states.open(level)).next().is_none() {
            return Some(1u32.into());
        }
        if !self.probe.enter() {
            return None;
        }
        let item = self.choose(level);
        let is_small = size(self.states.options(level)) <= SMALL;
        if is_small || self.sizes[item] <= 1 || !self.make_form(level) {
            self.probe.branches(item, false);
            return self.branch(level, item);
        }
        let options = self.forms.options(self.states.options(level));
        if let Some(class) = self.classes.get(&self.forms.form[..]) {
            occurs_as(class.place, &class.options, &options, self.probe);
            return Some(class.count.clone());
        }
        let form = self.forms.form.clone().into_boxed_slice();
        let bytes = form.len() + 2 * options.len() + size_of::<(Box<[u8]>, Class)>();
        let is_kept = bytes <= self.room;
        self.room -= if is_kept { bytes } else { 0 };
        self.probe.branches(item, is_kept);
        let count = self.branch(level, item)?;
        if is_kept {
            self.probe.ended(true);
            let (place, options) = (self.classes.len(), options.into_boxed_slice());
            self.classes.insert(form, Class { place, count: count.clone(), options });
        }
        Some(count)
    }

    /// The item to branch on: one with a single option or none, if there is one.
    fn choose(&mut self, level: usize) -> usize {
        let (options, open) = (self.states.options(level), self.states.open(level));
        for item in bits(open) {
            self.sizes[item] = self.model.size(item, options);
            if self.sizes[item] == 0 {
                return item;
            }
        }
        self.rule.choose(open, &self.sizes)
    }

    fn branch(&mut self, level: usize, item: usize) -> Option<BigUint> {
        let mut options = Vec::with_capacity(self.sizes[item] as usize);
        for (i, word) in self.model.holders(item, self.states.options(level)) {
            options.extend(bits(&[word]).map(|option| 64 * i + option));
        }
        let mut total = BigUint::ZERO;
        for option in options {
            self.states.choose(self.model, level, option);
            total += self.count(level + 1)?;
        }
        Some(total)
    }

    fn make_form(&mut self, level: usize) -> bool {
        let states = &self.states;
        self.forms.make(self.model, states.options(level), states.open(level), states.times(level))
    }
}
