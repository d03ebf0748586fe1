//! Focus is never lost when the table changes under it.

use std::cell::RefCell;

use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Element, HtmlElement};

/// Everything that can have the focus carries its name here.
pub const NAME: &str = "data-focus";
/// Where the focus goes if the thing that had it is gone.
const FALLBACKS: [&str; 4] =
    ["[data-focus=\"go-on\"]", ".rail [data-focus^=\"act:\"]", ".felt button.spot", "#prompt"];

thread_local! {
    /// What had the focus before it was lost. Kept while nothing can take it, such as between two rounds.
    static LOST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// What has the focus, or had it until the table changed, if it is something at the table.
pub fn remember() -> Option<String> {
    named_now().or_else(|| LOST.with_borrow(|lost| lost.clone().filter(|_| is_lost())))
}

fn named_now() -> Option<String> {
    document().active_element()?.closest(&format!("[{NAME}]")).ok()??.get_attribute(NAME)
}

/// Gives the focus back to what had it, or to what comes nearest.
pub fn restore(place: Option<String>) {
    let Some(name) = place else { return };
    // The same choice may be hidden in the list of all.
    let same = format!("[{NAME}=\"{}\"]:not([hidden] *)", name.replace(['"', '\\'], ""));
    let mut fallbacks = FALLBACKS;
    if name.starts_with("spot:") {
        // After a card comes the next card, or the prompt: Enter twice must neither deal nor end a turn.
        fallbacks[1] = ".felt button.spot:not(.stock)";
        fallbacks[2] = "#prompt";
    }
    let is_kept = !is_lost() || std::iter::once(same.as_str()).chain(fallbacks).any(focus);
    LOST.set((!is_kept).then_some(name));
}

/// Forgets what had the focus: the table was left.
pub fn forget() {
    LOST.set(None);
}

/// Whether nothing has the focus, or something that was just hidden: the browser takes it away only when it draws.
fn is_lost() -> bool {
    let gone = |element: &Element| {
        let hidden = || element.closest("[hidden], [inert]").is_ok_and(|found| found.is_some());
        element.tag_name() == "BODY" || hidden()
    };
    document().active_element().as_ref().is_none_or(gone)
}

/// Whether this has the focus, or something that was just hidden had it.
pub fn is_on(name: &str) -> bool {
    is_lost() || named_now().as_deref() == Some(name)
}

/// Whether nothing has the focus that a key would press.
pub fn is_free() -> bool {
    document()
        .active_element()
        .is_none_or(|now| !matches!(now.tag_name().as_str(), "BUTTON" | "A" | "INPUT" | "SUMMARY"))
}

/// A player by keys has a place on the page, even before the first Tab.
pub fn anchor() {
    if is_lost() {
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
