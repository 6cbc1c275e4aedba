//! The layers of a count, kept for a later one, which goes on from what was kept whole last.
//!
//! For each layer there is a record that names it, with its number of states, and a record for each state with its number of ways. A
//! record with the number of solutions already counted ends them. Records that name layers have the order of the items, too: layers along
//! another order mean nothing.

use num_bigint::BigUint;

use super::key::Key;
use super::layer::Layer;
use crate::search::{CancelToken, Keeper};

/// Layers are kept if this many times their states were made since the last time, so that keeping takes a small part of the
/// time.
const SPACING: usize = if cfg!(any(test, fuzzing)) { 1 } else { 16 };
/// Number of states made before which nothing is kept: they are soon made again.
const FEW: usize = if cfg!(any(test, fuzzing)) { 1 } else { 1 << 16 };

/// Largest number of states kept when a count ends early: about as many are kept in a tenth of a second. After a larger layer the
/// last one kept remains.
pub(super) const SOON: usize = 1 << 19;
/// Number of states kept between two looks at the token.
const TURN: usize = 1 << 10;

/// First bytes of records. Other engines begin with other bytes.
const LAYER: u8 = b'l';
const WAYS: u8 = b'w';
const COUNTED: u8 = b'n';

/// What is left of a count.
pub(super) struct Work<K> {
    /// Number of solutions counted.
    pub(super) total: BigUint,
    /// Layers, each before a step, from which there is still to be counted.
    pub(super) todo: Vec<(usize, Layer<K>)>,
}

impl<K: Key> Work<K> {
    pub(super) fn new() -> Self {
        Self { total: BigUint::ZERO, todo: vec![(0, Layer::first())] }
    }
}

/// Keeps layers along one order of items.
pub(super) struct LayerKeeper<'k> {
    keeper: &'k dyn Keeper,
    order: &'k [usize],
    /// Number of states made since layers were kept.
    made: usize,
}

impl<'k> LayerKeeper<'k> {
    pub(super) fn new(keeper: &'k dyn Keeper, order: &'k [usize]) -> Self {
        Self { keeper, order, made: 0 }
    }

    /// The bytes that name the layer before a step, with `words` words a number.
    fn name(&self, step: usize, words: usize) -> Vec<u8> {
        let numbers = [step, words].into_iter().chain(self.order.iter().copied());
        let bytes = numbers.flat_map(|number| (number as u32).to_le_bytes());
        [LAYER].into_iter().chain(bytes).collect()
    }

    /// Takes note of states made.
    pub(super) fn made(&mut self, states: usize) {
        self.made += states;
    }

    /// Whether a layer with this number of states should be kept.
    pub(super) fn is_worth(&self, states: usize) -> bool {
        self.made >= FEW.max(states.saturating_mul(SPACING))
    }

    /// Keeps what is left at the end of a count, unless little was made since the last time, or it would take long.
    pub(super) fn end<K: Key>(&mut self, work: &Work<K>) {
        let states: usize = work.todo.iter().map(|(_, layer)| layer.states()).sum();
        if self.made >= FEW && states <= SOON {
            self.keep(work, &CancelToken::new());
        }
    }

    /// Keeps what is left. What is cut off by the token is passed over when layers are read.
    pub(super) fn keep<K: Key>(&mut self, work: &Work<K>, stop: &CancelToken) {
        let made = std::mem::take(&mut self.made);
        for (step, layer) in &work.todo {
            self.keeper.keep(&self.name(*step, layer.words()), &layer.states().into());
            let mut record = vec![WAYS];
            for (state, (key, ways)) in layer.each().enumerate() {
                if state % TURN == 0 && stop.is_cancelled() {
                    self.made = made;
                    return;
                }
                record.truncate(1);
                record.extend_from_slice(key.bytes().as_ref());
                let halves = ways.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]);
                self.keeper.keep(&record, &BigUint::new(halves.collect()));
            }
        }
        self.keeper.keep(&[COUNTED], &work.total);
    }

    /// What was kept whole last.
    pub(super) fn last<K: Key>(&self) -> Option<Work<K>> {
        let mut last = None;
        // `None` after a record that does not fit, up to the next end.
        let mut read = Some(Read::new());
        self.keeper.restore(&mut |record, number| {
            read = match (record.split_first(), read.take()) {
                (Some((&COUNTED, _)), read) => {
                    if let Some(Read { todo, missing: 0 }) = read {
                        last = Some(Work { total: number.clone(), todo });
                    }
                    Some(Read::new())
                }
                (Some((&LAYER, _)), Some(read)) => self.layer(record, number, read),
                (Some((&WAYS, key)), Some(read)) => read.state(key, number),
                _ => None,
            };
        });
        last
    }

    /// What was read so far and the layer that a record names, still without states; `None` if it does not fit.
    fn layer<K: Key>(&self, record: &[u8], states: &BigUint, mut read: Read<K>) -> Option<Read<K>> {
        let number = |at: usize| {
            let bytes = record.get(at..at + 4)?.try_into().ok()?;
            usize::try_from(u32::from_le_bytes(bytes)).ok()
        };
        let (step, words) = (number(1)?, number(5)?);
        let fits = record == self.name(step, words) && step < self.order.len() && words > 0;
        if !fits || read.missing > 0 {
            return None;
        }
        read.todo.push((step, Layer::empty(words)));
        Some(Read { missing: usize::try_from(states).ok()?, ..read })
    }
}

/// Layers being read.
struct Read<K> {
    todo: Vec<(usize, Layer<K>)>,
    /// Number of states of the last one that are still to come.
    missing: usize,
}

impl<K: Key> Read<K> {
    fn new() -> Self {
        Self { todo: Vec::new(), missing: 0 }
    }

    /// What was read so far and a state of the last layer; `None` if it does not fit.
    fn state(mut self, key: &[u8], ways: &BigUint) -> Option<Self> {
        self.missing = self.missing.checked_sub(1)?;
        self.todo.last_mut()?.1.push(K::from_bytes(key)?, ways).then_some(self)
    }
}
