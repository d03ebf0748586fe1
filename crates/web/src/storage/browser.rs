//! The browser's own store.

use std::cell::RefCell;
use std::collections::BTreeMap;

use leptos::prelude::window;
use web_sys::Storage;

use super::key_value::{KeyValueStore, StorageError};

thread_local! {
    /// Where the browser keeps nothing, things last as long as the page: one can play all the same.
    static FOR_NOW: RefCell<BTreeMap<String, String>> = const { RefCell::new(BTreeMap::new()) };
}

/// What the browser keeps for this site.
#[derive(Clone, Copy, Default)]
pub struct Browser;

/// The browser's store, or none where the player or the browser does not allow one.
pub fn store() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

impl KeyValueStore for Browser {
    fn get(&self, key: &str) -> Option<String> {
        match store() {
            Some(store) => store.get_item(key).ok().flatten(),
            None => FOR_NOW.with_borrow(|texts| texts.get(key).cloned()),
        }
    }

    fn set(&self, key: &str, text: &str) -> Result<(), StorageError> {
        match store() {
            Some(store) => store.set_item(key, text).map_err(|_| StorageError::Full),
            None => {
                FOR_NOW.with_borrow_mut(|texts| drop(texts.insert(key.to_owned(), text.to_owned())));
                Ok(())
            }
        }
    }

    fn remove(&self, key: &str) {
        match store() {
            Some(store) => drop(store.remove_item(key)),
            None => FOR_NOW.with_borrow_mut(|texts| drop(texts.remove(key))),
        }
    }

    fn keys(&self) -> Vec<String> {
        let Some(store) = store() else {
            return FOR_NOW.with_borrow(|texts| texts.keys().cloned().collect());
        };
        let count = store.length().unwrap_or(0);
        let mut keys: Vec<String> = (0..count).filter_map(|index| store.key(index).ok().flatten()).collect();
        keys.sort_unstable();
        keys
    }
}

/// Whether the browser keeps nothing at all.
pub fn is_closed() -> bool {
    store().is_none()
}

/// Whether something written can be read again: some browsers offer a store that holds nothing.
pub fn works() -> bool {
    let name = "parlour.check";
    let Some(store) = store() else { return false };
    let kept = store.set_item(name, "1").is_ok() && store.get_item(name).is_ok_and(|text| text.is_some());
    let _ = store.remove_item(name);
    kept
}
