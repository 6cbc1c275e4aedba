//! How much is left of each group.
//!
//! A literal that became true settles the groups it stands in, and its negation is left out of
//! those where that stands. Both are done without a branch, four groups at a time: which of them a
//! literal does and how often could not be foreseen.

use super::model::{Lists, Lit};

/// A group, and whether it loses a literal (or is settled) when the one that knows it becomes true.
#[derive(Clone, Copy)]
pub(super) struct Told(u32);

impl Told {
    pub(super) fn settled(group: u32) -> Self {
        Self(group << 1)
    }
    pub(super) fn loses(group: u32) -> Self {
        Self(group << 1 | 1)
    }
    #[inline]
    pub(super) fn group(self) -> u32 {
        self.0 >> 1
    }
    /// All bits if the group loses a literal, none if it is settled.
    #[inline]
    fn mask(self) -> u32 {
        0u32.wrapping_sub(self.0 & 1)
    }
}

/// The literals of a group whose being false was not yet drawn on: below the exclusive or of them,
/// which is the last one when one is left; above it their number; and on top whether a literal of
/// the group is true, after which nothing more is to be said of it. In one word, as it is changed
/// more often than anything else here.
#[derive(Clone, Copy)]
pub(super) struct Left(u32);

impl Left {
    const LITERALS: u32 = 22;
    const ONE: u32 = 1 << Self::LITERALS;
    const SETTLED: u32 = 1 << 31;
    /// Of a group that is none: it has no literals, and never will be down to one.
    const NOTHING: Self = Self(2 * Self::ONE);

    fn of(group: &[Lit]) -> Self {
        debug_assert!(group.iter().all(|lit| lit.0 < Self::ONE) && group.len() < 256);
        Self(group.iter().fold(0, |left, lit| (left + Self::ONE) ^ lit.0))
    }
    /// A literal became true.
    #[inline]
    pub(super) fn hear(&mut self, told: Told, lit: Lit) {
        self.0 = self.0.wrapping_add(Self::change(told)) ^ (told.mask() & (!lit).0);
    }
    /// It is taken back.
    #[inline]
    pub(super) fn forget(&mut self, told: Told, lit: Lit) {
        self.0 = self.0.wrapping_sub(Self::change(told)) ^ (told.mask() & (!lit).0);
    }
    /// What is added on top, where the exclusive or is not touched.
    #[inline]
    fn change(told: Told) -> u32 {
        Self::SETTLED ^ (told.mask() & (Self::SETTLED ^ Self::ONE.wrapping_neg()))
    }
    /// Whether at most one literal is left, and none of the group is true.
    #[inline]
    pub(super) fn at_most_one(self) -> bool {
        self.0 < 2 * Self::ONE
    }
    pub(super) fn number(self) -> u32 {
        self.0 >> Self::LITERALS
    }
    pub(super) fn is_empty(self) -> bool {
        self.0 < Self::ONE
    }
    /// The only one.
    pub(super) fn last(self) -> Lit {
        Lit(self.0 & (Self::ONE - 1))
    }
}

/// What is left of each of these groups while nothing is true, and of one more, which fills up fours.
pub(super) fn of_all(groups: &Lists<Lit>) -> Vec<Left> {
    let each = (0..groups.len()).map(|group| Left::of(groups.get(group)));
    each.chain([Left::NOTHING]).collect()
}
