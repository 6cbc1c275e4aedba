//! Places in lists, looked up without checks.
//!
//! # Why the unchecked look-ups are sound
//! The lists of a search are as long as there are options, items or entries when it is made, and never get
//! shorter or longer. Options and items are numbered from 0 by [`Table`](super::table::Table). What is
//! looked up is the number of an option or an item that a table holds, or a place between those where the
//! table says that its items or options begin and end. Options are taken away at most once before they are
//! alive again, and an item comes to have one option at most once for each time that it loses one, so what
//! counts them stays within their lists. Test builds check each look-up by assertion, and every search is
//! compared with other engines.
#![expect(unsafe_code, reason = "unchecked look-ups in the innermost loops")]

/// What is at a place.
#[inline(always)]
pub(super) fn at<T: Copy>(list: &[T], place: usize) -> T {
    debug_assert!(place < list.len());
    // SAFETY: there is such a place, as said above.
    unsafe { *list.get_unchecked(place) }
}

/// A place.
#[inline(always)]
pub(super) fn place<T>(list: &mut [T], place: usize) -> &mut T {
    debug_assert!(place < list.len());
    // SAFETY: there is such a place, as said above.
    unsafe { list.get_unchecked_mut(place) }
}

/// What is from one place to before another.
#[inline(always)]
pub(super) fn part<T>(list: &[T], from: usize, to: usize) -> &[T] {
    debug_assert!(from <= to && to <= list.len());
    // SAFETY: there are such places, as said above.
    unsafe { list.get_unchecked(from..to) }
}
