//! The sizes of items - their numbers of options left - at each level of the search.
//!
//! The sizes of a node are copied one level down and changed there, so nothing has to be undone. A covered
//! item has the greatest value of its width as its size, so it is never the smallest.

#![allow(unsafe_code)]

use std::marker::PhantomData;

use super::block::{Block, Chunk, Width};
use super::rows::{Fixed, Rows};
use super::table::Table;

/// The size of a covered item: greater than any other size.
pub(super) const COVERED: u32 = u32::MAX;

/// The sizes of items, by level.
///
/// Methods called by the search are inlined, so that they are compiled for the instruction set of their caller.
pub(super) trait Sizes: Sized {
    /// Token whose existence proves that the CPU has the instructions that the methods use.
    type Machine: Copy;
    /// Whether [`take`](Self::take) reads its set of removed options.
    const TAKES: bool;

    /// The sizes of the root, at level 0, with room for `levels` levels.
    fn new(machine: Self::Machine, table: &Table, levels: usize) -> Self;

    /// Removes the options `gone` from the sizes of the first level and stores the result as the sizes of
    /// the second, which may be the same level. Then marks the items of `chosen` as covered.
    ///
    /// # Safety
    /// Both levels must be less than `levels` in `new`, and the second must be the first or the one after it.
    /// `table` must be that of `new`. `gone` must have at most `table.words` words and set bits only for
    /// options of the table, and `chosen` must be an option of the table.
    unsafe fn take(
        &mut self,
        machine: Self::Machine,
        table: &Table,
        levels: (usize, usize),
        gone: &[u64],
        chosen: Option<usize>,
    );

    /// Copies the sizes of the first level to the second, with all items covered except `items`.
    fn keep(&mut self, table: &Table, levels: (usize, usize), items: &[u64]);

    /// The smallest size of an uncovered item and the first item of this size; [`COVERED`] if all items are
    /// covered. `left` is the set of options left.
    ///
    /// # Safety
    /// `level` must be less than `levels` in `new`, and `left` must have `table.words` words.
    unsafe fn smallest(&self, machine: Self::Machine, level: usize, left: &[u64]) -> (u32, usize);
}

#[inline(always)]
fn smallest<B: Block>(machine: B::Machine, chunks: &[Chunk]) -> (u32, usize) {
    let mut least = B::load(machine, &chunks[0]);
    for chunk in &chunks[1..] {
        least = least.smaller(B::load(machine, chunk));
    }
    let size = least.smallest();
    if size == B::Width::COVERED {
        return (COVERED, 0);
    }
    for (i, chunk) in chunks.iter().enumerate() {
        if let Some(lane) = B::load(machine, chunk).first(size) {
            return (size, i * B::Width::LANES + lane);
        }
    }
    unreachable!("some lane is the smallest")
}

/// Stores the sizes of the root. Lanes without an item count as covered.
fn root<W: Width>(table: &Table, chunks: &mut [Chunk]) {
    for (i, chunk) in chunks.iter_mut().enumerate() {
        for lane in 0..W::LANES {
            W::set(chunk, lane, table.sizes.get(i * W::LANES + lane).map_or(W::COVERED, |&s| s));
        }
    }
}

/// Does what [`Sizes::keep`] does, on the sizes in `levels`.
fn keep<W: Width>(
    levels: &mut Rows<Chunk>,
    table: &Table,
    (from, to): (usize, usize),
    items: &[u64],
) {
    let sizes = levels.get(from).to_vec();
    let chunks = levels.get_mut(to);
    chunks.copy_from_slice(&sizes);
    for item in 0..table.sizes.len() {
        if items[item / 64] >> (item % 64) & 1 == 0 {
            let (chunk, lane) = place::<W>(item as u16);
            W::set(&mut chunks[chunk], lane, W::COVERED);
        }
    }
}

/// Number of chunks that the sizes of `primary` items take.
pub(super) fn chunks<W: Width>(primary: usize) -> usize {
    primary.div_ceil(W::LANES).max(1)
}

/// Number of trailing zeros of an empty set of two words. In a table with such sets it stands for no option.
const NONE: usize = 128;

/// Sizes in few chunks, which stay in registers. Each option has its items as a vector of 0 and -1: adding
/// the vector removes the option, and a bitwise OR with it marks its items as covered.
pub(super) struct Dense<B: Block, const CHUNKS: usize> {
    levels: Rows<Chunk>,
    /// For each option, -1 in the lanes of its items.
    vectors: Rows<Chunk>,
    block: PhantomData<B>,
}

impl<B: Block, const CHUNKS: usize> Sizes for Dense<B, CHUNKS> {
    type Machine = B::Machine;
    const TAKES: bool = true;

    fn new(_: B::Machine, table: &Table, levels: usize) -> Self {
        let mut levels = Rows::new(levels, CHUNKS, Chunk::ZERO);
        root::<B::Width>(table, levels.get_mut(0));
        // Vector `NONE` is zero: it stands for no option.
        let mut vectors = Rows::new(NONE.max(table.options.len()) + 1, CHUNKS, Chunk::ZERO);
        for (option, items) in table.all_items() {
            for &item in items {
                let (chunk, lane) = place::<B::Width>(item);
                B::Width::set(&mut vectors.get_mut(option)[chunk], lane, B::Width::COVERED);
            }
        }
        Self { levels, vectors, block: PhantomData }
    }

