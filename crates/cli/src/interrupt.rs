//! Interrupts: the first one asks every search to end, so that what is finished gets written.

use std::thread;
use std::time::Duration;

use crate::tell::tell;
use quadrille_cover::CancelToken;

/// How long a verb has to end by itself. One that waits for input cannot.
const GRACE: Duration = Duration::from_secs(2);

/// A token that an interrupt cancels. The process ends soon after, or at once if interrupted
/// again.
pub fn watch() -> CancelToken {
    let cancel = CancelToken::new();
    let token = cancel.clone();
    let handler = move || {
        if token.is_cancelled() {
            std::process::exit(130);
        }
        token.cancel();
        thread::spawn(|| {
            thread::sleep(GRACE);
            tell("interrupted, and ended before it could end by itself");
            std::process::exit(130);
        });
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        tell(format_args!("warning: interrupts end the process at once: {error}"));
    }
    cancel
}
