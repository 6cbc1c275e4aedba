//! Layers kept for a later count, which begins at the last one that was kept whole.
//!
//! A layer is kept as one record that names it, with its number of states, and a record for each state with its number of ways. The
//! first record has the order of the items, too: layers along another order mean nothing.

use num_bigint::BigUint;

use super::layer::{Key, Layer};
use crate::search::Keeper;

/// A layer is kept if this many times its states were made since the last one was kept, so that keeping takes a small part of the
/// time.
const SPACING: usize = if cfg!(test) { 1 } else { 16 };
/// Number of states made before which nothing is kept: they are soon made again.
const FEW: usize = if cfg!(test) { 4 } else { 1 << 16 };

/// First bytes of records of layers and of states. Other engines begin with other bytes.
const LAYER: u8 = b'l';
const WAYS: u8 = b'w';

/// Keeps layers along one order of items.
pub(super) struct Kept<'k> {
    keeper: &'k dyn Keeper,
    order: &'k [usize],
    /// Number of states made since a layer was kept.
    made: usize,
}

impl<'k> Kept<'k> {
    pub(super) fn new(keeper: &'k dyn Keeper, order: &'k [usize]) -> Self {
        Self { keeper, order, made: 0 }
    }

    /// The bytes that name the layer before a step, with `words` words a number.
    fn name(&self, step: usize, words: usize) -> Vec<u8> {
        let numbers = [step, words].into_iter().chain(self.order.iter().copied());
        let bytes = numbers.flat_map(|number| (number as u32).to_le_bytes());
        [LAYER].into_iter().chain(bytes).collect()
    }

    /// Takes the layer before a step, and keeps it if that is worth its time.
    pub(super) fn made<K: Key>(&mut self, step: usize, layer: &Layer<K>) {
        self.made += layer.states();
        if self.made >= FEW.max(layer.states().saturating_mul(SPACING)) {
            self.keep(step, layer);
        }
    }

    /// Keeps the layer before a step, unless the last one is nearly as good.
    pub(super) fn end<K: Key>(&mut self, step: usize, layer: &Layer<K>) {
        if self.made >= FEW {
            self.keep(step, layer);
        }
    }

    fn keep<K: Key>(&mut self, step: usize, layer: &Layer<K>) {
        self.made = 0;
        self.keeper.keep(&self.name(step, layer.words()), &layer.states().into());
        let mut state = vec![WAYS];
        for (key, ways) in layer.each() {
            state.truncate(1);
            state.extend_from_slice(key.bytes().as_ref());
            let halves = ways.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]);
            self.keeper.keep(&state, &BigUint::new(halves.collect()));
        }
    }

    /// The last whole layer that was kept, and the step that it is before.
    pub(super) fn last<K: Key>(&self) -> Option<(usize, Layer<K>)> {
        let mut last = None;
        // The layer being read, with its number of states.
        let mut open: Option<(usize, usize, Layer<K>)> = None;
        self.keeper.restore(&mut |record, number| {
            match record.split_first() {
                Some((&LAYER, _)) => open = self.begin(record, number),
                Some((&WAYS, key)) => {
                    let Some((_, states, layer)) = &mut open else { return };
                    let added = K::from_bytes(key).is_some_and(|key| layer.push(key, number));
                    if !added || layer.states() > *states {
                        open = None;
                    }
                }
                _ => open = None,
            }
            if open.as_ref().is_some_and(|(_, states, layer)| layer.states() == *states) {
                last = open.take().map(|(step, _, layer)| (step, layer));
            }
        });
        last
    }

    /// The layer that a record names, still without states, after its step and its number of states.
    fn begin<K: Key>(&self, record: &[u8], states: &BigUint) -> Option<(usize, usize, Layer<K>)> {
        let number = |at: usize| {
            let bytes = record.get(at..at + 4)?.try_into().ok()?;
            usize::try_from(u32::from_le_bytes(bytes)).ok()
        };
        let (step, words) = (number(1)?, number(5)?);
        let fits = record == self.name(step, words) && step < self.order.len() && words > 0;
        let states = usize::try_from(states).ok().filter(|_| fits)?;
        Some((step, states, Layer::empty(words)))
    }
}