    #[inline(always)]
    unsafe fn smallest(&self, machine: B::Machine, level: usize, _: &[u64]) -> (u32, usize) {
        // SAFETY: the caller promises that the level exists.
        smallest::<B>(machine, unsafe { self.levels.row(level, Fixed::<CHUNKS>) })
    }

    fn keep(&mut self, table: &Table, levels: (usize, usize), items: &[u64]) {
        keep::<B::Width>(&mut self.levels, table, levels, items);
    }

    #[inline(always)]
    unsafe fn take(
        &mut self,
        machine: B::Machine,
        table: &Table,
        (from, to): (usize, usize),
        gone: &[u64],
        chosen: Option<usize>,
    ) {
        // No closure and no `map`, because they would not be compiled for the instruction set of the caller.
        // SAFETY: the caller promises that the level exists.
        let above = unsafe { self.levels.row(from, Fixed::<CHUNKS>) };
        let mut sizes = [B::load(machine, &above[0]); CHUNKS];
        for j in 1..CHUNKS {
            sizes[j] = B::load(machine, &above[j]);
        }
        // Only if sets of options have two words: in a larger table, `NONE` may be the number of an option.
        if let ([low, high], 2) = (gone, table.words) {
            // Usually few options are removed, and branches on their number are mispredicted, so each pass removes two.
            let mut rest = u128::from(*high) << 64 | u128::from(*low);
            loop {
                for _ in 0..2 {
                    let option = rest.trailing_zeros() as usize;
                    rest &= rest.wrapping_sub(1);
                    // SAFETY: `option` is the number of an option, or `NONE` if no bit is left;
                    // both have vectors.
                    let vector = unsafe { self.vectors.row(option, Fixed::<CHUNKS>) };
                    for j in 0..CHUNKS {
                        sizes[j] = sizes[j].plus(B::load(machine, &vector[j]));
                    }
                }
                if rest == 0 {
                    break;
                }
            }
        } else {
            for (i, &word) in gone.iter().enumerate() {
                let mut rest = word;
                while rest != 0 {
                    let option = 64 * i + rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    // SAFETY: the caller promises that bits are numbers of options.
                    let vector = unsafe { self.vectors.row(option, Fixed::<CHUNKS>) };
                    for j in 0..CHUNKS {
                        sizes[j] = sizes[j].plus(B::load(machine, &vector[j]));
                    }
                }
            }
        }
        if let Some(option) = chosen {
            // SAFETY: the caller promises that `chosen` is the number of an option.
            let vector = unsafe { self.vectors.row(option, Fixed::<CHUNKS>) };
            for j in 0..CHUNKS {
                sizes[j] = sizes[j].or(B::load(machine, &vector[j]));
            }
        }
        // SAFETY: the caller promises that the level exists.
        let below = unsafe { self.levels.row_mut(to, Fixed::<CHUNKS>) };
        for j in 0..CHUNKS {
            sizes[j].store(&mut below[j]);
        }
    }
}

/// Sizes of many items: removing an option subtracts 1 from the size of each of its items.
pub(super) struct Sparse<B: Block> {
    chunks: usize,
    levels: Rows<Chunk>,
    block: PhantomData<B>,
}

impl<B: Block> Sizes for Sparse<B> {
    type Machine = B::Machine;
    const TAKES: bool = true;

    fn new(_: B::Machine, table: &Table, levels: usize) -> Self {
        let chunks = chunks::<B::Width>(table.sizes.len());
        let mut levels = Rows::new(levels, chunks, Chunk::ZERO);
        root::<B::Width>(table, levels.get_mut(0));
        Self { chunks, levels, block: PhantomData }
    }

    #[inline(always)]
    unsafe fn smallest(&self, machine: B::Machine, level: usize, _: &[u64]) -> (u32, usize) {
        // SAFETY: the caller promises that the level exists.
        smallest::<B>(machine, unsafe { self.levels.row(level, self.chunks) })
    }

    fn keep(&mut self, table: &Table, levels: (usize, usize), items: &[u64]) {
        keep::<B::Width>(&mut self.levels, table, levels, items);
    }

    #[inline(always)]
    unsafe fn take(
        &mut self,
        _: B::Machine,
        table: &Table,
        (from, to): (usize, usize),
        gone: &[u64],
        chosen: Option<usize>,
    ) {
        if from != to {
            // SAFETY: the caller promises that both levels exist, and `to` is `from + 1`.
            let (above, below) = unsafe { self.levels.row_and_next(from, self.chunks) };
            below.copy_from_slice(above);
        }
        // SAFETY: the caller promises that the level exists.
        let sizes = unsafe { self.levels.row_mut(to, self.chunks) };
        for (i, &word) in gone.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let option = 64 * i + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                // SAFETY: the caller promises that bits are numbers of options.
                for &item in unsafe { table.items(option) } {
                    let (chunk, lane) = place::<B::Width>(item);
                    let size = B::Width::get(&sizes[chunk], lane);
                    B::Width::set(&mut sizes[chunk], lane, size.wrapping_sub(1));
                }
            }
        }
        if let Some(option) = chosen {
            // SAFETY: the caller promises that `chosen` is the number of an option.
            for &item in unsafe { table.items(option) } {
                let (chunk, lane) = place::<B::Width>(item);
                B::Width::set(&mut sizes[chunk], lane, B::Width::COVERED);
            }
        }
    }
}

/// The chunk and the lane of an item.
#[inline(always)]
fn place<W: Width>(item: u16) -> (usize, usize) {
    (item as usize / W::LANES, item as usize % W::LANES)
}
