//! How the player likes the room. Every change is kept at once and shown on every page.

mod likes;
#[cfg(test)]
mod tests;

use leptos::prelude::*;

use crate::storage::{self, Browser, PREFERENCES, Shelf, Store};

pub use likes::{Motion, Pace, Preferences, Theme};

impl<S: Shelf> Store<S> {
    /// The preferences; usual ones where nothing was chosen. If they are damaged, what can be read of them counts.
    pub fn preferences(&self) -> Preferences {
        let text = self.shelf.get(PREFERENCES);
        self.find(PREFERENCES).unwrap_or_else(|| text.as_deref().map(likes::salvage).unwrap_or_default())
    }
}

/// Finds the preferences, shows them on the root element, and keeps every change.
pub fn provide_preferences() {
    let preferences = RwSignal::new(storage::here().preferences());
    provide_context(preferences);
    Effect::new(move |before: Option<Preferences>| {
        let now = preferences.get();
        show(&now);
        // A full or newer store is told by the preferences page; here the choice holds as long as the page does.
        if before.is_some_and(|before| before != now) {
            let _ = keep(&now);
        }
        now
    });
}

/// The preferences, to read and to change.
pub fn use_preferences() -> RwSignal<Preferences> {
    expect_context()
}

/// Keeps the preferences with the time of the change.
pub fn keep(preferences: &Preferences) -> Result<(), String> {
    let store: Store<Browser> = storage::here();
    store.put(PREFERENCES, &Preferences { changed_ms: storage::now_ms(), ..preferences.clone() })
}

/// Puts the attributes on the root element that the style sheets look at.
fn show(preferences: &Preferences) {
    let Some(root) = document().document_element() else { return };
    for (name, value) in preferences.attributes() {
        let _ = match value {
            Some(value) => root.set_attribute(name, value),
            None => root.remove_attribute(name),
        };
    }
}

/// Whether nothing should travel, by the player's wish or the system's.
pub fn reduced_motion() -> bool {
    let chosen = use_context::<RwSignal<Preferences>>();
    let none = chosen.is_some_and(|chosen| chosen.with_untracked(|likes| likes.motion == Motion::None));
    let asks = || window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    none || asks().is_some_and(|query| query.matches())
}
