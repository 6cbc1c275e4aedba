//! How much is left of each group.
//!
//! A literal that became true settles the groups it stands in, and its negation is left out of
//! those where that stands. Both are done without a branch, four groups at a time: which of them a
//! literal does and how often could not be foreseen.

use super::model::{Lists, Lit};

/// A group, in the lower bits, and what its number changes by, on top, when the literal that knows it
/// becomes true: it loses one, or it is settled.
#[derive(Clone, Copy)]
pub(super) struct Told(u32);

impl Told {
    pub(super) fn settled(group: u32) -> Self {
        debug_assert!(group < Left::ONE);
        Self(Left::SETTLED | group)
    }
    pub(super) fn loses(group: u32) -> Self {
        debug_assert!(group < Left::ONE);
        Self(Left::ONE.wrapping_neg() | group)
    }
    #[inline]
    pub(super) fn group(self) -> u32 {
        self.0 & Left::LITERAL
    }
    #[inline]
    fn change(self) -> u32 {
        self.0 & !Left::LITERAL
    }
    /// The negation of a literal that became true, if the group loses it, or else 0.
    #[inline]
    fn lost(self, lit: Lit) -> u32 {
        (self.0.cast_signed() >> 31).cast_unsigned() & (!lit).0
    }
}

/// The literals of a group whose being false was not yet drawn on: on top their number, and below
/// the exclusive or of them, which is the last one when one is left. The number is greater than
/// any while a literal of the group is true: nothing more is to be said of it. In one word, as it is
/// changed more often than anything else here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Left(u32);

impl Left {
    const ONE: u32 = 1 << 24;
    const LITERAL: u32 = Self::ONE - 1;
    /// More than 81, and so few that two with 81 fit. However often it is added, 2 does not become
    /// 0 or 1.
    const SETTLED: u32 = 84 * Self::ONE;
    /// More literals than one.
    pub(super) const TWO: Self = Self(2 * Self::ONE);

    fn of(group: &[Lit]) -> Self {
        debug_assert!(group.iter().all(|lit| lit.0 < Self::ONE) && group.len() < 128);
        Self(group.iter().fold(0, |left, lit| (left + Self::ONE) ^ lit.0))
    }
    /// A literal became true.
    #[inline]
    pub(super) fn hear(&mut self, told: Told, lit: Lit) {
        self.0 = self.0.wrapping_add(told.change()) ^ told.lost(lit);
    }
    /// It is taken back.
    #[inline]
    pub(super) fn forget(&mut self, told: Told, lit: Lit) {
        self.0 = self.0.wrapping_sub(told.change()) ^ told.lost(lit);
    }
    pub(super) fn number(self) -> u32 {
        self.0 / Self::ONE
    }
    /// Whether a literal of it is true.
    pub(super) fn is_settled(self) -> bool {
        self.0 >= Self::SETTLED
    }
    pub(super) fn is_empty(self) -> bool {
        self.0 < Self::ONE
    }
    /// The only one.
    pub(super) fn last(self) -> Lit {
        Lit(self.0 & Self::LITERAL)
    }
}

/// What is left of each of these groups while nothing is true, and of one more, which fills up fours:
/// however often that is settled, it keeps two literals or more.
pub(super) fn of_all(groups: &Lists<Lit>) -> Vec<Left> {
    let each = (0..groups.len()).map(|group| Left::of(groups.get(group)));
    each.chain([Left::TWO]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_knows_how_many_are_left_and_the_last_and_forgets() {
        let lits = [Lit(4), Lit(9), Lit(12)];
        let (whole, loses) = (Left::of(&lits), Told::loses(7));
        let mut left = whole;
        left.hear(loses, !lits[0]);
        assert!(left.number() == 2 && left >= Left::TWO);
        left.hear(loses, !lits[2]);
        assert!(left < Left::TWO && !left.is_empty() && left.last() == lits[1]);
        left.hear(loses, !lits[1]);
        assert!(left.is_empty());
        left.forget(loses, !lits[2]);
        assert!(!left.is_empty() && left.last() == lits[2]);
        left.forget(loses, !lits[0]);
        left.hear(Told::settled(7), lits[1]);
        assert!(left >= Left::TWO);
        left.forget(Told::settled(7), lits[1]);
        left.forget(loses, !lits[1]);
        assert!(left == whole && loses.group() == 7 && Told::settled(7).group() == 7);
    }

    #[test]
    fn what_fills_up_fours_is_never_down_to_one() {
        let mut left = Left::TWO;
        for _ in 0..1000 {
            left.hear(Told::settled(0), Lit(3));
            assert!(left >= Left::TWO);
        }
    }
}
