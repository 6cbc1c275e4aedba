//! Messages, on standard error.
//!
//! Where nobody hears them - standard error is closed, or its disk full - nothing else is lost: results
//! and the exit status are what they would have been.

use std::fmt::Display;
use std::io::{self, Write};

/// Says something, in a line of its own.
pub fn tell(message: impl Display) {
    _ = writeln!(io::stderr().lock(), "{message}");
}

/// Says something that has its line ends.
pub fn tell_text(message: impl Display) {
    _ = write!(io::stderr().lock(), "{message}");
}
