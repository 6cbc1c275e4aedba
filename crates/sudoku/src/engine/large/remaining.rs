//! The literals remaining in each group, that is, those not yet known to be false.
//!
//! A literal that becomes true settles the groups in which it stands, and its negation is removed
//! from its groups. Both are done by one branchless operation, on four groups at a time, because a
//! branch between the two would be unpredictable.

use super::literal::Lit;
use crate::engine::lists::Lists;

/// The update of a group when a literal becomes true: the group in the lower bits, and in the upper
/// bits the change of its count. The group loses a literal, or is settled.
#[derive(Clone, Copy)]
pub(super) struct GroupUpdate(u32);

impl GroupUpdate {
    pub(super) fn settled(group: u32) -> Self {
        debug_assert!(group < Remaining::ONE);
        Self(Remaining::SETTLED | group)
    }
    pub(super) fn loses(group: u32) -> Self {
        debug_assert!(group < Remaining::ONE);
        Self(Remaining::ONE.wrapping_neg() | group)
    }
    #[inline]
    pub(super) fn group(self) -> u32 {
        self.0 & Remaining::LITERAL
    }
    #[inline]
    fn change(self) -> u32 {
        self.0 & !Remaining::LITERAL
    }
    /// The literal that the group loses when `lit` becomes true. This is the negation of `lit`, or 0 if the
    /// group is settled instead.
    #[inline]
    fn lost(self, lit: Lit) -> u32 {
        (self.0.cast_signed() >> 31).cast_unsigned() & (!lit).0
    }
}

/// The remaining literals of a group: their number in the upper bits, and in the lower bits their exclusive
/// or, which is the last literal when one remains. The number is out of range while a literal of the group
/// is true, because nothing more follows from the group then. Both are in one word, because no other data
/// of the search changes more often.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Remaining(u32);

impl Remaining {
    const ONE: u32 = 1 << 24;
    const LITERAL: u32 = Self::ONE - 1;
    /// The number added to the count of a settled group. It is greater than 81, the size of the largest
    /// group, and so small that twice this number and 81 fit in 8 bits. It is a multiple of 4, so that the
    /// count of the dummy group, which is 2 plus any number of them, modulo 256, is never 0 or 1.
    const SETTLED: u32 = 84 * Self::ONE;
    /// At least two literals remain in groups that compare greater than or equal to this.
    pub(super) const TWO: Self = Self(2 * Self::ONE);

    fn of(group: &[Lit]) -> Self {
        debug_assert!(group.iter().all(|lit| lit.0 < Self::ONE) && group.len() < 128);
        Self(group.iter().fold(0, |left, lit| (left + Self::ONE) ^ lit.0))
    }
    #[inline]
    pub(super) fn apply(&mut self, update: GroupUpdate, lit: Lit) {
        self.0 = self.0.wrapping_add(update.change()) ^ update.lost(lit);
    }
    #[inline]
    pub(super) fn undo(&mut self, update: GroupUpdate, lit: Lit) {
        self.0 = self.0.wrapping_sub(update.change()) ^ update.lost(lit);
    }
    pub(super) fn number(self) -> u32 {
        self.0 / Self::ONE
    }
    /// Whether a literal of the group is true.
    pub(super) fn is_settled(self) -> bool {
        self.0 >= Self::SETTLED
    }
    pub(super) fn is_empty(self) -> bool {
        self.0 < Self::ONE
    }
    pub(super) fn last(self) -> Lit {
        Lit(self.0 & Self::LITERAL)
    }
}

/// The remaining literals of each group while no literal is true; then those of the dummy group that pads blocks
/// of four. The dummy group always counts two literals or more, however often it is settled.
pub(super) fn of_all(groups: &Lists<Lit>) -> Vec<Remaining> {
    let each = (0..groups.len()).map(|group| Remaining::of(groups.get(group)));
    each.chain([Remaining::TWO]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_knows_how_many_are_left_and_the_last_and_forgets() {
        let lits = [Lit(4), Lit(9), Lit(12)];
        let (whole, loses) = (Remaining::of(&lits), GroupUpdate::loses(7));
        let mut left = whole;
        left.apply(loses, !lits[0]);
        assert!(left.number() == 2 && left >= Remaining::TWO);
        left.apply(loses, !lits[2]);
        assert!(left < Remaining::TWO && !left.is_empty() && left.last() == lits[1]);
        left.apply(loses, !lits[1]);
        assert!(left.is_empty());
        left.undo(loses, !lits[2]);
        assert!(!left.is_empty() && left.last() == lits[2]);
        left.undo(loses, !lits[0]);
        left.apply(GroupUpdate::settled(7), lits[1]);
        assert!(left >= Remaining::TWO);
        left.undo(GroupUpdate::settled(7), lits[1]);
        left.undo(loses, !lits[1]);
        assert!(left == whole && loses.group() == 7 && GroupUpdate::settled(7).group() == 7);
    }

    #[test]
    fn the_dummy_group_is_never_down_to_one() {
        let mut left = Remaining::TWO;
        for _ in 0..1000 {
            left.apply(GroupUpdate::settled(0), Lit(3));
            assert!(left >= Remaining::TWO);
        }
    }
}
