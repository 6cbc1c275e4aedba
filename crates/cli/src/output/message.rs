//! Messages on standard error.
//!
//! If standard error is closed or its disk is full, messages are lost, but results and the exit status
//! stay the same.

use std::fmt::Display;
use std::io::{self, Write};

/// Writes a message and a line end to standard error.
pub fn tell(message: impl Display) {
    tell_text(format_args!("{message}\n"));
}

/// Writes a message that has its own line ends to standard error.
pub fn tell_text(message: impl Display) {
    _ = write!(io::stderr().lock(), "{message}");
}
