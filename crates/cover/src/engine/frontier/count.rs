//! The count itself: layer after layer, folded where that pays, halved where the memory is too small.

use num_bigint::BigUint;

use super::Counted;
use super::fold::Folder;
use super::kept::{LayerKeeper, Work};
use super::key::Key;
use super::layer::Layer;
use super::merge::{Limits, Unmade};
use super::plan::{Plan, Step};
use crate::engine::model::Model;
use crate::search::{Position, Probe};

/// A count of more states than this folds layers. In tests, whose problems are small, it is smaller.
const PLAIN: usize = if cfg!(any(test, fuzzing)) { 1 << 4 } else { 1 << 22 };
/// A layer of up to this many states can be halved.
const NARROW: usize = 1 << 12;
/// A unit of work is the time to try this many moves on a state.
const MOVES: usize = 8;
/// The form of a state takes at least this many units.
const OF_FORM: usize = 1 << 9;
/// Number of times that layers are halved before the memory is taken to be too small.
const MOST_HALVED: usize = 1 << 8;

/// Why a count ended early.
pub(super) enum Early {
    /// The budget is spent, or the memory too small.
    Spent,
    /// A limit of work was reached; the count can go on.
    Paused,
}

/// An estimate of the states before the `steps` left, if states grow with the width of their keys as they did up to the last layer, which
/// has `states`; those of a step are multiplied by its weight.
pub(super) fn expected(steps: &[Step], states: usize, weight: impl Fn(&Step) -> f64) -> f64 {
    let width = steps.first().map_or(0, |step| step.width);
    let bits = (states.max(1) as f64).log2() / f64::from(width.max(1));
    let of_step = |step: &Step| (f64::from(step.width) * bits).exp2() * weight(step);
    steps.iter().map(of_step).sum()
}

/// The work of a state in a step, in units.
fn of_state(step: &Step) -> f64 {
    step.moves.len().max(MOVES) as f64 / MOVES as f64
}

/// A count.
///
/// Layers are not folded at first; a count that is not soon done begins anew with folds. If two layers do not fit into the
/// memory even so, the last layer of few states before them is halved, and the halves are counted one after the other.
pub(super) struct Count<'c, K> {
    model: &'c Model,
    plan: &'c Plan,
    limits: Limits<'c>,
    kept: Option<LayerKeeper<'c>>,
    /// `None` while layers are not folded.
    folder: Option<Folder<'c>>,
    work: Work<K>,
    /// The buffers of the layer before the last one.
    spare: Layer<K>,
    /// Number of states made.
    made: usize,
    /// Moves tried on states, in units of work, and the work at which the count pauses.
    moved: usize,
    limit: usize,
    /// Number of times that a layer was halved.
    halved: usize,
}

impl<'c, K: Key> Count<'c, K> {
    /// A count within limits, which goes on from what was kept.
    pub(super) fn new(
        model: &'c Model,
        plan: &'c Plan,
        limits: Limits<'c>,
        kept: Option<LayerKeeper<'c>>,
    ) -> Self {
        let last = kept.as_ref().and_then(LayerKeeper::last);
        // What was kept is part of a long count.
        let folder = last.as_ref().map(|_| Folder::new(model, plan, limits.jobs));
        let work = last.unwrap_or_else(Work::new);
        let spare = Layer::empty(1);
        Self {
            model,
            plan,
            limits,
            kept,
            folder,
            work,
            spare,
            made: 0,
            moved: 0,
            limit: usize::MAX,
            halved: 0,
        }
    }

    /// Sets other limits.
    pub(super) fn widen(&mut self, limits: Limits<'c>) {
        self.limits = limits;
        if let Some(folder) = &mut self.folder {
            folder.jobs = limits.jobs;
        }
    }

    /// Counts for a certificate.
    pub(super) fn planned(
        model: &'c Model,
        plan: &'c Plan,
        limits: Limits<'c>,
        probe: &mut impl Probe,
    ) -> Result<Counted, Early> {
        let folder = Some(Folder::of_certificate(model, plan));
        let mut count = Self { folder, ..Self::new(model, plan, limits, None) };
        let solutions = count.run(usize::MAX, probe)?;
        let (folds, renamed_options) = count.folder.map(Folder::folds).unwrap_or_default();
        Ok(Counted { solutions, folds, states: count.made as u64, renamed_options })
    }

    /// The number of solutions. Pauses before it has taken `most` units of work in all, and may then be called again.
    pub(super) fn run(&mut self, most: usize, probe: &mut impl Probe) -> Result<BigUint, Early> {
        self.limit = most;
        while let Some((place, layer)) = self.work.todo.pop() {
            self.go_on(place, layer, probe)?;
        }
        Ok(std::mem::take(&mut self.work.total))
    }

    /// The work so far, in units.
    fn spent(&self) -> usize {
        self.moved + OF_FORM * self.folder.as_ref().map_or(0, |folder| folder.forms)
    }

