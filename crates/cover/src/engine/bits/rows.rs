//! Rows of one length, one after the other: the tables and stacks of the search.
//!
//! # Why the unchecked look-ups are sound
//! Whoever asks for a row has its number from where the rows were made: options and items are numbered by
//! [`Table`](super::table::Table), and each number in a bitset or a list is that of an option; levels go
//! up to the number of primary items, as each choice covers one at least. Test builds check each look-up
//! by assertion, and every search is compared with other engines.
#![expect(unsafe_code, reason = "unchecked look-ups in the innermost loops")]

/// How many things are in a row.
///
/// Where the compiler knows it, loops over a row are not loops.
pub(super) trait Length: Copy {
    /// Whether the compiler knows it, and it is small.
    const KNOWN: bool;
    fn length(self) -> usize;
}

/// So many.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fixed<const LENGTH: usize>;

impl<const LENGTH: usize> Length for Fixed<LENGTH> {
    const KNOWN: bool = true;
    #[inline(always)]
    fn length(self) -> usize {
        LENGTH
    }
}

/// Any number.
impl Length for usize {
    const KNOWN: bool = false;
    #[inline(always)]
    fn length(self) -> usize {
        self
    }
}

/// Rows of one length. The first begins at a multiple of 64 bytes.
pub(super) struct Rows<T> {
    things: Vec<T>,
    /// Where the first row begins.
    start: usize,
    count: usize,
    length: usize,
}

impl<T: Copy> Rows<T> {
    /// So many rows, filled with one thing.
    pub(super) fn new(rows: usize, length: usize, thing: T) -> Self {
        let things = vec![thing; rows * length + 64 / size_of::<T>()];
        let start = things.as_ptr().align_offset(64).min(64 / size_of::<T>());
        Self { things, start, count: rows, length }
    }

    /// How long rows are.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// A row. Its length is given anew where the compiler shall know it.
    #[inline(always)]
    pub(super) fn row(&self, row: usize, length: impl Length) -> &[T] {
        let length = length.length();
        debug_assert!(length == self.length && row < self.count);
        let start = self.start + row * length;
        // SAFETY: there is such a row, as said above.
        unsafe { self.things.get_unchecked(start..start + length) }
    }

    #[inline(always)]
    pub(super) fn row_mut(&mut self, row: usize, length: impl Length) -> &mut [T] {
        let length = length.length();
        debug_assert!(length == self.length && row < self.count);
        let start = self.start + row * length;
        // SAFETY: there is such a row, as said above.
        unsafe { self.things.get_unchecked_mut(start..start + length) }
    }

    /// A row, and the one after it to be changed.
    #[inline(always)]
    pub(super) fn row_and_next(&mut self, row: usize, length: impl Length) -> (&[T], &mut [T]) {
        let length = length.length();
        debug_assert!(length == self.length && row + 1 < self.count);
        let start = self.start + row * length;
        // SAFETY: there are such rows, as said above.
        let both = unsafe { self.things.get_unchecked_mut(start..start + 2 * length) };
        // SAFETY: both together have twice the length.
        let (row, next) = unsafe { both.split_at_mut_unchecked(length) };
        (row, next)
    }
}

/// A list that is looked up without checks.
pub(super) struct List<T>(Vec<T>);

impl<T> List<T> {
    pub(super) fn new(things: Vec<T>) -> Self {
        Self(things)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    pub(super) fn at_mut(&mut self, i: usize) -> &mut T {
        debug_assert!(i < self.0.len());
        // SAFETY: there is such a place, as said above.
        unsafe { self.0.get_unchecked_mut(i) }
    }
}

impl<T: Copy> List<T> {
    #[inline(always)]
    pub(super) fn at(&self, i: usize) -> T {
        debug_assert!(i < self.0.len());
        // SAFETY: there is such a place, as said above.
        unsafe { *self.0.get_unchecked(i) }
    }

    #[inline(always)]
    pub(super) fn put(&mut self, i: usize, thing: T) {
        debug_assert!(i < self.0.len());
        // SAFETY: there is such a place, as said above.
        unsafe { *self.0.get_unchecked_mut(i) = thing }
    }

    /// The things from one place to before another.
    #[inline(always)]
    pub(super) fn slice(&self, from: usize, to: usize) -> &[T] {
        debug_assert!(from <= to && to <= self.0.len());
        // SAFETY: there are such places, as said above.
        unsafe { self.0.get_unchecked(from..to) }
    }
}
