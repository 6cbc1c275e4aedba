//! Where the system gives no thread, a verb ends with a message instead of a panic.

use crate::common::{Ended, command};

/// A stack of which the system has no room, so that no thread can be started.
const NO_ROOM: &str = "140000000000000";

#[test]
fn without_threads_statistics_are_not_begun() {
    for args in ["reproduce system-d", "rank r.csv"] {
        Ended::of(command(args).env("RUST_MIN_STACK", NO_ROOM))
            .error_begins("cannot start worker threads for the statistics: ");
    }
}

#[test]
fn without_threads_a_verb_says_so() {
    for args in [
        "generate --count 3 --jobs 1",
        "check 1............... --jobs 1",
        "solve 1............... --engine lanes",
    ] {
        Ended::of(command(args).env("RUST_MIN_STACK", NO_ROOM))
            .error_has("worker threads; use a smaller --jobs");
    }
}
