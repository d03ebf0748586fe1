//! Ctrl-C in the middle of much work: what is being done is ended, and what was done is shown.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use tokio::runtime::Builder;
use tokio::signal;

use crate::failure::{Failure, Result};

/// Set by Ctrl-C: nothing further is begun.
static STOP: AtomicBool = AtomicBool::new(false);

/// From now on the first Ctrl-C lets the current games or deals end; the second ends everything at once.
pub fn listen(current: &'static str) -> Result {
    let failed = |error| Failure::failed(format!("cannot listen for Ctrl-C: {error}"));
    let runtime = Builder::new_current_thread().enable_io().build().map_err(failed)?;
    let wait = move || {
        while runtime.block_on(signal::ctrl_c()).is_ok() {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
            eprintln!("\nStopping after the current {current}; Ctrl-C again stops at once.");
        }
    };
    thread::Builder::new().name("ctrl-c".to_owned()).spawn(wait).map(drop).map_err(failed)
}

/// Whether someone asked to stop.
pub fn asked() -> bool {
    STOP.load(Ordering::Relaxed)
}
