//! Focus is never lost when the table changes under it.

use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::HtmlElement;

/// Everything that can have the focus carries its name here.
pub const NAME: &str = "data-focus";
/// Where the focus goes if the thing that had it is gone.
const FALLBACKS: [&str; 3] = ["[data-focus=\"go-on\"]", "[data-focus^=\"act:\"]", "#prompt"];

/// What had the focus, if it was something at the table.
pub fn remember() -> Option<String> {
    document().active_element()?.closest(&format!("[{NAME}]")).ok()??.get_attribute(NAME)
}

/// Gives the focus back to what had it, or to what comes nearest.
pub fn restore(place: Option<String>) {
    let Some(name) = place else { return };
    let now = remember();
    if now.as_ref() == Some(&name) {
        return;
    }
    let lost = document().active_element().is_none_or(|element| element.tag_name() == "BODY");
    if !lost {
        return;
    }
    let same = format!("[{NAME}=\"{}\"]", name.replace(['"', '\\'], ""));
    for selector in std::iter::once(same.as_str()).chain(FALLBACKS) {
        if focus(selector) {
            return;
        }
    }
}

/// Whoever plays by keys has a place on the page, even before the first Tab.
pub fn anchor() {
    if document().active_element().is_none_or(|element| element.tag_name() == "BODY") {
        focus("#prompt");
    }
}

/// Moves the focus there; false if there is no such thing, or it cannot have it.
pub fn focus(selector: &str) -> bool {
    let found = document().query_selector(selector).ok().flatten();
    let Some(element) = found.and_then(|element| element.dyn_into::<HtmlElement>().ok()) else {
        return false;
    };
    element.focus().is_ok() && document().active_element().is_some_and(|now| now == *element)
}
