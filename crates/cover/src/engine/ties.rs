//! How ties between items of the smallest size are broken.

// What is not inlined is not compiled for the instructions of its caller.
#![allow(clippy::inline_always)]

/// Which of several items that have equally few options left is branched on.
pub(super) trait Ties {
    /// Whether it is not always the leftmost.
    const WEIGHED: bool;

    /// No item has been wiped out so far.
    fn new(items: usize) -> Self;

    /// Items with a smaller rank go first; no two have the same.
    fn rank(&self, item: u32) -> u64;

    /// An uncovered item has no options left.
    fn wiped_out(&mut self, item: u32);
}

/// The leftmost goes first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leftmost;

impl Ties for Leftmost {
    const WEIGHED: bool = false;

    fn new(_: usize) -> Self {
        Self
    }

    #[inline(always)]
    fn rank(&self, item: u32) -> u64 {
        u64::from(item)
    }

    #[inline(always)]
    fn wiped_out(&mut self, _: u32) {}
}

/// The one that was most often wiped out goes first, the leftmost among equals.
#[derive(Clone, Debug)]
pub(super) struct Weights(Vec<u32>);

impl Ties for Weights {
    const WEIGHED: bool = true;

    fn new(items: usize) -> Self {
        Self(vec![u32::MAX; items])
    }

    /// The weights count downwards, so that they are the upper half of the rank.
    #[inline(always)]
    fn rank(&self, item: u32) -> u64 {
        u64::from(self.0[item as usize]) << 32 | u64::from(item)
    }

    #[inline(always)]
    fn wiped_out(&mut self, item: u32) {
        let weight = &mut self.0[item as usize];
        *weight = weight.saturating_sub(1);
    }
}
