//! Ctrl-C in the middle of much work: what is being done is ended, and what was done is shown.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::{Failure, Result};

/// Set by Ctrl-C: nothing further is begun.
static STOP: AtomicBool = AtomicBool::new(false);

/// From now on the first Ctrl-C lets the current games or deals end; the second ends everything at once.
pub fn listen(current: &'static str) -> Result {
    let stop = move || {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        eprintln!("\nStopping after the current {current}; Ctrl-C again stops at once.");
    };
    ctrlc::set_handler(stop).map_err(|error| Failure::failed(format!("cannot listen for Ctrl-C: {error}")))
}

/// Whether someone asked to stop.
pub fn asked() -> bool {
    STOP.load(Ordering::Relaxed)
}
