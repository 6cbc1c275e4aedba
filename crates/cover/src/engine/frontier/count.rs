//! The count itself: layer after layer, folded where that pays, halved where the memory is too small.

use num_bigint::BigUint;

use super::fold::Folder;
use super::kept::{LayerKeeper, Work};
use super::key::Key;
use super::layer::Layer;
use super::merge::{Limits, Unmade};
use super::plan::Plan;
use crate::engine::model::Model;
use crate::search::Probe;

/// A count of more states than this folds layers. In tests, whose problems are small, it is smaller.
const PLAIN: usize = if cfg!(any(test, fuzzing)) { 1 << 4 } else { 1 << 22 };
/// A layer of up to this many states can be halved.
const NARROW: usize = 1 << 12;
/// Number of times that layers are halved before the memory is taken to be too small.
const MOST_HALVED: usize = 1 << 8;

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
        Self { model, plan, limits, kept, folder, work, spare, made: 0, halved: 0 }
    }

    /// The number of solutions; `None` if the budget is spent.
    pub(super) fn run(mut self, probe: &mut impl Probe) -> Option<BigUint> {
        while let Some((place, layer)) = self.work.todo.pop() {
            self.go_on(place, layer, probe)?;
        }
        Some(self.work.total)
    }

    /// Counts from the layer before a step, or leaves parts of that to do; `None` if the budget is spent.
    fn go_on(&mut self, begin: usize, mut layer: Layer<K>, probe: &mut impl Probe) -> Option<()> {
        let waiting: usize = self.work.todo.iter().map(|(_, layer)| layer.resident()).sum();
        let (mut limits, mut narrow) = (self.limits, None);
        for (place, step) in self.plan.steps.iter().enumerate().skip(begin) {
            if layer.states() <= NARROW {
                limits.room = self.limits.room.saturating_sub(waiting + layer.bytes());
                narrow = Some((place, layer.copied()));
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
                    return Some(());
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
                    return Some(());
                }
                None => {}
            }
            layer = self.keep(next, layer);
        }
        let words = layer.only().iter().flat_map(|&word| [word as u32, (word >> 32) as u32]);
        self.work.total += BigUint::new(words.collect());
        Some(())
    }

    /// Keeps what is left when the budget is spent, from this layer on.
    fn end(&mut self, place: usize, layer: Option<Layer<K>>) -> Option<()> {
        if let (Some(layer), Some(kept)) = (layer, &mut self.kept) {
            self.work.todo.push((place, layer));
            kept.end(&self.work);
        }
        None
    }

    /// Begins the count anew, with folds.
    fn begin_anew(&mut self) {
        self.folder = Some(Folder::new(self.model, self.plan, self.limits.jobs));
        self.work = Work::new();
    }

    /// Leaves the halves of a layer to do, one after the other; `None` if the memory is taken to be too small.
    fn halve(&mut self, (place, layer): (usize, Layer<K>)) -> Option<()> {
        if layer.states() < 2 || self.halved == MOST_HALVED {
            return None;
        }
        self.halved += 1;
        self.work.todo.extend(layer.halves().map(|half| (place, half)));
        Some(())
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
