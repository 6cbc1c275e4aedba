//! Folding a layer: of states that leave isomorphic sub-problems, one stands for all, with the sum of their ways.
//!
//! The form of what a state leaves takes as long as a thousand states or more do in a step. So folding is rationed: a few states of a
//! layer are tried first, for which the states made before must have taken much longer. A fold that removes at least half of a
//! layer gives credit for larger layers, and for larger trials: from the number of pairs that are isomorphic in a sample, the number of
//! classes is estimated as the number of days in a year is from birthdays that coincide.

mod former;

use self::former::{Folded, Former};
use super::super::model::Model;
use super::key::Key;
use super::layer::Layer;
use super::merge::Limits;
use super::plan::Plan;
use crate::parallel::crew;

/// Layers with fewer states are not folded.
const FEW: usize = 4;
/// Numbers of states that are tried: at first, and if that shows too little.
const TRIED: usize = 32;
const TRIED_MORE: usize = if cfg!(any(test, fuzzing)) { 1 << 6 } else { 1 << 10 };
/// An estimate needs at least this many isomorphic states in a sample.
const SHOWN: usize = 8;
/// For each of this many states made, one form may be tried.
const STATES_A_TRIAL: usize = if cfg!(any(test, fuzzing)) { 1 } else { 1 << 15 };
/// A fold that pays allows this many forms for each of its classes, taken to be at least [`TRIED`].
const GROWTH: usize = 256;
/// A layer of one in this many states of the credit is folded without a trial.
const SMALL: usize = 8;
/// A layer is folded if there are this many times fewer classes by estimate, and if the credit is enough when it is multiplied
/// by how many times fewer there are.
const FEWER: usize = 4;

/// For a certificate, a layer is folded if this part of its states is left at most: here and where keys are shorter than before and
/// after, as they are between two rows of a grid, because many states follow from each state that is left there.
const LEFT: f64 = 0.5;
const LEFT_BETWEEN_ROWS: f64 = 0.75;
/// For a certificate, one form may be tried for each of this many states made, and this many before.
const STATES_A_SAMPLE: usize = 1 << 9;
const SAMPLED_FIRST: usize = 1 << 12;

/// Layers with fewer states are folded by one worker.
const SHARED: usize = if cfg!(any(test, fuzzing)) { 4 } else { 1 << 10 };

pub(super) struct Folder<'m> {
    former: Former<'m>,
    pub(super) jobs: usize,
    /// Number of states made that did not pay for trials yet.
    made: usize,
    /// Number of forms that may be made because folding has paid.
    credit: usize,
    /// Number of states after the last attempt. Nothing is gained before there are more.
    last: usize,
    /// Whether all forms could be made: large states have none.
    works: bool,
    /// Number of forms made in all.
    pub(super) forms: usize,
    /// For a certificate: by step, whether the layer before it was folded.
    folds: Option<Vec<bool>>,
    /// For a certificate: the number of options left in all states folded away together.
    renamed_options: u64,
}

impl<'m> Folder<'m> {
    /// A folder with several workers.
    pub(super) fn new(model: &'m Model, plan: &'m Plan, jobs: usize) -> Self {
        let former = Former::new(model, plan);
        let made = TRIED / 2 * STATES_A_TRIAL;
        Self {
            former,
            jobs,
            made,
            credit: 0,
            last: 0,
            works: true,
            forms: 0,
            folds: None,
            renamed_options: 0,
        }
    }

    /// A folder that finds out which layers a certificate should fold. A state costs a certificate more than it costs a count, so
    /// forms are rationed less. As a certificate only branches, they are forms of states in which only what is forced was taken.
    pub(super) fn of_certificate(model: &'m Model, plan: &'m Plan) -> Self {
        let folds = Some(vec![false; plan.steps.len()]);
        let mut folder = Self { credit: SAMPLED_FIRST, folds, ..Self::new(model, plan, 1) };
        folder.former.propagates = false;
        folder
    }

    pub(super) fn is_of_certificate(&self) -> bool {
        self.folds.is_some()
    }

    /// By step, whether the layer before it was folded, and the number of options left in the states folded away; nothing but for a
    /// certificate.
    pub(super) fn folds(self) -> (Vec<bool>, u64) {
        (self.folds.unwrap_or_default(), self.renamed_options)
    }

    /// The layer before a step, folded if that pays and the limits allow it. The memory of `spare` may be used for that.
    pub(super) fn fold<K: Key>(
        &mut self,
        step: usize,
        mut layer: Layer<K>,
        limits: &Limits<'_>,
        spare: &mut Layer<K>,
    ) -> Layer<K> {
        let states = layer.states();
        self.made += states;
        if self.is_of_certificate() {
            return layer;
        }
        if states < FEW || !self.works || states <= self.last {
            self.last = self.last.min(states);
            return layer;
        }
        if states > self.credit / SMALL && !self.promises(step, &layer, limits) {
            return layer;
        }
        if layer.resident().saturating_add(spare.resident()) > limits.room / 2 {
            *spare = Layer::empty(layer.words());
            layer.shrink();
        }
        let taken = layer.resident() + spare.resident();
        let room = limits.room.saturating_sub(taken);
        let Some(Folded { layer: folded, .. }) =
            self.folded(step, &layer, &Limits { room, ..*limits })
        else {
            // There is no room for the forms of a layer that is as large, or the count is over.
            self.last = states;
            self.credit = 0;
            return layer;
        };
        self.last = folded.states();
        self.credit = self.credit.saturating_sub(states);
        if 2 * folded.states() <= states {
            self.credit = self.credit.max(GROWTH * folded.states().max(TRIED));
        }
        if self.works { folded } else { layer }
    }

