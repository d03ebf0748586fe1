//! Other hands than a mouse: dwell, numbers, voice and keys.

mod bar;
pub mod dwell;
mod hands;
pub mod keys;
pub mod numbers;
mod voice;

pub use bar::{Dialogs, HandsBar, use_dialogs};
pub use hands::TableHands;
pub use voice::Voice;

use leptos::prelude::*;

/// Watches pointer, page and keys, and opens what they ask for; once on a page.
#[component]
pub fn Hands() -> impl IntoView {
    dwell::watch();
    numbers::watch();
    view! { <bar::HandsDialogs /> }
}
