//! When something breaks, the player is told in a sentence and can go on. The place for it is part of `index.html`,
//! so it can be shown even if nothing else works.

use std::panic::{self, PanicHookInfo};

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

/// What a panic says, in a line.
pub fn describe(panic: &PanicHookInfo<'_>) -> String {
    let what = panic.payload_as_str().unwrap_or("no reason given");
    let place =
        panic.location().map(|place| format!(" ({}, line {})", file_name(place.file()), place.line()));
    sentence(what, &place.unwrap_or_default())
}

fn sentence(what: &str, place: &str) -> String {
    format!("{}{place}", what.trim().trim_end_matches('.'))
}

/// The reader of a report needs the file, not the folders of the machine it was built on.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_told_in_a_line_without_folders() {
        assert_eq!(file_name("/home/someone/crates/web/src/app.rs"), "app.rs");
        assert_eq!(file_name(r"C:\crates\web\app.rs"), "app.rs");
        assert_eq!(sentence("no card there. ", " (app.rs, line 3)"), "no card there (app.rs, line 3)");
    }
}
