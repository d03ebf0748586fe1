//! When something breaks, the player is told in a sentence and can go on. The place for it is part of `index.html`,
//! so it can be shown even if nothing else works.

use std::panic;

use ::worker::describe;
use leptos::prelude::document;
use web_sys::console;

/// Tells the player what broke, above whatever is on the page. What broke first stays: the rest follows from it.
pub fn show(what: &str) {
    console::error_1(&what.into());
    let (place, text) =
        (document().get_element_by_id("failure"), document().get_element_by_id("failure-text"));
    if let (Some(place), Some(text)) = (place, text)
        && place.has_attribute("hidden")
    {
        text.set_text_content(Some(what));
        let _ = place.remove_attribute("hidden");
    }
}

/// From now on a panic on the page is shown.
pub fn watch_page() {
    panic::set_hook(Box::new(|panic| show(&describe(panic))));
}
