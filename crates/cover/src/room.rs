//! The memory that growing tables take, for limits of memory.
//!
//! A vector doubles its room when it is full, and holds the old room until all is copied. Tables that are to stay
//! within a limit grow by an eighth instead, and are asked beforehand what they will take.

use hashbrown::HashTable;

/// Vectors grow by this many elements at least.
const LEAST: usize = 16;

/// The capacity of a vector when so many elements more are in it.
pub(crate) fn grown<T>(vec: &Vec<T>, more: usize) -> usize {
    let length = vec.len();
    let fits = length + more <= vec.capacity();
    if fits { vec.capacity() } else { length + more.max(length / 8).max(LEAST) }
}

/// The bytes of a vector when so many elements more are in it.
pub(crate) fn of_vec<T>(vec: &Vec<T>, more: usize) -> usize {
    grown(vec, more) * size_of::<T>()
}

/// Makes a vector as large as [`grown`] says.
pub(crate) fn reserve<T>(vec: &mut Vec<T>, more: usize) {
    vec.reserve_exact(grown(vec, more) - vec.len());
}

/// The most bytes of a table while one element more is put into it.
pub(crate) fn of_table<T>(table: &HashTable<T>) -> usize {
    let is_full = table.len() == table.capacity();
    if is_full { while_growing(table) } else { table.allocation_size() }
}

/// The bytes of a table while it is copied into one of twice the size.
pub(crate) fn while_growing<T>(table: &HashTable<T>) -> usize {
    3 * table.allocation_size()
}
