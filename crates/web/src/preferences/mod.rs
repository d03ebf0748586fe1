//! How the player likes the room. Every change is kept at once and shown on every page.

mod likes;
#[cfg(test)]
mod tests;

use std::cell::Cell;

use leptos::prelude::*;

use crate::storage::{self, Browser, KeyValueStore, PREFERENCES, Store};

pub use likes::{Detail, Listening, Motion, Pace, Preferences, RISING, Rounds, Theme};

impl<S: KeyValueStore> Store<S> {
    /// The preferences; usual ones where nothing was chosen. If they are damaged, what can be read of them counts.
    pub fn preferences(&self) -> Preferences {
        let text = self.kv.get(PREFERENCES);
        self.find(PREFERENCES).unwrap_or_else(|| text.as_deref().map(likes::salvage).unwrap_or_default())
    }
}

/// Finds the preferences, shows them on the root element, and keeps every change.
pub fn provide_preferences() {
    let preferences = RwSignal::new(storage::here().preferences());
    HELD.set(Some(preferences));
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

thread_local! {
    /// There is one room on a page. Timers and messages ask too, and they belong to no component.
    static HELD: Cell<Option<RwSignal<Preferences>>> = const { Cell::new(None) };
}

/// The preferences, to read and to change, from anywhere on the page.
pub fn use_preferences() -> RwSignal<Preferences> {
    HELD.get().unwrap_or_else(|| {
        let preferences = RwSignal::new(storage::here().preferences());
        HELD.set(Some(preferences));
        preferences
    })
}

/// Keeps the preferences with the time of the change.
pub fn keep(preferences: &Preferences) -> Result<(), String> {
    let store: Store<Browser> = storage::here();
    let usual = Preferences { changed_ms: preferences.changed_ms, ..Preferences::default() };
    if *preferences == usual && store.kv.get(PREFERENCES).is_none() {
        // Nobody chose anything: a file that is added later has the word.
        return Ok(());
    }
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
    let none = use_preferences().with_untracked(|likes| likes.motion == Motion::None);
    let asks = || window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    none || asks().is_some_and(|query| query.matches())
}
