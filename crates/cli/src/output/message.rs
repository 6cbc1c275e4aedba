//! Messages on standard error.
//!
//! If standard error is closed or its disk is full, messages are lost, but results and the exit status
//! stay the same. Messages contain names of files and from files, so they are escaped for the terminal.

use std::fmt::Display;
use std::io::{self, Write};

use super::escape::escaped;

/// Writes a message and a line end to standard error.
pub fn tell(message: impl Display) {
    tell_text(format_args!("{message}\n"));
}

/// Writes a message that has its own line ends to standard error.
pub fn tell_text(message: impl Display) {
    _ = io::stderr().lock().write_all(escaped(&message.to_string()).as_bytes());
}
