//! Interrupts: the first one asks every search to end, so that finished results are written.

use std::thread;
use std::time::{Duration, Instant};

use quadrille_cover::CancelToken;

use super::early;
use crate::output::message::tell;
use crate::output::whole_lines::write_under_way;
use crate::status::Status;

/// Time that a verb has to end by itself after an interrupt. A verb that waits for its input cannot do so.
const GRACE: Duration = Duration::from_secs(2);

/// A write to standard output that takes as long as this waits for a reader.
const BLOCKED: Duration = Duration::from_millis(200);

/// A token that the first interrupt cancels. The process ends after [`GRACE`] at the latest, much earlier while there is
/// [nothing to save](early), and at once after a second interrupt.
pub fn watch() -> CancelToken {
    let cancel = CancelToken::new();
    let token = cancel.clone();
    let end_late = || {
        early::leave_late(Status::Interrupted as u8);
        let late = Instant::now() + GRACE;
        while Instant::now() < late {
            let write = write_under_way();
            thread::sleep(BLOCKED);
            if write.is_some() && write == write_under_way() {
                tell("interrupted; standard output is not read, so the process was ended");
                std::process::exit(130);
            }
        }
        tell("interrupted; the command did not end within 2 s, so its process was ended");
        std::process::exit(130);
    };
    let handler = move || {
        if token.is_cancelled() {
            std::process::exit(130);
        }
        token.cancel();
        // If the system refuses the thread, the verb may take longer than `GRACE`.
        _ = thread::Builder::new().spawn(end_late);
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        tell(format_args!("warning: interrupts cannot be handled and end the process: {error}"));
    }
    cancel
}