    /// The layer before a step, folded for a certificate if that leaves few enough of its states, and if the next layer is larger: it has
    /// `next` states. Where layers shrink, it is better to fold a later one.
    pub(super) fn fold_for_certificate<K: Key>(
        &mut self,
        step: usize,
        layer: &Layer<K>,
        next: usize,
        limits: &Limits<'_>,
    ) -> Option<Layer<K>> {
        let states = layer.states();
        self.credit += std::mem::take(&mut self.made) / STATES_A_SAMPLE;
        if states < FEW || !self.works || next <= states || !self.shows(step, layer, limits) {
            return None;
        }
        let room = limits.room.saturating_sub(layer.resident());
        let folded = self.folded(step, layer, &Limits { room, ..*limits });
        let folded = folded.filter(|it| self.works && self.pays(step, states, it.layer.states()));
        match (&folded, &mut self.folds) {
            (Some(folded), Some(folds)) => {
                folds[step] = true;
                let renamed = (states - folded.layer.states()) as u64;
                self.renamed_options += folded.options / states as u64 * renamed;
                self.credit += states;
            }
            _ => self.credit = self.credit.saturating_sub(states),
        }
        folded.map(|folded| folded.layer)
    }

    /// Whether a fold for a certificate pays that leaves `left` of the states before a step.
    fn pays(&self, step: usize, states: usize, left: usize) -> bool {
        let width = |step: usize| self.former.plan.steps.get(step).map_or(0, |step| step.width);
        let here = width(step);
        let is_between_rows = width(step.wrapping_sub(1)) > here && width(step + 1) > here;
        let most = if is_between_rows { LEFT_BETWEEN_ROWS } else { LEFT };
        left as f64 <= most * states as f64
    }

    /// Whether trials show that few enough of the states are left.
    fn shows<K: Key>(&mut self, step: usize, layer: &Layer<K>, limits: &Limits<'_>) -> bool {
        let states = layer.states();
        for tried in [states.min(TRIED), states.min(TRIED_MORE)] {
            if tried > self.credit {
                return false;
            }
            let Some(folded) = self.tried(step, layer, tried, limits) else { return false };
            let classes = folded.layer.states();
            if self.pays(step, tried, classes) {
                return true;
            }
            if tried == states {
                return false;
            }
            let alike = tried - classes;
            if alike >= SHOWN && self.pays(step, states, (tried * tried / (2 * alike)).min(states))
            {
                return true;
            }
        }
        false
    }

    /// Whether trials show enough isomorphic states for the layer to be folded.
    fn promises<K: Key>(&mut self, step: usize, layer: &Layer<K>, limits: &Limits<'_>) -> bool {
        let states = layer.states();
        let few = states.min(TRIED);
        // The first trial is paid by credit or, if there is too little, by the states made since the last trial so paid.
        if few > self.credit.max(self.made / STATES_A_TRIAL) {
            return false;
        }
        if few > self.credit {
            self.made -= few * STATES_A_TRIAL;
        }
        let Some(folded) = self.tried(step, layer, few, limits) else { return false };
        let classes = folded.layer.states();
        if 2 * classes <= few {
            // Folding is worth while, if the forms of all states can be paid.
            return states <= self.credit.max(TRIED);
        }
        // A larger trial finds classes that are rarer. It is paid by credit alone.
        if states <= TRIED_MORE || self.credit < TRIED_MORE {
            return false;
        }
        let Some(folded) = self.tried(step, layer, TRIED_MORE, limits) else { return false };
        let alike = TRIED_MORE - folded.layer.states();
        // Estimated as the days of a year from birthdays that coincide.
        let classes = TRIED_MORE * TRIED_MORE / (2 * alike.max(1));
        let fewer = states / classes;
        alike >= SHOWN && fewer >= FEWER && states <= self.credit.saturating_mul(fewer)
    }

    /// Some states, chosen evenly over the layer, folded; `None` if the count is over.
    fn tried<K: Key>(
        &mut self,
        step: usize,
        layer: &Layer<K>,
        tried: usize,
        limits: &Limits<'_>,
    ) -> Option<Folded<K>> {
        self.credit = self.credit.saturating_sub(tried);
        let mut some = Layer::empty(layer.words());
        for i in 0..tried {
            let (key, ways) = layer.state(i * layer.states() / tried);
            some.append(key, ways);
        }
        // They are so few that their forms take next to no memory.
        self.folded(step, &some, &Limits { room: usize::MAX, ..*limits })
    }

    /// The layer with one state of each class, the first. States without a solution go. `None` if the limits end it.
    fn folded<K: Key>(
        &mut self,
        step: usize,
        layer: &Layer<K>,
        limits: &Limits<'_>,
    ) -> Option<Folded<K>> {
        let (states, jobs) = (layer.states(), self.jobs);
        self.forms += states;
        let Former { model, plan, .. } = self.former;
        let share = |worker: usize| worker * states / jobs..(worker + 1) * states / jobs;
        let mut parts = Vec::new();
        if jobs > 1 && states >= SHARED {
            // Joined parts take as much memory as the parts.
            let limits = Limits { room: limits.room / 2 / jobs, ..*limits };
            let fold = |worker| Former::new(model, plan).fold(step, layer, share(worker), &limits);
            parts = crew(jobs, fold);
        }
        if parts.len() < jobs {
            // There is one worker, or the system has refused a thread.
            parts = vec![self.former.fold(step, layer, 0..states, limits)];
        }
        let parts: Option<Vec<Folded<K>>> = parts.into_iter().collect();
        let mut folded = parts?.into_iter();
        let mut all = folded.next().expect("there is a part");
        for part in folded {
            all.join(&part, limits)?;
        }
        self.works &= all.works;
        Some(all)
    }
}
