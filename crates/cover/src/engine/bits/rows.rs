//! Rows of one length, one after the other: the tables and stacks of the search.
//!
//! [`Rows::get`] and [`Rows::get_mut`] check that a row exists. The search uses the unchecked functions,
//! because checks in its innermost loops take measurable time. The unchecked functions are `unsafe`, and
//! each caller states why the row exists. Most callers rely on one of these facts:
//!
//! - Options and primary items are numbered from 0 by [`Table`](super::table::Table). Each bit set in
//!   a set of options, and each entry of a list of options, is the number of an option.
//! - A level is at most the number of primary items, because each choice covers at least one of them.
//!
//! Test builds check each look-up by assertion, and tests compare every search with other engines.
//!
//! # Safety
//! Callers of the unsafe functions must name a row that exists as `row` (and the one after it for
//! [`Rows::row_and_next`]), the length of each row as `length`, an index within the list as `i`, and a
//! range within the list from `from` to `to`.
#![allow(unsafe_code)]

/// The number of elements in a row.
///
/// If the compiler knows the number, it unrolls loops over a row.
pub(super) trait Length: Copy {
    /// Whether the compiler knows the number, and the number is small.
    const KNOWN: bool;
    fn length(self) -> usize;
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Fixed<const LENGTH: usize>;

impl<const LENGTH: usize> Length for Fixed<LENGTH> {
    const KNOWN: bool = true;
    #[inline(always)]
    fn length(self) -> usize {
        LENGTH
    }
}

/// A length known only at run time.
impl Length for usize {
    const KNOWN: bool = false;
    #[inline(always)]
    fn length(self) -> usize {
        self
    }
}

/// Rows of one length. The first row begins at a multiple of 64 bytes.
pub(super) struct Rows<T> {
    elements: Vec<T>,
    /// The index of the first element of the first row.
    start: usize,
    count: usize,
    length: usize,
}

impl<T: Copy> Rows<T> {
    pub(super) fn new(rows: usize, length: usize, element: T) -> Self {
        let elements = vec![element; rows * length + 64 / size_of::<T>()];
        let start = elements.as_ptr().align_offset(64).min(64 / size_of::<T>());
        Self { elements, start, count: rows, length }
    }

    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// A row, which must exist.
    #[inline(always)]
    pub(super) fn get(&self, row: usize) -> &[T] {
        assert!(row < self.count, "row {row} of {}", self.count);
        &self.elements[self.start + row * self.length..][..self.length]
    }

    pub(super) fn get_mut(&mut self, row: usize) -> &mut [T] {
        assert!(row < self.count, "row {row} of {}", self.count);
        &mut self.elements[self.start + row * self.length..][..self.length]
    }

    /// A row. The caller passes the length again, so that the compiler may know it.
    #[inline(always)]
    pub(super) unsafe fn row(&self, row: usize, length: impl Length) -> &[T] {
        let length = length.length();
        debug_assert!(length == self.length && row < self.count);
        let start = self.start + row * length;
        // SAFETY: the caller promises that the row exists, and all rows lie within `elements`.
        unsafe { self.elements.get_unchecked(start..start + length) }
    }

    #[inline(always)]
    pub(super) unsafe fn row_mut(&mut self, row: usize, length: impl Length) -> &mut [T] {
        let length = length.length();
        debug_assert!(length == self.length && row < self.count);
        let start = self.start + row * length;
        // SAFETY: as in `row`.
        unsafe { self.elements.get_unchecked_mut(start..start + length) }
    }

    /// A row, and the one after it to be changed.
    #[inline(always)]
    pub(super) unsafe fn row_and_next(
        &mut self,
        row: usize,
        length: impl Length,
    ) -> (&[T], &mut [T]) {
        let length = length.length();
        debug_assert!(length == self.length && row + 1 < self.count);
        let start = self.start + row * length;
        // SAFETY: the caller promises that both rows exist; together they have twice the length.
        unsafe {
            let both = self.elements.get_unchecked_mut(start..start + 2 * length);
            let (row, next) = both.split_at_mut_unchecked(length);
            (row, next)
        }
    }
}

/// A list with unchecked look-ups.
pub(super) struct List<T>(Vec<T>);

impl<T> List<T> {
    pub(super) fn new(elements: Vec<T>) -> Self {
        Self(elements)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    pub(super) unsafe fn at_mut(&mut self, i: usize) -> &mut T {
        debug_assert!(i < self.0.len());
        // SAFETY: the caller promises that the element exists.
        unsafe { self.0.get_unchecked_mut(i) }
    }
}

impl<T: Copy> List<T> {
    /// An element, with a check that it exists.
    #[inline(always)]
    pub(super) fn get(&self, i: usize) -> T {
        self.0[i]
    }

    /// The place of an element of an ascending list.
    pub(super) fn find(&self, element: &T) -> Option<usize>
    where
        T: Ord,
    {
        self.0.binary_search(element).ok()
    }

    #[inline(always)]
    pub(super) unsafe fn at(&self, i: usize) -> T {
        debug_assert!(i < self.0.len());
        // SAFETY: the caller promises that the element exists.
        unsafe { *self.0.get_unchecked(i) }
    }

    #[inline(always)]
    pub(super) unsafe fn put(&mut self, i: usize, element: T) {
        // SAFETY: the caller promises that the element exists.
        unsafe { *self.at_mut(i) = element }
    }

    #[inline(always)]
    pub(super) unsafe fn slice(&self, from: usize, to: usize) -> &[T] {
        debug_assert!(from <= to && to <= self.0.len());
        // SAFETY: the caller promises that the elements exist.
        unsafe { self.0.get_unchecked(from..to) }
    }
}
