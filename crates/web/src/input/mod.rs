//! Other hands than a mouse: dwell, numbers, voice and keys.

mod bar;
pub mod dwell;
mod hands;
pub mod keys;
pub mod numbers;
mod voice;

pub use bar::{Dialogs, HandsBar, HandsDialogs, use_dialogs};
pub use hands::TableHands;
pub use voice::Voice;

use leptos::prelude::provide_context;

/// Begins to watch pointer, page and keys.
pub fn provide_hands() {
    provide_context(use_dialogs());
    dwell::watch();
    numbers::watch();
}
