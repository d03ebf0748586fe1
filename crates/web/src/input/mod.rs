//! Other hands than a mouse: dwell, numbers, voice and keys.

mod bar;
pub mod dwell;
pub mod keys;
pub mod numbers;
mod voice;

pub use bar::HandsBar;
pub use voice::Voice;

/// Begins to watch pointer, page and keys.
pub fn provide_hands() {
    dwell::watch();
    numbers::watch();
}
