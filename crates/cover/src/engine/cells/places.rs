//! Unchecked look-ups in lists, for the innermost loops, in which checks take measurable time.
//!
//! Each caller states why the place exists. Most callers rely on one of these facts:
//!
//! - The lists of a search have an entry for each option, item or entry of the table from the beginning,
//!   and keep their length. Options and items are numbered from 0 by [`Table`](super::table::Table); the
//!   table and the lists of a search hold only such numbers.
//! - The table says where the items of an option and the options of an item begin and end.
//! - An option is removed at most once before it is alive again, so a list of removed options needs
//!   room for each option once.
//!
//! Test builds check each look-up by assertion, and tests compare every search with other engines.
#![allow(unsafe_code)]

/// The element at a place.
///
/// # Safety
/// `place` must be less than the length.
#[inline(always)]
pub(super) unsafe fn at<T: Copy>(list: &[T], place: usize) -> T {
    debug_assert!(place < list.len());
    // SAFETY: the caller promises that the place exists.
    unsafe { *list.get_unchecked(place) }
}

/// The element at a place, to be changed.
///
/// # Safety
/// `place` must be less than the length.
#[inline(always)]
pub(super) unsafe fn place<T>(list: &mut [T], place: usize) -> &mut T {
    debug_assert!(place < list.len());
    // SAFETY: the caller promises that the place exists.
    unsafe { list.get_unchecked_mut(place) }
}

/// The elements of a range of places.
///
/// # Safety
/// `from` must be at most `to`, and `to` at most the length.
#[inline(always)]
pub(super) unsafe fn part<T>(list: &[T], from: usize, to: usize) -> &[T] {
    debug_assert!(from <= to && to <= list.len());
    // SAFETY: the caller promises that the places exist.
    unsafe { list.get_unchecked(from..to) }
}
