//! What stays when the program ends: saved games, results, and the guest key for tables online. All of it lies in
//! one folder, a file for each thing; a file is whole or not there.

mod data_dir;

pub use client::saves::{GameResult, SavedGame, Summary, summaries};
pub use data_dir::{DataDir, data_folder, write_record};

use std::time::{SystemTime, UNIX_EPOCH};

/// What to do so that the next game is kept.
pub const HOW_TO_KEEP: &str = "To keep games, name a folder that can be written with --data FOLDER.";

/// Milliseconds since 1970.
pub fn now_ms() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_millis() as f64)
}
