//! How many options each item has left, in each node on the way down.
//!
//! The sizes of a node are copied one level down and changed there, so nothing is ever undone. A
//! covered item has the greatest size there is, so that it is never the smallest.

use std::marker::PhantomData;

use super::super::ties::{Leftmost, Ties, Weights};
use super::block::{Block, Chunk, Width};
use super::rows::{Fixed, Rows};
use super::table::Table;

/// The size of an item that is covered: more than any other has.
pub(super) const COVERED: u32 = u32::MAX;

/// The sizes of nodes, by their level.
///
/// All methods must be inlined where the machine's instructions are allowed.
pub(super) trait Sizes: Sized {
    /// Shows that the instructions are there.
    type Machine: Copy;
    /// Whether it matters which options go, and not only which are left.
    const TAKES: bool;

    /// Those of the root, at level 0; with room for so many levels.
    fn new(machine: Self::Machine, table: &Table, levels: usize) -> Self;

    /// Takes options away: the sizes of one level, less theirs, become those of another or of the
    /// same. Then the items of one option are covered.
    fn take(
        &mut self,
        machine: Self::Machine,
        table: &Table,
        levels: (usize, usize),
        gone: &[u64],
        chosen: Option<usize>,
    );

    /// The sizes of one level become those of another, with all items covered but these.
    fn keep(&mut self, table: &Table, levels: (usize, usize), items: &[u64]);

    /// The fewest options that an uncovered item has, of those that are left, and the first item with so
    /// few. If all are covered, the size is [`COVERED`].
    fn smallest(&self, machine: Self::Machine, level: usize, left: &[u64]) -> (u32, usize);
}

/// Sizes that are kept, so that all of them can be looked at.
pub(super) trait Kept: Sizes {
    /// The fewest options that an uncovered item has, and of the items with so few the one that goes first.
    /// If all are covered, the size is [`COVERED`].
    fn smallest_by_ties<T: Ties>(
        &self,
        machine: Self::Machine,
        level: usize,
        ties: &T,
    ) -> (u32, usize);
}

/// How the item to branch on is picked.
pub(super) trait Pick<S: Sizes>: Ties {
    /// As [`Sizes::smallest`], with ties broken.
    fn pick(&self, sizes: &S, machine: S::Machine, level: usize, left: &[u64]) -> (u32, usize);
}

impl<S: Sizes> Pick<S> for Leftmost {
    #[inline(always)]
    fn pick(&self, sizes: &S, machine: S::Machine, level: usize, left: &[u64]) -> (u32, usize) {
        sizes.smallest(machine, level, left)
    }
}

impl<S: Kept> Pick<S> for Weights {
    #[inline(always)]
    fn pick(&self, sizes: &S, machine: S::Machine, level: usize, _: &[u64]) -> (u32, usize) {
        sizes.smallest_by_ties(machine, level, self)
    }
}

/// The smallest of sizes, and of the items with that size the one that goes first.
#[inline(always)]
fn smallest_by_ties<B: Block>(
    machine: B::Machine,
    chunks: &[Chunk],
    ties: &impl Ties,
) -> (u32, usize) {
    let mut least = B::load(machine, &chunks[0]);
    for chunk in &chunks[1..] {
        least = least.smaller(B::load(machine, chunk));
    }
    let size = least.smallest();
    if size == B::Width::COVERED {
        return (COVERED, 0);
    }
    let mut best = u64::MAX;
    for (i, chunk) in chunks.iter().enumerate() {
        let mut lanes = B::load(machine, chunk).lanes(size);
        while lanes != 0 {
            let item = i * B::Width::LANES + lanes.trailing_zeros() as usize;
            best = best.min(ties.rank(item as u32));
            lanes &= lanes - 1;
        }
    }
    (size, best as u32 as usize)
}

/// The smallest of sizes, and the first with that size.
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

/// The sizes of the root: of lanes without an item, that of a covered one.
fn root<W: Width>(table: &Table, chunks: &mut [Chunk]) {
    for (i, chunk) in chunks.iter_mut().enumerate() {
        for lane in 0..W::LANES {
            W::set(chunk, lane, table.sizes.get(i * W::LANES + lane).map_or(W::COVERED, |&s| s));
        }
    }
}

/// All items are covered, but these.
fn cover_others<W: Width>(table: &Table, chunks: &mut [Chunk], items: &[u64]) {
    for item in 0..table.sizes.len() {
        if items[item / 64] >> (item % 64) & 1 == 0 {
            let (chunk, lane) = place::<W>(item as u16);
            W::set(&mut chunks[chunk], lane, W::COVERED);
        }
    }
}

/// How many chunks the sizes of a problem take.
pub(super) fn chunks<W: Width>(primary: usize) -> usize {
    primary.div_ceil(W::LANES).max(1)
}

/// The option that is none, where there are two words of options.
const NONE: usize = 128;

