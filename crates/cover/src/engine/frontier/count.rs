//! The count itself: layer after layer, folded where that pays, halved where the memory is too small.

use num_bigint::BigUint;

use super::fold::Folder;
use super::kept::{LayerKeeper, Work};
use super::key::Key;
use super::layer::Layer;
use super::merge::{Limits, Unmade};
use super::plan::{Plan, Step};
use crate::engine::model::Model;
use crate::search::Probe;

/// A count of more states than this folds layers. In tests, whose problems are small, it is smaller.
const PLAIN: usize = if cfg!(any(test, fuzzing)) { 1 << 4 } else { 1 << 22 };
/// A layer of up to this many states can be halved.
const NARROW: usize = 1 << 12;
/// Number of times that layers are halved before the memory is taken to be too small.
const MOST_HALVED: usize = 1 << 8;

/// Why a count ended early.
pub(super) enum Early {
    /// The budget is spent, or the memory too small.
    Spent,
    /// A limit of work was reached; the count can go on.
    Paused,
}

/// An estimate of the states of all layers: those made so far, and a layer for each of the `steps` left, if states grow with the width
/// of their keys as they did up to the last layer, which has `states`.
pub(super) fn expected(made: usize, steps: &[Step], states: usize) -> f64 {
    let width = steps.first().map_or(0, |step| step.width);
    let bits = (states.max(1) as f64).log2() / f64::from(width.max(1));
    let of_step = |step: &Step| (f64::from(step.width) * bits).exp2();
    made as f64 + steps.iter().map(of_step).sum::<f64>()
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
    /// Number of states made, and the number at which the count pauses.
    made: usize,
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
            limit: usize::MAX,
            halved: 0,
        }
    }

    /// The number of solutions. Pauses when `most` states were made in all, or a few more, and may then be called again.
    pub(super) fn run(&mut self, most: usize, probe: &mut impl Probe) -> Result<BigUint, Early> {
        self.limit = most;
        while let Some((place, layer)) = self.work.todo.pop() {
            self.go_on(place, layer, probe)?;
        }
        Ok(std::mem::take(&mut self.work.total))
    }

    /// Number of states that a count that has paused will have made at its end; infinity before the widest front, when nothing is known.
    pub(super) fn expected(&self) -> f64 {
        let Some((place, layer)) = self.work.todo.last() else { return self.made as f64 };
        let steps = &self.plan.steps[*place..];
        if steps.iter().any(|step| step.width > steps[0].width) {
            return f64::INFINITY;
        }
        expected(self.made, steps, layer.states())
    }

    /// An estimate of the states made when the step at a place is done, with a layer of `states` before it.
    fn made_after(&self, place: usize, states: usize) -> f64 {
        let steps = &self.plan.steps[place..];
        // The first of them is that of the layer before it, which is already made.
        expected(self.made, &steps[..steps.len().min(2)], states) - states as f64
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
            if self.limit < usize::MAX && self.made_after(place, layer.states()) > self.limit as f64
            {
                self.work.todo.push((place, layer));
                return Err(Early::Paused);
            }
            if !probe.enter() {
                return self.end(place, Some(layer));
            }
            layer = match layer.after(step, &limits, &mut self.spare) {
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
