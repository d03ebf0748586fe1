//! What the browser keeps for the player.

use leptos::prelude::window;

/// The browser's store, or none where the player or the browser does not allow one.
pub fn store() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

/// Whether something written can be read again: some browsers offer a store that holds nothing.
pub fn works() -> bool {
    let name = "parlour.check";
    let Some(store) = store() else { return false };
    let kept = store.set_item(name, "1").is_ok() && store.get_item(name).is_ok_and(|text| text.is_some());
    let _ = store.remove_item(name);
    kept
}
