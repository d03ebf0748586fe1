//! One file per page.

mod check;
mod lobby;
mod missing;

pub use check::Check;
pub use lobby::Lobby;
pub use missing::Missing;

use leptos::prelude::document;

/// Names the page in the browser's tab.
pub fn title(page: &str) {
    document().set_title(&if page.is_empty() { "Parlour".to_owned() } else { format!("{page} · Parlour") });
}
