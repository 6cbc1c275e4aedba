//! Panics: a fault of the program, on whatever thread, is an error with status 2, and never the quiet end of a file.
//!
//! [`watch`] notes every panic as it happens, also the panic of a thread that is never joined; `main` asks
//! [`noted`] when the verb has ended. Panics that readers of tables have on damaged files are errors of these files
//! already (`quadrille_tables::panics_are_contained`), and are not noted.

use std::panic::{self, AssertUnwindSafe, Location, PanicHookInfo, catch_unwind};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use anyhow::{Result, anyhow};

static FIRST: Mutex<Option<String>> = Mutex::new(None);

/// Notes panics from now on, and prints none of them.
pub fn watch() {
    panic::set_hook(Box::new(|panic| {
        if !quadrille_tables::panics_are_contained() {
            let mut first = FIRST.lock().unwrap_or_else(PoisonError::into_inner);
            first.get_or_insert_with(|| described(panic));
        }
    }));
}

fn described(panic: &PanicHookInfo<'_>) -> String {
    let payload = panic.payload();
    let message = payload.downcast_ref::<String>().map(String::as_str);
    let message =
        message.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message");
    let place = panic.location().map(place).unwrap_or_default();
    let thread = thread::current().name().unwrap_or("worker").to_owned();
    format!("{message}{place}, on the thread `{thread}`")
}

/// The place of a panic, without the folders of the machine on which the program was compiled.
fn place(location: &Location<'_>) -> String {
    let file = location.file().replace('\\', "/");
    let folder = file.find("/registry/src/").and_then(|start| {
        let crates = start + "/registry/src/".len();
        Some(crates + file[crates..].find('/')? + 1)
    });
    format!(" at {}:{}:{}", &file[folder.unwrap_or(0)..], location.line(), location.column())
}

/// The error of a panic that was noted, if one was.
pub fn noted() -> Option<anyhow::Error> {
    let first = FIRST.lock().unwrap_or_else(PoisonError::into_inner).clone();
    first.map(|panic| {
        anyhow!(
            "the program has a fault, and what it printed is not complete: {panic}. Please report this with the command and the \
             input that it was given"
        )
    })
}

fn of_thread() -> anyhow::Error {
    noted().unwrap_or_else(|| {
        anyhow!("a thread ended without a result; what was printed is not complete")
    })
}

/// Calls `work`. A panic, also of a thread that it waits for, is an error.
pub fn caught<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(of_thread()))
}

/// Waits for a thread. Its panic is an error.
pub fn join<T>(thread: JoinHandle<T>) -> Result<T> {
    thread.join().map_err(|_| of_thread())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_is_that_in_a_crate() {
        let here = Location::caller();
        assert!(place(here).starts_with(" at crates/cli/src/work/panics.rs:"), "{}", place(here));
    }

    #[test]
    fn a_panic_is_an_error() {
        assert!(caught(|| Ok(1)).is_ok());
        let error = caught(|| -> Result<()> { panic!("of a test") }).unwrap_err();
        assert!(error.to_string().contains("not complete"), "{error}");
        let thread = thread::spawn(|| panic!("of a test"));
        let error = join(thread).unwrap_err();
        assert!(error.to_string().contains("not complete"), "{error}");
    }
}
