//! The threads that statistics share.

use std::error::Error;

use anyhow::{Result, anyhow};
use rayon::ThreadPoolBuilder;

/// Starts the threads on which intervals are computed, unless they run already. Without this call `rayon` starts them
/// when they are first used, and panics if the system refuses.
pub fn start() -> Result<()> {
    match ThreadPoolBuilder::new().build_global() {
        // An error without a cause means that the threads run already.
        Err(error) if error.source().is_some() => Err(anyhow!(
            "cannot start worker threads for the statistics: {error}; let the process have more threads or memory, or \
             set RAYON_NUM_THREADS to a smaller number"
        )),
        _ => Ok(()),
    }
}