    /// The work that a count that has paused will have taken at its end, in units; infinity before the widest front, when nothing is
    /// known.
    pub(super) fn expected(&self) -> f64 {
        let Some((place, layer)) = self.work.todo.last() else { return self.spent() as f64 };
        let steps = &self.plan.steps[*place..];
        if steps.iter().any(|step| step.width > steps[0].width) {
            return f64::INFINITY;
        }
        self.spent() as f64 + expected(steps, layer.states(), of_state)
    }

    /// Counts from the layer before a step, or leaves parts of that to do.
    fn go_on(
        &mut self,
        begin: usize,
        mut layer: Layer<K>,
        probe: &mut impl Probe,
    ) -> Result<(), Early> {
        let waiting: usize = self.work.todo.iter().map(|(_, layer)| layer.resident()).sum();
        let (mut limits, mut narrow) = (self.limits, None);
        for (place, step) in self.plan.steps.iter().enumerate().skip(begin) {
            if layer.states() <= NARROW {
                limits.room = self.limits.room.saturating_sub(waiting + layer.bytes());
                narrow = Some((place, layer.copied()));
            }
            let work = layer.states() * step.moves.len().max(MOVES) / MOVES;
            if self.spent().saturating_add(work) > self.limit {
                self.work.todo.push((place, layer));
                return Err(Early::Paused);
            }
            self.moved += work;
            let at = || Position {
                layer: Some((place, self.plan.steps.len(), layer.states())),
                ..Position::new([], self.work.total.clone())
            };
            if !probe.enter_at(at) {
                return self.end(place, Some(layer));
            }
            layer = match self.after(place, layer, &limits) {
                Ok(after) => after,
                Err(Unmade::Cancelled(layer)) => return self.end(place, layer),
                Err(Unmade::Full(layer)) if self.folder.is_some() => {
                    return self.halve(narrow.unwrap_or((place, layer)));
                }
                Err(Unmade::Full(_)) => {
                    self.begin_anew();
                    return Ok(());
                }
            };
            self.made += layer.states();
            if let Some(kept) = &mut self.kept {
                kept.made(layer.states());
            }
            let next = place + 1;
            if next == self.plan.steps.len() {
                break;
            }
            match &mut self.folder {
                Some(folder) => layer = folder.fold(next, layer, &limits, &mut self.spare),
                None if self.made > PLAIN => {
                    self.begin_anew();
                    return Ok(());
                }
                None => {}
            }
            layer = self.keep(next, layer);
        }
        let words = layer.only().iter().flat_map(|&word| [word as u32, (word >> 32) as u32]);
        self.work.total += BigUint::new(words.collect());
        Ok(())
    }

    /// The layer after a step. For a certificate, the layer before it is folded if that pays.
    fn after(
        &mut self,
        place: usize,
        layer: Layer<K>,
        limits: &Limits<'_>,
    ) -> Result<Layer<K>, Unmade<K>> {
        let step = &self.plan.steps[place];
        let Some(folder) = self.folder.as_mut().filter(|folder| folder.is_of_certificate()) else {
            return layer.after(step, limits, &mut self.spare);
        };
        let before = layer.copied();
        let limits = &Limits { room: limits.room.saturating_sub(before.bytes()), ..*limits };
        let after = layer.after(step, limits, &mut self.spare);
        let states = after.as_ref().map_or(usize::MAX, Layer::states);
        if let Some(folded) = folder.fold_for_certificate(place, &before, states, limits) {
            return folded.after(step, limits, &mut self.spare);
        }
        after
    }

    /// Keeps what is left when the budget is spent, from this layer on.
    fn end(&mut self, place: usize, layer: Option<Layer<K>>) -> Result<(), Early> {
        if let (Some(layer), Some(kept)) = (layer, &mut self.kept) {
            self.work.todo.push((place, layer));
            kept.end(&self.work);
        }
        Err(Early::Spent)
    }

    /// Begins the count anew, with folds.
    fn begin_anew(&mut self) {
        self.folder = Some(Folder::new(self.model, self.plan, self.limits.jobs));
        self.work = Work::new();
    }

    /// Leaves the halves of a layer to do, one after the other, unless the memory is taken to be too small.
    fn halve(&mut self, (place, layer): (usize, Layer<K>)) -> Result<(), Early> {
        if layer.states() < 2 || self.halved == MOST_HALVED {
            return Err(Early::Spent);
        }
        self.halved += 1;
        self.work.todo.extend(layer.halves().map(|half| (place, half)));
        Ok(())
    }

    /// Keeps what is to be done, from this layer on, if that pays. Returns the layer.
    fn keep(&mut self, place: usize, layer: Layer<K>) -> Layer<K> {
        let Some(kept) = self.kept.as_mut().filter(|kept| kept.is_worth(layer.states())) else {
            return layer;
        };
        self.work.todo.push((place, layer));
        kept.keep(&self.work, self.limits.stop);
        self.work.todo.pop().expect("a layer was pushed").1
    }
}
