//! The forms of the classes of a layer, in the order in which they were added, each once.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use super::layer::reserve;

#[derive(Default)]
pub(super) struct Forms {
    /// By form, its number.
    numbers: HashTable<u32>,
    /// The forms, one behind the other, and the ends of each.
    bytes: Vec<u8>,
    ends: Vec<usize>,
    hasher: FixedState,
}

impl Forms {
    /// The number of a form that is there, or that was added now; in that case `None`.
    pub(super) fn find_or_add(&mut self, form: &[u8], room: usize) -> Option<usize> {
        let Self { numbers, bytes, ends, hasher } = self;
        let of = |number: u32| form_of(bytes, ends, number as usize);
        let hash = hasher.hash_one(form);
        if let Some(&number) = numbers.find(hash, |&number| of(number) == form) {
            return Some(number as usize);
        }
        let number = ends.len() as u32;
        numbers.insert_unique(hash, number, |&number| hasher.hash_one(of(number)));
        if bytes.capacity() - bytes.len() < form.len() {
            // At first the bytes grow as those of any list, then at once to what they may take.
            reserve(bytes, (2 * bytes.len()).min(room) + form.len());
        }
        bytes.extend_from_slice(form);
        ends.push(bytes.len());
        None
    }

    /// The forms in their order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.ends.len()).map(|number| form_of(&self.bytes, &self.ends, number))
    }

    /// The memory taken, and needed to add another form, in bytes.
    pub(super) fn resident(&self) -> usize {
        let grows = self.numbers.len() == self.numbers.capacity();
        let tables = if grows { 3 } else { 1 } * self.numbers.allocation_size();
        self.bytes.len() + size_of_val(&self.ends[..]) + tables
    }
}

fn form_of<'b>(bytes: &'b [u8], ends: &[usize], number: usize) -> &'b [u8] {
    let start = number.checked_sub(1).map_or(0, |before| ends[before]);
    &bytes[start..ends[number]]
}
