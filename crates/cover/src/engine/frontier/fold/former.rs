//! The forms of what the states of a layer leave, and a layer folded by them.

// Functions are always inlined, because otherwise they are not compiled for the instruction set of their caller.
#![allow(clippy::inline_always)]

use std::ops::Range;

use super::super::super::iso::form::FormBuilder;
use super::super::super::iso::state::{Part, States, Times};
use super::super::super::model::{Model, bits, size};
use super::super::forms::Forms;
use super::super::key::Key;
use super::super::layer::Layer;
use super::super::merge::Limits;
use super::super::plan::{Place, Plan};
#[cfg(target_arch = "x86_64")]
use crate::instructions::{Avx2, Work};

/// A layer with one state of each class, and the forms of the classes.
pub(super) struct Folded<K> {
    pub(super) layer: Layer<K>,
    forms: Forms,
    /// Whether all forms could be made.
    pub(super) works: bool,
    /// Number of options left in all states together.
    pub(super) options: u64,
}

impl<K: Key> Folded<K> {
    /// Adds a state, whose key comes after all others, or its ways to the state of its class. `None` if the limits do not allow it.
    fn add(&mut self, form: &[u8], key: K, ways: &[u64], limits: &Limits<'_>) -> Option<()> {
        if let Some(class) = self.forms.find_or_add(form, limits.room) {
            self.layer.add(class, ways);
        } else {
            self.layer.append(key, ways);
        }
        let taken = self.layer.bytes() + self.forms.resident();
        (taken <= limits.room && !limits.stop.is_cancelled()).then_some(())
    }

    /// Adds the classes of a layer whose keys come after those of this one. `None` if the limits do not allow it.
    pub(super) fn join(&mut self, other: &Self, limits: &Limits<'_>) -> Option<()> {
        for (form, (key, ways)) in other.forms.iter().zip(other.layer.each()) {
            self.add(form, key, ways, limits)?;
        }
        self.works &= other.works;
        self.options += other.options;
        Some(())
    }
}

/// A fold of some states of a layer, compiled for a set of instructions.
struct Compiled<'f, 'm, K> {
    former: &'f mut Former<'m>,
    step: usize,
    layer: &'f Layer<K>,
    some: Range<usize>,
    limits: &'f Limits<'f>,
}

impl<K: Key> Compiled<'_, '_, K> {
    #[inline(always)]
    fn here(self) -> Option<Folded<K>> {
        let Self { former, step, layer, some, limits } = self;
        let layers = Layer::empty(layer.words());
        let mut folded = Folded { layer: layers, forms: Forms::default(), works: true, options: 0 };
        for state in some {
            let (key, ways) = layer.state(state);
            if !former.put(step, key) {
                if limits.stop.is_cancelled() {
                    return None;
                }
                continue;
            }
            let (options, open) = (former.states.options(0), former.states.open(0));
            let left = size(options);
            folded.options += left as u64;
            if left == 0 {
                former.forms.form.clear();
            } else {
                folded.works &=
                    former.forms.make(former.model, options, open, former.states.times(0));
            }
            folded.add(&former.forms.form, key, ways, limits)?;
        }
        Some(folded)
    }
}

#[cfg(target_arch = "x86_64")]
impl<K: Key> Work<Avx2> for Compiled<'_, '_, K> {
    type Output = Option<Folded<K>>;

    #[inline(always)]
    fn run(self, _: Avx2) -> Self::Output {
        self.here()
    }
}

/// Makes forms of what states leave.
pub(super) struct Former<'m> {
    pub(super) model: &'m Model,
    pub(super) plan: &'m Plan,
    states: States,
    forms: FormBuilder,
    /// Whether states are propagated first. For a certificate, only what is forced is taken.
    pub(super) propagates: bool,
}

impl<'m> Former<'m> {
    pub(super) fn new(model: &'m Model, plan: &'m Plan) -> Self {
        let (states, forms) = (States::new(model), FormBuilder::new(model));
        Self { model, plan, states, forms, propagates: true }
    }

    /// Folds some states of a layer. `None` if the limits end it.
    pub(super) fn fold<K: Key>(
        &mut self,
        step: usize,
        layer: &Layer<K>,
        some: Range<usize>,
        limits: &Limits<'_>,
    ) -> Option<Folded<K>> {
        let fold = Compiled { former: self, step, layer, some, limits };
        #[cfg(target_arch = "x86_64")]
        if let Some(machine) = Avx2::detect() {
            return machine.run(fold);
        }
        fold.here()
    }

    /// Puts what a state leaves at level 0. Returns false if it was found to have no solution.
    #[inline(always)]
    fn put<K: Key>(&mut self, step: usize, key: K) -> bool {
        let Self { model, plan, states, propagates, .. } = self;
        let left = &plan.left[step];
        let (mut options, mut open) = (left.options.clone(), left.open.clone());
        let mut times = Times::of_all(model);
        for item in model.several().filter(|&item| model.size(item, &options) == 0) {
            // Its bounds were tested when the last of its options was passed.
            open[item / 64] &= !(1 << (item % 64));
        }
        for &Place { item, from, length } in &left.places {
            let value = key.moved(from, 0, length).low();
            if value == 0 {
                continue;
            }
            if let Some(place) = model.several_place(item) {
                times[place] = times[place].after(value as u32);
                if times[place].most > 0 {
                    continue;
                }
            }
            if item < model.primary {
                open[item / 64] &= !(1 << (item % 64));
            }
            for (i, word) in model.holders(item, &left.options) {
                if !model.is_coloured[item] {
                    options[i] &= !word;
                    continue;
                }
                let same = |&option: &usize| {
                    let mut entries = model.entries(64 * i + option).iter();
                    entries.any(|entry| {
                        usize::from(entry.item) == item
                            && entry.colour > 0
                            && u64::from(entry.colour) == value
                    })
                };
                let held = [word];
                let taken = bits(&held).filter(|option| !same(option));
                options[i] &= !taken.fold(0, |taken, option| taken | 1 << option);
            }
        }
        let is_open = |item: usize| open[item / 64] >> (item % 64) & 1 == 1;
        let times = model.several().zip(times);
        let times =
            times.map(|(item, times)| if is_open(item) { times.word() } else { 0 }).collect();
        states.put(model, 0, &Part { options, open, times });
        if *propagates {
            return states.propagate(model, 0, |_| {});
        }
        states.take_forced(model, 0)
    }
}
