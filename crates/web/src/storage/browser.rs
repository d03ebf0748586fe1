//! The browser's own store.

use leptos::prelude::window;
use web_sys::Storage;

use super::shelf::{NoRoom, Shelf};

/// What the browser keeps for this site.
#[derive(Clone, Copy, Default)]
pub struct Browser;

/// The browser's store, or none where the player or the browser does not allow one.
pub fn store() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

impl Shelf for Browser {
    fn get(&self, key: &str) -> Option<String> {
        store().and_then(|store| store.get_item(key).ok().flatten())
    }

    fn set(&self, key: &str, text: &str) -> Result<(), NoRoom> {
        let store = store().ok_or(NoRoom::Closed)?;
        store.set_item(key, text).map_err(|_| NoRoom::Full)
    }

    fn remove(&self, key: &str) {
        if let Some(store) = store() {
            let _ = store.remove_item(key);
        }
    }

    fn keys(&self) -> Vec<String> {
        let Some(store) = store() else { return Vec::new() };
        let count = store.length().unwrap_or(0);
        let mut keys: Vec<String> = (0..count).filter_map(|index| store.key(index).ok().flatten()).collect();
        keys.sort_unstable();
        keys
    }
}

/// Whether something written can be read again: some browsers offer a store that holds nothing.
pub fn works() -> bool {
    let (name, shelf) = ("parlour.check", Browser);
    let kept = shelf.set(name, "1").is_ok() && shelf.get(name).is_some();
    shelf.remove(name);
    kept
}
