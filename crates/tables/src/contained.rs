//! Panics of readers that this crate uses, turned into errors.
//!
//! Damaged files of Parquet, gzip and zstd reach code of other crates that checks less than it should: one number changed
//! in the footer of a Parquet file overflows a subtraction there. Whatever such code does with a file, it is an error of that
//! file.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::TableError;

thread_local! {
    static CONTAINED: Cell<bool> = const { Cell::new(false) };
}

/// Whether a panic of this thread becomes an error of a table, so that a hook for panics need not report it.
pub fn panics_are_contained() -> bool {
    CONTAINED.get()
}

/// Calls `read`. A panic becomes an error. What `read` changed must not be used after an error.
pub(crate) fn contained<T>(read: impl FnOnce() -> Result<T, TableError>) -> Result<T, TableError> {
    let before = CONTAINED.replace(true);
    let read = catch_unwind(AssertUnwindSafe(read));
    CONTAINED.set(before);
    read.unwrap_or_else(|panic| Err(damaged(&*panic)))
}

fn damaged(panic: &(dyn Any + Send)) -> TableError {
    let what = panic.downcast_ref::<String>().map(String::as_str);
    let what =
        what.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a message");
    TableError::Wrong(format!(
        "found data on which its reader fails ({what}); expected a whole file, written by a correct program"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_with_its_message() {
        assert!(!panics_are_contained());
        let told = |read: fn() -> u8| match contained(|| Ok(read())) {
            Ok(_) => panic!("it fails"),
            Err(error) => error.to_string(),
        };
        let empty: Vec<u8> = Vec::new();
        assert!(contained(|| Ok(panics_are_contained())).unwrap());
        assert!(told(|| panic!("one {}", 1)).contains("fails (one 1); expected"));
        assert!(told(|| panic!("two")).contains("fails (two); expected"));
        assert!(contained(|| Ok(empty[0])).is_err());
        assert!(!panics_are_contained());
    }
}