/// Sizes in so few chunks that they stay in registers. Each option has its items as a vector of 0
/// and -1: to take it away is to add that vector, to cover its items to OR it.
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
        root::<B::Width>(table, levels.row_mut(0, CHUNKS));
        // One more than there are options stands for none.
        let mut vectors = Rows::new(NONE.max(table.options.len()) + 1, CHUNKS, Chunk::ZERO);
        for option in 0..table.options.len() {
            for &item in table.items(option) {
                let (chunk, lane) = place::<B::Width>(item);
                B::Width::set(&mut vectors.row_mut(option, CHUNKS)[chunk], lane, B::Width::COVERED);
            }
        }
        Self { levels, vectors, block: PhantomData }
    }

    #[inline(always)]
    fn smallest(&self, machine: B::Machine, level: usize, _: &[u64]) -> (u32, usize) {
        smallest::<B>(machine, self.levels.row(level, Fixed::<CHUNKS>))
    }

    fn keep(&mut self, table: &Table, (from, to): (usize, usize), items: &[u64]) {
        let sizes = self.levels.row(from, CHUNKS).to_vec();
        let below = self.levels.row_mut(to, CHUNKS);
        below.copy_from_slice(&sizes);
        cover_others::<B::Width>(table, below, items);
    }

    #[inline(always)]
    fn take(
        &mut self,
        machine: B::Machine,
        table: &Table,
        (from, to): (usize, usize),
        gone: &[u64],
        chosen: Option<usize>,
    ) {
        // No closure and no `map`: they would not be compiled for the machine's instructions.
        let above = self.levels.row(from, Fixed::<CHUNKS>);
        let mut sizes = [B::load(machine, &above[0]); CHUNKS];
        for j in 1..CHUNKS {
            sizes[j] = B::load(machine, &above[j]);
        }
        // Not the first two words of many: there the number of none is an option's.
        if let ([low, high], 2) = (gone, table.words) {
            // Mostly few go, and how many cannot be foretold: two at a time, without a branch.
            let mut rest = u128::from(*high) << 64 | u128::from(*low);
            loop {
                for _ in 0..2 {
                    let option = rest.trailing_zeros() as usize;
                    rest &= rest.wrapping_sub(1);
                    let vector = self.vectors.row(option, Fixed::<CHUNKS>);
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
                    let vector = self.vectors.row(option, Fixed::<CHUNKS>);
                    for j in 0..CHUNKS {
                        sizes[j] = sizes[j].plus(B::load(machine, &vector[j]));
                    }
                }
            }
        }
        if let Some(option) = chosen {
            let vector = self.vectors.row(option, Fixed::<CHUNKS>);
            for j in 0..CHUNKS {
                sizes[j] = sizes[j].or(B::load(machine, &vector[j]));
            }
        }
        let below = self.levels.row_mut(to, Fixed::<CHUNKS>);
        for j in 0..CHUNKS {
            sizes[j].store(&mut below[j]);
        }
    }
}

impl<B: Block, const CHUNKS: usize> Kept for Dense<B, CHUNKS> {
    #[inline(always)]
    fn smallest_by_ties<T: Ties>(
        &self,
        machine: B::Machine,
        level: usize,
        ties: &T,
    ) -> (u32, usize) {
        smallest_by_ties::<B>(machine, self.levels.row(level, Fixed::<CHUNKS>), ties)
    }
}

/// Sizes of many items: to take an option away is to take one from each of its items.
pub(super) struct Sparse<B: Block> {
    /// Of each level so many.
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
        root::<B::Width>(table, levels.row_mut(0, chunks));
        Self { chunks, levels, block: PhantomData }
    }

    #[inline(always)]
    fn smallest(&self, machine: B::Machine, level: usize, _: &[u64]) -> (u32, usize) {
        smallest::<B>(machine, self.levels.row(level, self.chunks))
    }

    fn keep(&mut self, table: &Table, (from, to): (usize, usize), items: &[u64]) {
        let sizes = self.levels.row(from, self.chunks).to_vec();
        let below = self.levels.row_mut(to, self.chunks);
        below.copy_from_slice(&sizes);
        cover_others::<B::Width>(table, below, items);
    }

    #[inline(always)]
    fn take(
        &mut self,
        _: B::Machine,
        table: &Table,
        (from, to): (usize, usize),
        gone: &[u64],
        chosen: Option<usize>,
    ) {
        if from != to {
            let (above, below) = self.levels.row_and_next(from, self.chunks);
            below.copy_from_slice(above);
        }
        let sizes = self.levels.row_mut(to, self.chunks);
        for (i, &word) in gone.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let option = 64 * i + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                for &item in table.items(option) {
                    let (chunk, lane) = place::<B::Width>(item);
                    let size = B::Width::get(&sizes[chunk], lane);
                    B::Width::set(&mut sizes[chunk], lane, size.wrapping_sub(1));
                }
            }
        }
        if let Some(option) = chosen {
            for &item in table.items(option) {
                let (chunk, lane) = place::<B::Width>(item);
                B::Width::set(&mut sizes[chunk], lane, B::Width::COVERED);
            }
        }
    }
}

impl<B: Block> Kept for Sparse<B> {
    #[inline(always)]
    fn smallest_by_ties<T: Ties>(
        &self,
        machine: B::Machine,
        level: usize,
        ties: &T,
    ) -> (u32, usize) {
        smallest_by_ties::<B>(machine, self.levels.row(level, self.chunks), ties)
    }
}

/// The chunk and the lane of an item.
#[inline(always)]
fn place<W: Width>(item: u16) -> (usize, usize) {
    (item as usize / W::LANES, item as usize % W::LANES)
}
