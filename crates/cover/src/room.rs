//! The memory that growing tables take, for limits of memory.
//!
//! A vector doubles its room when it is full, and holds the old room until all is copied. Large tables that are to stay
//! within a limit grow by an eighth instead, and are asked beforehand what they will take.

use hashbrown::HashTable;

/// Vectors grow by this many elements at least.
const LEAST: usize = 16;

/// Tables of fewer bytes are doubled: that copies less, and takes little of any limit.
const SMALL: usize = 1 << 20;

/// By how many elements a full table of `length` elements grows, each of `bytes` bytes.
pub(crate) fn growth(length: usize, bytes: usize) -> usize {
    let by = if length * bytes < SMALL { length } else { length / 8 };
    by.max(LEAST)
}

/// The capacity of a vector to which `more` elements are added.
#[inline]
pub(crate) fn grown<T>(vec: &Vec<T>, more: usize) -> usize {
    let length = vec.len();
    let fits = length + more <= vec.capacity();
    if fits { vec.capacity() } else { length + more.max(growth(length, size_of::<T>())) }
}

/// The bytes of a vector to which `more` elements are added.
pub(crate) fn of_vec<T>(vec: &Vec<T>, more: usize) -> usize {
    grown(vec, more) * size_of::<T>()
}

/// Makes a vector as large as [`grown`] says.
#[inline]
pub(crate) fn reserve<T>(vec: &mut Vec<T>, more: usize) {
    if vec.capacity() - vec.len() < more {
        grow(vec, more);
    }
}

#[cold]
#[inline(never)]
fn grow<T>(vec: &mut Vec<T>, more: usize) {
    vec.reserve_exact(grown(vec, more) - vec.len());
}

/// The most bytes that a table takes while `more` elements are added: if they do not fit, it is copied into a larger one.
pub(crate) fn of_table<T>(table: &HashTable<T>, more: usize) -> usize {
    let needed = table.len() + more;
    let now = table.allocation_size();
    if needed <= table.capacity() {
        return now;
    }
    // A table is at most seven eighths full, and has a power of two of places, each with a byte of its own.
    let places = (needed.max(table.capacity() + 1) * 8 / 7 + 1).next_power_of_two().max(4);
    now + places * (size_of::<T>() + 1) + 2 * size_of::<[u128; 2]>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_takes_no_more_than_was_said() {
        let mut table = HashTable::<u32>::new();
        for number in 0..100_000u32 {
            let (before, most) = (table.allocation_size(), of_table(&table, 1));
            table.insert_unique(u64::from(number) << 57, number, |&it| u64::from(it) << 57);
            let now = table.allocation_size();
            let meanwhile = if now == before { now } else { now + before };
            assert!(meanwhile <= most && most <= 2 * meanwhile + 128, "{meanwhile} and {most}");
            if number > 3_000 && table.len() == table.capacity() {
                break;
            }
        }
        for more in [1, 100, 10_000] {
            let mut empty = HashTable::<u32>::new();
            let most = of_table(&empty, more);
            empty.reserve(more, |_| 0);
            assert!(empty.allocation_size() <= most && most <= 2 * empty.allocation_size() + 128);
        }
    }

    #[test]
    fn a_large_vector_grows_by_an_eighth() {
        let mut vec = vec![0u16; 1_000_000];
        vec.shrink_to_fit();
        assert_eq!((grown(&vec, 1), of_vec(&vec, 1)), (1_125_000, 2_250_000));
        reserve(&mut vec, 1);
        assert_eq!(vec.capacity(), 1_125_000);
        assert_eq!((grown(&vec, 125_000), grown(&vec, 125_001)), (1_125_000, 1_125_001));
        vec.truncate(1_000);
        vec.shrink_to_fit();
        assert_eq!(grown(&vec, 1), 2_000);
    }
}
